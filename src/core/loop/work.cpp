// SPDX-License-Identifier: MIT
// One task at a time: an agent works on it, assay looks at what it left, runs its Verify, and the
// layers decide.
#include "core/agent/decide.h"
#include "core/loop/turn.h"
#include "core/verify/verdict.h"

#include <algorithm>
#include <utility>

namespace assay::core::loop {

namespace {

const Saying nothing_said;

const Saying& saying_of(const Job& job) { return job.saying ? *job.saying : nothing_said; }

bool is_active(const Job& job) {
  return job.step != WorkStep::waiting && job.step != WorkStep::settled &&
         job.step != WorkStep::held_up;
}

std::string lines_of(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += word + "\n";
  return text;
}

/// What the list calls it: its first line without the box.
std::string line_of(const Task& task) {
  const std::string line = task.block.substr(0, task.block.find('\n'));
  const std::size_t box = line.find("] ");
  std::string text = box == std::string::npos ? "" : line.substr(box + 2);
  while (text.ends_with('\r') || text.ends_with(' ')) text.pop_back();
  return text;
}

std::string listed_files(const std::vector<std::string>& paths) {
  constexpr std::size_t most = 10;
  std::string all;
  for (std::size_t i = 0; i < paths.size() && i < most; ++i) all += (i == 0 ? "" : ", ") + paths[i];
  if (paths.size() > most) all += " and " + std::to_string(paths.size() - most) + " more";
  return all;
}

/// It ran, and it said no: not that it could not be found, or was ended.
bool says_no(const verify::CommandState& command) {
  return command.status == verify::Status::fail && command.reason == verify::Reason::none &&
         command.exit_code > 0 && command.exit_code < 126;
}

/// Commands that come before the agent: they are run again when the run goes on.
bool comes_first(WorkStep step) {
  return step == WorkStep::precheck || step == WorkStep::measuring || step == WorkStep::proving ||
         step == WorkStep::comparing;
}

std::string commands_text(const Task& task) {
  std::string text;
  for (const TaskCommand& command : task.commands)
    text += (text.empty() ? "" : " && ") + command.command;
  return text;
}

}  // namespace

void Turn::start_jobs(const std::vector<TaskKey>& tasks) {
  for (const TaskKey key : tasks) {
    Job& job = s_.jobs.emplace_back();
    job.task = key;
    job.index = position(key);
    job.directory = s_.plan->workspace;
    if (tasks.size() < 2) continue;
    const std::string id = id_of(s_.tasks[key].task, key);
    job.branch = "assay/" + s_.run_id + "/" + id;
    job.directory = s_.plan->work_dir + "/" + id;
    // The member begins with the tree all members begin with.
    s_.tasks[key].base.reset();
  }
  s_.cursor = 0;
  advance();
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
  if (!is_group()) return end(Outcome::out_of_budget, s_.refusal->why);
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
               .from = s_.head},
      &Turn::opened);
}

void Turn::opened(Job& job, const WorkDone& e) {
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
                   .expected = list_of(s_)};
  const TaskState& state = task(job);
  if (step == WorkStep::inspecting && state.base) {
    look.since = state.base->tree;
    look.since_head = state.base->head;
    look.since_repository = state.base->repository;
  }
  if (now()) {
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
  ask(job, std::move(look), step == WorkStep::looking ? &Turn::looked : &Turn::inspected);
}

Work Turn::work_of(const Job& job) const {
  const TaskState& state = task(job);
  Work work{state.task, s_.plan->spec_dir, *state.base, *state.left, {}};
  if (!now()) return work;
  work.bounds = {s_.rules,      s_.plan.get(),
                 excused(job),  &agent::transcript_of(job.evidence),
                 job.directory, !state.notice.empty()};
  return work;
}

// --- whose a change is

