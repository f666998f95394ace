// SPDX-License-Identifier: MIT
// How sure a pipeline is of what it has made, by rule.
#pragma once

#include "base/words.h"

#include <cstdint>
#include <string_view>

namespace assay::core::pipeline {

enum class Confidence : std::uint8_t { low, medium, high };

constexpr auto words_of(Of<Confidence>) {
  return words<Confidence>(
      {{Confidence::low, "low"}, {Confidence::medium, "medium"}, {Confidence::high, "high"}});
}

/// As bundles, reports and people write it.
constexpr std::string_view shown_word(Confidence confidence) {
  switch (confidence) {
    case Confidence::low: return "Low";
    case Confidence::medium: return "Medium";
    case Confidence::high: return "High";
  }
  return "Low";
}

}  // namespace assay::core::pipeline
