// SPDX-License-Identifier: MIT
// A ledger in memory. Passes the same contract test as the real one, except for query(), which
// needs SQL. Of the questions to rows it knows the standard ones.
#pragma once

#include "base/id.h"
#include "core/pipeline/definition.h"
#include "format/journal.h"
#include "format/pipeline/sql.h"
#include "shell/ports/ledger.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace assay::fake {

struct Run {
  shell::RunRow row;
  std::vector<shell::Entry> entries;
};

struct Spending {
  Instant day{};
  core::agent::Spent spent;
  bool settled = false;
};

struct Shelf {
  std::map<std::pair<std::string, core::AttemptKey>, Spending> spending;
  std::vector<std::shared_ptr<Run>> runs;  ///< oldest first
  std::map<Digest, std::uint32_t> durations;
  std::map<std::string, std::weak_ptr<int>> locks;

  std::shared_ptr<Run> find(std::string_view run_id) const {
    for (const auto& run : runs) {
      if (run->row.run_id == run_id) return run;
    }
    return nullptr;
  }
};

/// What the standard queries would find among these rows.
class RowCount {
 public:
  using Row = core::pipeline::CheckRow;
  using Question = core::pipeline::RowQuestion;

  RowCount(const std::vector<shell::Entry>& entries, const Question& question) : asked_(question) {
    for (const shell::Entry& entry : entries) {
      const auto* rows = std::get_if<core::RowsRecorded>(&entry.event);
      if (rows == nullptr) continue;
      for (const Row& row : rows->checks) {
        if (row.task_id == question.task_id) rows_.push_back(row);
      }
    }
  }

  /// None: it is no standard query.
  std::optional<std::int64_t> answer() const {
    std::string name;
    for (const core::pipeline::Query& query : core::pipeline::standard_queries()) {
      if (query.sql == asked_.sql) name = query.name;
    }
    if (name == "baseline_checks") return count([](const Row& r) { return r.phase == "baseline"; });
    if (name == "checks_passed") return count([&](const Row& r) { return after(r) && r.passed; });
    if (name == "checks_failed") return count([&](const Row& r) { return after(r) && !r.passed; });
    if (name == "regressions") return count([&](const Row& r) { return regressed(r); });
    if (name == "review_submitted")
      return count([&](const Row& r) { return review(r) && !r.verdict.empty(); });
    if (name == "review_blockers")
      return count([&](const Row& r) { return review(r) && r.verdict == "blocker"; });
    if (name == "review_approvals")
      return count([&](const Row& r) { return review(r) && r.verdict == "approve"; });
    if (name == "review_criticals")
      return count([&](const Row& r) {
        return review(r) && (r.severity == "Critical" || r.severity == "Blocker");
      });
    return std::nullopt;
  }

 private:
  template <class Fits>
  std::int64_t count(Fits fits) const {
    std::set<std::string> names;
    for (const Row& row : rows_) {
      if (fits(row)) names.insert(row.check_name);
    }
    return static_cast<std::int64_t>(names.size());
  }

  bool after(const Row& row) const { return row.phase == "after" && row.round == asked_.round; }
  bool review(const Row& row) const {
    return row.phase == "review" && row.round == asked_.round &&
           format::pipeline::like("review-" + asked_.scope + "-%", row.check_name);
  }
  bool regressed(const Row& row) const {
    const auto passed_before = [&](const Row& other) {
      return other.phase == "baseline" && other.passed &&
             other.check_name == "baseline-" + row.check_name;
    };
    return after(row) && !row.passed && std::any_of(rows_.begin(), rows_.end(), passed_before);
  }

  const Question& asked_;
  std::vector<Row> rows_;  ///< of the task
};

class Journal final : public shell::Journal {
 public:
  Journal(std::shared_ptr<Shelf> shelf, shell::NewRun run, std::uint64_t epoch)
      : shelf_(std::move(shelf)), run_(std::move(run)), epoch_(epoch) {
    shelf_->locks[run_.run_id] = lock_;
  }

  Result<> append(std::span<const shell::Entry> entries) override {
    if (entries.empty()) return {};
    if (full) return Error{Fault::exhausted, "ledger.db: disk full"};
    const std::shared_ptr<Run> run = TRY(claim(entries.front().event));
    for (const shell::Entry& entry : entries) store(*run, entry);
    return {};
  }

