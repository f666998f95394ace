// SPDX-License-Identifier: MIT
#include "adapters/executor/local/git_dirs.h"

#include <filesystem>
#include <fstream>
#include <optional>

namespace assay::process {

namespace {

namespace fs = std::filesystem;

/// The first line of a small file, relative to the folder of the file if it is a relative path.
std::optional<fs::path> path_in(const fs::path& file, std::string_view prefix) {
  std::ifstream in(file);
  std::string line;
  if (!in || !std::getline(in, line) || line.size() > 4096 || !line.starts_with(prefix))
    return std::nullopt;
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
  const fs::path told(line.substr(prefix.size()));
  std::error_code failure;
  fs::path real = fs::canonical(told.is_absolute() ? told : file.parent_path() / told, failure);
  if (failure) return std::nullopt;
  return real;
}

bool is_repository(const fs::path& folder) {
  std::error_code failure;
  return fs::is_regular_file(folder / "HEAD", failure) &&
         fs::is_directory(folder / "objects", failure) &&
         fs::is_directory(folder / "refs", failure);
}

/// Of a working tree whose .git is a file: a worktree, or a submodule.
std::vector<std::string> linked_dirs(const fs::path& link) {
  const auto own = path_in(link, "gitdir: ");
  if (!own) return {};
  const auto common = path_in(*own / "commondir", "");
  if (!common) {
    return is_repository(*own) ? std::vector<std::string>{own->string()}
                               : std::vector<std::string>{};
  }
  // Whoever writes the link cannot make a worktree of any folder: that one has to know of it.
  const auto back = path_in(*own / "gitdir", "");
  std::error_code failure;
  if (!is_repository(*common) || !back || *back != fs::canonical(link, failure)) return {};
  return {common->string(), own->string()};
}

}  // namespace

std::vector<std::string> git_dirs_of(const std::string& directory) {
  std::error_code failure;
  fs::path at = fs::canonical(directory, failure);
  for (; !failure && !at.empty(); at = at.parent_path()) {
    const fs::path own = at / ".git";
    const fs::file_status status = fs::symlink_status(own, failure);
    failure.clear();
    if (fs::is_regular_file(status)) return linked_dirs(own);
    if (fs::is_directory(status))
      return is_repository(own) ? std::vector<std::string>{own.string()}
                                : std::vector<std::string>{};
    if (fs::exists(status) || at == at.root_path()) return {};
  }
  return {};
}

std::string git_dirs_list(const std::string& directory) {
  std::string list = "[";
  for (const std::string& path : git_dirs_of(directory)) {
    std::string quoted;
    for (const char c : path) {
      if (c == '"' || c == '\\') quoted += '\\';
      quoted += c;
    }
    list += (list.size() > 1 ? ", \"" : "\"") + quoted + "\"";
  }
  return list + "]";
}

}  // namespace assay::process
