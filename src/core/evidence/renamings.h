// SPDX-License-Identifier: MIT
// Tests that were only given another title, or were put into another file: which of the names that
// a runner tells no more live on under which new one.
#pragma once

#include "core/evidence/test_texts.h"

#include <string>
#include <string_view>
#include <vector>

namespace assay::core::work {

/// Whether a runner that tells this name means the test of that title: `test_a (cart.T.test_a)`,
/// `cart.py::T::test_a[2]`, `cart sums it up`.
bool carries_title(std::string_view name, std::string_view title);

/// Each renaming stands for one name and its cases, and each new name for one that is gone: what
/// was deleted beside them is nobody's new name.
class Renamings {
 public:
  /// `renamed` in the order in which it was done; `fresh`: what passes now under a name that nobody
  /// knew.
  Renamings(const std::vector<Renaming>& renamed, std::vector<std::string> fresh);

  /// Whether one of them tells where this name went. That is used up then.
  bool tell(std::string_view name);

 private:
  struct Used {
    Renaming renaming;
    std::string by;  ///< the name it stands for, without its case; empty: none yet
  };

  std::string last_title(std::size_t first) const;

  std::vector<std::string> fresh_;
  std::vector<Used> all_;
};

}  // namespace assay::core::work
