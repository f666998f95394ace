// SPDX-License-Identifier: MIT
// The entry point of every test program, and what only the build knows.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "support/source_dir.h"

#include <doctest/doctest.h>

namespace assay::support {

const char* const source_dir = ASSAY_SOURCE_DIR;

}  // namespace assay::support
