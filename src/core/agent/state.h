// SPDX-License-Identifier: MIT
// Where a run of one agent stands: the fold of its events.
#pragma once

#include "core/agent/budget.h"
#include "core/agent/fuse.h"
#include "core/agent/plan.h"
#include "core/run/rules.h"
#include "core/turn/conversation.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace assay::core::agent {

/// Every transition happens in decide.cpp.
enum class Step : std::uint8_t {
  observing_before,  ///< what is the tree like before?
  reserving,         ///< is there budget?
  in_flight,
  observing_after,  ///< what has changed?
  parked,           ///< nothing is done until a time, or until somebody resumes it
  draining,
  concluded,
};

class Turn;

struct State {
  std::string run_id;
  Rules rules = rules_now;
  std::shared_ptr<const Plan> plan;
  Step step = Step::observing_before;
  turn::Conversation<Turn> talk;  ///< what was asked and is not answered yet
  Purse purse;
  std::uint32_t attempt = 0;  ///< of which the state speaks; 0: none yet
  bool cancelled = false;
  bool goes_on = false;     ///< the attempt takes the place of one that was lost
  std::string tree_before;  ///< digest; empty: could not be read
  std::string head_before;
  std::optional<bool> changed;  ///< whether the attempt left another tree
  std::vector<std::string> files_changed;
  std::vector<std::string> commits;
  Evidence evidence;                   ///< of the last attempt that ended
  std::optional<Fused> fused;          ///< of the last attempt that ended
  std::optional<Refusal> refusal;      ///< why it is parked, or out of budget
  std::vector<std::string> fallbacks;  ///< why others than the first choice were asked, in order
  std::uint64_t late = 0;  ///< ends of attempts that were over already; they change nothing
};

}  // namespace assay::core::agent
