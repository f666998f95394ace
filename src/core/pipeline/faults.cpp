// SPDX-License-Identifier: MIT
// What speaks against the work of a task: regressions, files of others, reports that are not true.
#include "base/text/join.h"
#include "core/pipeline/turn.h"
#include "core/work/declared.h"
#include "core/work/guarded_paths.h"
#include "core/work/test_files.h"

#include <algorithm>

namespace assay::core::pipeline {

namespace {

constexpr std::size_t named_max = 5;

/// "./a/b" and, from below the workspace or a copy of it, "<workspace>/a/b" is "a/b".
std::string plain_path(std::string path, const std::string& workspace, const std::string& copies) {
  if (path.starts_with(copies + "/")) path.erase(0, path.find('/', copies.size() + 1) + 1);
  if (path.starts_with(workspace + "/")) path.erase(0, workspace.size() + 1);
  while (path.starts_with("./")) path.erase(0, 2);
  while (path.ends_with('/')) path.pop_back();
  return path;
}

/// A row is about one tree, and says which.
std::string on_tree(const std::string& tree, const std::string& snippet) {
  constexpr std::size_t digits = 12;
  if (tree.empty()) return snippet;
  std::string text = "tree " + tree.substr(0, digits) + ": " + snippet;
  if (text.size() <= snippet_max) return text;
  text.resize(snippet_max);
  while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0U) == 0x80U)
    text.pop_back();
  if (!text.empty() && (static_cast<unsigned char>(text.back()) & 0x80U) != 0) text.pop_back();
  return text;
}

/// The path itself, or something below it.
bool has_changed(const std::set<std::string>& changed, const std::string& path) {
  if (changed.contains(path)) return true;
  const auto below = changed.lower_bound(path + "/");
  return below != changed.end() && below->starts_with(path + "/");
}

}  // namespace

std::string listed(const std::vector<std::string>& names) {
  return assay::listed(names, named_max);
}

/// Of sorted lists: what only the first has.
std::vector<std::string> missing_from(const std::vector<std::string>& wanted,
                                      const std::vector<std::string>& there) {
  std::vector<std::string> gone;
  std::set_difference(wanted.begin(), wanted.end(), there.begin(), there.end(),
                      std::back_inserter(gone));
  return gone;
}

/// The rows of one task: what the checks said before and after, and whether it kept to its files.
void Turn::add_check_rows(const TaskRecord& record) {
  TaskRecord& task = *task_of(record.task.id);
  const std::int64_t round = evidence_round(s_);
  task.regressions.clear();
  task.faults.clear();
  const auto row = [&](const CheckResult& check, const std::string& phase,
                       const std::string& name) {
    const std::string& tree = phase == "baseline" ? s_.origin.name : s_.verified_name;
    s_.counting.rows.push_back(
        {task.task.id, phase, name, "assay verify", check.command,
         check.exit_code < 0 ? std::nullopt : std::optional<int>(check.exit_code),
         on_tree(tree, check.snippet), check.passed || check.known, "", "", round});
  };
  for (std::size_t i = 0; i < s_.after.size(); ++i) {
    if (i < s_.baseline.size()) {
      row(s_.baseline[i], "baseline", "baseline-" + s_.baseline[i].name);
      if (is_new(s_)) {
        row(s_.after[i], "after", s_.after[i].name);
        continue;
      }
      if (s_.baseline[i].passed && !s_.after[i].passed)
        task.regressions.push_back(s_.after[i].name + " passed on the baseline");
      if (s_.after[i].tests >= 0 && s_.after[i].tests < s_.baseline[i].tests)
        task.regressions.push_back(
            s_.after[i].name + " ran " + std::to_string(s_.baseline[i].tests) +
            " tests on the baseline, now " + std::to_string(s_.after[i].tests));
    }
    row(s_.after[i], "after", s_.after[i].name);
  }
  if (is_new(s_)) {
    find_regressions(task);
    find_faults(task);
    // Only what speaks against a task: that nothing does is no evidence for its work.
    std::string faults;
    for (const std::string& fault : task.faults) faults += (faults.empty() ? "" : "; ") + fault;
    if (!faults.empty())
      row({"work-check", "", true, false, -1, -1, faults.substr(0, snippet_max)}, "after",
          "work-check");
    if (!holds(s_, Fact::change_proved, &task)) {
      const std::string words = proof::in_words(*s_.proving.proof);
      row({"proof-check", "", true, false, -1, -1, words.substr(0, snippet_max)}, "after",
          "proof-check");
    }
    task.failed = !s_.checks_passed || !task.regressions.empty() || !task.faults.empty();
    task.verified = !task.failed;
    for (const CheckResult& check : s_.after) {
      if (check.required && !check.passed && !check.known)
        note_contradiction(task.task.id + ": its report says DONE, but " + check.name +
                           " does not pass");
    }
    return;
  }
  CheckResult scope{"scope-check", "", false, task.outside.empty(), 0, -1, ""};
  scope.snippet = task.outside.empty() ? "changed only the files it declared"
                                       : "changed without declaring it: " + task.outside.front();
  row(scope, "after", scope.name);
  if (!task.outside.empty())
    note_issue(task.task.id + " changed files it did not declare: " + task.outside.front());
  task.failed = !s_.checks_passed || !task.regressions.empty();
  task.verified = !task.failed;
  if (!task.failed) return;
  for (const CheckResult& check : s_.after) {
    if (!check.passed)
      s_.contradicted.push_back(task.task.id + ": its report says DONE, but " + check.name +
                                " does not pass");
  }
}

