// SPDX-License-Identifier: MIT
// qwen -o stream-json: the events of claude, with tokens counted the other way.
#include "format/dialect/claude.h"
#include "format/dialect/readers.h"

namespace assay::format::dialect {

std::unique_ptr<DialectReader> read_qwen() {
  return std::make_unique<ClaudeReader>(ClaudeReader::Cached::in_input);
}

}  // namespace assay::format::dialect
