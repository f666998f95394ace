// SPDX-License-Identifier: MIT
// What of a long story turned the run: whatever is weighty, and every decision that was not taken
// before.
#pragma once

#include "api/history.h"

#include <set>
#include <string>

namespace assay::api {

/// Hears every step in its order.
class Brief {
 public:
  /// Whether it belongs to the short story, and then shortens it.
  bool keep(Explanation& step);

 private:
  std::set<std::string> said_;
};

}  // namespace assay::api
