// SPDX-License-Identifier: MIT
#include "face/cli/init_try.h"

#include "base/text/escape.h"
#include "face/cli/problems.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::cli {

namespace {

using core::verify::GateType;

std::string word_for(const format::Gate& gate, const format::Trial& trial) {
  const format::Standing standing = format::standing_after(gate, trial);
  switch (standing) {
    case format::Standing::passed:
      return gate.gate_type == GateType::test
                 ? fmt::format("passed, {} {}", trial.tests, trial.tests == 1 ? "test" : "tests")
                 : "passed";
    case format::Standing::uncounted:
      return trial.tests > 0 ? "passed, but proves nothing: " + trial.line
                             : "passed, but does not tell how many tests ran";
    case format::Standing::failed: return "failed: " + trial.line;
    case format::Standing::unready: return "cannot run here: " + trial.line;
    case format::Standing::slow: return "stopped, took too long";
    case format::Standing::untried: break;
  }
  return {};
}

std::string init_told(const format::ProjectPlan& plan) {
  constexpr std::size_t told_lines_max = 12;
  std::string text;
  const auto add = [&](std::string_view word, const std::vector<std::string>& lines) {
    for (std::size_t i = 0; i < lines.size() && i < told_lines_max; ++i)
      text += fmt::format("{} {}\n", word, printable(lines[i]));
    if (lines.size() > told_lines_max)
      text += fmt::format("{} ... and {} more\n", word, lines.size() - told_lines_max);
  };
  std::vector<std::string> left;
  for (const format::LeftOut& one : plan.left_out)
    left.push_back(fmt::format("{} ({})", one.command, one.why));
  std::vector<std::string> weak;
  for (const format::Gate& gate : plan.gates) {
    if (!gate.counted)
      weak.push_back(fmt::format(
          "`{}` does not tell how many tests ran: only its exit status counts (a last line "
          "`N passed, N failed` would be counted)",
          gate.command));
    if (!gate.required)
      weak.push_back(fmt::format("`{}` is written with required: false", gate.command));
  }
  add("left out", left);
  add("first do", plan.setup);
  add("note:", weak);
  add("note:", plan.notes);
  return text;
}

}  // namespace

void TryLine::tick() {
  if (!session_.screen.live || session_.quiet) return;
  session_.screen.measure();
  const std::string time = fmt::format(" ({} s)", std::chrono::duration_cast<std::chrono::seconds>(
                                                      std::chrono::steady_clock::now() - begun_)
                                                      .count());
  const std::size_t width = static_cast<std::size_t>(std::max(20, session_.screen.width - 1));
  std::string line = "trying " + what_;
  if (line.size() + time.size() > width) line.resize(width - std::min(width, time.size()));
  session_.note("\r\x1b[K" + line + time);
  shown_ = true;
}

void TryProgress::surveyed(const format::ProjectPlan& plan) {
  for (const std::string& each : plan.found) session_.note("found " + printable(each) + "\n");
}

void TryProgress::settled(const format::ProjectPlan& plan) { session_.note(init_told(plan)); }

shell::Audience& TryProgress::begun(const format::Gate& gate) {
  line_ = std::make_unique<TryLine>(session_, printable(gate.command));
  return *line_;
}

void TryProgress::tried(const format::Gate& gate, const format::Trial& trial, Millis took) {
  line_.reset();
  session_.note(fmt::format("tried {}: {}  ({:.1f} s)\n", printable(gate.command),
                            word_for(gate, trial), static_cast<double>(took.count()) / 1000));
}

void TryProgress::failed(const format::Gate& gate, const api::Problems& problems) {
  line_.reset();
  session_.problem("assay: trying " + printable(gate.command) + ": " +
                   problem_text(problems.front()) + "\n");
}

}  // namespace assay::cli
