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

/// The files of the web page, as its own build made them; none: it was not built.
std::span<const Embedded> web_files();

std::optional<std::string_view> embedded(std::string_view path);

}  // namespace assay::format
