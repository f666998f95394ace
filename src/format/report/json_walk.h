// SPDX-License-Identifier: MIT
// Visits the scalars of a JSON text by path, in constant memory whatever the text holds.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay::format::report {

struct JsonScalar {
  std::string_view text;               ///< of a string; empty otherwise
  std::optional<std::int64_t> number;  ///< of a non-negative whole number
  std::optional<double> real = {};     ///< of any number
};

/// Hears of each scalar and of the end of each object. A path looks like
/// "/results/tests/[]/status".
class JsonVisitor {
 public:
  virtual ~JsonVisitor() = default;
  virtual void value(std::string_view path, const JsonScalar& scalar) = 0;
  virtual void close(std::string_view /*path*/) {}
};

/// The error says at which byte; what was visited before it stands.
Result<> walk_json(std::string_view text, JsonVisitor& visitor);

}  // namespace assay::format::report
