// SPDX-License-Identifier: MIT
// A store in memory. Passes the same contract test as the real ones, except for what needs tables.
// Of the questions to rows it knows the standard ones.
#pragma once

#include "base/digest.h"
#include "core/pipeline/definition.h"
#include "format/pipeline/sql.h"
#include "ledger/projections.h"
#include "shell/ports/store.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace assay::fake {

using Spending = shell::SpendingRow;

/// A run as it lies there. Tests change it behind everybody's back.
struct Run {
  shell::StoredRun row;
  std::vector<shell::StoredEvent> events;
  std::map<std::pair<std::string, std::uint32_t>, shell::AttemptRow> attempts;
  std::vector<shell::RunRows> rows;
  std::string code;
};

struct Shelf {
  std::map<std::string, std::shared_ptr<Run>> runs;
  std::vector<std::string> order;  ///< of their ids, oldest first
  std::map<std::pair<std::string, core::AttemptKey>, Spending> spending;
  std::map<Digest, shell::Duration> durations;
  std::set<std::pair<std::string, std::string>> trees;  ///< each with a run that has seen it
  struct Tested {
    shell::TestedCommand command;
    std::map<std::string, std::uint32_t> names;
    std::vector<shell::StoredTestRun> runs;
  };
  std::map<Digest, Tested> tested;
  std::map<std::string, std::weak_ptr<int>> locks;
  std::map<std::string, shell::StopRequest> stops;
  std::map<std::string, std::string> logs;  ///< by path
  std::set<std::string> pruned;             ///< runs
  std::map<Digest, std::string> blobs;
  std::map<std::uint64_t, shell::StoredSeal> seals;
  std::vector<std::string> keys;  ///< their secrets, the current one last
  shell::RunHeads runs_before;
  std::map<std::string, std::uint64_t> noted;
  std::uint64_t counted = 0;
  bool full = false;  ///< from now on nothing can be stored

  bool is_held(const std::string& run_id) const {
    const auto lock = locks.find(run_id);
    return lock != locks.end() && !lock->second.expired();
  }
};

/// What the standard queries would find among these rows.
class RowCount {
 public:
  using Row = core::pipeline::CheckRow;
  using Question = core::pipeline::RowQuestion;

