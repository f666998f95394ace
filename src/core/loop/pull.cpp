// SPDX-License-Identifier: MIT
// The pull request: made, checked by CI, reviewed, until nobody has an objection. Everything is
// asked through `gh`; what it finds becomes tasks like any other.
#include "core/loop/pull.h"

#include "base/ensure.h"
#include "core/evidence/signals.h"
#include "core/loop/turn.h"

#include <algorithm>

namespace assay::core::loop {

namespace {

constexpr Millis push_time = std::chrono::minutes{10};
constexpr Millis gh_time = std::chrono::minutes{2};
constexpr std::size_t log_bytes = 2000;

bool has_succeeded(const Evidence& evidence) {
  return evidence.exit.kind == ExitKind::exited && evidence.exit.code == 0;
}

/// Quoted for a list item: one line, no backticks that could open a command.
std::string flat(std::string text, std::size_t most) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r' || c == '`'; }, ' ');
  if (text.size() > most) text.resize(most);
  return text;
}

std::string number_in(const std::string& url) {
  const std::size_t slash = url.rfind('/');
  const std::string tail = slash == std::string::npos ? "" : url.substr(slash + 1);
  const bool number = !tail.empty() && tail.find_first_not_of("0123456789") == std::string::npos;
  return number ? tail : "0";
}

}  // namespace

void Pull::start() {
  PullRequest& pull = s_.pull_request;
  if (!pull.wanted) return turn_.finish();
  s_.step = Step::pull_request;
  if (pull.since == Instant{}) pull.since = turn_.at();
  pull.issues.clear();
  run_gh(PullRequestStep::finding, "pr-view", "gh pr view --json url -q .url", gh_time);
}

void Pull::run_gh(PullRequestStep step, const std::string& name, const std::string& command,
                  Millis timeout) {
  s_.step = Step::pull_request;
  s_.pull_request.step = step;
  if (turn_.stops()) return;
  const PullRequest& pull = s_.pull_request;
  Launch launch;
  s_.key = turn_.new_key(pull.cycles + 1);
  launch.key = s_.key;
  launch.name = name + "-" + std::to_string(s_.key.unit);
  launch.command = command;
  launch.cwd = s_.plan->workspace;
  launch.timeout = timeout;
  launch.with_credentials = true;
  launch.env = {{"ASSAY_RUN_ID", s_.run_id},
                {"ASSAY_PR_TITLE", "feat: " + s_.plan->spec},
                {"ASSAY_PR_BODY", "All " + std::to_string(s_.order.size()) + " tasks of " +
                                      s_.plan->spec_dir + " are done and verified."}};
  const bool url = step == PullRequestStep::finding || step == PullRequestStep::creating;
  launch.reading.gh = url                                 ? GhAnswer::url
                      : step == PullRequestStep::checking ? GhAnswer::checks
                      : step == PullRequestStep::logs     ? GhAnswer::log
                      : step == PullRequestStep::reviews  ? GhAnswer::reviews
                      : step == PullRequestStep::comments ? GhAnswer::comments
                                                          : GhAnswer::none;
  ask(StartAttempt{std::move(launch)}, &Pull::gh_ended);
}

/// True if something is left to push.
bool Pull::publishes() {
  const PullRequest& pull = s_.pull_request;
  const bool made = pull.step == PullRequestStep::done && !pull.url.empty();
  if (!is_new(s_) || !made || s_.ending != Outcome::passed) return false;
  run_gh(PullRequestStep::publishing, "pr-push", "git push origin HEAD", push_time);
  return true;
}

void Pull::resume() {
  if (s_.pull_request.step == PullRequestStep::publishing) {
    s_.pull_request.step = PullRequestStep::done;
    if (publishes()) return;
  }
  // Asking again harms nobody: what is there already is found.
  start();
}

void Pull::gh_ended(const AttemptEnded& e) {
  PullRequest& pull = s_.pull_request;
  if (s_.cancelled) return turn_.park();
  const PullRequestSight seen =
      e.evidence.reading.pull_request ? *e.evidence.reading.pull_request : PullRequestSight{};
  const bool succeeded = has_succeeded(e.evidence);
  const auto give_up = [&](const std::string& what) {
    std::string excerpt;
    for (const std::string& line : e.evidence.reading.excerpt) excerpt += "\n" + line;
    turn_.end(Outcome::error, "ERROR: " + what + excerpt);
  };
  switch (pull.step) {
    case PullRequestStep::finding:
      if (succeeded) pull.url = seen.url;
      return run_gh(PullRequestStep::pushing, "pr-push", "git push -u origin HEAD", push_time);
    case PullRequestStep::pushing:
      if (!succeeded) return give_up("the branch could not be pushed");
      if (pull.url.empty())
        return run_gh(PullRequestStep::creating, "pr-create",
                      "gh pr create --title \"$ASSAY_PR_TITLE\" --body \"$ASSAY_PR_BODY\"",
                      gh_time);
      return wait_for_ci();
    case PullRequestStep::creating:
      if (!succeeded || seen.url.empty()) return give_up("the pull request could not be created");
      pull.url = seen.url;
      return wait_for_ci();
    case PullRequestStep::waiting: return look_at_ci();
    case PullRequestStep::checking:
      if (!seen.problem.empty()) return give_up("`gh pr checks`: " + seen.problem);
      pull.issues = seen.issues;
      if (!pull.issues.empty())
        return run_gh(PullRequestStep::logs, "pr-log", "gh run view --log-failed", gh_time);
      if (seen.pending > 0) return wait_for_ci();
      return run_gh(PullRequestStep::reviews, "pr-reviews", "gh pr view --json reviews", gh_time);
    case PullRequestStep::logs: {
      ++pull.ci_failures;
      if (pull.ci_failures > static_cast<std::uint32_t>(s_.plan->settings.max_ci_failures))
        return turn_.end(Outcome::exhausted, "ERROR: CI still fails after " +
                                                 std::to_string(s_.plan->settings.max_ci_failures) +
                                                 " retries: " + pull.issues.front().title);
      for (PullRequestIssue& issue : pull.issues)
        issue.text += "\n" + seen.log.substr(0, log_bytes);
      return add_issue_tasks(pull.issues, "ci");
    }
    case PullRequestStep::reviews:
      if (!succeeded || !seen.problem.empty())
        return give_up("`gh pr view --json reviews`: " + seen.problem);
      pull.issues = seen.issues;
      return run_gh(PullRequestStep::comments, "pr-comments",
                    "gh api repos/{owner}/{repo}/pulls/" + number_in(pull.url) + "/comments",
                    gh_time);
    case PullRequestStep::comments: {
      if (!succeeded || !seen.problem.empty())
        return give_up("the comments of the pull request could not be read: " + seen.problem);
      pull.waits_for_people = std::any_of(
          pull.issues.begin(), pull.issues.end(),
          [&](const PullRequestIssue& issue) { return pull.answered.contains(issue.key); });
      std::vector<PullRequestIssue> fresh = pull.issues;
      fresh.insert(fresh.end(), seen.issues.begin(), seen.issues.end());
      std::erase_if(
          fresh, [&](const PullRequestIssue& issue) { return pull.answered.contains(issue.key); });
      if (!fresh.empty()) return add_issue_tasks(fresh, "review");
      if (pull.waits_for_people) return wait_for_ci();
      pull.step = PullRequestStep::done;
      return turn_.finish();
    }
    case PullRequestStep::publishing:
      if (!succeeded)
        s_.remarks.emplace_back("the last commit of the spec could not be pushed: `git push`");
      pull.step = PullRequestStep::done;
      return turn_.conclude_when_empty();
    case PullRequestStep::none:
    case PullRequestStep::done: return;
  }
}

void Pull::wait_for_ci() {
  PullRequest& pull = s_.pull_request;
  const LoopSettings& settings = s_.plan->settings;
  ++pull.cycles;
  const std::string what =
      pull.waits_for_people ? "a reviewer still asks for changes" : "CI is not done";
  if (pull.cycles > static_cast<std::uint32_t>(settings.max_ci_cycles))
    return turn_.end(Outcome::exhausted, "ERROR: " + what + " after " +
                                             std::to_string(settings.max_ci_cycles) +
                                             " monitoring cycles");
  if (turn_.at() - pull.since > settings.max_pull_request_time)
    return turn_.end(Outcome::exhausted,
                     "ERROR: " + what + " after " + to_human(settings.max_pull_request_time));
  if (!is_new(s_)) return sleep_for_ci();
  pull.step = PullRequestStep::waiting;
  if (turn_.stops()) return;
  s_.key = turn_.new_key(pull.cycles + 1);
  ask(WakeAt{.key = s_.key,
             .name = "pr-wait-" + std::to_string(s_.key.unit),
             .until = turn_.at() + settings.ci_wait},
      &Pull::waited);
}

/// Runs of v0_1 started a process to wait.
void Pull::sleep_for_ci() {
  const Millis time = s_.plan->settings.ci_wait;
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(time).count();
  run_gh(PullRequestStep::waiting, "pr-wait", "sleep " + std::to_string(seconds), time + gh_time);
}

void Pull::waited(const Woken&) {
  ENSURE(s_.pull_request.step == PullRequestStep::waiting);
  look_at_ci();
}

void Pull::look_at_ci() { run_gh(PullRequestStep::checking, "pr-checks", "gh pr checks", gh_time); }

/// Each becomes a task at the end of the phase. What proves it is the next look at CI, or the
/// gates.
void Pull::add_issue_tasks(const std::vector<PullRequestIssue>& issues, const std::string& kind) {
  ENSURE(!s_.order.empty());
  TaskKey anchor = s_.order.back();
  for (const TaskKey key : s_.order) {
    if (is_pull_request_phase(s_.tasks[key].task.phase)) anchor = key;
  }
  // Inserted ones follow the last pinned task of the phase, so that their order is that of their
  // ids.
  while (anchor >= s_.plan->tasks.size())
    anchor = s_.insertions[anchor - s_.plan->tasks.size()].anchor;
  for (const PullRequestIssue& issue : issues) {
    s_.pull_request.answered.insert(issue.key);
    Task task;
    task.id = turn_.new_child_id(anchor);
    task.title = (kind == "ci" ? "CI: " : "Review: ") + flat(issue.title, 80);
    if (!issue.file.empty()) task.files = {};
    task.commit = "fix(" + kind + "): " + flat(issue.title, 60);
    task.has_do = task.has_done_when = task.has_verify = task.has_commit = true;
    task.done_when = kind == "ci" ? "the check passes" : "the objection is answered";
    task.verify_text = kind == "ci" ? "CI, which assay asks again" : "the gates of the workspace";
    task.block =
        "- [ ] " + task.id + " " + task.title + "\n  - **Do**: " + flat(issue.text, log_bytes) +
        "\n  - **Done when**: " + task.done_when + "\n  - **Verify**: " + task.verify_text +
        "\n  - **Commit**: `" + task.commit + "`\n";
    turn_.insert(anchor, false, std::move(task), 1);
  }
  s_.pull_request.step = PullRequestStep::none;
  s_.batch.clear();
  turn_.record_batch();
}

}  // namespace assay::core::loop
