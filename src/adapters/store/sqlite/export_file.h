// SPDX-License-Identifier: MIT
// One exported database while it is written: a new one under another name, one that was there in a
// transaction. Nobody sees anything of it before publish().
#pragma once

#include "adapters/store/sqlite/statement.h"
#include "base/result.h"

#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace assay::sqlite {

/// One table with its indexes.
struct ExportTable {
  std::string file;  ///< "verification-ledger.db"
  std::string table;
  std::vector<std::string> indexes;
};

class ExportFile {
 public:
  /// Fault::bad_input: there is something that is no such database.
  static Result<std::unique_ptr<ExportFile>> open(const std::string& directory,
                                                  const ExportTable& what);
  ExportFile(const ExportFile&) = delete;
  ExportFile& operator=(const ExportFile&) = delete;
  /// Without publish() everything is as before.
  ~ExportFile();

  const std::string& path() const { return path_; }

  /// Runs whose rows are in it already.
  Result<std::vector<std::string>> runs();
  /// Writes every row of `source` over what was there. Returns how many.
  Result<std::uint64_t> fill(Statement& source);
  Result<> publish();

 private:
  ExportFile(std::string path, ExportTable what) : path_(std::move(path)), what_(std::move(what)) {}

  Result<> look();
  Result<> create();
  Result<> connect(const std::string& path);
  Result<> check_schema();
  Result<> execute(const std::string& sql);
  Result<Statement> prepare(const std::string& sql);
  void close();
  Error trouble(int code) const;
  Error blame(const Error& error) const;
  Error not_ours(const std::string& why) const;

  std::string path_;
  ExportTable what_;
  std::string draft_;  ///< the other name; empty: the file was there
  sqlite3* database_ = nullptr;
};

}  // namespace assay::sqlite
