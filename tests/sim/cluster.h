// SPDX-License-Identifier: MIT
// The part of the simulated world that survives every crash: the durable journal, the workspace,
// the clock and the record of what really happened. It starts one coordinator after the other until
// the run has its verdict, and checks what must be true of any machine. Knows no machine.
#pragma once

#include "shell/drive.h"
#include "sim/chance.h"
#include "sim/faults.h"
#include "sim/subject.h"

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace assay::sim {

class Node;

/// A bug put in on purpose, to prove that the simulator would notice it.
struct Plant {
  enum class Flaw : std::uint8_t { none, drops_entries, accepts_stale };

  std::string name;
  std::string found_by;  ///< part of the finding it must lead to; several are separated by '|'
  std::function<shell::Decider(Node&)> decider;  ///< null: the real one
  Flaw journal = Flaw::none;
};

/// An attempt whose coordinator is gone and that goes on all the same, as a job of a cluster does,
/// or has ended and left its record.
struct Outlived {
  core::Launch launch;
  Behaviour does;
  Millis since{0};
  Millis until{0};
};

class Cluster {
 public:
  struct Options {
    std::uint64_t seed = 0;
    ByFault rates;  ///< in 1/1000 per opportunity
    const Plant* plant = nullptr;
    bool keep_transcript = false;
  };

  Cluster(Subject& subject, const Options& options);

  /// Runs the subject to its verdict, through as many coordinators as it takes.
  void run();

  const Finding& finding() const { return finding_; }
  const core::Machine& machine() const { return machine_; }
  const std::vector<std::string>& transcript() const { return transcript_; }
  const ByFault& counts() const { return counts_; }
  std::uint64_t trace() const { return trace_; }
  bool torn() const { return torn_; }  ///< an interruption left a half-done change in the workspace
  std::uint64_t entries() const { return journal_.size(); }
  std::uint64_t parks() const { return parks_; }
  std::uint64_t early_resumes() const { return early_resumes_; }
  std::uint64_t found_again() const { return found_again_; }

 private:
  friend class Node;

  bool has_jobs() const { return subject_.has_jobs(); }
  bool is_outlived(core::AttemptKey key) const;
  bool strikes(FaultKind kind);
  bool may_interrupt(FaultKind kind) const;
  void count_call();
  void note(const std::string& line);
  void find(const std::string& what);

  shell::Decider decider(Node& node) const;
  void run_coordinators();
  bool run_one();
  void interrupted();
  void sleep(const core::RunParked& parked);
  Result<> commit(std::uint64_t epoch, std::span<const shell::Entry> entries);
  void check_order(const Stored& stored);
  void learn(const Stored& stored);
  void check_start(const core::Launch& launch);
  void check_acknowledged();
  void check_chain();
  void check_replay();

  Instant wall() const;

  Subject& subject_;
  Options options_;
  Chance chance_;
  ByFault counts_;
  Finding finding_;
  core::Machine machine_;
  bool ended_ = false;

  std::vector<Stored> journal_;
  std::vector<std::uint64_t> chain_;       ///< over everything stored so far, one value per entry
  std::vector<std::string> acknowledged_;  ///< what coordinators were told is durable
  std::uint64_t epoch_ = 0;                ///< of the coordinator that owns the run
  std::uint32_t coordinators_alive_ = 0;
  bool concluded_ = false;
  shell::Trace decisions_;

  Millis ticks_{0};  ///< never goes back
  Millis skew_{0};   ///< between ticks and what the wall clock shows
  std::uint64_t tree_ = 0;
  std::set<core::AttemptKey> started_;
  std::set<std::string> decided_;  ///< "name#attempt" of every start that is durable
  std::map<std::uint32_t, std::uint32_t> ends_;
  std::map<core::AttemptKey, std::string> truth_;  ///< how each attempt really ended
  std::set<core::AttemptKey> half_done_;  ///< changed the workspace, end not in the journal
  std::vector<Outlived> outlived_;
  std::set<core::AttemptKey> written_;  ///< whose ends are in the journal
  std::uint64_t found_again_ = 0;
  bool torn_ = false;
  std::uint32_t interruptions_ = 0;
  std::uint64_t parks_ = 0;
  std::uint64_t early_resumes_ = 0;
  std::uint64_t calls_ = 0;
  std::uint64_t trace_ = 0;
  std::vector<std::string> transcript_;
};

}  // namespace assay::sim
