// SPDX-License-Identifier: MIT
#include "face/cli/agent_view.h"

#include "base/text/escape.h"
#include "format/agent/result.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::cli {

namespace {

using core::agent::Outcome;

constexpr std::size_t lines_max = 12;

std::string_view outcome_tint(Outcome outcome) {
  if (outcome == Outcome::completed) return "32";
  return outcome == Outcome::failed || outcome == Outcome::refused ? "31" : "33";
}

std::string turns_text(const core::agent::Transcript& said) {
  std::string text = fmt::format("{} turn{}", said.turns, said.turns == 1 ? "" : "s");
  if (said.tokens_told)
    text += fmt::format(", {} tokens ({} in, {} out)", said.tokens.total, said.tokens.input,
                        said.tokens.output);
  text += said.micro_usd ? fmt::format(", ${:.4f}{}", static_cast<double>(*said.micro_usd) / 1e6,
                                       said.cost_computed ? " (computed from prices:)" : "")
                         : std::string(", cost unknown");
  return said.model.empty() ? text : text + ", " + printable(said.model);
}

std::string entries_under(std::string_view title, const std::vector<std::string>& entries) {
  if (entries.empty()) return "";
  std::string text = fmt::format("{}\n", title);
  for (std::size_t i = 0; i < std::min(entries.size(), lines_max); ++i)
    text += "  " + printable(entries[i]) + "\n";
  if (entries.size() > lines_max)
    text += fmt::format("  and {} more (--format json has all)\n", entries.size() - lines_max);
  return text;
}

std::vector<std::string> command_lines(const std::vector<core::agent::Command>& commands) {
  std::vector<std::string> lines;
  for (const core::agent::Command& command : commands) {
    const std::string exit = command.denied      ? "denied"
                             : command.exit_code ? fmt::format("exit {}", *command.exit_code)
                                                 : "exit not told";
    lines.push_back(fmt::format("{}  ({})", command.command.substr(0, 200), exit));
  }
  return lines;
}

std::vector<std::string> mismatch_lines(const core::agent::State& state) {
  std::vector<std::string> lines;
  for (const core::agent::Mismatch& each : format::mismatches(state))
    lines.push_back("claimed: " + each.claimed + "  observed: " + each.observed);
  return lines;
}

/// The end of what it said: what matters comes last.
std::string last_words(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  if (lines.empty()) return "";
  std::string shown = "it said\n";
  const std::size_t first = lines.size() > lines_max ? lines.size() - lines_max : 0;
  for (std::size_t i = first; i < lines.size(); ++i) shown += "  " + printable(lines[i]) + "\n";
  return shown;
}

}  // namespace

std::string agent_report(const core::agent::State& state, const Session& session) {
  const format::AgentVerdict verdict = format::verdict_of(state);
  std::string text = fmt::format(
      "{}  {}  {}\n",
      paint(to_text(verdict.outcome), outcome_tint(verdict.outcome), session.screen.color_out),
      state.plan->order.role, printable(verdict.reason));
  for (const std::string& why : state.fallbacks)
    text += fmt::format("fallback: {}\n", printable(why));
  const bool ran = state.evidence.exit.kind != core::ExitKind::spawn_failed;
  if (state.evidence.transcript && ran) {
    const core::agent::Transcript& said = *state.evidence.transcript;
    text += fmt::format("{}, {}\n", to_human(state.evidence.duration), turns_text(said));
    text += last_words(said.final_text);
    text += entries_under("commands it ran", command_lines(said.commands));
    text += entries_under("files changed (observed)", state.files_changed);
    text += entries_under("commits made (observed)", state.commits);
    text += entries_under("claims that evidence contradicts", mismatch_lines(state));
    text += entries_under("denied", said.denials);
    text += entries_under("errors", said.errors);
    if (said.broken_lines > 0)
      text +=
          fmt::format("{} of {} lines were not of its dialect\n", said.broken_lines, said.lines);
    for (const core::Orphan& orphan : state.evidence.orphans)
      text += fmt::format("left behind and killed: {} ({})\n", printable(orphan.name), orphan.pid);
  }
  if (!state.evidence.output.log_path.empty())
    text += fmt::format("log {}\n", state.evidence.output.log_path);
  return text + fmt::format("run {}\n", state.run_id);
}

std::string parked_hint(const core::agent::State& state,
                        const std::optional<core::RunParked>& parked) {
  if (!parked) return "";
  const std::string command = fmt::format("assay agent run --resume {}", state.run_id);
  if (!parked->until) return fmt::format("parked; go on with `{}`\n", command);
  return fmt::format("parked until {}; then go on with `{}`\n", to_text(*parked->until), command);
}

}  // namespace assay::cli
