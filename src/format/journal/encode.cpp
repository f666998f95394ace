// SPDX-License-Identifier: MIT
#include "base/match.h"
#include "format/journal.h"
#include "format/journal/put.h"

namespace assay::format {

namespace {

using namespace core;
using namespace journal;

/// Room for the body in one piece: growing a string of many megabytes would need it twice.
std::size_t expected_size(const RunStarted& started) {
  std::size_t size = 1024;
  const auto* plan = std::get_if<std::shared_ptr<const verify::Plan>>(&started.plan);
  if (plan == nullptr) return size;
  for (const verify::CommandSpec& spec : (*plan)->manifest.commands) {
    size += spec.id.size() + spec.command.size() + 64;
  }
  return size + (*plan)->expected_ms.size() * 4;
}

}  // namespace

std::string_view kind_of(const Event& event) {
  return match(
      event, [](const RunStarted&) { return "run_started"; },
      [](const RunResumed&) { return "run_resumed"; },
      [](const TreeObserved&) { return "tree_observed"; },
      [](const SpendingReported&) { return "spending_reported"; },
      [](const WorkspaceInspected&) { return "workspace_inspected"; },
      [](const WorkInspected&) { return "work_inspected"; },
      [](const WorkDone&) { return "work_done"; },
      [](const OutputsRead&) { return "outputs_read"; },
      [](const RowsRecorded&) { return "rows_recorded"; },
      [](const RowsCounted&) { return "rows_counted"; },
      [](const ApprovalGiven&) { return "approval_given"; },
      [](const AttemptEnded&) { return "attempt_ended"; },
      [](const WorldIdle&) { return "world_idle"; },
      [](const DrainReported&) { return "drain_reported"; },
      [](const CancelRequested&) { return "cancel_requested"; },
      [](const RunParked&) { return "run_parked"; },
      [](const RunConcluded&) { return "run_concluded"; });
}

Instant instant_of(const Event& event) {
  return std::visit([](const auto& e) { return e.at; }, event);
}

StoredEvent encode(const Event& event) {
  StoredEvent stored{std::string(kind_of(event)), {}};
  if (const auto* started = std::get_if<RunStarted>(&event))
    stored.body.reserve(expected_size(*started));
  JsonWriter out(stored.body);
  out.begin_object();
  match(
      event,
      [&](const RunStarted& e) {
        put(out, "run_id", std::string_view(e.run_id));
        if (e.rules != Rules::v0_1) put(out, "rules", static_cast<std::uint32_t>(e.rules));
        std::visit([&](const auto& plan) { put_plan(out, *plan); }, e.plan);
      },
      [](const RunResumed&) {},
      [&](const TreeObserved& e) {
        put_key(out, e.key);
        put_text(out, "digest", e.digest);
        put_text(out, "head", e.head);
        put_texts(out, "changed", e.changed);
        put_texts(out, "commits", e.commits);
      },
      [&](const SpendingReported& e) {
        put_key(out, e.key);
        put_spent(out, e.others_today);
      },
      [&](const WorkspaceInspected& e) { put_results(out, e.results); },
      [&](const WorkInspected& e) {
        put_key(out, e.key);
        put_sight(out, e.sight);
      },
      [&](const WorkDone& e) {
        put_key(out, e.key);
        put_work_result(out, e.result);
      },
      [&](const OutputsRead& e) {
        put_key(out, e.key);
        put_outputs(out, e.outputs);
      },
      [&](const RowsRecorded& e) {
        put_key(out, e.key);
        put_rows(out, e);
      },
      [&](const RowsCounted& e) {
        put_key(out, e.key);
        put_numbers(out, e);
      },
      [&](const ApprovalGiven& e) {
        put_key(out, e.key);
        put(out, "gate", std::string_view(e.gate_id));
        put(out, "option", std::string_view(e.option));
        put_text(out, "comment", e.comment);
        put_text(out, "by", e.by);
      },
      [&](const AttemptEnded& e) {
        put_key(out, e.key);
        put(out, "name", std::string_view(e.name));
        put_evidence(out, e.evidence);
      },
      [](const WorldIdle&) {}, [&](const DrainReported& e) { put(out, "alive", e.alive); },
      [&](const CancelRequested& e) {
        put_text(out, "by", e.by);
        put_flag(out, "for_good", e.for_good);
      },
      [&](const RunParked& e) {
        if (e.until) put(out, "until_ms", e.until->time_since_epoch().count());
        put_text(out, "reason", e.reason);
      },
      [&](const RunConcluded& e) {
        put(out, "outcome", word_for(outcome_words, e.outcome));
        put_text(out, "trace", e.trace);
      });
  out.end_object();
  return stored;
}

}  // namespace assay::format
