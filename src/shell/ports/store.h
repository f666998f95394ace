// SPDX-License-Identifier: MIT
// Where runs are kept: their events, and rows that follow from them. A store knows nothing of what
// they mean: chain, projections, spending and audit are rules above it, in ledger/. It promises
// four things: what is appended is durable and all or nothing; it is appended only by who holds the
// lease, and only where he last saw the end; what was appended is read back as it was; and nobody
// who is alive loses his lease.
#pragma once

#include "base/digest.h"
#include "base/instant.h"
#include "base/result.h"
#include "core/agent/budget.h"
#include "core/ask/effect.h"
#include "core/ask/event.h"
#include "core/ask/rows.h"
#include "core/evidence/outcomes.h"
#include "shell/ports/keys.h"
#include "shell/ports/run_files.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace assay::shell {

/// How much is remembered of one command: so many attempts, and no more than so many outcomes,
/// but always the last few.
constexpr std::size_t test_runs_max = 500;
constexpr std::size_t test_outcomes_max = 20'000'000;
constexpr std::size_t test_runs_min = 4;
constexpr std::size_t test_runs_kept(std::size_t tests) {
  const std::size_t fit = test_outcomes_max / (tests == 0 ? 1 : tests);
  return fit < test_runs_min ? test_runs_min : fit > test_runs_max ? test_runs_max : fit;
}

enum class LedgerMode : std::uint8_t { read_only, read_write };

struct NewRun {
  std::string run_id;
  std::string machine;
  std::string workspace;  ///< absolute
};

/// Where the journal of a run ends. The epoch counts its coordinators: what one of an earlier epoch
/// appends is refused.
struct Tail {
  std::uint64_t epoch = 1;
  std::uint64_t events = 0;
  Digest head;

  friend bool operator==(const Tail&, const Tail&) = default;
};

/// One event to be kept.
struct StoredEvent {
  std::uint64_t seq = 0;  ///< from 1
  std::string at;
  std::string kind;
  std::string body;
  Digest previous;
  Digest hash;
  std::string decision;  ///< empty: the event led to nothing
};

/// One event as it was kept. The views are valid until the visitor returns.
struct EventRow {
  std::uint64_t seq = 0;
  std::string_view at;
  std::string_view kind;
  std::string_view body;
  std::string_view decision;
  std::string_view previous;  ///< bytes, as many as there are
  std::string_view hash;
};

/// One attempt that ended. Of two with the same name and number the first one stays.
struct AttemptRow {
  std::string command_id;
  std::uint32_t attempt = 1;
  std::uint64_t seq = 0;  ///< of the event that tells of it
  std::string kind;
  std::int64_t exit_code = 0;
  std::int64_t signal = 0;
  std::string started_at;
  std::int64_t duration_ms = 0;
  std::uint64_t bytes = 0;
  std::string log_path;
  std::string log_sha256;
  std::optional<std::int64_t> tests_executed;
  std::int64_t tests_failed = 0;
  std::string reason;

  friend bool operator==(const AttemptRow&, const AttemptRow&) = default;
};

/// Money and time held back for an attempt of an agent.
struct Reservation {
  core::AttemptKey key;
  std::string role;
  std::string day;  ///< "2026-11-15"
};

/// What a run has spent on one day, reserved launches included.
struct DaySpent {
  std::string run_id;
  std::string day;  ///< "2026-11-15"
  core::agent::Spent spent;
};

/// What a reservation came to. One that was settled, or is not there, stays as it is.
struct Settlement {
  core::AttemptKey key;
  core::agent::Spent spent;
};

/// A reservation as it is kept.
struct SpendingRow {
  Reservation reserved;
  bool settled = false;
  core::agent::Spent spent = {};  ///< one launch, and what it came to
};

/// A reservation that is not needed. One that was settled stays.
struct Release {
  core::AttemptKey key;
};

/// Rows of the two tables that pipelines share with other tools.
struct RunRows {
  std::string at;
  std::vector<core::pipeline::CheckRow> checks;
  std::vector<core::pipeline::TelemetryRow> telemetry;
};

