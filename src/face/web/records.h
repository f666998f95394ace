// SPDX-License-Identifier: MIT
// What the web API gives and takes, field by field: writers, readers and the schemas of
// docs/formats/web-api.json come from these lists. Runs, attempts and the shapes of the machines
// come first, then what is asked about them.
#pragma once

#include "api/run_state.h"
#include "base/record.h"
#include "face/shown/records.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay::web {

using shown::from_minus_one;
using shown::OrNull;

// ---- What everything is made of -----------------------------------------------------------------

struct ProblemShown {
  std::string code;
  std::string field;
  std::string what;
};
constexpr auto fields_of(Of<ProblemShown>) {
  using Shown = ProblemShown;
  return record<Shown>(
      field("code", &Shown::code, always,
            "bad_input, not_found, conflict, io, exhausted, unauthorized, forbidden, read_only, "
            "too_many, too_large, method, unavailable; others name what exactly is wrong."),
      field("field", &Shown::field, always, "Of the request; empty: none of its own."),
      field("what", &Shown::what, always, "In words, for people."));
}

/// The body of every answer that is not 2xx.
struct ProblemsShown {
  std::vector<ProblemShown> problems;
};
constexpr auto fields_of(Of<ProblemsShown>) {
  return record<ProblemsShown>(
      field("problems", &ProblemsShown::problems, always, "At least one."));
}

struct SpentShown {
  std::int64_t launches = 0;
  std::int64_t wall_ms = 0;
  std::int64_t tokens = 0;
  std::int64_t micro_usd = 0;
  std::int64_t unknown_cost = 0;
};
constexpr auto fields_of(Of<SpentShown>) {
  using Shown = SpentShown;
  return record<Shown>(field("launches", &Shown::launches, always, "Agents that were started."),
                       field("wall_ms", &Shown::wall_ms, always),
                       field("tokens", &Shown::tokens, always),
                       field("micro_usd", &Shown::micro_usd, always, "Millionths of a US dollar."),
                       field("unknown_cost", &Shown::unknown_cost, always,
                             "Launches that did not tell what they cost."));
}

/// A run as every list shows it.
struct RunShown {
  std::string workspace;
  std::string run_id;
  std::string machine;
  std::string name;
  api::RunState state{};
  std::string started_at;
  OrNull<std::string> ended_at;
  std::int64_t duration_ms = 0;
  std::uint64_t events = 0;
  std::uint64_t coordinators = 0;
  bool alive = false;
  std::string waits_for;
  OrNull<std::string> waits_until;
  SpentShown spent;
};
constexpr auto fields_of(Of<RunShown>) {
  using Shown = RunShown;
  return record<Shown>(
      field("workspace", &Shown::workspace, always, "Id of the workspace."),
      field("run_id", &Shown::run_id, always),
      field("machine", &Shown::machine, always, "verify, agent, goals, loop or pipeline."),
      field("name", &Shown::name, always,
            "The spec, the feature, the phase or the role; empty: it has none."),
      field("state", &Shown::state, always,
            "waiting: for a person. parked: for a time. interrupted: its coordinator died. "
            "running: somebody coordinates it. The others: how it ended."),
      field("started_at", &Shown::started_at, always), field("ended_at", &Shown::ended_at, always),
      field("duration_ms", &Shown::duration_ms, always, "Until its end, or until now."),
      field("events", &Shown::events, always, "Number of its last event."),
      field("coordinators", &Shown::coordinators, always, "How many it has had."),
      field("alive", &Shown::alive, always, "A coordinator holds it at this moment."),
      field("waits_for", &Shown::waits_for, always, "In words; empty: for nothing."),
      field("waits_until", &Shown::waits_until, always), field("spent", &Shown::spent, always));
}

// ---- The server and its workspaces --------------------------------------------------------------

struct ServerShown {
  std::string version;
  bool read_only = false;
  std::string now;
  std::string user;
};
constexpr auto fields_of(Of<ServerShown>) {
  using Shown = ServerShown;
  return record<Shown>(field("version", &Shown::version, always),
                       field("read_only", &Shown::read_only, always, "Nothing can be answered."),
                       field("now", &Shown::now, always, "By the clock of the server."),
                       field("user", &Shown::user, always, "Under whose name answers are given."));
}

struct VerifiedShown {
  std::string run_id;
  std::string tree;
  std::string at;
};
constexpr auto fields_of(Of<VerifiedShown>) {
  using Shown = VerifiedShown;
  return record<Shown>(field("run_id", &Shown::run_id, always),
                       field("tree", &Shown::tree, always, "What git would call it."),
                       field("at", &Shown::at, always));
}

struct WorkspaceShown {
  std::string id;
  std::string path;
  std::string name;
  bool exists = false;
  std::uint64_t runs = 0;
  std::uint64_t running = 0;
  std::uint64_t waiting = 0;
  std::uint64_t parked = 0;
  std::uint64_t interrupted = 0;
  OrNull<RunShown> newest;
  OrNull<VerifiedShown> verified;
  SpentShown today;
};
constexpr auto fields_of(Of<WorkspaceShown>) {
  using Shown = WorkspaceShown;
  return record<Shown>(
      field("id", &Shown::id, always, "In paths of this API."), field("path", &Shown::path, always),
      field("name", &Shown::name, always, "The last part of the path."),
      field("exists", &Shown::exists, always, "The folder is there."),
      field("runs", &Shown::runs, always), field("running", &Shown::running, always),
      field("waiting", &Shown::waiting, always, "For a person."),
      field("parked", &Shown::parked, always, "For a time."),
      field("interrupted", &Shown::interrupted, always), field("newest", &Shown::newest, always),
      field("verified", &Shown::verified, always, "The newest verify run that passed."),
      field("today", &Shown::today, always, "Spent on this day, UTC."));
}

struct OverviewShown {
  ServerShown server;
  std::vector<WorkspaceShown> workspaces;
  std::vector<RunShown> running;
  std::vector<RunShown> waiting;
  std::vector<RunShown> failed;
  SpentShown today;
};
constexpr auto fields_of(Of<OverviewShown>) {
  using Shown = OverviewShown;
  return record<Shown>(
      field("server", &Shown::server, always),
      field("workspaces", &Shown::workspaces, always, "Those with the newest runs first."),
      field("running", &Shown::running, always),
      field("waiting", &Shown::waiting, always, "For a person; their questions: /questions."),
      field("failed", &Shown::failed, always,
            "Of the last seven days, newest first: failed, error, exhausted, out_of_budget or "
            "interrupted, and no later run of the same kind and name has passed. At most 50."),
      field("today", &Shown::today, always));
}

struct RunsShown {
  std::vector<RunShown> runs;
  std::uint64_t matching = 0;
  OrNull<std::string> next;
};
constexpr auto fields_of(Of<RunsShown>) {
  using Shown = RunsShown;
  return record<Shown>(
      field("runs", &Shown::runs, always, "Newest first."),
      field("matching", &Shown::matching, always, "On all pages."),
      field("next", &Shown::next, always, "Cursor of the next page; null: this is the last."));
}

