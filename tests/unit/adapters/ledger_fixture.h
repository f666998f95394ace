// SPDX-License-Identifier: MIT
// A ledger in a directory of its own, and ways to do to it what assay never does.
#pragma once

#include "adapters/sqlite/connection.h"
#include "adapters/sqlite/ledger.h"
#include "support/sample_entries.h"
#include "support/temp_dir.h"

#include <doctest/doctest.h>
#include <sqlite3.h>

#include <memory>
#include <string>
#include <vector>

namespace assay::support {

struct Store {
  TempDir dir;
  std::string state = dir / "state";
  std::string file = state + "/ledger.db";

  sqlite::Ledger open(sqlite::Mode mode = sqlite::Mode::read_write) const {
    auto ledger = sqlite::Ledger::open(state, mode);
    if (!ledger) FAIL(ledger.error().what);
    return ledger.take();
  }
  Error open_error(sqlite::Mode mode = sqlite::Mode::read_write) const {
    auto ledger = sqlite::Ledger::open(state, mode);
    REQUIRE_FALSE(ledger);
    return ledger.error();
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

inline std::unique_ptr<shell::Journal> begin(shell::Ledger& ledger, const std::string& run_id) {
  auto journal = ledger.begin({run_id, "verify", "/w"});
  if (!journal) FAIL(journal.error().what);
  return journal.take();
}

inline Result<> append(shell::Journal& journal, std::vector<shell::Entry> entries) {
  return journal.append(entries);
}

}  // namespace assay::support
