// SPDX-License-Identifier: MIT
#include "core/verify/plan.h"

#include <algorithm>

namespace assay::core::verify {

namespace {

/// Fields are length-prefixed and lists counted, so that no two manifests can share a digest by
/// shifting text between fields, lists or commands.
void add(Hasher& hasher, std::string_view field) {
  hasher.update(std::to_string(field.size())).update(":").update(field);
}

void add(Hasher& hasher, std::int64_t number) {
  add(hasher, std::string_view(std::to_string(number)));
}

void add(Hasher& hasher, const CommandExtras& extras) {
  add(hasher, extras.report);
  add(hasher, static_cast<std::int64_t>(extras.env.size()));
  for (const auto& [name, value] : extras.env) {
    add(hasher, name);
    add(hasher, value);
  }
  add(hasher, static_cast<std::int64_t>(extras.retry_on.size()));
  for (const std::string& pattern : extras.retry_on) add(hasher, pattern);
  for (const std::string& glob : extras.inputs) add(hasher, "input " + glob);
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

void add_lint(Plan& plan, std::uint32_t unit, CommandLint lint) {
  ENSURE(plan.lint.empty() || plan.lint.back().first < unit);
  // Only the neighbour is compared: what is alike in large manifests stands together, and this
  // stays linear.
  if (plan.lints.empty() || plan.lints.back() != lint) plan.lints.push_back(std::move(lint));
  plan.lint.emplace_back(unit, static_cast<std::uint32_t>(plan.lints.size() - 1));
}

const CommandLint* lint_of(const Plan& plan, std::uint32_t unit) {
  const auto found =
      std::lower_bound(plan.lint.begin(), plan.lint.end(), unit,
                       [](const auto& entry, std::uint32_t key) { return entry.first < key; });
  return found != plan.lint.end() && found->first == unit ? &plan.lints[found->second] : nullptr;
}

}  // namespace assay::core::verify
