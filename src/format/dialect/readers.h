// SPDX-License-Identifier: MIT
// One reader per dialect; each stands in a file of its own.
#pragma once

#include "format/dialect.h"

#include <memory>

namespace assay::format::dialect {

std::unique_ptr<DialectReader> read_text();
std::unique_ptr<DialectReader> read_claude();
std::unique_ptr<DialectReader> read_codex();
std::unique_ptr<DialectReader> read_gemini();
std::unique_ptr<DialectReader> read_opencode();
std::unique_ptr<DialectReader> read_qwen();
std::unique_ptr<DialectReader> read_pi();
std::unique_ptr<DialectReader> read_cline();
std::unique_ptr<DialectReader> read_continue();

}  // namespace assay::format::dialect
