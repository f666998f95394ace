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

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace assay::ledger {

/// The newest word on one command.
struct Known {
  core::verify::Testimony testimony = core::verify::Testimony::none;
  bool can_be_used = false;    ///< it passed, and no run has seen it fail on this tree
  std::string run_id = {};     ///< that ran it, if another one only took its result over
  Instant at{};                ///< when that run ended
  core::Recalled result = {};  ///< if it passed
};

/// A verify run as its journal tells it, with every hash checked.
struct Told {
  std::string run_id = {};
  Instant at{};  ///< when it ended
  core::verify::State state = {};
  bool ended = false;    ///< with a verdict
  bool resumed = false;  ///< by a coordinator whose surroundings nobody compared with the first's
};

struct Recollection {
  std::vector<Known> known;            ///< one per key, in order
  std::shared_ptr<const Told> newest;  ///< the newest ended run of the workspace; null: none
};

/// `keys` are verify::evidence_keys. Only runs of this workspace are asked.
Result<std::vector<Known>> recall(shell::Store& store, const std::string& workspace,
                                  const core::Tree& tree, std::span<const Digest> keys);

/// The same, and what the newest run that looked at this workspace says.
Result<Recollection> recollect(shell::Store& store, const std::string& workspace,
                               const core::Tree& tree, std::span<const Digest> keys);

/// The newest run that judged the tree in a sealed copy, if its end is what was signed; null: none.
/// Its copy was another workspace, and had protected files from elsewhere.
Result<std::shared_ptr<const Told>> recollect_sealed(shell::Store& store, const std::string& tree);

}  // namespace assay::ledger
