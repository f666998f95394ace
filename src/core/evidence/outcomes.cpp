// SPDX-License-Identifier: MIT
#include "core/evidence/outcomes.h"

namespace assay::core {

bool fits_test(std::string_view glob, std::string_view id) {
  std::size_t g = 0;
  std::size_t i = 0;
  std::size_t star = std::string_view::npos, star_at = 0;
  while (i < id.size()) {
    if (g < glob.size() && glob[g] == '*') {
      star = g++;
      star_at = i;
    } else if (g < glob.size() && (glob[g] == id[i] || glob[g] == '?')) {
      ++g;
      ++i;
    } else if (star != std::string_view::npos) {
      g = star + 1;
      i = ++star_at;
    } else {
      return false;
    }
  }
  while (g < glob.size() && glob[g] == '*') ++g;
  return g == glob.size();
}

}  // namespace assay::core
