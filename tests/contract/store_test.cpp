// SPDX-License-Identifier: MIT
// What every store promises: in memory and on SQLite; and in contract_postgres on PostgreSQL.
#include "contract/stores.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>

namespace assay {
namespace {

using contract::Sqlite;
using shell::Batch;
using shell::Tail;

const shell::NewRun run_1{"r1", "verify", "/w"};

Digest digest(const std::string& text) { return digest_of(text); }

Tail start() { return {.epoch = 1, .events = 0, .head = digest("start")}; }

/// So many events after the tail, which moves along.
Batch batch_after(Tail& tail, int events = 1) {
  Batch batch;
  for (int i = 0; i < events; ++i) {
    shell::StoredEvent event;
    event.seq = tail.events + 1;
    event.at = "2026-11-15T00:00:00.000Z";
    event.kind = "k" + std::to_string(event.seq);
    event.body = "{}";
    event.previous = tail.head;
    event.hash = digest("event " + std::to_string(event.seq));
    event.decision = event.seq % 2 == 0 ? "" : "d";
    tail.events = event.seq;
    tail.head = event.hash;
    batch.events.push_back(event);
  }
  return batch;
}

Result<> append(shell::Lease& lease, Tail& tail, int events = 1) {
  const Tail expected = tail;
  Tail after = tail;
  const Result<> done = lease.append(expected, batch_after(after, events));
  if (done) tail = after;
  return done;
}

std::string kinds(shell::Store& store, std::uint64_t after = 0) {
  std::string all;
  const Result<> read = store.read("r1", after, [&](const shell::EventRow& row) -> Result<> {
    all += std::string(row.kind) + (row.decision.empty() ? "" : "!") + " ";
    return {};
  });
  REQUIRE(read);
  return all;
}

TEST_CASE_TEMPLATE("store: a run is there from its first append on", Kind, ASSAY_STORES) {
  Kind kind;
  const auto store = kind.open();
  auto lease = store->take(run_1).take();
  CHECK(store->runs({}).take().empty());
  Tail tail = start();
  REQUIRE(append(*lease, tail, 3));
  const auto runs = store->runs({}).take();
  REQUIRE(runs.size() == 1);
  CHECK(runs[0].run_id == "r1");
  CHECK(runs[0].machine == "verify");
  CHECK(runs[0].events == 3);
  CHECK(runs[0].epoch == 1);
  CHECK(runs[0].head == tail.head);
  CHECK(runs[0].last_kind == "k3");
  CHECK(runs[0].alive);
  CHECK_FALSE(runs[0].end.has_value());
}

TEST_CASE_TEMPLATE("store: read after an event, as it was stored", Kind, ASSAY_STORES) {
  Kind kind;
  const auto store = kind.open();
  auto lease = store->take(run_1).take();
  Tail tail = start();
  REQUIRE(append(*lease, tail, 2));
  REQUIRE(append(*lease, tail, 2));
  CHECK(kinds(*store) == "k1! k2 k3! k4 ");
  CHECK(kinds(*store, 2) == "k3! k4 ");
  CHECK(kinds(*store, 4).empty());
  // Another one that is opened on the same bytes sees the same.
  CHECK(kinds(*kind.open(), 3) == "k4 ");
}

TEST_CASE_TEMPLATE("store: what is not appended at the end is refused, and nothing of it stays",
                   Kind, ASSAY_STORES) {
  Kind kind;
  const auto store = kind.open();
  auto lease = store->take(run_1).take();
  Tail tail = start();
  REQUIRE(append(*lease, tail, 2));
  Tail elsewhere = tail;
  elsewhere.head = digest("another end");
  CHECK(append(*lease, elsewhere).error().fault == Fault::io);
  CHECK(kinds(*store) == "k1! k2 ");
}

TEST_CASE_TEMPLATE("store: the epoch is a fence", Kind, ASSAY_STORES) {
  Kind kind;
  const auto store = kind.open();
  auto old = store->take(run_1).take();
  Tail tail = start();
  REQUIRE(append(*old, tail));
  CHECK(store->take_over("r1").error().fault == Fault::conflict);
  kind.lose_lock("r1");
  auto heir = store->take_over("r1").take();
  CHECK(heir.tail == Tail{.epoch = 2, .events = 1, .head = tail.head});
  CHECK(append(*old, tail).error().fault == Fault::conflict);
  CHECK(old->reserve(tail, {{0, 1}, "dev", "2026-11-15"}).error().fault == Fault::conflict);
  REQUIRE(append(*heir.lease, heir.tail));
  CHECK(kinds(*store) == "k1! k2 ");
}

TEST_CASE_TEMPLATE("store: one lease at a time, and one name once", Kind, ASSAY_STORES) {
  Kind kind;
  const auto store = kind.open();
  auto lease = store->take(run_1).take();
  CHECK(store->take(run_1).error().fault == Fault::conflict);
  CHECK(store->take_over("r1").error().fault == Fault::not_found);
  Tail tail = start();
  REQUIRE(append(*lease, tail));
  lease.reset();
  CHECK(store->take(run_1).error().fault == Fault::conflict);
  auto heir = store->take_over("r1").take();
  Tail expected = heir.tail;
  Batch last = batch_after(heir.tail);
  last.end = shell::RunEnd{"2026-11-15T00:00:09.000Z", "passed"};
  REQUIRE(heir.lease->append(expected, last));
  heir.lease.reset();
  CHECK(store->take_over("r1").error().fault == Fault::bad_input);
  CHECK(store->runs({}).take()[0].end->outcome == "passed");
}

TEST_CASE_TEMPLATE("store: runs newest first, or by the beginning of their names", Kind,
                   ASSAY_STORES) {
  Kind kind;
  const auto store = kind.open();
  for (const auto& run : std::vector<shell::NewRun>{
           {"b1", "verify", "/w"}, {"a2", "goals", "/w"}, {"a1", "verify", "/other"}}) {
    auto lease = store->take(run).take();
    Tail tail = start();
    REQUIRE(append(*lease, tail));
  }
  const auto ids = [&](const shell::RunFilter& filter) {
    std::string all;
    for (const auto& run : store->runs(filter).take()) all += run.run_id + " ";
    return all;
  };
  CHECK(ids({}) == "a1 a2 b1 ");
  CHECK(ids({.begins_with = "a", .longest = 9}) == "a1 a2 ");
  CHECK(ids({.begins_with = "a", .longest = 1}) == "a1 ");
  CHECK(ids({.begins_with = std::nullopt, .longest = 2}) == "a1 a2 ");
  CHECK(ids({.workspace = "/w"}) == "a2 b1 ");
  CHECK(ids({.longest = 1, .workspace = "/w"}) == "a2 ");
  CHECK(ids({.machine = "verify"}) == "a1 b1 ");
  CHECK(ids({.workspace = "/w", .machine = "verify"}) == "b1 ");
  CHECK(ids({.begins_with = "a", .workspace = "/w"}) == "a2 ");
  CHECK(ids({.ended = true}).empty());
}

TEST_CASE_TEMPLATE("store: a request to stop is heard, and forgotten by who takes over", Kind,
                   ASSAY_STORES) {
  Kind kind;
  const auto store = kind.open();
  auto lease = store->take(run_1).take();
  Tail tail = start();
  REQUIRE(append(*lease, tail));
  CHECK_FALSE(lease->renew().take().has_value());
  const auto elsewhere = kind.open();
  REQUIRE(elsewhere->ask_to_stop("r1", {"somebody at a terminal"}));
  REQUIRE(elsewhere->ask_to_stop("r1", {"somebody else"}));
  CHECK(lease->renew().take()->by == "somebody at a terminal");
  CHECK(lease->renew().take()->by == "somebody at a terminal");
  lease.reset();
  auto heir = store->take_over("r1").take();
  CHECK_FALSE(heir.lease->renew().take().has_value());
}

TEST_CASE_TEMPLATE("store: waiting ends with the first event, or with the time", Kind,
                   ASSAY_STORES) {
  Kind kind;
  const auto store = kind.open();
  auto lease = store->take(run_1).take();
  Tail tail = start();
  CHECK_FALSE(store->wait("r1", 0, Millis{1}).take());
  REQUIRE(append(*lease, tail, 2));
  CHECK(store->wait("r1", 1, Millis{10'000}).take());
  CHECK_FALSE(store->wait("r1", 2, Millis{60}).take());
}

TEST_CASE_TEMPLATE("store: spending is told per run, released only as long as it is open", Kind,
                   ASSAY_STORES) {
  using core::agent::Spent;
  Kind kind;
  const auto store = kind.open();
  auto lease = store->take(run_1).take();
  Tail tail = start();
  REQUIRE(append(*lease, tail));
  for (std::uint32_t attempt = 1; attempt <= 3; ++attempt)
    REQUIRE(lease->reserve(tail, {{0, attempt}, "dev", "2026-11-15"}));
  CHECK(store->spending().take().at("r1").launches == 3);
  Tail after = tail;
  Batch batch = batch_after(after);
  batch.changes.emplace_back(shell::Settlement{{0, 1}, Spent{1, Millis{5}, 7, 9, 0}});
  batch.changes.emplace_back(shell::Release{{0, 1}});
  batch.changes.emplace_back(shell::Release{{0, 2}});
  batch.changes.emplace_back(shell::Settlement{{0, 9}, Spent{1, Millis{5}, 7, 9, 0}});
  REQUIRE(lease->append(tail, batch));
  CHECK(store->spending().take().at("r1") == Spent{2, Millis{5}, 7, 9, 0});
  const auto days = store->spending_by_day("2026-11-01").take();
  REQUIRE(days.size() == 1);
  CHECK(days[0].run_id == "r1");
  CHECK(days[0].spent == Spent{2, Millis{5}, 7, 9, 0});
  CHECK(store->spending_by_day("9999-01-01").take().empty());
}

TEST_CASE_TEMPLATE("store: an audit sees what was stored", Kind, ASSAY_STORES) {
  Kind kind;
  const auto store = kind.open();
  auto lease = store->take(run_1).take();
  Tail tail = start();
  Tail after = tail;
  Batch batch = batch_after(after, 2);
  shell::AttemptRow row;
  row.command_id = "unit";
  row.attempt = 2;
  row.seq = 1;
  row.kind = "exited";
  row.exit_code = 3;
  row.tests_executed = 4;
  batch.changes.emplace_back(row);
  row.exit_code = 4;  // the first one stays
  batch.changes.emplace_back(row);
  core::pipeline::CheckRow check;
  check.task_id = "T-1";
  check.phase = "after";
  check.check_name = "tests";
  check.tool = "make";
  check.exit_code = 1;
  batch.changes.emplace_back(shell::RunRows{"2026-11-15T00:00:00.000Z", {check}, {}});
  REQUIRE(lease->append(tail, batch));

  const auto audit = store->open_audit().take();
  CHECK(audit->damage().take().empty());
  CHECK(audit->strays().take().empty());
  CHECK(audit->run_ids().take() == std::vector<std::string>{"r1"});
  CHECK_FALSE(audit->totals("r2").take().has_value());
  const auto totals = audit->totals("r1").take();
  CHECK(totals->events == 2);
  CHECK(totals->attempts == 1);
  CHECK(totals->head.size() == 32);
  const auto found = audit->attempt("r1", "unit", 2).take();
  REQUIRE(found);
  CHECK(found->exit_code == 3);
  CHECK(found->tests_executed == 4);
  CHECK_FALSE(audit->attempt("r1", "unit", 1).take().has_value());
  const auto rows = audit->rows(shell::RowTable::checks, "r1").take();
  REQUIRE(rows.size() == 1);
  CHECK(rows[0] == ledger::cells_of(check, "2026-11-15T00:00:00.000Z"));
  CHECK(audit->rows(shell::RowTable::telemetry, "r1").take().empty());
}

TEST_CASE_TEMPLATE("store: content is kept under its digest", Kind, ASSAY_STORES) {
  Kind kind;
  const auto store = kind.open();
  const std::string content("a\0b\n", 4);
  const Digest name = store->files().keep(content).take();
  CHECK(name == digest_of(content));
  CHECK(store->files().keep(content).take() == name);
  CHECK(kind.open()->files().fetch(name).take() == content);
  CHECK(store->files().fetch(store->files().keep("").take()).take().empty());
  CHECK(store->files().fetch(digest("never kept")).error().fault == Fault::not_found);
}

TEST_CASE("store: content that was changed is not handed out") {
  Sqlite kind;
  const auto store = kind.open();
  const Digest name = store->files().keep("true").take();
  std::ofstream(kind.dir / ("state/contents/" + name.hex())) << "false";
  CHECK(store->files().fetch(name).error().fault == Fault::io);
}

shell::TestRun test_run(std::vector<core::TestResult> tests, std::string tree = "t1") {
  shell::TestRun run;
  run.command = {digest("make test"), "unit", "make test"};
  run.tree = std::move(tree);
  run.at = "2026-11-15T00:00:00.000Z";
  run.whole = true;
  run.tests = std::move(tests);
  return run;
}

Result<> append(shell::Lease& lease, Tail& tail, shell::TestRun run) {
  const Tail expected = tail;
  Batch batch = batch_after(tail);
  batch.changes.emplace_back(std::move(run));
  return lease.append(expected, batch);
}

/// "a=pf b= p": each test with its outcomes, oldest first.
std::string histories(shell::Store& store) {
  const auto runs = store.test_runs(digest("make test"));
  REQUIRE(runs);
  std::string all;
  const auto read = store.test_names(digest("make test"), {}, [&](auto test, auto name) {
    all += (all.empty() ? "" : " ") + std::string(name) + "=";
    for (const shell::StoredTestRun& run : *runs) all += run.letter(test);
  });
  REQUIRE(read);
  return all;
}

TEST_CASE_TEMPLATE("store: outcomes of tests are kept by attempt", Kind, ASSAY_STORES) {
  using core::TestOutcome;
  const Kind kind;
  auto store = kind.open();
  auto lease = store->take(run_1);
  REQUIRE(lease);
  Tail tail = start();
  REQUIRE(append(**lease, tail, test_run({{"b", TestOutcome::passed, 5}})));
  REQUIRE(append(**lease, tail,
                 test_run({{"a", TestOutcome::failed, -1},
                           {"b", TestOutcome::skipped, 40'000},
                           {"c", TestOutcome::excused, 1}},
                          "")));
  REQUIRE(append(**lease, tail,
                 test_run({{"a", TestOutcome::passed, 1}, {"c", TestOutcome::error, 2}})));
  CHECK(histories(*store) == "a= fp b=ps  c= xe");

  const auto commands = store->tested_commands();
  REQUIRE(commands);
  REQUIRE(commands->size() == 1);
  CHECK(commands->front() == shell::TestedCommand{digest("make test"), "unit", "make test"});

  const auto runs = store->test_runs(digest("make test"));
  REQUIRE(runs->size() == 3);
  CHECK(runs->at(1).tree.empty());
  CHECK(runs->at(2).tree == "t1");
  CHECK(runs->at(2).run_id == "r1");
  CHECK(runs->at(2).whole);
  CHECK(core::long_time(runs->at(1).times.at(0)) == 40'000);

  std::string some;
  REQUIRE(store->test_names(
      digest("make test"), [](auto test) { return test == 0; },
      [&](auto, auto name) { some += name; }));
  CHECK(some == "b");
  CHECK(store->test_runs(digest("another"))->empty());
}

TEST_CASE_TEMPLATE("store: so many attempts of a command are remembered, the newest", Kind,
                   ASSAY_STORES) {
  using core::TestOutcome;
  const Kind kind;
  auto store = kind.open();
  auto lease = store->take(run_1);
  REQUIRE(lease);
  Tail tail = start();
  const Tail expected = tail;
  Batch batch = batch_after(tail);
  for (std::size_t i = 0; i < shell::test_runs_max + 3; ++i)
    batch.changes.emplace_back(test_run({{"a", TestOutcome::passed, 1}}, "t" + std::to_string(i)));
  REQUIRE((*lease)->append(expected, batch));
  const auto runs = store->test_runs(digest("make test"));
  REQUIRE(runs);
  CHECK(runs->size() == shell::test_runs_max);
  CHECK(runs->front().tree == "t3");
  CHECK(runs->back().tree == "t" + std::to_string(shell::test_runs_max + 2));
}

TEST_CASE("store: names that change with every run do not pile up") {
  using core::TestOutcome;
  const Sqlite kind;
  auto store = kind.open();
  auto lease = store->take(run_1);
  REQUIRE(lease);
  Tail tail = start();
  const std::size_t tests = 20'000;
  const std::size_t runs = shell::test_runs_max + 40;
  // Few attempts with many names each: the limit is one of attempts here.
  for (std::size_t i = 0; i < runs; i += 60) {
    const Tail expected = tail;
    Batch batch = batch_after(tail);
    for (std::size_t run = i; run < i + 60; ++run) {
      std::vector<core::TestResult> named;
      for (std::size_t test = 0; test < tests / 100; ++test)
        named.push_back({"t" + std::to_string(run) + "/" + std::to_string(1000 + test),
                         TestOutcome::passed, 1});
      std::sort(named.begin(), named.end(), [](auto& a, auto& b) { return a.id < b.id; });
      batch.changes.emplace_back(test_run(std::move(named)));
    }
    REQUIRE((*lease)->append(expected, batch));
  }
  std::size_t names = 0;
  std::uint32_t highest = 0;
  REQUIRE(store->test_names(digest("make test"), {}, [&](auto test, auto) {
    ++names;
    highest = std::max(highest, test);
  }));
  const std::size_t kept = store->test_runs(digest("make test"))->size();
  CHECK(names <= kept * tests / 100 + 12'000);
  CHECK(highest < kept * tests / 100 + 40'000);
}

}  // namespace
}  // namespace assay
