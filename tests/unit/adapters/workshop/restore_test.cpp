// SPDX-License-Identifier: MIT
#include "unit/adapters/workshop/repository.h"

#include <sys/stat.h>

namespace assay::test {
namespace {

namespace fs = std::filesystem;
using core::work::WorkResult;

struct Restored : Repository {
  std::string baseline = head();

  WorkResult restore(const Paths& paths) const {
    return workshop().restore({{}, work, baseline, paths});
  }
};

TEST_CASE("restore: files are what they are in the commit, or gone") {
  struct Row {
    std::string name;
    const char* commands;
    Paths paths;
  };
  const Row rows[] = {
      {"changed", "echo c > a.txt", {"a.txt"}},
      {"deleted", "rm a.txt", {"a.txt"}},
      {"deleted with its folder", "rm -r specs", {"specs/x/tasks.md"}},
      {"created", "echo n > n", {"n"}},
      {"created, in folders of its own",
       "mkdir -p x/y/z && echo n > x/y/z/n && echo m > x/m",
       {"x/y/z/n", "x/m"}},
      {"mode", "chmod +x a.txt", {"a.txt"}},
      {"a link in its place", "rm a.txt && ln -s b.txt a.txt", {"a.txt"}},
      {"a link that was made", "ln -s /etc l", {"l"}},
      {"a folder in its place",
       "rm a.txt && mkdir a.txt && echo i > a.txt/i",
       {"a.txt", "a.txt/i"}},
      {"an empty folder in its place", "rm a.txt && mkdir -p a.txt/b", {"a.txt"}},
      {"a file in place of its folder",
       "rm -r specs && echo f > specs",
       {"specs", "specs/x/tasks.md"}},
      {"committed",
       "echo c > a.txt && echo n > n && git add -A && git commit -qm c",
       {"a.txt", "n"}},
      {"renamed", "mv a.txt c.txt", {"a.txt", "c.txt"}},
      {"not looked at", "git update-index --skip-worktree a.txt && echo h > a.txt", {"a.txt"}},
      {"nothing to do", "true", {"a.txt", "never/was"}},
      {"nothing asked", "true", {}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    Restored restored;
    const std::string before = restored.tree();
    Repository::run_in(restored.work, row.commands);
    const std::string head = restored.head();
    const WorkResult done = restored.restore(row.paths);
    CHECK(done.detail == "");
    REQUIRE(done.status == Status::done);
    CHECK(done.head == head);
    CHECK(restored.tree() == before);
    CHECK_FALSE(exists(restored.path("x")));
    CHECK(restored.restore(row.paths) == done);
    CHECK(restored.tree() == before);
  }
}

TEST_CASE("restore: other files stay as they are, and so does what is staged") {
  Restored restored;
  Repository::run_in(restored.work,
                     "echo s > staged && git add staged && echo sb >> b.txt && git add b.txt && "
                     "echo sa > a.txt && git add a.txt && mkdir d && echo 1 > d/one && "
                     "echo 2 > d/two && git add d/one");
  const std::string index = Repository::read(restored.path(".git/index"));
  REQUIRE(restored.restore({"a.txt", "d/one"}).status == Status::done);
  CHECK(Repository::read(restored.path("a.txt")) == "one\ntwo\nthree\n");
  CHECK_FALSE(exists(restored.path("d/one")));
  CHECK(Repository::read(restored.path("d/two")) == "2\n");
  CHECK(Repository::read(restored.path("b.txt")) == "bee\nsb\n");
  CHECK(Repository::read(restored.path("staged")) == "s\n");
  CHECK(Repository::read(restored.path(".git/index")) == index);
}

TEST_CASE("restore: names are names and no patterns") {
  Restored restored;
  for (const std::string& name : hostile_names()) restored.write(name, "old " + name);
  restored.commit("hostile");
  restored.baseline = restored.head();
  const std::string before = restored.tree();
  Paths paths;
  for (const std::string& name : hostile_names()) {
    restored.write(name, "new " + name);
    restored.write("made/" + name, "x");
    paths.push_back(name);
    paths.push_back("made/" + name);
  }
  REQUIRE(restored.restore(paths).status == Status::done);
  CHECK(restored.tree() == before);
  restored.write("a.txt", "mine");
  restored.write("starry", "mine");
  REQUIRE(restored.restore({"star*", "[x]", "*", ":(top)magic"}).status == Status::done);
  CHECK(Repository::read(restored.path("a.txt")) == "mine");
  CHECK(Repository::read(restored.path("starry")) == "mine");
}

TEST_CASE("restore: what is not in the list is never cleared away") {
  struct Row {
    std::string name;
    const char* commands;
    const char* path;
    const char* precious;
  };
  const Row rows[] = {
      {"a folder with files", "rm a.txt && mkdir a.txt && echo p > a.txt/p", "a.txt", "a.txt/p"},
      {"a file on the way", "rm -r specs && echo p > specs", "specs/x/tasks.md", "specs"},
      {"a link on the way", "mv specs s && ln -s s specs", "specs/x/tasks.md", "s/x/tasks.md"},
      {"a repository", "rm a.txt && git init -q a.txt", "a.txt", "a.txt/.git/HEAD"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    Restored restored;
    Repository::run_in(restored.work, row.commands);
    const std::string before = restored.tree();
    const WorkResult done = restored.restore({row.path, "b.txt"});
    CHECK(done.status == Status::failed);
    CHECK(has(done.detail, "in the way"));
    CHECK(exists(restored.path(row.precious)));
    CHECK(restored.tree() == before);
  }
}

TEST_CASE("restore: nothing outside is reached") {
  Restored restored;
  restored.dir.write("outside/file", "x");
  fs::create_directory_symlink(restored.dir / "outside", restored.path("link"));
  CHECK(restored.restore({"link/file"}).status == Status::done);
  CHECK(exists(restored.dir / "outside/file"));
  for (const char* path :
       {"../outside/file", "/etc/passwd", ".git/config", "x/.git/y", "", "a//b", "./a.txt", "d/"}) {
    CAPTURE(path);
    restored.write("a.txt", "changed");
    CHECK(restored.restore({"a.txt", path}).status == Status::failed);
    CHECK(Repository::read(restored.path("a.txt")) == "changed");
  }
  CHECK(restored.workshop().restore({{}, restored.work, "HEAD", {"a.txt"}}).status ==
        Status::failed);
  CHECK(restored.workshop().restore({{}, restored.work, std::string(40, 'a'), {"a.txt"}}).status ==
        Status::failed);
  CHECK(exists(restored.path(".git/config")));
}

}  // namespace
}  // namespace assay::test
