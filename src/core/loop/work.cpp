// SPDX-License-Identifier: MIT
// One task at a time: an agent works on it, assay looks at what it left, runs its Verify, and the
// layers decide.
#include "base/ensure.h"
#include "core/agent/decide.h"
#include "core/loop/turn.h"

#include <algorithm>
#include <utility>

namespace assay::core::loop {

namespace {

const Saying nothing_said;

bool is_active(const Job& job) {
  return job.step != WorkStep::waiting && job.step != WorkStep::settled &&
         job.step != WorkStep::held_up;
}

/// What the list calls it: its first line without the box.
std::string line_of(const Task& task) {
  const std::string line = task.block.substr(0, task.block.find('\n'));
  const std::size_t box = line.find("] ");
  std::string text = box == std::string::npos ? "" : line.substr(box + 2);
  while (text.ends_with('\r') || text.ends_with(' ')) text.pop_back();
  return text;
}

}  // namespace

const Saying& saying_of(const Job& job) { return job.saying ? *job.saying : nothing_said; }

/// Commands that come before the agent: they are run again when the run goes on.
bool comes_first(WorkStep step) {
  return step == WorkStep::precheck || step == WorkStep::measuring || step == WorkStep::proving ||
         step == WorkStep::comparing;
}

void Turn::start_jobs(const std::vector<TaskKey>& tasks) {
  ENSURE(!tasks.empty() && s_.jobs.empty());
  for (const TaskKey key : tasks) {
    Job& job = s_.jobs.emplace_back();
    job.task = key;
    job.index = position(s_, key);
    job.directory = s_.plan->workspace;
    if (tasks.size() < 2) continue;
    const std::string id = id_of(s_.tasks[key].task, key);
    job.branch = "assay/" + s_.run_id + "/" + id;
    job.directory = s_.plan->work_dir + "/" + id;
    // The member begins with the tree all members begin with.
    s_.tasks[key].base.reset();
  }
  s_.cursor = 0;
  s_.waits_on.clear();
  return is_new(s_) && is_group(s_) ? look_at_ground(Step::looking_group) : advance();
}

/// Starts what there is a place for; goes on when every job has come to an end.
void Turn::advance() {
  const auto limit = static_cast<std::ptrdiff_t>(
      s_.plan->settings.jobs > 0 ? s_.plan->settings.jobs : s_.plan->settings.max_group);
  for (Job& job : s_.jobs) {
    const bool room = std::count_if(s_.jobs.begin(), s_.jobs.end(), is_active) < limit;
    const bool may = !s_.cancelled && !s_.refusal && !s_.ending && s_.person.empty();
    if (job.step == WorkStep::waiting && room && may) start(job);
    if (s_.step != Step::working) return;
  }
  if (std::any_of(s_.jobs.begin(), s_.jobs.end(), is_active)) return;
  const bool settled = std::all_of(s_.jobs.begin(), s_.jobs.end(),
                                   [](const Job& job) { return job.step == WorkStep::settled; });
  if (settled) return jobs_settled();
  if (s_.cancelled || !s_.person.empty()) return park();
  // What a budget of this run refuses stays refused. What a day or a quota refuses is put off.
  const bool final = !s_.refusal->until && !s_.purse.closed;
  if (!final) return park();
  if (!is_group(s_)) return end(Outcome::out_of_budget, s_.refusal->why);
  // What the others of the group have proved is merged and recorded first.
  for (Job& job : s_.jobs) {
    if (job.step == WorkStep::settled) continue;
    job.step = WorkStep::settled;
    job.settled = Settled::stopped;
    job.failure = s_.refusal->why;
  }
  jobs_settled();
}

void Turn::start(Job& job) {
  if (job.branch.empty()) return task(job).base ? begin_attempt(job) : look(job, WorkStep::looking);
  job.step = WorkStep::opening;
  job.key = new_key();
  ask(job,
      OpenWork{.key = job.key,
               .workspace = s_.plan->workspace,
               .directory = job.directory,
               .branch = job.branch,
               .from = s_.head,
               .supplies = s_.plan->supplies},
      &Turn::opened);
}

void Turn::opened(Job& job, const WorkDone& e) {
  ENSURE(job.step == WorkStep::opening);
  if (e.result.status != WorkResult::Status::done) return end(Outcome::error, e.result.detail);
  task(job).base ? begin_attempt(job) : look(job, WorkStep::looking);
}

void Turn::look(Job& job, WorkStep step) {
  job.step = step;
  job.key = new_key();
  InspectWork look{.key = job.key,
                   .name = id_of(task(job).task, job.task),
                   .directory = job.directory,
                   .spec_dir = s_.plan->spec_dir,
                   .expected = list_of(s_),
                   .named = is_new(s_)};
  const TaskState& state = task(job);
  if (step == WorkStep::confirming && state.left) {
    look.name += "-confirm";
    look.since = state.left->tree;
    look.since_head = state.left->head;
    look.since_repository = state.left->repository;
  }
  if (step == WorkStep::inspecting && state.base) {
    look.since = state.base->tree;
    look.since_head = state.base->head;
    look.since_repository = state.base->repository;
    if (is_new(s_)) look.tests = test_globs(*s_.plan);
  }
  if (is_new(s_)) {
    look.files = state.task.files;
    const bool first = step == WorkStep::looking && !state.base;
    if (first && job.branch.empty() && !state.task.verify && job.task < s_.plan->tasks.size()) {
      look.introduced = line_of(state.task);
      look.subject = state.task.commit.substr(0, state.task.commit.find('\n'));
    }
    if (step == WorkStep::looking && state.base) {
      look.since = state.seen_tree;
      look.since_head = state.seen_head;
      look.between = true;
    }
  }
  ask(job, std::move(look),
      step == WorkStep::looking      ? &Turn::looked
      : step == WorkStep::confirming ? &Turn::confirmed
                                     : &Turn::inspected);
}

void Turn::looked(Job& job, const WorkInspected& e) {
  ENSURE(job.step == WorkStep::looking);
  TaskState& state = task(job);
  if (!e.sight.problem.empty()) return end(Outcome::error, e.sight.problem);
  if (is_new(s_)) seen(job, e.sight);
  if (state.base && std::exchange(job.restored, false)) return dispatch(job);
  if (state.base) return restore(job);
  state.base = e.sight;
  if (!state.first) state.first = e.sight;
  // What others have committed since a task was last written down was there before the next one.
  const bool moved = job.branch.empty() && !s_.head.empty() && e.sight.head != s_.head;
  if (s_.start.empty() || moved) s_.start = e.sight.head;
  begin_attempt(job);
}

void Turn::inspected(Job& job, const WorkInspected& e) {
  ENSURE(job.step == WorkStep::inspecting);
  const WorkSight& sight = e.sight;
  TaskState& state = task(job);
  state.left = sight;
  for (const std::string& what : sight.tampering)
    s_.tampering.push_back(name_of(s_, job.task) + ": " + what);
  for (const std::string& what : sight.reached)
    s_.tampering.push_back(name_of(s_, job.task) + ": repository: " + what);
  if (is_new(s_)) {
    if (sight.problem.empty()) seen(job, sight);
    // It was stopped: what it did to the list is undone now, so that what differs later is its
    // user's.
    if (s_.cancelled && job.evidence.exit.kind == ExitKind::cancelled && state.next != Next::check)
      return sight.tampering.empty() ? hold_up(job, WorkStep::reserving) : restore(job);
  }
  judge(job);
}

void Turn::begin_attempt(Job& job) {
  ENSURE(task(job).base.has_value());
  const TaskState& state = task(job);
  if (state.next == Next::check) return look(job, WorkStep::inspecting);
  const bool first_by_itself = state.task.verify && !state.task.commands.empty() && !job.prechecked;
  if (first_by_itself) return run_checks(job, WorkStep::precheck);
  const WorkSight& base = *state.base;
  const bool may_be_there = state.spawns == 0 && !state.task.verify &&
                            !state.task.commands.empty() && !base.origin.empty() &&
                            !base.since_origin.empty();
  if (is_new(s_) && may_be_there && !job.asked_origin) return run_checks(job, WorkStep::proving);
  if (is_new(s_) && !job.measured && is_unmeasured(s_, job))
    return run_checks(job, WorkStep::measuring);
  dispatch(job);
}

void Turn::judge(Job& job) {
  TaskState& state = task(job);
  if (state.next == Next::check) return run_checks(job, WorkStep::checking);
  const Hand& hand = hand_of(s_, job);
  // Whether it did what it says is for the evidence layer to tell, which knows more than a digest.
  const agent::Fused fused =
      agent::fuse({job.evidence, agent::transcript_of(job.evidence),
                   agent::dialect_of(hand.order, job.evidence), std::nullopt});
  if (fused.outcome == agent::Outcome::unavailable) {
    // To wait is not to fail.
    agent::Refusal refusal{fused.reason, agent::available_again(job.evidence)};
    if (agent::fall_back(s_.purse, hand.order, job.evidence, refusal)) {
      s_.remarks.push_back(name_of(s_, job.task) + ": fallback of " + to_text(job.role) + ": " +
                           fused.reason);
      return dispatch(job);
    }
    agent::close(s_.purse, refusal);
    s_.refusal = refusal;
    return hold_up(job, WorkStep::reserving);
  }
  if (take_request(job)) return;
  if (fused.outcome != agent::Outcome::completed)
    return fail(job, {{"signal", LayerStatus::failed,
                       std::string(to_text(fused.outcome)) + ": " + fused.reason}});
  std::vector<Layer> layers = {contradiction_layer(saying_of(job)),
                               signal_layer(saying_of(job), job.role == Role::qa)};
  const bool claims = std::all_of(layers.begin(), layers.end(), [](const Layer& layer) {
    return layer.status == LayerStatus::passed;
  });
  if (claims) return run_checks(job, WorkStep::checking);
  for (const std::string& what : state.left->tampering)
    layers.push_back({"evidence", LayerStatus::failed, "tampered with the task list: " + what});
  fail(job, std::move(layers));
}

/// A wish to change the list. True if that is what becomes of the attempt.
bool Turn::take_request(Job& job) {
  const agent::Signals& signals = saying_of(job).signals;
  if (!signals.modification_asked) return false;
  std::string objection = "it cannot be read";
  for (const agent::SignalRemark& remark : signals.remarks) {
    if (remark.kind == agent::SignalRemark::Kind::bad_request) objection = remark.what;
  }
  if (signals.modification) objection = objection_to(s_, *signals.modification, job);
  job.accepts_request = objection.empty();
  if (!objection.empty()) {
    note(ProgressEntry::Section::log,
         "Modification of task " + name_of(s_, job.task) + " rejected: " + objection);
    s_.remarks.push_back(name_of(s_, job.task) + ": modification request rejected: " + objection);
    // Without it, the attempt is what it claims to be, or nothing.
    if (signals.claims_completion()) return false;
    fail(job,
         {{"signal", LayerStatus::failed, "its modification request was rejected: " + objection}});
    return true;
  }
  if (signals.modification->kind == agent::ModificationKind::add_followup) return false;
  const std::vector<std::string> wrong = trespasses_of(work_of(s_, job));
  if (!wrong.empty()) {
    // Once the list has changed, nobody would compare this tree with the one before any more.
    fail(job, {evidence_layer(wrong, nullptr)});
    return true;
  }
  if (std::vector<std::string> unknown = unclaimed(s_, job); !unknown.empty()) {
    wait_for_person(job, std::move(unknown));
    return true;
  }
  job.step = WorkStep::settled;
  job.settled = Settled::breaks_out;
  return true;
}

std::string limit_reached(const State& run, const Job& job) {
  const TaskState& state = run.tasks[job.task];
  const LoopSettings& settings = run.plan->settings;
  const std::string which =
      is_group(run)
          ? "parallel task " + (is_new(run) ? name_of(run, job.task) : std::to_string(job.index))
          : "task " + name_of(run, job.task);
  if (state.iteration >= static_cast<std::uint32_t>(settings.max_task_iterations))
    return "ERROR: Max retries reached for " + which + " after " + std::to_string(state.iteration) +
           (state.iteration == 1 ? " attempt" : " attempts");
  if (state.same_failures >= static_cast<std::uint32_t>(settings.same_failure_limit))
    return "ERROR: the same failure " + std::to_string(state.same_failures) +
           " times in a row for " + which;
  if (run.global_iteration > static_cast<std::uint32_t>(settings.max_global_iterations))
    return "ERROR: Max global iterations (" + std::to_string(settings.max_global_iterations) +
           ") reached";
  return "";
}

void Turn::pass(Job& job) {
  TaskState& state = task(job);
  ++s_.global_iteration;
  state.last_failure.clear();
  state.normal_failure.clear();
  state.same_failures = 0;
  if (state.left && !state.left->commits.empty())
    state.commit = state.left->commits.back().id.substr(0, 7);
  job.step = WorkStep::settled;
  job.settled = Settled::passed;
}

void Turn::fail(Job& job, std::vector<Layer> layers) {
  TaskState& state = task(job);
  ++s_.global_iteration;
  state.layers = std::move(layers);
  state.last_failure = failure_text(state.layers);
  std::string normal = normalised(state.last_failure);
  state.same_failures = normal == state.normal_failure ? state.same_failures + 1 : 1;
  state.normal_failure = std::move(normal);
  if (std::string limit = limit_reached(s_, job); !limit.empty()) {
    job.failure = limit + ": " + state.last_failure;
    job.step = WorkStep::settled;
    job.settled = Settled::exhausted;
    return;
  }
  ++state.iteration;
  // What it did to files of others no fix task may undo: that is for its own next attempt.
  const bool fixable =
      !state.task.verify && trespasses_of(work_of(s_, job)).empty() && unclaimed(s_, job).empty();
  if (s_.plan->settings.recovery_mode && fixable) {
    job.needs_fix = true;
    job.step = WorkStep::settled;
    job.settled = Settled::breaks_out;
    return;
  }
  restore(job);
}

/// The list as it should be, whatever somebody has done to it; then the next attempt.
void Turn::restore(Job& job) {
  job.step = WorkStep::recording;
  job.key = new_key();
  UpdateSpec wanted = job.branch.empty() ? update("", false, true) : update_branch(s_, job, "", {});
  wanted.key = job.key;
  ask(job, std::move(wanted), &Turn::restored);
}

void Turn::restored(Job& job, const WorkDone& e) {
  ENSURE(job.step == WorkStep::recording);
  if (e.result.status != WorkResult::Status::done) return end(Outcome::error, e.result.detail);
  if (!is_new(s_)) return dispatch(job);
  job.restored = true;
  look(job, WorkStep::looking);
}

void Turn::hold_up(Job& job, WorkStep redo) {
  job.step = WorkStep::held_up;
  job.redo = redo;
}

/// After a crash or a pause: asks again, starts again, or waits on.
void Turn::resume(Job& job) {
  if (s_.talk.again(number_of(job), effects_)) return;
  if (s_.talk.goes_on(number_of(job), attached_)) return;
  if (s_.talk.lose(number_of(job))) {
    agent::settle(s_.purse, job.key, lost_evidence("its coordinator died"));
    // Looking frees what the dead agent still held: locks of git, on which the next would fail.
    return look(job, WorkStep::looking);
  }
  const bool tries = job.step == WorkStep::checking || job.step == WorkStep::trying;
  if (comes_first(job.step) || tries) {
    emit(job.checks.hear(RunResumed{at_, attached_}));
    if (job.checks.is_over()) checks_over(job);
    return;
  }
  if (job.step != WorkStep::held_up) return;
  if (job.redo == WorkStep::inspecting) return look(job, WorkStep::inspecting);
  if (job.redo == WorkStep::precheck) return begin_attempt(job);
  return task(job).base ? look(job, WorkStep::looking) : restore(job);
}

}  // namespace assay::core::loop