/// What was better on the baseline.
void Turn::find_regressions(TaskRecord& task) const {
  for (std::size_t i = 0; i < s_.after.size() && i < s_.baseline.size(); ++i) {
    const CheckResult& before = s_.baseline[i];
    const CheckResult& now = s_.after[i];
    if (before.passed && !now.passed)
      task.regressions.push_back(now.name + " passed on the baseline");
    const std::vector<std::string> gone = missing_from(before.passed_tests, now.passed_tests);
    if (!gone.empty()) {
      task.regressions.push_back(now.name +
                                 ": passed on the baseline and not now: " + listed(gone));
    } else if (before.tests > 0 && now.tests < before.tests) {
      task.regressions.push_back(
          now.name + " ran " + std::to_string(before.tests) + " tests on the baseline, now " +
          (now.tests < 0 ? "nobody knows how many" : std::to_string(now.tests)));
    }
  }
}

/// A task may change what judges it if it declares that. Nobody has proved then that it still asks
/// as much.
void Turn::note_judges(const std::vector<std::string>& paths) {
  std::vector<std::string> judges;
  for (const std::string& path : paths) {
    const bool was_there = !s_.seen.fresh.contains(path);
    const bool judges_work = is_test_file(path) || path == "assay.yaml";
    if (work::is_protected(s_.plan->protected_globs, path) || (was_there && judges_work))
      judges.push_back(path);
  }
  if (!judges.empty())
    note_issue("changed what judges the work, which was there before: " + listed(judges));
}

/// Whether there is any work, whether it is the work that was asked for, and whether its report is
/// true. All of it against the baseline: what was done and taken back was not done.
void Turn::find_faults(TaskRecord& task) {
  const auto fault = [&](std::string what) {
    note_contradiction(task.task.id + ": " + what);
    task.faults.push_back(std::move(what));
  };
  std::vector<std::string> own;
  std::vector<std::string> outside;
  for (const std::string& path : task.changed) {
    if (!s_.seen.differs.contains(path)) continue;
    const bool declared = task.files.empty() ? !is_test_file(path) || s_.seen.fresh.contains(path)
                                             : work::is_declared(task.files, path);
    const bool is_protected = work::is_protected(s_.plan->protected_globs, path);
    const bool fits = is_protected ? work::is_declared(task.files, path)
                                   : declared || follows_declared(task.files, path);
    (fits ? own : outside).push_back(path);
  }
  note_judges(own);
  std::vector<std::string> links;
  for (const std::string& path : own) {
    if (s_.seen.leads_out.contains(path)) links.push_back(path);
  }
  if (!links.empty())
    fault("is a link that leads out of the workspace, so that nothing of it is committed: " +
          listed(links));
  std::erase_if(own, [&](const std::string& path) { return s_.seen.hollow.contains(path); });
  // The criteria of a goal say more about a task without files than that something has changed.
  const bool may_be_idle = task.files.empty() && step().kind == StepKind::goals;
  if (own.empty() && !may_be_idle) {
    fault(task.files.empty()
              ? "nothing has changed"
              : "nothing has changed in what it was to change: " + listed(task.files));
  } else if (task.claims_documents ||
             (!task.files.empty() &&
              std::all_of(task.files.begin(), task.files.end(),
                          [](const auto& path) { return is_document(path); }))) {
    // No check looks at documents: what was to be written has to be there.
    std::vector<std::string> unwritten;
    for (const std::string& path : task.files) {
      const bool plain = path.find_first_of("*?") == std::string::npos;
      if (plain &&
          !has_changed(s_.seen.differs, plain_path(path, s_.plan->workspace, s_.plan->work_dir)))
        unwritten.push_back(path);
    }
    if (!unwritten.empty()) fault("was to change and did not: " + listed(unwritten));
  }
  std::vector<std::string> untrue;
  for (const agent::ReportedChange& claim : task.claims) {
    const std::string path = plain_path(claim.path, s_.plan->workspace, s_.plan->work_dir);
    if (path.empty() || path.starts_with(s_.plan->feature_dir + "/")) continue;
    if (!has_changed(s_.seen.differs, path)) untrue.push_back(path + " (" + claim.action + ")");
  }
  if (!untrue.empty()) fault("its report names what has not changed: " + listed(untrue));
  if (!outside.empty())
    fault("changed what it did not declare: " + listed(outside) +
          " (take it back, or let the plan declare it)");
}

}  // namespace assay::core::pipeline
