// SPDX-License-Identifier: MIT
#include "format/git_object.h"

#include "format/git_attributes.h"

#include <doctest/doctest.h>

namespace assay::test {
namespace {

using format::AttributeRules;
using format::GitHash;
using format::StoredAs;

// Names as `git hash-object` and `git write-tree` print them.
TEST_CASE("git object: a blob has the name git gives it") {
  CHECK(format::git_object_id(GitHash::sha1, "blob", "") ==
        "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
  CHECK(format::git_object_id(GitHash::sha1, "blob", "hello\n") ==
        "ce013625030ba8dba906f756967f9e9ca394464a");
  CHECK(format::git_object_id(GitHash::sha256, "blob", "") ==
        "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813");
}

TEST_CASE("git object: a tree has the name git gives it, whatever order its entries come in") {
  const std::string hello = "ce013625030ba8dba906f756967f9e9ca394464a";
  CHECK(format::git_tree(GitHash::sha1, {}).id == "4b825dc642cb6eb9a060e54bf8d69288fbee4904");
  // A folder is sorted as if its name ended with a slash: a-b, a.c, a/x.
  const format::GitTree tree = format::git_tree(GitHash::sha1, {{"a/x", "100644", hello},
                                                                {"a.c", "100755", hello},
                                                                {"a-b", "120000", hello},
                                                                {"a/y/z", "100644", hello}});
  CHECK(tree.id == "28d81d7205d151777407388c92b108c950cd5bbe");
  CHECK(tree.entries.front().path == "a-b");
}

TEST_CASE("git object: two trees differ in what only one has and in what both have differently") {
  const auto tree = [](std::vector<format::GitEntry> entries) {
    return format::git_tree(GitHash::sha1, std::move(entries));
  };
  const std::string x(40, '1');
  const std::string y(40, '2');
  const auto one = tree({{"a", "100644", x}, {"b", "100644", x}, {"c", "100644", x}});
  const auto other = tree({{"a", "100644", x}, {"b", "100755", x}, {"d", "100644", y}});
  CHECK(differing(one, other) == std::vector<std::string>{"b", "c", "d"});
  CHECK(differing(one, one).empty());
}

TEST_CASE("git object: what git prints of a tree is read, and nothing else") {
  const std::string id(40, 'a');
  const std::string text = "100644 blob " + id + "\ta b\t\"c\n" + std::string(1, '\0') +
                           "160000 commit " + id + "\tsub" + std::string(1, '\0');
  const auto entries = format::parse_tree_list(text);
  REQUIRE(entries);
  REQUIRE(entries->size() == 2);
  CHECK((*entries)[0] == format::GitEntry{"a b\t\"c\n", "100644", id});
  CHECK((*entries)[1].mode == "160000");
  CHECK_FALSE(format::parse_tree_list(std::string("rubbish\0", 8)));
}

TEST_CASE("git object: only what git itself wrote between the dollar signs is an own id") {
  const std::string id(40, 'f');
  CHECK(format::without_own_id("a $Id: " + id + " $ b") == "a $Id$ b");
  const std::string code = ": \"$Id: \"; rm -rf x; : \"$\"";
  CHECK(format::without_own_id(code) == code);
  CHECK(format::without_own_id("$Id: " + id.substr(1) + " $") == "$Id: " + id.substr(1) + " $");
  CHECK(format::without_carriage_returns("a\r\nb\rc\r\n") == "a\nb\rc\n");
}

StoredAs stored(const char* rules, const char* path) {
  StoredAs as;
  AttributeRules::parse(rules).apply(path, as);
  return as;
}

TEST_CASE("git attributes: the last line that speaks of an attribute decides") {
  CHECK(stored("* text=auto\n*.png binary\n", "a/b.txt").text == StoredAs::Text::by_content);
  CHECK(stored("* text=auto\n*.png binary\n", "a/b.png").text == StoredAs::Text::no);
  CHECK(stored("*.bat eol=crlf\n", "x.bat").has_line_ends());
  CHECK_FALSE(stored("*.bat eol=crlf\n", "x.sh").has_line_ends());
  CHECK(stored("*.bin filter=lfs diff=lfs merge=lfs -text\n", "d/x.bin").filter == "lfs");
  CHECK(stored("*.bin filter=lfs\nkeep.bin -filter\n", "keep.bin").filter == "");
  CHECK(stored("*.bin filter=lfs\nkeep.bin !filter\n", "keep.bin").filter == "");
  CHECK(stored("/only filter=x\n", "a/only").filter == "");
  CHECK(stored("a/*.c ident\n", "a/b.c").ident);
  CHECK_FALSE(stored("a/*.c ident\n", "a/b/c.c").ident);
  CHECK(stored("\"a b\" filter=x\n", "a b").filter == "x");
  CHECK(stored("[attr]big filter=lfs -text\n*.iso big\n", "x.iso").filter == "lfs");
  CHECK(stored("# *.c filter=x\n!a filter=x\n", "a.c").filter == "");
}

}  // namespace
}  // namespace assay::test
