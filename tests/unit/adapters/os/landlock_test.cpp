// SPDX-License-Identifier: MIT
#include "adapters/os/landlock.h"

#include <doctest/doctest.h>

#include <map>

using namespace assay::os;
using Paths = std::vector<std::string>;

namespace {

Paths list(const std::string& folder) {
  static const std::map<std::string, Paths> tree = {{"/", {"bin", "home", "tmp"}},
                                                    {"/home", {"a", "b"}},
                                                    {"/home/a", {".local", "work"}},
                                                    {"/home/a/.local", {"share", "state"}},
                                                    {"/home/a/.local/state", {"assay", "other"}}};
  const auto found = tree.find(folder);
  return found == tree.end() ? Paths{} : found->second;
}

}  // namespace

TEST_CASE("landlock: everything beside the way to a hole is granted, nothing on it") {
  CHECK(grants_around({"/home/a/.local/state/assay"}, list) ==
        Paths{"/bin", "/home/a/.local/share", "/home/a/.local/state/other", "/home/a/work",
              "/home/b", "/tmp"});
  CHECK(grants_around({}, list) == Paths{"/"});
  CHECK(grants_around({"/"}, list).empty());
  CHECK(grants_around({"/home/a", "/home/a/work", "/tmp"}, list) == Paths{"/bin", "/home/b"});
  // What only begins alike is another folder.
  CHECK(grants_around({"/home/aa"}, list) == Paths{"/bin", "/home/a", "/home/b", "/tmp"});
}
