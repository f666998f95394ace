// SPDX-License-Identifier: MIT
// Bugs put into the pipeline machine on purpose. The journal keeps what really happened, so the
// simulator has to find each by its consequences.
#include "core/pipeline/worker.h"
#include "sim/flaw.h"
#include "sim/pipeline_subject.h"

#include <algorithm>

namespace assay::sim {

namespace {

using core::AttemptEnded;
using core::Effect;
using core::Effects;
using core::Event;
using core::Machine;
using core::OutputsRead;
using core::pipeline::Artifact;
using core::pipeline::Job;
using core::pipeline::JobStep;
using core::pipeline::Phase;
using core::pipeline::State;
using core::pipeline::TaskRecord;

template <class Change>
auto before(Change change) {
  return flawed<State>(change, [](State&, const Event&, Effects&) {});
}
template <class Change>
auto after(Change change) {
  return flawed<State>([](State&, Event&) {}, change);
}

/// Changes every effect of one kind.
template <class Wanted, class Change>
auto misask(Change change) {
  return after([change](State& state, const Event&, Effects& effects) {
    for (Effect& effect : effects) {
      if (auto* wanted = std::get_if<Wanted>(&effect)) change(state, *wanted);
    }
  });
}

/// Changes what is read of an agent's files once it has ended.
template <class Change>
auto misread(Change change) {
  return before([change](State& state, Event& event) {
    auto* read = std::get_if<OutputsRead>(&event);
    const bool judged =
        read != nullptr && std::any_of(state.jobs.begin(), state.jobs.end(), [&](const Job& job) {
          return job.key == read->key && job.step == JobStep::reading;
        });
    if (!judged) return;
    for (Artifact& artifact : read->outputs.artifacts) change(artifact);
  });
}

/// Changes the number that a query returned.
template <class Change>
auto miscount(Change change) {
  return before([change](State& state, Event& event) {
    auto* counted = std::get_if<core::RowsCounted>(&event);
    if (counted == nullptr) return;
    for (std::size_t i = 0; i < counted->numbers.size() && i < state.counting.questions.size(); ++i)
      change(state.counting.questions[i].name, counted->numbers[i]);
  });
}

void wave_through(const std::string& query, std::optional<std::int64_t>& number) {
  const bool none = query == "review_blockers" || query == "review_criticals" ||
                    query == "checks_failed" || query == "regressions";
  number = none ? 0 : 9;
}
void do_with_fewer_votes(const std::string& query, std::optional<std::int64_t>& number) {
  if (query == "review_submitted") number = 3;
}
void overlook_criticals(const std::string& query, std::optional<std::int64_t>& number) {
  if (query == "review_criticals") number = 0;
}

void believe_checks(State& state, Event& event) {
  auto* ended = std::get_if<AttemptEnded>(&event);
  if (ended == nullptr || !state.checks.owns(ended->key)) return;
  ended->evidence.exit = {core::ExitKind::exited, 0, 0, ""};
  ended->evidence.reading.tally = {};
  ended->evidence.reading.tally.executed = 99;
}

void forget_the_blocker(Artifact& artifact) {
  for (core::agent::Concern& concern : artifact.concerns)
    concern.severity = core::agent::Severity::minor;
  if (!artifact.review || artifact.review->effective() != core::agent::Vote::blocker) return;
  artifact.review->verdict = core::agent::Vote::needs_revision;
  artifact.review->findings_count = {};
}
void take_the_word(Artifact& artifact) {
  if (artifact.review) artifact.review->findings_count = {};
}
void take_what_is_old(Artifact& artifact) { artifact.stamp += " as good as new"; }
void take_what_is_broken(Artifact& artifact) { artifact.problems.clear(); }
void take_errors_for_done(Artifact& artifact) {
  if (artifact.status) artifact.status = core::agent::CompletionStatus::done;
}

void believe_agents(State&, Event& event) {
  auto* ended = std::get_if<AttemptEnded>(&event);
  if (ended == nullptr || !ended->evidence.transcript) return;
  const core::agent::Transcript& real = *ended->evidence.transcript;
  if (real.ending != core::agent::Ending::failure || real.limit_reached) return;
  auto said = std::make_shared<core::agent::Transcript>(*ended->evidence.transcript);
  said->ending = core::agent::Ending::success;
  ended->evidence.transcript = said;
}

void never_charge(State& state, Event&) { state.loops.clear(); }
void count_no_failure(State& state, const Event&, Effects&) {
  for (Job& job : state.jobs) job.failures = 0;
}

/// While it decides who may start, it believes in other tasks than there are.
template <class Change>
std::function<shell::Decider(Node&)> with_other_tasks(Change change) {
  return [change](Node&) -> shell::Decider {
    return [change](Machine& machine, const Event& event) {
      State* state = std::get_if<State>(&machine.state);
      if (state == nullptr || !std::holds_alternative<core::WorkDone>(event))
        return core::decide(machine, event);
      std::vector<TaskRecord> real = state->tasks;
      for (TaskRecord& record : state->tasks) change(record);
      Effects effects = core::decide(machine, event);
      if (state->tasks.size() == real.size()) {
        for (std::size_t i = 0; i < real.size(); ++i) {
          state->tasks[i].files = real[i].files;
          state->tasks[i].task = real[i].task;
        }
      }
      return effects;
    };
  };
}

void all_different(TaskRecord& record) { record.files = {"only-" + record.task.id}; }
void all_free(TaskRecord& record) { record.task.depends_on.clear(); }

void make_room(State& state, Event&) {
  constexpr std::int32_t many = 9;
  if (!state.plan || state.plan->concurrency == many) return;
  auto plan = std::make_shared<core::pipeline::Plan>(*state.plan);
  plan->concurrency = plan->definition.concurrency = many;
  for (core::pipeline::Step& step : plan->definition.steps) step.dispatch.concurrency = many;
  state.plan = plan;
}

void encore(State& state, const Event& event, Effects& effects) {
  if (!std::holds_alternative<core::DrainReported>(event)) return;
  core::Launch launch;
  launch.key = {state.next_unit++, 1};
  launch.name = "encore-" + std::to_string(launch.key.unit);
  launch.command = "run build";
  launch.cwd = state.plan->workspace;
  effects.emplace_back(core::StartAttempt{launch});
}

/// A vote is taken over as soon as it is there.
void break_the_seal(State& state, const Event&, Effects& effects) {
  for (Job& job : state.jobs) {
    if (job.step != JobStep::sealed) continue;
    core::AdoptWork adopt{
        {state.next_unit++, 1}, state.plan->workspace, job.directory, job.base.tree, {}};
    for (const Artifact& artifact : job.after.artifacts)
      adopt.paths.push_back(state.plan->feature_dir + "/" + artifact.path);
    job.step = JobStep::adopting;
    job.key = adopt.key;
    const auto number = static_cast<core::turn::Asker>(&job - state.jobs.data());
    state.talk.ask(effects, number, adopt, &core::pipeline::Worker::adopted);
  }
}

void ignore_regressions(State& state, Event& event) {
  const bool verified = std::holds_alternative<core::RowsCounted>(event) && state.checks_passed &&
                        current_step(state).kind == core::pipeline::StepKind::verify;
  if (!verified) return;
  for (TaskRecord& record : state.tasks) {
    record.regressions.clear();
    record.failed = false;
    record.verified = true;
  }
}

void lose_answers(State& state, Event& event) {
  if (std::holds_alternative<core::RunResumed>(event)) state.approvals.clear();
}

/// Nobody is there: that will do.
shell::Decider take_silence_for_an_answer(Node&) {
  return [](Machine& machine, const Event& event) {
    Effects effects = core::decide(machine, event);
    State* state = std::get_if<State>(&machine.state);
    const auto* parked = std::get_if<core::RunParked>(&event);
    if (state == nullptr || parked == nullptr || state->phase != Phase::approving) return effects;
    machine.parked.reset();
    const core::pipeline::Question question = question_of(*state);
    return core::decide(machine, core::ApprovalGiven{parked->at, state->key, question.gate_id,
                                                     question.options.front().id, "", "nobody"});
  };
}

void adopt_everything(State&, core::AdoptWork& wanted) { wanted.paths.clear(); }
void adopt_the_folder(State& state, core::AdoptWork& wanted) {
  wanted.paths.push_back(state.plan->feature_dir);
}
void restore_everything(State& state, core::RestoreFiles& wanted) {
  for (const TaskRecord& record : state.tasks)
    wanted.paths.insert(wanted.paths.end(), record.changed.begin(), record.changed.end());
}
void commit_without_a_look(State&, core::CommitWork& wanted) { wanted.verified.clear(); }
void commit_strangers(State& state, core::CommitWork& wanted) {
  wanted.paths.insert(wanted.paths.end(), state.plan->dirty.begin(), state.plan->dirty.end());
}
void count_an_old_round(State&, core::CountRows& wanted) {
  for (core::pipeline::RowQuestion& question : wanted.questions) question.round = 1;
}
void record_twice(State&, core::RecordRows& wanted) {
  if (!wanted.checks.empty()) wanted.checks.push_back(wanted.checks.front());
}
/// What a task did not declare is not looked at.
void overlook_strays(State& state, Event& event) {
  if (!std::holds_alternative<core::WorkInspected>(event)) return;
  if (state.phase != Phase::looking_after) return;
  for (TaskRecord& record : state.tasks) {
    std::erase_if(record.changed, [&](const std::string& path) {
      return !record.files.empty() &&
             std::count(record.files.begin(), record.files.end(), path) == 0;
    });
  }
}
/// A gate that says no on the baseline is taken for one that says yes.
void like_the_baseline(State& state, Event& event) {
  if (!std::holds_alternative<core::WorkInspected>(event)) return;
  if (state.phase != Phase::closing_baseline) return;
  for (core::pipeline::CheckResult& check : state.baseline) check.passed = true;
}

void forget_exhaustion(State& state, Event&) { state.went_on_exhausted = false; }
void forget_dropped_tasks(State& state, Event&) { state.left_over.clear(); }

void forget_failed_work(State& state, const Event& event, Effects&) {
  if (!std::holds_alternative<OutputsRead>(event)) return;
  for (const Job& job : state.jobs) {
    if (job.step != JobStep::waiting && job.failure.empty()) continue;
    for (TaskRecord& record : state.tasks) {
      if (record.task.id == job.task) record.changed.clear();
    }
  }
}

void accept_late(State& state, Event& event) {
  auto* ended = std::get_if<AttemptEnded>(&event);
  if (ended == nullptr || state.phase != Phase::working) return;
  for (const Job& job : state.jobs) {
    if (job.step == JobStep::executing) ended->key = job.key;
  }
}

void never_stop(State&, const Event&, Effects& effects) {
  std::erase_if(effects,
                [](const Effect& e) { return std::holds_alternative<core::StopAttempts>(e); });
}

void start_all_the_same(State& state, Event& event) {
  if (std::holds_alternative<OutputsRead>(event)) state.blocked = false;
}

shell::Decider never_hears_of_cancel(Node&) {
  return [](Machine& machine, const Event& event) {
    const auto* cancel = std::get_if<core::CancelRequested>(&event);
    return cancel != nullptr && !cancel->for_good ? Effects{} : core::decide(machine, event);
  };
}

void forget_where_it_was(State& state, const Event& event, Effects&) {
  const bool again = std::holds_alternative<core::CancelRequested>(event);
  if (again && state.phase == Phase::parked) state.parked_from = Phase::parked;
}

void ignore_quotas(State&, Event& event) {
  auto* ended = std::get_if<AttemptEnded>(&event);
  if (ended == nullptr || !ended->evidence.transcript) return;
  auto said = std::make_shared<core::agent::Transcript>(*ended->evidence.transcript);
  said->limit_reached = false;
  said->trouble = core::agent::Trouble::none;
  ended->evidence.transcript = said;
}

void check_no_budget(State& state, Event& event) {
  if (std::holds_alternative<core::SpendingReported>(event)) state.purse.budgets = {};
}

void move_the_baseline(State& state, Event& event) {
  if (std::holds_alternative<core::RunResumed>(event) && !state.origin.head.empty())
    state.origin.head = "c0";
}

}  // namespace

const std::vector<Plant>& pipeline_plants() {
  static const std::vector<Plant> all = {
      {"waves every gate through", "step:|verdict:|commit:", miscount(wave_through)},
      {"does with fewer votes", "step:|verdict:", miscount(do_with_fewer_votes)},
      {"overlooks what is critical", "step:|verdict:", miscount(overlook_criticals)},
      {"counts an old round's rows", "rows:", misask<core::CountRows>(count_an_old_round)},
      {"records a row twice", "rows:", misask<core::RecordRows>(record_twice)},
      {"takes the checks for passed", "rows:|step:", before(believe_checks)},
      {"takes failed agents for done", "adopt:|step:|rows:|again:", before(believe_agents)},
      {"forgets the blocker", "blocker:|rows:|step:|verdict:", misread(forget_the_blocker)},
      {"trusts a vote against its findings", "rows:|step:|blocker:", misread(take_the_word)},
      {"takes old files for new", "adopt:|step:|rows:|again:", misread(take_what_is_old)},
      {"takes broken files", "adopt:|step:|rows:|again:", misread(take_what_is_broken)},
      {"takes ERROR for DONE", "adopt:|step:|rows:|again:", misread(take_errors_for_done)},
      {"goes round without end", "step:|verdict:|answer:|I12", before(never_charge)},
      {"retries without end", "retries:|step:", after(count_no_failure)},
      {"starts tasks with files in common", "overlap:|place:", with_other_tasks(all_different)},
      {"does not wait for dependencies", "order:", with_other_tasks(all_free)},
      {"starts too many at once", "many:", before(make_room)},
      {"starts something after the end", "end:", after(encore)},
      {"lets reviewers read each other", "sealed:", after(break_the_seal)},
      {"ignores regressions", "step:|verdict:|commit:|bundle:", before(ignore_regressions)},
      {"loses answers when resumed", "answer:", before(lose_answers)},
      {"takes silence for an answer", "step:|verdict:", take_silence_for_an_answer},
      {"adopts everything", "adopt:", misask<core::AdoptWork>(adopt_everything)},
      {"adopts files of others", "adopt:", misask<core::AdoptWork>(adopt_the_folder)},
      {"takes back the work of others", "restore:", misask<core::RestoreFiles>(restore_everything)},
      {"commits without a look", "commit:", misask<core::CommitWork>(commit_without_a_look)},
      {"commits what was there before", "commit:", misask<core::CommitWork>(commit_strangers)},
      {"forgets that a loop was used up",
       "commit:|verdict:|bundle:|step:", before(forget_exhaustion)},
      {"forgets the work of dropped tasks",
       "commit:|restore:|parked:|rows:|step:", before(forget_dropped_tasks)},
      {"forgets what failed attempts left", "commit:|parked:|rows:|step:|I12",
       after(forget_failed_work)},
      {"overlooks what a task did not declare", "rows:|step:", before(overlook_strays)},
      {"takes any baseline", "step:|verdict:|rows:", before(like_the_baseline)},
      {"moves the baseline", "baseline:", before(move_the_baseline)},
      {"accepts a late result", "late:|adopt:|step:|again:|retries:|place:", before(accept_late)},
      {"forgets to stop what is in flight", "cancel:|blocker:", after(never_stop)},
      {"starts agents after a blocker", "blocker:|step:", before(start_all_the_same)},
      {"starts after the cancellation", "cancel:", never_hears_of_cancel},
      {"forgets where it was parked", "I4|I11|I12", after(forget_where_it_was)},
      {"goes on without quota", "quota:", before(ignore_quotas)},
      {"does not check the budget", "budget:", before(check_no_budget)},
      {"acknowledges an entry and drops it", "I1|I7|adopt:", nullptr, Plant::Flaw::drops_entries},
      {"lets a stale coordinator append", "I10|I3", nullptr, Plant::Flaw::accepts_stale},
  };
  return all;
}

}  // namespace assay::sim
