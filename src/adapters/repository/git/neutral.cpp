// SPDX-License-Identifier: MIT
#include "adapters/repository/git/neutral.h"

#include "adapters/os/error.h"
#include "adapters/repository/git/folders.h"
#include "adapters/repository/tree/bytes.h"
#include "adapters/repository/tree/tracked.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace assay::git {

namespace {

/// HEAD as it is, if it is plain; else a branch that does not exist.
std::string head_of(const Place& place) {
  const auto text = tree::read_file(AT_FDCWD, place.own + "/HEAD");
  constexpr std::size_t head_max = 4096;
  const bool plain = text && *text && (*text)->size() < head_max && !(*text)->empty();
  return plain ? **text : "ref: refs/heads/assay-nothing\n";
}

std::string configuration(format::GitHash hash) {
  const bool is_new = hash == format::GitHash::sha256;
  return fmt::format(
      "[core]\n\trepositoryformatversion = {}\n\tbare = false\n\tfilemode = true\n{}",
      is_new ? 1 : 0, is_new ? "[extensions]\n\tobjectFormat = sha256\n" : "");
}

}  // namespace

std::string neutral_home() {
  const auto variable = [](const char* name) {
    const char* value = ::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  const std::string given = variable("XDG_STATE_HOME");
  if (given.starts_with("/")) return given + "/assay/git";
  const std::string home = variable("HOME");
  return home.starts_with("/") ? home + "/.local/state/assay/git" : "";
}

/// Not in a folder for temporary files, if it can be helped: agents write there, and what git is
/// told here it does outside of their isolation.
Result<Neutral> Neutral::make(const Place& place) {
  const char* temporary = ::getenv("TMPDIR");
  const std::string home = neutral_home();
  if (!home.empty()) ::mkdir(home.c_str(), 0700);  // not the state itself: who has none needs none
  for (const std::string& folder :
       {home, std::string(temporary == nullptr ? "" : temporary), std::string("/tmp"), place.own}) {
    if (!folder.starts_with("/")) continue;
    std::string path = folder + "/" + std::string(neutral_prefix) + "XXXXXX";
    if (::mkdtemp(path.data()) == nullptr) continue;
    Neutral made(std::move(path));
    TRY(made.fill(place));
    return made;
  }
  return Error{Fault::io,
               fmt::format("no place for a folder that git needs: {}", std::strerror(errno))};
}

Result<> Neutral::fill(const Place& place) const {
  const auto hash = TRY(tree::hash_of_repository({place.own, place.common}));
  TRY(tree::write_file(path_ + "/config", configuration(hash)));
  TRY(tree::write_file(path_ + "/HEAD", head_of(place)));
  for (const std::string name : {"refs", "packed-refs", "shallow"}) {
    const std::string target = place.common + "/" + name;
    if (name == "shallow" && !is_there(target)) continue;
    if (::symlink(target.c_str(), (path_ + "/" + name).c_str()) != 0)
      return os::error_of(fmt::format("{}/{}", path_, name), errno);
  }
  return {};
}

std::vector<std::string> Neutral::variables(const Place& place) const {
  return {"GIT_DIR=" + path_,
          "GIT_OBJECT_DIRECTORY=" + place.common + "/objects",
          "GIT_INDEX_FILE=" + place.own + "/index",
          "GIT_CONFIG_GLOBAL=/dev/null",
          "GIT_CONFIG_SYSTEM=/dev/null",
          "GIT_CONFIG_NOSYSTEM=1",
          "GIT_ATTR_NOSYSTEM=1"};
}

Neutral::~Neutral() {
  if (!path_.empty()) static_cast<void>(static_cast<bool>(remove_tree(path_)));
}

}  // namespace assay::git
