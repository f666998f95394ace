// SPDX-License-Identifier: MIT
// Which task of a loop, or which step of a pipeline, an attempt belongs to.
#pragma once

#include "core/machine.h"

#include <set>
#include <string>
#include <string_view>

namespace assay::api {

/// By the names of attempts: "1.2-verify-7" belongs to task 1.2.
class RunParts {
 public:
  explicit RunParts(const core::Machine& machine);

  /// Empty: to none, or the machine has none.
  std::string of(std::string_view attempt) const;

 private:
  std::set<std::string, std::less<>> ids_;
};

}  // namespace assay::api
