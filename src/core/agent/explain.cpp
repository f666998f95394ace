// SPDX-License-Identifier: MIT
#include "base/match.h"
#include "core/agent/decide.h"

namespace assay::core::agent {

namespace {

std::string stream_text(const Transcript& transcript) {
  std::string text;
  switch (transcript.ending) {
    case Ending::none: text = "no terminal event"; break;
    case Ending::success: text = "its stream says success"; break;
    case Ending::failure: text = "its stream says failure"; break;
  }
  text += ", " + std::to_string(transcript.turns) + " turns";
  if (transcript.tokens_told) text += ", " + std::to_string(transcript.tokens.total) + " tokens";
  if (transcript.broken_lines > 0)
    text += ", " + std::to_string(transcript.broken_lines) + " broken lines";
  return text;
}

std::string on_end(const State& state, const AttemptEnded& e) {
  if (e.key.attempt != state.attempt)
    return "late news of an attempt that is over: changes nothing";
  return e.evidence.transcript ? stream_text(*e.evidence.transcript) : "it left no transcript";
}

}  // namespace

std::string explain(const State& state, const Event& event, const Effects& effects) {
  return match(
      event,
      [](const RunStarted&) {
        return std::string(
            "the tree is looked at first, so that what the agent changes can be told");
      },
      [&](const RunResumed&) {
        if (state.step == Step::parked)
          return std::string("it is still too early: the run stays parked");
        return state.step == Step::observing_before
                   ? std::string("what was in flight is lost; a new attempt is made")
                   : std::string("what was asked of the outside is asked again");
      },
      [&](const TreeObserved&) {
        if (!state.fused && state.step == Step::observing_before && !state.fallbacks.empty())
          return "a fallback takes over: " + state.fallbacks.back();
        if (!state.fused)
          return std::string("one launch is to be reserved before anything is spent");
        return std::string(to_text(state.fused->outcome)) + " by the rule '" +
               std::string(state.fused->rule) + "': " + state.fused->reason;
      },
      [&](const SpendingReported&) {
        return state.refusal ? "refused: " + state.refusal->why
                             : std::string("within every budget: the agent is started");
      },
      [&](const AttemptEnded& e) { return on_end(state, e); },
      [](const WorldIdle&) {
        return std::string("nothing is running, so what was in flight is lost");
      },
      [&](const DrainReported& e) {
        return e.alive == 0 ? std::string("nothing is left alive: the outcome is final")
                            : std::string("something is still alive and is ended first");
      },
      [&](const CancelRequested&) {
        return effects.empty() ? std::string("it is ending already")
                               : std::string("everything is stopped");
      },
      [](const RunParked&) { return std::string("the run waits; `--resume` wakes it"); },
      [](const auto&) { return std::string(); });  // nothing that an agent run asks for
}

}  // namespace assay::core::agent
