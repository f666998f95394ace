// SPDX-License-Identifier: MIT
// Any bytes as untrusted text: what comes out can be shown on a terminal.
#include "base/ensure.h"
#include "base/text/escape.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace {

bool harmless(std::string_view text) {
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte == 0x7F || (byte < 0x20 && c != '\n' && c != '\t')) return false;
  }
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(bytes), size);
  const std::string shown = assay::printable(input);
  ENSURE(harmless(shown));
  ENSURE(assay::printable(shown) == shown);
  ENSURE(harmless(assay::strip_escapes(input)));
  ENSURE(assay::strip_escapes(input).size() <= size);
  ENSURE(harmless(assay::flatten_terminal(input)));
  return 0;
}
