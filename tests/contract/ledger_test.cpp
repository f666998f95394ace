// SPDX-License-Identifier: MIT
// What every ledger promises, whatever store it is kept in.
#include "ledger/ledger.h"

#include "contract/stores.h"
#include "format/journal.h"
#include "support/sample_entries.h"
#include "unit/adapters/store/sqlite/ledger_fixture.h"

#include <doctest/doctest.h>

namespace assay {
namespace {

using support::append;
using support::begin;
using support::concluded;
using support::ended;
using support::started;

using contract::Memory;
using contract::Sqlite;

template <class Shelf>
struct Kept {
  Shelf shelf;
  ledger::Ledger ledger{shelf.open()};
  void lose_lock(const std::string& run_id) { shelf.lose_lock(run_id); }
};
#ifdef ASSAY_CONTRACT_POSTGRES
#define ASSAY_LEDGERS Kept<contract::Postgres>
#else
#define ASSAY_LEDGERS Kept<Memory>, Kept<Sqlite>
#endif

std::string text(const shell::Entry& entry) {
  const format::StoredEvent stored = format::encode(entry.event);
  return stored.kind + " " + stored.body + " -> " + entry.decision;
}

std::vector<std::string> texts(const std::vector<shell::Entry>& entries) {
  std::vector<std::string> all;
  for (const shell::Entry& entry : entries) all.push_back(text(entry));
  return all;
}

TEST_CASE_TEMPLATE("ledger: what was appended is read back in order", Kind, ASSAY_LEDGERS) {
  Kind kind;
  auto journal = begin(kind.ledger, "r1");
  CHECK(journal->read().take().empty());
  REQUIRE(append(*journal, {started("r1")}));
  REQUIRE(append(*journal, {ended(0), ended(1)}));
  REQUIRE(append(*journal, {}));
  const std::vector<std::string> want = {text(started("r1")), text(ended(0)), text(ended(1))};
  CHECK(texts(journal->read().take()) == want);

  std::vector<std::string> raw;
  REQUIRE(kind.ledger.for_each_event("r1", [&](const shell::EventRow& row) -> Result<> {
    CHECK(row.seq == raw.size() + 1);
    raw.push_back(std::string(row.kind) + " " + std::string(row.body) + " -> " +
                  std::string(row.decision));
    return {};
  }));
  CHECK(raw == want);
}

TEST_CASE_TEMPLATE("ledger: a visitor's error ends the visit", Kind, ASSAY_LEDGERS) {
  Kind kind;
  auto journal = begin(kind.ledger, "r1");
  REQUIRE(append(*journal, {started("r1"), ended(0), ended(1)}));
  int seen = 0;
  const Result<> visited =
      kind.ledger.for_each_entry("r1", [&](std::uint64_t seq, const auto&) -> Result<> {
        ++seen;
        if (seq == 2) return Error{Fault::bad_input, "enough"};
        return {};
      });
  REQUIRE_FALSE(visited);
  CHECK(visited.error().what == "enough");
  CHECK(seen == 2);
}

TEST_CASE_TEMPLATE("ledger: a run is listed from its first event on", Kind, ASSAY_LEDGERS) {
  Kind kind;
  auto journal = begin(kind.ledger, "r1");
  CHECK(kind.ledger.runs(10).take().empty());
  REQUIRE(append(*journal, {started("r1")}));
  const auto running = kind.ledger.runs(10).take();
  REQUIRE(running.size() == 1);
  CHECK(running[0].run_id == "r1");
  CHECK(running[0].machine == "verify");
  CHECK(running[0].workspace == "/w");
  CHECK(running[0].started == support::moment(0));
  CHECK(running[0].events == 1);
  CHECK(running[0].epoch == 1);
  CHECK(running[0].alive);
  CHECK_FALSE(running[0].outcome.has_value());

  REQUIRE(append(*journal, {ended(0), concluded(core::Outcome::failed)}));
  const auto over = kind.ledger.find_run("r1").take();
  CHECK(over.outcome == core::Outcome::failed);
  CHECK(over.ended == support::moment(100));
  CHECK(over.events == 3);
  CHECK_FALSE(over.alive);
}

TEST_CASE_TEMPLATE("ledger: a run id is used once", Kind, ASSAY_LEDGERS) {
  Kind kind;
  {
    auto journal = begin(kind.ledger, "r1");
    CHECK(kind.ledger.begin({"r1", "verify", "/w"}).error().fault == Fault::conflict);
    REQUIRE(append(*journal, {started("r1")}));
  }
  CHECK(kind.ledger.begin({"r1", "verify", "/w"}).error().fault == Fault::conflict);
  CHECK(kind.ledger.begin({"../r", "verify", "/w"}).error().fault == Fault::bad_input);
}

TEST_CASE_TEMPLATE("ledger: only a run without a living coordinator is taken over", Kind,
                   ASSAY_LEDGERS) {
  Kind kind;
  CHECK(kind.ledger.take_over("r1").error().fault == Fault::not_found);
  auto journal = begin(kind.ledger, "r1");
  REQUIRE(append(*journal, {started("r1")}));
  const auto refused = kind.ledger.take_over("r1");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().fault == Fault::conflict);
  CHECK(refused.error().what.find("process") != std::string::npos);