/// Whether anything shows that the agent did it. In a worktree of its own nobody else works.
bool Turn::is_traced(const Job& job, const std::string& path) const {
  const TaskState& state = task(job);
  if (!job.branch.empty() || state.touched.contains(path)) return true;
  const agent::Transcript& said = agent::transcript_of(job.evidence);
  if (is_named(said, path)) return true;
  const std::string wanted = state.task.commit.substr(0, state.task.commit.find('\n'));
  const auto is_its = [&](const CommitSight& commit) {
    if (std::find(commit.files.begin(), commit.files.end(), path) == commit.files.end())
      return false;
    const auto names = [&](const agent::Command& command) {
      return command.command.find(commit.subject) != std::string::npos;
    };
    return commit.subject == wanted ||
           std::any_of(said.commands.begin(), said.commands.end(), names);
  };
  return state.left && std::any_of(state.left->commits.begin(), state.left->commits.end(), is_its);
}

/// Files that changed while its agent was at work, that are none of its own, and of which nothing
/// shows that the agent did it: perhaps a person did.
std::vector<std::string> Turn::unclaimed(const Job& job) const {
  const TaskState& state = task(job);
  if (!now() || !state.base || !state.left) return {};
  Work work{state.task, s_.plan->spec_dir, *state.base, *state.left, {}};
  work.bounds.rules = s_.rules;
  work.bounds.plan = s_.plan.get();
  std::vector<std::string> paths = strangers_of(work);
  std::erase_if(paths, [&](const std::string& path) {
    return state.foreign.contains(path) || is_traced(job, path);
  });
  return paths;
}

std::set<std::string> Turn::excused(const Job& job) const {
  std::set<std::string> paths = task(job).foreign;
  for (std::string& path : unclaimed(job)) paths.insert(std::move(path));
  return paths;
}

/// Keeps what a look at its tree says about who did what.
void Turn::seen(Job& job, const WorkSight& sight) {
  TaskState& state = task(job);
  if (job.step == WorkStep::looking && state.base && state.watched) seen_between(job, sight);
  state.seen_tree = sight.tree;
  state.seen_head = sight.head;
  state.seen_branch = sight.branch;
  if (job.step == WorkStep::looking) return;
  state.watched = true;
  const std::vector<std::string> unknown = unclaimed(job);
  for (const std::string& path : sight.changed) {
    const bool counts = !is_declared(state.task.files, path) && !state.foreign.contains(path);
    if (counts && std::find(unknown.begin(), unknown.end(), path) == unknown.end())
      state.touched.insert(path);
  }
  if (job.waits_on.empty()) return;
  // A person was asked and went on: what is committed or gone is decided.
  std::vector<std::string> decided;
  for (const std::string& path : unknown) {
    if (std::find(sight.dirty.begin(), sight.dirty.end(), path) == sight.dirty.end())
      decided.push_back(path);
  }
  state.foreign.insert(decided.begin(), decided.end());
  if (!decided.empty())
    s_.remarks.push_back(listed_files(decided) + ": not charged to " + name_of(s_, job.task) +
                         ", a person let it stand");
  job.waits_on.clear();
}

/// No agent of ours was at work: whatever changed is somebody else's.
void Turn::seen_between(Job& job, const WorkSight& sight) {
  TaskState& state = task(job);
  std::vector<std::string> fresh;
  for (const std::string& path : sight.changed) {
    const bool notes = path.starts_with(s_.plan->spec_dir + "/") &&
                       (path.ends_with("/tasks.md") || path.find("/.progress") != path.npos);
    if (notes || is_declared(state.task.files, path) || state.touched.contains(path)) continue;
    if (state.foreign.insert(path).second) fresh.push_back(path);
  }
  if (!fresh.empty())
    s_.remarks.push_back(listed_files(fresh) + ": changed between two attempts at " +
                         name_of(s_, job.task) + ", and not by its agent: it stays as it is");
  const bool same = sight.continues && sight.branch == state.seen_branch;
  const bool spoilt =
      state.left && (!state.left->continues || state.left->branch != state.base->branch);
  if (same || spoilt) return;  // what its agent did to the history is still its own
  s_.remarks.push_back("the history was changed by somebody else between two attempts at " +
                       name_of(s_, job.task) + ": it is the base from here on");
  state.base->head = sight.head;
  state.base->branch = sight.branch;
}

