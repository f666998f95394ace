// SPDX-License-Identifier: MIT
#include "core/agent/leave.h"

#include <doctest/doctest.h>

namespace assay::core::agent {
namespace {

using enum ToolKind;

bool may(const Wish& wish, std::vector<Permission> rules = {}) {
  return leave_for(wish, rules, "/w/dir").leave == Leave::allow;
}

TEST_CASE("leave: paths are seen from the directory, without dots") {
  CHECK(path_inside("/w/dir/a/b", "/w/dir") == "a/b");
  CHECK(path_inside("a/../b", "/w/dir") == "b");
  CHECK(path_inside("./a//b/.", "/w/dir/") == "a/b");
  CHECK(path_inside("/x", "/") == "x");
  for (const char* out :
       {"/w/dirt/a", "../a", "/w/dir/../dir2/a", "/etc/passwd", "/w/dir", "", "."})
    CHECK_FALSE(path_inside(out, "/w/dir"));
}

TEST_CASE("leave: without rules an agent works in its directory, and no rule lets it out") {
  CHECK(may({edit, {"src/a.c"}}));
  CHECK(may({execute}));
  CHECK(may({read, {"/etc/os-release"}}));
  const std::vector<Permission> anything = {{any, "", Leave::allow}};
  for (const char* path : {"assay.yaml", "/w/dir/./assay.yaml", "x/../assay.yaml", ".git/hooks/x",
                           "sub/.git/config", "../other", "/etc/passwd"}) {
    CAPTURE(path);
    CHECK_FALSE(may({edit, {path}}, anything));
    CHECK_FALSE(may({remove, {"a", path}}, anything));
  }
  CHECK(may({edit, {"docs/assay.yaml"}}));
  CHECK(may({edit, {".gitignore"}}));
}

TEST_CASE("leave: the first rule that fits decides") {
  const std::vector<Permission> rules = {{edit, "tests/**", Leave::deny},
                                         {edit, "**", Leave::allow},
                                         {execute, "", Leave::deny},
                                         {fetch, "", Leave::deny}};
  CHECK(may({edit, {"src/a.c"}}, rules));
  CHECK_FALSE(may({edit, {"tests/a.c"}}, rules));
  CHECK_FALSE(may({execute}, rules));
  CHECK(may({search}, rules));
}

TEST_CASE("leave: of several files one is enough to deny, and all are needed to allow") {
  const std::vector<Permission> rules = {{edit, "src/**", Leave::allow}, {any, "", Leave::deny}};
  CHECK(may({edit, {"src/a", "src/b"}}, rules));
  CHECK_FALSE(may({edit, {"src/a", "lib/b"}}, rules));
  CHECK_FALSE(may({edit, {"src/a", "tests/b"}}, {{edit, "tests/**", Leave::deny}}));
}

TEST_CASE("leave: who does not say which files he means may mean those that are denied") {
  CHECK_FALSE(may({edit}, {{edit, "tests/**", Leave::deny}}));
  CHECK(may({execute}, {{edit, "tests/**", Leave::deny}}));
  CHECK_FALSE(may({edit}, {{edit, "src/**", Leave::allow}, {any, "", Leave::deny}}));
}

}  // namespace
}  // namespace assay::core::agent
