// SPDX-License-Identifier: MIT
#include "adapters/executor/local/owner.h"

namespace assay::process {

namespace {

/// By elimination: only an attempt that was there already can have started it.
Owner by_time(const os::Seen& child, const Lineage& lineage) {
  Owner owner;
  for (const Root& root : lineage.roots) {
    if (root.start > child.start) continue;
    if (owner.whose == Whose::one) return {.whose = Whose::several};
    owner = {.whose = Whose::one, .serial = root.serial};
  }
  if (owner.whose == Whose::one) return owner;
  return {.whose = child.start >= lineage.first_start ? Whose::ended : Whose::stranger};
}

}  // namespace

Owner owner_of(const os::Seen& child, std::optional<std::uint32_t> tag, const Lineage& lineage) {
  if (child.session == lineage.own_session) return {};
  for (const Root& root : lineage.roots) {
    if (root.session == child.session) return {.whose = Whose::one, .serial = root.serial};
  }
  if (!tag) return by_time(child, lineage);
  for (const Root& root : lineage.roots) {
    if (root.serial == *tag) return {.whose = Whose::one, .serial = root.serial};
  }
  return {.whose = Whose::ended};
}

}  // namespace assay::process
