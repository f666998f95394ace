// SPDX-License-Identifier: MIT
// `assay doctor`: reading what tools print about their version.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay::format {

struct ToolVersion {
  std::string name;
  std::string version;  ///< "2.39.5", "0.46.0-alpha.1"; no leading v

  friend bool operator==(const ToolVersion&, const ToolVersion&) = default;
};

/// The version in the output of `TOOL --version`; nothing if there is none. Lines that name the
/// tool or speak of a version, or consist of one, are believed before others: warnings mention
/// versions too.
std::optional<ToolVersion> read_version(std::string_view tool, std::string_view output);

}  // namespace assay::format
