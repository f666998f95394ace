// SPDX-License-Identifier: MIT
// Bytes as text (RFC 4648).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay {

enum class Base64 : std::uint8_t { plain, for_urls };
enum class Padding : std::uint8_t { none, full };

std::string base64_of(std::string_view bytes, Base64 alphabet, Padding padding);

/// Either alphabet, padded or not. Nothing: it is no base64.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace assay
