// SPDX-License-Identifier: MIT
#include "adapters/workshop/hide.h"

#include "adapters/repository/git/place.h"
#include "adapters/spec/folder.h"

#include <sys/stat.h>

#include <array>
#include <sstream>

namespace assay::workshop {

namespace {

constexpr std::uint64_t exclude_bytes_max = 4U << 20;

constexpr std::array<std::string_view, 4> private_files = {
    ".ralph-state.json", ".progress-task-*.md", ".tasks.lock", ".git-commit.lock"};

/// A path as a pattern that means only itself.
std::string escaped(const std::string& path) {
  std::string pattern;
  for (const char c : path) {
    if (c == '*' || c == '?' || c == '[' || c == '\\') pattern += '\\';
    pattern += c;
  }
  return pattern;
}

bool has_line(const std::string& text, const std::string& wanted) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line == wanted) return true;
  }
  return false;
}

}  // namespace

Result<> hide_private_files(const std::string& workspace, const std::string& spec_dir) {
  const git::Place place = git::place_of(workspace);
  // A name with a line break cannot be written there; then it is not hidden.
  if (!place.is_there() || spec_dir.find('\n') != std::string::npos) return {};
  // A link in the place of the folder or the file leads somewhere else: nothing is written there,
  // and the files are merely not hidden.
  const spec::Folder git_folder = TRY(spec::Folder::open(place.common, "."));
  if (const auto seen = git_folder.look("info"); seen && S_ISLNK(seen->st_mode)) return {};
  const spec::Folder folder = TRY(git_folder.make("info"));
  if (const auto seen = folder.look("exclude"); seen && S_ISLNK(seen->st_mode)) return {};
  std::string text;
  if (auto old = folder.read("exclude", exclude_bytes_max)) {
    text = old.take();
  } else if (old.error().fault != Fault::not_found) {
    return old.error();
  }
  const std::string before = text;
  for (const std::string_view name : private_files) {
    const std::string line = "/" + escaped(spec_dir) + "/" + std::string(name);
    if (has_line(text, line)) continue;
    if (!text.empty() && text.back() != '\n') text += '\n';
    text += line + "\n";
  }
  if (text == before) return {};
  return folder.replace({{"exclude", text}});
}

}  // namespace assay::workshop
