// SPDX-License-Identifier: MIT
// An agent is started: a launch is reserved, its order filled in, its cost noted.
#include "base/ensure.h"
#include "core/agent/decide.h"
#include "core/agent/records.h"
#include "core/pipeline/turn.h"

#include <algorithm>

namespace assay::core::pipeline {

using agent::CompletionStatus;

namespace {

std::string lines_of(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += word + "\n";
  return text;
}

}  // namespace

void Turn::dispatch(Job& job) {
  if (s_.blocked) return call_off(job);
  if (s_.cancelled || s_.refusal) return hold_up(job);
  ++job.spawns;
  job.key = new_key(job.spawns);
  job.step = JobStep::reserving;
  ask(job, AskSpending{.key = job.key, .name = step().id + "-" + job.instance}, &Turn::launch);
}

void Turn::launch(Job& job, const SpendingReported& e) {
  ENSURE(job.step == JobStep::reserving && e.key == job.key);
  s_.purse.others_today = e.others_today;
  if (s_.blocked) return call_off(job);
  if (s_.cancelled) return hold_up(job);
  if (auto refusal = agent::check(s_.purse, at_)) {
    s_.refusal = std::move(refusal);
    return hold_up(job);
  }
  agent::reserve(s_.purse, job.key, at_);
  const Step& now = step();
  const Hand& hand = s_.plan->hands.at(now.dispatch.role);
  const std::string round = std::to_string(round_of(s_));
  std::vector<std::string> outputs;
  for (const Output& output : outputs_of(s_, job)) outputs.push_back(feature_path(s_, output.path));
  std::vector<std::string> inputs;
  for (const std::string& path : job.before.inputs) inputs.push_back(feature_path(s_, path));
  const TaskRecord* record = job.task.empty() ? nullptr : task_of(job.task);
  agent::Order order = hand.order;
  order.spare = agent::spare_of(s_.purse, order.role, at_);
  std::string complaint = job.complaint;
  if (!s_.feedback.empty()) complaint += (complaint.empty() ? "" : "\n") + s_.feedback;
  // A template of the project's own may not know the word.
  if (!s_.wish.empty() && order.prompt.find("{{wish}}") == std::string::npos)
    complaint += (complaint.empty() ? "" : "\n") + s_.wish;
  order.values = {{"workspace", job.directory},
                  {"step", now.id},
                  {"instance", job.instance},
                  {"focus", job.focus},
                  {"scope", std::string(to_text(now.scope))},
                  {"round", round},
                  {"feature_dir", s_.plan->feature_dir},
                  {"inputs", lines_of(inputs)},
                  {"outputs", lines_of(outputs)},
                  {"request", s_.plan->request},
                  {"complaint", complaint},
                  {"wish", s_.wish},
                  {"instructions", now.dispatch.instructions},
                  {"mode", s_.mode},
                  {"task_id", job.task},
                  {"files", record != nullptr ? lines_of(record->files) : ""},
                  {"attempt", std::to_string(job.spawns)}};
  if (!job.task.empty() && !now.task_files.empty())
    order.files.emplace_back(
        "task", job.directory + "/" + feature_path(s_, now.task_files + job.task + ".yaml"));
  Launch wanted = agent::dispatch(job.key, std::move(order), hand.env, s_.run_id, job.directory);
  wanted.name = now.id + "-" + round + "-" + job.instance;
  wanted.cwd = job.directory;
  wanted.timeout = hand.timeout;
  const std::pair<std::string, std::string> variables[] = {
      {"ASSAY_TASK_ID", job.task},
      {"ASSAY_TASK_INDEX", ""},
      {"ASSAY_SPEC_DIR", s_.plan->feature_dir},
      {"ASSAY_STEP", now.id},
      {"ASSAY_INSTANCE", job.instance},
      {"ASSAY_ROUND", round},
      {"ASSAY_FEATURE_DIR", s_.plan->feature_dir},
      {"ASSAY_MODE", s_.mode}};
  for (const auto& variable : variables) wanted.env.push_back(variable);
  std::string listed = lines_of(outputs);
  if (!listed.empty()) listed.pop_back();
  wanted.env.emplace_back("ASSAY_OUTPUTS", listed);
  job.step = JobStep::executing;
  ask(job, StartAttempt{std::move(wanted)}, &Turn::ended);
}

void Turn::ended(Job& job, const AttemptEnded& e) {
  ENSURE(job.step == JobStep::executing);
  agent::settle(s_.purse, job.key, e.evidence);
  note_cost(job, e.evidence);
  job.evidence = e.evidence;
  if (s_.cancelled && !s_.blocked) return hold_up(job);
  look(job, JobStep::inspecting);
}

void Turn::note_dispatch(const Job& job, CompletionStatus status) {
  TelemetryRow row;
  row.step = step().id;
  row.agent = step().dispatch.role;
  row.instance = job.instance;
  row.started_at = assay::to_text(job.evidence.started);
  row.completed_at = assay::to_text(job.evidence.started + job.evidence.duration);
  row.status = to_text(status);
  row.dispatch_count = std::max<std::uint32_t>(1, job.spawns);
  row.retry_count = job.failures;
  row.notes = status == CompletionStatus::error ? job.complaint : "";
  s_.telemetry.push_back(row);
  s_.dispatches.push_back(std::move(row));
}

void Turn::note_cost(const Job& job, const Evidence& evidence) {
  auto found = std::find_if(s_.costs.begin(), s_.costs.end(), [&](const BundleCost& each) {
    return each.step == step().id && each.instance == job.instance;
  });
  if (found == s_.costs.end())
    found = s_.costs.insert(s_.costs.end(), {step().id, job.instance, 0, 0, 0, 0, 0});
  ++found->launches;
  found->lost += evidence.exit.kind == ExitKind::lost ? 1 : 0;
  const agent::Transcript& said = agent::transcript_of(evidence);
  if (said.tokens_told) found->tokens += said.tokens.total;
  found->micro_usd += said.micro_usd.value_or(0);
  found->untold += said.micro_usd ? 0 : 1;
}

}  // namespace assay::core::pipeline
