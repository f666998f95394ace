// SPDX-License-Identifier: MIT
// Bugs are not errors: a condition that can only be false because of a bug stops the program, in
// every build.
#pragma once

namespace assay {

[[noreturn]] void ensure_failed(const char* condition, const char* file, int line);

}  // namespace assay

#define ENSURE(condition) \
  ((condition) ? static_cast<void>(0) : ::assay::ensure_failed(#condition, __FILE__, __LINE__))
