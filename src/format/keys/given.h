// SPDX-License-Identifier: MIT
// A value that somebody wrote, in JSON or YAML, before anybody has looked at it.
#pragma once

#include "format/json/tree.h"
#include "format/yaml/tree.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace assay::format {

/// A value as the file gives it. `text` is set for every scalar.
struct Given {
  enum class Kind : std::uint8_t { null, boolean, integer, real, text, list, object };

  Kind kind = Kind::null;
  std::string_view text;
  bool truth = false;
  std::int64_t integer = 0;
  /// YAML: `id: 7` and `env: {CI: true}` mean texts, whatever YAML calls them.
  bool scalars_are_text = false;

  bool is_text() const {
    const bool scalar = kind == Kind::boolean || kind == Kind::integer || kind == Kind::real;
    return kind == Kind::text || (scalars_are_text && scalar);
  }
};

/// What is wrong, as a sentence without a subject: "must be an integer, not a string". Empty:
/// nothing.
using Objection = std::string;

/// The node as a value: its type is the one YAML 1.2 gives it, with only `true` and `false` as
/// booleans.
Given given_by(const YamlNode& node);
Given given_by(const JsonNode& node);

}  // namespace assay::format
