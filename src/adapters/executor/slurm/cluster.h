// SPDX-License-Identifier: MIT
// Runs attempts as jobs of Slurm, and those that are to stay on this machine here. Many that start
// together are one array. How a job ended is told by a small file that it leaves in the shared
// folder; Slurm is asked for all jobs at once, and seldom, about those that left none.
//
// A job outlives its coordinator. Its order lies in the shared folder before it is submitted, the
// node claims an order before it runs it, and a claim is made once: so a coordinator that comes
// later finds what runs, submits again what never got to Slurm, and nothing is run twice.
#pragma once

#include "adapters/executor/local/environment.h"
#include "adapters/executor/slurm/desk.h"
#include "adapters/executor/slurm/orders.h"
#include "adapters/executor/slurm/words.h"
#include "adapters/repository/trees.h"
#include "shell/ports/executor.h"

#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace assay::slurm {

using Nanos = std::chrono::nanoseconds;

struct Options {
  std::string run_id;
  Instant begun = {};  ///< with its id, what the run's folder and jobs are called
  std::string log_dir;
  core::ExecutorSettings settings;
  process::Environment env;  ///< configured variables, on top of what is inherited
  std::vector<core::AgentSpec> agents = {};
  std::vector<std::string> secrets = {};
  core::Isolation isolation = {};
  std::string isolation_word = {};
  std::string agent_isolation_word = {};
  std::string workspace = {};
  std::string state_dir = {};
  std::string state_home = {};
  std::string config_dir = {};
  core::Supplies supplies = {};
  std::string program = {};     ///< assay itself; empty: this program
  std::uint32_t local_max = 1;  ///< attempts on this machine at the same time
  Millis ask_every{5'000};      ///< Slurm, about all jobs
  Millis look_every{1'000};     ///< into the shared folder, where no watch tells
};

class Cluster final : public shell::Executor {
 public:
  /// `here` runs what stays on this machine, and hears signals.
  static Result<std::unique_ptr<Cluster>> open(Options options,
                                               std::unique_ptr<shell::Executor> here);
  /// Jobs in flight go on: whoever resumes the run finds them.
  ~Cluster() override;

  void start(const core::Launch& launch) override;
  bool attach(const core::Launch& launch) override;
  Result<std::vector<shell::Happening>> wait(const shell::Patience& patience) override;
  void stop_all() override;
  void cancel(core::AttemptKey key) override;
  std::uint32_t in_flight() const override;
  std::uint32_t capacity() const override;
  std::vector<shell::AgentSight> agents() const override { return here_->agents(); }

 private:
  enum class At : std::uint8_t { desk, submitting, slurm };
  struct Job {
    core::Launch launch;
    JobShape shape;
    At at = At::desk;
    std::string batch = {};
    std::uint32_t index = 0;
    std::string array = {};                ///< empty: its number is not known
    bool stopped = false;                  ///< we want it to end
    bool doubtful = false;                 ///< an earlier coordinator may have submitted it
    Nanos since = {};                      ///< it has been where it is
    std::optional<Nanos> gone_since = {};  ///< it left Slurm without a record
    JobRow last = {};
    Nanos not_before = {};    ///< submit it again
    std::uint32_t again = 0;  ///< submitted again because it never came to run
  };
  /// What was asked, and about what.
  struct Ticket {
    enum class Kind : std::uint8_t { submit, look, cancel } kind{};
    std::string batch = {};
  };

  /// A working tree as it was published.
  struct Listed {
    std::string list;
    std::uint64_t inode = 0;
    Instant looked{};
  };
  /// One look at each for all that start together.
  using Looks = std::map<std::string, Listed>;

  Cluster(Options options, std::unique_ptr<shell::Executor> here, RunFolder folder);

  // cluster.cpp: starting, waiting, ending
  bool stays_here(const core::Launch& launch) const;
  void start_here();
  void refuse(const core::Launch& launch, std::string why);
  void end(core::AttemptKey key, core::Evidence evidence);
  void forget_reported();
  Nanos next_look(Nanos until) const;
  void look_at_files(bool now);
  void stop(Job& job);
  void stop_jobs();
  void recall(const Job& job);

  // submit.cpp: from the desk to Slurm
  void submit();
  Result<> write_order(Job& job, Looks& looks);
  Result<Listed> list_of(const std::string& root, Looks& looks);
  void send(const JobShape& shape, std::vector<Job*> jobs);
  void submitted(const std::string& batch, const os::Answer& answer);
  Result<> bring_program();
  os::Question question(std::vector<std::string> argv) const;
  std::string root_of(const std::string& cwd) const;

  // follow.cpp: what becomes of jobs
  void ask_slurm();
  void hear_desk();
  void take_rows(const os::Answer& answer);
  void follow(Job& job, const JobRow* row);
  void submit_again(Job& job, Nanos not_before);
  void collect(core::AttemptKey key);
  core::Evidence evidence_of(const Job& job, JobDone done);
  Result<JobDone> record_of(const Job& job) const;
  Result<> check_strays(const Job& job, const JobDone& done);
  tree::Trees& trees_at(const std::string& root);
  void bring_log(const Job& job, core::Evidence& evidence) const;
  Result<> bring_reports(const Job& job, const JobDone& done) const;
  void place(const Job& job, core::Evidence& evidence) const;
  void load_batches();

  Options options_;
  std::unique_ptr<shell::Executor> here_;
  RunFolder folder_;
  std::string name_;     ///< of the folder, and in the names of jobs
  std::string program_;  ///< on the shared file system
  os::Descriptor watch_;
  os::Descriptor bells_;  ///< all that end a wait
  Desk desk_;
  std::map<std::uint64_t, Ticket> tickets_;
  std::map<core::AttemptKey, Job> jobs_;
  std::deque<core::Launch> waiting_here_;
  std::map<std::string, std::unique_ptr<tree::Trees>> trees_;
  std::map<std::uint32_t, std::uint32_t> started_;  ///< highest attempt of each unit
  std::vector<shell::Happening> happened_;
  std::vector<core::AttemptKey> reported_;  ///< with the last wait; durable by the next
  std::set<core::AttemptKey> kept_;         ///< whose files may be needed still
  std::string nonce_;                       ///< names of batches of this coordinator
  std::uint32_t last_batch_ = 0;
  bool batches_loaded_ = false;
  std::map<core::AttemptKey, std::pair<std::string, std::uint32_t>> known_batches_;
  bool asking_ = false;  ///< squeue is under way
  Nanos asked_at_ = {};  ///< when it was last asked
  Nanos ask_at_ = {};    ///< when it is asked next
  Nanos look_at_ = {};
  bool stop_asked_ = false;  ///< the next wait tells the jobs
  bool was_away_ = false;    ///< the controller did not answer once: it may have forgotten ends
  bool ends_badly_ = false;  ///< what was reported last may not be durable
};

}  // namespace assay::slurm
