// SPDX-License-Identifier: MIT
#include "format/dialect.h"

#include "base/ensure.h"
#include "format/dialect/readers.h"

#include <algorithm>
#include <charconv>

namespace assay::format {

std::unique_ptr<DialectReader> read_dialect(core::Dialect dialect) {
#define ASSAY_READER(name) &dialect::read_##name,
  constexpr std::unique_ptr<DialectReader> (*readers[])() = {ASSAY_DIALECTS(ASSAY_READER)};
#undef ASSAY_READER
  const auto index = static_cast<std::size_t>(dialect);
  ENSURE(index < std::size(readers));
  return readers[index]();
}

bool take_line_time(std::string_view& times, LineTime& out) {
  if (times.empty()) return false;
  const std::string_view entry = times.substr(0, times.find('\n'));
  times.remove_prefix(std::min(entry.size() + 1, times.size()));
  std::int64_t after = 0;
  const auto number = std::from_chars(entry.data(), entry.data() + entry.size(), out.line);
  const char* const rest = number.ptr + (number.ptr != entry.data() + entry.size() ? 1 : 0);
  const auto time = std::from_chars(rest, entry.data() + entry.size(), after);
  out.after = Millis{after};
  return number.ec == std::errc{} && time.ec == std::errc{};
}

}  // namespace assay::format
