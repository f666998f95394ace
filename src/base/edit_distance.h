// SPDX-License-Identifier: MIT
// "Did you mean ...?": the known word that a mistyped one was probably meant to be.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace assay {

/// Insertions, deletions, substitutions and swaps of neighbours that lead from `a` to `b`; at most
/// `bound` + 1, which means "more than `bound`". Words over 64 bytes are never close to anything.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t bound);

/// The candidate nearest to `word`, or "" if none is near enough to be worth suggesting. The first
/// wins a tie.
std::string closest(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace assay
