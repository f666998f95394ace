// SPDX-License-Identifier: MIT
// No bytes may crash the reader of assay.yaml or make it list problems without end.
#include "base/ensure.h"
#include "format/config.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace assay::format;
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const ConfigReading reading = read_config("fuzz", text);
  ENSURE(reading.problems.size() <= 101);
  for (const Problem& problem : reading.problems)
    ENSURE(!problem.where.empty() && !problem.what.empty());
  return 0;
}
