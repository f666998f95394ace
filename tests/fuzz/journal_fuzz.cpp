// SPDX-License-Identifier: MIT
// No bytes may crash the decoder of stored events, and what it accepts has one stored form.
#include "base/ensure.h"
#include "format/journal.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace assay::format;
  constexpr std::string_view kinds[] = {"run_started",      "run_resumed",   "tree_observed",
                                        "attempt_ended",    "world_idle",    "drain_reported",
                                        "cancel_requested", "run_concluded", "outputs_read",
                                        "rows_recorded",    "rows_counted",  "approval_given"};
  if (size == 0) return 0;
  const std::string_view kind = kinds[bytes[0] % std::size(kinds)];
  const std::string_view body(reinterpret_cast<const char*>(bytes) + 1, size - 1);
  const auto event = decode(kind, {}, body);
  if (!event) return 0;
  const StoredEvent stored = encode(*event);
  const auto back = decode(stored.kind, {}, stored.body);
  ENSURE(back && encode(*back).body == stored.body);
  return 0;
}
