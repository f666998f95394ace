// SPDX-License-Identifier: MIT
// Looks with a name: what is part of the tree, what happened behind the back of a look, and that no
// two trees have one name.
#include "adapters/repository/trees.h"

#include "support/temp_dir.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <set>

namespace assay {
namespace {

namespace fs = std::filesystem;
using PathList = std::vector<std::string>;

/// A workspace that is looked at as a run does it.
struct Watched {
  support::TempDir dir;
  std::string work = dir / "work";
  tree::Trees trees;
  shell::TreeSight last;

  Watched() : trees(make(work), make(dir / "state")) {
    REQUIRE(std::system(("git init -q '" + work + "'").c_str()) == 0);
  }
  static std::string make(const std::string& path) {
    fs::create_directories(path);
    return path;
  }
  void write(const std::string& name, const std::string& content) const {
    dir.write("work/" + name, content);
  }
  void track(const std::string& name) const {
    REQUIRE(std::system(("git -C '" + work + "' add -f '" + name + "'").c_str()) == 0);
  }
  /// The first look, or one that asks what became of the last.
  const shell::TreeSight& look(core::ObserveTree wanted = {}) {
    wanted.named = true;
    if (last.digest != Digest{}) wanted.since = last.digest.hex();
    auto seen = trees.observe(wanted);
    REQUIRE(seen);
    last = seen.take();
    return last;
  }
  PathList created() const {
    PathList paths;
    for (const core::ByProduct& each : last.created) paths.push_back(each.path);
    return paths;
  }
};

/// The clock of file systems ticks every few milliseconds.
void wait_for_a_tick() { ::usleep(25'000); }

TEST_CASE("trees: a file that was changed and put back is told, with its times put back too") {
  Watched at;
  at.write("a.py", "one");
  at.write("b.py", "two");
  at.look();
  struct stat before {};
  REQUIRE(::stat((at.work + "/a.py").c_str(), &before) == 0);
  wait_for_a_tick();
  at.write("a.py", "eno");
  at.write("a.py", "one");
  const struct timespec times[] = {before.st_atim, before.st_mtim};
  REQUIRE(::utimensat(AT_FDCWD, (at.work + "/a.py").c_str(), times, 0) == 0);
  const Digest then = at.last.digest;
  at.look();
  CHECK(at.last.digest == then);
  CHECK(at.last.touched == PathList{"a.py"});
  CHECK(at.look().touched.empty());
}

TEST_CASE("trees: what was touched before the first look, or replaced by a rename, is told apart") {
  Watched at;
  at.write("a.py", "one");
  fs::create_symlink("a.py", at.work + "/l");
  wait_for_a_tick();
  at.write("a.py", "one");
  at.look();
  CHECK(at.look().touched.empty());
  wait_for_a_tick();
  at.write("tmp", "one");
  fs::rename(at.work + "/tmp", at.work + "/a.py");
  fs::remove(at.work + "/l");
  fs::create_symlink("a.py", at.work + "/l");
  CHECK(at.look().touched == PathList{"a.py", "l"});
}

TEST_CASE("trees: a report that was there and is written again is a by-product, code is not") {
  Watched at;
  at.write("out.log", "1");
  at.write("a.py", "1");
  at.write("tests/want.txt", "1");
  at.write("kept.txt", "1");
  at.track("kept.txt");
  at.look();
  at.write("out.log", "2");
  at.look();
  CHECK(at.last.changed == PathList{"out.log"});
  CHECK(at.created() == PathList{"out.log"});
  const Digest without = at.last.digest;
  at.write("out.log", "3");
  CHECK(at.look().digest == without);
  CHECK(at.last.changed.empty());
  for (const char* path : {"a.py", "tests/want.txt", "kept.txt"}) {
    CAPTURE(path);
    at.write(path, "2");
    CHECK(at.look().changed == PathList{path});
    CHECK(at.created() == PathList{"out.log"});
  }
}

TEST_CASE("trees: what gates made before and something may load stays in the tree as it was") {
  Watched at;
  const core::ObserveTree look{.key = {}, .name = "", .remade = {"results.json", "kept.json"}};
  at.write("results.json", "1");
  at.write("kept.json", "1");
  at.track("kept.json");
  const Digest first = at.look(look).digest;
  const std::string id = at.last.tree;
  at.write("results.json", "2");
  CHECK(at.look(look).digest == first);
  CHECK(at.last.tree == id);
  CHECK(at.last.changed.empty());
  CHECK(at.created() == PathList{"results.json"});
  at.write("kept.json", "2");
  CHECK(at.look(look).changed == PathList{"kept.json"});
  core::ObserveTree after = look;
  after.after_change = true;
  CHECK(at.look(after).changed == PathList{"results.json"});
}

TEST_CASE("trees: code that a mutating command made is part of the tree, what was there is not") {
  Watched at;
  at.write("a.py", "1");
  at.look();
  at.write("early.py", "1");
  CHECK(at.look().changed.empty());
  CHECK(at.created() == PathList{"early.py"});
  core::ObserveTree after{};
  after.after_change = true;
  at.write("made.py", "1");
  at.write("made.txt", "1");
  CHECK(at.look(after).changed == PathList{"made.py"});
  CHECK(at.created() == PathList{"early.py", "made.txt"});
  CHECK(at.look().changed.empty());
}

TEST_CASE("trees: links that stay inside of the tree are told by its bytes") {
  Watched at;
  at.write("a.py", "1");
  at.write("d/b.py", "1");
  fs::create_symlink("a.py", at.work + "/inside");
  fs::create_symlink("d", at.work + "/folder");
  fs::create_symlink(at.work, at.work + "/top");
  CHECK(at.look().linked.empty());
}

TEST_CASE("trees: what links lead to outside of the tree is told") {
  Watched at;
  at.write(".gitignore", "*.local\n");
  at.write("x.local", "1");
  at.dir.write("far", "1");
  at.dir.write("elsewhere/deep/e", "1");
  fs::create_symlink("x.local", at.work + "/hidden");
  fs::create_symlink("../far", at.work + "/outside");
  fs::create_symlink("../elsewhere", at.work + "/all");
  const std::string first = at.look().linked;
  CHECK(!first.empty());
  CHECK(at.look().linked == first);
  at.dir.write("far", "2");
  CHECK(at.look().linked != first);
  at.dir.write("far", "1");  // bytes, not times
  CHECK(at.look().linked == first);
  at.write("x.local", "2");
  CHECK(at.look().linked != first);
  fs::remove(at.work + "/x.local");
  const std::string gone = at.look().linked;
  CHECK(gone != first);
  at.dir.write("elsewhere/deep/f", "1");
  CHECK(at.look().linked != gone);
}

TEST_CASE("trees: programs are stamped when it is asked for") {
  Watched at;
  at.dir.write("tool", "1");
  core::ObserveTree wanted{};
  wanted.programs = {at.dir / "tool", at.dir / "none"};
  const auto first = at.look(wanted).stamps;
  CHECK(first.size() == 2);
  CHECK(at.look(wanted).stamps == first);
  at.dir.write("new", "1");
  fs::rename(at.dir / "new", at.dir / "tool");
  CHECK(at.look(wanted).stamps[0] != first[0]);
  CHECK(first[1].empty());
}

TEST_CASE(
    "trees: a write through a mapping is told, also on a page that waits to be written back") {
  Watched at;
  at.write("a", "good");
  const auto look = [&] {
    tree::Trees trees(at.work, at.dir / "state");
    core::ObserveTree wanted{};
    wanted.named = true;
    const auto sight = trees.observe(wanted);
    REQUIRE(sight);
    return sight->digest;
  };
  const int fd = ::open((at.work + "/a").c_str(), O_RDWR | O_CLOEXEC);
  REQUIRE(fd >= 0);
  void* const page = ::mmap(nullptr, 4, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  REQUIRE(page != MAP_FAILED);
  std::memcpy(page, "good", 4);  // dirty, and stamped
  ::usleep(60'000);              // the stamp settles
  const Digest good = look();
  CHECK(look() == good);
  std::memcpy(page, "evil", 4);  // nothing is stamped unless the page was clean
  CHECK(look() != good);
  std::memcpy(page, "good", 4);
  CHECK(look() == good);
  ::munmap(page, 4);
  ::close(fd);
}

/// A workspace as a stranger sees it: every file that is not ignored, with type, mode and bytes.
std::string seen_by_hand(const std::string& work) {
  std::ifstream rules(work + "/.gitignore");
  const std::string rule((std::istreambuf_iterator<char>(rules)), {});
  const bool hides = rule.find("*.ign") != std::string::npos;
  std::map<std::string, std::string> files;
  for (fs::recursive_directory_iterator at(work), end; at != end; ++at) {
    const std::string path = at->path().string().substr(work.size() + 1);
    const std::string name = at->path().filename();
    if (name == ".git") {
      at.disable_recursion_pending();
      if (path == ".git" || at->is_directory() == false) continue;
      std::ifstream head(at->path() / "HEAD");
      files[path] = std::string((std::istreambuf_iterator<char>(head)), {});
      continue;
    }
    if (at->is_symlink()) {
      if (!(hides && name.ends_with(".ign"))) files[path] = "l" + fs::read_symlink(*at).string();
    } else if (at->is_regular_file()) {
      if (hides && name.ends_with(".ign")) continue;
      struct stat status {};
      REQUIRE(::stat(at->path().c_str(), &status) == 0);
      std::ifstream in(at->path(), std::ios::binary);
      files[path] = ((status.st_mode & S_IXUSR) != 0 ? "x" : "f") +
                    std::string((std::istreambuf_iterator<char>(in)), {});
    }
  }
  std::string text;
  for (const auto& [path, what] : files) text += path + '\0' + what + '\0';
  return text;
}

/// One random edit of a small tree: few names and few texts, so that trees come back.
class Editor {
 public:
  Editor(std::string work, std::uint64_t seed) : work_(std::move(work)), random_(seed) {}

  void edit() {
    const std::string path = work_ + "/" + pick(names_);
    std::error_code clash;
    switch (random_() % 9) {
      case 0:
      case 1: write(path); break;
      case 2: rewrite_unseen(path); break;
      case 3:
        if (fs::is_regular_file(fs::symlink_status(path)))
          ::chmod(path.c_str(), random_() % 2 == 0 ? 0755 : 0644);
        break;
      case 4: fs::rename(path, work_ + "/" + pick(names_), clash); break;
      case 5:
        fs::remove_all(path, clash);
        if (random_() % 2 == 0) fs::create_symlink(pick(texts_) + "t", path, clash);
        break;
      case 6: write(work_ + "/" + pick(ignored_)); break;
      case 7: std::ofstream(work_ + "/sub/.git/HEAD") << pick(commits_) << "\n"; break;
      default: std::ofstream(work_ + "/.gitignore") << pick(rules_); break;
    }
  }
  /// Times alone: of any file, to any time.
  void touch() {
    const std::string path = work_ + "/" + pick(names_);
    const struct timespec times[] = {{.tv_sec = 1, .tv_nsec = 0},
                                     {.tv_sec = static_cast<long>(random_() % 9), .tv_nsec = 0}};
    ::utimensat(AT_FDCWD, path.c_str(), random_() % 2 == 0 ? nullptr : times, AT_SYMLINK_NOFOLLOW);
  }

 private:
  std::string pick(const PathList& from) { return from[random_() % from.size()]; }
  void write(const std::string& path) {
    if (fs::is_regular_file(fs::symlink_status(path)) || !fs::exists(fs::symlink_status(path)))
      std::ofstream(path, std::ios::binary) << pick(texts_);
  }
  /// With the times it had, in the tick it was last written in.
  void rewrite_unseen(const std::string& path) {
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return;
    write(path);
    write(path);
    const struct timespec times[] = {status.st_atim, status.st_mtim};
    ::utimensat(AT_FDCWD, path.c_str(), times, 0);
  }

  const std::string work_;
  std::mt19937_64 random_;
  const PathList names_ = {"a", "b", "d/a", "d/e/b", "sub/a", "x.ign", "d/y.ign"};
  const PathList ignored_ = {"x.ign", "d/y.ign"};
  const PathList texts_ = {"1", "2", "11", ""};
  const PathList rules_ = {"*.ign\n", "", "*.ign\n# more\n"};
  const PathList commits_ = {std::string(40, 'a'), std::string(40, 'b')};
};

TEST_CASE("trees: after any edit another tree has another name, and the same tree the same one") {
  const char* const asked = std::getenv("EDITS");
  const std::uint64_t edits = asked == nullptr ? 1000 : std::strtoull(asked, nullptr, 10);
  constexpr std::uint64_t seed = 20261118;
  Watched at;
  fs::create_directories(at.work + "/d/e");
  REQUIRE(std::system(("git init -q '" + at.work + "/sub'").c_str()) == 0);
  Editor editor(at.work, seed);
  std::map<std::string, std::string> name_of;  // by what is there
  std::map<std::string, std::string> tree_of;  // by name
  std::uint64_t seen_again = 0;
  // A process of its own for every look: what the last one remembered lies in a file.
  const auto look = [&] {
    tree::Trees trees(at.work, at.dir / "state");
    core::ObserveTree wanted{};
    wanted.named = true;
    const auto sight = trees.observe(wanted);
    REQUIRE(sight);
    return sight->tree + "/" + sight->digest.hex();
  };
  const auto agree = [&] {
    const std::string tree = seen_by_hand(at.work);
    const std::string name = look();
    CAPTURE(tree);
    const auto [known, is_new] = name_of.try_emplace(tree, name);
    seen_again += is_new ? 0 : 1;
    REQUIRE(known->second == name);
    REQUIRE(tree_of.try_emplace(name, tree).first->second == tree);
    return name;
  };
  for (std::uint64_t i = 0; i < edits; ++i) {
    CAPTURE(i);
    editor.edit();
    const std::string name = agree();
    editor.touch();
    REQUIRE(look() == name);
    // Again and again within one tick of the clock, with the size it had.
    for (int flip = 0; i % 10 == 0 && flip < 4; ++flip) {
      at.write("flip", flip % 2 == 0 ? "1" : "2");
      agree();
    }
  }
  // It says something only if trees do come back.
  CHECK(seen_again > edits / 20);
}

}  // namespace
}  // namespace assay