  RowCount(const std::vector<Row>& rows, const Question& question) : asked_(question) {
    for (const Row& row : rows) {
      if (row.task_id == question.task_id) rows_.push_back(row);
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

class RowCounter final : public shell::RowCounter {
 public:
  Result<> add(const std::string&, const shell::RunRows& rows) override {
    rows_.insert(rows_.end(), rows.checks.begin(), rows.checks.end());
    return {};
  }
  Result<std::optional<std::int64_t>> count(const std::string&,
                                            const core::pipeline::RowQuestion& asked) override {
    return RowCount(rows_, asked).answer();
  }

 private:
  std::vector<core::pipeline::CheckRow> rows_;
};

class Lease final : public shell::Lease {
 public:
  Lease(std::shared_ptr<Shelf> shelf, shell::NewRun run)
      : shelf_(std::move(shelf)), run_(std::move(run)) {
    shelf_->locks[run_.run_id] = lock_;
  }

  Result<> append(const shell::Tail& expected, const shell::Batch& batch) override {
    if (shelf_->full) return Error{Fault::exhausted, "memory: full"};
    const bool born = shelf_->runs.contains(run_.run_id);
    if (born) TRY(check_tail(expected));
    if (!born) shelf_->order.push_back(run_.run_id);
    std::shared_ptr<Run>& run = shelf_->runs[run_.run_id];
    if (!born) {
      run = std::make_shared<Run>();
      run->row.run_id = run_.run_id;
      run->row.machine = run_.machine;
      run->row.workspace = run_.workspace;
      run->row.started_at = batch.events.front().at;
      run->row.epoch = expected.epoch;
    }
    run->events.insert(run->events.end(), batch.events.begin(), batch.events.end());
    run->row.events = run->events.back().seq;
    run->row.head = run->events.back().hash;
    run->row.last_kind = run->events.back().kind;
    if (batch.end) run->row.end = batch.end;
    run->code = batch.code;
    if (batch.seal) shelf_->seals.emplace(batch.seal->number, *batch.seal);
    for (const shell::Change& change : batch.changes)
      std::visit([&](const auto& each) { add(*run, each); }, change);
    return {};
  }

  Result<core::agent::Spent> reserve(const shell::Tail& expected,
                                     const shell::Reservation& wanted) override {
    TRY(check_tail(expected));
    shelf_->spending.try_emplace({run_.run_id, wanted.key},
                                 Spending{wanted, false, {1, {}, 0, 0, 0}});
    core::agent::Spent others;
    for (const auto& [key, spending] : shelf_->spending) {
      if (key.first != run_.run_id && spending.reserved.day == wanted.day) others += spending.spent;
    }
    return others;
  }

  Result<std::optional<shell::StopRequest>> renew() override {
    const auto found = shelf_->stops.find(run_.run_id);
    if (found == shelf_->stops.end()) return std::optional<shell::StopRequest>();
    return std::optional(found->second);
  }

 private:
  Result<> check_tail(const shell::Tail& expected) const {
    const shell::StoredRun& row = shelf_->runs.at(run_.run_id)->row;
    if (row.epoch != expected.epoch)
      return Error{Fault::conflict,
                   "run " + run_.run_id + " was taken over by another coordinator"};
    if (row.events == expected.events && row.head == expected.head) return {};
    return Error{Fault::io, "memory: run " + run_.run_id + " does not end where it did"};
  }

  static void add(Run& run, const shell::AttemptRow& row) {
    run.attempts.try_emplace({row.command_id, row.attempt}, row);
  }
  static void add(Run& run, const shell::RunRows& rows) { run.rows.push_back(rows); }
  void add(Run&, const shell::Settlement& settlement) {
    const auto found = shelf_->spending.find({run_.run_id, settlement.key});
    if (found == shelf_->spending.end() || found->second.settled) return;
    found->second.spent = settlement.spent;
    found->second.settled = true;
  }
  void add(Run&, const shell::Release& release) {
    const auto found = shelf_->spending.find({run_.run_id, release.key});
    if (found != shelf_->spending.end() && !found->second.settled) shelf_->spending.erase(found);
  }
  void add(Run&, const shell::Duration& duration) {
    shelf_->durations[duration.command] = duration;
  }
  void add(Run& run, const shell::TreeOfRun& seen) {
    shelf_->trees.emplace(seen.tree, run.row.run_id);
  }

  void add(Run&, const shell::TestRun& run) {
    Shelf::Tested& tested = shelf_->tested[run.command.key];
    if (tested.command.id.empty()) tested.command = run.command;
    tested.command.id = run.command.id;
    shell::StoredTestRun row{run_.run_id, run.attempt, run.tree, run.at, run.whole, {}, {}, 1};
    if (!tested.runs.empty()) row.ordinal = tested.runs.back().ordinal + 1;
    for (const core::TestResult& test : run.tests) {
      const auto next = static_cast<std::uint32_t>(tested.names.size());
      const std::uint32_t number = tested.names.try_emplace(test.id, next).first->second;
      if (number >= row.outcomes.size()) {
        row.outcomes.resize(number + std::size_t{1}, ' ');
        row.times.resize(number + std::size_t{1}, core::no_time);
      }
      row.outcomes[number] = core::letter_of(test.outcome);
      row.times[number] = core::short_time(test.millis);
    }
    const std::size_t kept = shell::test_runs_kept(row.outcomes.size());
    tested.runs.push_back(std::move(row));
    if (tested.runs.size() > kept)
      tested.runs.erase(tested.runs.begin(), tested.runs.end() - static_cast<std::ptrdiff_t>(kept));
  }

  std::shared_ptr<Shelf> shelf_;
  shell::NewRun run_;
  std::shared_ptr<int> lock_ = std::make_shared<int>(0);
};

class Audit final : public shell::StoreAudit {
 public:
  explicit Audit(std::shared_ptr<Shelf> shelf) : shelf_(std::move(shelf)) {}

  Result<std::vector<std::string>> damage() override { return std::vector<std::string>(); }
  Result<std::vector<Stray>> strays() override { return std::vector<Stray>(); }
  Result<std::vector<std::string>> run_ids() override { return shelf_->order; }
  Result<std::optional<Totals>> totals(const std::string& run_id) override {
    const auto found = shelf_->runs.find(run_id);
    if (found == shelf_->runs.end()) return std::optional<Totals>();
    const Run& run = *found->second;
    const auto* head = reinterpret_cast<const char*>(run.row.head.bytes.data());
    return std::optional(Totals{.events = run.row.events,
                                .head = std::string(head, run.row.head.bytes.size()),
                                .attempts = run.attempts.size(),
                                .decisions_without_event = 0,
                                .machine = run.row.machine,
                                .outcome = run.row.end ? run.row.end->outcome : "",
                                .workspace = run.row.workspace,
                                .started_at = run.row.started_at,
                                .ended_at = run.row.end ? run.row.end->at : "",
                                .code = run.code});
  }
  Result<std::optional<shell::AttemptRow>> attempt(const std::string& run_id,
                                                   const std::string& command_id,
                                                   std::uint32_t attempt) override {
    const auto& attempts = shelf_->runs.at(run_id)->attempts;
    const auto found = attempts.find({command_id, attempt});
    if (found == attempts.end()) return std::optional<shell::AttemptRow>();
    return std::optional(found->second);
  }
  Result<std::vector<std::vector<shell::Cell>>> rows(shell::RowTable table,
                                                     const std::string& run_id) override {
    std::vector<std::vector<shell::Cell>> all;
    for (const shell::RunRows& rows : shelf_->runs.at(run_id)->rows) {
      if (table == shell::RowTable::checks)
        for (const auto& row : rows.checks) all.push_back(ledger::cells_of(row, rows.at));
      if (table == shell::RowTable::telemetry)
        for (const auto& row : rows.telemetry) all.push_back(ledger::cells_of(row, rows.at));
    }
    return all;
  }
  Result<std::vector<std::string>> trees(const std::string& run_id) override {
    std::vector<std::string> all;
    for (const auto& [tree, run] : shelf_->trees)
      if (run == run_id) all.push_back(tree);
    return all;
  }
  Result<std::vector<shell::SpendingRow>> spending(const std::string& run_id) override {
    std::vector<shell::SpendingRow> all;
    for (const auto& [key, row] : shelf_->spending)
      if (key.first == run_id) all.push_back(row);
    return all;
  }
  Result<std::vector<shell::Duration>> durations() override {
    std::vector<shell::Duration> all;
    for (const auto& [key, duration] : shelf_->durations) all.push_back(duration);
    return all;
  }
  Result<std::vector<shell::StoredSeal>> seals(const std::optional<std::string>& run_id) override {
    std::vector<shell::StoredSeal> all;
    for (const auto& [number, seal] : shelf_->seals)
      if (!run_id || seal.run_id == *run_id) all.push_back(seal);
    return all;
  }

 private:
  std::shared_ptr<Shelf> shelf_;
};

/// A key is a word, and a signature the digest of it with the message.
class Keys final : public shell::Keys {
 public:
  explicit Keys(std::shared_ptr<Shelf> shelf) : shelf_(std::move(shelf)) {}

  Result<std::unique_ptr<shell::SigningTurn>> take_turn(const AskRuns& runs) override {
    TRY(make_first(runs));
    return std::unique_ptr<shell::SigningTurn>(std::make_unique<Turn>(shelf_));
  }
  Result<std::vector<shell::PublicKey>> all() override {
    std::vector<shell::PublicKey> keys;
    for (auto key = shelf_->keys.rbegin(); key != shelf_->keys.rend(); ++key)
      keys.push_back({name_of(*key), "public " + name_of(*key), keys.empty()});
    return keys;
  }
  Result<std::uint64_t> counted() override { return shelf_->counted; }
  Result<shell::RunHeads> runs_before() override { return shelf_->runs_before; }
  Result<shell::PublicKey> rotate(const AskRuns& runs) override {
    if (shelf_->keys.empty()) shelf_->runs_before = TRY(runs());
    add_key();
    return TRY(all()).front();
  }
  bool holds(const shell::Signature& signature, std::string_view message) override {
    return std::any_of(shelf_->keys.begin(), shelf_->keys.end(), [&](const std::string& key) {
      return signature == signature_of(key, message);
    });
  }

  Result<std::string> code_of(std::string_view message, const AskRuns& runs) override {
    TRY(make_first(runs));
    return signature_of(shelf_->keys.back(), message).bytes;
  }
  bool fits(std::string_view code, std::string_view message) override {
    return std::any_of(shelf_->keys.begin(), shelf_->keys.end(), [&](const std::string& key) {
      return code == signature_of(key, message).bytes;
    });
  }
  void note(const std::string& run_id, std::uint64_t events) override {
    shelf_->noted[run_id] = events;
  }
  void forget(const std::string& run_id) override { shelf_->noted.erase(run_id); }
  Result<std::map<std::string, std::uint64_t>> noted() override { return shelf_->noted; }

 private:
  Result<> make_first(const AskRuns& runs) {
    if (!shelf_->keys.empty()) return {};
    shelf_->runs_before = TRY(runs());
    add_key();
    return {};
  }
  static std::string name_of(const std::string& key) { return digest_of(key).hex(); }
  static shell::Signature signature_of(const std::string& key, std::string_view message) {
    return {name_of(key), digest_of(key + std::string(message)).hex()};
  }
  void add_key() { shelf_->keys.push_back("key " + std::to_string(shelf_->keys.size() + 1)); }

  class Turn final : public shell::SigningTurn {
   public:
    explicit Turn(std::shared_ptr<Shelf> shelf) : shelf_(std::move(shelf)) {}
    std::uint64_t counted() const override { return shelf_->counted; }
    Result<shell::Signature> sign(std::string_view message) override {
      return signature_of(shelf_->keys.back(), message);
    }
    Result<> count(std::uint64_t number) override {
      shelf_->counted = number;
      return {};
    }

   private:
    std::shared_ptr<Shelf> shelf_;
  };

  std::shared_ptr<Shelf> shelf_;
};

class RunFiles final : public shell::RunFiles {
 public:
  explicit RunFiles(std::shared_ptr<Shelf> shelf) : shelf_(std::move(shelf)) {}

  shell::LogSight look_at(const std::string& run_id, const std::string& log_path) override {
    const auto log = shelf_->logs.find(log_path);
    if (log != shelf_->logs.end()) return {.digest = digest_of(log->second)};
    return {std::nullopt, shelf_->pruned.contains(run_id), "No such file or directory"};
  }
  Result<std::string> read(const std::string& path, const Digest& written) override {
    const auto log = shelf_->logs.find(path);
    if (log == shelf_->logs.end()) return Error{Fault::not_found, "No such file or directory"};
    if (digest_of(log->second) != written) return Error{Fault::io, path + ": was changed"};
    return log->second;
  }
  Result<shell::Pruned> prune(const std::string& run_id, const std::string&) override {
    if (shelf_->is_held(run_id))
      return Error{Fault::conflict, "run " + run_id + " is still coordinated by process 1"};
    shelf_->pruned.insert(run_id);
    shell::Pruned gone;
    std::erase_if(shelf_->logs, [&](const auto& log) {
      const bool goes = log.first.find("/runs/" + run_id + "/") != std::string::npos;
      gone.files += goes ? 1U : 0U;
      gone.bytes += goes ? log.second.size() : 0U;
      return goes;
    });
    return gone;
  }
  Result<Digest> keep(std::string_view content) override {
    const Digest digest = digest_of(std::string(content));
    shelf_->blobs.emplace(digest, content);
    return digest;
  }
  Result<std::string> fetch(const Digest& digest) override {
    const auto found = shelf_->blobs.find(digest);
    if (found == shelf_->blobs.end()) return Error{Fault::not_found, "no such content"};
    if (digest_of(found->second) != digest) return Error{Fault::io, "was changed"};
    return found->second;
  }

 private:
  std::shared_ptr<Shelf> shelf_;
};

class Store final : public shell::Store {
 public:
  explicit Store(std::shared_ptr<Shelf> shelf)
      : shelf_(std::move(shelf)), files_(shelf_), keys_(shelf_) {}

  std::string name() const override { return "memory"; }

  Result<std::unique_ptr<shell::Lease>> take(const shell::NewRun& run) override {
    TRY(check_lock(run.run_id));
    if (shelf_->runs.contains(run.run_id))
      return Error{Fault::conflict, "run " + run.run_id + " exists already"};
    return std::unique_ptr<shell::Lease>(std::make_unique<Lease>(shelf_, run));
  }

  Result<TakenOver> take_over(const std::string& run_id) override {
    const auto found = shelf_->runs.find(run_id);
    if (found == shelf_->runs.end()) return Error{Fault::not_found, "no run " + run_id};
    TRY(check_lock(run_id));
    shell::StoredRun& row = found->second->row;
    if (row.end) return Error{Fault::bad_input, "run " + run_id + " has ended"};
    shelf_->stops.erase(run_id);
    ++row.epoch;
    const shell::NewRun same{run_id, row.machine, row.workspace};
    return TakenOver{std::make_unique<Lease>(shelf_, same),
                     {row.epoch, row.events, row.head},
                     found->second->code};
  }

  Result<std::vector<shell::StoredRun>> runs(const shell::RunFilter& filter) override {
    std::vector<std::string> ids(shelf_->order.rbegin(), shelf_->order.rend());
    if (filter.begins_with) {
      std::erase_if(ids, [&](const auto& id) { return !id.starts_with(*filter.begins_with); });
      std::sort(ids.begin(), ids.end());
    }
    if (filter.tree) {
      std::erase_if(ids, [&](const auto& id) {
        return !shelf_->trees.contains({*filter.tree, id});
      });
    }
    std::erase_if(ids, [&](const auto& id) {
      const shell::StoredRun& row = shelf_->runs.at(id)->row;
      return (filter.workspace && row.workspace != *filter.workspace) ||
             (filter.machine && row.machine != *filter.machine) || (filter.ended && !row.end);
    });
    ids.resize(std::min(ids.size(), filter.longest));
    std::vector<shell::StoredRun> rows;
    for (const std::string& id : ids) {
      rows.push_back(shelf_->runs.at(id)->row);
      rows.back().alive = !rows.back().end && shelf_->is_held(id);
      rows.back().coordinator = rows.back().alive ? 1 : 0;
    }
    return rows;
  }

  Result<> read(const std::string& run_id, std::uint64_t after, const OnEvent& visit) override {
    const auto found = shelf_->runs.find(run_id);
    if (found == shelf_->runs.end()) return {};
    for (const shell::StoredEvent& e : found->second->events) {
      if (e.seq <= after) continue;
      TRY(visit({e.seq, e.at, e.kind, e.body, e.decision, bytes(e.previous), bytes(e.hash)}));
    }
    return {};
  }

  Result<bool> wait(const std::string& run_id, std::uint64_t after, Millis) override {
    const auto found = shelf_->runs.find(run_id);
    return found != shelf_->runs.end() && found->second->row.events > after;
  }

  Result<> ask_to_stop(const std::string& run_id, const shell::StopRequest& request) override {
    shelf_->stops.emplace(run_id, request);
    return {};
  }

  Result<std::vector<std::uint32_t>> durations(std::span<const Digest> commands) override {
    std::vector<std::uint32_t> millis;
    for (const Digest& key : commands) {
      const auto found = shelf_->durations.find(key);
      millis.push_back(found == shelf_->durations.end() ? 0 : found->second.millis);
    }
    return millis;
  }

  Result<std::vector<shell::TestedCommand>> tested_commands() override {
    std::vector<shell::TestedCommand> commands;
    for (const auto& [key, tested] : shelf_->tested) commands.push_back(tested.command);
    std::sort(commands.begin(), commands.end(),
              [](const auto& a, const auto& b) { return a.id < b.id; });
    return commands;
  }
  Result<std::vector<shell::StoredTestRun>> test_runs(const Digest& command) override {
    const auto found = shelf_->tested.find(command);
    return found == shelf_->tested.end() ? std::vector<shell::StoredTestRun>() : found->second.runs;
  }
  Result<> test_names(const Digest& command, const IsWanted& wanted, const OnTest& visit) override {
    const auto found = shelf_->tested.find(command);
    if (found == shelf_->tested.end()) return {};
    for (const auto& [name, number] : found->second.names)
      if (!wanted || wanted(number)) visit(number, name);
    return {};
  }

  Result<std::map<std::string, core::agent::Spent>> spending() override {
    std::map<std::string, core::agent::Spent> spent;
    for (const auto& [key, spending] : shelf_->spending) spent[key.first] += spending.spent;
    return spent;
  }

  Result<std::vector<shell::DaySpent>> spending_by_day(const std::string& first) override {
    std::map<std::pair<std::string, std::string>, core::agent::Spent> by;
    for (const auto& [key, spending] : shelf_->spending) {
      if (spending.reserved.day >= first) by[{spending.reserved.day, key.first}] += spending.spent;
    }
    std::vector<shell::DaySpent> spent;
    for (const auto& [key, sum] : by) spent.push_back({key.second, key.first, sum});
    return spent;
  }

  Result<std::unique_ptr<shell::RowCounter>> open_counter() override {
    return std::unique_ptr<shell::RowCounter>(std::make_unique<RowCounter>());
  }
  Result<std::unique_ptr<shell::StoreAudit>> open_audit() override {
    return std::unique_ptr<shell::StoreAudit>(std::make_unique<Audit>(shelf_));
  }
  shell::RunFiles& files() override { return files_; }
  shell::Keys& keys() override { return keys_; }
  Result<std::uint64_t> last_seal() override {
    return shelf_->seals.empty() ? 0 : shelf_->seals.rbegin()->first;
  }

 private:
  static std::string_view bytes(const Digest& digest) {
    return {reinterpret_cast<const char*>(digest.bytes.data()), digest.bytes.size()};
  }

  Result<> check_lock(const std::string& run_id) const {
    if (!shelf_->is_held(run_id)) return {};
    return Error{Fault::conflict, "run " + run_id + " is still coordinated by process 1"};
  }

  std::shared_ptr<Shelf> shelf_;
  RunFiles files_;
  Keys keys_;
};

}  // namespace assay::fake
