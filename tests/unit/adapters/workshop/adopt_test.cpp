// SPDX-License-Identifier: MIT
#include "unit/adapters/workshop/repository.h"

#include <sys/stat.h>

namespace assay::test {
namespace {

namespace fs = std::filesystem;
using core::work::WorkResult;

/// A copy, and the tree it was made with.
struct Copied : Repository {
  std::string since;

  explicit Copied(const std::string& prepare = "true") {
    run_in(work, prepare);
    REQUIRE(workshop().copy(to_copy()).status == Status::done);
    since = tree_of_copy();
  }
  core::AdoptWork to_adopt(const Paths& paths = {}) const {
    return {{}, work, copied, since, paths};
  }
  WorkResult adopt(const Paths& paths = {}) const { return workshop().adopt(to_adopt(paths)); }
  void in(const std::string& where, const std::string& commands) const { run_in(where, commands); }
};

TEST_CASE("adopt: what was done in a copy is in the workspace afterwards") {
  struct Row {
    std::string name;
    const char* commands;  // in the copy
    Paths paths;
  };
  const Row rows[] = {
      {"nothing", "true", {}},
      {"created", "mkdir -p x/y && echo n > x/y/n", {"x/y/n"}},
      {"changed", "echo c > a.txt", {"a.txt"}},
      {"deleted", "rm a.txt", {"a.txt"}},
      {"deleted with its folder", "rm -r specs", {"specs/x/tasks.md"}},
      {"emptied", ": > a.txt", {"a.txt"}},
      {"mode alone", "chmod +x a.txt", {"a.txt"}},
      {"link", "ln -s a.txt l && ln -s ../../outside out", {"l", "out"}},
      {"a file became a link", "rm a.txt && ln -s b.txt a.txt", {"a.txt"}},
      {"a file became a folder",
       "rm a.txt && mkdir a.txt && echo i > a.txt/i",
       {"a.txt", "a.txt/i"}},
      {"a folder became a file", "rm -r specs && echo f > specs", {"specs", "specs/x/tasks.md"}},
      {"committed", "echo c > a.txt && git commit -qam c", {"a.txt"}},
      {"staged", "echo c > c.txt && git add c.txt", {"c.txt"}},
      {"large", "head -c 3000000 /dev/urandom > blob", {"blob"}},
      {"ignored stays", "echo '*.log' > .gitignore && echo x > x.log", {".gitignore"}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    Copied copied("echo u > untracked && echo d >> b.txt");
    copied.in(copied.copied, row.commands);
    const std::string index = Repository::read(copied.path(".git/index"));
    const WorkResult adopted = copied.adopt();
    CHECK(adopted.detail == "");
    REQUIRE(adopted.status == Status::done);
    CHECK(adopted.paths == row.paths);
    CHECK(adopted.head == copied.head());
    CHECK(copied.tree() == copied.tree_of_copy());
    CHECK(Repository::read(copied.path(".git/index")) == index);
    CHECK_FALSE(exists(copied.path("x.log")));
    // Another coordinator asks again, and gets the same answer.
    CHECK(copied.adopt() == adopted);
    CHECK(copied.tree() == copied.tree_of_copy());
  }
}

TEST_CASE("adopt: only what was asked for") {
  Copied copied;
  copied.in(copied.copied,
            "echo 1 > a.txt && rm b.txt && mkdir -p d/e dd && echo 2 > d/e/f && echo 3 > dd/g");
  struct Row {
    Paths asked;
    Paths taken;
  };
  const Row rows[] = {
      {{"nothing"}, {}},
      {{""}, {}},
      {{"d/"}, {"d/e/f"}},
      {{"./d//e"}, {"d/e/f"}},
      {{"../work/a.txt", "/a.txt"}, {}},
      {{"a.txt", "b.txt", "b.tx"}, {"a.txt", "b.txt"}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.asked);
    const WorkResult adopted = copied.adopt(row.asked);
    CHECK(adopted.status == Status::done);
    CHECK(adopted.paths == row.taken);
  }
  CHECK(Repository::read(copied.path("a.txt")) == "1\n");
  CHECK_FALSE(exists(copied.path("b.txt")));
  CHECK(Repository::read(copied.path("d/e/f")) == "2\n");
  CHECK_FALSE(exists(copied.path("dd")));
}

TEST_CASE("adopt: a file that changed in the workspace is a conflict, and nothing is touched") {
  struct Row {
    std::string name;
    const char* here;   // in the copy
    const char* there;  // in the workspace
    Paths conflicts;
  };
  const Row rows[] = {
      {"both changed", "echo c > a.txt", "echo w > a.txt", {"a.txt"}},
      {"both created", "echo c > n", "echo w > n", {"n"}},
      {"changed and deleted", "echo c > a.txt", "rm a.txt", {"a.txt"}},
      {"deleted and changed", "rm a.txt", "echo w > a.txt", {"a.txt"}},
      {"content and mode", "echo c > a.txt", "chmod +x a.txt", {"a.txt"}},
      {"a link in its place", "echo c > a.txt", "rm a.txt && ln -s b.txt a.txt", {"a.txt"}},
      {"a file where a folder is needed", "mkdir n && echo c > n/c", "echo w > n", {"n"}},
      {"a link where a folder is needed", "mkdir n && echo c > n/c", "mkdir m && ln -s m n", {"n"}},
      {"the folder became a link",
       "echo c > specs/x/tasks.md",
       "mv specs s && ln -s s specs",
       {"specs", "specs/x/tasks.md"}},
      {"a folder with files in its place",
       "echo c > n",
       "mkdir -p n/m && echo w > n/m/w",
       {"n/m/w"}},
      {"a folder with files that git ignores",
       "rm -r specs && echo f > specs",
       "echo '*.o' >> .git/info/exclude && echo o > specs/x/y.o",
       {"specs/x/y.o"}},
      {"a folder with a repository", "echo c > n", "git init -q n", {"n/.git"}},
      {"two of three",
       "echo c > a.txt && rm b.txt && echo n > n",
       "echo w > a.txt; echo w > n",
       {"a.txt", "n"}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    Copied copied;
    copied.in(copied.copied, row.here);
    copied.in(copied.work, row.there);
    copied.in(copied.copied, "echo other > other");
    const std::string before = copied.tree();
    const WorkResult adopted = copied.adopt();
    CHECK(adopted.status == Status::conflict);
    CHECK(adopted.paths == row.conflicts);
    CHECK(has(adopted.detail, row.conflicts.front()));
    CHECK(copied.tree() == before);
    CHECK_FALSE(exists(copied.path("other")));
    CHECK(copied.adopt() == adopted);
  }
}

TEST_CASE("adopt: what others changed elsewhere, and what is there already, is no conflict") {
  Copied copied;
  copied.in(copied.copied, "echo c > a.txt && echo n > n && rm b.txt");
  copied.in(copied.work, "echo c > a.txt && rm b.txt && echo w > w && mkdir -p n/hollow/folder");
  const WorkResult adopted = copied.adopt();
  CHECK(adopted.status == Status::done);
  CHECK(adopted.paths == Paths{"a.txt", "b.txt", "n"});
  CHECK(Repository::read(copied.path("n")) == "n\n");
  CHECK(Repository::read(copied.path("w")) == "w\n");
}

TEST_CASE("adopt: half done, it is finished") {
  Copied copied;
  copied.in(copied.copied, "echo c > a.txt && rm b.txt && mkdir d && echo n > d/n");
  copied.in(copied.work,
            "rm b.txt && mkdir d && echo junk > d/.assay-new-$(printf n | sha256sum | "
            "cut -c1-16)");
  REQUIRE(copied.adopt().status == Status::done);
  CHECK(copied.tree() == copied.tree_of_copy());
}

TEST_CASE("adopt: names that break careless callers") {
  Copied copied;
  for (const std::string& name : hostile_names()) copied.write_in_copy("new/" + name, name);
  const WorkResult adopted = copied.adopt({"new/"});
  REQUIRE(adopted.status == Status::done);
  CHECK(adopted.paths.size() == hostile_names().size());
  for (const std::string& name : hostile_names())
    CHECK(Repository::read(copied.path("new/" + name)) == name);
  CHECK(copied.tree() == copied.tree_of_copy());
}

TEST_CASE("adopt: nothing of .git comes along") {
  Copied copied;
  copied.in(copied.copied,
            "mkdir -p sub/.git && echo evil > sub/.git/config && echo x > sub/x && "
            "echo '*.zip' >> \"$(git rev-parse --git-common-dir)/info/exclude\"");
  const WorkResult adopted = copied.adopt({".git", ".git/info/exclude", "sub"});
  CHECK(adopted.status == Status::done);
  CHECK(adopted.paths == Paths{"sub/x"});
  CHECK_FALSE(exists(copied.path("sub/.git")));
  CHECK(copied.adopt().paths == Paths{"sub/x"});
}

TEST_CASE("adopt: what cannot be taken over is named") {
  Copied copied("echo '*.log' > .gitignore");
  copied.in(copied.copied, "echo x > x.log && mkfifo pipe && echo c > a.txt");
  const WorkResult adopted = copied.adopt({"x.log", "pipe", "a.txt"});
  CHECK(adopted.status == Status::done);
  CHECK(adopted.paths == Paths{"a.txt"});
  CHECK(has(adopted.detail, "x.log is ignored by git"));
  CHECK(has(adopted.detail, "pipe is no regular file"));
  CHECK_FALSE(exists(copied.path("pipe")));
  copied.in(copied.copied, "rm b.txt && mkfifo b.txt");
  const WorkResult replaced = copied.adopt();
  CHECK(replaced.status == Status::failed);
  CHECK(has(replaced.detail, "b.txt"));
}

TEST_CASE("adopt: the rest of a file's mode stays") {
  Copied copied;
  ::chmod(copied.path("a.txt").c_str(), 0640);
  copied.in(copied.copied, "echo c > a.txt && chmod 700 a.txt && echo n > n && chmod 4711 n");
  copied.in(copied.copied, "true");
  REQUIRE(copied.adopt().status == Status::done);
  struct stat status {};
  REQUIRE(::stat(copied.path("a.txt").c_str(), &status) == 0);
  CHECK((status.st_mode & 07777) == 0750);
  REQUIRE(::stat(copied.path("n").c_str(), &status) == 0);
  CHECK((status.st_mode & 07000) == 0);
}

TEST_CASE("adopt: from nowhere, or since nobody knows when") {
  Copied copied;
  copied.in(copied.copied, "echo c > a.txt");
  core::AdoptWork wanted = copied.to_adopt();
  wanted.since = std::string(64, 'a');
  CHECK(copied.workshop().adopt(wanted).status == Status::failed);
  wanted = copied.to_adopt();
  for (const std::string& directory : {copied.work, copied.state, copied.dir / "none"}) {
    wanted.directory = directory;
    CHECK(copied.workshop().adopt(wanted).status == Status::failed);
  }
  CHECK(Repository::read(copied.path("a.txt")) == "one\ntwo\nthree\n");
}

TEST_CASE("adopt: two copies side by side, and the second of a pair that collides") {
  Copied first;
  core::OpenCopy wanted = first.to_copy();
  wanted.directory = first.state + "/runs/r1/work/step-2";
  REQUIRE(first.workshop().copy(wanted).status == Status::done);
  first.in(first.copied, "echo 1 > one && echo 1 > both");
  first.in(wanted.directory, "echo 2 > two && echo 2 > both");
  REQUIRE(first.adopt().status == Status::done);
  core::AdoptWork second = first.to_adopt();
  second.directory = wanted.directory;
  const WorkResult collided = first.workshop().adopt(second);
  CHECK(collided.status == Status::conflict);
  CHECK(collided.paths == Paths{"both"});
  CHECK_FALSE(exists(first.path("two")));
  second.paths = {"two"};
  CHECK(first.workshop().adopt(second).status == Status::done);
  CHECK(Repository::read(first.path("both")) == "1\n");
  CHECK(Repository::read(first.path("two")) == "2\n");
}

}  // namespace
}  // namespace assay::test
