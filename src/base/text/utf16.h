// SPDX-License-Identifier: MIT
// UTF-16 text as UTF-8, so that what reads text reads it too.
#pragma once

#include <string>
#include <string_view>

namespace assay {

/// False, and nothing else done, if `bytes` do not look like UTF-16: a byte order mark, or a zero
/// byte in every second place of the beginning. What is no character becomes U+FFFD.
bool utf16_as_utf8(std::string_view bytes, std::string& utf8);

}  // namespace assay
