// SPDX-License-Identifier: MIT
// Amounts as people read them.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>

namespace assay::cli {

/// "512 B", "7.1 MB"
inline std::string bytes_text(std::uint64_t bytes) {
  const auto count = static_cast<double>(bytes);
  if (bytes < 1000) return fmt::format("{} B", bytes);
  if (bytes < 1'000'000) return fmt::format("{:.1f} kB", count / 1e3);
  return fmt::format("{:.1f} MB", count / 1e6);
}

}  // namespace assay::cli
