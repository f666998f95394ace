// SPDX-License-Identifier: MIT
// The stores that pass the contract: each opens as often as wanted, and can lose a lock.
#pragma once

#ifdef ASSAY_CONTRACT_POSTGRES
#include "adapters/store/postgres/store.h"
#endif
#include "adapters/store/sqlite/connection.h"
#include "adapters/store/sqlite/store.h"
#include "support/fake_store.h"
#include "support/temp_dir.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

namespace assay::contract {

struct Memory {
  std::shared_ptr<fake::Shelf> shelf = std::make_shared<fake::Shelf>();

  std::unique_ptr<shell::Store> open() const { return std::make_unique<fake::Store>(shelf); }
  /// As if it had been lost although its coordinator lives.
  void lose_lock(const std::string& run_id) const { shelf->locks.erase(run_id); }
};

struct Sqlite {
  support::TempDir dir;

  std::unique_ptr<shell::Store> open() const {
    auto store = sqlite::Store::open(dir / "state", sqlite::Mode::read_write);
    if (!store) FAIL(store.error().what);
    return store.take();
  }
  void lose_lock(const std::string& run_id) const {
    std::filesystem::remove(dir / ("state/runs/" + run_id + "/lock"));
  }
};

#ifdef ASSAY_CONTRACT_POSTGRES
/// A schema of its own on the server that $ASSAY_TEST_POSTGRES names.
struct Postgres {
  support::TempDir dir;
  std::string schema = "t" + digest_of(dir.path()).hex().substr(0, 16);

  Postgres() { execute("CREATE SCHEMA " + schema); }
  ~Postgres() { execute("DROP SCHEMA " + schema + " CASCADE"); }

  std::string url() const {
    const char* server = std::getenv("ASSAY_TEST_POSTGRES");
    REQUIRE_MESSAGE(server != nullptr, "ASSAY_TEST_POSTGRES names no server");
    const std::string separator = std::string(server).find('?') == std::string::npos ? "?" : "&";
    return std::string(server) + separator + "options=-csearch_path%3D" + schema;
  }
  std::unique_ptr<shell::Store> open() const {
    auto store = postgres::Store::open({.url = url(), .state_dir = dir / "state"},
                                       shell::LedgerMode::read_write);
    if (!store) FAIL(store.error().what);
    return store.take();
  }
  /// As if the coordinator were another machine that has said nothing for too long.
  void lose_lock(const std::string& run_id) const {
    std::filesystem::remove(dir / ("state/runs/" + run_id + "/lock"));
    execute("UPDATE leases SET place = 'elsewhere', expires = '2000-01-01' WHERE run_id = '" +
            run_id + "'");
  }
  void execute(const std::string& sql) const {
    auto connection = postgres::Connection::open(postgres::read_address(url()).take());
    REQUIRE_MESSAGE(connection, "the server cannot be reached");
    const auto done = (*connection)->execute(sql);
    if (!done) FAIL(done.error().what);
  }
};
#define ASSAY_STORES contract::Postgres
#else
#define ASSAY_STORES contract::Memory, contract::Sqlite
#endif

}  // namespace assay::contract
