// SPDX-License-Identifier: MIT
// How long does a gate wait for its numbers when the ledger holds a million rows of evidence? 100
// runs with the same task ids, 5 rounds each. Fails if the median of a standard query is 1 ms or
// more.
//   rows_bench [ROWS]
#include "adapters/store/sqlite/connection.h"
#include "adapters/store/sqlite/store.h"
#include "core/pipeline/definition.h"
#include "ledger/ledger.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace assay;
using core::pipeline::CheckRow;
using core::pipeline::RowQuestion;
using Clock = std::chrono::steady_clock;

constexpr int runs = 100;
constexpr int tasks = 20;
constexpr int rounds = 5;
constexpr int questions = 400;
constexpr double goal_ms = 1;

double ms_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

template <class Value>
Value must(Result<Value> result) {
  if (result) return result.take();
  fmt::print(stderr, "{}\n", result.error().what);
  std::exit(2);
}

/// Of ten rows one is a vote, one is of the baseline, and of the rest every fourth failed.
CheckRow row(int task, int round, int number) {
  const std::string id = fmt::format("task-{:02}", task);
  const std::string check = fmt::format("check-{}", number / 10);
  if (number % 10 == 0)
    return {"shop-code-review",
            "review",
            fmt::format("review-code-{}-{}", task, number),
            "r",
            "r",
            {},
            "",
            true,
            "approve",
            "Minor",
            round};
  if (number % 10 == 1)
    return {id, "baseline", "baseline-" + check, "make", "make check", 0, "ok", true, "",
            "", round};
  const bool passed = number % 4 != 0;
  const std::string name = number % 10 == 2 ? check : fmt::format("{}-{}", check, number % 10);
  const int exit_code = passed ? 0 : 1;
  return {id, "after", name, "make", "make x", exit_code, "12 passed", passed, "", "", round};
}

std::unique_ptr<shell::Journal> fill(ledger::Ledger& ledger, const std::string& run_id, int rows) {
  auto journal = must(ledger.begin({run_id, "pipeline", "/w"}));
  const int each = std::max(1, rows / (tasks * rounds));
  std::vector<shell::Entry> entries{
      {core::RunStarted{{}, run_id, std::make_shared<const core::verify::Plan>()}, ""}};
  for (int task = 0; task < tasks; ++task) {
    for (int round = 1; round <= rounds; ++round) {
      core::RowsRecorded event;
      for (int i = 0; i < each; ++i) event.checks.push_back(row(task, round, i));
      entries.push_back({std::move(event), ""});
    }
  }
  must(journal->append(entries));
  return journal;
}

bool measure(shell::Journal& journal, const core::pipeline::Query& query) {
  std::vector<double> took;
  std::int64_t largest = 0;
  for (int i = 0; i < questions; ++i) {
    const bool review = query.name.starts_with("review");
    const std::string task = review ? "shop-code-review" : fmt::format("task-{:02}", i % tasks);
    const RowQuestion question{query.name, query.sql, task, 1 + i % rounds, "code"};
    const Clock::time_point start = Clock::now();
    const auto numbers = must(journal.count({&question, 1}));
    took.push_back(ms_since(start));
    largest = std::max(largest, numbers.front().value_or(-1));
  }
  std::sort(took.begin(), took.end());
  const double median = took[took.size() / 2];
  fmt::print("{:<18} {:>9.3f} {:>9.3f} {:>9.3f} {:>9}\n", query.name, median,
             took[took.size() * 99 / 100], took.back(), largest);
  return median < goal_ms;
}

int run(const std::string& directory, int rows) {
  ledger::Ledger ledger(must(sqlite::Store::open(directory + "/state", sqlite::Mode::read_write)));
  const Clock::time_point start = Clock::now();
  std::unique_ptr<shell::Journal> journal;
  for (int i = 0; i < runs; ++i) journal = fill(ledger, fmt::format("run-{:03}", i), rows / runs);
  const double filling = ms_since(start);
  fmt::print("{} rows in {} runs, stored with their events in {:.1f} s ({:.1f} us a row)\n\n", rows,
             runs, filling / 1000, filling * 1000 / rows);
  fmt::print("{:<18} {:>9} {:>9} {:>9} {:>9}\n", "ms per question", "median", "99%", "max",
             "number");
  bool fast = true;
  for (const core::pipeline::Query& query : core::pipeline::standard_queries()) {
    fast = measure(*journal, query) && fast;
  }
  if (!fast) fmt::print("a median is above {} ms\n", goal_ms);
  return fast ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const int rows = argc > 1 ? std::atoi(argv[1]) : 1'000'000;
  if (rows < runs) {
    fmt::print(stderr, "rows_bench: at least {} rows\n", runs);
    return 2;
  }
  std::string directory = (std::filesystem::temp_directory_path() / "assay-rows-XXXXXX").string();
  if (::mkdtemp(directory.data()) == nullptr) return 2;
  const int status = run(directory, rows);
  std::error_code ignored;
  std::filesystem::remove_all(directory, ignored);
  return status;
}
