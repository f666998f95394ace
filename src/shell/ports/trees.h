// SPDX-License-Identifier: MIT
// What a workspace holds at one moment.
#pragma once

#include "base/digest.h"
#include "base/result.h"
#include "core/ask/tree.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay::shell {

/// A workspace at one moment, and how it came to be from an earlier one.
struct TreeSight {
  Digest digest;
  std::string head;                           ///< commit; empty: none
  std::vector<std::string> changed;           ///< against ObserveTree::since
  std::vector<std::string> commits;           ///< after ObserveTree::since_head, oldest first
  std::string tree = {};                      ///< of a named look: what git would call it
  std::vector<core::ByProduct> created = {};  ///< of a named look: files that `since` does not have
  std::vector<std::string> by_bytes = {};     ///< files whose filter was not run
  std::vector<std::string> inputs = {};       ///< digests of ObserveTree::inputs
  std::vector<std::string> touched = {};      ///< of a named look: written with the bytes they had
  std::string linked = {};                    ///< of a named look: what links lead to outside of it
  std::vector<std::string> stamps = {};       ///< of ObserveTree::programs
  std::vector<std::string> own = {};  ///< of a named look: files that our own output goes to
  std::vector<std::string> protected_changed = {};  ///< of ObserveTree::guarding
};

/// Digests the workspace: every file that git does not ignore.
class Trees {
 public:
  virtual ~Trees() = default;
  virtual Result<TreeSight> observe(const core::ObserveTree& wanted) = 0;
};

/// Whether what an earlier process remembered of unchanged files spares reading them. It lies where
/// whoever this user starts can write: only where nobody had a reason to forge it.
enum class TreeMemory : std::uint8_t { believed, ignored };

}  // namespace assay::shell
