// SPDX-License-Identifier: MIT
#include "adapters/store/sqlite/tests.h"

#include <algorithm>
#include <limits>

namespace assay::sqlite {

namespace {

std::string packed(const std::vector<std::uint16_t>& times) {
  std::string bytes;
  bytes.reserve(times.size() * 2);
  for (const std::uint16_t time : times) {
    bytes += static_cast<char>(time & 0xFFU);
    bytes += static_cast<char>(time >> 8U);
  }
  return bytes;
}

std::vector<std::uint16_t> unpacked(std::string_view bytes) {
  std::vector<std::uint16_t> times(bytes.size() / 2);
  for (std::size_t i = 0; i < times.size(); ++i) {
    const auto low = static_cast<unsigned char>(bytes[2 * i]);
    const auto high = static_cast<unsigned char>(bytes[2 * i + 1]);
    times[i] = static_cast<std::uint16_t>(low | (high << 8U));
  }
  return times;
}

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

/// Both lists are sorted by name, so one pass over each finds them all. Numbers that nobody has any
/// more are given again: outcomes stay as short as there are tests.
Result<std::vector<std::uint32_t>> TestTables::numbers_of(
    std::int64_t command, const std::vector<core::TestResult>& tests) {
  constexpr std::uint32_t unknown = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> numbers(tests.size(), unknown);
  std::vector<bool> taken;
  {
    const Rewind rewind(names_);
    names_.integer(1, command);
    std::size_t at = 0;
    while (TRY(names_.step())) {
      const std::string_view name = names_.text_at(0);
      const auto number = static_cast<std::uint32_t>(names_.integer_at(1));
      taken.resize(std::max(taken.size(), number + std::size_t{1}));
      taken[number] = true;
      while (at < tests.size() && tests[at].id < name) ++at;
      if (at < tests.size() && tests[at].id == name) numbers[at] = number;
    }
  }
  std::uint32_t next = 0;
  for (std::size_t i = 0; i < tests.size(); ++i) {
    if (numbers[i] != unknown) continue;
    while (next < taken.size() && taken[next]) ++next;
    numbers[i] = next;
    TRY(insert_name_.integer(1, command).text(2, tests[i].id).integer(3, next++).run());
  }
  return numbers;
}

Result<> TestTables::add(const std::string& run_id, const shell::TestRun& run) {
  const std::int64_t command = TRY(number_of(run.command));
  const std::vector<std::uint32_t> numbers = TRY(numbers_of(command, run.tests));
  const auto highest = std::max_element(numbers.begin(), numbers.end());
  const std::size_t size = highest == numbers.end() ? 0 : *highest + std::size_t{1};
  std::string outcomes(size, ' ');
  std::vector<std::uint16_t> times(size, core::no_time);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    outcomes[numbers[i]] = core::letter_of(run.tests[i].outcome);
    times[numbers[i]] = core::short_time(run.tests[i].millis);
  }
  const std::string packed_times = packed(times);
  std::int64_t ordinal = 1;
  {
    const Rewind rewind(last_);
    if (TRY(last_.integer(1, command).step()) && !last_.is_null(0))
      ordinal = last_.integer_at(0) + 1;
  }
  insert_run_.integer(1, command).integer(2, ordinal).text(3, run_id).integer(4, run.attempt);
  insert_run_.text(5, run.tree).text(6, run.at).integer(7, run.whole ? 1 : 0);
  TRY(insert_run_.blob(8, outcomes).blob(9, packed_times).run());
  const auto kept = static_cast<std::int64_t>(shell::test_runs_kept(size));
  if (ordinal <= kept) return {};
  TRY(forget_runs_.integer(1, command).integer(2, ordinal - kept).run());
  return forget(command, run.tests.size());
}

/// Names that change with every run must not pile up: once most of them are of no attempt that is
/// kept, those go.
Result<> TestTables::forget(std::int64_t command, std::size_t tests) {
  constexpr std::int64_t spare = 10'000;
  const Rewind rewind(count_names_);
  if (!TRY(count_names_.integer(1, command).step())) return {};
  const bool many = count_names_.integer_at(0) > 4 * static_cast<std::int64_t>(tests) + spare;
  return many ? forget_names(command) : Result<>();
}

Result<> TestTables::forget_names(std::int64_t command) {
  std::vector<bool> used;
  {
    const Rewind rewind(all_outcomes_);
    all_outcomes_.integer(1, command);
    while (TRY(all_outcomes_.step())) {
      const std::string_view outcomes = all_outcomes_.text_at(0);
      used.resize(std::max(used.size(), outcomes.size()));
      for (std::size_t i = 0; i < outcomes.size(); ++i)
        if (outcomes[i] != ' ') used[i] = true;
    }
  }
  std::vector<std::int64_t> unused;
  {
    const Rewind rewind(names_);
    names_.integer(1, command);
    while (TRY(names_.step())) {
      const auto test = static_cast<std::size_t>(names_.integer_at(1));
      if (test >= used.size() || !used[test]) unused.push_back(names_.integer_at(1));
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
    run.times = unpacked(row.text_at(6));
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