// ---- The shape of a run, one for each machine ---------------------------------------------------

struct CountsShown {
  std::uint64_t all = 0;
  std::uint64_t waiting = 0;
  std::uint64_t running = 0;
  std::uint64_t passed = 0;
  std::uint64_t failed = 0;
  std::uint64_t error = 0;
};
constexpr auto fields_of(Of<CountsShown>) {
  using Shown = CountsShown;
  return record<Shown>(
      field("all", &Shown::all, always), field("waiting", &Shown::waiting, always),
      field("running", &Shown::running, always), field("passed", &Shown::passed, always),
      field("failed", &Shown::failed, always), field("error", &Shown::error, always));
}

struct GateRowShown {
  std::uint32_t unit = 0;
  std::string id;
  std::int32_t stage = 0;
  std::string gate_type;
  std::string command;
  bool required = true;
  bool mutates = false;
  bool parallel = false;
  api::UnitState state{};
  std::string reason;
  bool effective = false;
  bool reused = false;
  std::uint32_t attempts = 0;
  OrNull<std::int64_t> exit_code;
  OrNull<std::int64_t> duration_ms;
  OrNull<std::int64_t> expected_ms;
  std::int64_t tests = -1;
  std::string summary;
  std::string tree;
};
constexpr auto fields_of(Of<GateRowShown>) {
  using Shown = GateRowShown;
  return record<Shown>(
      field("unit", &Shown::unit, always, "Position in the manifest."),
      field("id", &Shown::id, always), field("stage", &Shown::stage, always, from_minus_one),
      field("gate_type", &Shown::gate_type, always), field("command", &Shown::command, always),
      field("required", &Shown::required, always), field("mutates", &Shown::mutates, always),
      field("parallel", &Shown::parallel, always, "May run beside others."),
      field("state", &Shown::state, always),
      field("reason", &Shown::reason, always, "flaky, timeout, ineffective, ...; empty: none."),
      field("effective", &Shown::effective, always, "Proved something."),
      field("reused", &Shown::reused, always, "The result of an earlier run stands for it."),
      field("attempts", &Shown::attempts, always), field("exit_code", &Shown::exit_code, always),
      field("duration_ms", &Shown::duration_ms, always, "Of its last attempt."),
      field("expected_ms", &Shown::expected_ms, always, "What it took last time."),
      field("tests", &Shown::tests, always, from_minus_one, "-1: not told."),
      field("summary", &Shown::summary, always, "One line."),
      field("tree", &Shown::tree, always, "That its last attempt ran on; empty: nobody looked."));
}

struct StageShown {
  std::int32_t stage = 0;
  CountsShown counts;
  std::vector<GateRowShown> gates;
};
constexpr auto fields_of(Of<StageShown>) {
  using Shown = StageShown;
  return record<Shown>(
      field("stage", &Shown::stage, always), field("counts", &Shown::counts, always),
      field("gates", &Shown::gates, always,
            "In the order they run, at most 200: what failed or is running first. All: "
            "/gates."));
}

struct VerifyShapeShown {
  std::vector<StageShown> stages;
  CountsShown counts;
  std::uint32_t jobs = 1;
  std::vector<std::string> left_out;
};
constexpr auto fields_of(Of<VerifyShapeShown>) {
  using Shown = VerifyShapeShown;
  return record<Shown>(field("stages", &Shown::stages, always, "In the order they run."),
                       field("counts", &Shown::counts, always),
                       field("jobs", &Shown::jobs, always, "So many at once."),
                       field("left_out", &Shown::left_out, always, "Ids left out by --only."));
}

struct LayerShown {
  std::string name;
  std::string status;
  std::string why;
};
constexpr auto fields_of(Of<LayerShown>) {
  using Shown = LayerShown;
  return record<Shown>(field("name", &Shown::name, always),
                       field("status", &Shown::status, always, "passed, failed or skipped."),
                       field("why", &Shown::why, always));
}

struct LoopTaskShown {
  std::uint32_t key = 0;
  std::string id;
  std::string title;
  std::string phase;
  std::vector<std::string> markers;
  OrNull<std::int64_t> group;
  api::UnitState state{};
  std::string step;
  bool taken_over = false;
  std::uint32_t iteration = 0;
  std::uint32_t launches = 0;
  std::uint32_t reviews = 0;
  std::vector<std::uint32_t> waits_for;
  OrNull<std::int64_t> fixes;
  std::string last_failure;
  std::vector<LayerShown> layers;
  std::string commit;
  std::string tree;
  std::string proof;
  std::vector<std::string> attempts;
};
constexpr auto fields_of(Of<LoopTaskShown>) {
  using Shown = LoopTaskShown;
  return record<Shown>(
      field("key", &Shown::key, always, "For the whole run; others refer to it."),
      field("id", &Shown::id, always, "As the list calls it; empty: it has none."),
      field("title", &Shown::title, always), field("phase", &Shown::phase, always),
      field("markers", &Shown::markers, always, "P, VERIFY, FIX 1.2, ..."),
      field("group", &Shown::group, always,
            "Tasks of one group run side by side; null: it runs alone."),
      field("state", &Shown::state, always),
      field("step", &Shown::step, always, "What is done with it now; empty: nothing."),
      field("taken_over", &Shown::taken_over, always, "Was ticked before the run began."),
      field("iteration", &Shown::iteration, always),
      field("launches", &Shown::launches, always, "Agents started for it."),
      field("reviews", &Shown::reviews, always, "That ended without approval."),
      field("waits_for", &Shown::waits_for, always, "Keys of tasks."),
      field("fixes", &Shown::fixes, always, "Key of the task it is a fix for."),
      field("last_failure", &Shown::last_failure, always),
      field("layers", &Shown::layers, always,
            "What stood between its last claim and the tick, in their order."),
      field("commit", &Shown::commit, always), field("tree", &Shown::tree, always),
      field("proof", &Shown::proof, always, "Verdict of the proof; empty: not asked."),
      field("attempts", &Shown::attempts, always, "Names of its attempts, in order."));
}

struct LoopShapeShown {
  std::string spec;
  std::string spec_dir;
  std::string step;
  std::vector<LoopTaskShown> tasks;
  std::uint64_t done = 0;
  std::uint32_t global_iteration = 0;
  std::vector<std::string> remarks;
  std::vector<std::string> tampering;
  std::string pull_request;
};
constexpr auto fields_of(Of<LoopShapeShown>) {
  using Shown = LoopShapeShown;
  return record<Shown>(
      field("spec", &Shown::spec, always), field("spec_dir", &Shown::spec_dir, always),
      field("step", &Shown::step, always,
            "What the run does now: baseline, working, merging, reviewing, gates, ..."),
      field("tasks", &Shown::tasks, always, "In the order of the list."),
      field("done", &Shown::done, always),
      field("global_iteration", &Shown::global_iteration, always),
      field("remarks", &Shown::remarks, always, "What people should know."),
      field("tampering", &Shown::tampering, always, "Every time somebody touched the list."),
      field("pull_request", &Shown::pull_request, always, "Its address; empty: there is none."));
}

