// SPDX-License-Identifier: MIT
#include "adapters/sqlite/verify.h"

#include "adapters/descriptor.h"
#include "adapters/sqlite/chain.h"
#include "adapters/sqlite/projections.h"
#include "adapters/sqlite/prune.h"
#include "adapters/sqlite/rows.h"
#include "format/journal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <set>
#include <vector>

namespace assay::sqlite {

namespace {

Result<Digest> digest_of_file(const std::string& path) {
  const adapters::Descriptor fd(
      ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  struct stat status {};
  if (!fd || ::fstat(fd.get(), &status) != 0) return Error{Fault::io, std::strerror(errno)};
  if (!S_ISREG(status.st_mode)) return Error{Fault::io, "not a regular file"};
  Hasher hasher;
  std::vector<char> buffer(64 << 10);
  for (;;) {
    const ssize_t got = ::read(fd.get(), buffer.data(), buffer.size());
    if (got == 0) return hasher.finish();
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return Error{Fault::io, std::strerror(errno)};
    hasher.update({buffer.data(), static_cast<std::size_t>(got)});
  }
}

/// Checks run after run, with one event in memory at a time.
class Inspection {
 public:
  static Result<Inspection> prepare(Connection& connection);

  Result<> check_file();
  Result<> check_strays();
  Result<> check_run(const std::string& run_id);
  shell::ChainReport take_report() { return std::move(report_); }

 private:
  explicit Inspection(Connection& connection) : connection_(&connection) {}

  Result<> check_event(const std::string& run_id);
  Result<> check_attempt(const std::string& run_id, std::uint64_t seq);
  Result<> check_rows(const std::string& run_id, std::uint64_t seq);
  Result<> check_projection(const std::string& run_id, std::uint64_t seq,
                            const core::AttemptEnded& ended);
  void check_log(const std::string& run_id, std::uint64_t seq, const core::Captured& output);
  Result<> check_end(const std::string& run_id, const Statement& run);
  void add(const std::string& run_id, std::uint64_t seq, std::string what);

  Connection* connection_;
  Statement events_, attempt_;
  std::optional<RowAudit> rows_;
  std::string attempt_kind_ = format::encode(core::AttemptEnded{}).kind;
  std::string rows_kind_ = format::encode(core::RowsRecorded{}).kind;
  shell::ChainReport report_;
  Digest previous_;
  std::uint64_t expected_ = 1;
  std::set<core::AttemptKey> ended_;
  std::uint64_t attempts_ = 0;
};

Result<Inspection> Inspection::prepare(Connection& connection) {
  Inspection inspection(connection);
  inspection.events_ = TRY(connection.prepare(
      "SELECT seq, at, kind, body, prev_hash, hash FROM events WHERE run_id = ?1 ORDER BY seq"));
  inspection.attempt_ =
      TRY(connection.prepare("SELECT seq, kind, exit_code, log_sha256, tests_executed FROM attempts"
                             " WHERE run_id = ?1 AND command_id = ?2 AND attempt = ?3"));
  return inspection;
}

void Inspection::add(const std::string& run_id, std::uint64_t seq, std::string what) {
  ++report_.problem_count;
  if (report_.problems.size() == shell::ChainReport::problems_max) return;
  report_.problems.push_back({run_id, seq, std::move(what)});
}

Result<> Inspection::check_file() {
  Statement rows = TRY(connection_->prepare("PRAGMA quick_check(20)"));
  while (TRY(rows.step())) {
    if (rows.text_at(0) != "ok") add("", 0, std::string(rows.text_at(0)));
  }
  return {};
}

/// Rows that belong to no run would never be visited otherwise.
Result<> Inspection::check_strays() {
  for (const std::string table :
       {"events", "decisions", "attempts", "anvil_checks", "pipeline_telemetry"}) {
    Statement rows = TRY(connection_->prepare(fmt::format(
        "SELECT DISTINCT run_id FROM {} WHERE run_id NOT IN (SELECT run_id FROM runs) LIMIT 20",
        table)));
    while (TRY(rows.step())) {
      add(std::string(rows.text_at(0)), 0, fmt::format("{} without a run", table));
    }
  }
  return {};
}

Result<> Inspection::check_run(const std::string& run_id) {
  Statement run = TRY(connection_->prepare(
      "SELECT event_count, head,"
      " (SELECT count(*) FROM attempts WHERE run_id = ?1),"
      " (SELECT count(*) FROM decisions d WHERE run_id = ?1 AND NOT EXISTS"
      "   (SELECT 1 FROM events e WHERE e.run_id = d.run_id AND e.seq = d.seq))"
      " FROM runs WHERE run_id = ?1"));
  if (!TRY(run.text(1, run_id).step())) {
    return Error{Fault::not_found, fmt::format("no run '{}'", run_id)};
  }
  ++report_.runs;
  previous_ = genesis(run_id);
  expected_ = 1;
  ended_.clear();
  attempts_ = 0;
  rows_ = TRY(RowAudit::begin(*connection_, run_id));
  const Rewind rewind(events_);
  events_.text(1, run_id);
  while (TRY(events_.step())) TRY(check_event(run_id));
  return check_end(run_id, run);
}

Result<> Inspection::check_event(const std::string& run_id) {
  ++report_.events;
  const auto seq = static_cast<std::uint64_t>(events_.integer_at(0));
  if (seq != expected_) {
    add(run_id, seq, fmt::format("follows event {}: a gap", expected_ - 1));
  }
  const Link link{run_id, seq, events_.text_at(1), events_.text_at(2), events_.text_at(3)};
  const Result<Digest> before = events_.digest_at(4);
  const Result<Digest> hash = events_.digest_at(5);
  if (!before || *before != previous_) add(run_id, seq, "does not continue the event before it");
  const bool intact = before && hash && hash_of(link, *before) == *hash;
  if (!intact) add(run_id, seq, "was changed: its hash does not fit");
  // The rest is compared with what is stored, so that one break is reported once.
  if (hash) previous_ = *hash;
  expected_ = seq + 1;
  if (link.kind == attempt_kind_) TRY(check_attempt(run_id, seq));
  if (link.kind == rows_kind_) TRY(check_rows(run_id, seq));
  return {};
}

Result<> Inspection::check_attempt(const std::string& run_id, std::uint64_t seq) {
  const auto at = parse_instant(events_.text_at(1));
  const auto event =
      at ? format::decode(attempt_kind_, *at, events_.text_at(3)) : Result<core::Event>(at.error());
  const auto* ended = event ? std::get_if<core::AttemptEnded>(&*event) : nullptr;
  if (ended == nullptr) {
    add(run_id, seq, "cannot be read");
    return {};
  }
  if (ended_.insert(ended->key).second) TRY(check_projection(run_id, seq, *ended));
  if (!ended->evidence.output.log_path.empty()) check_log(run_id, seq, ended->evidence.output);
  return {};
}

Result<> Inspection::check_rows(const std::string& run_id, std::uint64_t seq) {
  const auto at = parse_instant(events_.text_at(1));
  const auto event =
      at ? format::decode(rows_kind_, *at, events_.text_at(3)) : Result<core::Event>(at.error());
  const auto* recorded = event ? std::get_if<core::RowsRecorded>(&*event) : nullptr;
  if (recorded == nullptr) {
    add(run_id, seq, "cannot be read");
    return {};
  }
  const std::string problem = TRY(rows_->compare(*recorded));
  if (!problem.empty()) add(run_id, seq, problem);
  return {};
}

Result<> Inspection::check_projection(const std::string& run_id, std::uint64_t seq,
                                      const core::AttemptEnded& ended) {
  const Rewind rewind(attempt_);
  attempt_.text(1, run_id).text(2, ended.name).integer(3, ended.key.attempt);
  if (!TRY(attempt_.step())) {
    add(run_id, seq, fmt::format("attempts lacks {}#{}", ended.name, ended.key.attempt));
    return {};
  }
  ++attempts_;
  const core::Evidence& evidence = ended.evidence;
  const std::string log = evidence.output.log_path.empty() ? "" : evidence.output.log.hex();
  const std::int64_t tests = attempt_.is_null(4) ? -1 : attempt_.integer_at(4);
  const bool same = static_cast<std::uint64_t>(attempt_.integer_at(0)) == seq &&
                    attempt_.text_at(1) == kind_text(evidence.exit.kind) &&
                    attempt_.integer_at(2) == evidence.exit.code && attempt_.text_at(3) == log &&
                    tests == evidence.reading.tally.executed;
  if (!same) {
    add(run_id, seq,
        fmt::format("attempts says otherwise of {}#{}", ended.name, ended.key.attempt));
  }
  return {};
}

void Inspection::check_log(const std::string& run_id, std::uint64_t seq,
                           const core::Captured& output) {
  ++report_.logs;
  const Result<Digest> found = digest_of_file(output.log_path);
  const std::size_t logs = output.log_path.rfind("/runs/" + run_id + "/logs/");
  const bool gone =
      !found && logs != std::string::npos && ::access(output.log_path.c_str(), F_OK) != 0;
  if (gone && is_pruned(output.log_path.substr(0, logs) + "/runs/" + run_id)) {
    ++report_.pruned;
  } else if (!found) {
    add(run_id, seq, fmt::format("log {}: {}", output.log_path, found.error().what));
  } else if (*found != output.log) {
    add(run_id, seq, fmt::format("log {}: was changed", output.log_path));
  }
}

Result<> Inspection::check_end(const std::string& run_id, const Statement& run) {
  const auto count = static_cast<std::uint64_t>(run.integer_at(0));
  if (count != expected_ - 1) {
    add(run_id, 0, fmt::format("has {} events, but {} were written", expected_ - 1, count));
  }
  const Result<Digest> head = run.digest_at(1);
  if (!head || *head != previous_) add(run_id, 0, "its head is not its last event");
  if (static_cast<std::uint64_t>(run.integer_at(2)) != attempts_) {
    add(run_id, 0, "attempts has rows that no event tells of");
  }
  const std::string rows = TRY(rows_->end());
  if (!rows.empty()) add(run_id, 0, rows);
  if (run.integer_at(3) != 0) add(run_id, 0, "decisions has rows without an event");
  return {};
}

Result<std::vector<std::string>> names_of_runs(Connection& connection) {
  Statement rows = TRY(connection.prepare("SELECT run_id FROM runs ORDER BY rowid"));
  std::vector<std::string> names;
  while (TRY(rows.step())) names.emplace_back(rows.text_at(0));
  return names;
}

}  // namespace

Result<shell::ChainReport> verify_chains(Connection& connection,
                                         const std::optional<std::string>& run_id) {
  Inspection inspection = TRY(Inspection::prepare(connection));
  TRY(inspection.check_file());
  std::vector<std::string> names;
  if (run_id) {
    names.push_back(*run_id);
  } else {
    TRY(inspection.check_strays());
    names = TRY(names_of_runs(connection));
  }
  // A snapshot per run: events appended meanwhile must not look like a difference.
  for (const std::string& name : names) TRY(inspection.check_run(name));
  return inspection.take_report();
}

}  // namespace assay::sqlite
