// SPDX-License-Identifier: MIT
// One digest over everything that is configured and decides about a verdict: who asks the same has
// the same.
#pragma once

#include "base/digest.h"
#include "format/config.h"

#include <string>

namespace assay::format {

/// Texts of files that the configuration names.
struct DecidingTexts {
  std::string known_failures = {};
  std::string worktreeinclude = {};
};

/// Of `verify:` (gates, how they are run, variables, protected paths), of what copies get, and of
/// those texts. What is left to its default is no part of it, so that later releases say the same.
Digest settings_digest(const Config& config, const DecidingTexts& texts);

}  // namespace assay::format
