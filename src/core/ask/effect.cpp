// SPDX-License-Identifier: MIT
#include "core/ask/effect.h"

#include "base/match.h"
#include "base/text/join.h"

namespace assay::core {

std::string to_text(const Effects& effects) {
  std::string text;
  for (const Effect& effect : effects)
    append_part(text, "; ", match(effect, [](const auto& e) { return decision_of(e); }));
  return text;
}

}  // namespace assay::core
