// SPDX-License-Identifier: MIT
// The files of share/, compiled into the program.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace assay::format {

struct Embedded {
  std::string_view path;  ///< below share/: "schemas/manifest.schema.json"
  std::string_view text;
};

/// Sorted by path.
std::span<const Embedded> embedded_files();

std::optional<std::string_view> embedded(std::string_view path);

}  // namespace assay::format
