// SPDX-License-Identifier: MIT
// The manifest of `assay verify` as JSON. Reads it as a stream: 100,000 commands cost what their
// specs cost.
#pragma once

#include "core/verify/manifest.h"
#include "format/problem.h"

#include <string_view>
#include <vector>

namespace assay::format {

struct ManifestReading {
  core::verify::Manifest manifest;  ///< only meaningful without problems
  std::vector<Problem> problems;    ///< in order of appearance
};

/// `name` is what problems call the text: a file name or "<stdin>".
ManifestReading read_manifest_json(std::string_view name, std::string_view text);

}  // namespace assay::format
