// SPDX-License-Identifier: MIT
// What the runs of every machine have in common: a name, a journal, and the ports they need.
#pragma once

#include "api/place.h"
#include "base/result.h"
#include "core/agent/roles.h"
#include "core/machine.h"
#include "ledger/ledger.h"
#include "shell/ports/approvals.h"
#include "shell/ports/audience.h"
#include "shell/ports/executor.h"
#include "shell/ports/inspector.h"
#include "shell/ports/journal.h"
#include "shell/ports/outside.h"
#include "shell/ports/trees.h"
#include "shell/ports/workplace.h"
#include "shell/ports/world.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace assay::api {

/// The name asked for, or one made from time and chance.
Result<std::string> choose_run_id(const std::string& asked, shell::Outside& outside);

struct RunNeeds {
  std::string run_id;
  std::string machine;
  std::vector<std::pair<std::string, std::string>> env;
  std::vector<std::string> pass_env;
  std::vector<core::AgentSpec> agents = {};  ///< where the values of their variables come from
};

/// The variables of this agent and of who may take over from it, as far as they have any.
void give_variables(RunNeeds& needs, const core::agent::Agent& agent);

/// The journal and the ports of one run, open as long as this lives.
struct OpenRun {
  std::unique_ptr<ledger::Ledger> ledger;
  std::unique_ptr<shell::Journal> journal;
  shell::OpenExecutor running;
  std::unique_ptr<shell::Trees> trees;
  std::unique_ptr<shell::Inspector> inspector;
  std::unique_ptr<shell::Workplace> workshop;   ///< null: the machine needs none
  std::unique_ptr<shell::Approvals> approvals;  ///< null: nobody can be asked

  shell::World world(shell::Outside& outside, shell::Audience& audience) const;
};

/// How many runs are looked through, newest first, for one that was not named.
constexpr std::size_t runs_looked_at = 1000;

/// The machine as the journal of the run left it.
Result<core::Machine> fold(ledger::Ledger& ledger, const std::string& run_id);

/// Fault::conflict: there is a run of this name.
Result<OpenRun> begin_run(std::unique_ptr<ledger::Ledger> ledger, const RunNeeds& needs,
                          const Place& place, shell::Outside& outside);

/// Whether a machine works on the repository: only one run of a workspace can at a time.
enum class With : std::uint8_t { nothing, workshop };

/// Takes a run over and goes on with it. One that has ended is folded as it ended.
Result<core::Machine> resume_run(RunNeeds needs, const Place& place, shell::Outside& outside,
                                 shell::Audience& audience, With with = With::nothing,
                                 shell::Person* person = nullptr);

/// Takes a run over and ends it for good, after its coordinator, if there is one, was asked to
/// stop.
Result<core::Machine> cancel_run(RunNeeds needs, const std::string& by, const Place& place,
                                 shell::Outside& outside, shell::Audience& audience);

}  // namespace assay::api
