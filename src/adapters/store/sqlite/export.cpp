// SPDX-License-Identifier: MIT
#include "adapters/store/sqlite/export.h"

#include "adapters/store/sqlite/export_file.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>

namespace assay::sqlite {

namespace {

const ExportTable& checks_table() {
  static const ExportTable table{
      "verification-ledger.db", "anvil_checks", {"idx_anvil_task_phase", "idx_anvil_run_round"}};
  return table;
}

const ExportTable& telemetry_table() {
  static const ExportTable table{
      "pipeline-telemetry.db", "pipeline_telemetry", {"idx_telemetry_step"}};
  return table;
}

/// Both tables as they are at one moment.
class Snapshot {
 public:
  static Result<Snapshot> take(Connection& connection) {
    TRY(connection.execute("BEGIN"));
    return Snapshot(connection);
  }
  Snapshot(Snapshot&& other) noexcept : connection_(std::exchange(other.connection_, nullptr)) {}
  Snapshot& operator=(Snapshot&&) = delete;
  ~Snapshot() {
    if (connection_ != nullptr) (void)connection_->execute("ROLLBACK");
  }

 private:
  explicit Snapshot(Connection& connection) : connection_(&connection) {}

  Connection* connection_;
};

/// What only stands in the export would be lost.
Result<> check_runs(Connection& ledger, ExportFile& file) {
  Statement known = TRY(ledger.prepare("SELECT 1 FROM runs WHERE run_id = ?1"));
  for (const std::string& run : TRY(file.runs())) {
    const Rewind rewind(known);
    if (TRY(known.text(1, run).step())) continue;
    return Error{Fault::bad_input,
                 fmt::format("{}: is not written over: it has rows of run '{}', which this ledger "
                             "does not know",
                             file.path(), run)};
  }
  return {};
}

Result<std::uint64_t> copy(Connection& ledger, const std::string& table,
                           const std::optional<std::string>& run_id, ExportFile& file) {
  Statement rows = TRY(ledger.prepare(
      fmt::format("SELECT * FROM {}{} ORDER BY id", table, run_id ? " WHERE run_id = ?1" : "")));
  if (run_id) rows.text(1, *run_id);
  return file.fill(rows);
}

}  // namespace

Result<RowExport> export_rows(Connection& ledger, const std::string& directory,
                              const std::optional<std::string>& run_id) {
  if (::mkdir(directory.c_str(), 0777) != 0 && errno != EEXIST)
    return Error{Fault::bad_input, fmt::format("{}: {}", directory, std::strerror(errno))};
  const auto checks = TRY(ExportFile::open(directory, checks_table()));
  const auto telemetry = TRY(ExportFile::open(directory, telemetry_table()));
  TRY(check_runs(ledger, *checks));
  TRY(check_runs(ledger, *telemetry));
  RowExport done{checks->path(), 0, telemetry->path(), 0};
  {
    const Snapshot snapshot = TRY(Snapshot::take(ledger));
    done.checks = TRY(copy(ledger, checks_table().table, run_id, *checks));
    done.telemetry = TRY(copy(ledger, telemetry_table().table, run_id, *telemetry));
  }
  TRY(checks->publish());
  TRY(telemetry->publish());
  return done;
}

}  // namespace assay::sqlite
