// SPDX-License-Identifier: MIT
#include "format/dialect.h"

#include "base/ensure.h"
#include "format/dialect/readers.h"

namespace assay::format {

std::unique_ptr<DialectReader> read_dialect(core::Dialect dialect) {
#define ASSAY_READER(name) &dialect::read_##name,
  constexpr std::unique_ptr<DialectReader> (*readers[])() = {ASSAY_DIALECTS(ASSAY_READER)};
#undef ASSAY_READER
  const auto index = static_cast<std::size_t>(dialect);
  ENSURE(index < std::size(readers));
  return readers[index]();
}

}  // namespace assay::format
