// SPDX-License-Identifier: MIT
#include "core/verify/manifest.h"

namespace assay::core::verify {

bool operator==(const CommandSpec& a, const CommandSpec& b) {
  const bool same_extras = a.extras == b.extras || (a.extras && b.extras && *a.extras == *b.extras);
  return same_extras && a.id == b.id && a.command == b.command && a.stage == b.stage &&
         a.gate_type == b.gate_type && a.parallel_safe == b.parallel_safe &&
         a.mutates_workspace == b.mutates_workspace && a.required == b.required &&
         a.must_be_effective == b.must_be_effective && a.allow_zero_tests == b.allow_zero_tests &&
         a.timeout == b.timeout;
}

}  // namespace assay::core::verify
