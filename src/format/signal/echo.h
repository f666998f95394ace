// SPDX-License-Identifier: MIT
// An agent that prints its prompt says nothing of its own with it.
#pragma once

#include <string>
#include <string_view>

namespace assay::format {

/// The text with every whole-line copy of `given` blanked out; line numbers stay. Only a `given` of
/// several lines can be echoed: a short one is quoted. Linear in both sizes.
std::string without_echo(std::string_view text, std::string_view given);

}  // namespace assay::format
