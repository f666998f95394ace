// SPDX-License-Identifier: MIT
#include "face/cli/at_work.h"

#include "base/text/columns.h"
#include "base/text/escape.h"
#include "base/text/join.h"
#include "face/cli/spending.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::cli {

namespace {

constexpr auto silence_told_after = std::chrono::seconds(10);
constexpr auto reminder_every = std::chrono::minutes(5);

std::string base_name(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

/// "Edit: /home/me/shop/src/a.py" is "Edit src/a.py" in /home/me/shop.
std::string short_tool(std::string text, const std::string& cwd) {
  if (!cwd.empty()) {
    for (std::size_t at = 0; (at = text.find(cwd + "/", at)) != std::string::npos;)
      text.erase(at, cwd.size() + 1);
  }
  const std::size_t colon = text.find(": ");
  if (colon != std::string::npos) text.erase(colon, 1);
  return first_line(text);
}

std::string used_text(std::int32_t turns, std::int64_t tokens,
                      std::optional<std::int64_t> micro_usd) {
  std::string text;
  const auto add = [&](const std::string& more) { append_part(text, ", ", more); };
  if (turns > 0) add(fmt::format("{} turn{}", turns, turns == 1 ? "" : "s"));
  if (tokens > 0) add(tokens_text(tokens));
  if (micro_usd) add(usd_text(*micro_usd));
  return text;
}

Millis been_at_it(Monotonic::time_point start) {
  return std::chrono::duration_cast<Millis>(Monotonic::now() - start);
}

std::string exit_text(const core::Exit& exit) {
  switch (exit.kind) {
    case core::ExitKind::exited: return fmt::format("exit {}", exit.code);
    case core::ExitKind::signaled: return fmt::format("signal {}", exit.signal);
    case core::ExitKind::timed_out: return "timed out";
    case core::ExitKind::cancelled: return "cancelled";
    case core::ExitKind::limited: return "over its limit";
    case core::ExitKind::spawn_failed: return "could not be started";
    case core::ExitKind::lost: return "lost";
    case core::ExitKind::unrecorded: return "output lost";
    case core::ExitKind::stalled: return "silent for too long";
    case core::ExitKind::held: return "did not end by itself";
  }
  return "";
}

}  // namespace

std::string worker_text(const Worker& worker, Millis elapsed) {
  if (!worker.is_agent) return fmt::format("{}  {}", to_human(elapsed), worker.what);
  const shell::AgentSight& sight = worker.sight;
  std::string text = fmt::format("{}  {}", worker.what, to_human(elapsed));
  if (sight.silent >= silence_told_after) text += "  silent " + to_human(sight.silent);
  if (!sight.last_tool.empty()) {
    text += "  " + short_tool(sight.last_tool, worker.cwd);
  } else if (!sight.last_words.empty()) {
    text += "  says " + first_line(sight.last_words);
  }
  const std::string used = used_text(sight.turns, sight.tokens, sight.micro_usd);
  return used.empty() ? text : text + "  " + used;
}

const Worker& AtWork::started(const core::Launch& launch, std::string why) {
  Worker worker;
  worker.key = launch.key;
  worker.name = printable(launch.name);
  worker.is_agent = launch.agent != nullptr;
  worker.what = worker.is_agent ? printable(base_name(launch.agent->argv.front()))
                                : first_line(launch.command);
  worker.cwd = launch.cwd;
  worker.why = std::move(why);
  worker.since = worker.reminded = Monotonic::now();
  return workers_.insert_or_assign(launch.key, std::move(worker)).first->second;
}

void AtWork::watching(const std::vector<shell::AgentSight>& sights) {
  for (const shell::AgentSight& sight : sights) {
    if (const auto known = workers_.find(sight.key); known != workers_.end())
      known->second.sight = sight;
  }
}

const Worker* AtWork::find(core::AttemptKey key) const {
  const auto known = workers_.find(key);
  return known == workers_.end() ? nullptr : &known->second;
}

std::vector<std::string> AtWork::lines() const {
  std::size_t width = 0;
  for (const auto& [key, worker] : workers_) width = std::max(width, columns(worker.name));
  std::vector<std::string> lines;
  for (const auto& [key, worker] : workers_) {
    lines.push_back(fmt::format("  {}  {}", padded(worker.name, std::min<std::size_t>(width, 28)),
                                worker_text(worker, been_at_it(worker.since))));
    if (worker.why.empty()) continue;
    lines.push_back(fmt::format("    attempt {}: {}", key.attempt, worker.why));
  }
  return lines;
}

std::vector<std::string> AtWork::reminders() {
  std::vector<std::string> lines;
  for (auto& [key, worker] : workers_) {
    if (!worker.is_agent || Monotonic::now() - worker.reminded < reminder_every) continue;
    worker.reminded = Monotonic::now();
    lines.push_back(
        fmt::format("{}  {}", worker.name, worker_text(worker, been_at_it(worker.since))));
  }
  return lines;
}

std::string ended_text(const core::AttemptEnded& attempt) {
  std::string text =
      fmt::format("{}  {} in {}", printable(attempt.name), exit_text(attempt.evidence.exit),
                  to_human(attempt.evidence.duration));
  if (!attempt.evidence.transcript) return text;
  const core::agent::Transcript& said = *attempt.evidence.transcript;
  const std::string used =
      used_text(said.turns, said.tokens_told ? said.tokens.total : 0, said.micro_usd);
  if (!used.empty()) text += ", " + used;
  return said.micro_usd ? text : text + ", cost unknown";
}

}  // namespace assay::cli
