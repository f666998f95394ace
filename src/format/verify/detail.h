// SPDX-License-Identifier: MIT
// Everything the journal knows about a verify run, as JSON: beside the coordinator's result the
// reasons, each attempt with its digests, orphans and resource use, the isolation and the
// environment.
#pragma once

#include "core/ask/event.h"
#include "core/verify/known.h"
#include "core/verify/state.h"
#include "format/json/writer.h"
#include "format/verify/result.h"

#include <optional>
#include <vector>

namespace assay::format {

/// The member "lint": every finding of a command; null is none.
void write_lint(JsonWriter& json, const core::CommandLint* lint);

/// An attempt of a command, and the tree it ran on.
struct AttemptOnTree {
  core::AttemptEnded ended;
  std::string tree;  ///< what git would call it; empty: nobody looked
};

void write_verify_detail(const core::verify::State& state,
                         const std::vector<AttemptOnTree>& attempts,
                         const std::optional<core::Outcome>& outcome,
                         const std::vector<core::verify::TestsSince>& since, const TextSink& sink);

}  // namespace assay::format
