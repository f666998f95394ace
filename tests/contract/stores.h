// SPDX-License-Identifier: MIT
// The stores that pass the contract: each opens as often as wanted, and can lose a lock.
#pragma once

#include "adapters/store/sqlite/connection.h"
#include "adapters/store/sqlite/store.h"
#include "support/fake_store.h"
#include "support/temp_dir.h"

#include <doctest/doctest.h>

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

}  // namespace assay::contract
