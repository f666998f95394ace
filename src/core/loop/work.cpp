// SPDX-License-Identifier: MIT
// One task at a time: an agent works on it, assay looks at what it left, runs its Verify, and the
// layers decide.
#include "base/ensure.h"
#include "core/agent/decide.h"
#include "core/loop/worker.h"

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
    if (job.step == WorkStep::waiting && room && may) Worker(*this, job).start();
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

void Worker::start() {
  if (job_.branch.empty()) return task().base ? begin_attempt() : look(WorkStep::looking);
  job_.step = WorkStep::opening;
  job_.key = turn_.new_key();
  ask(OpenWork{.key = job_.key,
               .workspace = s_.plan->workspace,
               .directory = job_.directory,
               .branch = job_.branch,
               .from = s_.head,
               .supplies = s_.plan->supplies},
      &Worker::opened);
}

void Worker::opened(const WorkDone& e) {
  ENSURE(job_.step == WorkStep::opening);
  if (e.result.status != WorkResult::Status::done)
    return turn_.end(Outcome::error, e.result.detail);
  task().base ? begin_attempt() : look(WorkStep::looking);
}

void Worker::look(WorkStep step) {
  job_.step = step;
  job_.key = turn_.new_key();
  InspectWork look{.key = job_.key,
                   .name = id_of(task().task, job_.task),
                   .directory = job_.directory,
                   .spec_dir = s_.plan->spec_dir,
                   .expected = list_of(s_),
                   .named = is_new(s_)};
  const TaskState& state = task();
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
    if (first && job_.branch.empty() && !state.task.verify && job_.task < s_.plan->tasks.size()) {
      look.introduced = line_of(state.task);
      look.subject = state.task.commit.substr(0, state.task.commit.find('\n'));
    }
    if (step == WorkStep::looking && state.base) {
      look.since = state.seen_tree;
      look.since_head = state.seen_head;
      look.between = true;
    }
  }
  ask(std::move(look), step == WorkStep::looking      ? &Worker::looked
                       : step == WorkStep::confirming ? &Worker::confirmed
                                                      : &Worker::inspected);
}

void Worker::looked(const WorkInspected& e) {
  ENSURE(job_.step == WorkStep::looking);
  TaskState& state = task();
  if (!e.sight.problem.empty()) return turn_.end(Outcome::error, e.sight.problem);
  if (is_new(s_)) seen(e.sight);
  if (state.base && std::exchange(job_.restored, false)) return dispatch();
  if (state.base) return restore();
  state.base = e.sight;
  if (!state.first) state.first = e.sight;
  // What others have committed since a task was last written down was there before the next one.
  const bool moved = job_.branch.empty() && !s_.head.empty() && e.sight.head != s_.head;
  if (s_.start.empty() || moved) s_.start = e.sight.head;
  begin_attempt();
}

void Worker::inspected(const WorkInspected& e) {
  ENSURE(job_.step == WorkStep::inspecting);
  const WorkSight& sight = e.sight;
  TaskState& state = task();
  state.left = sight;
  for (const std::string& what : sight.tampering)
    s_.tampering.push_back(name_of(s_, job_.task) + ": " + what);
  for (const std::string& what : sight.reached)
    s_.tampering.push_back(name_of(s_, job_.task) + ": repository: " + what);
  if (is_new(s_)) {
    if (sight.problem.empty()) seen(sight);
    // It was stopped: what it did to the list is undone now, so that what differs later is its
    // user's.
    if (s_.cancelled && job_.evidence.exit.kind == ExitKind::cancelled && state.next != Next::check)
      return sight.tampering.empty() ? hold_up(WorkStep::reserving) : restore();
  }
  judge();
}

void Worker::begin_attempt() {
  ENSURE(task().base.has_value());
  const TaskState& state = task();
  if (state.next == Next::check) return look(WorkStep::inspecting);
  const bool first_by_itself =
      state.task.verify && !state.task.commands.empty() && !job_.prechecked;
  if (first_by_itself) return run_checks(WorkStep::precheck);
  const WorkSight& base = *state.base;
  const bool may_be_there = state.spawns == 0 && !state.task.verify &&
                            !state.task.commands.empty() && !base.origin.empty() &&
                            !base.since_origin.empty();
  if (is_new(s_) && may_be_there && !job_.asked_origin) return run_checks(WorkStep::proving);
  if (is_new(s_) && !job_.measured && is_unmeasured(s_, job_))
    return run_checks(WorkStep::measuring);
  dispatch();
}

void Worker::judge() {
  TaskState& state = task();
  if (state.next == Next::check) return run_checks(WorkStep::checking);
  const Hand& hand = hand_of(s_, job_);
  // Whether it did what it says is for the evidence layer to tell, which knows more than a digest.
  const agent::Fused fused =
      agent::fuse({job_.evidence, agent::transcript_of(job_.evidence),
                   agent::dialect_of(hand.order, job_.evidence), std::nullopt});
  if (fused.outcome == agent::Outcome::unavailable) {
    // To wait is not to fail.
    agent::Refusal refusal{fused.reason, agent::available_again(job_.evidence)};
    if (agent::fall_back(s_.purse, hand.order, job_.evidence, refusal)) {
      s_.remarks.push_back(name_of(s_, job_.task) + ": fallback of " + to_text(job_.role) + ": " +
                           fused.reason);
      return dispatch();
    }
    agent::close(s_.purse, refusal);
    s_.refusal = refusal;
    return hold_up(WorkStep::reserving);
  }
  if (take_request()) return;
  if (fused.outcome != agent::Outcome::completed)
    return fail({{"signal", LayerStatus::failed,
                  std::string(to_text(fused.outcome)) + ": " + fused.reason}});
  std::vector<Layer> layers = {contradiction_layer(saying_of(job_)),
                               signal_layer(saying_of(job_), job_.role == Role::qa)};
  const bool claims = std::all_of(layers.begin(), layers.end(), [](const Layer& layer) {
    return layer.status == LayerStatus::passed;
  });
  if (claims) return run_checks(WorkStep::checking);
  for (const std::string& what : state.left->tampering)
    layers.push_back({"evidence", LayerStatus::failed, "tampered with the task list: " + what});
  fail(std::move(layers));
}

