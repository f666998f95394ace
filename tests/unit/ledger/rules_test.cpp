// SPDX-License-Identifier: MIT
// The rules of the ledger on a store in memory, which can be changed behind its back.
#include "ledger/chain.h"
#include "ledger/ledger.h"
#include "support/fake_store.h"
#include "support/sample_entries.h"

#include <doctest/doctest.h>

namespace assay {
namespace {

using support::concluded;
using support::ended;
using support::started;

struct Kept {
  std::shared_ptr<fake::Shelf> shelf = std::make_shared<fake::Shelf>();
  ledger::Ledger ledger{std::make_unique<fake::Store>(shelf)};

  std::unique_ptr<shell::Journal> begin(const std::string& run_id) {
    auto journal = ledger.begin({run_id, "verify", "/w"});
    if (!journal) FAIL(journal.error().what);
    return journal.take();
  }
  fake::Run& run(const std::string& run_id) const { return *shelf->runs.at(run_id); }
  std::string problems() {
    std::string all;
    for (const auto& problem : ledger.verify_chains(std::nullopt).take().problems)
      all += std::to_string(problem.seq) + " " + problem.what + "; ";
    return all;
  }
};

Result<> append(shell::Journal& journal, const std::vector<shell::Entry>& entries) {
  return journal.append(entries);
}

core::pipeline::CheckRow check_row(const std::string& name) {
  return {"T-1", "after", name, "make", "", 0, "", true, "", "", 1};
}

struct Filled : Kept {
  Filled() {
    auto journal = begin("r1");
    REQUIRE(
        append(*journal, {started("r1"),
                          ended(0),
                          ended(1),
                          {core::RowsRecorded{support::moment(9), {}, {check_row("a")}, {}}, ""},
                          concluded(core::Outcome::passed)}));
  }
};

TEST_CASE("ledger rules: what was not touched is sound") { CHECK(Filled().problems().empty()); }

TEST_CASE("ledger rules: every change behind its back is told, once, and where") {
  struct Row {
    const char* name;
    void (*change)(fake::Run&);
    const char* told;
  };
  const Row rows[] = {
      {"a body", [](fake::Run& run) { run.events[1].body += " "; },
       "2 was changed: its hash does not fit; "},
      {"a body and its hash",
       [](fake::Run& run) {
         shell::StoredEvent& e = run.events[1];
         e.body += " ";
         e.hash = ledger::hash_of({"r1", e.seq, e.at, e.kind, e.body}, e.previous);
       },
       "3 does not continue the event before it; "},
      {"an event less", [](fake::Run& run) { run.events.pop_back(); },
       "0 has 4 events, but 5 were written; 0 its head is not its last event; "},
      {"a head", [](fake::Run& run) { run.row.head = Digest{}; },
       "0 its head is not its last event; "},
      {"an exit code", [](fake::Run& run) { run.attempts.begin()->second.exit_code = 1; },
       "2 attempts says otherwise of c0#1; "},
      {"an attempt less", [](fake::Run& run) { run.attempts.erase(run.attempts.begin()); },
       "2 attempts lacks c0#1; "},
      {"an attempt more",
       [](fake::Run& run) {
         run.attempts[{"more", 1}] = {};
       },
       "0 attempts has rows that no event tells of; "},
      {"a check", [](fake::Run& run) { run.rows[0].checks[0].passed = false; },
       "4 anvil_checks says otherwise; "},
      {"a check more", [](fake::Run& run) { run.rows[0].checks.push_back(check_row("b")); },
       "0 anvil_checks has rows that no event tells of; "},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    Filled kept;
    row.change(kept.run("r1"));
    CHECK(kept.problems() == row.told);
  }
}

TEST_CASE("ledger rules: a changed event is not read") {
  Filled kept;
  kept.run("r1").events[2].decision = "start c9#1";  // not part of the chain
  const auto ignore = [](std::uint64_t, const shell::Entry&) -> Result<> { return {}; };
  CHECK(kept.ledger.for_each_entry("r1", ignore));
  kept.run("r1").events[2].kind = "attempt_started";
  CHECK(kept.ledger.for_each_entry("r1", ignore).error().what ==
        "memory: run r1: event 3 does not match its hash");
}

TEST_CASE("ledger rules: logs are compared with their digests, and pruned ones are told as such") {
  Kept kept;
  auto journal = kept.begin("r1");
  shell::Entry entry = ended(0);
  auto& attempt = std::get<core::AttemptEnded>(entry.event);
  attempt.evidence.output.log_path = "/s/runs/r1/logs/c0.log";
  attempt.evidence.output.log = digest_of(std::string("hello"));
  REQUIRE(append(*journal, {started("r1"), entry, concluded(core::Outcome::passed)}));
  CHECK(kept.problems() == "2 log /s/runs/r1/logs/c0.log: No such file or directory; ");
  kept.shelf->logs["/s/runs/r1/logs/c0.log"] = "hello";
  CHECK(kept.problems().empty());
  kept.shelf->logs["/s/runs/r1/logs/c0.log"] = "hallo";
  CHECK(kept.problems() == "2 log /s/runs/r1/logs/c0.log: was changed; ");
  CHECK(kept.ledger.prune("r1", support::moment(99)).error().fault == Fault::conflict);
  journal.reset();
  CHECK(kept.ledger.prune("r1", support::moment(99)).take().files == 1);
  CHECK(kept.problems().empty());
  CHECK(kept.ledger.verify_chains("r1").take().pruned == 1);
}

TEST_CASE("ledger rules: only a run that has ended is pruned") {
  Kept kept;
  REQUIRE(append(*kept.begin("r1"), {started("r1")}));
  CHECK(kept.ledger.prune("r1", {}).error().what == "run r1 has not ended");
  CHECK(kept.ledger.prune("r", {}).error().fault == Fault::bad_input);
  CHECK(kept.ledger.prune("../r1", {}).error().fault == Fault::bad_input);
}

TEST_CASE("ledger rules: money is free again when its attempt is not started, whatever the words") {
  struct Row {
    const char* decision;
    std::vector<core::AttemptKey> starts;
    std::int64_t launches;
  };
  const Row rows[] = {{"start dev#1", {{0, 1}}, 1},
                      {"tree dev#1; start dev#1", {{0, 1}}, 1},  // not the first effect
                      {"start other#1", {{3, 1}}, 0},  // another attempt than the one asked for
                      {"start dev#1", {}, 0},          // words alone start nothing
                      {"park", {}, 0}};
  for (const Row& row : rows) {
    CAPTURE(row.decision);
    Kept kept;
    auto journal = kept.begin("r1");
    REQUIRE(append(*journal, {support::agent_started("r1")}));
    REQUIRE(journal->reserve({{0, 1}, "dev"}, support::moment(5)));
    CHECK(kept.ledger.spending().take().at("r1").launches == 1);
    REQUIRE(append(*journal, {{core::SpendingReported{support::moment(6), {0, 1}, {}}, row.decision,
                               row.starts}}));
    CHECK(kept.ledger.spending().take()["r1"].launches == row.launches);
  }
}

TEST_CASE("ledger rules: a journal that failed once does not write again") {
  Kept kept;
  auto journal = kept.begin("r1");
  REQUIRE(append(*journal, {started("r1")}));
  kept.shelf->full = true;
  CHECK(append(*journal, {ended(0)}).error().fault == Fault::exhausted);
  kept.shelf->full = false;
  CHECK(append(*journal, {ended(0)}).error().fault == Fault::exhausted);
  journal.reset();
  auto heir = kept.ledger.take_over("r1").take();
  CHECK(append(*heir, {ended(0)}));
}

TEST_CASE("ledger rules: a run is asked to stop only while somebody can hear it") {
  Kept kept;
  CHECK(kept.ledger.ask_to_stop("r1", "me").error().fault == Fault::not_found);
  auto journal = kept.begin("r1");
  REQUIRE(append(*journal, {started("r1")}));
  CHECK_FALSE(journal->stop_asked().has_value());
  REQUIRE(kept.ledger.ask_to_stop("r1", "me"));
  CHECK(journal->stop_asked() == "me");
  journal.reset();
  CHECK(kept.ledger.ask_to_stop("r1", "me").error().what == "run r1 has no coordinator");
  auto heir = kept.ledger.take_over("r1").take();
  REQUIRE(append(*heir, {concluded(core::Outcome::passed)}));
  CHECK(kept.ledger.ask_to_stop("r1", "me").error().what == "run r1 has ended");
}

}  // namespace
}  // namespace assay
