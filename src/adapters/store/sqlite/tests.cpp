// SPDX-License-Identifier: MIT
#include "adapters/store/sqlite/tests.h"

#include "ledger/test_rows.h"

#include <limits>

namespace assay::sqlite {

namespace {

constexpr const char* of_key = "(SELECT command FROM test_commands WHERE command_key = ?1)";

}  // namespace

Result<TestTables> TestTables::prepare(Connection& connection) {
  TestTables tables;
  tables.upsert_command_ = TRY(connection.prepare(
      "INSERT INTO test_commands(command_key, command_id, command_text) VALUES(?1, ?2, ?3)"
      " ON CONFLICT DO UPDATE SET command_id = excluded.command_id"));
  tables.find_command_ =
      TRY(connection.prepare("SELECT command FROM test_commands WHERE command_key = ?1"));
  tables.names_ =
      TRY(connection.prepare("SELECT name, test FROM test_names WHERE command = ?1 ORDER BY name"));
  tables.insert_name_ =
      TRY(connection.prepare("INSERT INTO test_names(command, name, test) VALUES(?1, ?2, ?3)"));
  tables.last_ = TRY(connection.prepare("SELECT max(ordinal) FROM test_runs WHERE command = ?1"));
  tables.insert_run_ = TRY(connection.prepare(
      "INSERT INTO test_runs(command, ordinal, run_id, attempt, tree, at, whole, outcomes, times)"
      " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)"));
  tables.forget_runs_ =
      TRY(connection.prepare("DELETE FROM test_runs WHERE command = ?1 AND ordinal <= ?2"));
  tables.all_outcomes_ =
      TRY(connection.prepare("SELECT outcomes FROM test_runs WHERE command = ?1"));
  tables.forget_name_ =
      TRY(connection.prepare("DELETE FROM test_names WHERE command = ?1 AND test = ?2"));
  tables.count_names_ =
      TRY(connection.prepare("SELECT count(*) FROM test_names WHERE command = ?1"));
  return tables;
}

Result<std::int64_t> TestTables::number_of(const shell::TestedCommand& command) {
  TRY(upsert_command_.digest(1, command.key).text(2, command.id).text(3, command.command).run());
  const Rewind rewind(find_command_);
  if (!TRY(find_command_.digest(1, command.key).step()))
    return Error{Fault::io, "ledger.db: a command that was stored is not there"};
  return find_command_.integer_at(0);
}

/// Both lists are sorted by name, so one pass over each finds them all.
Result<std::vector<std::uint32_t>> TestTables::numbers_of(
    std::int64_t command, const std::vector<core::TestResult>& tests) {
  constexpr std::uint32_t unknown = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> numbers(tests.size(), unknown);
  ledger::TestNumbers given;
  {
    const Rewind rewind(names_);
    names_.integer(1, command);
    std::size_t at = 0;
    while (TRY(names_.step())) {
      const std::string_view name = names_.text_at(0);
      const auto number = static_cast<std::uint32_t>(names_.integer_at(1));
      given.take(number);
      while (at < tests.size() && tests[at].id < name) ++at;
      if (at < tests.size() && tests[at].id == name) numbers[at] = number;
    }
  }
  for (std::size_t i = 0; i < tests.size(); ++i) {
    if (numbers[i] != unknown) continue;
    numbers[i] = given.give();
    TRY(insert_name_.integer(1, command).text(2, tests[i].id).integer(3, numbers[i]).run());
  }
  return numbers;
}

Result<> TestTables::add(const std::string& run_id, const shell::TestRun& run) {
  const std::int64_t command = TRY(number_of(run.command));
  const std::vector<std::uint32_t> numbers = TRY(numbers_of(command, run.tests));
  const ledger::TestRow packed = ledger::row_of(numbers, run.tests);
  std::int64_t ordinal = 1;
  {
    const Rewind rewind(last_);
    if (TRY(last_.integer(1, command).step()) && !last_.is_null(0))
      ordinal = last_.integer_at(0) + 1;
  }
  insert_run_.integer(1, command).integer(2, ordinal).text(3, run_id).integer(4, run.attempt);
  insert_run_.text(5, run.tree).text(6, run.at).integer(7, run.whole ? 1 : 0);
  TRY(insert_run_.blob(8, packed.outcomes).blob(9, packed.times).run());
  const auto kept = static_cast<std::int64_t>(shell::test_runs_kept(packed.outcomes.size()));
  if (ordinal <= kept) return {};
  TRY(forget_runs_.integer(1, command).integer(2, ordinal - kept).run());
  return forget(command, run.tests.size());
}

Result<> TestTables::forget(std::int64_t command, std::size_t tests) {
  const Rewind rewind(count_names_);
  if (!TRY(count_names_.integer(1, command).step())) return {};
  return ledger::are_too_many(count_names_.integer_at(0), tests) ? forget_names(command)
                                                                 : Result<>();
}

/// Those that no attempt speaks of that is kept.
Result<> TestTables::forget_names(std::int64_t command) {
  ledger::TestsInUse used;
  {
    const Rewind rewind(all_outcomes_);
    all_outcomes_.integer(1, command);
    while (TRY(all_outcomes_.step())) used.add(all_outcomes_.text_at(0));
  }
  std::vector<std::int64_t> unused;
  {
    const Rewind rewind(names_);
    names_.integer(1, command);
    while (TRY(names_.step())) {
      const auto test = static_cast<std::uint32_t>(names_.integer_at(1));
      if (!used.has(test)) unused.push_back(test);
    }
  }
  for (const std::int64_t test : unused)
    TRY(forget_name_.integer(1, command).integer(2, test).run());
  return {};
}

Result<std::vector<shell::TestedCommand>> tested_commands(Connection& connection) {
  Statement row =
      TRY(connection.prepare("SELECT command_key, command_id, command_text FROM test_commands"
                             " ORDER BY command_id, command"));
  std::vector<shell::TestedCommand> commands;
  while (TRY(row.step()))
    commands.push_back(
        {TRY(row.digest_at(0)), std::string(row.text_at(1)), std::string(row.text_at(2))});
  return commands;
}

Result<std::vector<shell::StoredTestRun>> test_runs(Connection& connection, const Digest& command) {
  Statement row = TRY(connection.prepare(
      std::string("SELECT run_id, attempt, tree, at, whole, outcomes, times, ordinal FROM test_runs"
                  " WHERE command = ") +
      of_key + " ORDER BY ordinal"));
  row.digest(1, command);
  std::vector<shell::StoredTestRun> runs;
  while (TRY(row.step())) {
    shell::StoredTestRun& run = runs.emplace_back();
    run.run_id = row.text_at(0);
    run.attempt = static_cast<std::uint32_t>(row.integer_at(1));
    run.tree = row.text_at(2);
    run.at = row.text_at(3);
    run.whole = row.integer_at(4) != 0;
    run.outcomes = row.text_at(5);
    run.times = ledger::times_from(row.text_at(6));
    run.ordinal = static_cast<std::uint64_t>(row.integer_at(7));
  }
  return runs;
}

Result<> test_names(Connection& connection, const Digest& command,
                    const shell::Store::IsWanted& wanted, const shell::Store::OnTest& visit) {
  Statement row =
      TRY(connection.prepare(std::string("SELECT test, name FROM test_names WHERE command = ") +
                             of_key + " ORDER BY name"));
  row.digest(1, command);
  while (TRY(row.step())) {
    const auto test = static_cast<std::uint32_t>(row.integer_at(0));
    if (!wanted || wanted(test)) visit(test, row.text_at(1));
  }
  return {};
}

}  // namespace assay::sqlite