void Turn::wait_for_person(Job& job, std::vector<std::string> paths) {
  s_.person = "changed while " + name_of(s_, job.task) +
              " was at work, outside its Files, and nothing shows that its agent did it: " +
              listed_files(paths) +
              "\ncommit or stash what is yours, discard what is not; then the same command line "
              "goes on";
  job.waits_on = std::move(paths);
  hold_up(job, WorkStep::inspecting);
}

void Turn::looked(Job& job, const WorkInspected& e) {
  TaskState& state = task(job);
  if (!e.sight.problem.empty()) return end(Outcome::error, e.sight.problem);
  if (now()) seen(job, e.sight);
  if (state.base && std::exchange(job.restored, false)) return dispatch(job);
  if (state.base) return restore(job);
  state.base = e.sight;
  begin_attempt(job);
}

void Turn::inspected(Job& job, const WorkInspected& e) {
  const WorkSight& sight = e.sight;
  TaskState& state = task(job);
  state.left = sight;
  for (const std::string& what : sight.tampering)
    s_.tampering.push_back(name_of(s_, job.task) + ": " + what);
  for (const std::string& what : sight.reached)
    s_.tampering.push_back(name_of(s_, job.task) + ": repository: " + what);
  if (now()) {
    if (sight.problem.empty()) seen(job, sight);
    // It was stopped: what it did to the list is undone now, so that what differs later is its
    // user's.
    if (s_.cancelled && job.evidence.exit.kind == ExitKind::cancelled && state.next != Next::check)
      return sight.tampering.empty() ? hold_up(job, WorkStep::reserving) : restore(job);
  }
  judge(job);
}

void Turn::begin_attempt(Job& job) {
  const TaskState& state = task(job);
  if (state.next == Next::check) return look(job, WorkStep::inspecting);
  const bool first_by_itself = state.task.verify && !state.task.commands.empty() && !job.prechecked;
  if (first_by_itself) return run_checks(job, WorkStep::precheck);
  const WorkSight& base = *state.base;
  const bool may_be_there = state.spawns == 0 && !state.task.verify &&
                            !state.task.commands.empty() && !base.origin.empty() &&
                            !base.since_origin.empty();
  if (now() && may_be_there && !job.asked_origin) return run_checks(job, WorkStep::proving);
  if (now() && !job.measured && is_unmeasured(job)) return run_checks(job, WorkStep::measuring);
  dispatch(job);
}

// --- how many tests there are

bool Turn::is_unmeasured(const Job& job) const {
  const Task& wanted = task(job).task;
  return !wanted.verify && std::any_of(wanted.commands.begin(), wanted.commands.end(),
                                       [&](const TaskCommand& command) {
                                         return command.is_test &&
                                                !s_.tests_before.contains(command.command);
                                       });
}

void Turn::remember_tests(const Job& job) {
  const verify::State& ran = job.checks.state();
  if (!ran.plan) return;
  for (std::size_t i = 0; i < ran.commands.size(); ++i) {
    const verify::CommandSpec& spec = ran.plan->manifest.commands[i];
    if (spec.gate_type == verify::GateType::test)
      s_.tests_before[spec.command] = ran.commands[i].tests_executed;
  }
}

/// What its Verify ran before its work, and runs no more.
std::vector<std::string> Turn::lost_tests(const Job& job) const {
  std::vector<std::string> lost;
  const verify::State& ran = job.checks.state();
  if (!now() || !ran.plan || s_.plan->settings.allow_fewer_tests) return lost;
  for (std::size_t i = 0; i < ran.commands.size(); ++i) {
    const std::string& command = ran.plan->manifest.commands[i].command;
    const auto before = s_.tests_before.find(command);
    if (before == s_.tests_before.end()) continue;
    const std::int64_t tests = ran.commands[i].tests_executed;
    const bool passed = ran.commands[i].status == verify::Status::pass;
    if (passed && tests < before->second)
      lost.push_back("`" + command + "` ran " + std::to_string(before->second) +
                     " tests before the work, now " + std::to_string(tests));
  }
  return lost;
}