struct JobShown {
  std::string instance;
  std::string focus;
  std::string task;
  std::string step;
  api::UnitState state{};
  std::uint32_t launches = 0;
  std::string failure;
  std::vector<std::string> changed;
};
constexpr auto fields_of(Of<JobShown>) {
  using Shown = JobShown;
  return record<Shown>(
      field("instance", &Shown::instance, always, "Also the beginning of its attempts' names."),
      field("focus", &Shown::focus, always), field("task", &Shown::task, always),
      field("step", &Shown::step, always, "What is done with it now."),
      field("state", &Shown::state, always), field("launches", &Shown::launches, always),
      field("failure", &Shown::failure, always),
      field("changed", &Shown::changed, always, "Files, as assay saw."));
}

struct StepNodeShown {
  std::string id;
  std::string title;
  std::string kind;
  std::string role;
  api::UnitState state{};
  std::int64_t rounds = 0;
  std::vector<std::string> instances;
};
constexpr auto fields_of(Of<StepNodeShown>) {
  using Shown = StepNodeShown;
  return record<Shown>(
      field("id", &Shown::id, always), field("title", &Shown::title, always),
      field("kind", &Shown::kind, always,
            "prepare, agents, tasks, verify, goals, review, approval, bundle or commit."),
      field("role", &Shown::role, always, "Of its agents; empty: it has none."),
      field("state", &Shown::state, always),
      field("rounds", &Shown::rounds, always, "How often it was entered."),
      field("instances", &Shown::instances, always, "Of its role; tasks have one each."));
}

struct RouteShown {
  std::string from;
  std::string on;
  std::string option;
  std::string to;
  std::string loop;
};
constexpr auto fields_of(Of<RouteShown>) {
  using Shown = RouteShown;
  return record<Shown>(
      field("from", &Shown::from, always, "Id of a step."),
      field("on", &Shown::on, always,
            "pass, revise, concerns, failed, blocker, exhausted or option."),
      field("option", &Shown::option, always, "Of an approval."),
      field("to", &Shown::to, always, "Id of a step, or DONE, ERROR, EXHAUSTED, ABORTED."),
      field("loop", &Shown::loop, always, "That is charged; empty: none."));
}

struct LoopBudgetShown {
  std::string name;
  std::int64_t budget = 0;
  std::int64_t used = 0;
};
constexpr auto fields_of(Of<LoopBudgetShown>) {
  using Shown = LoopBudgetShown;
  return record<Shown>(field("name", &Shown::name, always), field("budget", &Shown::budget, always),
                       field("used", &Shown::used, always));
}

struct VoteShown {
  std::string scope;
  std::string instance;
  std::string focus;
  std::int64_t round = 1;
  std::string verdict;
  std::string summary;
};
constexpr auto fields_of(Of<VoteShown>) {
  using Shown = VoteShown;
  return record<Shown>(
      field("scope", &Shown::scope, always), field("instance", &Shown::instance, always),
      field("focus", &Shown::focus, always), field("round", &Shown::round, always),
      field("verdict", &Shown::verdict, always), field("summary", &Shown::summary, always));
}

struct ApprovalShown {
  std::string gate_id;
  std::string option;
  std::string comment;
  std::string by;
  std::string at;
  bool automatic = false;
};
constexpr auto fields_of(Of<ApprovalShown>) {
  using Shown = ApprovalShown;
  return record<Shown>(field("gate_id", &Shown::gate_id, always),
                       field("option", &Shown::option, always),
                       field("comment", &Shown::comment, always), field("by", &Shown::by, always),
                       field("at", &Shown::at, always),
                       field("automatic", &Shown::automatic, always, "Nobody was asked."));
}

struct PipelineTaskShown {
  std::string id;
  std::string title;
  std::int64_t wave = 0;
  api::UnitState state{};
  std::vector<std::string> files;
  std::vector<std::string> changed;
  std::vector<std::string> outside;
  std::vector<std::string> faults;
};
constexpr auto fields_of(Of<PipelineTaskShown>) {
  using Shown = PipelineTaskShown;
  return record<Shown>(
      field("id", &Shown::id, always), field("title", &Shown::title, always),
      field("wave", &Shown::wave, always), field("state", &Shown::state, always),
      field("files", &Shown::files, always, "Declared."),
      field("changed", &Shown::changed, always, "Observed."),
      field("outside", &Shown::outside, always, "Changed and not declared."),
      field("faults", &Shown::faults, always, "What its last verification found wrong."));
}

struct CheckShown {
  std::string name;
  std::string command;
  std::string before;
  std::string after;
  bool required = true;
};
constexpr auto fields_of(Of<CheckShown>) {
  using Shown = CheckShown;
  return record<Shown>(
      field("name", &Shown::name, always), field("command", &Shown::command, always),
      field("before", &Shown::before, always,
            "On the baseline: passed, failed, void; empty: not run."),
      field("after", &Shown::after, always, "On the tree after the work: likewise."),
      field("required", &Shown::required, always));
}

struct PipelineShapeShown {
  std::string slug;
  std::string definition;
  std::string request;
  std::string step;
  std::string phase;
  std::vector<StepNodeShown> steps;
  std::vector<RouteShown> routes;
  std::vector<LoopBudgetShown> loops;
  std::vector<JobShown> jobs;
  std::vector<PipelineTaskShown> tasks;
  std::vector<CheckShown> checks;
  std::vector<VoteShown> votes;
  std::vector<ApprovalShown> approvals;
  std::vector<std::string> gate_notes;
  std::vector<std::string> contradicted;
  std::vector<std::string> known_issues;
  OrNull<std::string> confidence;
  std::string confidence_why;
  std::string commit;
  std::string bundle;
};
constexpr auto fields_of(Of<PipelineShapeShown>) {
  using Shown = PipelineShapeShown;
  return record<Shown>(
      field("slug", &Shown::slug, always), field("definition", &Shown::definition, always),
      field("request", &Shown::request, always, "What the user asked for."),
      field("step", &Shown::step, always, "Id of the step it stands at."),
      field("phase", &Shown::phase, always, "What it does there."),
      field("steps", &Shown::steps, always, "Nodes of the graph, in their order."),
      field("routes", &Shown::routes, always, "Its edges."),
      field("loops", &Shown::loops, always, "Budgets for going back."),
      field("jobs", &Shown::jobs, always, "Agents of the step it stands at."),
      field("tasks", &Shown::tasks, always, "Of the plan, once there is one."),
      field("checks", &Shown::checks, always, "Of the workspace, before and after."),
      field("votes", &Shown::votes, always), field("approvals", &Shown::approvals, always),
      field("gate_notes", &Shown::gate_notes, always, "What each condition of the gate said."),
      field("contradicted", &Shown::contradicted, always, "Claims that evidence contradicts."),
      field("known_issues", &Shown::known_issues, always),
      field("confidence", &Shown::confidence, always, "High, Medium or Low."),
      field("confidence_why", &Shown::confidence_why, always),
      field("commit", &Shown::commit, always),
      field("bundle", &Shown::bundle, always, "Path of the evidence bundle; empty: none yet."));
}

