// SPDX-License-Identifier: MIT
// The parts of reading a pipeline definition, one per kind of thing that is written down.
#pragma once

#include "core/pipeline/definition.h"
#include "format/keys/fields.h"

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::format::pipeline {

/// More of anything than this is refused, so that nothing done with a definition takes long.
constexpr std::size_t steps_max = 64;
constexpr std::size_t parts_max = 32;  ///< instances, outputs, options, conditions, loops, queries
constexpr std::size_t text_bytes_max = 8192;
constexpr Range widths{1, 64};  ///< how many agents may work at a time

/// Words that cannot be the id of a step, because routes have them for something else.
bool is_target_word(std::string_view word);

/// A text no longer than is reasonable.
void read_text(ConfigFields& in, std::string_view key, std::string& out);
/// A text that is an id: of a step, role, instance, focus, option, loop, query.
void read_id(ConfigFields& in, std::string_view key, std::string& out);

/// The items of a list (or keys and values of a map), as many as are read at all; what is wrong
/// with the list itself is reported.
std::vector<const YamlNode*> items_of(ConfigFields& in, std::string_view key);
std::vector<std::pair<const YamlNode*, const YamlNode*>> entries_of(ConfigFields& in,
                                                                    std::string_view key);

void read_step(ProblemLog& problems, const YamlNode& node, std::string path,
               core::pipeline::Step& step);
void read_gate(ConfigFields& in, std::vector<core::pipeline::Condition>& gate);
/// `next` stays the id of a step.
void read_routes(ConfigFields& in, core::pipeline::Step& step);

}  // namespace assay::format::pipeline
