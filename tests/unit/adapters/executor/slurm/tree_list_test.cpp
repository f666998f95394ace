// SPDX-License-Identifier: MIT
#include "adapters/executor/slurm/tree_list.h"

#include "adapters/repository/trees.h"
#include "support/temp_dir.h"

#include <doctest/doctest.h>

#include <fstream>
#include <map>

namespace assay::slurm {
namespace {

tree::Snapshot seen_in(const std::string& directory, const support::TempDir& dir) {
  auto seen = tree::Trees(directory, dir / "state", tree::Believes::nothing).snapshot();
  REQUIRE(seen);
  return seen.take();
}

TEST_CASE("slurm: a tree that was packed is unpacked byte for byte, links and modes with it") {
  const support::TempDir dir;
  dir.write("state/x", "");
  dir.write("from/a/b.txt", std::string("b\n\0c", 4));
  dir.write("from/run.sh", "#!/bin/sh\n");
  std::filesystem::permissions(dir / "from/run.sh", std::filesystem::perms::owner_all);
  std::filesystem::create_symlink("a/b.txt", dir / "from/link");
  dir.write("from/.gitignore", "*.env\n");
  dir.write("from/k.env", "K=1\n");
  dir.write("from/other.env", "no\n");
  dir.write("trees/x", "");
  core::Supplies supplies;
  supplies.include = {"k.env"};
  const tree::Snapshot before = seen_in(dir / "from", dir);
  auto name = publish_tree(dir / "from", before, core::TreeAtNode::copied, supplies, dir / "trees");
  REQUIRE(name);
  std::ifstream file(dir / "trees/" + *name + ".list", std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto list = read_list(text);
  REQUIRE(list);
  CHECK(list->id.size() == 40);
  std::filesystem::create_directories(dir / "to");
  REQUIRE(unpack_tree(*list, dir / "trees/" + *name + ".pack", dir / "to"));
  const tree::Snapshot after = seen_in(dir / "to", dir);
  CHECK(after.digest == before.digest);
  CHECK(differing(*list, after).empty());
  CHECK(std::filesystem::exists(dir / "to/k.env"));
  CHECK_FALSE(std::filesystem::exists(dir / "to/other.env"));
  CHECK(std::filesystem::is_symlink(dir / "to/link"));

  dir.write("to/a/b.txt", "other\n");
  dir.write("to/new.txt", "what a gate left behind is no part of the tree\n");
  CHECK(differing(*list, seen_in(dir / "to", dir)) == std::vector<std::string>{"a/b.txt"});
}

TEST_CASE("slurm: a byte, a mode, a link, a file more and one less are told apart from the tree") {
  using How = Difference::How;
  const support::TempDir dir;
  dir.write("state/x", "");
  dir.write("trees/x", "");
  for (const char* name : {"byte", "mode", "link", "less", "same"})
    dir.write("w/" + std::string(name), "1");
  const tree::Snapshot before = seen_in(dir / "w", dir);
  const auto name = publish_tree(dir / "w", before, core::TreeAtNode::shared, {}, dir / "trees");
  REQUIRE(name);
  std::ifstream file(dir / "trees/" + *name + ".list", std::ios::binary);
  const auto list = read_list(std::string{std::istreambuf_iterator<char>(file), {}});
  REQUIRE(list);
  CHECK(differences(*list, before).empty());
  const Instant then = std::chrono::floor<Millis>(std::chrono::system_clock::now());
  dir.write("w/byte", "2");
  std::filesystem::permissions(dir / "w/mode", std::filesystem::perms::owner_all);
  std::filesystem::remove(dir / "w/link");
  std::filesystem::create_symlink("same", dir / "w/link");
  std::filesystem::remove(dir / "w/less");
  dir.write("w/more", "");
  std::map<std::string, How> found;
  for (const Difference& each : differences(*list, seen_in(dir / "w", dir))) {
    found.emplace(each.path, each.how);
    // What programs can set is not asked.
    if (each.how != How::gone)
      std::filesystem::last_write_time(
          dir / "w/" + (each.path == "link" ? "same" : each.path),
          std::filesystem::file_time_type::clock::now() - std::chrono::hours(2));
    CHECK(is_after(each, dir / "w", then - std::chrono::minutes(1)));
    CHECK_FALSE(is_after(each, dir / "w", then + std::chrono::minutes(1)));
  }
  CHECK(found == std::map<std::string, How>{{"byte", How::other},
                                            {"mode", How::other},
                                            {"link", How::other},
                                            {"less", How::gone},
                                            {"more", How::extra}});
}

TEST_CASE("slurm: a list that is cut off is not believed") {
  TreeList list{"id", {{'f', false, "00", "a"}, {'l', true, "", "b c"}}};
  const std::string text = write_list(list);
  CHECK(read_list(text).take() == list);
  CHECK_FALSE(read_list(text.substr(0, text.size() - 1)));
  CHECK_FALSE(read_list("something else\n"));
  CHECK_FALSE(read_list(""));
}

}  // namespace
}  // namespace assay::slurm
