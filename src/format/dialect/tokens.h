// SPDX-License-Identifier: MIT
// Counts told by strangers: added without overflow, never negative.
#pragma once

#include "core/evidence/transcript.h"
#include "format/dialect/value.h"

#include <algorithm>
#include <cstdint>

namespace assay::format::dialect {

constexpr std::int64_t tokens_max = std::int64_t{1} << 50;

/// A count of tokens; 0 if it is none.
inline std::int64_t token_count(Value& value) {
  return std::clamp<std::int64_t>(value.integer().value_or(0), 0, tokens_max);
}

inline void add_tokens(std::int64_t& sum, std::int64_t count) {
  sum = std::clamp<std::int64_t>(sum + count, 0, tokens_max);
}

inline void add_tokens(core::agent::Tokens& sum, const core::agent::Tokens& more) {
  add_tokens(sum.input, more.input);
  add_tokens(sum.output, more.output);
  add_tokens(sum.cached, more.cached);
  add_tokens(sum.reasoning, more.reasoning);
  add_tokens(sum.total, more.total);
}

inline core::agent::Tokens minus(core::agent::Tokens sum, const core::agent::Tokens& less) {
  add_tokens(sum, {.input = -less.input,
                   .output = -less.output,
                   .cached = -less.cached,
                   .reasoning = -less.reasoning,
                   .total = -less.total});
  return sum;
}

inline std::int32_t bounded_int(std::int64_t value) {
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(value, 0, 1'000'000'000));
}

}  // namespace assay::format::dialect
