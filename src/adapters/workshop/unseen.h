// SPDX-License-Identifier: MIT
// What lies in a working tree and git does not see: ignored files, what tools have installed.
#pragma once

#include "adapters/repository/tree/snapshot.h"
#include "base/result.h"
#include "format/gitignore.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::workshop {

enum class UnseenKind : char {
  file = 'f',
  link = 'l',
  folder = 'd',  ///< with nothing in it, however deep, that git sees
  other = 'o',   ///< a pipe, a socket, a device
};

struct Unseen {
  std::string path;
  UnseenKind kind{};

  friend bool operator==(const Unseen&, const Unseen&) = default;
};

/// Everything below a directory that its snapshot does not have, by path: a folder comes before
/// what is in it. No link is followed; what is called .git is left out. Fault::exhausted beyond two
/// million.
Result<std::vector<Unseen>> find_unseen(const std::string& directory, const tree::Snapshot& seen);

/// Whether rules as in .gitignore speak of a file, or of a folder it is in.
bool is_listed(const format::IgnoreRules& rules, std::string_view path);

}  // namespace assay::workshop
