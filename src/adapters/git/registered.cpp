// SPDX-License-Identifier: MIT
#include "adapters/git/registered.h"

#include "adapters/git/call.h"
#include "adapters/git/place.h"
#include "adapters/tree/tracked.h"

#include <fcntl.h>

#include <string_view>

namespace assay::git {

namespace {

/// The rest of a line after its keyword; nothing if it has another.
std::optional<std::string> after(const std::string& line, std::string_view word) {
  if (line == word) return "";
  if (!line.starts_with(word) || line[word.size()] != ' ') return std::nullopt;
  return line.substr(word.size() + 1);
}

}  // namespace

std::string settled_path(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos || slash == 0) return path;
  return real_path(path.substr(0, slash)) + path.substr(slash);
}

Result<std::vector<Registered>> all_registered(const std::string& workspace) {
  constexpr std::string_view heads = "refs/heads/";
  std::vector<Registered> all;
  for (const std::string& line :
       split_zero(TRY(tell({workspace, {"worktree", "list", "--porcelain", "-z"}})))) {
    if (const auto path = after(line, "worktree")) all.push_back({*path, ""});
    if (all.empty()) continue;
    const auto branch = after(line, "branch");
    if (branch && branch->starts_with(heads)) all.back().branch = branch->substr(heads.size());
    if (const auto why = after(line, "locked")) {
      all.back().is_locked = true;
      all.back().locked = *why;
    }
  }
  return all;
}

Result<std::optional<Registered>> registered(const std::string& workspace,
                                             const std::string& directory) {
  const std::string wanted = settled_path(directory);
  for (const Registered& one : TRY(all_registered(workspace))) {
    if (settled_path(one.path) == wanted) return std::optional(one);
  }
  return std::optional<Registered>();
}

bool is_half_made(const std::string& directory) {
  const Place place = place_of(directory);
  if (!place.is_there() || place.own == place.common) return false;
  const auto reason = tree::read_file(AT_FDCWD, place.own + "/locked");
  return reason && *reason && (*reason)->starts_with("initializing");
}

}  // namespace assay::git
