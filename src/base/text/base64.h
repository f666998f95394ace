// SPDX-License-Identifier: MIT
// Base64 of RFC 4648, with padding.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay {

std::string to_base64(std::string_view bytes);

/// Both alphabets, with or without padding; nothing for anything else.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace assay