/// What a command took, by the key of ledger::command_key. The last one stays.
struct Duration {
  Digest command;
  std::uint32_t millis = 0;
  std::string at;
};

/// A tree that the run has seen, by ledger::tree_name. Twice is once.
struct TreeOfRun {
  std::string tree;
};

/// A command whose tests are remembered, by the key of ledger::tests_key.
struct TestedCommand {
  Digest key;
  std::string id;       ///< the gate it was last
  std::string command;  ///< its text

  friend bool operator==(const TestedCommand&, const TestedCommand&) = default;
};

/// What became of the tests of one attempt. A store keeps so many of each command, the newest.
struct TestRun {
  TestedCommand command;
  std::uint32_t attempt = 1;
  std::string tree;                     ///< that they ran on; empty: nobody can tell
  std::string at;                       ///< when the attempt began
  bool whole = false;                   ///< no test that ran is without a name
  std::vector<core::TestResult> tests;  ///< sorted by id, each once
};

using Change = std::variant<AttemptRow, Settlement, Release, RunRows, Duration, TreeOfRun, TestRun>;

struct RunEnd {
  std::string at;
  std::string outcome;
};

/// The signed end of a run. A ring of keys gives a number once, and a run has one.
struct StoredSeal {
  std::uint64_t number = 0;  ///< from 1
  std::string run_id;
  std::string statement;
  Signature signature;
  std::string ring = {};  ///< whose numbers these are; empty: the store has but one ring of keys

  friend bool operator==(const StoredSeal&, const StoredSeal&) = default;
};

/// What becomes durable at once.
struct Batch {
  std::vector<StoredEvent> events;  ///< at least one
  std::vector<Change> changes;      ///< in order
  std::optional<RunEnd> end;
  std::optional<StoredSeal> seal;  ///< with the end
  std::string code = {};           ///< without an end: vouches for the run as it then is
};

/// A request to stop a run, given by another process.
struct StopRequest {
  std::string by;
};

/// The right to append to one run, held as long as this lives and its coordinator is alive.
class Lease {
 public:
  virtual ~Lease() = default;

  /// Appends if the run ends at `expected` still; the first append of a new run makes it. Fails
  /// with Fault::conflict if another coordinator has taken the run over (checked in the same
  /// transaction) and with Fault::exhausted when the disk is full. After any failure but a conflict
  /// it is unknown what became durable.
  virtual Result<> append(const Tail& expected, const Batch& batch) = 0;

  /// Holds back, durably, and says what other runs have spent or held back on that day. Twice is
  /// once.
  virtual Result<core::agent::Spent> reserve(const Tail& expected, const Reservation& wanted) = 0;

  /// Called every now and then: keeps a lease that would run out, and hears whether somebody wants
  /// the run to stop. Fault::conflict: another coordinator has it.
  virtual Result<std::optional<StopRequest>> renew() = 0;
};

/// A run as it is kept.
struct StoredRun {
  std::string run_id;
  std::string machine;
  std::string workspace;
  std::string started_at;
  std::optional<RunEnd> end;
  std::uint64_t events = 0;
  std::uint64_t epoch = 0;
  Digest head;
  std::string last_kind;  ///< of its last event
  bool alive = false;     ///< somebody holds its lease
  int coordinator = 0;    ///< the process that does, if it told; 0: unknown
  bool orphaned = false;  ///< that process is no more, and what it was about to start still is
};

/// The outcomes of one attempt, by the numbers of its tests: numbers are given per command, and
/// hold as long as an attempt is kept that has the test.
struct StoredTestRun {
  std::string run_id;
  std::uint32_t attempt = 1;
  std::string tree;
  std::string at;
  bool whole = false;
  std::string outcomes;  ///< core::letter_of each test, by number; ' ': it was not there
  std::vector<std::uint16_t> times;  ///< core::short_time of each
  std::uint64_t ordinal = 0;         ///< counts the attempts of the command from 1, kept or not