struct FindingShown {
  std::string type;
  std::string item;
  std::string status;
  std::string detail;
};
constexpr auto fields_of(Of<FindingShown>) {
  using Shown = FindingShown;
  return record<Shown>(field("type", &Shown::type, always), field("item", &Shown::item, always),
                       field("status", &Shown::status, always, "met, gap or unchecked."),
                       field("detail", &Shown::detail, always));
}

struct GoalTaskShown {
  std::string id;
  std::string title;
  std::string score;
  std::vector<FindingShown> findings;
};
constexpr auto fields_of(Of<GoalTaskShown>) {
  using Shown = GoalTaskShown;
  return record<Shown>(field("id", &Shown::id, always), field("title", &Shown::title, always),
                       field("score", &Shown::score, always, "pass, partial or fail."),
                       field("findings", &Shown::findings, always));
}

struct GapShown {
  std::string task;
  std::string type;
  std::string item;
  std::string expected;
  std::string actual;
};
constexpr auto fields_of(Of<GapShown>) {
  using Shown = GapShown;
  return record<Shown>(field("task", &Shown::task, always), field("type", &Shown::type, always),
                       field("item", &Shown::item, always),
                       field("expected", &Shown::expected, always),
                       field("actual", &Shown::actual, always));
}

struct GoalsShapeShown {
  std::string phase;
  std::string step;
  std::string status;
  std::vector<GoalTaskShown> tasks;
  std::vector<GapShown> gaps;
};
constexpr auto fields_of(Of<GoalsShapeShown>) {
  using Shown = GoalsShapeShown;
  return record<Shown>(field("phase", &Shown::phase, always), field("step", &Shown::step, always),
                       field("status", &Shown::status, always, "passed, gaps_found or error."),
                       field("tasks", &Shown::tasks, always), field("gaps", &Shown::gaps, always));
}

struct ClaimShown {
  std::string claimed;
  std::string observed;
};
constexpr auto fields_of(Of<ClaimShown>) {
  using Shown = ClaimShown;
  return record<Shown>(field("claimed", &Shown::claimed, always, "The agent's own sentence."),
                       field("observed", &Shown::observed, always));
}

struct AgentShapeShown {
  std::string role;
  std::string step;
  std::string outcome;
  std::string rule;
  std::string reason;
  std::vector<std::string> files_changed;
  std::vector<std::string> commits;
};
constexpr auto fields_of(Of<AgentShapeShown>) {
  using Shown = AgentShapeShown;
  return record<Shown>(field("role", &Shown::role, always), field("step", &Shown::step, always),
                       field("outcome", &Shown::outcome, always,
                             "completed, failed, refused, unavailable, ...; empty: not yet."),
                       field("rule", &Shown::rule, always, "The row of the table that decided."),
                       field("reason", &Shown::reason, always),
                       field("files_changed", &Shown::files_changed, always),
                       field("commits", &Shown::commits, always));
}

// ---- A run --------------------------------------------------------------------------------------

struct LimitShown {
  std::string name;
  std::int64_t limit = 0;
  std::int64_t used = 0;
};
constexpr auto fields_of(Of<LimitShown>) {
  using Shown = LimitShown;
  return record<Shown>(
      field("name", &Shown::name, always,
            "launches, wall_ms, tokens, micro_usd; with `per_day.` in front: of a day."),
      field("limit", &Shown::limit, always), field("used", &Shown::used, always));
}

struct OptionShown {
  std::string id;
  std::string label;
  std::string description;
  bool is_default = false;
  bool takes_comment = false;
};
constexpr auto fields_of(Of<OptionShown>) {
  using Shown = OptionShown;
  return record<Shown>(
      field("id", &Shown::id, always), field("label", &Shown::label, always),
      field("description", &Shown::description, always),
      field("is_default", &Shown::is_default, always,
            "What an autonomous run would take. Nobody has to."),
      field("takes_comment", &Shown::takes_comment, always,
            "The comment goes to the agents of the next step; otherwise it is only kept."));
}

struct QuestionShown {
  std::string workspace;
  std::string run_id;
  std::string name;
  std::string gate_id;
  std::uint32_t ordinal = 0;
  std::string question;
  std::string context;
  std::vector<OptionShown> options;
  std::vector<std::string> files;
  std::string since;
  bool answered = false;
};
constexpr auto fields_of(Of<QuestionShown>) {
  using Shown = QuestionShown;
  return record<Shown>(
      field("workspace", &Shown::workspace, always), field("run_id", &Shown::run_id, always),
      field("name", &Shown::name, always, "Of the run."), field("gate_id", &Shown::gate_id, always),
      field("ordinal", &Shown::ordinal, always,
            "How often this gate was answered before; goes back with the answer."),
      field("question", &Shown::question, always), field("context", &Shown::context, always),
      field("options", &Shown::options, always),
      field("files", &Shown::files, always, "What to read first: /files?path="),
      field("since", &Shown::since, always),
      field("answered", &Shown::answered, always,
            "An answer lies there, and the run has not taken it up yet."));
}

struct QuestionsShown {
  std::vector<QuestionShown> questions;
};
constexpr auto fields_of(Of<QuestionsShown>) {
  return record<QuestionsShown>(
      field("questions", &QuestionsShown::questions, always, "Oldest first."));
}

struct TreesShown {
  std::string start;
  std::string end;
  std::vector<std::string> changed;
  std::vector<std::string> by_products;
};
constexpr auto fields_of(Of<TreesShown>) {
  using Shown = TreesShown;
  return record<Shown>(
      field("start", &Shown::start, always, "What git would call it; empty: nobody looked."),
      field("end", &Shown::end, always, "The one the verdict is about."),
      field("changed", &Shown::changed, always, "Files that changed while none should have."),
      field("by_products", &Shown::by_products, always, "At most 200."));
}

struct RunPageShown {
  RunShown run;
  std::string verdict;
  std::vector<std::string> reasons;
  std::string next_action;
  std::vector<ClaimShown> claims;
  std::string isolation;
  TreesShown tree;
  std::string commit;
  std::vector<LimitShown> limits;
  std::vector<std::string> environment;
  OrNull<QuestionShown> question;
  std::vector<std::string> actions;
  CountsShown attempts;
  OrNull<VerifyShapeShown> verify;
  OrNull<AgentShapeShown> agent;
  OrNull<GoalsShapeShown> goals;
  OrNull<LoopShapeShown> loop;
  OrNull<PipelineShapeShown> pipeline;
};
constexpr auto fields_of(Of<RunPageShown>) {
  using Shown = RunPageShown;
  return record<Shown>(
      field("run", &Shown::run, always),
      field("verdict", &Shown::verdict, always, "What decided it, in words; empty: not yet."),
      field("reasons", &Shown::reasons, always, "One line each, the weightiest first."),
      field("next_action", &Shown::next_action, always, "What a person would do; may be empty."),
      field("claims", &Shown::claims, always, "That evidence contradicts."),
      field("isolation", &Shown::isolation, always, "What kept commands away from the ledger."),
      field("tree", &Shown::tree, always),
      field("commit", &Shown::commit, always, "That it was about or has made; empty: none."),
      field("limits", &Shown::limits, always, "Budgets that are set."),
      field("environment", &Shown::environment, always, "Names of variables, never values."),
      field("question", &Shown::question, always, "That it waits for."),
      field("actions", &Shown::actions, always, "What can be posted now: stop, resume, answer."),
      field("attempts", &Shown::attempts, always), field("verify", &Shown::verify, always),
      field("agent", &Shown::agent, always), field("goals", &Shown::goals, always),
      field("loop", &Shown::loop, always),
      field("pipeline", &Shown::pipeline, always,
            "Of these five the one of its machine is there; a run without a first event has "
            "none."));
}

