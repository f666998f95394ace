// SPDX-License-Identifier: MIT
#include "core/agent/prices.h"

#include "base/text/glob.h"

#include <algorithm>
#include <cmath>

namespace assay::core::agent {

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
  said.micro_usd = std::llround(cost);
  said.cost_computed = true;
}

}  // namespace assay::core::agent
