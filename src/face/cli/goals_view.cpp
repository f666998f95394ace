// SPDX-License-Identifier: MIT
#include "face/cli/goals_view.h"

#include "base/text/escape.h"
#include "format/json/fields.h"

#include <fmt/format.h>

namespace assay::cli {

namespace {

using namespace core::goals;

constexpr std::size_t gaps_max = 50;

std::string_view score_tint(Score score) {
  return score == Score::pass ? "32" : score == Score::partial ? "33" : "31";
}

std::string gap_lines(const Gap& gap) {
  std::string place = gap.path;
  if (gap.line > 0) place += fmt::format(":{}", gap.line);
  std::string text = fmt::format("  {}  ({}) {}\n    expected  {}\n    actual    {}\n", gap.task,
                                 gap.type, format::one_line(gap.item),
                                 format::one_line(gap.expected), format::one_line(gap.actual));
  if (!place.empty()) text += fmt::format("    see       {}\n", printable(place));
  return text;
}

std::string progress_line(const Progress& progress) {
  return fmt::format("since round {}: {} closed, {} still open, {} new, {} regressed\n",
                     progress.since, progress.closed.size(), progress.still_open.size(),
                     progress.fresh.size(), progress.regressed.size());
}

std::string task_line(const TaskResult& task, bool color) {
  std::size_t met = 0;
  for (const Finding& finding : task.findings)
    met += finding.result.status == CheckStatus::ok ? 1 : 0;
  return fmt::format("{}{}  {}  {}/{}  {}\n",
                     paint(to_text(task.score), score_tint(task.score), color),
                     std::string(8 - to_text(task.score).size(), ' '), task.id, met,
                     task.findings.size(), format::one_line(task.title));
}

}  // namespace

std::string goals_report(const format::GoalsResult& result, const Session& session) {
  const Report& report = result.report;
  const bool color = session.screen.color_out;
  std::string text;
  for (const TaskResult& task : report.tasks) text += task_line(task, color);
  if (!report.gaps.empty()) text += "gaps\n";
  for (std::size_t i = 0; i < std::min(report.gaps.size(), gaps_max); ++i)
    text += gap_lines(report.gaps[i]);
  if (report.gaps.size() > gaps_max)
    text += fmt::format("  and {} more (verification.md has all)\n", report.gaps.size() - gaps_max);
  if (result.progress) text += progress_line(*result.progress);
  const bool good = report.status == Status::passed;
  if (!result.tree.empty()) text += "tree " + result.tree.substr(0, 12) + "\n";
  return text + fmt::format("{}: phase {}, {} of {} tasks passed, {} gap{}\n",
                            paint(to_text(report.status), good ? "32" : "31", color),
                            format::one_line(report.phase), report.tasks_passed,
                            report.tasks.size(), report.gaps.size(),
                            report.gaps.size() == 1 ? "" : "s");
}

std::string goals_readings(const std::vector<Task>& tasks, const Session& session) {
  std::string text;
  for (const Task& task : tasks) {
    text += fmt::format("{}  {}\n", paint(task.id, "1", session.screen.color_out),
                        format::one_line(task.title));
    for (const Criterion& criterion : task.criteria) {
      text += fmt::format("  \"{}\"\n    {}\n", format::one_line(criterion.text),
                          format::one_line(criterion.reading));
      for (const Form& form : criterion.forms)
        text += fmt::format("    {:<11} {}\n", type_word(form), format::one_line(describe(form)));
    }
  }
  return text;
}

std::string goals_readings_json(const std::vector<Task>& tasks) {
  std::string out;
  format::JsonWriter json(out, format::JsonLayout::indented);
  json.begin_array();
  for (const Task& task : tasks) {
    for (const Criterion& criterion : task.criteria) {
      json.begin_object();
      format::Fields(json)
          .text("task", task.id)
          .text("criterion", criterion.text)
          .text("reading", criterion.reading);
      json.key("checks");
      json.begin_array();
      for (const Form& form : criterion.forms) {
        json.begin_object();
        format::Fields(json).text("type", type_word(form)).text("expected", describe(form));
        json.end_object();
      }
      json.end_array();
      json.end_object();
    }
  }
  json.end_array();
  return out + "\n";
}

}  // namespace assay::cli
