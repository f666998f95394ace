// SPDX-License-Identifier: MIT
// HMAC-SHA256 (RFC 2104): who has the key wrote these bytes.
#pragma once

#include "base/digest.h"

#include <string_view>

namespace assay {

Digest hmac_of(std::string_view key, std::string_view bytes);

}  // namespace assay
