// SPDX-License-Identifier: MIT
#include "core/ask/spending.h"

namespace assay::core::agent {

Spent& Spent::operator+=(const Spent& more) {
  launches += more.launches;
  wall += more.wall;
  tokens += more.tokens;
  micro_usd += more.micro_usd;
  of_unknown_cost += more.of_unknown_cost;
  return *this;
}

}  // namespace assay::core::agent
