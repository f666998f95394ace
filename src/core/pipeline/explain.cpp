// SPDX-License-Identifier: MIT
#include "core/verify/explain.h"

#include "core/goals/decide.h"
#include "core/pipeline/decide.h"

#include <algorithm>

namespace assay::core::pipeline {

std::string explain(const State& state, const Event& event, const Effects& effects) {
  if (state.ending && !std::holds_alternative<RunConcluded>(event)) return state.why;
  if (std::holds_alternative<RunStarted>(event))
    return "tree and commit are recorded before any agent starts: what the run goes back to";
  const bool records = std::any_of(effects.begin(), effects.end(),
                                   [](const Effect& effect) {
                                     return std::holds_alternative<RecordRows>(effect);
                                   }) &&
                       state.phase != Phase::recording && state.phase != Phase::counting;
  const bool routed = records || std::holds_alternative<RowsCounted>(event) ||
                      std::holds_alternative<RowsRecorded>(event) ||
                      std::holds_alternative<ApprovalGiven>(event);
  if (routed) {
    std::string text = state.why;
    for (const std::string& note : state.gate_notes) text += "; " + note;
    if (const auto* counted = std::get_if<RowsCounted>(&event)) {
      for (std::size_t i = 0; i < counted->numbers.size() && i < state.counting.questions.size();
           ++i)
        text += "; " + state.counting.questions[i].sql;
    }
    return text;
  }
  if (const auto* ended = std::get_if<AttemptEnded>(&event);
      ended != nullptr && state.checks.owns(ended->key))
    return verify::explain(state.checks.state(), state.checks.inward(event), effects);
  if (state.phase == Phase::judging_goals && state.goals.state().plan) {
    std::string text = goals::explain(state.goals.state(), event, effects);
    if (!text.empty()) return text;
  }
  if (std::holds_alternative<OutputsRead>(event)) {
    for (const Job& job : state.jobs) {
      if (job.complaint.empty() || job.status == agent::CompletionStatus::done) continue;
      if (job.step == JobStep::closing || job.step == JobStep::settled ||
          job.step == JobStep::waiting)
        return job.instance + ": " + job.complaint;
    }
  }
  if (!state.plan) return "";
  const Step& now = current_step(state);
  return "step " + now.id + " (" + now.title + "), round " + std::to_string(round_of(state));
}

}  // namespace assay::core::pipeline
