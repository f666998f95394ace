// SPDX-License-Identifier: MIT
// A connection for SQL that is not ours: one SELECT at a time, nothing can be changed, for a
// limited time and in limited memory.
#pragma once

#include "adapters/store/sqlite/connection.h"

#include <chrono>
#include <memory>
#include <string>

namespace assay::sqlite {

struct Bounds {
  std::chrono::seconds longest{30};
  sqlite3_int64 memory = 256 << 20;
  int value_bytes = 64 << 20;
  bool rows_only = false;  ///< only the tables pipelines share with other tools can be read
};

class Confined {
 public:
  static Result<std::unique_ptr<Confined>> open(const std::string& path, const Bounds& bounds);
  static Result<std::unique_ptr<Confined>> around(std::shared_ptr<Connection> connection,
                                                  const Bounds& bounds);

  Confined(const Confined&) = delete;
  Confined& operator=(const Confined&) = delete;

  /// For statements of ours: they may change things, within the same bounds.
  template <class Work>
  auto trusting(Work work) {
    renew();
    trusted_ = true;
    auto result = work();
    trusted_ = false;
    return result;
  }
  /// Its time begins now. Fault::bad_input: this is not one SELECT.
  Result<Statement> prepare(const std::string& sql);
  /// True: there is a row. Fault::bad_input: the SQL makes no sense. Fault::exhausted: it needs too
  /// much.
  Result<bool> step(const Statement& statement);

 private:
  explicit Confined(const Bounds& bounds) : bounds_(bounds) {}

  static int check_limits(void* self);
  static int authorize(void* self, int action, const char* first, const char* second, const char*,
                       const char*);
  void renew();
  void confine();
  Error refused(int code) const;

  Bounds bounds_;
  std::chrono::steady_clock::time_point end_;
  sqlite3_int64 memory_before_ = 0;
  bool trusted_ = false;
  std::string stopped_;  ///< why SQLite was told to stop; empty: it was not
  std::shared_ptr<Connection> connection_;
};

}  // namespace assay::sqlite
