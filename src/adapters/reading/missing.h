// SPDX-License-Identifier: MIT
// What to say about a program that is not there: where it was looked for, and what else there is.
#pragma once

#include "core/ask/process.h"
#include "format/missing_program.h"

#include <string>

namespace assay::reading {

std::string describe(const format::MissingProgram& program, const core::Launch& launch);

}  // namespace assay::reading
