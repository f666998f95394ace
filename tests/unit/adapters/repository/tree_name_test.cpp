// SPDX-License-Identifier: MIT
#include "adapters/repository/tree/name.h"
#include "adapters/repository/trees.h"
#include "support/temp_dir.h"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>

namespace assay {
namespace {

namespace fs = std::filesystem;

/// A workspace whose name is asked of git and of assay.
struct NamedTree {
  support::TempDir dir;
  std::string work = dir / "work";
  std::string state = dir / "state";

  NamedTree() {
    fs::create_directories(work);
    fs::create_directories(state);
  }
  void write(const std::string& name, const std::string& content) const {
    dir.write("work/" + name, content);
  }
  std::string run(const std::string& command) const {
    const std::string whole =
        "cd '" + work +
        "' && exec 2>/dev/null && export HOME=/nonexistent GIT_CONFIG_NOSYSTEM=1 "
        "GIT_CONFIG_GLOBAL=/dev/null "
        "GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b && " +
        command;
    std::string output;
    std::FILE* pipe = ::popen(whole.c_str(), "r");
    REQUIRE(pipe != nullptr);
    std::array<char, 4096> buffer{};
    for (std::size_t got; (got = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
      output.append(buffer.data(), got);
    CAPTURE(command);
    CAPTURE(output);
    REQUIRE(::pclose(pipe) == 0);
    while (!output.empty() && output.back() == '\n') output.pop_back();
    return output;
  }
  /// In an index of its own that begins as the real one.
  std::string git_says() const {
    return run(
        "i=$(mktemp -u) && g=$(git rev-parse --git-dir) && { [ ! -f $g/index ] || cp $g/index $i; "
        "} && GIT_INDEX_FILE=$i git add -A 2>/dev/null && GIT_INDEX_FILE=$i git write-tree && "
        "rm -f $i");
  }
  std::string assay_says() const {
    const tree::Snapshot seen = tree::Trees(work, state).snapshot().take();
    const auto name = tree::name_of(work, seen);
    REQUIRE(name);
    return name->id;
  }
  void agrees() const { CHECK(assay_says() == git_says()); }
};

TEST_CASE("tree name: is git's own for files, modes, links, folders and odd names") {
  NamedTree tree;
  tree.run("git init -q");
  tree.agrees();  // the empty tree
  tree.write("a", "1\n");
  tree.write("a.b", "2\n");
  tree.write("a-b/c", "3\n");
  tree.write("d e/\xC3\xBC", "4\n");
  tree.write("deep/er/and/deeper/file", "5\n");
  tree.write("empty", "");
  ::chmod((tree.work + "/a.b").c_str(), 0755);
  CHECK(::symlink("nowhere/at all", (tree.work + "/link").c_str()) == 0);
  fs::create_directories(tree.work + "/no/files/here");
  CHECK(::mkfifo((tree.work + "/pipe").c_str(), 0600) == 0);
  tree.run("rm pipe");  // git refuses to add what it cannot store
  tree.agrees();
  tree.run("git add -A && git commit -qm one && rm a && mv a-b moved && printf x >> empty");
  tree.agrees();
}

TEST_CASE("tree name: ignored files are left out, tracked ones stay, hidden rules are no part") {
  NamedTree tree;
  tree.run("git init -q");
  tree.write(".gitignore", "*.log\nbuild/\n");
  tree.write("kept.log", "1");
  tree.write("other.log", "1");
  tree.write("build/x", "1");
  tree.write("private/.gitignore", "*\n");
  tree.write("private/y", "1");
  tree.run("git add -f kept.log");
  tree.agrees();
}

TEST_CASE("tree name: is the same number without git") {
  NamedTree tree;
  tree.write(".gitignore", "*.o\n");
  tree.write("a.c", "int a;\r\n");
  tree.write("a.o", "x");
  tree.write(".gitattributes", "*.c text\n");
  const std::string without = tree.assay_says();
  tree.run("git init -q");
  CHECK(without == tree.git_says());
}

TEST_CASE("tree name: line ends go by the attributes of the tree") {
  NamedTree tree;
  tree.run("git init -q");
  const std::string crlf = "one\r\ntwo\r\n";
  for (const std::string name :
       {"plain", "t.txt", "auto.a", "bin.a", "minus.m", "eol.e", "sub/t.txt"})
    tree.write(name, crlf);
  tree.write("bin.a", std::string("one\r\n\0two\r\n", 11));
  tree.write("lone.a", "one\r\ntwo\rthree\r\n");
  tree.agrees();
  tree.write(".gitattributes", "*.txt text\n*.a text=auto\n*.m -text\n*.e eol=crlf\n");
  tree.agrees();
  tree.write("sub/.gitattributes", "*.txt -text\n");
  tree.agrees();
  tree.run("git add -A && git commit -qm one");
  tree.agrees();
}

TEST_CASE("tree name: text=auto leaves alone what is stored with carriage returns already") {
  NamedTree tree;
  tree.run("git init -q");
  tree.write("old.c", "one\r\ntwo\r\n");
  tree.run("git add -A && git commit -qm one");
  tree.write(".gitattributes", "* text=auto\n");
  tree.agrees();
}

TEST_CASE("tree name: attributes are read as git reads them") {
  struct Row {
    const char* rules;
    const char* text;
  };
  const Row rows[] = {
      {"*.x ident\n", "$Id: abc $\n"},
      {"*.x ident\n", "$Id: abc$ and $Id: d $\r\n"},
      {"*.x ident\n", "$Id: over\nlines $ $Id:\n"},
      {"*.x ident text\n", "$Id: abc $\r\n"},
      {"*.x eol=neither\n", "a\r\n"},
      {"*.x text # no comment\n", "a\r\n"},
      {"*.x text\n*.x !text\n", "a\r\n"},
      {"[attr]mine text\n*.x mine\n", "a\r\n"},
      {"\"a.x\" text\n", "a\r\n"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.rules);
    CAPTURE(row.text);
    NamedTree tree;
    tree.run("git init -q");
    tree.write(".gitattributes", row.rules);
    tree.write("a.x", row.text);
    tree.agrees();
  }
  NamedTree tree;
  tree.run("git init -q");
  tree.write(".gitattributes", "[attr]mine text\n");
  tree.write("-/.gitattributes", "*.x mine\n");  // before the one at the top, by its name
  tree.write("-/a.x", "a\r\n");
  tree.write("own/.gitattributes", "[attr]other text\n*.x other\n");
  tree.write("own/a.x", "a\r\n");
  tree.agrees();
}

TEST_CASE("tree name: no filter is run and no setting of the user is obeyed") {
  NamedTree tree;
  tree.run("git init -q && git config filter.upper.clean 'touch ../ran; tr a-z A-Z'");
  tree.write("f.up", "small\n");
  tree.write("w.txt", "one\r\n");
  const std::string plain = tree.git_says();
  tree.run(
      "mkdir -p .git/info && echo '*.up filter=upper' > .git/info/attributes && "
      "git config core.autocrlf true");
  CHECK(tree.assay_says() == plain);
  tree.write(".gitattributes", "*.up filter=upper\n");
  const auto name = tree::name_of(tree.work, tree::Trees(tree.work, tree.state).snapshot().take());
  REQUIRE(name);
  CHECK(name->by_bytes == std::vector<std::string>{"f.up"});
  CHECK(!fs::exists(tree.dir / "ran"));
}

TEST_CASE("tree name: submodules are the commit they have checked out, or had") {
  NamedTree tree;
  tree.run(
      "git init -q && git init -q sub && cd sub && echo 1 > a && git add a && "
      "git commit -qm sub");
  tree.agrees();
  tree.run("cd sub && echo 2 > a");  // what is not committed there does not show
  tree.agrees();
  tree.run("git -C sub commit -qam two");
  tree.agrees();
  tree.run(
      "git init -q --bare ../origin && git -C sub push -q ../../origin HEAD:refs/heads/main && "
      "rm -rf sub && git -c protocol.file.allow=always submodule --quiet add -b main "
      "../origin sub && git commit -qm module && git pack-refs --all");
  tree.agrees();
  tree.run("git submodule --quiet deinit -f sub");
  tree.agrees();
  tree.run("rmdir sub");
  tree.agrees();
}

TEST_CASE("tree name: SHA-256 repositories have names of their own") {
  NamedTree tree;
  tree.run("git init -q --object-format=sha256");
  tree.write("a/b", "1");
  tree.agrees();
  CHECK(tree.assay_says().size() == 64);
}

TEST_CASE("tree name: agrees with git on a large tree, as committed and after edits") {
  const char* const asked = std::getenv("LARGE");
  const std::uint64_t files = asked == nullptr ? 2000 : std::strtoull(asked, nullptr, 10);
  NamedTree tree;
  tree.run("git init -q");
  const auto name = [&](std::uint64_t i) {
    return tree.work + "/d" + std::to_string(i / 1000) + "/e" + std::to_string(i / 50 % 20) + "/f" +
           std::to_string(i);
  };
  for (std::uint64_t i = 0; i < files; ++i) {
    if (i % 50 == 0) fs::create_directories(fs::path(name(i)).parent_path());
    std::ofstream(name(i)) << "file " << i << "\n";
  }
  tree.agrees();
  tree.run("git add -A && git commit -qm one");
  tree.agrees();
  for (std::uint64_t i = 0; i < files; i += 97) std::ofstream(name(i)) << "other " << i << "\n";
  for (std::uint64_t i = 1; i < files; i += 97) fs::remove(name(i));
  for (std::uint64_t i = 2; i < files; i += 97) ::chmod(name(i).c_str(), 0755);
  tree.agrees();
}

TEST_CASE("tree name: agrees with git on random trees and random edits") {
  const char* const names[] = {"a", "b", "a.c", "a-", "a0", "B", "x y", "\xC3\xA4", "z.txt", "o.o"};
  const char* const texts[] = {"", "1", "1\n", "1\r\n", "1\r\n2\n", "1\r2", "\r\n\r\n"};
  const std::uint64_t first = 20261117;
  const char* const asked = std::getenv("TREES");
  const std::uint64_t count = asked == nullptr ? 25 : std::strtoull(asked, nullptr, 10);
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    CAPTURE(seed);
    NamedTree tree;
    tree.run("git init -q");
    std::mt19937_64 random(seed);
    const auto pick = [&](const auto& from) {
      return std::string(from[random() % std::size(from)]);
    };
    const auto edit = [&] {
      std::string path = tree.work;
      std::error_code clash;
      for (std::uint64_t depth = random() % 3; depth > 0; --depth) path += "/" + pick(names);
      fs::create_directories(path, clash);
      path += "/" + pick(names);
      const std::uint64_t what = random() % 8;
      if (what == 0) fs::remove_all(path, clash);
      if (what == 1 && !fs::exists(path)) fs::create_symlink(pick(names), path, clash);
      if (what == 2) ::chmod(path.c_str(), 0755);
      const bool writable = !fs::is_directory(path, clash) && !fs::is_symlink(path, clash);
      if (what > 2 && writable) std::ofstream(path) << pick(texts);
    };
    for (int round = 0; round < 3; ++round) {
      for (int i = 0; i < 12; ++i) edit();
      if (random() % 3 == 0) tree.write(".gitattributes", "*.txt text\n* text=auto\na -text\n");
      if (random() % 3 == 0) tree.write(".gitignore", "*.o\n/B\n");
      tree.agrees();
      if (random() % 2 == 0) tree.run("git add -A && git commit -qm x --allow-empty");
    }
  }
}

}  // namespace
}  // namespace assay
