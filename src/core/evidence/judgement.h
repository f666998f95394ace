// SPDX-License-Identifier: MIT
// What an agent that was asked for its judgement answered, and which of the places it names are
// really there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assay::core::agent {

/// "EVIDENCE: src/a.c:12 | return -1;"
struct Citation {
  std::string path;
  std::uint32_t line = 0;
  std::string quote;    ///< a part of that line
  bool holds = false;   ///< looked up by assay: the line is there and contains the quote
  std::string why_not;  ///< empty if it holds

  friend bool operator==(const Citation&, const Citation&) = default;
};

struct Judgement {
  std::optional<bool> met;  ///< none: it did not say
  std::vector<Citation> citations;

  friend bool operator==(const Judgement&, const Judgement&) = default;
};

}  // namespace assay::core::agent
