// SPDX-License-Identifier: MIT
// Looks up the places an agent names.
#pragma once

#include "core/evidence/judgement.h"

#include <string>

namespace assay::reading {

/// What a judgement is about, and which files prove nothing about it.
struct Matter {
  const std::string& workspace;
  const std::string& criterion;
  const std::vector<std::string>& never_evidence;  ///< globs
};

/// Fills in which citations hold: a regular file inside `workspace` has that line, it is not blank,
/// and it contains the quote.
void look_up(core::agent::Judgement& judgement, const Matter& matter);

}  // namespace assay::reading
