// SPDX-License-Identifier: MIT
// The words and fields of permissions.
#pragma once

#include "base/record.h"
#include "core/ask/permission.h"

namespace assay::core {

constexpr auto words_of(Of<ToolKind>) {
  using enum ToolKind;
  return words<ToolKind>({{any, "any"},
                          {read, "read"},
                          {edit, "edit"},
                          {remove, "delete"},
                          {move, "move"},
                          {search, "search"},
                          {execute, "execute"},
                          {think, "think"},
                          {fetch, "fetch"},
                          {switch_mode, "switch_mode"},
                          {other, "other"}});
}

constexpr auto words_of(Of<Leave>) {
  return words<Leave>({{Leave::allow, "allow"}, {Leave::deny, "deny"}});
}

constexpr auto fields_of(Of<Permission>) {
  return record<Permission>(field("kind", &Permission::kind), field("path", &Permission::path),
                            field("decision", &Permission::leave, always));
}

constexpr auto keys_of(Of<Permission>) {
  return record<Permission>(
      field("kind", &Permission::kind, "What the tool does. Default: any."),
      field("path", &Permission::path, Rule::filled,
            "Glob of the files it is about, from the agent's directory. Default: all."),
      field("decision", &Permission::leave, required, "What it is answered."));
}

}  // namespace assay::core
