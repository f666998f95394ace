// SPDX-License-Identifier: MIT
// What everybody who looks at workspaces promises: the digest is that of the bytes, and of a tree
// that was kept they say what differs from it.
#include "adapters/repository/trees.h"

#include "support/fake_workspace.h"
#include "support/temp_dir.h"

#include <doctest/doctest.h>

#include <filesystem>

namespace assay {
namespace {

struct InMemory {
  fake::Trees trees;
  void put(const std::string& path, const std::string& text) { trees.files[path] = text; }
  void remove(const std::string& path) { trees.files.erase(path); }
  void lock() { trees.readable = false; }
};

struct OnDisk {
  support::TempDir dir;
  support::TempDir state;
  tree::Trees trees{dir.path(), state.path()};
  void put(const std::string& path, const std::string& text) { dir.write(path, text); }
  void remove(const std::string& path) { std::filesystem::remove(dir / path); }
  void lock() { std::filesystem::remove_all(dir.path()); }
};

core::ObserveTree look(std::string since = {}) {
  core::ObserveTree wanted;
  wanted.key = {1, 1};
  wanted.name = "workspace";
  wanted.since = std::move(since);
  wanted.keep = true;
  return wanted;
}

template <class Kind>
std::string digest(Kind& kind) {
  const auto sight = kind.trees.observe(look());
  REQUIRE(sight);
  return sight->digest.hex();
}

TEST_CASE_TEMPLATE("trees: the same bytes have the same digest, whenever they are looked at", Kind,
                   InMemory, OnDisk) {
  Kind kind;
  kind.put("a", "one");
  kind.put("src/b", "two");
  const std::string first = digest(kind);
  CHECK(digest(kind) == first);
  kind.put("a", "other");
  CHECK(digest(kind) != first);
  kind.put("a", "one");
  CHECK(digest(kind) == first);
}

TEST_CASE_TEMPLATE("trees: names count, not only contents", Kind, InMemory, OnDisk) {
  Kind kind;
  kind.put("a", "one");
  const std::string first = digest(kind);
  kind.remove("a");
  kind.put("b", "one");
  CHECK(digest(kind) != first);
}

TEST_CASE_TEMPLATE("trees: what differs from a tree that was kept is told, sorted", Kind, InMemory,
                   OnDisk) {
  Kind kind;
  kind.put("changed", "one");
  kind.put("gone", "two");
  kind.put("same", "three");
  const std::string first = digest(kind);
  kind.put("changed", "other");
  kind.remove("gone");
  kind.put("added", "four");
  const auto sight = kind.trees.observe(look(first));
  REQUIRE(sight);
  CHECK(sight->changed == std::vector<std::string>{"added", "changed", "gone"});
  const auto nothing = kind.trees.observe(look(sight->digest.hex()));
  REQUIRE(nothing);
  CHECK(nothing->changed.empty());
}

TEST_CASE_TEMPLATE("trees: a workspace that cannot be read has no digest", Kind, InMemory, OnDisk) {
  Kind kind;
  kind.put("a", "one");
  kind.lock();
  CHECK_FALSE(kind.trees.observe(look()));
}

}  // namespace
}  // namespace assay