// --- work that is there already

/// A copy that cannot be made or taken away settles nothing, and stops nobody.
void Turn::recalled(Job& job, const WorkDone& e) {
  const bool done = e.result.status == WorkResult::Status::done;
  done ? run_checks(job, WorkStep::comparing) : origin_over(job);
}

void Turn::forgotten(Job& job, const WorkDone&) { origin_over(job); }

/// Its Verify passes, and the files of the task have changed since it came into the list. Whether
/// its Verify has anything to do with that, the tree it came in with knows.
void Turn::origin_over(Job& job) {
  TaskState& state = task(job);
  job.asked_origin = true;
  const std::string files = listed_files(state.base->since_origin);
  if (job.failed_before) {
    state.was_there = true;
    state.left = state.base;
    state.layers = {
        {"contradiction", LayerStatus::skipped, "no agent was asked"},
        {"signal", LayerStatus::skipped, "no agent was asked"},
        {"evidence", LayerStatus::passed, "the work was already there: verified, not done again"}};
    s_.remarks.push_back(name_of(s_, job.task) + ": the work was already there (" + files +
                         "): verified, not done again");
    return pass(job);
  }
  state.notice =
      "The work of this task seems to be in the tree already: since the task came into "
      "the list, " +
      files +
      " changed, and its Verify passes. But its Verify passed "
      "before that too, so it proves little. Look first. Do what is missing; if nothing "
      "is, change nothing and say so.";
  look_anew(job);
}

// --- commands

/// The task's own Verify; the gates of the workspace if it has none; null if there are none either.
std::shared_ptr<const verify::Plan> Turn::checks_plan(const Job& job) const {
  const TaskState& state = task(job);
  auto plan = std::make_shared<verify::Plan>();
  const std::string directory = job.step == WorkStep::comparing ? copy_of(job) : job.directory;
  const char* const what = job.step == WorkStep::measuring   ? "-before-"
                           : job.step == WorkStep::proving   ? "-there-"
                           : job.step == WorkStep::comparing ? "-origin-"
                                                             : "-verify-";
  const std::string name = id_of(state.task, job.task) + what + std::to_string(s_.next_unit);
  if (!state.task.commands.empty()) {
    plan->policy = s_.plan->policy;
    for (const TaskCommand& command : state.task.commands) {
      const auto unit = static_cast<std::uint32_t>(plan->manifest.commands.size());
      verify::CommandSpec& spec = plan->manifest.commands.emplace_back();
      spec.id = unit == 0 ? name : name + "-" + std::to_string(unit + 1);
      spec.command = command.command;
      spec.gate_type = command.is_test ? verify::GateType::test : verify::GateType::custom;
      spec.must_be_effective = command.is_test;
      if (command.lint.contains_pipeline || !command.lint.findings.empty())
        verify::add_lint(*plan, unit, command.lint);
    }
    plan->cwd = directory;
  } else if (s_.plan->gates && !state.task.verify) {
    *plan = *s_.plan->gates;
    for (verify::CommandSpec& spec : plan->manifest.commands) spec.id = name + "-" + spec.id;
    plan->cwd = directory + plan->cwd.substr(s_.plan->workspace.size());
  } else {
    return nullptr;
  }
  plan->workspace = directory;
  plan->log_dir = s_.plan->log_dir;
  plan->environment = s_.plan->environment;
  plan->environment_digest = s_.plan->environment_digest;
  plan->isolation = s_.plan->isolation;
  plan->manifest_digest = verify::digest_of(plan->manifest);
  return plan;
}

/// Commands were run before the first attempt, and may have left files behind: they are no work.
void Turn::look_anew(Job& job) {
  task(job).base.reset();
  look(job, WorkStep::looking);
}

