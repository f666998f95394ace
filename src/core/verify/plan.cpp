// SPDX-License-Identifier: MIT
#include "core/verify/plan.h"

namespace assay::core::verify {

namespace {

/// Fields are length-prefixed and lists counted, so that no two manifests can share a digest by shifting text
/// between fields, lists or commands.
void add(Hasher& hasher, std::string_view field) {
  hasher.update(std::to_string(field.size())).update(":").update(field);
}

void add(Hasher& hasher, std::int64_t number) { add(hasher, std::string_view(std::to_string(number))); }

void add(Hasher& hasher, const CommandExtras& extras) {
  add(hasher, extras.report);
  add(hasher, static_cast<std::int64_t>(extras.env.size()));
  for (const auto& [name, value] : extras.env) {
    add(hasher, name);
    add(hasher, value);
  }
  add(hasher, static_cast<std::int64_t>(extras.retry_on.size()));
  for (const std::string& pattern : extras.retry_on) add(hasher, pattern);
}

}  // namespace

Digest digest_of(const Manifest& manifest) {
  Hasher hasher;
  add(hasher, manifest.cwd);
  add(hasher, manifest.flaky_retry_limit);
  add(hasher, static_cast<std::int64_t>(manifest.commands.size()));
  for (const CommandSpec& spec : manifest.commands) {
    add(hasher, spec.id);
    add(hasher, spec.command);
    add(hasher, spec.stage);
    const std::int64_t flags = static_cast<int>(spec.gate_type) * 32 + spec.parallel_safe * 16 +
                               spec.mutates_workspace * 8 + spec.required * 4 +
                               spec.must_be_effective * 2 + spec.allow_zero_tests * 1;
    add(hasher, flags);
    add(hasher, spec.timeout.count());
    add(hasher, static_cast<std::int64_t>(spec.extras ? 1 : 0));
    if (spec.extras) add(hasher, *spec.extras);
  }
  return hasher.finish();
}

}  // namespace assay::core::verify
