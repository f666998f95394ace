// SPDX-License-Identifier: MIT
#include "format/loop/result.h"

#include "core/loop/records.h"
#include "format/json/fields.h"
#include "format/record/put.h"

#include <fmt/format.h>

namespace assay::format {

namespace {

using core::Outcome;
using core::loop::Job;
using core::loop::State;
using core::loop::TaskKey;
using core::loop::TaskState;
using core::loop::WorkStep;

void put_text_or_null(JsonWriter& json, std::string_view key, const std::string& text) {
  json.key(key);
  text.empty() ? json.null() : json.text(text);
}

void put_tasks(JsonWriter& json, const State& state) {
  json.key("tasks");
  json.begin_array();
  for (std::size_t index = 0; index < state.order.size(); ++index) {
    const TaskState& task = state.tasks[state.order[index]];
    json.begin_object();
    Fields(json).number("index", index);
    put_text_or_null(json, "id", task.task.id);
    Fields(json)
        .text("title", task.task.title)
        .text("phase", task.task.phase)
        .flag("done", task.done)
        .flag("taken_over", task.taken_over)
        .number("attempts", task.spawns)
        .number("iteration", task.iteration);
    stored::show(json, "layers", task.layers);
    put_text_or_null(json, "commit", task.commit);
    put_text_or_null(json, "tree", task.tree);
    put_text_or_null(json, "proof",
                     task.proof ? std::string(to_text(task.proof->verdict)) : std::string());
    put_text_or_null(json, "last_failure", task.last_failure);
    json.end_object();
  }
  json.end_array();
}

void put_current(JsonWriter& json, const State& state) {
  json.key("current");
  json.begin_array();
  for (const Job& job : state.jobs) {
    if (job.step == WorkStep::settled) continue;
    json.begin_object();
    Fields(json)
        .text("task", name_of(state, job.task))
        .number("attempt", state.tasks[job.task].spawns)
        .text("role", to_text(job.role));
    json.end_object();
  }
  json.end_array();
}

void put_spent(JsonWriter& json, const core::agent::Spent& spent) {
  json.key("spent");
  json.begin_object();
  Fields(json).number("launches", spent.launches).number("tokens", spent.tokens);
  json.key("usd");
  json.millionths(spent.micro_usd);
  Fields(json).number("wall_ms", spent.wall.count());
  json.end_object();
}

}  // namespace

std::string_view status_of(const LoopStanding& standing) {
  if (!standing.outcome) {
    if (standing.alive) return "RUNNING";
    return standing.parked ? "WAITING" : "INTERRUPTED";
  }
  switch (*standing.outcome) {
    case Outcome::passed:
      return task_index(standing.state) < standing.state.order.size() ? "STOPPED" : "DONE";
    case Outcome::failed: return "FAILED";
    case Outcome::error: return "ERROR";
    case Outcome::exhausted: return "EXHAUSTED";
    case Outcome::cancelled: return "CANCELLED";
    case Outcome::out_of_budget: return "OUT_OF_BUDGET";
  }
  return "ERROR";
}

std::string reason_of(const LoopStanding& standing) {
  if (standing.parked && !standing.outcome) return standing.parked->reason;
  return standing.state.why;
}

std::string next_step(const LoopStanding& standing) {
  const State& state = standing.state;
  const std::string again = fmt::format("`assay loop run {}`", state.plan->spec_dir);
  if (!standing.outcome) {
    if (standing.alive)
      return fmt::format("`assay loop status {}` shows how it goes on", state.plan->spec_dir);
    if (standing.parked && standing.parked->until)
      return fmt::format("after {} go on with {}", to_text(*standing.parked->until), again);
    if (!state.person.empty())
      return fmt::format("commit or stash what is yours, discard what is not, then {}", again);
    return fmt::format("go on with {}", again);
  }
  switch (*standing.outcome) {
    case Outcome::passed:
      if (task_index(state) < state.order.size()) return fmt::format("go on with {}", again);
      return "";
    case Outcome::failed:
      return fmt::format("repair what the gates found (`assay verify`), commit, then {}", again);
    case Outcome::exhausted:
      return fmt::format(
          "read `assay explain {}`, change the task or the code, commit, then {}; if the work of a "
          "task is done, tick it in tasks.md and commit: its Verify decides whether the tick "
          "stands",
          state.run_id, again);
    case Outcome::error: return fmt::format("remove the cause, then {}", again);
    case Outcome::cancelled: return fmt::format("{} starts again with what is verified", again);
    case Outcome::out_of_budget: return fmt::format("raise budgets: in assay.yaml, then {}", again);
  }
  return "";
}

std::string loop_json(const LoopStanding& standing) {
  const State& state = standing.state;
  std::string out;
  JsonWriter json(out, JsonLayout::indented);
  json.begin_object();
  Fields(json)
      .text("run_id", state.run_id)
      .text("spec", state.plan->spec)
      .text("spec_dir", state.plan->spec_dir)
      .text("status", status_of(standing));
  put_text_or_null(json, "reason", reason_of(standing));
  put_text_or_null(json, "next", next_step(standing));
  const std::uint32_t index = task_index(state);
  std::size_t done = 0;
  for (const TaskState& task : state.tasks) done += task.done ? 1 : 0;
  Fields(json)
      .number("task_index", index)
      .number("total_tasks", state.order.size())
      .number("done", done)
      .text("phase", index < state.order.size() ? state.tasks[state.order[index]].task.phase : "")
      .text("layer_profile", core::loop::layer_profile)
      .number("global_iteration", state.global_iteration);
  put_current(json, state);
  put_tasks(json, state);
  put_spent(json, state.purse.spent);
  put_text_or_null(json, "tree", state.ground.name);
  put_text_or_null(json, "pr", state.pull_request.url);
  Fields(json)
      .list("remarks", state.remarks)
      .list("protected_changed", core::loop::protected_changed(state))
      .list("tampering", state.tampering)
      .list("kept", state.kept);
  json.end_object();
  return out + "\n";
}

std::string no_loop_json(std::string_view spec_dir, std::size_t done, std::size_t total) {
  std::string out;
  JsonWriter json(out, JsonLayout::indented);
  json.begin_object();
  json.key("run_id");
  json.null();
  Fields(json)
      .text("spec_dir", spec_dir)
      .text("status", "NONE")
      .number("done", done)
      .number("total_tasks", total);
  json.end_object();
  return out + "\n";
}

}  // namespace assay::format