void Turn::run_checks(Job& job, WorkStep step) {
  if (s_.cancelled)
    return hold_up(job, comes_first(step) ? WorkStep::precheck : WorkStep::inspecting);
  job.step = step;
  job.checks = {};
  job.failures.clear();
  std::shared_ptr<const verify::Plan> plan = checks_plan(job);
  if (!plan) return checks_over(job);
  const auto count = static_cast<std::uint32_t>(plan->manifest.commands.size());
  const std::uint32_t base = new_key(1, count).unit;
  emit(job.checks.start(at_, s_.run_id, std::move(plan), base, s_.rules));
  if (job.checks.is_over()) checks_over(job);
}

void Turn::checks_over(Job& job) {
  TaskState& state = task(job);
  // Commands that were cancelled say nothing about the task.
  if (s_.cancelled)
    return hold_up(job, comes_first(job.step) ? WorkStep::precheck : WorkStep::inspecting);
  const verify::State* ran = job.checks.state().plan ? &job.checks.state() : nullptr;
  if (job.step == WorkStep::precheck) {
    job.prechecked = true;
    Layer evidence = evidence_layer({}, ran);
    const bool passed = evidence.status == LayerStatus::passed;
    if (passed && !state.task.needs_judgement) {
      state.layers = {{"contradiction", LayerStatus::skipped, "no agent was asked"},
                      {"signal", LayerStatus::skipped, "no agent was asked"},
                      std::move(evidence)};
      state.left = state.base;
      return pass(job);
    }
    if (!passed) state.last_failure = evidence.why;
    return now() ? look_anew(job) : dispatch(job);
  }
  if (job.step == WorkStep::measuring) {
    job.measured = true;
    remember_tests(job);
    return look_anew(job);
  }
  if (job.step == WorkStep::proving) {
    if (evidence_layer({}, ran).status == LayerStatus::passed) {
      job.step = WorkStep::recalling;
      job.key = new_key();
      return ask(job,
                 OpenCopy{.key = job.key,
                          .workspace = s_.plan->workspace,
                          .directory = copy_of(job),
                          .commit = state.base->origin},
                 &Turn::recalled);
    }
    job.asked_origin = true;
    return look_anew(job);
  }
  if (job.step == WorkStep::comparing) {
    const auto& commands = job.checks.state().commands;
    job.failed_before = std::any_of(commands.begin(), commands.end(), says_no);
    job.step = WorkStep::forgetting;
    job.key = new_key();
    return ask(job,
               CloseWork{.key = job.key,
                         .workspace = s_.plan->workspace,
                         .directory = copy_of(job),
                         .branch = ""},
               &Turn::forgotten);
  }
  const bool by_itself = state.next == Next::check;
  std::vector<Layer> layers;
  layers.push_back(by_itself ? Layer{"contradiction", LayerStatus::skipped, "its parts are done"}
                             : contradiction_layer(saying_of(job)));
  layers.push_back(by_itself ? Layer{"signal", LayerStatus::skipped, "its parts are done"}
                             : signal_layer(saying_of(job), job.role == "qa"));
  std::vector<std::string> faults;
  if (!by_itself) faults = faults_of(work_of(job));
  if (by_itself && state.left) faults = repository_faults(*state.left);
  for (std::string& each : lost_tests(job)) faults.push_back(std::move(each));
  layers.push_back(evidence_layer(faults, ran, known_failures(job)));
  if (layers.back().status == LayerStatus::passed) {
    std::vector<std::string> unknown = by_itself ? std::vector<std::string>() : unclaimed(job);
    if (!unknown.empty()) return wait_for_person(job, std::move(unknown));
    state.next = Next::dispatch;
    if (now()) remember_tests(job);
    state.layers = std::move(layers);
    return pass(job);
  }
  state.next = Next::dispatch;
  fail(job, std::move(layers));
}

// --- the agent

