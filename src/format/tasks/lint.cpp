// SPDX-License-Identifier: MIT
#include "format/tasks/lint.h"

#include "base/text/escape.h"
#include "base/text/path.h"
#include "format/problem.h"
#include "format/runners/scan.h"
#include "format/tasks/fields.h"
#include "format/tasks/outline.h"
#include "format/tasks/paths.h"
#include "format/yaml/front_matter.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::format {

namespace {

using core::LintRule;
using core::loop::Task;
using core::loop::lint::Findings;
using core::loop::lint::name_of;
using core::loop::lint::TaskRow;
using tasklist::BlockFields;

constexpr std::size_t steps_max = 4;
constexpr std::size_t files_max = 3;

std::string_view rule_of(LintRule rule) {
  switch (rule) {
    case LintRule::detaches: return "verify-detaches";
    case LintRule::masked: return "verify-masked";
    case LintRule::constant: return "verify-constant";
    case LintRule::opts_out: return "verify-opts-out";
    case LintRule::unparsable: return "verify-unparsable";
  }
  return "";
}

bool leaves_workspace(std::string_view path) {
  if (path[0] == '/' || path[0] == '~' || path[0] == '\\') return true;
  if (path.size() > 1 && path[1] == ':') return true;  // a drive
  return has_part(path, "..");
}

class TaskLinter {
 public:
  TaskLinter(const Task& task, const TaskLintOptions& options, Findings& findings)
      : task_(task),
        options_(options),
        findings_(findings),
        fields_(tasklist::read_fields(task.block)) {}

  void run(bool fields_expected) {
    if (fields_expected) missing();
    verify();
    proof();
    files();
    const std::size_t steps = tasklist::steps_of(fields_.steps);
    if (steps > steps_max && !task_.verify) {
      warn(fields_.steps, "too-many-steps", fmt::format("{} steps in Do", steps),
           fmt::format("split it: at most {} steps", steps_max));
    }
    if (task_.verify && says_parallel()) {
      warn({}, "parallel-verify", "[P] and [VERIFY] together",
           "a [VERIFY] task always runs alone: remove [P]");
    }
  }

 private:
  std::uint32_t line_of_field(const tasklist::Field& field) const {
    return task_.line + field.line;
  }
  void warn(const tasklist::Field& at, std::string_view rule, const std::string& what,
            std::string hint) {
    findings_.warning(line_of_field(at), rule, name_of(task_) + ": " + what, std::move(hint));
  }
  void fail(const tasklist::Field& at, std::string_view rule, const std::string& what,
            std::string hint) {
    findings_.error(line_of_field(at), rule, name_of(task_) + ": " + what, std::move(hint));
  }

  bool says_parallel() const {
    return std::any_of(task_.markers.begin(), task_.markers.end(),
                       [](const std::string& marker) { return marker == "P" || marker == "p"; });
  }

  void missing() {
    if (!task_.has_do)
      warn(fields_.steps, "missing-do", "no **Do**", "add - **Do**: with the steps");
    if (!task_.has_files && !task_.verify) {
      warn(fields_.files, "missing-files", "no **Files**",
           "add - **Files**: with what it may change, or none");
    }
    if (!task_.has_done_when) {
      warn(fields_.done_when, "missing-done-when", "no **Done when**",
           "add - **Done when**: with the condition that can be checked");
    }
    if (!task_.has_commit && !task_.verify) {
      warn(fields_.commit, "missing-commit", "no **Commit**",
           "add - **Commit**: with the message, or None");
    }
    if (task_.has_verify || !task_.commands.empty()) return;
    if (options_.has_gates) {
      warn(fields_.verify, "missing-verify", "no **Verify**",
           "the verify: commands of assay.yaml stand in for it; a command of its own is better");
    } else {
      fail(fields_.verify, "missing-verify", "no **Verify**",
           "add - **Verify**: with a command that fails while the task is undone");
    }
  }

  void proof() {
    if (!fields_.proof.said() || task_.unchanged) return;
    fail(fields_.proof, "proof-unknown",
         fmt::format("Proof says {}", quoted(tasklist::on_one_line(fields_.proof))),
         "write `unchanged` for a task that changes no behaviour, or leave it out");
  }

