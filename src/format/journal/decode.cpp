// SPDX-License-Identifier: MIT
#include "format/journal.h"
#include "format/journal/fields.h"
#include "format/journal/parts.h"
#include "format/text/escape.h"

#include <memory>

namespace assay::format {

namespace {

using namespace core;
using journal::check_present;
using journal::read;
using journal::read_object;
using journal::unknown_field;

using Met = std::vector<std::string>;

Result<> read_verify_plan(JsonReader& in, RunStarted& event) {
  event.plan = std::make_shared<const verify::Plan>(TRY(journal::read_plan(in)));
  return {};
}

Result<> read_agent_plan(JsonReader& in, RunStarted& event) {
  event.plan = std::make_shared<const agent::Plan>(TRY(journal::read_agent_plan(in)));
  return {};
}

Result<> read_goals_plan(JsonReader& in, RunStarted& event) {
  event.plan = std::make_shared<const goals::Plan>(TRY(journal::read_goals_plan(in, event.rules)));
  return {};
}

Result<> read_loop_plan(JsonReader& in, RunStarted& event) {
  event.plan = std::make_shared<const loop::Plan>(TRY(journal::read_loop_plan(in)));
  return {};
}

Result<> read_pipeline_plan(JsonReader& in, RunStarted& event) {
  event.plan = std::make_shared<const pipeline::Plan>(TRY(journal::read_pipeline_plan(in)));
  return {};
}

/// The rules of a later release are unknown here: what they would decide cannot be told.
Result<> read_rules(JsonReader& in, Rules& rules) {
  std::uint32_t number = 0;
  TRY(read(in, number));
  const bool known = number > static_cast<std::uint32_t>(Rules::v0_1) &&
                     number <= static_cast<std::uint32_t>(rules_now);
  if (!known) return journal::bad_body("a later release of assay wrote this run: use that one");
  rules = static_cast<Rules>(number);
  return {};
}

Result<Event> run_started(JsonReader& in, Instant at) {
  RunStarted event{at, {}, {}, Rules::v0_1};
  const Met met = TRY(read_object(in, [&](std::string_view key) -> Result<> {
    if (key == "run_id") return read(in, event.run_id);
    if (key == "rules") return read_rules(in, event.rules);
    if (key == "verify") return read_verify_plan(in, event);
    if (key == "agent") return read_agent_plan(in, event);
    if (key == "goals") return read_goals_plan(in, event);
    if (key == "loop") return read_loop_plan(in, event);
    if (key == "pipeline") return read_pipeline_plan(in, event);
    return unknown_field(key);
  }));
  TRY(check_present(met, {"run_id"}));
  if (met.size() != (event.rules == Rules::v0_1 ? 2U : 3U))
    return journal::bad_body("a run has exactly one plan");
  return Event(std::move(event));
}

template <class Bare>
Result<Event> bare(JsonReader& in, Instant at) {
  TRY(read_object(in, [](std::string_view key) -> Result<> { return unknown_field(key); }));
  return Event(Bare{at});
}

Result<Event> tree_observed(JsonReader& in, Instant at) {
  TreeObserved event{at, {}, {}, {}, {}, {}};
  const Met met = TRY(read_object(in, [&](std::string_view key) -> Result<> {
    if (key == "unit") return read(in, event.key.unit);
    if (key == "attempt") return read(in, event.key.attempt);
    if (key == "digest") return read(in, event.digest);
    if (key == "head") return read(in, event.head);
    if (key == "changed") return read(in, event.changed);
    if (key == "commits") return read(in, event.commits);
    return unknown_field(key);
  }));
  TRY(check_present(met, {"unit", "attempt"}));
  return Event(std::move(event));
}

Result<Event> spending_reported(JsonReader& in, Instant at) {
  SpendingReported event{at, {}, {}};
  const Met met = TRY(read_object(in, [&](std::string_view key) -> Result<> {
    if (key == "unit") return read(in, event.key.unit);
    if (key == "attempt") return read(in, event.key.attempt);
    return journal::read_spent_field(in, key, event.others_today);
  }));
  TRY(check_present(met, {"unit", "attempt"}));
  return Event(event);
}

Result<Event> workspace_inspected(JsonReader& in, Instant at) {
  WorkspaceInspected event{at, {}};
  const Met met = TRY(read_object(in, [&](std::string_view key) -> Result<> {
    if (key == "results") return journal::read_results(in, event.results);
    return unknown_field(key);
  }));
  TRY(check_present(met, {"results"}));
  return Event(std::move(event));
}

Result<Event> work_inspected(JsonReader& in, Instant at) {
  WorkInspected event{at, {}, {}};
  const Met met = TRY(read_object(in, [&](std::string_view key) -> Result<> {
    if (key == "unit") return read(in, event.key.unit);
    if (key == "attempt") return read(in, event.key.attempt);
    return journal::read_sight_field(in, key, event.sight);
  }));
  TRY(check_present(met, {"unit", "attempt"}));
  return Event(std::move(event));
}

Result<Event> work_done(JsonReader& in, Instant at) {
  WorkDone event{at, {}, {}};
  const Met met = TRY(read_object(in, [&](std::string_view key) -> Result<> {
    if (key == "unit") return read(in, event.key.unit);
    if (key == "attempt") return read(in, event.key.attempt);
    return journal::read_work_result_field(in, key, event.result);
  }));
  TRY(check_present(met, {"unit", "attempt", "status"}));
  return Event(std::move(event));
}

Result<Event> outputs_read(JsonReader& in, Instant at) {
  OutputsRead event{at, {}, {}};
  const Met met = TRY(read_object(in, [&](std::string_view key) -> Result<> {
    if (key == "unit") return read(in, event.key.unit);
    if (key == "attempt") return read(in, event.key.attempt);
    return journal::read_outputs_field(in, key, event.outputs);
  }));
  TRY(check_present(met, {"unit", "attempt"}));
  return Event(std::move(event));
}

Result<Event> rows_recorded(JsonReader& in, Instant at) {
  RowsRecorded event{at, {}, {}, {}};
  const Met met = TRY(read_object(in, [&](std::string_view key) -> Result<> {
    if (key == "unit") return read(in, event.key.unit);
    if (key == "attempt") return read(in, event.key.attempt);
    return journal::read_rows_field(in, key, event);
  }));
  TRY(check_present(met, {"unit", "attempt"}));
  return Event(std::move(event));
}

Result<Event> rows_counted(JsonReader& in, Instant at) {
  RowsCounted event{at, {}, {}};
  const Met met = TRY(read_object(in, [&](std::string_view key) -> Result<> {
    if (key == "unit") return read(in, event.key.unit);
    if (key == "attempt") return read(in, event.key.attempt);
    if (key == "numbers") return journal::read_numbers(in, event.numbers);
    return unknown_field(key);
  }));
  TRY(check_present(met, {"unit", "attempt", "numbers"}));
  return Event(std::move(event));
}

Result<Event> approval_given(JsonReader& in, Instant at) {
  ApprovalGiven event{at, {}, {}, {}, {}, {}};
  const Met met = TRY(read_object(in, [&](std::string_view key) -> Result<> {
    if (key == "unit") return read(in, event.key.unit);
    if (key == "attempt") return read(in, event.key.attempt);
    if (key == "gate") return read(in, event.gate_id);
    if (key == "option") return read(in, event.option);
    if (key == "comment") return read(in, event.comment);
    if (key == "by") return read(in, event.by);
    return unknown_field(key);
  }));
  TRY(check_present(met, {"unit", "attempt", "gate", "option"}));
  return Event(std::move(event));
}

Result<Event> run_parked(JsonReader& in, Instant at) {
  RunParked event{at, {}, {}};
  TRY(read_object(in, [&](std::string_view key) -> Result<> {
    if (key == "until_ms") return read(in, event.until.emplace());
    if (key == "reason") return read(in, event.reason);
    return unknown_field(key);
  }));
  return Event(std::move(event));
}

Result<Event> attempt_ended(JsonReader& in, Instant at) {
  AttemptEnded event{at, {}, {}, {}};
  const Met met = TRY(read_object(in, [&](std::string_view key) -> Result<> {
    if (key == "unit") return read(in, event.key.unit);
    if (key == "attempt") return read(in, event.key.attempt);
    if (key == "name") return read(in, event.name);
    return journal::read_evidence_field(in, key, event.evidence);
  }));
  TRY(check_present(met, {"unit", "attempt", "name", "exit"}));
  return Event(std::move(event));
}

Result<Event> drain_reported(JsonReader& in, Instant at) {
  DrainReported event{at, 0};
  const Met met = TRY(read_object(in, [&](std::string_view key) -> Result<> {
    if (key == "alive") return read(in, event.alive);
    return unknown_field(key);
  }));
  TRY(check_present(met, {"alive"}));
  return Event(event);
}

Result<Event> cancel_requested(JsonReader& in, Instant at) {
  CancelRequested event{at, {}};
  TRY(read_object(in, [&](std::string_view key) -> Result<> {
    if (key == "by") return read(in, event.by);
    if (key == "for_good") return read(in, event.for_good);
    return unknown_field(key);
  }));
  return Event(std::move(event));
}

Result<Event> run_concluded(JsonReader& in, Instant at) {
  RunConcluded event{at, {}, {}};
  const Met met = TRY(read_object(in, [&](std::string_view key) -> Result<> {
    if (key == "outcome") return read(in, journal::outcome_words, event.outcome);
    if (key == "trace") return read(in, event.trace);
    return unknown_field(key);
  }));
  TRY(check_present(met, {"outcome"}));
  return Event(std::move(event));
}

Result<Event> decode_kind(std::string_view kind, JsonReader& in, Instant at) {
  if (kind == "run_started") return run_started(in, at);
  if (kind == "run_resumed") return bare<RunResumed>(in, at);
  if (kind == "tree_observed") return tree_observed(in, at);
  if (kind == "spending_reported") return spending_reported(in, at);
  if (kind == "workspace_inspected") return workspace_inspected(in, at);
  if (kind == "work_inspected") return work_inspected(in, at);
  if (kind == "work_done") return work_done(in, at);
  if (kind == "outputs_read") return outputs_read(in, at);
  if (kind == "rows_recorded") return rows_recorded(in, at);
  if (kind == "rows_counted") return rows_counted(in, at);
  if (kind == "approval_given") return approval_given(in, at);
  if (kind == "run_parked") return run_parked(in, at);
  if (kind == "attempt_ended") return attempt_ended(in, at);
  if (kind == "world_idle") return bare<WorldIdle>(in, at);
  if (kind == "drain_reported") return drain_reported(in, at);
  if (kind == "cancel_requested") return cancel_requested(in, at);
  if (kind == "run_concluded") return run_concluded(in, at);
  return journal::bad_body("unknown kind of event (written by a newer assay?)");
}

}  // namespace

Result<Event> decode(std::string_view kind, Instant at, std::string_view body) {
  JsonReader in(body, JsonReader::Strings::bytes);
  Result<Event> event = decode_kind(kind, in, at);
  if (event && in.next() != JsonToken::end) event = journal::bad_body(in.fault());
  if (event) return event;
  return Error{event.error().fault, printable(kind.substr(0, 40)) + ": " + event.error().what};
}

}  // namespace assay::format
