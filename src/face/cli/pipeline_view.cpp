// SPDX-License-Identifier: MIT
#include "face/cli/pipeline_view.h"

#include "base/text/escape.h"
#include "face/cli/spending.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::cli {

namespace {

using core::pipeline::Job;
using core::pipeline::JobStep;
using core::pipeline::State;

std::string list(std::string_view heading, const std::vector<std::string>& lines) {
  if (lines.empty()) return "";
  std::string text = fmt::format("{}:\n", heading);
  for (const std::string& line : lines) text += "  " + first_line(line) + "\n";
  return text;
}

std::string_view tint(std::string_view status) {
  if (status == "DONE") return "32";
  return status == "RUNNING" || status == "WAITING" ? "33" : "31";
}

}  // namespace

/// [x] done, [>] under way, [!] the run ended there without having done it, [-] passed over, [ ]
/// not reached.
std::vector<std::string> steps_column(const State& state, bool over) {
  std::vector<std::string> lines;
  const auto& steps = state.plan->definition.steps;
  const bool failed = over && state.ending && *state.ending != core::Outcome::passed;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const auto round = state.rounds.find(steps[i].id);
    const bool entered = round != state.rounds.end();
    const bool here = i == state.step;
    const bool skipped = !entered && (i < state.step || (over && !failed));
    const char mark = here && !over                ? '>'
                      : here && failed             ? '!'
                      : entered && i <= state.step ? 'x'
                      : entered                    ? '<'
                      : skipped                    ? '-'
                                                   : ' ';
    std::string line =
        fmt::format("  [{}] {:<3} {}", mark, printable(steps[i].id), printable(steps[i].title));
    if (entered && round->second > 1) line += fmt::format("  (round {})", round->second);
    if (mark == '!') line += "  (ended here)";
    if (mark == '<') line += "  (to be done again)";
    if (skipped) line += "  (skipped)";
    lines.push_back(std::move(line));
  }
  return lines;
}

std::string pipeline_report(const format::PipelineStanding& standing, const Session& session) {
  const State& state = standing.state;
  const std::string_view status = format::status_of(standing);
  std::string text =
      fmt::format("{}  {}  {}\n", paint(status, tint(status), session.screen.color_out),
                  printable(state.plan->slug), printable(state.plan->definition.name));
  for (const std::string& line : steps_column(state, standing.outcome.has_value()))
    text += (line.starts_with("  [!]") ? paint(line, "31", session.screen.color_out) : line) + "\n";
  for (const Job& job : state.jobs) {
    if (job.step == JobStep::executing && !standing.outcome)
      text += fmt::format("at work: {} (attempt {})\n", printable(job.instance), job.spawns);
  }
  if (!state.tasks.empty()) {
    std::size_t verified = 0;
    for (const auto& task : state.tasks) verified += task.verified ? 1 : 0;
    text += fmt::format("{} of {} tasks verified\n", verified, state.tasks.size());
  }
  text += list("gate", state.gate_notes);
  text += list("changed by nobody this run knows", state.strangers);
  text += list("known issues", state.known_issues);
  text += list("protected_changed", core::pipeline::protected_changed(state));
  text += list("claims that evidence contradicts", state.contradicted);
  if (state.confidence)
    text += fmt::format("confidence {} ({})\n", shown_confidence(state),
                        printable(state.confidence_why));
  if (!state.commit.empty()) text += fmt::format("commit {}\n", state.commit);
  if (!state.bundle_path.empty()) text += fmt::format("bundle {}\n", printable(state.bundle_path));
  const core::agent::Spent& spent = state.purse.spent;
  text += fmt::format("spent {}, {} of agents' time; run {}\n", spent_text(spent),
                      to_human(spent.wall), state.run_id);
  if (status == "WAITING" && !state.waiting_for.empty()) {
    const core::pipeline::Question question = question_of(state);
    text += fmt::format("waiting for {}: {}\n", question.gate_id, printable(question.question));
    if (!question.context.empty()) text += "  " + printable(question.context) + "\n";
    for (const std::string& path : question.files) text += "  read " + printable(path) + "\n";
    for (const core::pipeline::Option& option : question.options)
      text += fmt::format("  {:<10} {}{}\n", option.id, printable(option.description),
                          option.is_default ? " (default)" : "");
  }
  const std::string reason =
      standing.parked && !standing.outcome ? standing.parked->reason : state.why;
  if (!reason.empty() && status != "DONE") text += "why: " + printable(reason) + "\n";
  const std::string next = format::next_step(standing);
  if (!next.empty()) text += "next: " + next + "\n";
  return text;
}

std::string pipeline_rehearsal(const api::PipelineDraft& draft) {
  const core::pipeline::Definition& definition = draft.plan.definition;
  std::string text = fmt::format("{} ({}): nothing is run\n", printable(draft.plan.slug),
                                 printable(definition.name));
  for (const core::pipeline::Step& step : definition.steps) {
    const std::string& role = step.dispatch.role;
    const auto agent = draft.agents.find(role);
    std::string who;
    if (agent != draft.agents.end()) {
      const core::agent::Order order = core::agent::order_of(agent->second.agent);
      const std::size_t count = std::max<std::size_t>(1, step.dispatch.instances.size());
      who = fmt::format("  {} x{}: {}", role, count,
                        order.argv.empty() ? "" : printable(order.argv.front()));
    } else if (!role.empty()) {
      who = fmt::format("  {}: not configured, not asked", role);
    }
    text += fmt::format("  {:<10} {} ({}){}\n", printable(step.id), printable(step.title),
                        to_text(step.kind), who);
  }
  text += "gates, on the baseline before the first agent and on the tree after the work:\n";
  for (const core::verify::CommandSpec& gate : draft.config.verify.manifest.commands)
    text += fmt::format("  {:<10} {}{}\n", printable(gate.id), printable(gate.command),
                        gate.required ? "" : "  (not required)");
  const core::Limits& limits = draft.plan.budgets.run;
  text += fmt::format(
      "budget: {} launches, {} tokens, {} USD\n",
      limits.launches ? std::to_string(*limits.launches) : "any number of",
      limits.tokens ? std::to_string(*limits.tokens) : "any number of",
      limits.micro_usd ? fmt::format("{:.2f}", double(*limits.micro_usd) / 1e6) : "any amount of");
  text +=
      fmt::format("approvals: {}\n",
                  draft.plan.approval == core::Approval::autonomous ? "autonomous" : "interactive");
  return text;
}

}  // namespace assay::cli
