// SPDX-License-Identifier: MIT
// Goals runs keep their task files as they were. What is asked of the workspace is read from them
// again, and must come out the same.
#include "format/goals/impl_task.h"
#include "format/journal/fields.h"
#include "format/journal/parts.h"
#include "format/journal/put.h"

namespace assay::format::journal {

namespace {

using namespace core;
using goals::CheckResult;

Result<> read_source(JsonReader& in, goals::Plan& plan, Rules rules) {
  if (in.token() != JsonToken::begin_object) return bad_body("expected an object");
  goals::Source& source = plan.sources.emplace_back();
  TRY(read_fields(in, [&](std::string_view key) -> Result<> {
    if (key == "name") return read(in, source.name);
    if (key == "text") return read(in, source.text);
    return unknown_field(key);
  }));
  ImplTaskReading reading = read_impl_task(source.name, source.text, rules);
  if (!reading.problems.empty()) return bad_body(source.name + " can no longer be read");
  plan.tasks.push_back(std::move(reading.task));
  return {};
}

Result<> read_commands(JsonReader& in, goals::Plan& plan) {
  plan.commands = std::make_shared<const verify::Plan>(TRY(read_plan(in)));
  return {};
}

Result<CheckResult> read_result(JsonReader& in) {
  CheckResult result;
  if (in.token() != JsonToken::begin_object) return bad_body("expected an object");
  const auto met = TRY(read_fields(in, [&](std::string_view key) -> Result<> {
    if (key == "status") return read(in, check_words, result.status);
    if (key == "actual") return read(in, result.actual);
    if (key == "path") return read(in, result.path);
    if (key == "line") return read(in, result.line);
    return unknown_field(key);
  }));
  TRY(check_present(met, {"status"}));
  return result;
}

void put_judges(JsonWriter& out, const std::vector<goals::Judge>& judges) {
  if (judges.empty()) return;
  out.key("judges");
  out.begin_array();
  for (const goals::Judge& judge : judges) {
    out.begin_object();
    put_order(out, "order", judge.order);
    put_unless<std::int64_t>(0, out, "timeout_ms", judge.timeout.count());
    put_text(out, "cwd", judge.cwd);
    put_env(out, judge.env);
    put_texts(out, "questions", judge.questions);
    out.end_object();
  }
  out.end_array();
}

Result<> read_judge(JsonReader& in, std::vector<goals::Judge>& judges) {
  if (in.token() != JsonToken::begin_object) return bad_body("expected an object");
  goals::Judge& judge = judges.emplace_back();
  const auto met = TRY(read_fields(in, [&](std::string_view key) -> Result<> {
    if (key == "order") return read_order(in, judge.order);
    if (key == "timeout_ms") return read(in, judge.timeout);
    if (key == "cwd") return read(in, judge.cwd);
    if (key == "env") return read_env(in, judge.env);
    if (key == "questions") return read(in, judge.questions);
    return unknown_field(key);
  }));
  return check_present(met, {"order"});
}

}  // namespace

void put_plan(JsonWriter& out, const goals::Plan& plan) {
  out.key("goals");
  out.begin_object();
  put_text(out, "phase", plan.phase);
  put_text(out, "phase_dir", plan.phase_dir);
  put_text(out, "workspace", plan.workspace);
  put_text(out, "report", plan.report);
  put_unless<std::uint32_t>(0, out, "round", plan.round);
  out.key("tasks");
  out.begin_array();
  for (const goals::Source& source : plan.sources) {
    out.begin_object();
    put_text(out, "name", source.name);
    put_text(out, "text", source.text);
    out.end_object();
  }
  out.end_array();
  put_digest(out, "checks", goals::digest_of(*plan.checks));
  put_judges(out, plan.judges);
  put_budgets(out, plan.budgets);
  if (plan.commands) put_plan(out, *plan.commands);
  out.end_object();
}

Result<goals::Plan> read_goals_plan(JsonReader& in, Rules rules) {
  goals::Plan plan;
  Digest digest;
  const auto met = TRY(read_object(in, [&](std::string_view key) -> Result<> {
    if (key == "phase") return read(in, plan.phase);
    if (key == "phase_dir") return read(in, plan.phase_dir);
    if (key == "workspace") return read(in, plan.workspace);
    if (key == "round") return read(in, plan.round);
    if (key == "tasks") return read_array(in, [&] { return read_source(in, plan, rules); });
    if (key == "report") return read(in, plan.report);
    if (key == "checks") return read(in, digest);
    if (key == "judges") return read_array(in, [&] { return read_judge(in, plan.judges); });
    if (key == "budgets") return read_budgets(in, plan.budgets);
    if (key == "verify") return read_commands(in, plan);
    return unknown_field(key);
  }));
  TRY(check_present(met, {"tasks", "checks"}));
  plan.checks = std::make_shared<const std::vector<goals::Check>>(goals::checks_of(plan.tasks));
  if (goals::digest_of(*plan.checks) != digest)
    return bad_body("its criteria are read in another way by this version of assay");
  return plan;
}

void put_results(JsonWriter& out, const std::vector<CheckResult>& results) {
  out.key("results");
  out.begin_array();
  for (const CheckResult& result : results) {
    out.begin_object();
    put(out, "status", word_for(check_words, result.status));
    put_text(out, "actual", result.actual);
    put_text(out, "path", result.path);
    put_unless<std::uint32_t>(0, out, "line", result.line);
    out.end_object();
  }
  out.end_array();
}

Result<> read_results(JsonReader& in, std::vector<CheckResult>& results) {
  return read_array(in, [&]() -> Result<> {
    results.push_back(TRY(read_result(in)));
    return {};
  });
}

}  // namespace assay::format::journal