  char letter(std::uint32_t test) const { return test < outcomes.size() ? outcomes[test] : ' '; }
  friend bool operator==(const StoredTestRun&, const StoredTestRun&) = default;
};

struct RunFilter {
  std::optional<std::string> begins_with = {};  ///< then by name, otherwise newest first
  std::size_t longest = SIZE_MAX;
  std::optional<std::string> tree = {};       ///< only runs that have seen it, newest first
  std::optional<std::string> workspace = {};  ///< only runs of it
  std::optional<std::string> machine = {};    ///< only runs of that one
  bool ended = false;                         ///< only runs that have ended
  bool here = false;  ///< of a shared store: only runs of this machine and its state directory
};

/// One cell of a table.
struct Blob {
  std::string bytes;

  friend bool operator==(const Blob&, const Blob&) = default;
};
using Cell = std::variant<std::monostate, std::int64_t, double, std::string, Blob>;
using OnRow =
    std::function<Result<>(std::span<const std::string> columns, std::span<const Cell> cells)>;

/// Answers the questions of gates about rows it was given, and about nothing else.
class RowCounter {
 public:
  virtual ~RowCounter() = default;
  virtual Result<> add(const std::string& run_id, const RunRows& rows) = 0;
  /// None: the question is not one SELECT that gives one integer in one row, or needs too much.
  virtual Result<std::optional<std::int64_t>> count(
      const std::string& run_id, const core::pipeline::RowQuestion& question) = 0;
};

enum class RowTable : std::uint8_t { checks, telemetry };

/// The store as it is at one moment, for who looks whether it still says what was written. While
/// this lives, events are read of that moment, too.
class StoreAudit {
 public:
  /// What is kept of one run beside its events.
  struct Totals {
    std::uint64_t events = 0;  ///< as the run itself says
    std::string head;          ///< bytes
    std::uint64_t attempts = 0;
    std::uint64_t decisions_without_event = 0;
    std::string machine = {};
    std::string outcome = {};  ///< empty: it has not ended
    std::string workspace = {};
    std::string started_at = {};
    std::string ended_at = {};
    std::string code = {};  ///< that vouches for it while it has not ended
  };
  struct Stray {
    std::string run_id;
    std::string table;
  };

  virtual ~StoreAudit() = default;

  /// What is wrong with the file, the pages, the indexes.
  virtual Result<std::vector<std::string>> damage() = 0;
  /// Rows of runs that do not exist.
  virtual Result<std::vector<Stray>> strays() = 0;
  /// Oldest first.
  virtual Result<std::vector<std::string>> run_ids() = 0;
  /// None: there is no such run.
  virtual Result<std::optional<Totals>> totals(const std::string& run_id) = 0;
  virtual Result<std::optional<AttemptRow>> attempt(const std::string& run_id,
                                                    const std::string& command_id,
                                                    std::uint32_t attempt) = 0;
  /// In the order in which they came, each with the columns of its record and then its time. What
  /// is empty in the record is nothing here.
  virtual Result<std::vector<std::vector<Cell>>> rows(RowTable table,
                                                      const std::string& run_id) = 0;
  /// Trees that the run has seen, sorted.
  virtual Result<std::vector<std::string>> trees(const std::string& run_id) = 0;
  virtual Result<std::vector<SpendingRow>> spending(const std::string& run_id) = 0;
  /// What commands took, all of them.
  virtual Result<std::vector<Duration>> durations() = 0;
  /// Those of one run, or all by their numbers.
  virtual Result<std::vector<StoredSeal>> seals(const std::optional<std::string>& run_id) = 0;
};

/// The two databases other tools read, and how many rows each got.
struct RowExport {
  std::string checks_path;
  std::uint64_t checks = 0;
  std::string telemetry_path;
  std::uint64_t telemetry = 0;
};

/// What only a store with tables of its own can do.
class Tables {
 public:
  virtual ~Tables() = default;
  /// Runs one SELECT that can change nothing. Returns the names of its columns.
  virtual Result<std::vector<std::string>> query(const std::string& sql, const OnRow& row) = 0;
  /// Writes the rows of pipelines, of one run or of all, as databases of their own. A file that is
  /// no such database is never written over: Fault::bad_input.
  virtual Result<RowExport> export_rows(const std::string& directory,
                                        const std::optional<std::string>& run_id) = 0;
};

