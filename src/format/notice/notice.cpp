// SPDX-License-Identifier: MIT
#include "format/notice/notice.h"

#include "base/ensure.h"
#include "base/match.h"
#include "base/text/escape.h"
#include "format/loop/result.h"
#include "format/pipeline/result.h"
#include "format/record/put.h"

#include <fmt/format.h>

namespace assay::format {

namespace {

using core::Standing;

void describe(Notice& notice, const core::Machine& machine, const core::loop::State& state) {
  const LoopStanding standing{state, machine.outcome, machine.parked, false};
  notice.run_id = state.run_id;
  notice.machine = "loop";
  notice.workspace = state.plan->workspace;
  notice.about = state.plan->spec_dir;
  notice.reason = reason_of(standing);
  notice.next = next_step(standing);
}

void add_question(Notice& notice, const core::pipeline::State& state) {
  const core::pipeline::Question question = core::pipeline::question_of(state);
  notice.gate = question.gate_id;
  notice.question = question.question;
  for (const core::pipeline::Option& option : question.options) notice.options.push_back(option.id);
}

void describe(Notice& notice, const core::Machine& machine, const core::pipeline::State& state) {
  const PipelineStanding standing{state, machine.outcome, machine.parked, false};
  notice.run_id = state.run_id;
  notice.machine = "pipeline";
  notice.workspace = state.plan->workspace;
  notice.about = state.plan->slug;
  const bool rests = machine.parked && !machine.outcome;
  notice.reason = rests ? machine.parked->reason : state.why;
  notice.next = next_step(standing);
  const bool asks = notice.event == Standing::Kind::waiting && !state.waiting_for.empty();
  if (asks) add_question(notice, state);
  // Whether somebody hears of the question before or after the coordinator has gone is chance.
  if (asks) notice.reason = "waiting for " + notice.gate;
}

std::string line_of(const Notice& notice) {
  std::string line =
      fmt::format("assay {} {}: {}", notice.machine, notice.about, to_text(notice.event));
  if (!notice.reason.empty()) line += " (" + notice.reason + ")";
  if (!notice.until.empty()) line += " until " + notice.until;
  if (!notice.next.empty()) line += "; " + notice.next;
  return printable(line);
}

}  // namespace

Notice notice_of(const core::Machine& machine, const Standing& standing, std::uint64_t number,
                 Instant at) {
  Notice notice;
  notice.event = standing.kind;
  notice.at = assay::to_text(at);
  notice.outcome = machine.outcome;
  if (standing.until) notice.until = assay::to_text(*standing.until);
  match(
      machine.state, [](const auto&) { ENSURE(false); },
      [&](const core::loop::State& state) { describe(notice, machine, state); },
      [&](const core::pipeline::State& state) { describe(notice, machine, state); });
  notice.id = fmt::format("{}:{}", notice.run_id, number);
  notice.text = line_of(notice);
  return notice;
}

Notice with_link(Notice notice, const std::string& link) {
  notice.link = link;
  if (!link.empty()) notice.text += "; " + link;
  return notice;
}

std::string notice_json(const Notice& notice) {
  std::string out;
  JsonWriter json(out);
  stored::put_value(json, notice);
  return out;
}

}  // namespace assay::format
