// SPDX-License-Identifier: MIT
// What the keys of every store promise, and what an audit finds by them.
#include "contract/stores.h"
#include "ledger/audit.h"
#include "ledger/seal.h"

#include <doctest/doctest.h>

namespace assay {
namespace {

Result<shell::RunHeads> none() { return shell::RunHeads(); }

TEST_CASE_TEMPLATE("keys: the first turn makes a key, and later ones use it", Kind, ASSAY_STORES) {
  Kind kind;
  const auto store = kind.open();
  CHECK(store->keys().all().take().empty());
  CHECK(store->keys().counted().take() == 0);
  const auto once = [] { return Result<shell::RunHeads>(shell::RunHeads{{"old", "ab"}}); };
  shell::Signature first;
  {
    const auto turn = store->keys().take_turn(once).take();
    CHECK(turn->counted() == 0);
    first = turn->sign("one").take();
    REQUIRE(turn->count(1));
  }
  const auto turn = kind.open()->keys().take_turn([]() -> Result<shell::RunHeads> {
    return Error{Fault::io, "must not be asked again"};
  });
  REQUIRE(turn);
  CHECK((*turn)->counted() == 1);
  CHECK((*turn)->sign("two").take().key == first.key);
  CHECK(store->keys().runs_before().take() == shell::RunHeads{{"old", "ab"}});
  CHECK(store->keys().holds(first, "one"));
  CHECK_FALSE(store->keys().holds(first, "two"));
  shell::Signature other = first;
  other.bytes[0] = static_cast<char>(other.bytes[0] ^ 1);
  CHECK_FALSE(store->keys().holds(other, "one"));
  other = first;
  other.key = "../../etc/passwd";
  CHECK_FALSE(store->keys().holds(other, "one"));
}

TEST_CASE_TEMPLATE("keys: what an earlier key signed stays valid", Kind, ASSAY_STORES) {
  Kind kind;
  const auto store = kind.open();
  const shell::Signature first = store->keys().take_turn(none).take()->sign("m").take();
  const shell::PublicKey made = store->keys().rotate(none).take();
  CHECK(made.is_current);
  CHECK(made.name != first.key);
  CHECK(store->keys().take_turn(none).take()->sign("m").take().key == made.name);
  CHECK(store->keys().holds(first, "m"));
  const auto all = store->keys().all().take();
  REQUIRE(all.size() == 2);
  CHECK(all[0] == made);
  CHECK(all[1].name == first.key);
  CHECK_FALSE(all[1].is_current);
}

TEST_CASE_TEMPLATE("keys: a code needs a key, and outlives a rotation", Kind, ASSAY_STORES) {
  Kind kind;
  const auto store = kind.open();
  CHECK_FALSE(store->keys().fits("", "m"));
  const std::string code = store->keys().code_of("m", none).take();
  CHECK(store->keys().all().take().size() == 1);
  CHECK(store->keys().fits(code, "m"));
  CHECK_FALSE(store->keys().fits(code, "n"));
  CHECK_FALSE(store->keys().fits("", "m"));
  const auto other = kind.open();
  CHECK(other->keys().fits(code, "m"));
  REQUIRE(other->keys().rotate(none));
  const std::string next = other->keys().code_of("m", none).take();
  CHECK(next != code);
  CHECK(other->keys().fits(code, "m"));
  CHECK(store->keys().fits(next, "m"));
}

TEST_CASE_TEMPLATE("keys: how far an open run has come is noted until it is forgotten", Kind,
                   ASSAY_STORES) {
  using Noted = std::map<std::string, std::uint64_t>;
  Kind kind;
  const auto store = kind.open();
  CHECK(store->keys().noted().take().empty());
  store->keys().note("r1", 1);
  store->keys().note("r1", 12);
  store->keys().note("r2", 3);
  CHECK(kind.open()->keys().noted().take() == Noted{{"r1", 12}, {"r2", 3}});
  store->keys().forget("r1");
  store->keys().forget("r1");
  CHECK(kind.open()->keys().noted().take() == Noted{{"r2", 3}});
}

TEST_CASE_TEMPLATE("keys: the seal of a run is stored with its end", Kind, ASSAY_STORES) {
  Kind kind;
  const auto store = kind.open();
  const shell::StoredSeal seal{1, "r1", "{}", {"key", "signature"}};
  auto lease = store->take({"r1", "verify", "/w"}).take();
  shell::Batch batch;
  batch.events.push_back({1, "2026-11-15T00:00:00.000Z", "k", "{}", {}, digest_of("e"), ""});
  batch.end = {"2026-11-15T00:00:01.000Z", "PASS"};
  batch.seal = seal;
  CHECK(store->last_seal().take() == 0);
  REQUIRE(lease->append({.epoch = 1, .events = 0, .head = {}}, batch));
  CHECK(store->last_seal().take() == 1);
  const auto audit = store->open_audit().take();
  CHECK(audit->seals(std::nullopt).take() == std::vector{seal});
  CHECK(audit->seals("r1").take() == std::vector{seal});
  CHECK(audit->seals("r2").take().empty());
  const auto totals = audit->totals("r1").take();
  REQUIRE(totals);
  CHECK(totals->outcome == "PASS");
  CHECK(totals->machine == "verify");
}

}  // namespace
}  // namespace assay