struct GatesShown {
  std::vector<GateRowShown> gates;
  std::uint64_t matching = 0;
  OrNull<std::string> next;
};
constexpr auto fields_of(Of<GatesShown>) {
  using Shown = GatesShown;
  return record<Shown>(field("gates", &Shown::gates, always),
                       field("matching", &Shown::matching, always),
                       field("next", &Shown::next, always));
}

/// One attempt as lists and the timeline show it.
struct AttemptRowShown {
  std::string name;
  std::uint32_t attempt = 1;
  std::uint64_t seq = 0;
  api::UnitState state{};
  std::string kind;
  std::string outcome;
  std::string started_at;
  std::int64_t start_ms = 0;
  std::int64_t duration_ms = 0;
  OrNull<std::int64_t> exit_code;
  std::uint64_t bytes = 0;
  std::int64_t tests = -1;
  std::int64_t tests_failed = -1;
  bool is_agent = false;
  std::string role;
  std::string model;
  std::int64_t tokens = 0;
  OrNull<std::int64_t> micro_usd;
  std::string step;
  bool critical = false;
};
constexpr auto fields_of(Of<AttemptRowShown>) {
  using Shown = AttemptRowShown;
  return record<Shown>(
      field("name", &Shown::name, always), field("attempt", &Shown::attempt, always, "From 1."),
      field("seq", &Shown::seq, always, "Of the event that tells of its end; 0: it runs."),
      field("state", &Shown::state, always),
      field("kind", &Shown::kind, always,
            "How it ended: exited, signaled, timed_out, cancelled, limited, spawn_failed, lost, "
            "unrecorded, stalled, held; empty: it runs."),
      field("outcome", &Shown::outcome, always, "In one line."),
      field("started_at", &Shown::started_at, always),
      field("start_ms", &Shown::start_ms, always, "After the start of the run."),
      field("duration_ms", &Shown::duration_ms, always, "Until now, if it runs."),
      field("exit_code", &Shown::exit_code, always), field("bytes", &Shown::bytes, always),
      field("tests", &Shown::tests, always, from_minus_one, "-1: not told."),
      field("tests_failed", &Shown::tests_failed, always, from_minus_one, "-1: not told."),
      field("is_agent", &Shown::is_agent, always), field("role", &Shown::role, always),
      field("model", &Shown::model, always), field("tokens", &Shown::tokens, always),
      field("micro_usd", &Shown::micro_usd, always, "Null: not told."),
      field("step", &Shown::step, always, "Of a pipeline, or the task of a loop; may be empty."),
      field("critical", &Shown::critical, always,
            "On the chain of attempts that made the run as long as it was."));
}

struct AttemptsShown {
  std::vector<AttemptRowShown> attempts;
  std::uint64_t matching = 0;
  OrNull<std::string> next;
};
constexpr auto fields_of(Of<AttemptsShown>) {
  using Shown = AttemptsShown;
  return record<Shown>(field("attempts", &Shown::attempts, always, "Running ones last."),
                       field("matching", &Shown::matching, always),
                       field("next", &Shown::next, always));
}

struct BucketShown {
  std::int64_t from_ms = 0;
  std::int64_t to_ms = 0;
  std::uint64_t attempts = 0;
  std::uint64_t failed = 0;
  std::int64_t busy_ms = 0;
};
constexpr auto fields_of(Of<BucketShown>) {
  using Shown = BucketShown;
  return record<Shown>(field("from_ms", &Shown::from_ms, always),
                       field("to_ms", &Shown::to_ms, always),
                       field("attempts", &Shown::attempts, always, "That ended in it."),
                       field("failed", &Shown::failed, always, "Of those."),
                       field("busy_ms", &Shown::busy_ms, always, "Of all attempts together."));
}

struct TimelineShown {
  std::string started_at;
  std::int64_t length_ms = 0;
  std::int64_t from_ms = 0;
  std::int64_t to_ms = 0;
  std::uint64_t matching = 0;
  std::vector<AttemptRowShown> attempts;
  std::vector<BucketShown> buckets;
  std::vector<AttemptRowShown> critical;
};
constexpr auto fields_of(Of<TimelineShown>) {
  using Shown = TimelineShown;
  return record<Shown>(
      field("started_at", &Shown::started_at, always),
      field("length_ms", &Shown::length_ms, always, "Of the whole run until now."),
      field("from_ms", &Shown::from_ms, always), field("to_ms", &Shown::to_ms, always),
      field("matching", &Shown::matching, always, "Attempts in this window."),
      field("attempts", &Shown::attempts, always,
            "Each of them, by their start; none if they are more than `limit`."),
      field("buckets", &Shown::buckets, always,
            "The window in equal parts, where there are too many."),
      field("critical", &Shown::critical, always,
            "The chain of attempts that made the run as long as it was, at most 500."));
}

// ---- Events and decisions -----------------------------------------------------------------------

struct StepEventShown {
  std::uint64_t seq = 0;
  std::string at;
  std::string kind;
  std::string subject;
  std::string happened;
  std::string decided;
  bool weighty = false;
};
constexpr auto fields_of(Of<StepEventShown>) {
  using Shown = StepEventShown;
  return record<Shown>(
      field("seq", &Shown::seq, always), field("at", &Shown::at, always),
      field("kind", &Shown::kind, always, "Of the event: docs/formats/journal.md lists them."),
      field("subject", &Shown::subject, always,
            "Name of an attempt, a gate, a task; empty: the run."),
      field("happened", &Shown::happened, always),
      field("decided", &Shown::decided, always, "What followed and why; may be empty."),
      field("weighty", &Shown::weighty, always, "It can have turned the run."));
}

struct EventsShown {
  std::vector<StepEventShown> events;
  std::uint64_t last = 0;
  bool more = false;
  bool over = false;
};
constexpr auto fields_of(Of<EventsShown>) {
  using Shown = EventsShown;
  return record<Shown>(
      field("events", &Shown::events, always, "Oldest first."),
      field("last", &Shown::last, always, "The highest number of these: `since` of the next page."),
      field("more", &Shown::more, always, "There are more already."),
      field("over", &Shown::over, always, "Nobody coordinates the run: none will come by itself."));
}

