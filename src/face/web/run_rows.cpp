// SPDX-License-Identifier: MIT
// A run as lists show it: its row, its question, what was spent.
#include "face/web/shape.h"

namespace assay::web {

std::string day_of(Instant at) { return to_text(at).substr(0, 10); }

std::vector<LimitShown> limits_shown(const std::string& front, const core::Limits& limits,
                                     const core::agent::Spent& used) {
  std::vector<LimitShown> shown;
  const auto put = [&](const char* name, const std::optional<std::int64_t>& limit,
                       std::int64_t value) {
    if (limit) shown.push_back({front + name, *limit, value});
  };
  put("launches", limits.launches, used.launches);
  put("wall_ms", limits.wall ? std::optional(limits.wall->count()) : std::nullopt,
      used.wall.count());
  put("tokens", limits.tokens, used.tokens);
  put("micro_usd", limits.micro_usd, used.micro_usd);
  return shown;
}

SpentShown as_shown(const core::agent::Spent& spent) {
  return {spent.launches, spent.wall.count(), spent.tokens, spent.micro_usd, spent.of_unknown_cost};
}

RunShown as_shown(const api::ListedRun& run, Instant now) {
  const ledger::RunRow& row = run.row;
  RunShown shown{.workspace = run.shelf,
                 .run_id = row.run_id,
                 .machine = row.machine,
                 .name = run.note.name,
                 .state = run.state,
                 .started_at = to_text(row.started),
                 .ended_at = {},
                 .duration_ms = (row.ended.value_or(now) - row.started).count(),
                 .events = row.events,
                 .coordinators = row.epoch,
                 .alive = row.alive,
                 .waits_for = run.waits_for,
                 .waits_until = {},
                 .spent = as_shown(run.note.spent)};
  if (row.ended) shown.ended_at.held = to_text(*row.ended);
  if (run.waits_until) shown.waits_until.held = to_text(*run.waits_until);
  return shown;
}

StepEventShown as_shown(const api::Dossier::Step& step) {
  const api::Explanation& told = step.told;
  return {told.seq,     told.at,     std::string(step.kind), told.subject, told.happened,
          told.decided, told.weighty};
}

QuestionShown question_shown(const api::ListedRun& run, const core::pipeline::State& state,
                             bool answered) {
  const core::pipeline::Question question = core::pipeline::question_of(state);
  QuestionShown shown{.workspace = run.shelf,
                      .run_id = run.row.run_id,
                      .name = run.note.name,
                      .gate_id = question.gate_id,
                      .ordinal = core::pipeline::answers_to(state, state.waiting_for),
                      .question = question.question,
                      .context = question.context,
                      .options = {},
                      .files = question.files,
                      .since = {},
                      .answered = answered};
  for (const core::pipeline::Option& each : question.options)
    shown.options.push_back({each.id, each.label, each.description, each.is_default, each.comment});
  return shown;
}

}  // namespace assay::web
