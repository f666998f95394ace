// SPDX-License-Identifier: MIT
// A pipeline as a graph: steps and routes, with the agents, tasks, votes and answers in it.
#pragma once

#include "api/run_state.h"
#include "base/record.h"
#include "face/shown/records.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay::web {

using shown::OrNull;

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

}  // namespace assay::web