struct ExplainShown {
  std::string verdict;
  std::vector<StepEventShown> claims;
  std::vector<StepEventShown> decisions;
  std::uint64_t events = 0;
  std::uint64_t matching = 0;
  OrNull<std::string> next;
};
constexpr auto fields_of(Of<ExplainShown>) {
  using Shown = ExplainShown;
  return record<Shown>(field("verdict", &Shown::verdict, always, "In words."),
                       field("claims", &Shown::claims, always, "That evidence contradicts."),
                       field("decisions", &Shown::decisions, always, "Oldest first."),
                       field("events", &Shown::events, always, "Of the run, or about `id`."),
                       field("matching", &Shown::matching, always),
                       field("next", &Shown::next, always));
}

/// What a stream says whenever it may have changed.
struct RunChangedShown {
  std::string workspace;
  std::string run_id;
  std::string machine;
  api::RunState state{};
  std::uint64_t events = 0;
};
constexpr auto fields_of(Of<RunChangedShown>) {
  using Shown = RunChangedShown;
  return record<Shown>(
      field("workspace", &Shown::workspace, always), field("run_id", &Shown::run_id, always),
      field("machine", &Shown::machine, always), field("state", &Shown::state, always),
      field("events", &Shown::events, always));
}

/// What the stream of a run says when a log has grown.
struct LogGrownShown {
  std::string name;
  std::uint32_t attempt = 1;
  std::uint64_t size = 0;
};
constexpr auto fields_of(Of<LogGrownShown>) {
  using Shown = LogGrownShown;
  return record<Shown>(field("name", &Shown::name, always),
                       field("attempt", &Shown::attempt, always),
                       field("size", &Shown::size, always, "In bytes, as it is now."));
}

// ---- An attempt ---------------------------------------------------------------------------------

struct CommandTalkShown {
  std::string command;
  OrNull<std::int64_t> exit_code;
  bool denied = false;
  bool failed = false;
};
constexpr auto fields_of(Of<CommandTalkShown>) {
  using Shown = CommandTalkShown;
  return record<Shown>(field("command", &Shown::command, always),
                       field("exit_code", &Shown::exit_code, always, "Null: not told."),
                       field("denied", &Shown::denied, always),
                       field("failed", &Shown::failed, always));
}

struct TalkShown {
  std::string dialect;
  std::string program;
  std::string model;
  std::int32_t turns = 0;
  std::int64_t input_tokens = 0;
  std::int64_t output_tokens = 0;
  std::int64_t cached_tokens = 0;
  std::int64_t reasoning_tokens = 0;
  OrNull<std::int64_t> micro_usd;
  bool cost_computed = false;
  std::string ending;
  std::string stop_reason;
  std::string final_text;
  std::vector<CommandTalkShown> commands;
  std::vector<std::string> edited;
  std::vector<std::string> denials;
  std::vector<std::string> errors;
  std::string remedy;
};
constexpr auto fields_of(Of<TalkShown>) {
  using Shown = TalkShown;
  return record<Shown>(
      field("dialect", &Shown::dialect, always), field("program", &Shown::program, always),
      field("model", &Shown::model, always), field("turns", &Shown::turns, always),
      field("input_tokens", &Shown::input_tokens, always),
      field("output_tokens", &Shown::output_tokens, always),
      field("cached_tokens", &Shown::cached_tokens, always),
      field("reasoning_tokens", &Shown::reasoning_tokens, always),
      field("micro_usd", &Shown::micro_usd, always, "Null: not told."),
      field("cost_computed", &Shown::cost_computed, always, "From tokens and `prices:`."),
      field("ending", &Shown::ending, always, "The last word: none, success or failure."),
      field("stop_reason", &Shown::stop_reason, always),
      field("final_text", &Shown::final_text, always, "The last thing it said."),
      field("commands", &Shown::commands, always, "That it said it ran, at most 500."),
      field("edited", &Shown::edited, always, "Files it said it changed."),
      field("denials", &Shown::denials, always), field("errors", &Shown::errors, always),
      field("remedy", &Shown::remedy, always, "What a person has to do first; may be empty."));
}

struct LogHeadShown {
  bool there = false;
  bool growing = false;
  std::uint64_t bytes = 0;
  std::uint64_t stored = 0;
  bool truncated = false;
  std::string sha256;
  OrNull<std::uint64_t> failure_at;
  bool readable = false;
  bool has_prompt = false;
};
constexpr auto fields_of(Of<LogHeadShown>) {
  using Shown = LogHeadShown;
  return record<Shown>(
      field("there", &Shown::there, always, "False: there is none, or it was pruned."),
      field("growing", &Shown::growing, always),
      field("bytes", &Shown::bytes, always, "Of the whole output."),
      field("stored", &Shown::stored, always, "Of what is kept."),
      field("truncated", &Shown::truncated, always, "The middle was left out."),
      field("sha256", &Shown::sha256, always, "Of what is kept; empty: it grows."),
      field("failure_at", &Shown::failure_at, always,
            "Where in it the useful part of the failure begins, in bytes."),
      field("readable", &Shown::readable, always, "There is a transcript."),
      field("has_prompt", &Shown::has_prompt, always, "/prompt has what the agent was told."));
}

struct AttemptPageShown {
  AttemptRowShown attempt;
  std::string command;
  std::string cwd;
  std::string tree;
  std::int32_t signal = 0;
  std::string detail;
  std::int64_t user_ms = 0;
  std::int64_t system_ms = 0;
  std::uint64_t max_rss_kib = 0;
  std::vector<std::string> orphans;
  std::vector<std::string> lost_failures;
  std::string tally_source;
  std::int64_t tests_skipped = -1;
  std::vector<std::string> failed_tests;
  std::vector<std::string> excerpt;
  std::string transient;
  std::string cache_marker;
  std::string missing;
  OrNull<TalkShown> talk;
  std::vector<ClaimShown> claims;
  std::vector<std::string> files_changed;
  LogHeadShown log;
  std::vector<StepEventShown> decisions;
  std::vector<std::uint32_t> others;
};
constexpr auto fields_of(Of<AttemptPageShown>) {
  using Shown = AttemptPageShown;
  return record<Shown>(
      field("attempt", &Shown::attempt, always),
      field("command", &Shown::command, always, "What was started."),
      field("cwd", &Shown::cwd, always),
      field("tree", &Shown::tree, always, "That it ran on; empty: nobody looked."),
      field("signal", &Shown::signal, always), field("detail", &Shown::detail, always),
      field("user_ms", &Shown::user_ms, always), field("system_ms", &Shown::system_ms, always),
      field("max_rss_kib", &Shown::max_rss_kib, always),
      field("orphans", &Shown::orphans, always, "Processes it left behind, which were ended."),
      field("lost_failures", &Shown::lost_failures, always,
            "Commands in it that failed although it went on."),
      field("tally_source", &Shown::tally_source, always, "Who counted the tests."),
      field("tests_skipped", &Shown::tests_skipped, always, from_minus_one),
      field("failed_tests", &Shown::failed_tests, always, "Where their names were told."),
      field("excerpt", &Shown::excerpt, always, "The useful lines of a failure."),
      field("transient", &Shown::transient, always, "The line that made it worth a retry."),
      field("cache_marker", &Shown::cache_marker, always,
            "The line that says results came from a cache."),
      field("missing", &Shown::missing, always, "The program that is not there."),
      field("talk", &Shown::talk, always, "What an agent said about itself: claims, not evidence."),
      field("claims", &Shown::claims, always, "Claims that evidence contradicts."),
      field("files_changed", &Shown::files_changed, always, "As assay saw, where it looked."),
      field("log", &Shown::log, always),
      field("decisions", &Shown::decisions, always, "What was decided because of it, at most 50."),
      field("others", &Shown::others, always, "Numbers of all attempts of this name."));
}

