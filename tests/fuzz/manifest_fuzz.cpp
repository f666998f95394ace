// SPDX-License-Identifier: MIT
// No bytes may crash the manifest reader, and what it accepts must survive being stored.
#include "base/ensure.h"
#include "format/json/reader.h"
#include "format/json/writer.h"
#include "format/manifest.h"

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
  write_stored_manifest(out, reading.manifest);
  JsonReader in(stored, JsonReader::Strings::bytes);
  const auto back = read_stored_manifest(in);
  ENSURE(back && *back == reading.manifest);
  return 0;
}
