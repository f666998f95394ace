// SPDX-License-Identifier: MIT
// No bytes may crash the manifest reader, and what it accepts must survive being stored.
#include "base/ensure.h"
#include "core/verify/records.h"
#include "format/manifest.h"
#include "format/record/read.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace assay::format;
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const ManifestReading reading = read_manifest_json("fuzz", text);
  ENSURE(reading.problems.size() <= 101);
  if (!reading.problems.empty()) return 0;
  std::string stored;
  JsonWriter out(stored);
  stored::put_value(out, reading.manifest);
  JsonReader json(stored, JsonReader::Strings::bytes);
  stored::In in{json};
  assay::core::verify::Manifest back;
  const assay::Result<> read = stored::read_value(in, back);
  ENSURE(read && back == reading.manifest);
  return 0;
}