/// A wish to change the list. True if that is what becomes of the attempt.
bool Worker::take_request() {
  const agent::Signals& signals = saying_of(job_).signals;
  if (!signals.modification_asked) return false;
  std::string objection = "it cannot be read";
  for (const agent::SignalRemark& remark : signals.remarks) {
    if (remark.kind == agent::SignalRemark::Kind::bad_request) objection = remark.what;
  }
  if (signals.modification) objection = objection_to(s_, *signals.modification, job_);
  job_.accepts_request = objection.empty();
  if (!objection.empty()) {
    turn_.note(ProgressEntry::Section::log,
               "Modification of task " + name_of(s_, job_.task) + " rejected: " + objection);
    s_.remarks.push_back(name_of(s_, job_.task) + ": modification request rejected: " + objection);
    // Without it, the attempt is what it claims to be, or nothing.
    if (signals.claims_completion()) return false;
    fail({{"signal", LayerStatus::failed, "its modification request was rejected: " + objection}});
    return true;
  }
  if (signals.modification->kind == agent::ModificationKind::add_followup) return false;
  const std::vector<std::string> wrong = trespasses_of(work_of(s_, job_));
  if (!wrong.empty()) {
    // Once the list has changed, nobody would compare this tree with the one before any more.
    fail({evidence_layer(wrong, nullptr)});
    return true;
  }
  if (std::vector<std::string> unknown = unclaimed(s_, job_); !unknown.empty()) {
    wait_for_person(std::move(unknown));
    return true;
  }
  job_.step = WorkStep::settled;
  job_.settled = Settled::breaks_out;
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

void Worker::pass() {
  TaskState& state = task();
  ++s_.global_iteration;
  state.last_failure.clear();
  state.normal_failure.clear();
  state.same_failures = 0;
  if (state.left && !state.left->commits.empty())
    state.commit = state.left->commits.back().id.substr(0, 7);
  job_.step = WorkStep::settled;
  job_.settled = Settled::passed;
}

void Worker::fail(std::vector<Layer> layers) {
  TaskState& state = task();
  ++s_.global_iteration;
  state.layers = std::move(layers);
  state.last_failure = failure_text(state.layers);
  std::string normal = normalised(state.last_failure);
  state.same_failures = normal == state.normal_failure ? state.same_failures + 1 : 1;
  state.normal_failure = std::move(normal);
  if (std::string limit = limit_reached(s_, job_); !limit.empty()) {
    job_.failure = limit + ": " + state.last_failure;
    job_.step = WorkStep::settled;
    job_.settled = Settled::exhausted;
    return;
  }
  ++state.iteration;
  // What it did to files of others no fix task may undo: that is for its own next attempt.
  const bool fixable =
      !state.task.verify && trespasses_of(work_of(s_, job_)).empty() && unclaimed(s_, job_).empty();
  if (s_.plan->settings.recovery_mode && fixable) {
    job_.needs_fix = true;
    job_.step = WorkStep::settled;
    job_.settled = Settled::breaks_out;
    return;
  }
  restore();
}

/// The list as it should be, whatever somebody has done to it; then the next attempt.
void Worker::restore() {
  job_.step = WorkStep::recording;
  job_.key = turn_.new_key();
  UpdateSpec wanted =
      job_.branch.empty() ? turn_.update("", false, true) : update_branch(s_, job_, "", {});
  wanted.key = job_.key;
  ask(std::move(wanted), &Worker::restored);
}

void Worker::restored(const WorkDone& e) {
  ENSURE(job_.step == WorkStep::recording);
  if (e.result.status != WorkResult::Status::done)
    return turn_.end(Outcome::error, e.result.detail);
  if (!is_new(s_)) return dispatch();
  job_.restored = true;
  look(WorkStep::looking);
}

void Worker::hold_up(WorkStep redo) {
  job_.step = WorkStep::held_up;
  job_.redo = redo;
}

/// After a crash or a pause: asks again, starts again, or waits on.
void Worker::resume() {
  if (s_.talk.again(turn_.number_of(job_), turn_.effects())) return;
  if (s_.talk.goes_on(turn_.number_of(job_), turn_.attached())) return;
  if (s_.talk.lose(turn_.number_of(job_))) {
    agent::settle(s_.purse, job_.key, lost_evidence("its coordinator died"));
    // Looking frees what the dead agent still held: locks of git, on which the next would fail.
    return look(WorkStep::looking);
  }
  const bool tries = job_.step == WorkStep::checking || job_.step == WorkStep::trying;
  if (comes_first(job_.step) || tries) {
    turn_.emit(job_.checks.hear(RunResumed{turn_.at(), turn_.attached()}));
    if (job_.checks.is_over()) checks_over();
    return;
  }
  if (job_.step != WorkStep::held_up) return;
  if (job_.redo == WorkStep::inspecting) return look(WorkStep::inspecting);
  if (job_.redo == WorkStep::precheck) return begin_attempt();
  return task().base ? look(WorkStep::looking) : restore();
}

}  // namespace assay::core::loop