struct LogShown {
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  std::uint64_t size = 0;
  std::uint64_t first_line = 1;
  std::string text;
  bool growing = false;
};
constexpr auto fields_of(Of<LogShown>) {
  using Shown = LogShown;
  return record<Shown>(
      field("from", &Shown::from, always, "First byte of this piece: the beginning of a line."),
      field("to", &Shown::to, always, "One past its last: `from` of the next piece."),
      field("size", &Shown::size, always, "Of the log as it is now."),
      field("first_line", &Shown::first_line, always, "Number of the line at `from`, from 1."),
      field("text", &Shown::text, always,
            "Escape sequences and control characters are in it; bytes that are no UTF-8 are "
            "replaced."),
      field("growing", &Shown::growing, always));
}

struct LogHitShown {
  std::uint64_t at = 0;
  std::uint64_t line = 1;
  std::string text;
};
constexpr auto fields_of(Of<LogHitShown>) {
  using Shown = LogHitShown;
  return record<Shown>(field("at", &Shown::at, always, "First byte of its line."),
                       field("line", &Shown::line, always),
                       field("text", &Shown::text, always, "The line, at most 400 bytes of it."));
}

struct LogHitsShown {
  std::vector<LogHitShown> hits;
  std::uint64_t matching = 0;
  OrNull<std::uint64_t> next;
};
constexpr auto fields_of(Of<LogHitsShown>) {
  using Shown = LogHitsShown;
  return record<Shown>(field("hits", &Shown::hits, always),
                       field("matching", &Shown::matching, always, "Lines in the whole log."),
                       field("next", &Shown::next, always, "`from` of the next page."));
}

struct MomentShown {
  std::string kind;
  std::string text;
  OrNull<std::int64_t> at_ms;
};
constexpr auto fields_of(Of<MomentShown>) {
  using Shown = MomentShown;
  return record<Shown>(
      field("kind", &Shown::kind, always,
            "said, called (a tool), returned, error, retried, ended, other."),
      field("text", &Shown::text, always),
      field("at_ms", &Shown::at_ms, always, "After the start of the attempt, where known."));
}

struct TranscriptShown {
  std::vector<MomentShown> moments;
  std::uint64_t first = 0;
  std::uint64_t all = 0;
  bool growing = false;
};
constexpr auto fields_of(Of<TranscriptShown>) {
  using Shown = TranscriptShown;
  return record<Shown>(field("moments", &Shown::moments, always),
                       field("first", &Shown::first, always, "Number of the first of these."),
                       field("all", &Shown::all, always, "How many there are by now."),
                       field("growing", &Shown::growing, always));
}

struct DiffFileShown {
  std::string path;
  std::string status;
  std::uint64_t added = 0;
  std::uint64_t removed = 0;
  bool binary = false;
  bool cut = false;
  std::string patch;
};
constexpr auto fields_of(Of<DiffFileShown>) {
  using Shown = DiffFileShown;
  return record<Shown>(field("path", &Shown::path, always),
                       field("status", &Shown::status, always, "added, deleted or modified."),
                       field("added", &Shown::added, always, "Lines."),
                       field("removed", &Shown::removed, always, "Lines."),
                       field("binary", &Shown::binary, always),
                       field("cut", &Shown::cut, always, "There is more than is shown."),
                       field("patch", &Shown::patch, always, "Unified, from its first @@ on."));
}

struct DiffShown {
  bool known = false;
  std::string why;
  std::string from;
  std::string to;
  std::vector<DiffFileShown> files;
};
constexpr auto fields_of(Of<DiffShown>) {
  using Shown = DiffShown;
  return record<Shown>(
      field("known", &Shown::known, always, "False: what it changed can only be named."),
      field("why", &Shown::why, always, "It is not known."),
      field("from", &Shown::from, always, "A commit."), field("to", &Shown::to, always),
      field("files", &Shown::files, always, "At most 300; the others are only named."));
}

struct FileShown {
  std::string path;
  std::uint64_t bytes = 0;
  bool cut = false;
  std::string text;
};
constexpr auto fields_of(Of<FileShown>) {
  using Shown = FileShown;
  return record<Shown>(field("path", &Shown::path, always), field("bytes", &Shown::bytes, always),
                       field("cut", &Shown::cut, always, "There is more than is shown."),
                       field("text", &Shown::text, always));
}

// ---- Tests, money, ledger -----------------------------------------------------------------------

struct TestsPageShown {
  shown::TestsShown tests;
  std::uint64_t matching = 0;
  OrNull<std::string> next;
};
constexpr auto fields_of(Of<TestsPageShown>) {
  using Shown = TestsPageShown;
  return record<Shown>(flat(&Shown::tests), field("matching", &Shown::matching, always),
                       field("next", &Shown::next, always));
}

struct TestRunShown {
  std::string run_id;
  std::string at;
  std::string tree;
  core::TestOutcome outcome{};
  OrNull<std::int64_t> duration_ms;
};
constexpr auto fields_of(Of<TestRunShown>) {
  using Shown = TestRunShown;
  return record<Shown>(field("run_id", &Shown::run_id, always), field("at", &Shown::at, always),
                       field("tree", &Shown::tree, always),
                       field("outcome", &Shown::outcome, always),
                       field("duration_ms", &Shown::duration_ms, always));
}

struct TestHistoryShown {
  shown::TestShown test;
  std::vector<TestRunShown> runs;
};
constexpr auto fields_of(Of<TestHistoryShown>) {
  using Shown = TestHistoryShown;
  return record<Shown>(field("test", &Shown::test, always),
                       field("runs", &Shown::runs, always, "Oldest first."));
}

struct KnownFailureShown {
  std::string test;
  std::string reason;
  std::string owner;
  std::string until;
  bool expired = false;
};
constexpr auto fields_of(Of<KnownFailureShown>) {
  using Shown = KnownFailureShown;
  return record<Shown>(field("test", &Shown::test, always, "A glob."),
                       field("reason", &Shown::reason, always),
                       field("owner", &Shown::owner, always), field("until", &Shown::until, always),
                       field("expired", &Shown::expired, always, "It blocks now."));
}

struct KnownFailuresShown {
  std::string file;
  std::vector<KnownFailureShown> failures;
};
constexpr auto fields_of(Of<KnownFailuresShown>) {
  using Shown = KnownFailuresShown;
  return record<Shown>(field("file", &Shown::file, always, "Empty: none is configured."),
                       field("failures", &Shown::failures, always));
}

