// SPDX-License-Identifier: MIT
// Where a server is, as a user writes it: postgresql://user@host:port/database?sslmode=verify-full.
// What it takes to be let in is told by libpq's own means and never stands here.
#pragma once

#include "base/result.h"

#include <string>
#include <utility>
#include <vector>

namespace assay::postgres {

struct Address {
  /// What libpq is given, by its own names.
  std::vector<std::pair<std::string, std::string>> settings;
  std::string shown;  ///< for messages: "postgresql://host:port/database"
};

/// Fault::bad_input: it is no such address, or a password stands in it. The words repeat nothing of
/// what was given.
Result<Address> read_address(const std::string& url);

}  // namespace assay::postgres
