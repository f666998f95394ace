// SPDX-License-Identifier: MIT
// Masking: how a stream is cut makes no difference, nothing that is known is left, and what is no
// secret passes byte for byte.
#include "base/ensure.h"
#include "format/text/mask.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr std::string_view secret = "Zx7-q9LmN4/vB2+kT8wYc5RdEa1oPs3u";

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto known =
      std::make_shared<const assay::format::Masks>(std::vector<std::string>{std::string(secret)});
  if (size < 2) return 0;
  const std::size_t step = 1 + data[0];
  // Wherever the bytes say so, the secret stands.
  std::string text;
  for (std::size_t i = 1; i < size; ++i) {
    if (data[i] == 0) text += secret;
    text += static_cast<char>(data[i]);
  }
  const std::string whole = assay::format::masked(known, text);
  assay::format::MaskedStream stream(known);
  std::string out;
  for (std::size_t at = 0; at < text.size(); at += step)
    out += stream.feed(std::string_view(text).substr(at, step));
  out += stream.finish();
  ENSURE(out == whole);
  ENSURE(whole.find(secret) == std::string::npos);
  return 0;
}
