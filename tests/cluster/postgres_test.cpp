// SPDX-License-Identifier: MIT
// What only PostgreSQL can get wrong: bytes that are no UTF-8, leases by the server's clock, two
// who append or reserve at once, rows that must stay.
#include "adapters/store/postgres/address.h"
#include "contract/stores.h"

#include <doctest/doctest.h>

#include <thread>

namespace assay {
namespace {

using contract::Postgres;
using shell::Tail;

Tail first_tail() { return {.epoch = 1, .events = 0, .head = digest_of("start")}; }

shell::Batch one_event(Tail& tail, const std::string& body = "{}") {
  shell::Batch batch;
  shell::StoredEvent event{tail.events + 1,
                           "2026-11-15T00:00:00.000Z",
                           "k",
                           body,
                           tail.head,
                           digest_of(std::to_string(tail.events + 1)),
                           "d"};
  tail = {tail.epoch, event.seq, event.hash};
  batch.events.push_back(std::move(event));
  return batch;
}

TEST_CASE("postgres: a password in the address is refused, and repeated by nobody") {
  for (const std::string url :
       {"postgresql://u:geheim@h/d", "postgresql://h/d?password=geheim", "postgres://:geheim@/",
        "postgresql://u:geheim@h:notaport:x/d?nonsense=1", "mysql://u:geheim@h/d"}) {
    const auto address = postgres::read_address(url);
    REQUIRE_FALSE(address);
    CHECK(address.error().fault == Fault::bad_input);
    CHECK(address.error().what.find("geheim") == std::string::npos);
  }
  const auto fine = postgres::read_address("postgresql://u@h:5433/d?sslmode=verify-full").take();
  CHECK(fine.shown == "postgresql://h:5433/d");
}

TEST_CASE("postgres: any bytes are read back as they were") {
  Postgres kind;
  const auto store = kind.open();
  auto lease = store->take({"r1", "verify", std::string("/w\xff\x02") + "30"}).take();
  Tail tail = first_tail();
  const std::string body = std::string("a\0b\x02\xc3(", 6) + "\x02zz ü";
  const Tail before = tail;
  REQUIRE(lease->append(before, one_event(tail, body)));
  std::string found;
  REQUIRE(store->read("r1", 0, [&](const shell::EventRow& row) -> Result<> {
    found = row.body;
    return {};
  }));
  CHECK(found == body);
  CHECK(store->runs({}).take()[0].workspace == std::string("/w\xff\x02") + "30");
}

TEST_CASE("postgres: who appends twice what has landed is told that it is there") {
  Postgres kind;
  const auto store = kind.open();
  auto lease = store->take({"r1", "verify", "/w"}).take();
  Tail tail = first_tail();
  const Tail before = tail;
  const shell::Batch batch = one_event(tail);
  REQUIRE(lease->append(before, batch));
  // Another event at the same place is refused; nothing of it stays.
  Tail other = before;
  CHECK(lease->append(before, one_event(other, "[]")).error().fault == Fault::io);
  CHECK(store->runs({}).take()[0].events == 1);
}

TEST_CASE("postgres: another machine's lease holds for its time, by the server's clock") {
  Postgres kind;
  const auto store = kind.open();
  auto lease = store->take({"r1", "verify", "/w"}).take();
  Tail tail = first_tail();
  const Tail before = tail;
  REQUIRE(lease->append(before, one_event(tail)));
  std::filesystem::remove(kind.dir / "state/runs/r1/lock");
  kind.execute("UPDATE leases SET place = 'elsewhere', host = 'far'");
  const auto refused = store->take_over("r1");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().fault == Fault::conflict);
  CHECK(refused.error().what.find("on far") != std::string::npos);
  CHECK(store->runs({}).take()[0].alive);
  kind.execute("UPDATE leases SET expires = clock_timestamp() - interval '1 s'");
  CHECK_FALSE(store->runs({}).take()[0].alive);
  auto heir = store->take_over("r1").take();
  CHECK(heir.tail.epoch == 2);
  const Tail stale = tail;
  CHECK(lease->append(stale, one_event(tail)).error().fault == Fault::conflict);
  CHECK(lease->renew().error().fault == Fault::conflict);
}

TEST_CASE("postgres: rows stay, whoever asks") {
  Postgres kind;
  const auto store = kind.open();
  auto lease = store->take({"r1", "verify", "/w"}).take();
  Tail tail = first_tail();
  const Tail before = tail;
  REQUIRE(lease->append(before, one_event(tail)));
  auto connection = postgres::Connection::open(postgres::read_address(kind.url()).take()).take();
  for (const char* sql : {"UPDATE events SET body = 'x'", "DELETE FROM events",
                          "TRUNCATE events CASCADE", "DELETE FROM runs"}) {
    CHECK_FALSE(connection->execute(sql));
  }
  CHECK(store->open_audit().take()->damage().take().empty());
  kind.execute("ALTER TABLE events DISABLE TRIGGER events_keep");
  CHECK(store->open_audit().take()->damage().take().size() == 1);
}

TEST_CASE("postgres: reservations of two coordinators see each other") {
  Postgres kind;
  constexpr int each = 20;
  const auto reserve_all = [&](const std::string& run) {
    const auto store = kind.open();
    auto lease = store->take({run, "loop", "/w"}).take();
    Tail tail = first_tail();
    const Tail before = tail;
    REQUIRE(lease->append(before, one_event(tail)));
    std::vector<std::int64_t> seen;
    for (std::uint32_t i = 1; i <= each; ++i)
      seen.push_back(lease->reserve(tail, {{0, i}, "dev", "2026-11-15"}).take().launches);
    return seen;
  };
  std::vector<std::int64_t> a, b;
  std::thread other([&] { a = reserve_all("a"); });
  b = reserve_all("b");
  other.join();
  // In any order of all of them one comes last, and it has seen all of the other run.
  CHECK(std::max(a.back(), b.back()) == each);
  // If one has seen n of the other, the other's reservation n + 1 has seen this one.
  for (int i = 0; i < each; ++i) {
    const std::int64_t seen = a[static_cast<std::size_t>(i)];
    if (seen < each) CHECK(b[static_cast<std::size_t>(seen)] >= i + 1);
  }
}

TEST_CASE("postgres: two who make the tables at once make them once") {
  Postgres kind;
  std::vector<std::thread> all;
  for (int i = 0; i < 4; ++i) all.emplace_back([&] { CHECK(kind.open() != nullptr); });
  for (std::thread& each : all) each.join();
}

TEST_CASE("postgres: a question can write nothing") {
  Postgres kind;
  const auto store = kind.open();
  const auto ask = [&](const std::string& sql) {
    return store->tables()->query(sql, [](auto, auto) { return Result<>(); });
  };
  CHECK(ask("SELECT count(*) AS n FROM runs").take() == std::vector<std::string>{"n"});
  for (const char* sql : {"DELETE FROM leases", "SELECT 1; DELETE FROM leases", "SELECT nope",
                          "INSERT INTO durations VALUES('', 1, '') RETURNING 1"}) {
    CHECK(ask(sql).error().fault == Fault::bad_input);
  }
  CHECK(ask("SELECT 1").take().size() == 1);
}

}  // namespace
}  // namespace assay
