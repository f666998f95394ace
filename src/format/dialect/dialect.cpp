// SPDX-License-Identifier: MIT
#include "format/dialect.h"

#include "base/ensure.h"
#include "format/dialect/readers.h"

namespace assay::format {

std::unique_ptr<DialectReader> read_dialect(core::Dialect dialect) {
  switch (dialect) {
    case core::Dialect::text: return dialect::read_text();
    case core::Dialect::claude: return dialect::read_claude();
    case core::Dialect::codex: return dialect::read_codex();
    case core::Dialect::gemini: return dialect::read_gemini();
    case core::Dialect::opencode: return dialect::read_opencode();
    case core::Dialect::qwen: return dialect::read_qwen();
    case core::Dialect::pi: return dialect::read_pi();
    case core::Dialect::cline: return dialect::read_cline();
    case core::Dialect::continue_cli: return dialect::read_continue();
  }
  ensure_failed("a dialect", __FILE__, __LINE__);
}

}  // namespace assay::format
