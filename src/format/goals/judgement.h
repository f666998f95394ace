// SPDX-License-Identifier: MIT
// A judge's answer: lines "EVIDENCE: path:line | text of that line", and VERIFICATION_PASS or
// VERIFICATION_FAIL on a line of its own.
#pragma once

#include "core/evidence/judgement.h"

#include <string_view>

namespace assay::format {

/// `given` is the question. At most 100 citations; none of them is looked up here.
core::agent::Judgement read_judgement(std::string_view answer, std::string_view given);

}  // namespace assay::format
