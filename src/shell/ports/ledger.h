// SPDX-License-Identifier: MIT
// All runs of one workspace: where a run begins or is taken over, and what can be asked about runs
// that were. The one real ledger is adapters/sqlite; the fake is tests/support/fake_ledger.h.
#pragma once

#include "base/digest.h"
#include "base/instant.h"
#include "base/result.h"
#include "core/run/outcome.h"
#include "shell/ports/journal.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace assay::shell {

enum class LedgerMode : std::uint8_t { read_only, read_write };

/// A run as a list shows it. Every field follows from its events.
struct RunRow {
  std::string run_id;
  std::string machine;
  std::string workspace;
  Instant started{};
  std::optional<Instant> ended;
  std::optional<core::Outcome> outcome;  ///< none: it runs, or its coordinator died
  std::uint64_t events = 0;
  std::uint64_t epoch = 0;  ///< how many coordinators it has had
  Digest head;              ///< hash of its last event
  bool alive = false;       ///< a coordinator holds it at this moment
  bool parked = false;      ///< it waits for a time, or to be resumed
  int coordinator = 0;      ///< its process, if it is alive and told so
};

/// What was removed of a run.
struct Pruned {
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;
};

struct NewRun {
  std::string run_id;
  std::string machine;
  std::string workspace;  ///< absolute
};

/// One event as stored. The views are valid until the visitor returns.
struct EventRow {
  std::uint64_t seq = 0;  ///< from 1
  std::string_view at;
  std::string_view kind;
  std::string_view body;
  std::string_view decision;  ///< empty: the event led to nothing
};

/// One cell of a query's answer.
struct Blob {
  std::string bytes;
};
using Cell = std::variant<std::monostate, std::int64_t, double, std::string, Blob>;

/// The two databases other tools read, and how many rows each got.
struct RowExport {
  std::string checks_path;
  std::uint64_t checks = 0;
  std::string telemetry_path;
  std::uint64_t telemetry = 0;
};

struct ChainProblem {
  std::string run_id;     ///< empty: concerns the file as a whole
  std::uint64_t seq = 0;  ///< 0: concerns the run as a whole
  std::string what;
};

/// What a check of the chains found. Sound means: nothing was changed, dropped, added or swapped
/// since it was written, as far as the heads can tell.
struct ChainReport {
  std::uint64_t runs = 0;
  std::uint64_t events = 0;
  std::uint64_t logs = 0;
  std::uint64_t pruned = 0;  ///< logs that were removed by prune(), and are told to be so
  std::uint64_t problem_count = 0;
  std::vector<ChainProblem> problems;  ///< the first `problems_max`

  static constexpr std::size_t problems_max = 100;
  bool sound() const { return problem_count == 0; }
};

/// Under which name the duration of a command is remembered: its text and where it ran.
inline Digest command_key(std::string_view command, std::string_view cwd) {
  const std::string size = std::to_string(command.size()) + ":";
  return Hasher().update(size).update(command).update(cwd).finish();
}

class Ledger {
 public:
  using OnEvent = std::function<Result<>(const EventRow&)>;
  using OnEntry = std::function<Result<>(std::uint64_t seq, Entry entry)>;
  using OnRow =
      std::function<Result<>(std::span<const std::string> columns, std::span<const Cell> cells)>;

  virtual ~Ledger() = default;

  /// A journal for a run that does not exist yet; its first append creates the run. Fails with
  /// Fault::conflict if there is one of this name, Fault::bad_input if the name cannot be a file
  /// name.
  virtual Result<std::unique_ptr<Journal>> begin(const NewRun& run) = 0;

  /// A journal for a run whose coordinator died. From then on appends of any earlier coordinator
  /// fail. Fault::not_found: no such run. Fault::conflict: its coordinator, named in the message,
  /// is alive. Fault::bad_input: the run has ended.
  virtual Result<std::unique_ptr<Journal>> take_over(const std::string& run_id) = 0;

  /// Newest first.
  virtual Result<std::vector<RunRow>> runs(std::size_t longest) = 0;

  /// By full id, by a prefix that fits one run only, or "last" for the newest. Fault::bad_input
  /// lists the candidates of an ambiguous prefix.
  virtual Result<RunRow> find_run(std::string_view name) = 0;

  /// Visits the events of a run oldest first, one in memory at a time. The first error of `visit`
  /// ends it.
  virtual Result<> for_each_event(const std::string& run_id, const OnEvent& visit) = 0;

  /// The same, decoded, and with every hash checked on the way.
  virtual Result<> for_each_entry(const std::string& run_id, const OnEntry& visit) = 0;

  /// What each command took last time it ended by itself; 0 where nothing is known. Same order as
  /// `keys`.
  virtual Result<std::vector<std::uint32_t>> expected_ms(std::span<const Digest> keys) = 0;

  /// Checks every chain, or that of one run, with the logs its events refer to.
  virtual Result<ChainReport> verify_chains(const std::optional<std::string>& run_id) = 0;

  /// Removes logs, prompts and copies of a run that has ended, after a mark that says so. Its
  /// events stay, and with them its chain, its verdict and the digests of what was removed.
  /// Fault::bad_input: it has not ended.
  virtual Result<Pruned> prune(const std::string& /*run_id*/, Instant /*now*/) {
    return Error{Fault::io, "this ledger keeps no logs"};
  }

  /// Writes the rows of pipelines, of one run or of all, as databases of their own. A file that is
  /// no such database is never written over: Fault::bad_input.
  virtual Result<RowExport> export_rows(const std::string& /*directory*/,
                                        const std::optional<std::string>& /*run_id*/) {
    return Error{Fault::io, "this ledger has no tables"};
  }

  /// Runs one SELECT that can change nothing. Returns the names of its columns.
  virtual Result<std::vector<std::string>> query(const std::string& sql, const OnRow& row) = 0;
};

}  // namespace assay::shell
