// SPDX-License-Identifier: MIT
// What ended runs know about a tree. The store only says which runs have seen it; whether one of
// their results counts is derived from their journals, with every hash checked.
#pragma once

#include "base/digest.h"
#include "base/instant.h"
#include "base/result.h"
#include "core/ask/recall.h"
#include "core/verify/reuse.h"
#include "shell/ports/store.h"

#include <span>
#include <string>
#include <vector>

namespace assay::ledger {

/// The newest word on one command.
struct Known {
  core::verify::Testimony testimony = core::verify::Testimony::none;
  bool can_be_used = false;    ///< it passed, and no run has seen it fail on this tree
  std::string run_id = {};     ///< that says so
  Instant at{};                ///< when that run ended
  core::Recalled result = {};  ///< if it passed; `unit` is that of `run_id`
};

/// One answer per key, in order; `keys` are verify::evidence_keys. Only runs of this workspace.
Result<std::vector<Known>> recall(shell::Store& store, const std::string& workspace,
                                  const core::Tree& tree, std::span<const Digest> keys);

}  // namespace assay::ledger
