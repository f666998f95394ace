// SPDX-License-Identifier: MIT
// JSON for readers that are not ours.
#pragma once

#include <string>
#include <string_view>

namespace assay::format {

/// JsonWriter writes a byte that is no UTF-8 as half a surrogate, which JsonReader takes back and
/// many other readers refuse: here the byte 0x80 becomes the four characters "backslash x80".
std::string with_whole_characters(std::string_view json);

}  // namespace assay::format
