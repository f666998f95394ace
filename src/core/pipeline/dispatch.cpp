// SPDX-License-Identifier: MIT
// An agent is started: a launch is reserved, its order filled in, its cost noted.
#include "base/ensure.h"
#include "core/agent/decide.h"
#include "core/agent/records.h"
#include "core/pipeline/worker.h"

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

void Worker::dispatch() {
  if (s_.blocked) return call_off();
  if (s_.cancelled || s_.refusal) return hold_up();
  ++job_.spawns;
  job_.key = turn_.new_key(job_.spawns);
  job_.step = JobStep::reserving;
  ask(AskSpending{.key = job_.key, .name = turn_.step().id + "-" + job_.instance}, &Worker::launch);
}

void Worker::launch(const SpendingReported& e) {
  ENSURE(job_.step == JobStep::reserving && e.key == job_.key);
  s_.purse.others_today = e.others_today;
  if (s_.blocked) return call_off();
  if (s_.cancelled) return hold_up();
  if (auto refusal = agent::check(s_.purse, turn_.at())) {
    s_.refusal = std::move(refusal);
    return hold_up();
  }
  agent::reserve(s_.purse, job_.key, turn_.at());
  const Step& now = turn_.step();
  const Hand& hand = s_.plan->hands.at(now.dispatch.role);
  const std::string round = std::to_string(round_of(s_));
  std::vector<std::string> outputs;
  for (const Output& output : outputs_of(s_, job_))
    outputs.push_back(feature_path(s_, output.path));
  std::vector<std::string> inputs;
  for (const std::string& path : job_.before.inputs) inputs.push_back(feature_path(s_, path));
  const TaskRecord* record = job_.task.empty() ? nullptr : turn_.task_of(job_.task);
  agent::Order order = hand.order;
  order.spare = agent::spare_of(s_.purse, order.role, turn_.at());
  std::string complaint = job_.complaint;
  if (!s_.told.feedback.empty()) complaint += (complaint.empty() ? "" : "\n") + s_.told.feedback;
  // A template of the project's own may not know the word.
  if (!s_.told.wish.empty() && order.prompt.find("{{wish}}") == std::string::npos)
    complaint += (complaint.empty() ? "" : "\n") + s_.told.wish;
  order.values = {{"workspace", job_.directory},
                  {"step", now.id},
                  {"instance", job_.instance},
                  {"focus", job_.focus},
                  {"scope", std::string(to_text(now.scope))},
                  {"round", round},
                  {"feature_dir", s_.plan->feature_dir},
                  {"inputs", lines_of(inputs)},
                  {"outputs", lines_of(outputs)},
                  {"request", s_.plan->request},
                  {"complaint", complaint},
                  {"wish", s_.told.wish},
                  {"instructions", now.dispatch.instructions},
                  {"mode", s_.mode},
                  {"task_id", job_.task},
                  {"files", record != nullptr ? lines_of(record->files) : ""},
                  {"attempt", std::to_string(job_.spawns)}};
  if (!job_.task.empty() && !now.task_files.empty())
    order.files.emplace_back(
        "task", job_.directory + "/" + feature_path(s_, now.task_files + job_.task + ".yaml"));
  Launch wanted = agent::dispatch(job_.key, std::move(order), hand.env, s_.run_id, job_.directory);
  wanted.name = now.id + "-" + round + "-" + job_.instance;
  wanted.cwd = job_.directory;
  wanted.timeout = hand.timeout;
  const std::pair<std::string, std::string> variables[] = {
      {"ASSAY_TASK_ID", job_.task},
      {"ASSAY_TASK_INDEX", ""},
      {"ASSAY_SPEC_DIR", s_.plan->feature_dir},
      {"ASSAY_STEP", now.id},
      {"ASSAY_INSTANCE", job_.instance},
      {"ASSAY_ROUND", round},
      {"ASSAY_FEATURE_DIR", s_.plan->feature_dir},
      {"ASSAY_MODE", s_.mode}};
  for (const auto& variable : variables) wanted.env.push_back(variable);
  std::string listed = lines_of(outputs);
  if (!listed.empty()) listed.pop_back();
  wanted.env.emplace_back("ASSAY_OUTPUTS", listed);
  job_.step = JobStep::executing;
  ask(StartAttempt{std::move(wanted)}, &Worker::ended);
}

void Worker::ended(const AttemptEnded& e) {
  ENSURE(job_.step == JobStep::executing);
  agent::settle(s_.purse, job_.key, e.evidence);
  note_cost(e.evidence);
  job_.evidence = e.evidence;
  if (s_.cancelled && !s_.blocked) return hold_up();
  look(JobStep::inspecting);
}

void Worker::note_dispatch(CompletionStatus status) {
  TelemetryRow row;
  row.step = turn_.step().id;
  row.agent = turn_.step().dispatch.role;
  row.instance = job_.instance;
  row.started_at = assay::to_text(job_.evidence.started);
  row.completed_at = assay::to_text(job_.evidence.started + job_.evidence.duration);
  row.status = to_text(status);
  row.dispatch_count = std::max<std::uint32_t>(1, job_.spawns);
  row.retry_count = job_.failures;
  row.notes = status == CompletionStatus::error ? job_.complaint : "";
  s_.counting.telemetry.push_back(row);
  s_.dispatches.push_back(std::move(row));
}

void Worker::note_cost(const Evidence& evidence) {
  auto found = std::find_if(s_.costs.begin(), s_.costs.end(), [&](const BundleCost& each) {
    return each.step == turn_.step().id && each.instance == job_.instance;
  });
  if (found == s_.costs.end())
    found = s_.costs.insert(s_.costs.end(), {turn_.step().id, job_.instance, 0, 0, 0, 0, 0});
  ++found->launches;
  found->lost += evidence.exit.kind == ExitKind::lost ? 1 : 0;
  const agent::Transcript& said = agent::transcript_of(evidence);
  if (said.tokens_told) found->tokens += said.tokens.total;
  found->micro_usd += said.micro_usd.value_or(0);
  found->untold += said.micro_usd ? 0 : 1;
}

}  // namespace assay::core::pipeline
