// SPDX-License-Identifier: MIT
// Pipeline runs keep their definition as it was written and read it again. Rows and the numbers
// asked of them are kept as they were.
#include "format/pipeline/pipeline.h"

#include "format/journal/fields.h"
#include "format/journal/parts.h"
#include "format/journal/put.h"

namespace assay::format::journal {

namespace {

using namespace core;
using pipeline::CheckRow;
using pipeline::TelemetryRow;

constexpr Word<Approval> approval_words[] = {{Approval::interactive, "interactive"},
                                             {Approval::autonomous, "autonomous"}};
constexpr Word<OnExhausted> exhausted_words[] = {{OnExhausted::stop, "stop"},
                                                 {OnExhausted::proceed, "proceed"}};

void put_hands(JsonWriter& out, const std::map<std::string, pipeline::Hand>& hands) {
  if (hands.empty()) return;
  out.key("hands");
  out.begin_object();
  for (const auto& [role, hand] : hands) {
    out.any_key(role);
    put_hand(out, hand);
  }
  out.end_object();
}

Result<> read_hands(JsonReader& in, std::map<std::string, pipeline::Hand>& hands) {
  TRY(read_object(in,
                  [&](std::string_view role) { return read_hand(in, hands[std::string(role)]); }));
  return {};
}

Result<> read_gates(JsonReader& in, pipeline::Plan& plan) {
  plan.gates = std::make_shared<const verify::Plan>(TRY(read_plan(in)));
  return {};
}

/// A definition that another version understood is never executed half.
Result<> read_definition(pipeline::Plan& plan, std::size_t steps) {
  PipelineReading reading = read_pipeline(plan.source_name, plan.source);
  if (!reading.problems.empty() || reading.definition.steps.size() != steps)
    return bad_body("its definition is read in another way by this version of assay");
  plan.definition = std::move(reading.definition);
  return {};
}

void put_check(JsonWriter& out, const CheckRow& row) {
  out.begin_object();
  put_text(out, "task", row.task_id);
  put_text(out, "phase", row.phase);
  put_text(out, "check", row.check_name);
  put_text(out, "tool", row.tool);
  put_text(out, "command", row.command);
  if (row.exit_code) put(out, "exit_code", *row.exit_code);
  put_text(out, "snippet", row.output_snippet);
  put_flag(out, "passed", row.passed);
  put_text(out, "verdict", row.verdict);
  put_text(out, "severity", row.severity);
  put(out, "round", row.round);
  out.end_object();
}

Result<> read_check(JsonReader& in, std::vector<CheckRow>& out) {
  if (in.token() != JsonToken::begin_object) return bad_body("expected an object");
  CheckRow& row = out.emplace_back();
  const auto met = TRY(read_fields(in, [&](std::string_view key) -> Result<> {
    if (key == "task") return read(in, row.task_id);
    if (key == "phase") return read(in, row.phase);
    if (key == "check") return read(in, row.check_name);
    if (key == "tool") return read(in, row.tool);
    if (key == "command") return read(in, row.command);
    if (key == "exit_code") return read(in, row.exit_code.emplace());
    if (key == "snippet") return read(in, row.output_snippet);
    if (key == "passed") return read(in, row.passed);
    if (key == "verdict") return read(in, row.verdict);
    if (key == "severity") return read(in, row.severity);
    if (key == "round") return read(in, row.round);
    return unknown_field(key);
  }));
  return check_present(met, {"round"});
}

void put_telemetry(JsonWriter& out, const TelemetryRow& row) {
  out.begin_object();
  put_text(out, "step", row.step);
  put_text(out, "agent", row.agent);
  put_text(out, "instance", row.instance);
  put_text(out, "started_at", row.started_at);
  put_text(out, "completed_at", row.completed_at);
  put_text(out, "status", row.status);
  put(out, "dispatches", row.dispatch_count);
  put(out, "retries", row.retry_count);
  put_text(out, "notes", row.notes);
  out.end_object();
}

Result<> read_telemetry(JsonReader& in, std::vector<TelemetryRow>& out) {
  if (in.token() != JsonToken::begin_object) return bad_body("expected an object");
  TelemetryRow& row = out.emplace_back();
  const auto met = TRY(read_fields(in, [&](std::string_view key) -> Result<> {
    if (key == "step") return read(in, row.step);
    if (key == "agent") return read(in, row.agent);
    if (key == "instance") return read(in, row.instance);
    if (key == "started_at") return read(in, row.started_at);
    if (key == "completed_at") return read(in, row.completed_at);
    if (key == "status") return read(in, row.status);
    if (key == "dispatches") return read(in, row.dispatch_count);
    if (key == "retries") return read(in, row.retry_count);
    if (key == "notes") return read(in, row.notes);
    return unknown_field(key);
  }));
  return check_present(met, {"dispatches", "retries"});
}

}  // namespace

void put_plan(JsonWriter& out, const pipeline::Plan& plan) {
  out.key("pipeline");
  out.begin_object();
  put_text(out, "slug", plan.slug);
  put_text(out, "request", plan.request);
  put(out, "source", std::string_view(plan.source));
  put_text(out, "source_name", plan.source_name);
  put(out, "steps", plan.definition.steps.size());
  put_text(out, "feature_dir", plan.feature_dir);
  put_text(out, "workspace", plan.workspace);
  put_text(out, "work_dir", plan.work_dir);
  put_text(out, "log_dir", plan.log_dir);
  put_text(out, "state_dir", plan.state_dir);
  put_text(out, "program", plan.program);
  put(out, "approval", word_for(approval_words, plan.approval));
  put(out, "concurrency", plan.concurrency);
  put(out, "on_exhausted", word_for(exhausted_words, plan.on_exhausted));
  put_flag(out, "allow_dirty", plan.allow_dirty);
  put_text(out, "from", plan.from);
  put_texts(out, "dirty", plan.dirty);
  put_hands(out, plan.hands);
  put_budgets(out, plan.budgets);
  if (plan.gates) put_plan(out, *plan.gates);
  put_flag(out, "on_default_branch", plan.on_default_branch);
  put_texts(out, "weaker", plan.weaker);
  put_text(out, "isolation", plan.isolation);
  put_texts(out, "environment", plan.environment);
  put_digest(out, "environment_digest", plan.environment_digest);
  out.end_object();
}

Result<pipeline::Plan> read_pipeline_plan(JsonReader& in) {
  pipeline::Plan plan;
  std::size_t steps = 0;
  const auto met = TRY(read_object(in, [&](std::string_view key) -> Result<> {
    if (key == "slug") return read(in, plan.slug);
    if (key == "request") return read(in, plan.request);
    if (key == "source") return read(in, plan.source);
    if (key == "source_name") return read(in, plan.source_name);
    if (key == "steps") return read(in, steps);
    if (key == "feature_dir") return read(in, plan.feature_dir);
    if (key == "workspace") return read(in, plan.workspace);
    if (key == "work_dir") return read(in, plan.work_dir);
    if (key == "log_dir") return read(in, plan.log_dir);
    if (key == "state_dir") return read(in, plan.state_dir);
    if (key == "program") return read(in, plan.program);
    if (key == "approval") return read(in, approval_words, plan.approval);
    if (key == "concurrency") return read(in, plan.concurrency);
    if (key == "on_exhausted") return read(in, exhausted_words, plan.on_exhausted);
    if (key == "allow_dirty") return read(in, plan.allow_dirty);
    if (key == "from") return read(in, plan.from);
    if (key == "dirty") return read(in, plan.dirty);
    if (key == "hands") return read_hands(in, plan.hands);
    if (key == "budgets") return read_budgets(in, plan.budgets);
    if (key == "verify") return read_gates(in, plan);
    if (key == "on_default_branch") return read(in, plan.on_default_branch);
    if (key == "weaker") return read(in, plan.weaker);
    if (key == "isolation") return read(in, plan.isolation);
    if (key == "environment") return read(in, plan.environment);
    if (key == "environment_digest") return read(in, plan.environment_digest);
    return unknown_field(key);
  }));
  TRY(check_present(met, {"source", "steps", "approval", "concurrency", "on_exhausted"}));
  TRY(read_definition(plan, steps));
  return plan;
}

void put_rows(JsonWriter& out, const RowsRecorded& rows) {
  if (!rows.checks.empty()) {
    out.key("checks");
    out.begin_array();
    for (const CheckRow& row : rows.checks) put_check(out, row);
    out.end_array();
  }
  if (rows.telemetry.empty()) return;
  out.key("telemetry");
  out.begin_array();
  for (const TelemetryRow& row : rows.telemetry) put_telemetry(out, row);
  out.end_array();
}

Result<> read_rows_field(JsonReader& in, std::string_view key, RowsRecorded& rows) {
  if (key == "checks") return read_array(in, [&] { return read_check(in, rows.checks); });
  if (key == "telemetry") return read_array(in, [&] { return read_telemetry(in, rows.telemetry); });
  return unknown_field(key);
}

void put_numbers(JsonWriter& out, const RowsCounted& counted) {
  out.key("numbers");
  out.begin_array();
  for (const std::optional<std::int64_t>& number : counted.numbers)
    number ? out.number(*number) : out.null();
  out.end_array();
}

Result<> read_numbers(JsonReader& in, std::vector<std::optional<std::int64_t>>& numbers) {
  return read_array(in, [&]() -> Result<> {
    const bool none = in.token() == JsonToken::null;
    const auto number =
        in.token() == JsonToken::integer ? in.integer<std::int64_t>() : std::nullopt;
    if (!none && !number) return bad_body("expected an integer or null");
    numbers.push_back(number);
    return {};
  });
}

}  // namespace assay::format::journal