/// What is to be known of a store on another machine before it is relied on.
struct StoreHealth {
  std::string version;        ///< of the server
  std::string encryption;     ///< "TLSv1.3"; empty: none
  bool same_machine = false;  ///< nothing crosses a network
  Millis clock_ahead{0};      ///< the server's clock, compared with the one here
  Millis round_trip{0};
  std::string lacks = {};  ///< rights that appending needs; empty: none is missing
};

class Store {
 public:
  using OnEvent = std::function<Result<>(const EventRow&)>;
  struct TakenOver {
    std::unique_ptr<Lease> lease;
    Tail tail;
    std::string code = {};  ///< that came with the last append; empty: none did
  };

  virtual ~Store() = default;

  /// What messages call it: "ledger.db".
  virtual std::string name() const = 0;
  /// Several machines write to it at once, each in workspaces and with keys of its own.
  virtual bool is_shared() const { return false; }

  /// For a run that does not exist yet. Fault::conflict: there is one of this name, or somebody is
  /// about to make it.
  virtual Result<std::unique_ptr<Lease>> take(const NewRun& run) = 0;

  /// For a run whose coordinator died; raises its epoch and forgets an earlier request to stop.
  /// Fault::not_found: no such run. Fault::conflict: its coordinator, named in the message, is
  /// alive. Fault::bad_input: it has ended.
  virtual Result<TakenOver> take_over(const std::string& run_id) = 0;

  virtual Result<std::vector<StoredRun>> runs(const RunFilter& filter) = 0;

  /// Visits the events of a run after that one, oldest first, one in memory at a time. The first
  /// error of `visit` ends it.
  virtual Result<> read(const std::string& run_id, std::uint64_t after, const OnEvent& visit) = 0;

  /// Waits until the run has events after that one. False: it has none after `longest`.
  virtual Result<bool> wait(const std::string& run_id, std::uint64_t after, Millis longest) = 0;

  /// Asks the coordinator of a run to stop it. It is durable: told as soon as the lease is renewed.
  virtual Result<> ask_to_stop(const std::string& run_id, const StopRequest& request) = 0;

  /// What each command took last; 0 where nothing is known. Same order as `commands`.
  virtual Result<std::vector<std::uint32_t>> durations(std::span<const Digest> commands) = 0;

  /// What each run has spent or holds back.
  virtual Result<std::map<std::string, core::agent::Spent>> spending() = 0;
  /// The same from this day on, by day and run.
  virtual Result<std::vector<DaySpent>> spending_by_day(const std::string& first) = 0;

  /// Commands whose tests are remembered, by their ids.
  virtual Result<std::vector<TestedCommand>> tested_commands() = 0;
  /// The attempts of a command that are kept, oldest first.
  virtual Result<std::vector<StoredTestRun>> test_runs(const Digest& command) = 0;
  /// Names of a command's tests by number, in the order of names. Only those that are wanted, if
  /// there is a question.
  using IsWanted = std::function<bool(std::uint32_t)>;
  using OnTest = std::function<void(std::uint32_t, std::string_view)>;
  virtual Result<> test_names(const Digest& command, const IsWanted& wanted,
                              const OnTest& visit) = 0;

  /// The highest number of a seal; 0: there is none.
  virtual Result<std::uint64_t> last_seal() = 0;

  virtual Result<std::unique_ptr<RowCounter>> open_counter() = 0;
  virtual Result<std::unique_ptr<StoreAudit>> open_audit() = 0;

  /// Nothing: it is a file here.
  virtual Result<std::optional<StoreHealth>> health() { return std::optional<StoreHealth>(); }

  /// Null: it has none.
  virtual Tables* tables() { return nullptr; }
  /// What lies beside the events.
  virtual RunFiles& files() = 0;
  virtual Keys& keys() = 0;
};

}  // namespace assay::shell
