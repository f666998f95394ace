// SPDX-License-Identifier: MIT
// Where the project lies, for tests that read its files. Defined in one file alone, so that the
// compiler cache serves every clone.
#pragma once

namespace assay::support {

extern const char* const source_dir;

}  // namespace assay::support