void Turn::dispatch(Job& job) {
  if (s_.cancelled || s_.refusal) return hold_up(job, WorkStep::reserving);
  TaskState& state = task(job);
  job.role = state.task.verify ? "qa" : "executor";
  ++state.spawns;
  job.key = new_key(state.spawns);
  job.step = WorkStep::reserving;
  ask(job, AskSpending{.key = job.key, .name = id_of(state.task, job.task) + "-" + job.role},
      &Turn::launch);
}

void Turn::launch(Job& job, const SpendingReported& e) {
  s_.purse.others_today = e.others_today;
  if (s_.cancelled) return hold_up(job, WorkStep::reserving);
  if (auto refusal = agent::check(s_.purse, at_)) {
    s_.refusal = std::move(refusal);
    return hold_up(job, WorkStep::reserving);
  }
  agent::reserve(s_.purse, job.key, at_);
  task(job).watched = false;
  const TaskState& state = task(job);
  const Hand& hand = job.role == "qa" ? *s_.plan->qa : *s_.plan->executor;
  const std::string id = state.task.id.empty() ? std::to_string(job.index) : state.task.id;
  Launch wanted =
      launch_of(hand, job.key, id_of(state.task, job.task) + "-" + job.role, job.directory);
  wanted.env.emplace_back("ASSAY_TASK_ID", id);
  wanted.env.emplace_back("ASSAY_TASK_INDEX", std::to_string(job.index));
  agent::Order order = *wanted.agent;
  const std::string notes =
      s_.plan->spec_dir + "/.progress-task-" + std::to_string(job.index) + ".md";
  order.values.insert(order.values.end(), {{"task_id", id},
                                           {"task_index", std::to_string(job.index)},
                                           {"attempt", std::to_string(job.key.attempt)},
                                           {"task", state.task.block},
                                           {"progress_file", notes},
                                           {"last_failure", state.last_failure},
                                           {"files", lines_of(state.task.files)},
                                           {"verify_command", commands_text(state.task)},
                                           {"commit_message", state.task.commit},
                                           {"notice", state.notice}});
  order.files.emplace_back("progress", job.directory + "/" + s_.plan->spec_dir + "/.progress.md");
  wanted.agent = std::make_shared<const agent::Order>(std::move(order));
  job.step = WorkStep::executing;
  job.saying.reset();
  job.accepts_request = false;
  ask(job, StartAttempt{std::move(wanted)}, &Turn::ended);
}

/// What every agent of the loop gets, whatever its role.
Launch Turn::launch_of(const Hand& hand, AttemptKey key, const std::string& name,
                       const std::string& directory) const {
  agent::Order order = hand.order;
  order.spare = agent::spare_of(s_.purse, order.role, at_);
  order.values = {{"workspace", directory},
                  {"spec_name", s_.plan->spec},
                  {"spec_dir", s_.plan->spec_dir},
                  {"task_total", std::to_string(s_.order.size())}};
  Launch launch = agent::dispatch(key, std::move(order), hand.env, s_.run_id, directory);
  launch.name = name;
  launch.cwd = directory;
  launch.timeout = hand.timeout;
  launch.reading.signals = true;
  launch.env.emplace_back("ASSAY_SPEC_DIR", s_.plan->spec_dir);
  return launch;
}

void Turn::ended(Job& job, const AttemptEnded& e) {
  agent::settle(s_.purse, job.key, e.evidence);
  job.evidence = e.evidence;
  job.saying = e.evidence.reading.saying;
  if (s_.cancelled && !now()) return hold_up(job, WorkStep::reserving);
  look(job, WorkStep::inspecting);
}

