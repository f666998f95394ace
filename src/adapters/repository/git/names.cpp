// SPDX-License-Identifier: MIT
#include "adapters/repository/git/names.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::git {

std::string names_of(const std::vector<std::string>& paths) {
  constexpr std::size_t named_max = 10;
  std::string names;
  for (std::size_t i = 0; i < std::min(paths.size(), named_max); ++i)
    names += (i == 0 ? "" : ", ") + paths[i];
  if (paths.size() > named_max) names += fmt::format(" and {} more", paths.size() - named_max);
  return names;
}

}  // namespace assay::git
