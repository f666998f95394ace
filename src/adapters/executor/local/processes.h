// SPDX-License-Identifier: MIT
// Runs attempts on this machine, all of them from one thread: one epoll for exits, output and
// signals. Every attempt has a session of its own, and is over only when nothing it started is
// alive.
#pragma once

#include "adapters/executor/local/arguments.h"
#include "adapters/executor/local/attempt.h"
#include "adapters/executor/local/environment.h"
#include "adapters/executor/local/keeper.h"
#include "adapters/executor/local/mark.h"
#include "adapters/executor/local/observer.h"
#include "adapters/executor/local/owner.h"
#include "adapters/executor/local/seclusion.h"
#include "adapters/executor/local/signals.h"
#include "adapters/executor/local/spawn.h"
#include "shell/ports/executor.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace assay::process {

struct Options {
  std::string run_id;
  std::string log_dir;  ///< made if it is missing; should be private to this run
  Environment env;      ///< configured variables, on top of what is inherited
  std::vector<core::AgentSpec> agents = {};  ///< values of variables that orders only name
  std::vector<std::string> secrets = {};     ///< names of variables that are, whatever they say
  Millis grace{10'000};                      ///< between TERM and KILL
  Millis drain{2'000};                       ///< for output after the exit
  std::uint64_t head_max = 8 << 20;
  std::uint64_t tail_max = 8 << 20;
  bool handle_signals = true;     ///< SIGINT, SIGTERM and SIGHUP become StopAsked
  SeclusionOrder seclusion = {};  ///< folders of logs and shells are added
};

class Processes final : public shell::Executor {
 public:
  using Options = process::Options;

  /// Makes this process the reaper of what its descendants leave behind. All calls, and the
  /// destruction, must come from the thread that called open(), which must not end before the
  /// process does.
  static Result<std::unique_ptr<Processes>> open(Options options);
  /// Kills what is still in flight.
  ~Processes() override;

  void start(const core::Launch& launch) override;
  Result<std::vector<shell::Happening>> wait(const shell::Patience& patience) override;
  void stop_all() override;
  /// Nothing outlives a coordinator here: its keeper ends what it leaves behind.
  bool attach(const core::Launch&) override { return false; }
  void cancel(core::AttemptKey key) override;
  std::uint32_t in_flight() const override;
  std::uint32_t capacity() const override { return capacity_; }
  std::vector<shell::AgentSight> agents() const override;

  /// How many attempts fit into the descriptor limit as it is now, at least 1.
  static std::uint32_t room_for_attempts();

  /// What keeps gates, and agents, from state and keys: "full", "partial: ...", "none".
  std::string isolation() const { return seclusion_.gates(); }
  std::string agent_isolation() const { return seclusion_.agents(); }

  /// What every attempt inherits; what a launch adds comes on top.
  EnvironmentRecord environment() const { return record_of(environment_); }
  /// What is taken out of everything that attempts print.
  std::shared_ptr<const format::Masks> masks() const { return masks_; }
  EnvironmentRecord agent_environment() const { return record_of(agent_environment_); }

 private:
  struct Stray {
    os::Seen process;
    Owner owner;
  };

  Processes(Options options, Spawner spawner, Signals signals, std::uint64_t salt);

  // processes.cpp: starting, and the loop.
  Result<> launch(const core::Launch& launch, Instant started);
  /// The ends of an attempt's descriptors that its program gets.
  struct Ends {
    Descriptor input, output, errors;
  };
  void learn_secrets(const Environment& environment);
  Result<Attempt> prepare(const core::Launch& launch, Instant started, Ends& ends);
  Result<Child> spawn(const core::Launch& launch, const Ends& ends, const Attempt& attempt);
  Result<Child> execute(const core::Launch& launch, Shell shell, const Ends& ends,
                        const Attempt& attempt);
  Result<Child> execute_agent(const core::Launch& launch, const Ends& ends, const Attempt& attempt);
  Result<> listen(int descriptor, std::uint64_t token);
  Result<> turn(Nanos patience);
  Nanos time_left(Nanos until) const;
  void hear(std::uint64_t token);
  void drain(Attempt& attempt, Descriptor& from);
  void take(Attempt& attempt, const Descriptor& from, std::string_view bytes);
  void meet_deadlines(Nanos now);
  void report_ends(Nanos now);
  void listen_to_shells();

  // ending.cpp: timeouts, cancelling, and what attempts leave behind.
  void exited(Attempt& attempt, Nanos now);
  void begin_end(Attempt& attempt, Ending ending, Nanos now);
  void kill_tree(Attempt& attempt, Nanos now);
  void give_up(Attempt& attempt);
  std::vector<os::Seen> tree_of(const Attempt& attempt) const;
  std::vector<Root> roots() const;
  std::optional<std::vector<Stray>> strays() const;
  std::optional<std::vector<pid_t>> lost_children() const;
  bool is_servant(pid_t pid) const;
  bool is_logged() const;
  void look_around(Nanos now);
  void deal_with(Attempt& attempt, const std::vector<os::Seen>& left, Nanos now);

  Options options_;
  Environment environment_;
  Environment own_environment_;
  Environment agent_environment_;
  std::vector<std::string> secrets_;
  std::vector<std::string> named_secrets_;
  std::shared_ptr<const format::Masks> masks_;
  Spawner spawner_;
  Signals signals_;
  Marks marks_;
  Keeper keeper_;
  Observer observer_;
  Seclusion seclusion_;
  Descriptor epoll_;
  Descriptor log_dir_;
  std::vector<char> buffer_;
  const pid_t thread_;
  const pid_t own_session_;
  const std::uint32_t capacity_ = room_for_attempts();
  bool is_subreaper_ = false;
  bool was_subreaper_ = false;
  bool stop_asked_ = false;

  const std::uint64_t ended_by_kernel_ = ended_by_kernel();  ///< as attempt.h
  std::uint32_t last_serial_ = 0;
  std::uint64_t first_start_ = ~std::uint64_t{0};  ///< ticks
  bool rang_ = false;                              ///< the bell of the wait under way
  Nanos sweep_at_ = never;
  std::map<std::uint32_t, Attempt> attempts_;                 ///< in flight, by serial
  std::unordered_set<pid_t> shells_;                          ///< their pids
  std::unordered_map<std::uint32_t, std::uint32_t> started_;  ///< highest attempt of each unit
  std::vector<shell::Happening> happened_;
};

}  // namespace assay::process
