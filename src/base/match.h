// SPDX-License-Identifier: MIT
// Case analysis over a variant that does not compile when a case is forgotten.
#pragma once

#include <utility>
#include <variant>

namespace assay {

/// Calls the one lambda that fits the held alternative.
template <class Variant, class... Fs>
decltype(auto) match(Variant&& value, Fs... fs) {
  struct Cases : Fs... {
    using Fs::operator()...;
  };
  return std::visit(Cases{std::move(fs)...}, std::forward<Variant>(value));
}

}  // namespace assay
