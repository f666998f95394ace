// SPDX-License-Identifier: MIT
#include "ledger/projections.h"

#include "base/ensure.h"
#include "core/evidence/records.h"

#include <algorithm>
#include <map>
#include <utility>

namespace assay::ledger {

namespace {

using PlanPointer = std::shared_ptr<const core::verify::Plan>;

shell::Cell text_or_nothing(const std::string& text) {
  return text.empty() ? shell::Cell() : shell::Cell(text);
}

/// What was reserved and is then not started is free again, in the commit that decides so.
bool starts(const shell::Entry& entry, core::AttemptKey key) {
  return std::find(entry.starts.begin(), entry.starts.end(), key) != entry.starts.end();
}

}  // namespace

Digest command_key(std::string_view command, std::string_view cwd) {
  const std::string size = std::to_string(command.size()) + ":";
  return Hasher().update(size).update(command).update(cwd).finish();
}

std::string tree_name(const core::Tree& tree) { return tree.id + "/" + tree.digest; }

std::string day_text(Instant at) { return to_text(at).substr(0, 10); }

shell::AttemptRow attempt_row(std::uint64_t seq, const core::AttemptEnded& event) {
  ENSURE(seq >= 1);
  const core::Evidence& evidence = event.evidence;
  const core::Tally& tally = evidence.reading.tally;
  shell::AttemptRow row;
  row.command_id = event.name;
  row.attempt = event.key.attempt;
  row.seq = seq;
  row.kind = to_text(evidence.exit.kind);
  row.exit_code = evidence.exit.code;
  row.signal = evidence.exit.signal;
  row.started_at = to_text(evidence.started);
  row.duration_ms = evidence.duration.count();
  row.bytes = evidence.output.bytes;
  row.log_path = evidence.output.log_path;
  row.log_sha256 = evidence.output.log_path.empty() ? "" : evidence.output.log.hex();
  if (tally.known()) row.tests_executed = tally.executed;
  row.tests_failed = tally.failed;
  row.reason = evidence.exit.detail;
  return row;
}

std::vector<shell::RunRows> rows_of(const shell::Entry& entry) {
  const std::string at =
      to_text(std::visit([](const auto& event) { return event.at; }, entry.event));
  std::vector<shell::RunRows> all;
  if (const auto* told = std::get_if<core::RowsRecorded>(&entry.event))
    all.push_back({at, told->checks, told->telemetry});
  for (const core::RecordRows& rows : entry.rows) all.push_back({at, rows.checks, rows.telemetry});
  return all;
}

std::vector<shell::Cell> cells_of(const core::pipeline::CheckRow& row, const std::string& at) {
  return {row.task_id,
          row.phase,
          row.check_name,
          row.tool,
          text_or_nothing(row.command),
          row.exit_code ? shell::Cell(std::int64_t{*row.exit_code}) : shell::Cell(),
          text_or_nothing(row.output_snippet),
          std::int64_t{row.passed ? 1 : 0},
          text_or_nothing(row.verdict),
          text_or_nothing(row.severity),
          row.round,
          text_or_nothing(at)};
}

std::vector<shell::Cell> cells_of(const core::pipeline::TelemetryRow& row, const std::string& at) {
  return {row.step,
          row.agent,
          text_or_nothing(row.instance),
          row.started_at,
          text_or_nothing(row.completed_at),
          text_or_nothing(row.status),
          row.dispatch_count,
          row.retry_count,
          text_or_nothing(row.notes),
          text_or_nothing(at)};
}

void Projections::add(std::uint64_t seq, const shell::Entry& entry,
                      std::vector<shell::Change>& changes) {
  const core::Event& event = entry.event;
  remember(event);
  const auto* asked = std::get_if<core::SpendingReported>(&event);
  if (asked != nullptr && !starts(entry, asked->key))
    changes.emplace_back(shell::Release{asked->key});
  if (const auto* ended = std::get_if<core::AttemptEnded>(&event)) {
    changes.emplace_back(attempt_row(seq, *ended));
    if (ended->evidence.transcript)
      changes.emplace_back(shell::Settlement{ended->key, core::agent::spent_by(ended->evidence)});
  }
  const auto* seen = std::get_if<core::TreeObserved>(&event);
  if (seen != nullptr && !seen->tree.empty() && plan_ != nullptr)
    changes.emplace_back(shell::TreeOfRun{tree_name({seen->tree, seen->digest})});
  for (shell::RunRows& rows : rows_of(entry)) changes.emplace_back(std::move(rows));
  const auto* concluded = std::get_if<core::RunConcluded>(&event);
  if (concluded == nullptr) return;
  add_durations(concluded->at, changes);
  // At the end, because only then it is known which tree held still.
  if (!read_) return;
  for (TestMemory::Remembered& each : tests_.take(read_)) {
    std::vector<core::TestResult> tests = std::exchange(each.run.tests, {});
    remembered_.push_back(each);
    each.run.tests = std::move(tests);
    if (each.digest != Digest{}) changes.emplace_back(std::move(each.run));
  }
}

void Projections::remember(const core::Event& event) {
  if (read_) tests_.hear(event);
  const auto* seen = std::get_if<core::TreeObserved>(&event);
  if (seen != nullptr && !seen->tree.empty()) tree_ = seen->tree;
  const auto* ended = std::get_if<core::AttemptEnded>(&event);
  if (ended != nullptr && ended->evidence.exit.kind == core::ExitKind::exited) {
    const auto millis = std::clamp<std::int64_t>(ended->evidence.duration.count(), 1, UINT32_MAX);
    took_.push_back({ended->key.unit, static_cast<std::uint32_t>(millis)});
  }
  if (seen != nullptr)
    protected_changed_.insert(seen->protected_changed.begin(), seen->protected_changed.end());
  const auto* started = std::get_if<core::RunStarted>(&event);
  if (started == nullptr) return;
  if (const auto* plan = std::get_if<PlanPointer>(&started->plan)) {
    ENSURE(*plan != nullptr);
    plan_ = *plan;
    protected_changed_.insert(plan_->protected_changed.begin(), plan_->protected_changed.end());
  }
}

// All at once and in the order of their keys: keys are digests, so one at a time would touch a
// random page in every commit. A run that never ends loses an estimate, never evidence.
void Projections::add_durations(Instant at, std::vector<shell::Change>& changes) {
  std::map<Digest, std::uint32_t> durations;
  for (const Took& took : took_) {
    if (plan_ == nullptr || took.unit >= plan_->manifest.commands.size()) continue;
    const std::string& command = plan_->manifest.commands[took.unit].command;
    durations[command_key(command, plan_->cwd)] = took.millis;
  }
  const std::string when = to_text(at);
  for (const auto& [key, millis] : durations)
    changes.emplace_back(shell::Duration{key, millis, when});
  took_.clear();
}

}  // namespace assay::ledger
