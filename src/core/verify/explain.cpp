// SPDX-License-Identifier: MIT
#include "core/verify/explain.h"

#include "base/match.h"
#include "core/verify/verdict.h"

namespace assay::core::verify {

namespace {

std::string retry_reason(const State& state, const CommandState& command) {
  if (command.retry_is_infrastructure) {
    return "retried: not the command's fault (" +
           (command.notes && !command.notes->detail.empty() ? command.notes->detail
                                                            : "infrastructure") +
           ")";
  }
  return "retried: a transient failure, retry " + std::to_string(command.flaky_retries) + " of " +
         std::to_string(state.plan->manifest.flaky_retry_limit);
}

/// What became of the command an attempt ended for.
std::string outcome_of(const State& state, std::uint32_t unit, std::uint32_t attempt) {
  const CommandState& command = state.commands[unit];
  if (command.attempts > attempt) return retry_reason(state, command);
  if (command.step == Step::observing_after) {
    return "worth a retry, if the workspace is still as it was before the attempt";
  }
  const CommandSpec& spec = state.plan->manifest.commands[unit];
  std::string text = std::string(to_text(command.status));
  if (command.reason != Reason::none) text += " (" + std::string(to_text(command.reason)) + ")";
  if (!command.effective && command.notes)
    text += ", proves nothing: " + command.notes->ineffective_reason;
  if (stands_in_the_way(spec, command)) text += "; required, so the run cannot pass";
  return text;
}

std::string started(const Effects& effects) {
  std::string names;
  int count = 0;
  for (const Effect& effect : effects) {
    const auto* start = std::get_if<StartAttempt>(&effect);
    if (start == nullptr) continue;
    if (++count <= 4) names += (names.empty() ? "" : ", ") + start->launch.name;
  }
  if (count == 0) return "";
  if (count > 4) names += " and " + std::to_string(count - 4) + " more";
  return "started " + names;
}

std::string rest(const Effects& effects, std::size_t commands) {
  std::string text = started(effects);
  const auto add = [&](const std::string& more) { text += (text.empty() ? "" : "; ") + more; };
  for (const Effect& effect : effects) {
    match(
        effect,
        [&](const ObserveTree& e) {
          const bool of_run = e.key.unit >= commands;
          add(of_run ? "looked at the tree" : "looked at the workspace around " + e.name);
        },
        [&](const RecallEvidence&) { add("asked earlier runs about this tree"); },
        [&](const StopAttempts&) { add("ended everything in flight"); },
        [&](const Drain&) {
          add("every command has its result: asked whether anything is still running");
        },
        [&](const Conclude& e) {
          add("verdict " + std::string(to_text(e.outcome)) + ": " + e.reason);
        },
        [](const auto&) {});
  }
  return text;
}

}  // namespace

std::string explain(const State& after, const Event& event, const Effects& effects) {
  std::string text;
  if (const auto* ended = std::get_if<AttemptEnded>(&event)) {
    const bool known = ended->key.unit < after.commands.size();
    const bool current = known && after.commands[ended->key.unit].attempts >= ended->key.attempt;
    text = current ? outcome_of(after, ended->key.unit, ended->key.attempt)
                   : "late or unknown: changes nothing";
  }
  if (std::holds_alternative<RunResumed>(event))
    text = "what was in flight is lost, which costs no retry";
  const std::string more = rest(effects, after.commands.size());
  if (!text.empty() && !more.empty()) text += "; ";
  return text + more;
}

}  // namespace assay::core::verify
