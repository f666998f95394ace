// SPDX-License-Identifier: MIT
#include "core/work/guarded_paths.h"

#include <doctest/doctest.h>

using namespace assay::core::work;

namespace {

bool covers(const char* glob, const char* path) { return is_protected(spread({glob}), path); }

}  // namespace

TEST_CASE("protected paths: a name holds in every folder, a path from the top") {
  CHECK(covers("conftest.py", "conftest.py"));
  CHECK(covers("conftest.py", "tests/deep/conftest.py"));
  CHECK_FALSE(covers("conftest.py", "tests/my_conftest.py"));
  CHECK(covers("./Makefile", "Makefile"));
  CHECK_FALSE(covers("./Makefile", "vendor/Makefile"));
  CHECK(covers("tests/unit", "tests/unit/a.py"));
  CHECK_FALSE(covers("tests/unit", "old/tests/unit/a.py"));
  CHECK_FALSE(covers("tests/**", "old/tests/a.py"));
}

TEST_CASE("protected paths: whatever is named may be a folder, or a link in its place") {
  for (const char* glob : {"tests", "tests/", "tests/**", "./tests"}) {
    CAPTURE(glob);
    CHECK(covers(glob, "tests"));
    CHECK(covers(glob, "tests/a.py"));
    CHECK(covers(glob, "tests/deep/b.py"));
    CHECK_FALSE(covers(glob, "tests2/a.py"));
  }
  CHECK(covers(".github/workflows/*.yml", ".github/workflows/ci.yml"));
  CHECK_FALSE(covers(".github/workflows/*.yml", ".github/workflows/deep/ci.yml"));
  CHECK(covers("**", "anything/at/all"));
}

TEST_CASE("protected paths: which folders are looked into although git ignores them") {
  CHECK(leads_to_protected(spread({"tests/**"}), "tests"));
  CHECK(leads_to_protected(spread({"a/b/*.cfg"}), "a"));
  CHECK(leads_to_protected(spread({"a/b/*.cfg"}), "a/b"));
  CHECK_FALSE(leads_to_protected(spread({"a/b/*.cfg"}), "c"));
  CHECK_FALSE(leads_to_protected(spread({"conftest.py"}), "node_modules"));
}

TEST_CASE("protected paths: nothing is protected by nothing") {
  CHECK_FALSE(is_protected({}, "a"));
  CHECK(protected_of(spread({"*.cfg"}), {"a.cfg", "b.py", "c/d.cfg"}) ==
        std::vector<std::string>{"a.cfg", "c/d.cfg"});
}
