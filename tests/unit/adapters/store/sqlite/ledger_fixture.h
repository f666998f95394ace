// SPDX-License-Identifier: MIT
// A ledger in a directory of its own, and ways to do to it what assay never does.
#pragma once

#include "adapters/store/sqlite/connection.h"
#include "adapters/store/sqlite/store.h"
#include "ledger/ledger.h"
#include "support/sample_entries.h"
#include "support/temp_dir.h"

#include <doctest/doctest.h>
#include <sqlite3.h>

#include <memory>
#include <string>
#include <vector>

namespace assay::support {

inline Result<ledger::Ledger> open_ledger(const std::string& state_dir, sqlite::Mode mode) {
  return ledger::Ledger(TRY(sqlite::Store::open(state_dir, mode)));
}

struct Store {
  TempDir dir;
  std::string state = dir / "state";
  std::string file = state + "/ledger.db";

  ledger::Ledger open(sqlite::Mode mode = sqlite::Mode::read_write) const {
    auto opened = open_ledger(state, mode);
    if (!opened) FAIL(opened.error().what);
    return opened.take();
  }
  Error open_error(sqlite::Mode mode = sqlite::Mode::read_write) const {
    auto opened = open_ledger(state, mode);
    REQUIRE_FALSE(opened);
    return opened.error();
  }

  /// Runs SQL behind assay's back. Returns SQLite's message, empty if it worked.
  std::string tamper(const std::string& sql) const {
    sqlite3* database = nullptr;
    REQUIRE(sqlite3_open(file.c_str(), &database) == SQLITE_OK);
    char* message = nullptr;
    sqlite3_exec(database, sql.c_str(), nullptr, nullptr, &message);
    const std::string text = message == nullptr ? "" : message;
    sqlite3_free(message);
    sqlite3_close(database);
    return text;
  }
};

inline std::unique_ptr<shell::Journal> begin(ledger::Ledger& ledger, const std::string& run_id) {
  auto journal = ledger.begin({run_id, "verify", "/w"});
  if (!journal) FAIL(journal.error().what);
  return journal.take();
}

inline Result<> append(shell::Journal& journal, std::vector<shell::Entry> entries) {
  return journal.append(entries);
}

}  // namespace assay::support