  journal.reset();
  CHECK_FALSE(kind.ledger.find_run("r1").take().alive);
  auto second = kind.ledger.take_over("r1").take();
  CHECK(second->read().take().size() == 1);
  REQUIRE(append(*second, {ended(0), concluded(core::Outcome::passed)}));
  CHECK(kind.ledger.find_run("r1").take().epoch == 2);
  second.reset();
  CHECK(kind.ledger.take_over("r1").error().fault == Fault::bad_input);
}

TEST_CASE_TEMPLATE("ledger: a coordinator that lost its run cannot append", Kind, ASSAY_LEDGERS) {
  Kind kind;
  auto old = begin(kind.ledger, "r1");
  REQUIRE(append(*old, {started("r1")}));
  kind.lose_lock("r1");
  auto heir = kind.ledger.take_over("r1").take();
  const Result<> late = append(*old, {ended(0)});
  REQUIRE_FALSE(late);
  CHECK(late.error() == Error{Fault::conflict, "run r1 was taken over by another coordinator"});
  REQUIRE(append(*heir, {ended(0)}));
  CHECK_FALSE(append(*old, {ended(1)}));
  CHECK(heir->read().take().size() == 2);
}

TEST_CASE_TEMPLATE("ledger: runs are found by id, unique prefix and last", Kind, ASSAY_LEDGERS) {
  Kind kind;
  CHECK(kind.ledger.find_run("last").error().fault == Fault::not_found);
  for (const char* id : {"20261115-a", "20261115-ab", "20261116-c"}) {
    REQUIRE(append(*begin(kind.ledger, id), {started(id)}));
  }
  CHECK(kind.ledger.find_run("last").take().run_id == "20261116-c");
  CHECK(kind.ledger.find_run("20261116").take().run_id == "20261116-c");
  CHECK(kind.ledger.find_run("20261115-a").take().run_id == "20261115-a");
  CHECK(kind.ledger.find_run("2027").error().fault == Fault::not_found);
  CHECK(kind.ledger.find_run("").error().fault == Fault::bad_input);
  const auto several = kind.ledger.find_run("20261115");
  REQUIRE_FALSE(several);
  CHECK(several.error().fault == Fault::bad_input);
  CHECK(several.error().what.find("20261115-ab") != std::string::npos);
  CHECK(kind.ledger.runs(2).take().size() == 2);
  CHECK(kind.ledger.runs(2).take()[0].run_id == "20261116-c");
}

TEST_CASE_TEMPLATE("ledger: durations of a concluded run are expected of the next", Kind,
                   ASSAY_LEDGERS) {
  Kind kind;
  const std::vector<Digest> keys = {
      ledger::command_key("make check-1", "/w"), ledger::command_key("unknown", "/w"),
      ledger::command_key("make check-0", "/w"), ledger::command_key("make check-0", "/elsewhere")};
  auto journal = begin(kind.ledger, "r1");
  REQUIRE(append(*journal, {started("r1"), ended(0), ended(1), concluded(core::Outcome::passed)}));
  CHECK(kind.ledger.expected_ms(keys).take() == std::vector<std::uint32_t>{101, 0, 100, 0});
}

core::agent::Spent reserve(shell::Journal& journal, std::uint32_t attempt,
                           Instant at = support::moment(5)) {
  auto others = journal.reserve({{0, attempt}, "dev"}, at);
  if (!others) FAIL(others.error().what);
  return *others;
}

TEST_CASE_TEMPLATE("ledger: what others reserved and spent today is told, not one's own", Kind,
                   ASSAY_LEDGERS) {
  using core::agent::Spent;
  Kind kind;
  auto mine = begin(kind.ledger, "r1");
  auto theirs = begin(kind.ledger, "r2");
  REQUIRE(append(*mine, {support::agent_started("r1")}));
  REQUIRE(append(*theirs, {support::agent_started("r2")}));
  CHECK(reserve(*mine, 1) == Spent{});
  CHECK(reserve(*mine, 2) == Spent{});
  // What is reserved counts as a launch, and nobody knows more yet.
  CHECK(reserve(*theirs, 1) == Spent{2, Millis{0}, 0, 0, 0});
  CHECK(reserve(*mine, 3) == Spent{1, Millis{0}, 0, 0, 0});
}

TEST_CASE_TEMPLATE("ledger: reserving twice is reserving once", Kind, ASSAY_LEDGERS) {
  Kind kind;
  auto mine = begin(kind.ledger, "r1");
  auto theirs = begin(kind.ledger, "r2");
  REQUIRE(append(*mine, {support::agent_started("r1")}));
  REQUIRE(append(*theirs, {support::agent_started("r2")}));
  for (int i = 0; i < 3; ++i) reserve(*mine, 1);
  CHECK(reserve(*theirs, 1).launches == 1);
  // Nor does a settled attempt become unsettled by that, or another day's.
  REQUIRE(append(*mine, {support::agent_ended(1, 50, 7)}));
  reserve(*mine, 1, support::moment(5) + std::chrono::hours{24});
  CHECK(reserve(*theirs, 1) == core::agent::Spent{1, Millis{2'000}, 50, 7, 0});
}

TEST_CASE_TEMPLATE("ledger: the end of an attempt settles what was reserved, once", Kind,
                   ASSAY_LEDGERS) {
  using core::agent::Spent;
  Kind kind;
  auto mine = begin(kind.ledger, "r1");
  auto theirs = begin(kind.ledger, "r2");
  REQUIRE(append(*mine, {support::agent_started("r1")}));
  REQUIRE(append(*theirs, {support::agent_started("r2")}));
  reserve(*mine, 1);
  REQUIRE(append(*mine, {support::agent_ended(1, 500, 20'000)}));
  CHECK(reserve(*theirs, 1) == Spent{1, Millis{2'000}, 500, 20'000, 0});
  REQUIRE(append(*mine, {support::agent_ended(1, 9'999, 99'999)}));
  CHECK(reserve(*theirs, 1) == Spent{1, Millis{2'000}, 500, 20'000, 0});
  reserve(*mine, 2);
  REQUIRE(append(*mine, {support::agent_ended(2, 1, std::nullopt)}));
  CHECK(reserve(*theirs, 1) == Spent{2, Millis{4'000}, 501, 20'000, 1});
  // What was never reserved is not settled, and what has no transcript was no agent.
  REQUIRE(append(*mine, {support::agent_ended(7, 1'000, 1), ended(0, 3)}));
  CHECK(reserve(*theirs, 1) == Spent{2, Millis{4'000}, 501, 20'000, 1});
}

TEST_CASE_TEMPLATE("ledger: another day is not counted", Kind, ASSAY_LEDGERS) {
  Kind kind;
  auto mine = begin(kind.ledger, "r1");
  auto theirs = begin(kind.ledger, "r2");
  REQUIRE(append(*mine, {support::agent_started("r1")}));
  REQUIRE(append(*theirs, {support::agent_started("r2")}));
  const Instant midnight = support::moment(24 * 60 * 60);
  reserve(*mine, 1, midnight - Millis{1});
  CHECK(reserve(*theirs, 1, midnight).launches == 0);
  CHECK(reserve(*theirs, 2, midnight - Millis{1}).launches == 1);
  reserve(*mine, 2, midnight);
  CHECK(reserve(*theirs, 3, midnight + std::chrono::hours{23}).launches == 1);
}

TEST_CASE_TEMPLATE("ledger: a parked run is shown as such until it goes on", Kind, ASSAY_LEDGERS) {
  Kind kind;
  auto journal = kind.ledger.begin({"r1", "agent", "/w"}).take();
  REQUIRE(append(*journal, {support::agent_started("r1")}));
  CHECK_FALSE(kind.ledger.find_run("r1").take().parked);
  REQUIRE(append(*journal, {support::parked()}));
  CHECK(kind.ledger.find_run("r1").take().parked);
  journal.reset();
  auto heir = kind.ledger.take_over("r1").take();
  REQUIRE(append(*heir, {{core::RunResumed{support::moment(70)}, "tree dev#2"}}));
  CHECK_FALSE(kind.ledger.find_run("r1").take().parked);
  CHECK(kind.ledger.verify_chains("r1").take().sound());
}

using Numbers = std::vector<std::optional<std::int64_t>>;

core::pipeline::CheckRow check(std::string task, std::string phase, std::string name, bool passed,
                               std::int64_t round = 1) {
  return {std::move(task),
          std::move(phase),
          std::move(name),
          "make",
          "make x",
          passed ? 0 : 1,
          "",
          passed,
          "",
          "",
          round};
}

core::pipeline::CheckRow vote_row(std::string name, std::string verdict, std::string severity,
                                  std::int64_t round = 1) {
  const bool passed = verdict == "approve";
  return {"s-code-review",
          "review",
          std::move(name),
          "adversarial-review",
          "adversarial-review",
          {},
          "",
          passed,
          std::move(verdict),
          std::move(severity),
          round};
}

shell::Entry recorded_checks(std::vector<core::pipeline::CheckRow> checks) {
  return {core::RowsRecorded{support::moment(30), {3, 1}, std::move(checks), {}}, ""};
}

/// Every standard query, in the order of core::pipeline::standard_queries().
Numbers standard_numbers(shell::Journal& journal, const std::string& task, std::int64_t round,
                         const std::string& scope = "code") {
  std::vector<core::pipeline::RowQuestion> questions;
  for (const core::pipeline::Query& query : core::pipeline::standard_queries()) {
    questions.push_back({query.name, query.sql, task, round, scope});
  }
  auto numbers = journal.count(questions);
  if (!numbers) FAIL(numbers.error().what);
  return *numbers;
}

TEST_CASE_TEMPLATE("ledger: gates count rows of their own run, task and round", Kind,
                   ASSAY_LEDGERS) {
  Kind kind;
  auto mine = begin(kind.ledger, "r1");
  auto theirs = begin(kind.ledger, "r2");
  CHECK(standard_numbers(*mine, "T-1", 1) == Numbers(8, 0));
  REQUIRE(
      append(*theirs, {started("r2"), recorded_checks({check("T-1", "after", "build", true)})}));
  REQUIRE(append(*mine,
                 {started("r1"), recorded_checks({check("T-1", "baseline", "baseline-tests", true),
                                                  check("T-1", "baseline", "baseline-lint", false),
                                                  check("T-2", "after", "tests", true)})}));
  CHECK(standard_numbers(*mine, "T-1", 1) == Numbers{2, 0, 0, 0, 0, 0, 0, 0});
  REQUIRE(append(
      *mine, {recorded_checks(
                 {check("T-1", "after", "tests", false), check("T-1", "after", "lint", false),
                  check("T-1", "after", "build", true), check("T-1", "after", "build", true)})}));
  CHECK(standard_numbers(*mine, "T-1", 1) == Numbers{2, 1, 2, 1, 0, 0, 0, 0});
  CHECK(standard_numbers(*mine, "T-1", 2) == Numbers{2, 0, 0, 0, 0, 0, 0, 0});
  REQUIRE(append(*mine, {recorded_checks({check("T-1", "after", "tests", true, 2)})}));
  CHECK(standard_numbers(*mine, "T-1", 2) == Numbers{2, 1, 0, 0, 0, 0, 0, 0});
  CHECK(standard_numbers(*theirs, "T-1", 1) == Numbers{0, 1, 0, 0, 0, 0, 0, 0});
}

TEST_CASE_TEMPLATE("ledger: gates count the rows that follow from an entry, also after a restart",
                   Kind, ASSAY_LEDGERS) {
  Kind kind;
  core::RecordRows rows;
  rows.checks = {check("T-1", "after", "tests", true), check("T-1", "after", "lint", false)};
  auto journal = begin(kind.ledger, "r1");
  shell::Entry entry = ended(0);
  entry.rows = {rows};
  REQUIRE(append(*journal, {started("r1"), entry}));
  const Numbers want{0, 1, 1, 0, 0, 0, 0, 0};
  CHECK(standard_numbers(*journal, "T-1", 1) == want);
  journal.reset();
  auto heir = kind.ledger.take_over("r1").take();
  REQUIRE(heir->read());
  CHECK(standard_numbers(*heir, "T-1", 1) == Numbers(8, 0));
  REQUIRE(heir->recall(rows, support::moment(9)));
  CHECK(standard_numbers(*heir, "T-1", 1) == want);
}

TEST_CASE_TEMPLATE("ledger: gates count each reviewer once", Kind, ASSAY_LEDGERS) {
  Kind kind;
  auto journal = begin(kind.ledger, "r1");
  REQUIRE(append(
      *journal, {started("r1"),
                 recorded_checks({vote_row("review-code-security", "approve", "Minor"),
                                  vote_row("review-code-security", "approve", "Minor"),
                                  vote_row("review-code-correctness", "needs_revision", "Critical"),
                                  vote_row("review-code-architecture", "blocker", "Blocker"),
                                  vote_row("review-design-security", "approve", ""),
                                  vote_row("review-code-security", "approve", "", 2)})}));
  const std::string task = "s-code-review";
  CHECK(standard_numbers(*journal, task, 1) == Numbers{0, 0, 0, 0, 3, 1, 1, 2});
  CHECK(standard_numbers(*journal, task, 2) == Numbers{0, 0, 0, 0, 1, 0, 1, 0});
  CHECK(standard_numbers(*journal, task, 1, "design") == Numbers{0, 0, 0, 0, 1, 0, 1, 0});
}

TEST_CASE_TEMPLATE("ledger: what cannot be answered has no number", Kind, ASSAY_LEDGERS) {
  Kind kind;
  auto journal = begin(kind.ledger, "r1");
  REQUIRE(
      append(*journal, {started("r1"), recorded_checks({check("T-1", "after", "tests", true)})}));
  const auto passed =
      core::pipeline::find_query(core::pipeline::standard_queries(), "checks_passed");
  const std::vector<core::pipeline::RowQuestion> questions = {
      {"nonsense", "SELEC 1", "T-1", 1, ""},
      {"checks_passed", passed->sql, "T-1", 1, ""},
      {"empty", "", "T-1", 1, ""}};
  CHECK(journal->count(questions).take() == Numbers{std::nullopt, 1, std::nullopt});
  CHECK(journal->count({}).take().empty());
}

TEST_CASE_TEMPLATE("ledger: an untouched ledger is sound", Kind, ASSAY_LEDGERS) {
  Kind kind;
  REQUIRE(append(*begin(kind.ledger, "r1"), {started("r1"), ended(0), ended(0), ended(1)}));
  REQUIRE(append(*begin(kind.ledger, "r2"), {started("r2")}));
  const auto all = kind.ledger.verify_chains(std::nullopt).take();
  CHECK(all.sound());
  CHECK(all.runs == 2);
  CHECK(all.events == 5);
  CHECK(kind.ledger.verify_chains("r2").take().events == 1);
  CHECK(kind.ledger.verify_chains("r3").error().fault == Fault::not_found);
}

}  // namespace
}  // namespace assay
