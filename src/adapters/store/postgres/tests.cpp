// SPDX-License-Identifier: MIT
// What became of tests, by attempt and number. Numbers are given by whoever holds the row of the
// command, until his transaction is over.
#include "adapters/store/postgres/changes.h"
#include "ledger/test_rows.h"

#include <algorithm>
#include <unordered_map>

namespace assay::postgres {

namespace {

constexpr const char* upsert_command_sql =
    "INSERT INTO test_commands(command_key, command_id, command_text) VALUES($1, $2, $3)"
    " ON CONFLICT(command_key) DO UPDATE SET command_id = excluded.command_id RETURNING command";
constexpr const char* names_sql = "SELECT name, test FROM test_names WHERE command = $1";
constexpr const char* insert_name_sql =
    "INSERT INTO test_names(command, name, test) VALUES($1, $2, $3)";
constexpr const char* insert_test_run_sql =
    "INSERT INTO test_runs(command, ordinal, run_id, attempt, tree, at, whole, outcomes, times)"
    " VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9)";
constexpr std::size_t sent_at_once = 2000;

Result<std::vector<std::uint32_t>> numbers_of(Connection& connection, std::int64_t command,
                                              const std::vector<core::TestResult>& tests) {
  std::unordered_map<std::string, std::uint32_t> known;
  ledger::TestNumbers given;
  const Rows rows = TRY(connection.run(names_sql, Params().integer(command)));
  for (int i = 0; i < rows.count(); ++i) {
    const auto number = static_cast<std::uint32_t>(rows.integer(i, 1));
    given.take(number);
    known.emplace(rows.text(i, 0), number);
  }
  std::vector<std::uint32_t> numbers;
  std::vector<Step> steps;
  for (const core::TestResult& test : tests) {
    const auto found = known.find(test.id);
    if (found != known.end()) {
      numbers.push_back(found->second);
      continue;
    }
    numbers.push_back(given.give());
    steps.push_back(
        {insert_name_sql, Params().integer(command).text(test.id).integer(numbers.back())});
    if (steps.size() < sent_at_once) continue;
    TRY(connection.run_all(steps));
    steps.clear();
  }
  if (!steps.empty()) TRY(connection.run_all(steps));
  return numbers;
}

/// Those that no attempt speaks of that is kept.
Result<> forget_names(Connection& connection, std::int64_t command, std::size_t tests) {
  const Rows count = TRY(connection.run("SELECT count(*) FROM test_names WHERE command = $1",
                                        Params().integer(command)));
  if (!ledger::are_too_many(count.integer(0, 0), tests)) return {};
  ledger::TestsInUse used;
  const Rows rows = TRY(connection.run("SELECT outcomes FROM test_runs WHERE command = $1",
                                       Params().integer(command)));
  for (int i = 0; i < rows.count(); ++i) used.add(rows.bytes(i, 0));
  std::string unused = "{";
  const Rows names = TRY(connection.run(names_sql, Params().integer(command)));
  for (int i = 0; i < names.count(); ++i) {
    const auto test = static_cast<std::uint32_t>(names.integer(i, 1));
    if (used.has(test)) continue;
    unused += (unused.size() == 1 ? "" : ",") + std::to_string(test);
  }
  static_cast<void>(
      TRY(connection.run("DELETE FROM test_names WHERE command = $1 AND test = ANY($2::bigint[])",
                         Params().integer(command).text(unused + "}"))));
  return {};
}

}  // namespace

Result<> add_tests(Connection& connection, const std::string& run_id, const shell::TestRun& run) {
  const Rows row = TRY(connection.run(
      upsert_command_sql,
      Params().digest(run.command.key).text(run.command.id).text(run.command.command)));
  const std::int64_t command = row.integer(0, 0);
  const std::vector<std::uint32_t> numbers = TRY(numbers_of(connection, command, run.tests));
  const ledger::TestRow packed = ledger::row_of(numbers, run.tests);
  const Rows last =
      TRY(connection.run("SELECT coalesce(max(ordinal), 0) FROM test_runs WHERE command = $1",
                         Params().integer(command)));
  const std::int64_t ordinal = last.integer(0, 0) + 1;
  Params added;
  added.integer(command).integer(ordinal).text(run_id).integer(run.attempt).text(run.tree);
  added.text(run.at).integer(run.whole ? 1 : 0).bytes(packed.outcomes).bytes(packed.times);
  static_cast<void>(TRY(connection.run(insert_test_run_sql, added)));
  const auto kept = static_cast<std::int64_t>(shell::test_runs_kept(packed.outcomes.size()));
  if (ordinal <= kept) return {};
  static_cast<void>(TRY(connection.run("DELETE FROM test_runs WHERE command = $1 AND ordinal <= $2",
                                       Params().integer(command).integer(ordinal - kept))));
  return forget_names(connection, command, run.tests.size());
}

Result<std::vector<shell::TestedCommand>> tested_commands(Connection& connection) {
  const Rows rows =
      TRY(connection.run("SELECT command_key, command_id, command_text FROM test_commands"
                         " ORDER BY command_id COLLATE \"C\", command"));
  std::vector<shell::TestedCommand> commands;
  for (int i = 0; i < rows.count(); ++i) {
    const Digest key = TRY(rows.digest(i, 0));
    commands.push_back({key, rows.text(i, 1), rows.text(i, 2)});
  }
  return commands;
}

Result<std::vector<shell::StoredTestRun>> test_runs(Connection& connection, const Digest& command) {
  const Rows rows = TRY(connection.run(
      "SELECT run_id, attempt, tree, at, whole, outcomes, times, ordinal FROM test_runs WHERE"
      " command = (SELECT command FROM test_commands WHERE command_key = $1) ORDER BY ordinal",
      Params().digest(command)));
  std::vector<shell::StoredTestRun> runs;
  for (int i = 0; i < rows.count(); ++i) {
    shell::StoredTestRun& run = runs.emplace_back();
    run.run_id = rows.text(i, 0);
    run.attempt = static_cast<std::uint32_t>(rows.integer(i, 1));
    run.tree = rows.text(i, 2);
    run.at = rows.text(i, 3);
    run.whole = rows.integer(i, 4) != 0;
    run.outcomes = rows.bytes(i, 5);
    run.times = ledger::times_from(rows.bytes(i, 6));
    run.ordinal = rows.number(i, 7);
  }
  return runs;
}

Result<> test_names(Connection& connection, const Digest& command,
                    const shell::Store::IsWanted& wanted, const shell::Store::OnTest& visit) {
  const Rows rows =
      TRY(connection.run("SELECT test, name FROM test_names WHERE command ="
                         " (SELECT command FROM test_commands WHERE command_key = $1)",
                         Params().digest(command)));
  std::vector<std::pair<std::string, std::uint32_t>> names;
  for (int i = 0; i < rows.count(); ++i) {
    const auto test = static_cast<std::uint32_t>(rows.integer(i, 0));
    if (!wanted || wanted(test)) names.emplace_back(rows.text(i, 1), test);
  }
  // By their bytes, as they were before they were escaped.
  std::sort(names.begin(), names.end());
  for (const auto& [name, test] : names) visit(test, name);
  return {};
}

}  // namespace assay::postgres
