// SPDX-License-Identifier: MIT
// Recorded output of many runners, when a corpus is at hand: EXPECT.tsv says for each case what
// really ran.
#include "format/runners.h"
#include "support/source_dir.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace assay::test {
namespace {

struct Silent {
  std::string_view name;
  std::string_view why;
};

/// Something ran in these, and their output does not say how much.
constexpr Silent silent_cases[] = {
    {"ctest/quiet", "ctest -Q prints nothing"},
    {"gradle/info", "this version prints no totals, whatever the log level"},
    {"gradle/quiet", "gradle -q prints nothing about tests"},
    {"maven/quiet", "mvn -q prints nothing"},
    {"node-test-20/pass-dot", "the dots count suites as well"},
    {"node-test-24/pass-dot", "the dots count suites as well"},
    {"py-doctest/pass", "doctest without -v prints nothing"},
};

struct Other {
  std::string_view name;
  std::int64_t executed;
  std::string_view why;
};

/// Read with other rules than the corpus was counted with.
constexpr Other other_cases[] = {
    {"go/fail", 1, "without -v a package is one line, and counts as one test at least"},
    {"go/multi", 1, "without -v a package is one line, and counts as one test at least"},
    {"go/skip", 1, "without -v a package whose tests are all skipped looks like any other"},
    {"pytest/mixed", 1, "xfail and xpass are no passes"},
    {"qunit/skip", 0, "todo is no pass"},
};

std::optional<std::int64_t> other_count(std::string_view name) {
  for (const Other& one : other_cases) {
    if (one.name == name) return one.executed;
  }
  return std::nullopt;
}

bool is_silent(std::string_view name) {
  return std::any_of(std::begin(silent_cases), std::end(silent_cases),
                     [&](const Silent& one) { return one.name == name; });
}

std::string corpus_dir() {
  if (const char* given = std::getenv("ASSAY_CORPUS")) return given;
  return std::string(support::source_dir) + "/../shared/corpus";
}

std::optional<std::string> contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

struct CorpusRow {
  std::string name;  // runner/case
  std::string exit;
  std::int64_t executed = 0;
  std::int64_t failed = 0;
};

/// "runner<tab>case<tab>exit<tab>executed<tab>failed"; the numbers may be followed by a remark in
/// brackets.
std::optional<CorpusRow> parse_row(const std::string& line) {
  if (line.empty() || line.front() == '#') return std::nullopt;
  std::istringstream fields(line);
  std::string runner;
  std::string test_case;
  std::string executed;
  std::string failed;
  CorpusRow row;
  std::getline(fields, runner, '\t');
  std::getline(fields, test_case, '\t');
  std::getline(fields, row.exit, '\t');
  std::getline(fields, executed, '\t');
  std::getline(fields, failed, '\t');
  row.name = runner + "/" + test_case;
  row.executed = std::atoll(executed.c_str());
  row.failed = std::atoll(failed.c_str());
  return row;
}

void check_row(const CorpusRow& row, const std::string& command, const std::string& output) {
  const core::Tally tally = format::read_runner_output(command, output);
  if (const auto other = other_count(row.name)) {
    CHECK(tally.executed == *other);
  } else if (row.executed == 0) {
    CHECK(tally.executed <= 0);
  } else if (is_silent(row.name)) {
    CHECK(tally.executed == -1);
    CHECK_FALSE(tally.hint.empty());
  } else {
    CHECK(tally.executed == row.executed);
  }
  // Whoever does not look at the exit status must still see the failure.
  if (row.failed > 0 && !is_silent(row.name)) CHECK(tally.failed > 0);
  if (row.failed == 0 && row.exit == "0") CHECK(tally.failed == 0);
}

TEST_CASE("corpus: every recorded case is read right, as a file and as on a terminal") {
  const std::string dir = corpus_dir();
  std::ifstream expect(dir + "/EXPECT.tsv");
  if (!expect) {
    MESSAGE("no corpus at ", dir, ": nothing to check");
    return;
  }
  std::size_t checked = 0;
  for (std::string line; std::getline(expect, line);) {
    const auto row = parse_row(line);
    if (!row) continue;
    const std::string stem = dir + "/runners/" + row->name;
    const std::string command = contents(stem + ".cmd").value_or("");
    for (const std::string ending : {".txt", ".pty.txt"}) {
      const auto output = contents(stem + ending);
      if (!output) continue;
      INFO("case: ", row->name, ending);
      check_row(*row, command, *output);
      ++checked;
    }
  }
  CHECK(checked > 0);
}

}  // namespace
}  // namespace assay::test
