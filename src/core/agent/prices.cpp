// SPDX-License-Identifier: MIT
#include "core/agent/prices.h"

#include <algorithm>

namespace assay::core::agent {

bool matches_glob(std::string_view glob, std::string_view text) {
  std::size_t g = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;
  std::size_t from = 0;
  while (t < text.size()) {
    if (g < glob.size() && glob[g] == '*') {
      star = g++;
      from = t;
    } else if (g < glob.size() && (glob[g] == '?' || glob[g] == text[t])) {
      ++g;
      ++t;
    } else if (star != std::string_view::npos) {
      g = star + 1;
      t = ++from;
    } else {
      return false;
    }
  }
  while (g < glob.size() && glob[g] == '*') ++g;
  return g == glob.size();
}

void add_cost(Transcript& said, std::span<const Price> prices) {
  if (said.micro_usd || !said.tokens_told) return;
  const auto price = std::find_if(prices.begin(), prices.end(), [&](const Price& each) {
    return matches_glob(each.model, said.model);
  });
  if (price == prices.end()) return;
  // Some count what was cached as part of the input, some beside it: the total tells which.
  const Tokens& used = said.tokens;
  const bool beside = used.input + used.output + used.cached <= used.total;
  const std::int64_t fresh =
      beside ? used.input : std::max<std::int64_t>(used.input - used.cached, 0);
  const double cost = (static_cast<double>(fresh) * static_cast<double>(price->input) +
                       static_cast<double>(used.output) * static_cast<double>(price->output) +
                       static_cast<double>(used.cached) *
                           static_cast<double>(price->cached.value_or(price->input))) /
                      1e6;
  said.micro_usd = static_cast<std::int64_t>(cost + 0.5);
  said.cost_computed = true;
}

}  // namespace assay::core::agent
