// SPDX-License-Identifier: MIT
// How much a definition proves: whether anything can be committed or called done that nothing has
// verified, and in what it asks less than another definition of the same name.
#pragma once

#include "core/pipeline/definition.h"

#include <string>
#include <string_view>
#include <vector>

namespace assay::core::pipeline {

/// Ways to a commit, or past the work of tasks to the end, with no verification on them; in words.
/// `from`: where the run begins; empty: at its first step.
std::vector<std::string> unproved_ways(const Definition& definition, std::string_view from);

/// In what `given` asks less than `usual`; empty: in nothing.
std::vector<std::string> weaker_in(const Definition& given, const Definition& usual);

}  // namespace assay::core::pipeline
