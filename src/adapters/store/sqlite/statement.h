// SPDX-License-Identifier: MIT
// A prepared statement. Values are always bound, never pasted into SQL.
#pragma once

#include "base/digest.h"
#include "base/result.h"

#include <sqlite3.h>

#include <cstdint>
#include <string_view>

namespace assay::sqlite {

class Statement {
 public:
  Statement() = default;
  explicit Statement(sqlite3_stmt* statement) : statement_(statement) {}
  Statement(Statement&& other) noexcept;
  Statement& operator=(Statement&& other) noexcept;
  ~Statement();

  /// Parameters count from 1. What is bound must stay alive until the next reset.
  Statement& text(int parameter, std::string_view value);
  Statement& digest(int parameter, const Digest& value);
  Statement& blob(int parameter, std::string_view value);
  Statement& integer(int parameter, std::int64_t value);
  Statement& null(int parameter);

  /// True: there is a row. False: done.
  Result<bool> step();
  /// For statements without rows; can be bound and run again afterwards.
  Result<> run();
  void reset();

  /// Columns count from 0. Views are valid until the next step or reset.
  std::string_view text_at(int column) const;
  std::int64_t integer_at(int column) const;
  bool is_null(int column) const;
  /// Fails if the column does not hold 32 bytes.
  Result<Digest> digest_at(int column) const;

  sqlite3_stmt* raw() const { return statement_; }

 private:
  void note(int code);

  sqlite3_stmt* statement_ = nullptr;
  int refused_ = SQLITE_OK;  ///< the first bind that did not work, told by step()
};

/// Ends the use of a statement when the scope ends, so that no read transaction stays open.
class Rewind {
 public:
  explicit Rewind(Statement& statement) : statement_(statement) {}
  Rewind(const Rewind&) = delete;
  Rewind& operator=(const Rewind&) = delete;
  ~Rewind() { statement_.reset(); }

 private:
  Statement& statement_;
};

/// What SQLite's result code means to us.
Error failure(sqlite3* database, int code);

}  // namespace assay::sqlite
