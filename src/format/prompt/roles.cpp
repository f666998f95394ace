// SPDX-License-Identifier: MIT
// What each machine offers to the templates of its roles.
#include "format/embedded.h"
#include "format/prompt/prompt.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace assay::format {

namespace {

using Variable = PromptVariable;
constexpr auto line = Variable::Kind::line;
constexpr auto list = Variable::Kind::list;
constexpr auto text = Variable::Kind::text;
constexpr auto block = Variable::Kind::block;

// assay agent run
constexpr Variable agent[] = {
    {"prompt", text, "what the user wrote"},
    {"workspace", line, "absolute path of the working directory"},
    {"role", line, "the role asked for"},
};

// assay loop
constexpr Variable executor[] = {
    {"workspace", line, "absolute path of the working directory"},
    {"spec_name", line, "name of the spec"},
    {"spec_dir", line, "folder of the spec, relative to the workspace"},
    {"task_id", line, "id of the task; its index if it has none"},
    {"task_index", line, "index of the task, from 0"},
    {"task_total", line, "number of tasks"},
    {"attempt", line, "which attempt this is, from 1"},
    {"task", block, "the task's block of tasks.md"},
    {"progress", block, "what .progress.md tells of earlier tasks; may be empty"},
    {"progress_file", line, "where to note what was learned; may be empty"},
    {"last_failure", block, "why the attempt before was not accepted; empty on the first"},
    {"files", list, "the task's Files; may be empty"},
    {"verify_command", line, "the task's Verify; may be empty"},
    {"commit_message", line, "the task's Commit; may be empty"},
    {"notice", block, "that the work seems to be there already; may be empty"},
};
constexpr Variable qa[] = {
    {"workspace", line, "absolute path of the working directory"},
    {"spec_name", line, "name of the spec"},
    {"spec_dir", line, "folder of the spec, relative to the workspace"},
    {"task_id", line, "id of the task; its index if it has none"},
    {"task_index", line, "index of the task, from 0"},
    {"task_total", line, "number of tasks"},
    {"attempt", line, "which attempt this is, from 1"},
    {"task", block, "the task's block of tasks.md"},
    {"progress", block, "what .progress.md tells of earlier tasks; may be empty"},
    {"last_failure", block, "what failed when assay ran the commands; may be empty"},
    {"verify_command", line, "the commands assay runs; may be empty"},
};

// The reviewer of a loop gets task and changes, that of a pipeline its step; both have one
// template.
constexpr Variable reviewer[] = {
    {"workspace", line, "absolute path of the working directory"},
    {"spec_name", line, "loop: name of the spec"},
    {"spec_dir", line, "loop: folder of the spec, relative to the workspace"},
    {"task_id", line, "loop: id of the task under review"},
    {"iteration", line, "loop: which review this is, from 1"},
    {"iteration_max", line, "loop: how many there may be"},
    {"task", block, "loop: the task's block of tasks.md"},
    {"changed_files", list, "files that changed, as assay saw them; may be empty"},
    {"design", block, "loop: design.md; may be empty"},
    {"requirements", block, "loop: requirements.md; may be empty"},
    {"prior_findings", block, "findings of the review before; empty on the first"},
    {"step", line, "pipeline: id of the step"},
    {"instance", line, "pipeline: name of this agent"},
    {"focus", line, "pipeline: security, architecture or correctness"},
    {"scope", line, "pipeline: design or code"},
    {"round", line, "pipeline: which round of review, from 1"},
    {"feature_dir", line, "pipeline: folder of the feature, relative to the workspace"},
    {"inputs", list, "pipeline: files to read"},
    {"outputs", list, "pipeline: files to write"},
    {"request", block, "pipeline: what the user asked for"},
    {"complaint", block, "pipeline: what was wrong with the last answer; may be empty"},
    {"instructions", text, "pipeline: what the definition says beside; may be empty"},
    {"wish", text, "pipeline: what the person who runs it said when asked; may be empty"},
};

// assay goals
constexpr Variable judge[] = {
    {"workspace", line, "absolute path of the working directory"},
    {"goal_id", line, "id of the task whose criterion is judged"},
    {"criterion", block, "the criterion"},
    {"files", list, "files the task names; may be empty"},
    {"evidence", block, "what assay found out itself; may be empty"},
};

// assay pipeline
constexpr Variable pipeline[] = {
    {"workspace", line, "absolute path of the working directory"},
    {"step", line, "id of the step"},
    {"instance", line, "name of this agent"},
    {"focus", line, "what this instance looks at; may be empty"},
    {"round", line, "which round of the step, from 1"},
    {"feature_dir", line, "folder of the feature, relative to the workspace"},
    {"inputs", list, "files to read"},
    {"outputs", list, "files to write; one ending in / is a folder"},
    {"request", block, "what the user asked for"},
    {"complaint", block, "what was wrong with the last answer, or what to revise; may be empty"},
    {"instructions", text, "what the definition says beside; may be empty"},
    {"wish", text, "what the person who runs the pipeline said when asked; may be empty"},
    {"mode", line, "implement, revise or revert; replan; may be empty"},
    {"task_id", line, "id of the task; may be empty"},
    {"task", block, "the task's file; may be empty"},
    {"files", list, "the files the task names; may be empty"},
    {"attempt", line, "which attempt this is, from 1"},
};

constexpr std::array<std::string_view, 13> roles{
    "agent",    "designer", "executor",   "implementer", "judge", "knowledge", "planner",
    "pushback", "qa",       "researcher", "reviewer",    "spec",  "verifier"};

bool is_known(std::string_view role) {
  return std::find(roles.begin(), roles.end(), role) != roles.end();
}

}  // namespace

std::span<const PromptVariable> prompt_variables(std::string_view role) {
  if (role == "executor") return executor;
  if (role == "qa") return qa;
  if (role == "reviewer") return reviewer;
  if (role == "judge") return judge;
  if (role == "agent" || !is_known(role)) return agent;
  return pipeline;
}

std::span<const std::string_view> prompt_roles() { return roles; }

std::string_view default_prompt(std::string_view role) {
  const auto own = embedded(fmt::format("prompts/{}.md", role));
  if (own && is_known(role)) return *own;
  return embedded("prompts/agent.md").value_or("{{prompt}}\n");
}

std::string prompt_override(std::string_view role) {
  return fmt::format(".assay/prompts/{}.md", role);
}

}  // namespace assay::format