  Result<std::vector<shell::Entry>> read() override {
    const auto run = shelf_->find(run_.run_id);
    return run == nullptr ? std::vector<shell::Entry>() : run->entries;
  }

  Result<core::agent::Spent> reserve(const core::AskSpending& attempt, Instant at) override {
    const Instant day = core::agent::day_of(at);
    shelf_->spending.try_emplace({run_.run_id, attempt.key}, Spending{day, {1, {}, 0, 0, 0}});
    core::agent::Spent others;
    for (const auto& [key, spending] : shelf_->spending) {
      if (key.first != run_.run_id && spending.day == day) others += spending.spent;
    }
    return others;
  }

  Result<std::vector<std::optional<std::int64_t>>> count(
      std::span<const core::pipeline::RowQuestion> questions) override {
    const std::vector<shell::Entry> entries = TRY(read());
    std::vector<std::optional<std::int64_t>> numbers;
    for (const auto& question : questions) numbers.push_back(RowCount(entries, question).answer());
    return numbers;
  }

  bool full = false;  ///< from now on nothing can be stored

 private:
  Result<std::shared_ptr<Run>> claim(const core::Event& first) {
    std::shared_ptr<Run> run = shelf_->find(run_.run_id);
    if (run == nullptr) {
      run = std::make_shared<Run>();
      run->row.run_id = run_.run_id;
      run->row.machine = run_.machine;
      run->row.workspace = run_.workspace;
      run->row.started = format::instant_of(first);
      run->row.epoch = epoch_;
      shelf_->runs.push_back(run);
    }
    if (run->row.epoch == epoch_) return run;
    return Error{Fault::conflict, "run " + run_.run_id + " was taken over by another coordinator"};
  }

  void store(Run& run, const shell::Entry& entry) {
    run.entries.push_back(entry);
    ++run.row.events;
    const std::string body = format::encode(entry.event).body;
    run.row.head = digest_of(run.row.head.hex() + body);
    const auto* asked = std::get_if<core::SpendingReported>(&entry.event);
    if (asked != nullptr && !entry.decision.starts_with("start "))
      shelf_->spending.erase({run_.run_id, asked->key});
    run.row.parked = std::holds_alternative<core::RunParked>(entry.event);
    if (const auto* ended = std::get_if<core::AttemptEnded>(&entry.event)) {
      took_.push_back(*ended);
      if (ended->evidence.transcript) settle(*ended);
    }
    if (const auto* end = std::get_if<core::RunConcluded>(&entry.event)) conclude(run, *end);
  }

  void settle(const core::AttemptEnded& ended) {
    const auto found = shelf_->spending.find({run_.run_id, ended.key});
    if (found == shelf_->spending.end() || found->second.settled) return;
    found->second.spent = core::agent::spent_by(ended.evidence);
    found->second.settled = true;
  }

  void conclude(Run& run, const core::RunConcluded& end) {
    run.row.outcome = end.outcome;
    run.row.ended = end.at;
    const auto* started = std::get_if<core::RunStarted>(&run.entries.front().event);
    if (started == nullptr) return;
    const auto* verify = std::get_if<std::shared_ptr<const core::verify::Plan>>(&started->plan);
    if (verify == nullptr) return;
    const core::verify::Plan& plan = **verify;
    for (const core::AttemptEnded& ended : took_) {
      if (ended.evidence.exit.kind != core::ExitKind::exited) continue;
      if (ended.key.unit >= plan.manifest.commands.size()) continue;
      const auto& command = plan.manifest.commands[ended.key.unit].command;
      const auto millis = std::max<std::int64_t>(1, ended.evidence.duration.count());
      shelf_->durations[shell::command_key(command, plan.cwd)] = static_cast<std::uint32_t>(millis);
    }
  }

  std::shared_ptr<Shelf> shelf_;
  shell::NewRun run_;
  std::uint64_t epoch_;
  std::shared_ptr<int> lock_ = std::make_shared<int>(0);
  std::vector<core::AttemptEnded> took_;
};

class Ledger final : public shell::Ledger {
 public:
  Result<std::unique_ptr<shell::Journal>> begin(const shell::NewRun& run) override {
    if (!is_valid_id(run.run_id)) return bad_name(run.run_id);
    TRY(check_lock(run.run_id));
    if (shelf_->find(run.run_id) != nullptr) {
      return Error{Fault::conflict, "run " + run.run_id + " exists already"};
    }
    return std::unique_ptr<shell::Journal>(std::make_unique<Journal>(shelf_, run, 1));
  }

