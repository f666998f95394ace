// SPDX-License-Identifier: MIT
#include "format/shell/patch_names.h"

#include "base/text/ascii.h"

#include <algorithm>
#include <array>

namespace assay::format::shell {

namespace {

constexpr std::size_t patched_files_max = 2000;

/// Begin the lines that name files.
constexpr std::array<std::string_view, 8> naming{"+++ ",           "--- ",
                                                 "rename from ",   "rename to ",
                                                 "copy to ",       "*** Update File: ",
                                                 "*** Add File: ", "*** Delete File: "};

/// `b/f<tab>2024-01-01`, `"b/f"`
std::string_view plain_name(std::string_view rest) {
  rest = trimmed(rest.substr(0, rest.find('\t')));
  if (rest.size() > 1 && rest.front() == '"' && rest.back() == '"')
    rest = rest.substr(1, rest.size() - 2);
  return rest;
}

}  // namespace

std::vector<std::string> files_of_patch(std::string_view patch) {
  std::vector<std::string> files;
  const auto add = [&](std::string_view name) {
    const bool known = std::find(files.begin(), files.end(), name) != files.end();
    if (!name.empty() && name != "/dev/null" && !known && files.size() < patched_files_max)
      files.emplace_back(name);
  };
  for (std::size_t at = 0; at < patch.size();) {
    const std::size_t end = std::min(patch.find('\n', at), patch.size());
    const std::string_view line = patch.substr(at, end - at);
    at = end + 1;
    for (const std::string_view begin : naming) {
      if (!line.starts_with(begin)) continue;
      const std::string_view name = plain_name(line.substr(begin.size()));
      add(name);
      if (const std::size_t slash = name.find('/'); slash != std::string_view::npos)
        add(name.substr(slash + 1));
    }
  }
  return files;
}

}  // namespace assay::format::shell
