// SPDX-License-Identifier: MIT
#include "format/gitignore.h"

#include "format/git_index.h"

#include <doctest/doctest.h>

#include <chrono>
#include <string>

namespace assay::format {
namespace {

TEST_CASE("gitignore: rules mean what they mean to git") {
  struct Row {
    const char* rules;
    const char* path;
    PathKind kind;
    IgnoreMatch want;
  };
  constexpr PathKind file = PathKind::file;
  constexpr PathKind directory = PathKind::directory;
  constexpr IgnoreMatch none = IgnoreMatch::none;
  constexpr IgnoreMatch ignored = IgnoreMatch::ignored;
  constexpr IgnoreMatch kept = IgnoreMatch::kept;
  const Row rows[] = {
      {"", "a", file, none},
      {"a", "a", file, ignored},
      {"a", "x/a", file, ignored},
      {"a", "ab", file, none},
      {"/a", "a", file, ignored},
      {"/a", "x/a", file, none},
      {"x/a", "x/a", file, ignored},
      {"x/a", "y/x/a", file, none},
      {"a/", "a", directory, ignored},
      {"a/", "a", file, none},
      {"/a/", "a", directory, ignored},
      {"*.o", "x/y/main.o", file, ignored},
      {"*.o", "main.os", file, none},
      {"*", "anything", file, ignored},
      {"a*b", "a/b", file, none},
      {"x/a*b", "x/a/b", file, none},
      {"x/*", "x/a", file, ignored},
      {"x/*", "x/a/b", file, none},
      {"x/**", "x/a/b", file, ignored},
      {"x/**", "x", directory, none},
      {"**/a", "a", file, ignored},
      {"**/a", "x/y/a", file, ignored},
      {"**/a", "x/ya", file, none},
      {"x/**/a", "x/a", file, ignored},
      {"x/**/a", "x/1/2/a", file, ignored},
      {"x/**/a", "xa", file, none},
      {"**/x/**", "1/x/2/3", file, ignored},
      {"a?c", "abc", file, ignored},
      {"a?c", "ac", file, none},
      {"x/a?c", "x/a/c", file, none},
      {"[ab].c", "b.c", file, ignored},
      {"[!ab].c", "b.c", file, none},
      {"[^ab].c", "x.c", file, ignored},
      {"[a-c]", "b", file, ignored},
      {"[]]", "]", file, ignored},
      {"[a-]", "-", file, ignored},
      {"[\\]]", "]", file, ignored},
      {"[[:digit:]]", "7", file, ignored},
      {"[[:digit:]x]", "x", file, ignored},
      {"[[:nonsense:]]", "n", file, none},
      {"[ab", "[ab", file, none},
      {"# a", "# a", file, none},
      {"\\# a", "# a", file, ignored},
      {"!a", "a", file, kept},
      {"\\!a", "!a", file, ignored},
      {"a  ", "a", file, ignored},
      {"a\\ ", "a ", file, ignored},
      {"a\r\nb", "a", file, ignored},
      {"\xef\xbb\xbf"
       "a",
       "a", file, ignored},
      {"a\\", "a\\", file, none},
      {"a\\*", "a*", file, ignored},
      {"a\\*", "ab", file, none},
      {"a\n!a", "a", file, kept},
      {"!a\na", "a", file, ignored},
      {"*.log\n!keep.log", "keep.log", file, kept},
      {"/", "a", file, none},
      {"\n\n\n", "a", file, none},
      {"foo**bar", "fooXbar", file, ignored},
      // Bounded only by what stands before the first wildcard: surprising, and what git does.
      {"foo**/bar", "foox/y/bar", file, ignored},
      {"foo**/bar", "foobar", file, ignored},
      {"?oo**/bar", "foox/y/bar", file, none},
      {"é", "é", file, ignored},
  };
  for (const Row& row : rows) {
    CAPTURE(row.rules);
    CAPTURE(row.path);
    CHECK(IgnoreRules::parse(row.rules).match(row.path, row.kind) == row.want);
  }
}

TEST_CASE("gitignore: no pattern takes long") {
  std::string pattern;
  for (int i = 0; i < 200; ++i) pattern += "*a**/";
  const IgnoreRules rules = IgnoreRules::parse(pattern + "b\n" + std::string(2000, '*') + "x/y");
  std::string path;
  for (int i = 0; i < 1000; ++i) path += "aa/";
  const auto start = std::chrono::steady_clock::now();
  CHECK(rules.match(path + "c", PathKind::file) == IgnoreMatch::none);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds{5});
}

TEST_CASE("git index: what is no index is refused") {
  CHECK_FALSE(parse_git_index("", GitHash::sha1));
  CHECK_FALSE(parse_git_index(std::string(100, 'x'), GitHash::sha1));
  const std::string header("DIRC\0\0\0\2\0\0\0\1", 12);
  CHECK_FALSE(parse_git_index(header + std::string(30, '\0'), GitHash::sha1));
  const std::string empty("DIRC\0\0\0\2\0\0\0\0", 12);
  CHECK(parse_git_index(empty + std::string(20, '\0'), GitHash::sha1).take().paths.empty());
  const std::string newer("DIRC\0\0\0\5\0\0\0\0", 12);
  CHECK_FALSE(parse_git_index(newer + std::string(20, '\0'), GitHash::sha1));
}

TEST_CASE("git index: no cut and no changed byte brings the reader down") {
  std::string entry(62, '\0');
  entry += "dir/name";
  entry.resize(72, '\0');
  const std::string whole = std::string("DIRC\0\0\0\2\0\0\0\1", 12) + entry + std::string(20, '\0');
  REQUIRE(parse_git_index(whole, GitHash::sha1).take().paths ==
          std::vector<std::string>{"dir/name"});
  for (std::size_t size = 0; size < whole.size(); ++size) {
    static_cast<void>(static_cast<bool>(parse_git_index(whole.substr(0, size), GitHash::sha1)));
  }
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const char byte : {'\x7f', '\xff', '\4'}) {
      std::string changed = whole;
      changed[at] = byte;
      const auto parsed = parse_git_index(changed, GitHash::sha1);
      if (parsed) CHECK(parsed->paths.size() <= 1);
    }
  }
}

}  // namespace
}  // namespace assay::format
