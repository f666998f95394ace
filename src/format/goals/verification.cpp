// SPDX-License-Identifier: MIT
#include "format/goals/verification.h"

#include "base/text/escape.h"
#include "base/text/utf8.h"
#include "format/yaml/front_matter.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace assay::format {

namespace {

using core::goals::CheckStatus;
using core::goals::Finding;
using core::goals::Gap;
using core::goals::Progress;
using core::goals::Report;
using core::goals::RoundRecord;
using core::goals::TaskResult;

bool is_number(std::string_view text) {
  return !text.empty() && text.size() < 10 &&
         text.find_first_not_of("0123456789") == std::string_view::npos &&
         (text.size() == 1 || text.front() != '0');
}

std::string upper(std::string_view word) {
  std::string text(word);
  for (char& c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return text;
}

void put_gap(std::string& out, const Gap& gap) {
  out += fmt::format("  - task: {}\n    type: {}\n    item: {}\n    expected: {}\n    actual: {}\n",
                     yaml_quoted(gap.task), yaml_quoted(gap.type), yaml_quoted(gap.item),
                     yaml_quoted(gap.expected), yaml_quoted(gap.actual));
}

void put_front_matter(std::string& out, const GoalsResult& result) {
  const Report& report = result.report;
  out += fmt::format("---\nphase: {}\nstatus: {}\ntasks_checked: {}\ntasks_passed: {}\n",
                     is_number(report.phase) ? report.phase : yaml_quoted(report.phase),
                     to_text(report.status), report.tasks.size(), report.tasks_passed);
  out += report.gaps.empty() ? "gaps: []\n" : "gaps:\n";
  for (const Gap& gap : report.gaps) put_gap(out, gap);
  if (result.round > 0) {
    out += fmt::format("round: {}\n", result.round);
    const RoundRecord record = record_of(report, result.round);
    out += record.met.empty() ? "met: []\n" : "met:\n";
    for (const std::string& key : record.met) out += fmt::format("  - \"{}\"\n", key);
  }
  out += "---\n";
}

void put_task_section(std::string& out, const TaskResult& task) {
  out += fmt::format("\n### {}: {} - {}\n\n", one_line(task.id), one_line(task.title),
                     upper(to_text(task.score)));
  for (const Finding& finding : task.findings) {
    out += fmt::format("- [{}] ({}) {}\n", finding.result.status == CheckStatus::ok ? "x" : " ",
                       one_line(finding.type), one_line(finding.item));
  }
}

void put_gaps(std::string& out, const std::vector<Gap>& gaps) {
  if (gaps.empty()) return;
  out += "\n## Gaps\n";
  std::size_t number = 0;
  for (const Gap& gap : gaps) {
    out += fmt::format("\n### Gap {}: {} - {}\n\n- Item: {}\n- Expected: {}\n- Actual: {}\n",
                       ++number, one_line(gap.task), one_line(gap.type), one_line(gap.item),
                       one_line(gap.expected), one_line(gap.actual));
    if (gap.path.empty()) continue;
    out += gap.line > 0 ? fmt::format("- Where: {}:{}\n", one_line(gap.path), gap.line)
                        : fmt::format("- Where: {}\n", one_line(gap.path));
  }
}

void put_progress_section(std::string& out, const Progress& progress) {
  out += fmt::format("\n## Since round {}\n", progress.since);
  const auto put = [&out](std::string_view title, const std::vector<Gap>& gaps) {
    out += fmt::format("\n- {}: {}\n", title, gaps.size());
    for (const Gap& gap : gaps) {
      out += fmt::format("  - {} ({}) {}\n", one_line(gap.task), one_line(gap.type),
                         one_line(gap.item));
    }
  };
  put("Closed", progress.closed);
  put("No longer asked for", progress.dropped);
  put("Still open", progress.still_open);
  put("New", progress.fresh);
  put("Regressed", progress.regressed);
}

}  // namespace

std::string one_line(std::string_view text) {
  constexpr std::size_t longest = 1000;
  std::string out;
  for (const char c : printable(beginning_of(text, longest))) {
    if (c == '\n' || c == '\t') {
      out.push_back(' ');
    } else {
      // An opened comment would hide everything after it.
      if (c == '<') out.push_back('\\');
      out.push_back(c);
    }
  }
  if (text.size() > longest) out += "...";
  return out;
}

GoalsResult goals_result(const core::goals::State& state) {
  return {core::goals::report_of(state), state.plan->round, {}, state.tree.id};
}

std::string write_verification_markdown(const GoalsResult& result) {
  const Report& report = result.report;
  std::string out;
  put_front_matter(out, result);
  out += fmt::format(
      "\n# Phase {} Verification\n\n## Summary\n\n- Status: {}\n- Tasks Checked: {}\n- Passed: "
      "{}\n- Total Gaps: {}\n",
      one_line(report.phase), to_text(report.status), report.tasks.size(), report.tasks_passed,
      report.gaps.size());
  if (result.round > 0) out += fmt::format("- Round: {}\n", result.round);
  if (!result.tree.empty()) out += fmt::format("- Tree: {}\n", result.tree);
  out += "\n## Task Results\n";
  for (const TaskResult& task : report.tasks) put_task_section(out, task);
  put_gaps(out, report.gaps);
  if (result.progress) put_progress_section(out, *result.progress);
  return out;
}

Result<RoundRecord> read_verification_record(std::string_view name, std::string_view text) {
  const YamlNode map = TRY(read_front_matter(name, text));
  const auto refused = [name](std::string_view what) {
    return Error{Fault::bad_input, fmt::format("{}: {}", name, what)};
  };
  RoundRecord record;
  const YamlNode* gaps = find(map, "gaps");
  if (gaps == nullptr || gaps->kind != YamlNode::Kind::list) return refused("has no list of gaps");
  for (const YamlNode& gap : gaps->items) {
    if (gap.kind != YamlNode::Kind::map) return refused("has a gap that is no mapping");
    Gap read{scalar_of(gap, "task"),
             scalar_of(gap, "type"),
             scalar_of(gap, "item"),
             scalar_of(gap, "expected"),
             scalar_of(gap, "actual"),
             "",
             0,
             false};
    if (read.task.empty() || read.type.empty()) return refused("has a gap without task or type");
    record.gaps.push_back(std::move(read));
  }
  const std::string round = scalar_of(map, "round");
  if (is_number(round)) std::from_chars(round.data(), round.data() + round.size(), record.round);
  if (const YamlNode* met = find(map, "met"); met != nullptr) {
    for (const YamlNode& key : met->items) record.met.push_back(key.text);
  }
  std::sort(record.met.begin(), record.met.end());
  record.met.erase(std::unique(record.met.begin(), record.met.end()), record.met.end());
  return record;
}

}  // namespace assay::format