  void verify() {
    if (task_.has_verify && task_.commands.empty() && !task_.verify) {
      fail(fields_.verify, "verify-not-a-command",
           fmt::format("Verify is no command: {}", quoted(task_.verify_text)),
           "write the command in backticks: prose cannot be run");
    }
    for (const core::loop::TaskCommand& command : task_.commands) {
      for (const core::LintFinding& finding : command.lint.findings) {
        const std::string what = fmt::format("{}: {}", quoted(command.command), finding.why);
        constexpr std::string_view hint =
            "let the command that checks decide the exit status, and nothing else";
        if (finding.rule == LintRule::opts_out) {
          warn(fields_.verify, rule_of(finding.rule), what, std::string(hint));
        } else {
          fail(fields_.verify, rule_of(finding.rule), what, std::string(hint));
        }
      }
    }
  }

  void files() {
    for (const std::string& path : task_.files) {
      if (!leaves_workspace(path)) continue;
      fail(fields_.files, "files-outside-workspace",
           fmt::format("{} is outside the workspace", quoted(path)),
           "name it relative to the root of the repository");
    }
    if (task_.files.size() > files_max && task_.has_files && !task_.verify) {
      warn(fields_.files, "too-many-files", fmt::format("{} files", task_.files.size()),
           fmt::format("split it: at most {} files", files_max));
    }
    if (task_.has_files && task_.files.empty() && !says_none_throughout()) {
      warn(fields_.files, "files-without-paths", "Files names no path",
           "write paths in backticks, or none");
    }
  }

  bool says_none_throughout() const;

  const Task& task_;
  const TaskLintOptions& options_;
  Findings& findings_;
  BlockFields fields_;
};

bool TaskLinter::says_none_throughout() const {
  const auto segments = tasklist::segments_of(fields_.files);
  return std::all_of(segments.begin(), segments.end(),
                     [](const std::string& text) { return tasklist::says_none(text); });
}

void lint_total(std::string_view text, std::size_t count, Findings& findings) {
  const auto front = read_front_matter("tasks.md", text);
  const YamlNode* total = front ? find(*front, "total_tasks") : nullptr;
  if (total == nullptr || total->text == std::to_string(count)) return;
  findings.warning(
      total->line + 1, "total-tasks-wrong",
      fmt::format("total_tasks is {}, but there are {} tasks", quoted(total->text), count),
      fmt::format("write total_tasks: {}", count));
}

void lint_outline(std::string_view text, Findings& findings) {
  const tasklist::Outline outline = tasklist::read_outline(text);
  if (outline.unclosed != 0) {
    findings.error(outline.unclosed, "unclosed-block",
                   "a code block or comment begins here and is never closed",
                   "close it: what follows may or may not be tasks");
  }
  if (outline.unclear != 0) {
    findings.error(outline.unclear, "unclear-block",
                   "a code block begins here, and what looks like tasks follows before it ends",
                   "close it before them, or indent what belongs to it");
  }
  for (const tasklist::OddBox& box : outline.odd_boxes) {
    if (!contains("-~/>!?*.oO+", std::string_view(&box.mark, 1))) continue;
    findings.warning(box.line, "odd-check-box",
                     fmt::format("[{}] is neither open nor ticked, so this is no task",
                                 printable(std::string_view(&box.mark, 1))),
                     "write [ ] or [x]");
  }
}

bool is_checklist_of_fields(const TaskRow& tasks) {
  return std::any_of(tasks.begin(), tasks.end(), [](const Task& task) {
    return task.has_do || task.has_files || task.has_done_when || task.has_verify ||
           task.has_commit;
  });
}

}  // namespace

std::vector<TaskFinding> lint_tasks(const TasksReading& reading, std::string_view text,
                                    const TaskLintOptions& options) {
  Findings findings;
  const TaskRow& tasks = reading.tasks;
  if (!reading.problems.empty()) return {};
  if (tasks.empty()) {
    findings.error(1, "no-tasks", "there are no tasks",
                   "write them as - [ ] 1.1 TITLE at the left margin, outside code blocks");
  }
  const bool has_fields = is_checklist_of_fields(tasks);
  for (const Task& task : tasks) TaskLinter(task, options, findings).run(has_fields);
  if (!has_fields && !tasks.empty()) {
    findings.warning(tasks[0].line, "no-fields", "no task has a Verify or any other field",
                     options.has_gates
                         ? "the verify: commands of assay.yaml decide about each task"
                         : "put verify: commands in assay.yaml: nothing else can decide");
  }
  core::loop::lint::lint_ids(tasks, findings);
  core::loop::lint::lint_groups(tasks, findings);
  if (has_fields) core::loop::lint::lint_checkpoints(tasks, findings);
  lint_total(text, tasks.size(), findings);
  lint_outline(text, findings);
  std::stable_sort(findings.found.begin(), findings.found.end(),
                   [](const TaskFinding& a, const TaskFinding& b) { return a.line < b.line; });
  return std::move(findings.found);
}

}  // namespace assay::format
