// SPDX-License-Identifier: MIT
// postgres_bench URL [APPENDS [COORDINATORS]]: how many appends a second a shared ledger takes,
// side by side with bare libpq that writes the same rows in the same transactions, in turns; then
// many coordinators at once. In schemas of its own.
#include "adapters/store/postgres/store.h"

#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <thread>

namespace {

using namespace assay;  // NOLINT: a program of one file
using Clock = std::chrono::steady_clock;

const std::string body(600, 'b');
const std::string decision(80, 'd');

double seconds_since(Clock::time_point begun) {
  return std::chrono::duration<double>(Clock::now() - begun).count();
}

[[noreturn]] void die(const std::string& what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  std::exit(1);
}

shell::Batch next_batch(shell::Tail& tail) {
  shell::Batch batch;
  shell::StoredEvent event{tail.events + 1, "2026-11-15T00:00:00.000Z",
                           "AttemptEnded",  body,
                           tail.head,       digest_of(std::to_string(tail.events)),
                           decision};
  tail = {tail.epoch, event.seq, event.hash};
  batch.events.push_back(std::move(event));
  batch.code = std::string(130, 'c');
  return batch;
}

/// One run through the store; the seconds it took, and each append's milliseconds.
double by_store(const std::string& url, const std::string& run, int appends,
                std::vector<double>& each) {
  std::string state = (std::filesystem::temp_directory_path() / "assay-bench-XXXXXX").string();
  if (::mkdtemp(state.data()) == nullptr) die("mkdtemp");
  auto store =
      postgres::Store::open({.url = url, .state_dir = state}, shell::LedgerMode::read_write);
  if (!store) die(store.error().what);
  auto lease = (*store)->take({run, "verify", "/w"});
  if (!lease) die(lease.error().what);
  shell::Tail tail{1, 0, digest_of("start")};
  const auto first = (*lease)->append(shell::Tail(tail), next_batch(tail));
  if (!first) die(first.error().what);
  const auto begun = Clock::now();
  for (int i = 0; i < appends; ++i) {
    const auto at = Clock::now();
    const shell::Tail expected = tail;
    const auto done = (*lease)->append(expected, next_batch(tail));
    if (!done) die(done.error().what);
    each.push_back(seconds_since(at) * 1000);
  }
  const double took = seconds_since(begun);
  std::filesystem::remove_all(state);
  return took;
}

/// The same rows by prepared statements, one after the other, as one would write it by hand.
double by_hand(const std::string& url, const std::string& run, int appends) {
  PGconn* c = PQconnectdb(url.c_str());
  if (PQstatus(c) != CONNECTION_OK) die(PQerrorMessage(c));
  const auto must = [&](PGresult* r) {
    const auto status = PQresultStatus(r);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) die(PQerrorMessage(c));
    PQclear(r);
  };
  const std::string hash = "\\x" + digest_of("x").hex();
  must(PQexec(c, ("INSERT INTO runs(run_id, machine, host, home, workspace, started_at, epoch, "
                  "event_count, head) VALUES('" +
                  run + "', 'verify', 'h', '/s', '/w', '', 1, 0, '" + hash + "')")
                     .c_str()));
  must(PQprepare(c, "event",
                 "INSERT INTO events(run_id, seq, at, kind, body, prev_hash, hash) VALUES($1, $2,"
                 " '2026-11-15T00:00:00.000Z', 'AttemptEnded', $3, $4, $4)",
                 0, nullptr));
  must(PQprepare(c, "decision", "INSERT INTO decisions(run_id, seq, effects) VALUES($1, $2, $3)", 0,
                 nullptr));
  must(PQprepare(
      c, "code",
      "INSERT INTO open_runs(run_id, code) VALUES($1, $2) ON CONFLICT(run_id) DO UPDATE SET code ="
      " excluded.code",
      0, nullptr));
  must(PQprepare(c, "run", "UPDATE runs SET event_count = $2, head = $3 WHERE run_id = $1", 0,
                 nullptr));
  const std::string code(130, 'c');
  const auto begun = Clock::now();
  for (int i = 1; i <= appends; ++i) {
    const std::string seq = std::to_string(i);
    const char* event[] = {run.c_str(), seq.c_str(), body.c_str(), hash.c_str()};
    const char* decided[] = {run.c_str(), seq.c_str(), decision.c_str()};
    const char* coded[] = {run.c_str(), code.c_str()};
    const char* moved[] = {run.c_str(), seq.c_str(), hash.c_str()};
    must(PQexec(c, "BEGIN"));
    must(PQexecPrepared(c, "event", 4, event, nullptr, nullptr, 0));
    must(PQexecPrepared(c, "decision", 3, decided, nullptr, nullptr, 0));
    must(PQexecPrepared(c, "code", 2, coded, nullptr, nullptr, 0));
    must(PQexecPrepared(c, "run", 3, moved, nullptr, nullptr, 0));
    must(PQexec(c, "COMMIT"));
  }
  const double took = seconds_since(begun);
  PQfinish(c);
  return took;
}

void many(const std::string& url, int coordinators, int appends) {
  std::vector<std::thread> threads;
  std::vector<std::vector<double>> each(static_cast<std::size_t>(coordinators));
  const auto begun = Clock::now();
  for (int i = 0; i < coordinators; ++i)
    threads.emplace_back([&, i] {
      by_store(url, "many-" + std::to_string(i), appends, each[static_cast<std::size_t>(i)]);
    });
  for (std::thread& thread : threads) thread.join();
  const double took = seconds_since(begun);
  std::vector<double> all;
  for (const auto& some : each) all.insert(all.end(), some.begin(), some.end());
  std::sort(all.begin(), all.end());
  std::printf(
      "%d coordinators: %.0f appends/s together; one append %.2f ms in the middle, %.2f ms at 99 "
      "%%\n",
      coordinators, static_cast<double>(all.size()) / took, all[all.size() / 2],
      all[all.size() * 99 / 100]);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) die("postgres_bench URL [APPENDS [COORDINATORS]]");
  const std::string server = argv[1];
  const int appends = argc > 2 ? std::atoi(argv[2]) : 500;
  const int coordinators = argc > 3 ? std::atoi(argv[3]) : 50;
  const std::string schema = "bench" + std::to_string(::getpid());
  PGconn* c = PQconnectdb(server.c_str());
  PQclear(PQexec(c, ("CREATE SCHEMA " + schema).c_str()));
  const std::string url = server + (server.find('?') == std::string::npos ? "?" : "&") +
                          "options=-csearch_path%3D" + schema;
  std::vector<double> each;
  double store = 0, hand = 0;
  by_store(url, "warm", 20, each);
  each.clear();
  constexpr int rounds = 5;
  for (int round = 0; round < rounds; ++round) {
    store += by_store(url, "store-" + std::to_string(round), appends, each);
    hand += by_hand(url, "hand-" + std::to_string(round), appends);
  }
  std::sort(each.begin(), each.end());
  const double all = static_cast<double>(appends) * rounds;
  std::printf(
      "one coordinator: %.0f appends/s (%.2f ms in the middle, %.2f ms at 99 %%); bare libpq, "
      "statement by statement:"
      " %.0f/s; ratio of times %.2f\n",
      all / store, each[each.size() / 2], each[each.size() * 99 / 100], all / hand, store / hand);
  many(url, coordinators, std::max(20, appends / 5));
  PQclear(PQexec(c, ("DROP SCHEMA " + schema + " CASCADE").c_str()));
  PQfinish(c);
}
