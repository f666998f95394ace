// SPDX-License-Identifier: MIT
#include "base/text/glob.h"

#include <doctest/doctest.h>

#include <string>

using namespace assay;

TEST_CASE("glob: a star is any text, a question mark any byte") {
  CHECK(matches_glob("claude-*", "claude-"));
  CHECK(matches_glob("*-4?-*", "a/b-41-c"));
  CHECK(matches_glob("*", ""));
  CHECK(matches_glob("a**b", "ab"));
  CHECK_FALSE(matches_glob("claude-*", "claude"));
  CHECK_FALSE(matches_glob("a?b", "ab"));
  CHECK_FALSE(matches_glob("", "a"));
}

TEST_CASE("glob: in paths only two stars cross a slash") {
  struct Row {
    const char* glob;
    const char* path;
    bool fits;
  };
  const Row rows[] = {
      {"src/*.ts", "src/a.ts", true},
      {"src/*.ts", "src/a/b.ts", false},
      {"src/**", "src/a/b.ts", true},
      {"src/**/*.ts", "src/a.ts", true},
      {"src/**/*.ts", "src/a/b/c.ts", true},
      {"**/test_*.py", "test_a.py", true},
      {"**/test_*.py", "x/test_a.py", true},
      {"**/test_*.py", "x/a_test.py", false},
      {"a?c", "a/c", false},
      {"a?c", "abc", true},
      {"src/*", "src/", true},
      {"src", "src/a", false},
  };
  for (const Row& row : rows)
    CHECK_MESSAGE(matches_path_glob(row.glob, row.path) == row.fits, row.glob << " " << row.path);
}

TEST_CASE("glob: what many stars cost stays small") {
  const std::string text(20'000, 'a');
  std::string glob;
  for (int i = 0; i < 200; ++i) glob += "*a";
  CHECK(matches_glob(glob, text));
  CHECK_FALSE(matches_glob(glob + "b", text));
}
