// SPDX-License-Identifier: MIT
// Amounts as people write them, without floating point: a budget is compared exactly.
#pragma once

#include "format/keys/given.h"

#include <cstdint>

namespace assay::format {

/// "20M", "500k", "1.5M", "12000".
Objection put_count(const Given& given, std::int64_t& out);
/// "50", "0.25": as millionths.
Objection put_usd(const Given& given, std::int64_t& micro_usd);

}  // namespace assay::format
