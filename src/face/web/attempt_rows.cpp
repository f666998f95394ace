// SPDX-License-Identifier: MIT
// Attempts as lists and the timeline show them.
#include "api/run_parts.h"
#include "face/web/shape.h"

#include <algorithm>
#include <limits>

namespace assay::web {

using api::UnitState;

namespace {

UnitState evidence_state(const core::Evidence& evidence) {
  switch (evidence.exit.kind) {
    case core::ExitKind::exited:
      return evidence.exit.code == 0 ? UnitState::passed : UnitState::failed;
    case core::ExitKind::held: return UnitState::passed;
    case core::ExitKind::signaled:
    case core::ExitKind::timed_out:
    case core::ExitKind::limited:
    case core::ExitKind::stalled: return UnitState::failed;
    case core::ExitKind::cancelled:
    case core::ExitKind::spawn_failed:
    case core::ExitKind::lost:
    case core::ExitKind::unrecorded: return UnitState::error;
  }
  return UnitState::error;
}

AttemptRowShown ended_row(const api::RunView& view, std::size_t i) {
  const core::AttemptEnded& ended = view.attempts[i];
  const core::Evidence& evidence = ended.evidence;
  const api::RunView::Started& started = view.attempts_started[i];
  const bool ran = evidence.started != Instant{};
  const Instant begun = ran ? evidence.started : ended.at;
  AttemptRowShown row{
      .name = ended.name,
      .attempt = ended.key.attempt,
      .seq = view.attempt_seqs[i],
      .state = evidence_state(evidence),
      .kind = std::string(to_text(evidence.exit.kind)),
      .outcome = evidence.exit.detail,
      .started_at = to_text(begun),
      .start_ms = (begun - view.row.started).count(),
      .duration_ms = evidence.duration.count(),
      .exit_code = {},
      .bytes = evidence.output.bytes,
      .tests = evidence.reading.tally.executed,
      .tests_failed = evidence.reading.tally.executed < 0 ? -1 : evidence.reading.tally.failed,
      .is_agent = !started.role.empty() || evidence.transcript != nullptr,
      .role = started.role,
      .model = {},
      .tokens = 0,
      .micro_usd = {},
      .step = {},
      .critical = false};
  if (evidence.exit.kind == core::ExitKind::exited) row.exit_code.held = evidence.exit.code;
  if (evidence.transcript) {
    row.model = evidence.transcript->model;
    row.tokens = evidence.transcript->tokens.total;
    if (evidence.transcript->micro_usd) row.micro_usd.held = *evidence.transcript->micro_usd;
  }
  return row;
}

}  // namespace

std::vector<AttemptRowShown> attempts_shown(const api::RunView& view, Instant now) {
  std::vector<AttemptRowShown> rows;
  rows.reserve(view.attempts.size() + view.in_flight.size());
  const api::RunParts parts(view.run.machine);
  for (std::size_t i = 0; i < view.attempts.size(); ++i) {
    rows.push_back(ended_row(view, i));
    rows.back().step = parts.of(rows.back().name);
  }
  if (!view.row.alive) return rows;
  for (const auto& [key, started] : view.in_flight) {
    AttemptRowShown row;
    row.name = started.name;
    row.step = parts.of(started.name);
    row.attempt = key.attempt;
    row.state = UnitState::running;
    row.started_at = to_text(started.at);
    row.start_ms = (started.at - view.row.started).count();
    row.duration_ms = (now - started.at).count();
    row.is_agent = !started.role.empty();
    row.role = started.role;
    rows.push_back(std::move(row));
  }
  return rows;
}

void mark_critical(std::vector<AttemptRowShown>& attempts) {
  std::vector<std::size_t> by_end(attempts.size());
  for (std::size_t i = 0; i < by_end.size(); ++i) by_end[i] = i;
  const auto end_of = [&](std::size_t i) { return attempts[i].start_ms + attempts[i].duration_ms; };
  std::sort(by_end.begin(), by_end.end(),
            [&](std::size_t a, std::size_t b) { return end_of(a) < end_of(b); });
  // From the last one back: what ended last before it began.
  std::int64_t until = std::numeric_limits<std::int64_t>::max();
  for (auto at = by_end.rbegin(); at != by_end.rend(); ++at) {
    if (end_of(*at) > until) continue;
    attempts[*at].critical = true;
    // Clocks of two processes need not agree to the millisecond.
    until = attempts[*at].start_ms + 5;
    if (attempts[*at].duration_ms <= 5) until = attempts[*at].start_ms;
  }
}

}  // namespace assay::web