void Turn::judge(Job& job) {
  TaskState& state = task(job);
  if (state.next == Next::check) return run_checks(job, WorkStep::checking);
  const Hand& hand = job.role == "qa" ? *s_.plan->qa : *s_.plan->executor;
  // Whether it did what it says is for the evidence layer to tell, which knows more than a digest.
  const agent::Fused fused =
      agent::fuse({job.evidence, agent::transcript_of(job.evidence),
                   agent::dialect_of(hand.order, job.evidence), std::nullopt});
  if (fused.outcome == agent::Outcome::unavailable) {
    // To wait is not to fail.
    agent::Refusal refusal{fused.reason, agent::available_again(job.evidence)};
    if (agent::fall_back(s_.purse, hand.order, job.evidence, refusal)) {
      s_.remarks.push_back(name_of(s_, job.task) + ": fallback of " + job.role + ": " +
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
                               signal_layer(saying_of(job), job.role == "qa")};
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
  if (signals.modification) objection = objection_to(*signals.modification, job);
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
  const std::vector<std::string> wrong = trespasses_of(work_of(job));
  if (!wrong.empty()) {
    // Once the list has changed, nobody would compare this tree with the one before any more.
    fail(job, {evidence_layer(wrong, nullptr)});
    return true;
  }
  if (std::vector<std::string> unknown = unclaimed(job); !unknown.empty()) {
    wait_for_person(job, std::move(unknown));
    return true;
  }
  job.step = WorkStep::settled;
  job.settled = Settled::breaks_out;
  return true;
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

std::string Turn::limit_reached(const Job& job) const {
  const TaskState& state = task(job);
  const LoopSettings& settings = s_.plan->settings;
  const std::string which =
      is_group() ? "parallel task " + (now() ? name_of(s_, job.task) : std::to_string(job.index))
                 : "task " + name_of(s_, job.task);
  if (state.iteration >= static_cast<std::uint32_t>(settings.max_task_iterations))
    return "ERROR: Max retries reached for " + which + " after " + std::to_string(state.iteration) +
           (state.iteration == 1 ? " attempt" : " attempts");
  if (state.same_failures >= static_cast<std::uint32_t>(settings.same_failure_limit))
    return "ERROR: the same failure " + std::to_string(state.same_failures) +
           " times in a row for " + which;
  if (s_.global_iteration > static_cast<std::uint32_t>(settings.max_global_iterations))
    return "ERROR: Max global iterations (" + std::to_string(settings.max_global_iterations) +
           ") reached";
  return "";
}

void Turn::fail(Job& job, std::vector<Layer> layers) {
  TaskState& state = task(job);
  ++s_.global_iteration;
  state.layers = std::move(layers);
  state.last_failure = failure_text(state.layers);
  std::string normal = normalised(state.last_failure);
  state.same_failures = normal == state.normal_failure ? state.same_failures + 1 : 1;
  state.normal_failure = std::move(normal);
  if (std::string limit = limit_reached(job); !limit.empty()) {
    job.failure = limit + ": " + state.last_failure;
    job.step = WorkStep::settled;
    job.settled = Settled::exhausted;
    return;
  }
  ++state.iteration;
  // What it did to files of others no fix task may undo: that is for its own next attempt.
  const bool fixable =
      !state.task.verify && trespasses_of(work_of(job)).empty() && unclaimed(job).empty();
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
  UpdateSpec wanted = job.branch.empty() ? update("", false, true) : update_branch(job, "", {});
  wanted.key = job.key;
  ask(job, std::move(wanted), &Turn::restored);
}

void Turn::restored(Job& job, const WorkDone& e) {
  if (e.result.status != WorkResult::Status::done) return end(Outcome::error, e.result.detail);
  if (!now()) return dispatch(job);
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
  if (s_.talk.lose(number_of(job))) {
    agent::settle(s_.purse, job.key, lost_evidence("its coordinator died"));
    // Looking frees what the dead agent still held: locks of git, on which the next would fail.
    return look(job, WorkStep::looking);
  }
  if (comes_first(job.step) || job.step == WorkStep::checking) {
    emit(job.checks.hear(RunResumed{at_}));
    if (job.checks.is_over()) checks_over(job);
    return;
  }
  if (job.step != WorkStep::held_up) return;
  if (job.redo == WorkStep::inspecting) return look(job, WorkStep::inspecting);
  if (job.redo == WorkStep::precheck) return begin_attempt(job);
  return task(job).base ? look(job, WorkStep::looking) : restore(job);
}

}  // namespace assay::core::loop
