// SPDX-License-Identifier: MIT
// What a step has come to: its rows are recorded, the ledger is asked, and the first condition that
// does not hold decides.
#include "core/pipeline/gate.h"

#include "core/agent/records.h"
#include "core/pipeline/turn.h"

#include <algorithm>
#include <utility>

namespace assay::core::pipeline {

namespace {

std::string severity_of(const agent::FindingsCount& found) {
  if (found.blocker > 0) return "Blocker";
  if (found.critical > 0) return "Critical";
  if (found.major > 0) return "Major";
  return found.minor > 0 ? "Minor" : "";
}

bool compare(Comparison comparison, std::int64_t number, std::int64_t bound) {
  switch (comparison) {
    case Comparison::at_least: return number >= bound;
    case Comparison::at_most: return number <= bound;
    case Comparison::exactly: return number == bound;
  }
  return false;
}

/// What a fact says, and what its absence says.
struct Sentence {
  std::string_view holds;
  std::string_view fails;
};

Sentence sentence_of(Fact fact) {
  switch (fact) {
    case Fact::clean_tree:
      return {"the working tree is clean, or the user allowed it not to be",
              "the working tree is not clean"};
    case Fact::no_blocker_concerns:
      return {"nothing in the request is a blocker", "the request has a blocker"};
    case Fact::no_concerns: return {"nobody doubts the request", "there are doubts"};
    case Fact::baseline_recorded:
      return {"the checks were run on the baseline", "the checks were not run on the baseline"};
    case Fact::required_checks_passed:
      return {"every required check passes", "not every required check passes"};
    case Fact::no_regressions:
      return {"nothing is worse than on the baseline", "something is worse than on the baseline"};
    case Fact::change_proved:
      return {"tests notice what was changed, and none asks less",
              "the tests do not prove the change"};
    case Fact::goals_reached: return {"every goal is reached", "not every goal is reached"};
    case Fact::verdicts_distinct:
      return {"every vote is on the focus of its reviewer",
              "a vote is not on the focus of its reviewer"};
  }
  return {};
}

std::string plain_words(Comparison comparison) {
  switch (comparison) {
    case Comparison::at_least: return "at least ";
    case Comparison::at_most: return "at most ";
    case Comparison::exactly: return "exactly ";
  }
  return "";
}

std::string plain_words(agent::CompletionStatus status, std::int64_t count) {
  switch (status) {
    case agent::CompletionStatus::done: return count == 1 ? "is done" : "are done";
    case agent::CompletionStatus::needs_revision:
      return count == 1 ? "asks for a revision" : "ask for a revision";
    case agent::CompletionStatus::error: return "ended in an error";
  }
  return "";
}

}  // namespace

/// Rows tell their round, but not their step: steps whose rows look alike count their rounds
/// together.
std::int64_t evidence_round(const State& run) {
  const StepKind kind = current_step(run).kind;
  if (kind != StepKind::verify && kind != StepKind::review) return round_of(run);
  std::int64_t rounds = 0;
  for (const Step& each : run.plan->definition.steps) {
    const bool alike =
        each.kind == kind && (kind == StepKind::verify || each.scope == current_step(run).scope);
    const auto entered = run.rounds.find(each.id);
    if (alike && entered != run.rounds.end()) rounds += entered->second;
  }
  return rounds;
}

void Gate::evaluate() {
  if (turn_.step().kind == StepKind::review) {
    const std::string scope(to_text(turn_.step().scope));
    for (const VoteRecord& vote : s_.votes) {
      if (vote.scope != scope || vote.round != evidence_round(s_)) continue;
      const agent::Vote said = vote.review.effective();
      s_.counting.rows.push_back({.task_id = s_.plan->slug + "-" + scope + "-review",
                                  .phase = "review",
                                  .check_name = "review-" + scope + "-" + vote.focus,
                                  .tool = "adversarial-review",
                                  .command = "adversarial-review",
                                  .exit_code = std::nullopt,
                                  .output_snippet = vote.review.summary.substr(0, snippet_max),
                                  .passed = said == agent::Vote::approve,
                                  .verdict = std::string(to_text(said)),
                                  .severity = severity_of(vote.review.findings_count),
                                  .round = vote.round});
    }
  }
  if (s_.counting.rows.empty() && s_.counting.telemetry.empty()) return ask_numbers();
  RecordRows wanted{.key = {},
                    .checks = std::exchange(s_.counting.rows, {}),
                    .telemetry = std::exchange(s_.counting.telemetry, {}),
                    .is_answered = !is_new(s_)};
  if (!wanted.is_answered) {
    turn_.effects().emplace_back(std::move(wanted));
    return ask_numbers();
  }
  s_.phase = Phase::recording;
  s_.key = wanted.key = turn_.new_key();
  ask(std::move(wanted), &Gate::rows_recorded);
}

void Gate::rows_recorded(const RowsRecorded&) { ask_numbers(); }

/// What the questions of the gate are about: each task of the round, or the step itself.
std::vector<std::string> question_subjects(const State& run) {
  const StepKind kind = current_step(run).kind;
  if (kind == StepKind::review)
    return {run.plan->slug + "-" + std::string(to_text(current_step(run).scope)) + "-review"};
  if (kind != StepKind::tasks && kind != StepKind::verify) return {""};
  return run.counting.subjects;
}

void Gate::ask_numbers() {
  s_.counting.questions.clear();
  s_.counting.numbers.clear();
  for (const Condition& condition : turn_.step().gate) {
    if (condition.subject != Subject::query) continue;
    const Query* query = find_query(s_.plan->definition.queries, condition.query);
    for (const std::string& subject : question_subjects(s_))
      s_.counting.questions.push_back({condition.query, query != nullptr ? query->sql : "", subject,
                                       evidence_round(s_),
                                       std::string(to_text(turn_.step().scope))});
  }
  if (s_.counting.questions.empty()) return decide_gate();
  s_.phase = Phase::counting;
  s_.key = turn_.new_key();
  ask(CountRows{.key = s_.key, .questions = s_.counting.questions}, &Gate::numbers_counted);
}

void Gate::numbers_counted(const RowsCounted& e) {
  s_.counting.numbers = e.numbers;
  s_.counting.numbers.resize(s_.counting.questions.size());
  decide_gate();
}

bool holds(const State& run, Fact fact, const TaskRecord* task) {
  switch (fact) {
    case Fact::clean_tree: return run.plan->dirty.empty() || run.plan->allow_dirty;
    case Fact::no_blocker_concerns:
      return std::none_of(run.concerns.begin(), run.concerns.end(),
                          [](const agent::Concern& concern) {
                            return concern.severity == agent::Severity::blocker;
                          });
    case Fact::no_concerns:
      // Who was asked and did not answer has not said that all is well.
      return run.concerns.empty() &&
             std::none_of(run.jobs.begin(), run.jobs.end(), [](const Job& job) {
               return job.status == agent::CompletionStatus::error;
             });
    case Fact::baseline_recorded: return run.baseline_done && !run.baseline.empty();
    case Fact::required_checks_passed:
      return run.checks_passed && (task == nullptr || task->faults.empty());
    case Fact::no_regressions: return task == nullptr || task->regressions.empty();
    case Fact::change_proved:
      // Where nothing was asked, there was nothing that a test could notice.
      return run.plan->proof != work::ProofDemand::require || !run.proving.proof ||
             run.proving.proof->verdict == work::ProofVerdict::proved;
    case Fact::goals_reached:
      return run.goals_status == 0 &&
             std::all_of(run.tasks.begin(), run.tasks.end(),
                         [](const TaskRecord& each) { return each.faults.empty(); });
    case Fact::verdicts_distinct: {
      std::set<std::string> instances;
      std::size_t all = 0;
      for (const VoteRecord& vote : run.votes) {
        if (vote.scope != to_text(current_step(run).scope) || vote.round != evidence_round(run))
          continue;
        ++all;
        instances.insert(vote.instance);
        if (vote.review.review_focus != vote.focus || vote.review.scope != vote.scope) return false;
      }
      return instances.size() == all;
    }
  }
  return false;
}

/// How many a query must find for a task, or for the step.
std::int64_t wanted_of(const State& run, const Condition& condition, const std::string& subject) {
  if (condition.bound.all)
    return static_cast<std::int64_t>(std::max<std::size_t>(run.jobs.size(), 1));
  const auto record = std::find_if(run.tasks.begin(), run.tasks.end(),
                                   [&](const TaskRecord& each) { return each.task.id == subject; });
  const bool large = record != run.tasks.end() && record->task.size == agent::TaskSize::large;
  const std::int64_t wanted = large ? condition.bound.large : condition.bound.standard;
  // A project that has fewer gates than that has them all pass.
  const bool counts_gates = condition.query == "checks_passed" && run.plan->gates &&
                            condition.comparison == Comparison::at_least;
  if (!is_new(run) || !counts_gates) return wanted;
  const auto gates = static_cast<std::int64_t>(run.plan->gates->manifest.commands.size());
  return std::min(wanted, gates);
}

/// A task whose checks pass but are too few is not verified: otherwise no later round would look at
/// it again.
void Gate::fail_short_tasks() {
  std::size_t number = 0;
  for (const Condition& condition : turn_.step().gate) {
    if (condition.subject != Subject::query) continue;
    for (const std::string& subject : question_subjects(s_)) {
      const std::optional<std::int64_t> answer = s_.counting.numbers[number++];
      if (answer && compare(condition.comparison, *answer, wanted_of(s_, condition, subject)))
        continue;
      if (TaskRecord* task = turn_.task_of(subject)) {
        task->failed = true;
        task->verified = false;
      }
    }
  }
}

/// Verified is what the whole gate lets pass: otherwise the next round would be about no task.
void Gate::fail_some_task() {
  const auto failed = [&](const std::string& id) { return turn_.task_of(id)->failed; };
  if (std::any_of(s_.counting.subjects.begin(), s_.counting.subjects.end(), failed)) return;
  for (const std::string& id : s_.counting.subjects) {
    TaskRecord* record = turn_.task_of(id);
    record->verified = false;
    record->failed = true;
  }
}

/// Why a condition does not hold; empty: it does. `number` is the next answer of the ledger.
std::string unmet(const State& run, const Condition& condition, std::size_t& number,
                  std::string& note) {
  std::int64_t bound = condition.bound.standard;
  if (condition.bound.all)
    bound = static_cast<std::int64_t>(std::max<std::size_t>(run.jobs.size(), 1));
  if (condition.subject == Subject::status) {
    const auto count = std::count_if(run.jobs.begin(), run.jobs.end(), [&](const Job& job) {
      return job.status == condition.status;
    });
    if (condition.bound.all && run.jobs.empty()) bound = 0;
    const std::string of_all =
        std::to_string(count) + " of " + std::to_string(run.jobs.size()) + " agents";
    note = of_all + " " + plain_words(condition.status, count) + ", " +
           plain_words(condition.comparison) + std::to_string(bound) + " wanted";
    if (compare(condition.comparison, count, bound)) return "";
    std::string why = is_new(run)
                          ? note
                          : of_all + ", wanted " + std::string(to_text(condition.comparison)) +
                                " " + std::to_string(bound);
    for (const Job& job : run.jobs) {
      if (!job.failure.empty()) why += "; " + job.instance + ": " + job.failure;
      if (job.status != agent::CompletionStatus::needs_revision) continue;
      for (const Artifact& artifact : job.after.artifacts) {
        if (!artifact.summary.empty()) why += "; " + job.instance + ": " + artifact.summary;
      }
    }
    return why;
  }
  if (condition.subject == Subject::query) {
    std::string why;
    for (const std::string& subject : question_subjects(run)) {
      const std::int64_t wanted = wanted_of(run, condition, subject);
      const std::optional<std::int64_t> answer = run.counting.numbers[number++];
      const std::string said =
          condition.query + (subject.empty() ? "" : " of " + subject) + " is " +
          (answer ? std::to_string(*answer) : "unknown") +
          (is_new(run)
               ? ", " + plain_words(condition.comparison) + std::to_string(wanted) + " wanted"
               : ", wanted " + std::string(to_text(condition.comparison)) + " " +
                     std::to_string(wanted));
      note += (note.empty() ? "" : "; ") + said;
      if (why.empty() && (!answer || !compare(condition.comparison, *answer, wanted))) why = said;
    }
    return why;
  }
  note = sentence_of(condition.fact).holds;
  // What holds for no task at all is no proof: a fact is looked at once in any case.
  const bool per_task =
      current_step(run).kind == StepKind::tasks || current_step(run).kind == StepKind::verify;
  std::vector<std::string> subjects = per_task ? run.counting.subjects : std::vector<std::string>{};
  if (subjects.empty()) subjects.emplace_back();
  for (const std::string& subject : subjects) {
    const auto record =
        std::find_if(run.tasks.begin(), run.tasks.end(),
                     [&](const TaskRecord& each) { return each.task.id == subject; });
    const TaskRecord* task = record == run.tasks.end() ? nullptr : &*record;
    if (holds(run, condition.fact, task)) continue;
    std::string why =
        "not " + std::string(to_text(condition.fact)) + (subject.empty() ? "" : " for " + subject);
    if (is_new(run))
      why =
          (subject.empty() ? "" : subject + ": ") + std::string(sentence_of(condition.fact).fails);
    if (condition.fact == Fact::no_regressions && task != nullptr)
      why += ": " + task->regressions.front();
    if (condition.fact == Fact::change_proved && run.proving.proof)
      why += ": " + proof::in_words(*run.proving.proof);
    if (condition.fact == Fact::required_checks_passed) {
      for (const CheckResult& check : run.after) {
        if (check.required && !check.passed && !check.known)
          why += "; " + check.name + ": " + check.snippet;
      }
      const bool only_work = task != nullptr && run.checks_passed && !task->faults.empty();
      if (only_work) why = "the checks pass, but not the work of " + subject;
      for (std::size_t i = 0; task != nullptr && i < task->faults.size(); ++i)
        why += (i == 0 && only_work ? ": " : "; ") + task->faults[i];
      if (only_work) {
        note = "the checks pass, but not the work of " + subject;
        return why;
      }
    }
    if (condition.fact == Fact::baseline_recorded && !run.plan->gates)
      why += ": assay.yaml has no verify: section, so nothing could be proved";
    if (condition.fact == Fact::no_blocker_concerns || condition.fact == Fact::no_concerns) {
      const auto worst = std::max_element(
          run.concerns.begin(), run.concerns.end(),
          [](const agent::Concern& a, const agent::Concern& b) { return a.severity < b.severity; });
      why += ": " + (worst == run.concerns.end() ? "nobody has answered" : worst->title);
    }
    note = sentence_of(condition.fact).fails;
    return why;
  }
  return "";
}

void Gate::decide_gate() {
  std::size_t number = 0;
  s_.gate_notes.clear();
  std::optional<Outcome> outcome;
  std::string why = "every condition holds";
  for (const Condition& condition : turn_.step().gate) {
    std::string note;
    const std::string unmet_why = unmet(s_, condition, number, note);
    s_.gate_notes.push_back((unmet_why.empty() ? "holds: " : "fails: ") + note);
    if (unmet_why.empty() || outcome) continue;
    outcome = condition.otherwise;
    why = unmet_why;
  }
  if (turn_.step().kind == StepKind::verify) fail_short_tasks();
  if (outcome && turn_.step().kind == StepKind::verify) fail_some_task();
  if (s_.blocked) outcome = Outcome::blocker;
  // A vote that wants a change says what; those who will make it should read it. Of a blocker only
  // who raised it: how far the others came was chance.
  const bool asks_change = outcome == Outcome::revise || outcome == Outcome::blocker;
  for (const VoteRecord& vote : s_.votes) {
    const bool here = vote.round == evidence_round(s_) && vote.scope == to_text(turn_.step().scope);
    if (!asks_change || turn_.step().kind != StepKind::review || !here) continue;
    const agent::Vote said = vote.review.effective();
    const bool matters =
        outcome == Outcome::blocker ? said == agent::Vote::blocker : said != agent::Vote::approve;
    if (matters) why += "; " + vote.instance + ": " + vote.review.summary;
  }
  turn_.leave(outcome.value_or(Outcome::pass), why);
}

}  // namespace assay::core::pipeline
