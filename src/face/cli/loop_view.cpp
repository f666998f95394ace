// SPDX-License-Identifier: MIT
#include "face/cli/loop_view.h"

#include "base/text/escape.h"
#include "face/cli/spending.h"

#include <fmt/format.h>

namespace assay::cli {

namespace {

using core::loop::TaskKey;
using core::loop::TaskState;
using core::loop::WorkStep;

std::string indented(const std::string& text) {
  std::string out;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    out += "    " + printable(text.substr(at, end - at)) + "\n";
    at = end + 1;
  }
  return out;
}

std::string task_line(const core::loop::State& state, TaskKey key, bool color) {
  const TaskState& task = state.tasks[key];
  const bool failed = !task.done && !task.last_failure.empty();
  const std::string_view mark = task.done ? "x" : failed ? "!" : " ";
  std::string text = fmt::format("  [{}] {} {}", paint(mark, "31", color && failed),
                                 name_of(state, key), printable(task.task.title));
  if (failed) text += "  " + paint("(not accepted)", "31", color);
  if (task.taken_over) text += "  (ticked before)";
  if (task.was_there) text += "  (was already there)";
  if (!task.commit.empty()) text += "  " + task.commit;
  if (task.spawns > 1) text += fmt::format("  {} attempts", task.spawns);
  return text + "\n";
}

std::string lines_under(std::string_view heading, const std::vector<std::string>& lines) {
  if (lines.empty()) return "";
  std::string text = fmt::format("{}:\n", heading);
  for (const std::string& line : lines) text += "  " + printable(line) + "\n";
  return text;
}

std::string_view status_tint(std::string_view status) {
  if (status == "DONE") return "32";
  return status == "RUNNING" || status == "WAITING" || status == "STOPPED" ? "33" : "31";
}

}  // namespace

std::string loop_report(const format::LoopStanding& standing, const Session& session) {
  const core::loop::State& state = standing.state;
  const std::string_view status = format::status_of(standing);
  std::size_t done = 0;
  for (const TaskState& task : state.tasks) done += task.done ? 1 : 0;
  std::string text = fmt::format("{}  {}  {} of {} tasks done\n",
                                 paint(status, status_tint(status), session.screen.color_out),
                                 printable(state.plan->spec), done, state.order.size());
  std::string phase;
  for (const TaskKey key : state.order) {
    const TaskState& task = state.tasks[key];
    if (task.task.phase != phase) {
      phase = task.task.phase;
      text += printable(phase) + "\n";
    }
    text += task_line(state, key, session.screen.color_out);
    if (!task.done && !task.last_failure.empty()) text += indented(task.last_failure);
  }
  for (const core::loop::Job& job : state.jobs) {
    if (job.step != WorkStep::settled && !standing.outcome)
      text +=
          fmt::format("at work: {} (attempt {} of {})\n", name_of(state, job.task),
                      state.tasks[job.task].iteration, state.plan->settings.max_task_iterations);
  }
  text += lines_under("notes", state.remarks);
  text += lines_under("protected_changed", core::loop::protected_changed(state));
  text += lines_under("tampering", state.tampering);
  text += lines_under("kept", state.kept);
  const core::agent::Spent& spent = state.purse.spent;
  text += fmt::format("spent {}, {} of agents' time; run {}\n", spent_text(spent),
                      to_human(spent.wall), state.run_id);
  const std::string reason = format::reason_of(standing);
  const bool tells = status != "DONE" || !state.known_failures.empty();
  if (!reason.empty() && tells) text += "why: " + indented(reason).substr(4);
  const std::string next = format::next_step(standing);
  if (!next.empty()) text += "next: " + next + "\n";
  return text;
}

std::string findings_report(const std::string& path, const format::TasksReading& reading,
                            const std::vector<format::TaskFinding>& findings,
                            const Session& session) {
  std::string text;
  std::size_t errors = 0;
  for (const format::TaskFinding& finding : findings) {
    errors += finding.is_error ? 1 : 0;
    const std::string word = finding.is_error ? paint("error", "31", session.screen.color_out)
                                              : paint("warning", "33", session.screen.color_out);
    text += fmt::format("{}:{}: {}: {} [{}]\n", path, finding.line, word,
                        printable(finding.message), finding.rule);
    if (!finding.hint.empty()) text += fmt::format("    {}\n", printable(finding.hint));
  }
  return text + fmt::format("{} tasks, {} errors, {} warnings\n", reading.tasks.size(), errors,
                            findings.size() - errors);
}

}  // namespace assay::cli
