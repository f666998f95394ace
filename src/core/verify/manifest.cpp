// SPDX-License-Identifier: MIT
#include "core/verify/manifest.h"

#include "core/work/guarded_paths.h"

namespace assay::core::verify {

bool operator==(const CommandSpec& a, const CommandSpec& b) {
  const bool same_extras = a.extras == b.extras || (a.extras && b.extras && *a.extras == *b.extras);
  return same_extras && a.id == b.id && a.command == b.command && a.stage == b.stage &&
         a.gate_type == b.gate_type && a.parallel_safe == b.parallel_safe &&
         a.mutates_workspace == b.mutates_workspace && a.required == b.required &&
         a.must_be_effective == b.must_be_effective && a.allow_zero_tests == b.allow_zero_tests &&
         a.timeout == b.timeout;
}

std::vector<std::string> protected_globs(const Policy& policy) {
  if (policy.protected_paths.empty()) return {};
  std::vector<std::string> globs = policy.protected_paths;
  globs.emplace_back("./assay.yaml");
  globs.emplace_back("./.worktreeinclude");
  if (!policy.known_failures.empty()) globs.push_back("./" + policy.known_failures);
  return work::spread(globs);
}

}  // namespace assay::core::verify
