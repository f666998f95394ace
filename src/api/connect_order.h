// SPDX-License-Identifier: MIT
// What connecting an agent comes to here, and where its files lie. Private to connect and its
// check.
#pragma once

#include "api/connect.h"
#include "format/connect/pieces.h"

#include <cstdint>
#include <string>

namespace assay::api {

inline constexpr std::uint64_t connected_bytes_max = 16U << 20;

Reply<format::DoorOrder> order_of(const ConnectRequest& request, const Site& site);

/// Where a file really lies: a link to it stays a link.
struct FilePlace {
  std::string path;   ///< absolute
  std::string shown;  ///< for people
};

Reply<FilePlace> place_of(const std::string& path, const ConnectRequest& request, const Site& site);

}  // namespace assay::api
