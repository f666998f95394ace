// SPDX-License-Identifier: MIT
#include "adapters/repository/git/refs.h"

#include "adapters/repository/git/call.h"
#include "adapters/repository/tree/tracked.h"

#include <fcntl.h>

#include <string_view>

namespace assay::git {

namespace {

constexpr std::string_view symbolic = "ref: ";
constexpr std::string_view heads = "refs/heads/";

/// Without the newline; nothing if it cannot be read or is not one line.
std::optional<std::string> only_line(const std::string& path) {
  auto text = tree::read_file(AT_FDCWD, path);
  if (!text || !*text || (*text)->empty() || (*text)->back() != '\n') return std::nullopt;
  (*text)->pop_back();
  if ((*text)->find('\n') != std::string::npos) return std::nullopt;
  return std::move(**text);
}

/// "<commit> <name>" lines, and "^<commit>" for what a tag before it stands for. Empty: not there.
std::optional<std::string> packed(const Place& place, const std::string& name) {
  const auto text = tree::read_file(AT_FDCWD, place.common + "/packed-refs");
  if (!text) return std::nullopt;
  if (!*text) return "";
  const std::string_view all = **text;
  const std::string wanted = " " + name + "\n";
  const std::size_t at = all.find(wanted);
  if (at == std::string_view::npos) return "";
  const std::size_t begin = all.rfind('\n', at) + 1;
  const std::string_view commit = all.substr(begin, at - begin);
  if (!is_commit(commit)) return std::nullopt;
  return std::string(commit);
}

bool is_plain_ref(std::string_view name) {
  return name.starts_with(heads) && name.find("..") == std::string_view::npos &&
         name.find_first_of(" \t\r\\") == std::string_view::npos && !name.ends_with(".invalid");
}

}  // namespace

std::optional<Head> read_head(const Place& place) {
  if (!place.is_there()) return std::nullopt;
  const auto line = only_line(place.own + "/HEAD");
  if (!line) return std::nullopt;
  if (is_commit(*line)) return Head{"", *line};
  if (!line->starts_with(symbolic)) return std::nullopt;
  const std::string name = line->substr(symbolic.size());
  if (!is_plain_ref(name)) return std::nullopt;
  Head head{name.substr(heads.size()), ""};
  const std::string path = place.common + "/" + name;
  const auto loose = tree::read_file(AT_FDCWD, path);
  if (!loose) return std::nullopt;
  if (*loose) {
    const auto commit = only_line(path);
    if (!commit || !is_commit(*commit)) return std::nullopt;
    head.commit = *commit;
    return head;
  }
  const auto commit = packed(place, name);
  if (!commit) return std::nullopt;
  head.commit = *commit;
  return head;
}

}  // namespace assay::git
