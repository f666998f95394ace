// SPDX-License-Identifier: MIT
// A workspace at one moment, as a value: what git would call it, and the digest of everything in
// it.
#pragma once

#include <string>
#include <vector>

namespace assay::core {

/// Two looks saw the same bytes if both names are the same: git's leaves out what is not committed
/// in repositories inside, and files it cannot store.
struct Tree {
  std::string id;      ///< hex; what `git add -A && git write-tree` would say
  std::string digest;  ///< hex; empty: it could not be read

  bool is_known() const { return !digest.empty(); }
  friend bool operator==(const Tree&, const Tree&) = default;
};

/// A file that appeared while gates ran, and its bytes.
struct ByProduct {
  std::string path;
  std::string digest;  ///< hex

  friend bool operator==(const ByProduct&, const ByProduct&) = default;
};

/// Beyond these, by-products are only counted.
constexpr std::size_t by_products_max = 10'000;

}  // namespace assay::core
