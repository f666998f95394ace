// SPDX-License-Identifier: MIT
// Where a goals run stands: the fold of its events.
#pragma once

#include "core/evidence/tree.h"
#include "core/goals/plan.h"
#include "core/goals/report.h"
#include "core/run/outcome.h"
#include "core/run/rules.h"
#include "core/turn/conversation.h"
#include "core/verify/embedded.h"

#include <memory>
#include <string>
#include <vector>

namespace assay::core::goals {

/// Every transition happens in decide.cpp.
enum class Step : std::uint8_t {
  observing_before,  ///< what is the tree like before?
  inspecting,        ///< files, patterns, values
  running,           ///< commands, by the verify machine
  reserving,         ///< is there budget for the next question to a judge?
  judging,           ///< a judge is thinking
  observing_after,   ///< is the tree what it was?
  draining,
  concluded,
};

class Turn;

struct State {
  std::string run_id;
  Rules rules = rules_now;
  std::shared_ptr<const Plan> plan;
  Step step = Step::observing_before;
  turn::Conversation<Turn> talk;        ///< what was asked and is not answered yet
  std::vector<CheckResult> results;     ///< one per check
  verify::Embedded commands;            ///< the verify machine inside
  std::vector<std::uint32_t> semantic;  ///< the checks that are for judges
  agent::Purse purse;
  std::uint32_t question = 0;          ///< which one is being asked, over all judges
  std::uint32_t asked = 0;             ///< attempts at it
  std::vector<bool> voted;             ///< per check: a judge has answered
  Tree tree;                           ///< that every result is about
  bool read_only = false;              ///< proved: the tree is what it was
  std::vector<std::string> disturbed;  ///< files that changed while it was being verified
  bool cancelled = false;
  std::uint32_t base = 0;  ///< number of its first command in the run it is a part of
};

/// What is known now. A tree that changed on the way proves nothing: that is an error.
Report report_of(const State& state);

/// `report` is that of the state.
Outcome outcome_of(const State& state, const Report& report);

}  // namespace assay::core::goals
