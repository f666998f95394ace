// SPDX-License-Identifier: MIT
// The manifest of `assay verify` as JSON. Reads it as a stream: 100,000 commands cost what their
// specs cost.
#pragma once

#include "base/result.h"
#include "core/verify/manifest.h"
#include "format/problem.h"

#include <string_view>
#include <vector>

namespace assay::format {

class JsonReader;
class JsonWriter;

struct ManifestReading {
  core::verify::Manifest manifest;  ///< only meaningful without problems
  std::vector<Problem> problems;    ///< in order of appearance
};

/// `name` is what problems call the text: a file name or "<stdin>".
ManifestReading read_manifest_json(std::string_view name, std::string_view text);

/// Writes what read_stored_manifest reads: the manifest's own keys, defaults left out, times in
/// milliseconds.
void write_stored_manifest(JsonWriter& out, const core::verify::Manifest& manifest);

/// Reads a manifest that was valid when it was stored: keys and types are checked, the rules for
/// people are not. The reader stands before the object.
Result<core::verify::Manifest> read_stored_manifest(JsonReader& in);

}  // namespace assay::format
