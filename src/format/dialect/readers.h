// SPDX-License-Identifier: MIT
// One reader per name of core/ask/dialect.h; each stands in a file of its own.
#pragma once

#include "format/dialect.h"

#include <memory>

namespace assay::format::dialect {

#define ASSAY_READER(name) std::unique_ptr<DialectReader> read_##name();
ASSAY_DIALECTS(ASSAY_READER)
#undef ASSAY_READER

}  // namespace assay::format::dialect
