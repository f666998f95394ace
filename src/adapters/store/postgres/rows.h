// SPDX-License-Identifier: MIT
// What a statement is given, and what it answers. Text of ours may hold any byte; PostgreSQL keeps
// valid UTF-8 without zero bytes. What does not fit is written with escapes that are read back.
#pragma once

#include "base/digest.h"
#include "base/result.h"

#include <libpq-fe.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace assay::postgres {

std::string escaped_text(std::string_view text);
std::string unescaped_text(std::string_view text);

/// Values for $1, $2, ... in their order.
class Params {
 public:
  Params& text(std::string_view value);
  Params& text_or_null(const std::string& value);
  Params& integer(std::int64_t value);
  Params& number(std::uint64_t value) { return integer(static_cast<std::int64_t>(value)); }
  Params& bytes(std::string_view value);
  Params& digest(const Digest& value);
  Params& null();

 private:
  friend class Connection;
  struct Value {
    std::string bytes;
    bool is_null = false;
    bool binary = false;
  };
  std::vector<Value> values_;
};

/// All rows of an answer, in the binary form.
class Rows {
 public:
  Rows() = default;
  explicit Rows(PGresult* result) : result_(result) {}

  int count() const { return result_ ? PQntuples(result_.get()) : 0; }
  bool empty() const { return count() == 0; }
  bool is_null(int row, int column) const;
  std::string text(int row, int column) const;
  std::string_view bytes(int row, int column) const;
  std::int64_t integer(int row, int column) const;
  std::uint64_t number(int row, int column) const {
    return static_cast<std::uint64_t>(integer(row, column));
  }
  Result<Digest> digest(int row, int column) const;
  const PGresult* raw() const { return result_.get(); }

 private:
  struct Clear {
    void operator()(PGresult* result) const { PQclear(result); }
  };
  std::unique_ptr<PGresult, Clear> result_;
};

}  // namespace assay::postgres
