// SPDX-License-Identifier: MIT
// No bytes may crash the reader of messages, no line may be lost, and messages survive being
// written.
#include "base/ensure.h"
#include "format/bus/bus.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace assay;
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  std::uint64_t largest = 0;
  for (const core::bus::Line& line : format::read_bus(text)) {
    ENSURE(line.message.has_value() == line.fault.empty());
    ENSURE(text.find(line.text) != std::string_view::npos);
    if (!line.message) continue;
    largest = std::max(largest, format::bus_number(line.message->id));
    const auto again = format::read_bus(format::write_bus_line(*line.message));
    ENSURE(again.size() == 1 && again[0].message && *again[0].message == *line.message);
  }
  ENSURE(format::largest_bus_number(text) >= largest);
  return 0;
}