struct DayShown {
  std::string day;
  std::string workspace;
  SpentShown spent;
};
constexpr auto fields_of(Of<DayShown>) {
  using Shown = DayShown;
  return record<Shown>(field("day", &Shown::day, always, "2026-11-15, UTC."),
                       field("workspace", &Shown::workspace, always),
                       field("spent", &Shown::spent, always));
}

struct SpendingShown {
  std::vector<DayShown> days;
  std::vector<LimitShown> limits;
  std::vector<RunShown> dearest;
};
constexpr auto fields_of(Of<SpendingShown>) {
  using Shown = SpendingShown;
  return record<Shown>(
      field("days", &Shown::days, always, "Oldest first, one per day and workspace that spent."),
      field("limits", &Shown::limits, always,
            "Budgets of the workspace, with what was used today; empty if none was named."),
      field("dearest", &Shown::dearest, always, "Runs of these days that cost most, at most 20."));
}

struct LedgerFaultShown {
  std::string run_id;
  std::uint64_t seq = 0;
  std::string what;
};
constexpr auto fields_of(Of<LedgerFaultShown>) {
  using Shown = LedgerFaultShown;
  return record<Shown>(field("run_id", &Shown::run_id, always, "Empty: the ledger as a whole."),
                       field("seq", &Shown::seq, always, "0: the run as a whole."),
                       field("what", &Shown::what, always));
}

struct SealShown {
  std::uint64_t number = 0;
  std::string outcome;
  std::string at;
  std::string tree;
  bool partial = false;
  std::string isolation;
};
constexpr auto fields_of(Of<SealShown>) {
  using Shown = SealShown;
  return record<Shown>(field("number", &Shown::number, always, "Of all ends that were signed."),
                       field("outcome", &Shown::outcome, always), field("at", &Shown::at, always),
                       field("tree", &Shown::tree, always),
                       field("partial", &Shown::partial, always, "Gates were left out by --only."),
                       field("isolation", &Shown::isolation, always));
}

struct LedgerShown {
  bool sound = false;
  std::uint64_t runs = 0;
  std::uint64_t events = 0;
  std::uint64_t logs = 0;
  std::uint64_t pruned = 0;
  std::uint64_t sealed = 0;
  std::uint64_t unsealed = 0;
  std::uint64_t fault_count = 0;
  std::vector<LedgerFaultShown> faults;
  OrNull<SealShown> seal;
};
constexpr auto fields_of(Of<LedgerShown>) {
  using Shown = LedgerShown;
  return record<Shown>(
      field("sound", &Shown::sound, always), field("runs", &Shown::runs, always),
      field("events", &Shown::events, always), field("logs", &Shown::logs, always),
      field("pruned", &Shown::pruned, always), field("sealed", &Shown::sealed, always),
      field("unsealed", &Shown::unsealed, always, "Ended before there was a key."),
      field("fault_count", &Shown::fault_count, always),
      field("faults", &Shown::faults, always, "The first of them."),
      field("seal", &Shown::seal, always, "Of the run, if one was named and it is signed."));
}

struct AttestationShown {
  bool there = false;
  std::string why;
  std::string commit;
  std::string run_id;
  std::string envelope;
};
constexpr auto fields_of(Of<AttestationShown>) {
  using Shown = AttestationShown;
  return record<Shown>(field("there", &Shown::there, always),
                       field("why", &Shown::why, always, "There is none."),
                       field("commit", &Shown::commit, always),
                       field("run_id", &Shown::run_id, always, "The run behind it."),
                       field("envelope", &Shown::envelope, always, "DSSE, one line of JSON."));
}

// ---- Two runs side by side ----------------------------------------------------------------------

struct SideShown {
  std::string state;
  std::string reason;
  OrNull<std::int64_t> duration_ms;
  std::int64_t tests = -1;
  std::uint32_t attempts = 0;
};
constexpr auto fields_of(Of<SideShown>) {
  using Shown = SideShown;
  return record<Shown>(field("state", &Shown::state, always, "Empty: it does not have it."),
                       field("reason", &Shown::reason, always),
                       field("duration_ms", &Shown::duration_ms, always),
                       field("tests", &Shown::tests, always, from_minus_one),
                       field("attempts", &Shown::attempts, always));
}

struct ComparedShown {
  std::string id;
  std::string title;
  SideShown a;
  SideShown b;
  std::string change;
};
constexpr auto fields_of(Of<ComparedShown>) {
  using Shown = ComparedShown;
  return record<Shown>(
      field("id", &Shown::id, always, "Of a gate, a task or a step."),
      field("title", &Shown::title, always), field("a", &Shown::a, always),
      field("b", &Shown::b, always),
      field("change", &Shown::change, always, "same, better, worse, only_a, only_b or other."));
}

struct CompareShown {
  RunShown a;
  RunShown b;
  std::string tree_a;
  std::string tree_b;
  std::string verdict_a;
  std::string verdict_b;
  std::vector<ComparedShown> units;
  std::uint64_t same = 0;
  std::vector<std::string> fixed_tests;
  std::vector<std::string> broken_tests;
};
constexpr auto fields_of(Of<CompareShown>) {
  using Shown = CompareShown;
  return record<Shown>(
      field("a", &Shown::a, always), field("b", &Shown::b, always),
      field("tree_a", &Shown::tree_a, always), field("tree_b", &Shown::tree_b, always),
      field("verdict_a", &Shown::verdict_a, always), field("verdict_b", &Shown::verdict_b, always),
      field("units", &Shown::units, always, "Those that differ first, at most 1000."),
      field("same", &Shown::same, always, "How many did not change, shown or not."),
      field("fixed_tests", &Shown::fixed_tests, always, "Failed in a, passed in b; by name."),
      field("broken_tests", &Shown::broken_tests, always, "Passed in a, failed in b."));
}

// ---- What is posted -----------------------------------------------------------------------------

struct AnswerGiven {
  std::string gate_id;
  std::int32_t ordinal = 0;
  std::string option;
  std::string comment;
};
constexpr auto fields_of(Of<AnswerGiven>) {
  using Given = AnswerGiven;
  return record<Given>(field("gate_id", &Given::gate_id, required, "Of the question."),
                       field("ordinal", &Given::ordinal, required, "Of the question."),
                       field("option", &Given::option, required, "Id of one of its options."),
                       field("comment", &Given::comment, "In your own words. Default: none."));
}

struct Nothing {
  bool sure = true;
};
constexpr auto fields_of(Of<Nothing>) {
  return record<Nothing>(field("sure", &Nothing::sure, "Nothing needs to be said. Default: true."));
}

struct DoneShown {
  std::string what;
  bool started = false;
};
constexpr auto fields_of(Of<DoneShown>) {
  using Shown = DoneShown;
  return record<Shown>(
      field("what", &Shown::what, always, "In words."),
      field("started", &Shown::started, always,
            "A coordinator was started for the run, in a process of its own: follow its events."));
}

}  // namespace assay::web
