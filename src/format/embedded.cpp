// SPDX-License-Identifier: MIT
#include "format/embedded.h"

namespace assay::format {

std::optional<std::string_view> embedded(std::string_view path) {
  for (const Embedded& file : embedded_files()) {
    if (file.path == path) return file.text;
  }
  return std::nullopt;
}

}  // namespace assay::format
