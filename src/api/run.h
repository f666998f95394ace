// SPDX-License-Identifier: MIT
// What the runs of every machine have in common: how they stand, and how they are begun, gone on
// with and ended.
#pragma once

#include "api/site.h"
#include "core/agent/roles.h"
#include "core/machine.h"
#include "ledger/ledger.h"
#include "shell/ports/outside.h"
#include "shell/ports/world.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace assay::api {

/// A run of any machine, when its coordinator goes away or when it is looked at.
struct Run {
  std::string run_id;
  std::string machine_name;  ///< "verify"
  core::Machine machine;     ///< its state, with the outcome as recorded and why it is parked
  bool alive = false;        ///< a coordinator holds it at this moment

  const std::optional<core::Outcome>& outcome() const { return machine.outcome; }
  const std::optional<core::RunParked>& parked() const { return machine.parked; }

  /// It must be of that machine.
  template <class State>
  const State& as() const {
    const State* state = std::get_if<State>(&machine.state);
    ENSURE(state != nullptr);
    return *state;
  }
};

/// Why nobody works on it, or that somebody does.
enum class Rest : std::uint8_t {
  ended,         ///< it has its outcome
  stopped,       ///< somebody asked it to stop; it can be gone on with
  needs_person,  ///< it waits for an answer
  waits,         ///< for a quota or a time
  running,
  interrupted,  ///< its coordinator died
};
Rest rest_of(const Run& run);

/// What its agents have cost; nothing for machines that start none.
core::agent::Spent spent_by(const Run& run);

/// The name asked for, or one made from time and chance.
Reply<std::string> choose_run_id(const std::string& asked, shell::Outside& outside);

struct RunNeeds {
  std::string run_id;
  std::string machine;
  std::vector<std::pair<std::string, std::string>> env;
  std::vector<std::string> pass_env;
  std::vector<core::AgentSpec> agents = {};  ///< where the values of their variables come from
  core::Isolation isolation = {};            ///< of a new run; one that is there has its own
  core::ExecutorSettings executor = {};      ///< likewise
  core::Supplies supplies = {};              ///< what copies at nodes get
  /// What the goals of its phases are planned with; null: it has none.
  std::shared_ptr<const format::Config> goals_config = {};
  bool waits = false;  ///< for a time, or an answer, instead of coming to rest
  /// Asked when the run is held: whether it is to be gone on with. None: it is.
  std::function<bool(const core::Machine&)> is_wanted = {};
  Instant not_before = {};  ///< as shell::resume
};

/// What a run that is gone on with takes from the configuration of now.
RunNeeds needs_of(std::string run_id, std::string machine, const format::Config& config);

/// The variables of this agent and of who may take over from it, as far as they have any.
void give_variables(RunNeeds& needs, const core::agent::Agent& agent);

/// The journal and the ports of one run, open as long as this lives.
struct OpenRun {
  Instant begun{};  ///< as the first event says, or will say
  std::unique_ptr<ledger::Ledger> ledger;
  std::unique_ptr<shell::Journal> journal;
  shell::OpenExecutor running;
  std::unique_ptr<shell::Trees> trees;
  std::unique_ptr<shell::Inspector> inspector;  ///< null: the machine needs none
  std::unique_ptr<shell::Workplace> workshop;   ///< null: the machine needs none
  std::unique_ptr<shell::Phases> phases;        ///< null: the machine needs none
  std::unique_ptr<shell::Approvals> approvals;  ///< null: nobody can be asked
  bool waits = false;

  shell::World world(shell::Outside& outside, shell::Audience& audience) const;
};

/// How many runs are looked through, newest first, for one that was not named.
constexpr std::size_t runs_looked_at = 1000;

/// The machine as the journal of the run left it.
Result<core::Machine> fold(ledger::Ledger& ledger, const std::string& run_id);

/// What the run asked for when it began, whatever its workspace says by now.
Result<core::Isolation> isolation_of(ledger::Ledger& ledger, const std::string& run_id);

Result<std::unique_ptr<ledger::Ledger>> open_to_write(const Site& site);

/// With the ports its machine needs. Fault::conflict: there is a run of this name.
Result<OpenRun> begin_run(std::unique_ptr<ledger::Ledger> ledger, const RunNeeds& needs,
                          const Site& site, shell::Person* person = nullptr);

/// Runs what was begun to its end, or until it has to wait.
Result<Run> start_run(const OpenRun& open, const RunNeeds& needs,
                      decltype(core::RunStarted::plan) plan, const Site& site,
                      shell::Audience& audience);

/// Takes a run over and goes on with it. One that has ended is folded as it ended. Code::conflict:
/// it is not wanted any more.
Reply<Run> resume_run(RunNeeds needs, const Site& site, shell::Audience& audience,
                      shell::Person* person = nullptr);

/// Asks whoever coordinates the run, of any machine, to stop it. It is not waited for; one that
/// nobody coordinates stays as it is.
Reply<> stop_run(const std::string& name, const std::string& by, const Site& site);

/// Takes a run over and ends it for good, after its coordinator, if there is one, was asked to
/// stop.
Reply<Run> cancel_run(RunNeeds needs, const std::string& by, const Site& site,
                      shell::Audience& audience);

}  // namespace assay::api
