// SPDX-License-Identifier: MIT
// Where a server of this program listens, as flags say it, and the secrets it hands out.
#pragma once

#include "api/site.h"
#include "base/result.h"

#include <cstdint>
#include <string>

namespace assay::cli {

struct Address {
  std::string host;  ///< a number, without brackets
  std::uint16_t port = 0;
};

/// "127.0.0.1:8080", "localhost:0", "[::1]:8080".
Result<Address> read_address(const std::string& flag, const std::string& given);
/// Only programs of this machine get there.
bool is_loopback(const Address& address);

/// So many times 64 bits that nobody can guess.
std::string unguessable(shell::Outside& outside, int times);

}  // namespace assay::cli