  Result<std::unique_ptr<shell::Journal>> take_over(const std::string& run_id) override {
    if (!is_valid_id(run_id)) return bad_name(run_id);
    const auto run = shelf_->find(run_id);
    if (run == nullptr) return Error{Fault::not_found, "no run " + run_id};
    TRY(check_lock(run_id));
    if (run->row.outcome) return Error{Fault::bad_input, "run " + run_id + " has ended"};
    const shell::NewRun same{run_id, run->row.machine, run->row.workspace};
    return std::unique_ptr<shell::Journal>(
        std::make_unique<Journal>(shelf_, same, ++run->row.epoch));
  }

  Result<std::vector<shell::RunRow>> runs(std::size_t longest) override {
    std::vector<shell::RunRow> rows;
    for (auto run = shelf_->runs.rbegin(); run != shelf_->runs.rend() && rows.size() < longest;
         ++run) {
      rows.push_back(shown(**run));
    }
    return rows;
  }

  Result<shell::RunRow> find_run(std::string_view name) override {
    if (name.empty()) return Error{Fault::bad_input, "a run needs a name"};
    std::vector<shell::RunRow> found;
    for (const shell::RunRow& row : TRY(runs(SIZE_MAX))) {
      if (name == "last" || row.run_id == name) return row;
      if (row.run_id.starts_with(name)) found.push_back(row);
    }
    if (found.empty()) return Error{Fault::not_found, "no run '" + std::string(name) + "'"};
    if (found.size() == 1) return found.front();
    std::string list;
    for (const shell::RunRow& row : found) list += " " + row.run_id;
    return Error{Fault::bad_input, "'" + std::string(name) + "' fits several runs:" + list};
  }

  Result<> for_each_event(const std::string& run_id, const OnEvent& visit) override {
    return for_each_entry(run_id, [&](std::uint64_t seq, const shell::Entry& entry) -> Result<> {
      const format::StoredEvent stored = format::encode(entry.event);
      const std::string at = to_text(format::instant_of(entry.event));
      return visit({seq, at, stored.kind, stored.body, entry.decision});
    });
  }

  Result<> for_each_entry(const std::string& run_id, const OnEntry& visit) override {
    const auto run = shelf_->find(run_id);
    if (run == nullptr) return {};
    for (std::size_t i = 0; i < run->entries.size(); ++i) TRY(visit(i + 1, run->entries[i]));
    return {};
  }

  Result<std::vector<std::uint32_t>> expected_ms(std::span<const Digest> keys) override {
    std::vector<std::uint32_t> millis;
    for (const Digest& key : keys) {
      const auto found = shelf_->durations.find(key);
      millis.push_back(found == shelf_->durations.end() ? 0 : found->second);
    }
    return millis;
  }

  Result<shell::ChainReport> verify_chains(const std::optional<std::string>& run_id) override {
    shell::ChainReport report;
    for (const auto& run : shelf_->runs) {
      if (run_id && run->row.run_id != *run_id) continue;
      ++report.runs;
      report.events += run->row.events;
    }
    if (run_id && report.runs == 0) return Error{Fault::not_found, "no run '" + *run_id + "'"};
    return report;
  }

  Result<std::vector<std::string>> query(const std::string&, const OnRow&) override {
    return Error{Fault::bad_input, "this ledger speaks no SQL"};
  }

  /// As if the lock had been lost although its coordinator lives.
  void lose_lock(const std::string& run_id) { shelf_->locks.erase(run_id); }

 private:
  static Error bad_name(const std::string& run_id) {
    return {Fault::bad_input, "'" + run_id + "' cannot be the name of a run"};
  }

  bool is_held(const std::string& run_id) const {
    const auto lock = shelf_->locks.find(run_id);
    return lock != shelf_->locks.end() && !lock->second.expired();
  }

  Result<> check_lock(const std::string& run_id) const {
    if (!is_held(run_id)) return {};
    return Error{Fault::conflict, "run " + run_id + " is still coordinated by process 1"};
  }

  shell::RunRow shown(const Run& run) const {
    shell::RunRow row = run.row;
    row.alive = !row.outcome && is_held(row.run_id);
    return row;
  }

  std::shared_ptr<Shelf> shelf_ = std::make_shared<Shelf>();
};

}  // namespace assay::fake
