// SPDX-License-Identifier: MIT
// `.ralph-state.json`: where a spec stands, as the plugin family that shares this file writes it.
// It is a projection: the journal decides, and every field assay does not own stays as it is.
#pragma once

#include "core/ask/spec_update.h"

#include <optional>
#include <string>
#include <string_view>

namespace assay::format {

struct StateReading {
  std::optional<core::loop::StateFields> fields;
  std::string problem;  ///< why it is corrupt; empty: `fields` are there
};

/// A field that is not there has its default, one of the wrong type makes the file corrupt. Of
/// fields assay does not know only the JSON must be right.
StateReading read_spec_state(std::string_view json);

/// `old` with assay's fields merged in: other fields, their order and every byte of their values
/// stay. name, basePath and source are written only where there are none; phase becomes
/// "execution" and awaitingApproval false. A text that is no JSON object gives a new document.
std::string merge_spec_state(std::string_view old, const core::loop::StateFields& fields);

/// The phase and the approval of a state file, which assay shows but does not use.
struct StateStanding {
  std::string phase = "unknown";
  bool awaits_approval = false;
};
StateStanding read_spec_standing(std::string_view json);

}  // namespace assay::format
