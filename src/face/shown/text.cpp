// SPDX-License-Identifier: MIT
#include "face/shown/text.h"

#include "api/verify.h"
#include "base/match.h"
#include "base/text/escape.h"
#include "core/goals/state.h"
#include "core/verify/verdict.h"
#include "format/agent/result.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::shown {

std::string paint(std::string_view text, std::string_view sgr, bool on) {
  if (!on) return std::string(text);
  std::string painted = "\033[";
  return painted.append(sgr).append("m").append(text).append("\033[0m");
}

std::string first_line(const std::string& text) {
  return printable(text.substr(0, text.find('\n')));
}

format::LoopStanding loop_standing(const api::Run& run) {
  return {run.as<core::loop::State>(), run.outcome(), run.parked(), run.alive};
}

format::PipelineStanding pipeline_standing(const api::Run& run) {
  return {run.as<core::pipeline::State>(), run.outcome(), run.parked(), run.alive};
}

std::string_view state_of(const ledger::RunRow& row) {
  if (row.outcome) return to_text(*row.outcome);
  if (row.alive) return "running";
  return row.parked ? "parked" : "interrupted";
}

namespace {

std::string tinted(std::string_view word, bool good, bool color) {
  return paint(word, good ? "1;32" : "1;31", color);
}

std::string_view rule_of(core::verify::Status overall) {
  switch (overall) {
    case core::verify::Status::pass:
      return "every required command passed, and those that had to prove something did";
    case core::verify::Status::fail:
      return "a required command ran and said no; nothing worse happened (ERROR > FAIL > PASS)";
    case core::verify::Status::error:
      return "of a required command it could not be found out, or its pass proves nothing "
             "(ERROR > FAIL > PASS)";
  }
  return "";
}

std::string lead_of(const core::verify::State& state, const core::verify::Verdict& verdict,
                    bool color) {
  const bool good = verdict.overall == core::verify::Status::pass;
  std::string text =
      fmt::format("{}: {}\nrule: {}\n", tinted(to_text(verdict.overall), good, color),
                  printable(verdict.why), rule_of(verdict.overall));
  constexpr std::size_t deciders_max = 20;
  std::size_t told = 0;
  std::size_t passed = 0;
  for (std::uint32_t unit = 0; unit < state.commands.size(); ++unit) {
    const core::verify::CommandSpec& spec = state.plan->manifest.commands[unit];
    const core::verify::CommandState& command = state.commands[unit];
    if (!stands_in_the_way(spec, command)) {
      passed += command.status == core::verify::Status::pass ? 1U : 0U;
      continue;
    }
    if (++told > deciders_max) continue;
    text += fmt::format("  {}  {}\n", printable(spec.id),
                        printable(core::verify::summary_line(state, unit)));
    if (!command.notes) continue;
    for (const std::string& line : command.notes->excerpt)
      text += "      " + printable(line) + "\n";
    if (command.has_log)
      text += fmt::format("      log: assay logs {} {}\n", state.run_id, spec.id);
  }
  if (told > deciders_max) text += fmt::format("  and {} more\n", told - deciders_max);
  return passed == 0 ? text : text + fmt::format("  {} passed\n", passed);
}

std::string lead_of(const core::agent::State& state, bool color) {
  const format::AgentVerdict verdict = format::verdict_of(state);
  std::string text = fmt::format(
      "{}: {}\n",
      tinted(to_text(verdict.outcome), verdict.outcome == core::agent::Outcome::completed, color),
      printable(verdict.reason));
  return state.fused ? text + fmt::format("rule: {}\n", state.fused->rule) : text;
}

std::string lead_of(const core::goals::State& state, bool color) {
  const core::goals::Report report = core::goals::report_of(state);
  constexpr std::size_t gaps_shown = 8;
  const bool good = report.status == core::goals::Status::passed;
  std::string text = fmt::format("{}: {} gap{}\nrule: passed only without a single gap\n",
                                 tinted(to_text(report.status), good, color), report.gaps.size(),
                                 report.gaps.size() == 1 ? "" : "s");
  for (std::size_t i = 0; i < std::min(report.gaps.size(), gaps_shown); ++i) {
    const core::goals::Gap& gap = report.gaps[i];
    text += fmt::format("  {}  ({}) {}: {}\n", printable(gap.task), gap.type, first_line(gap.item),
                        first_line(gap.actual));
  }
  return text;
}

std::string lead_of_loop(const api::Run& run, bool color) {
  const format::LoopStanding standing = loop_standing(run);
  const core::loop::State& state = standing.state;
  const std::string_view status = format::status_of(standing);
  std::string text = fmt::format("{}: {}\n", tinted(status, status == "DONE", color),
                                 first_line(format::reason_of(standing)));
  text +=
      "rule: a task is ticked only if every layer lets it through; the first that does not "
      "decides\n";
  for (const core::loop::TaskState& task : state.tasks) {
    if (task.done || task.last_failure.empty()) continue;
    text += fmt::format("  {} {}\n", printable(task.task.id), first_line(task.task.title));
    for (const core::loop::Layer& layer : task.layers) {
      if (layer.status == core::loop::LayerStatus::failed)
        text += fmt::format("      {}: {}\n", layer.name, first_line(layer.why));
    }
  }
  return text;
}

std::string lead_of_pipeline(const api::Run& run, bool color) {
  const format::PipelineStanding standing = pipeline_standing(run);
  const core::pipeline::State& state = standing.state;
  const std::string_view status = format::status_of(standing);
  const core::pipeline::Step& step = current_step(state);
  std::string text =
      fmt::format("{}: {}\n", tinted(status, status == "DONE", color), first_line(state.why));
  text += fmt::format("at step {} ({})\n", printable(step.id), printable(step.title));
  for (const std::string& note : state.gate_notes) text += "  " + first_line(note) + "\n";
  for (const core::pipeline::Job& job : state.jobs) {
    if (!job.failure.empty())
      text += fmt::format("  {}: {}\n", printable(job.instance), first_line(job.failure));
  }
  return text;
}

}  // namespace

std::string lead_of(const api::Run& run, bool color) {
  if (!run.outcome() && !run.parked()) return "it is not decided yet\n";
  return match(
      run.machine.state, [](std::monostate) { return std::string(); },
      [&](const core::verify::State& state) { return lead_of(state, api::verdict_of(run), color); },
      [&](const core::agent::State& state) { return lead_of(state, color); },
      [&](const core::goals::State& state) { return lead_of(state, color); },
      [&](const core::loop::State&) { return lead_of_loop(run, color); },
      [&](const core::pipeline::State&) { return lead_of_pipeline(run, color); });
}

std::vector<api::Explanation> claims_of(const api::Run& run) {
  std::vector<api::Explanation> all;
  const auto* state = std::get_if<core::agent::State>(&run.machine.state);
  if (state == nullptr || !state->fused) return all;
  const Instant ended = state->evidence.started + state->evidence.duration;
  for (const core::agent::Mismatch& each : format::mismatches(*state)) {
    all.push_back({0, to_text(ended), state->plan->order.role, "claimed: " + each.claimed,
                   "observed: " + each.observed});
  }
  return all;
}

}  // namespace assay::shown
