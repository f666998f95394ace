// SPDX-License-Identifier: MIT
// The words of a scenario that are about task lists: which tasks there are, what an agent or `gh`
// said, what was seen in a tree.
//   loop [WORDS]            recovery no-review silence=pass fewer-tests until=ID max-task=N
//   max-global=N
//                           same=N jobs=N group=N review-every=N reviews=N fixes=N fix-depth=N
//                           changes=N change-depth=N ci-cycles=N ci-failures=N pr-time=DURATION
//                           launches=N day-launches=N tests=GLOB guarded=GLOB passed-before=GATE
//                           proof=off|tell|require
//   task ID TITLE  [WORDS]  files=PATH verify=COMMAND commit=TEXT phase=TEXT P VERIFY judge test
//   done
//                           verified unchanged lint=RULE if-needed no-files; ID `-`: it has none
//   between NAME [WORDS]    what is seen of its tree between two attempts, like `sees` and `finds`
#include "scenarios/transcript.h"

#include <algorithm>

namespace assay::scenarios {

namespace {

using core::loop::Task;

core::work::Hand hand(const std::string& role) {
  core::work::Hand made;
  made.order.role = role;
  made.order.argv = {role};
  made.order.dialect = core::Dialect::claude;
  return made;
}

Result<bool> read_number(const std::string& key, const std::string& value, core::loop::Plan& plan) {
  core::LoopSettings& settings = plan.settings;
  const std::map<std::string, std::int32_t*> numbers = {
      {"max-task", &settings.max_task_iterations},
      {"max-global", &settings.max_global_iterations},
      {"same", &settings.same_failure_limit},
      {"jobs", &settings.jobs},
      {"group", &settings.max_group},
      {"review-every", &settings.review_every},
      {"reviews", &settings.max_review_iterations},
      {"fixes", &settings.max_fix_tasks_per_original},
      {"fix-depth", &settings.max_fix_task_depth},
      {"changes", &settings.max_modifications_per_task},
      {"change-depth", &settings.max_modification_depth},
      {"ci-cycles", &settings.max_ci_cycles},
      {"ci-failures", &settings.max_ci_failures}};
  if (const auto found = numbers.find(key); found != numbers.end()) {
    *found->second = static_cast<std::int32_t>(TRY(number(value)));
  } else if (key == "launches") {
    plan.budgets.run.launches = TRY(number(value));
  } else if (key == "day-launches") {
    plan.budgets.per_day.launches = TRY(number(value));
  } else {
    return false;
  }
  return true;
}

/// A block of a modification request: "1.1.1" checks a file of that name.
Task proposed(const std::string& text) {
  Task task;
  task.id = text.substr(0, text.find(' '));
  task.title = "part";
  task.block = "- [ ] " + task.id + " part\n";
  // Within the files of the task it is proposed for: "1.1 in=a" is below a.
  const std::size_t in = text.find("in=");
  const std::size_t end = std::min(text.find(' ', in), text.size());
  task.files = {(in == std::string::npos ? "" : text.substr(in + 3, end - in - 3) + "/") + task.id +
                ".c"};
  task.has_files = true;
  if (text.find("no-verify") == std::string::npos)
    task.commands = {{"check " + task.id, false, {}}};
  task.parallel = text.find(" P") != std::string::npos;
  task.checked = text.find(" done") != std::string::npos;
  if (text.find("masked") != std::string::npos)
    task.commands.front().lint.findings = {
        {core::LintRule::masked, 0, "|| true", "it cannot fail"}};
  return task;
}

Result<> read_request(const std::string& value, core::loop::Saying& saying) {
  using core::agent::ModificationKind;
  const std::map<std::string, ModificationKind> kinds = {
      {"split", ModificationKind::split_task},
      {"prerequisite", ModificationKind::add_prerequisite},
      {"followup", ModificationKind::add_followup}};
  saying.signals.modification_asked = true;
  if (value == "unreadable") {
    saying.signals.remarks.push_back(
        {core::agent::SignalRemark::Kind::bad_request, 3, "it is no JSON"});
    return {};
  }
  const auto found = kinds.find(value);
  if (found == kinds.end()) return unknown(value);
  saying.signals.modification.emplace();
  saying.signals.modification->kind = found->second;
  saying.signals.modification->reasoning = "too large";
  return {};
}

}  // namespace

Result<> read_loop(std::string_view line, core::loop::Plan& plan) {
  plan.spec = "demo";
  plan.spec_dir = "specs/demo";
  plan.workspace = "/workspace";
  plan.work_dir = "/work";
  plan.log_dir = "/logs";
  plan.pinned = std::make_shared<const std::string>("tasks");
  plan.executor = hand("executor");
  plan.qa = hand("qa");
  plan.reviewer = hand("reviewer");
  for (const std::string& word : words_of(line)) {
    const auto [key, value] = setting(word);
    if (TRY(read_number(key, value, plan))) continue;
    if (key == "recovery")
      plan.settings.recovery_mode = true;
    else if (key == "no-review")
      plan.settings.review = false;
    else if (word == "silence=pass")
      plan.settings.review_on_silence = core::OnSilence::pass;
    else if (key == "proof")
      plan.settings.proof = value == "require" ? core::work::ProofDemand::require
                            : value == "off"   ? core::work::ProofDemand::off
                                               : core::work::ProofDemand::tell;
    else if (key == "fewer-tests")
      plan.settings.allow_fewer_tests = true;
    else if (key == "until")
      plan.until = value;
    else if (key == "tests")
      plan.tests.push_back(value);
    else if (key == "guarded")
      plan.guarded.push_back(value);
    else if (key == "passed-before")
      plan.before.push_back({value, core::verify::Status::pass, -1, -1, 0});
    else if (key == "pr-time")
      plan.settings.max_pull_request_time = TRY(parse_duration(value));
    else
      return unknown(word);
  }
  return {};
}

Result<> read_task(std::string_view line, core::loop::Plan& plan) {
  const std::size_t bracket = std::min(line.find("  ["), line.size());
  const std::size_t blank = line.find(' ');
  if (blank == std::string_view::npos || blank > bracket) return unknown(line);
  Task task;
  task.id = line.substr(0, blank) == "-" ? "" : line.substr(0, blank);
  task.title = line.substr(blank + 1, bracket - blank - 1);
  task.phase = "Phase 1";
  task.block = "- [ ] " + task.id + " " + task.title + "\n";
  task.has_files = true;
  bool verified = false;
  bool test = false;
  core::CommandLint lint;
  for (const std::string& word : words_of(line.substr(bracket))) {
    const auto [key, value] = setting(word);
    if (key == "files")
      task.files.push_back(value);
    else if (key == "no-files")
      task.has_files = false;
    else if (key == "verify")
      task.commands.push_back({value, false, {}});
    else if (key == "commit")
      task.commit = value;
    else if (key == "if-needed")
      task.commit_if_needed = true;
    else if (key == "phase")
      task.phase = value;
    else if (key == "P")
      task.parallel = true;
    else if (key == "unchanged")
      task.unchanged = true;
    else if (key == "VERIFY")
      task.verify = true;
    else if (key == "judge")
      task.needs_judgement = true;
    else if (key == "test")
      test = true;
    else if (key == "lint")
      lint.findings.push_back(TRY(read_finding(value)));
    else if (key == "done")
      task.checked = true;
    else if (key == "verified")
      verified = task.checked = true;
    else
      return unknown(word);
  }
  for (core::loop::TaskCommand& command : task.commands) {
    command.is_test = test;
    command.lint = lint;
    task.verify_text += (task.verify_text.empty() ? "`" : " && `") + command.command + "`";
  }
  plan.tasks.push_back(std::move(task));
  plan.verified.push_back(verified);
  return {};
}

Result<> read_signal(const std::string& word, core::loop::Saying& saying,
                     core::Evidence& evidence) {
  const auto [key, value] = setting(word);
  core::agent::Signals& signals = saying.signals;
  auto sight = evidence.reading.pull_request
                   ? std::make_shared<core::PullRequestSight>(*evidence.reading.pull_request)
                   : std::make_shared<core::PullRequestSight>();
  if (key == "complete")
    signals.task_complete = evidence.reading.says_complete = true;
  else if (key == "all-complete")
    signals.all_tasks_complete = true;
  else if (key == "verification")
    signals.verification = value == "pass";
  else if (key == "review")
    signals.review = value == "pass";
  else if (key == "spec-level")
    saying.spec_level = true;
  else if (key == "feedback")
    saying.feedback = value;
  else if (key == "admits")
    signals.contradictions.push_back(value);
  else if (key == "failed-with")
    signals.failure = core::agent::FailureBlock{"", "", value, "", ""};
  else if (key == "near-miss")
    signals.remarks.push_back({core::agent::SignalRemark::Kind::near_miss, 2, value});
  else if (key == "asks")
    return read_request(value, saying);
  else if (key == "of" && signals.modification)
    signals.modification->original_task_id = value;
  else if (key == "part")
    saying.proposed.push_back(proposed(value));
  else if (key == "part-problem")
    saying.proposal_problems.push_back(value);
  else if (key == "url")
    sight->url = value;
  else if (key == "pending")
    sight->pending = static_cast<std::uint32_t>(TRY(number(value)));
  else if (key == "green")
    sight->passed = static_cast<std::uint32_t>(TRY(number(value)));
  else if (key == "issue")
    sight->issues.push_back({value, value, "see " + value, ""});
  else if (key == "unreadable")
    sight->problem = value;
  else
    return Error{Fault::not_found, word};
  const bool of_gh =
      key == "url" || key == "pending" || key == "green" || key == "issue" || key == "unreadable";
  if (of_gh) evidence.reading.pull_request = std::move(sight);
  return {};
}

Result<> read_sight(std::span<const std::string> words, core::work::WorkSight& sight) {
  for (const std::string& word : words) {
    const auto [key, value] = setting(word);
    if (key == "changed")
      sight.changed.push_back(value);
    else if (key == "unchanged")
      sight.changed.clear(), sight.commits.clear();
    else if (key == "no-commit")
      sight.commits.clear();
    else if (key == "commit")
      sight.commits = {{"c0ffee0123", value}};
    else if (key == "dirty")
      sight.dirty.push_back(value);
    else if (key == "tampering")
      sight.tampering.push_back(value);
    else if (key == "ticked")
      sight.ticked.push_back(static_cast<core::loop::TaskKey>(TRY(number(value))));
    else if (key == "rewrote")
      sight.continues = false;
    else if (key == "branch")
      sight.branch = value;
    else if (key == "tree")
      sight.tree = value;
    else if (key == "problem")
      sight.problem = value;
    else if (key == "added")
      sight.changed.push_back(value), sight.added.push_back(value);
    else if (key == "ignored")
      sight.ignored.push_back(value);
    else if (key == "origin")
      sight.origin = value;
    else if (key == "since-origin")
      sight.since_origin.push_back(value);
    else if (key == "weaker")
      sight.texts.read.push_back({"", "", value});
    else if (key == "committed-since")
      sight.committed_since = true;
    else
      return unknown(word);
  }
  return {};
}

Result<> read_result(std::span<const std::string> words, core::work::WorkResult& result) {
  using Status = core::work::WorkResult::Status;
  for (const std::string& word : words) {
    const auto [key, value] = setting(word);
    if (key == "conflict")
      result.status = Status::conflict, result.paths.push_back(value);
    else if (key == "failed")
      result.status = Status::failed, result.detail = value;
    else if (key == "kept")
      result.detail = value;
    else
      return unknown(word);
  }
  return {};
}

}  // namespace assay::scenarios
