// SPDX-License-Identifier: MIT
// The parts of reading a pipeline definition, one per kind of thing that is written down.
#pragma once

#include "core/pipeline/keys.h"
#include "format/keys/read.h"

#include <string>
#include <string_view>
#include <vector>

namespace assay::format::pipeline {

/// Words that cannot be the id of a step, because routes have them for something else.
bool is_target_word(std::string_view word);

void read_step(ProblemLog& problems, const YamlNode& node, std::string path,
               core::pipeline::Step& step);
void read_gate(ConfigFields& in, std::vector<core::pipeline::Condition>& gate);
/// `next` stays the id of a step.
void read_routes(ConfigFields& in, core::pipeline::Step& step);

}  // namespace assay::format::pipeline
