// SPDX-License-Identifier: MIT
#include "adapters/repository/git/copy.h"

#include "unit/adapters/workshop/repository.h"

#include <sys/stat.h>
#include <unistd.h>

namespace assay::test {
namespace {

namespace fs = std::filesystem;
using core::work::WorkResult;

TEST_CASE("copy: a commit in a private place, without a branch") {
  Repository repository;
  const std::string first = repository.head();
  repository.write("a.txt", "second\n");
  const std::string second = repository.commit("second");
  repository.write("a.txt", "dirty\n");
  struct Row {
    const char* name;
    std::string commit;
    std::string head;
    const char* content;
  };
  const Row rows[] = {{"named", first, first, "one\ntwo\nthree\n"},
                      {"HEAD", "", second, "second\n"}};
  for (const Row& row : rows) {
    CAPTURE(row.name);
    core::OpenCopy wanted = repository.to_copy();
    wanted.commit = row.commit;
    wanted.with_changes = false;
    const WorkResult made = repository.workshop().copy(wanted);
    CHECK(made.detail == "");
    CHECK(made.status == Status::done);
    CHECK(made.head == row.head);
    CHECK(Repository::read(repository.in_copy("a.txt")) == row.content);
    CHECK(Repository::git_in(repository.copied, "rev-parse HEAD") == row.head);
    CHECK(Repository::git_in(repository.copied, "status --porcelain") == "");
    CHECK(Repository::git_in(repository.copied, "branch --show-current") == "");
    REQUIRE(repository.workshop().close(repository.to_close_copy()).status == Status::done);
  }
  struct stat status {};
  for (const char* parent : {"/runs", "/runs/r1", "/runs/r1/work"}) {
    REQUIRE(::stat((repository.state + parent).c_str(), &status) == 0);
    CHECK((status.st_mode & 0777) == 0700);
  }
  CHECK(Repository::read(repository.path("a.txt")) == "dirty\n");
}

TEST_CASE("copy: with changes it is the workspace, byte for byte") {
  struct Row {
    std::string name;
    const char* commands;  // in the workspace
  };
  const Row rows[] = {
      {"nothing changed", "true"},
      {"a tracked file", "echo new > a.txt"},
      {"staged only", "echo new > a.txt && git add a.txt && git restore -W --source=HEAD a.txt"},
      {"staged and changed again", "echo s > a.txt && git add a.txt && echo t > a.txt"},
      {"deleted", "rm a.txt"},
      {"deleted with its folder", "rm -r specs"},
      {"deleted in the index only", "git rm -q --cached a.txt"},
      {"untracked, deep", "mkdir -p x/y/z && echo u > x/y/z/u && echo v > v"},
      {"empty file", ": > empty"},
      {"mode", "chmod +x a.txt && echo '#!/bin/sh' > run && chmod 755 run"},
      {"links", "ln -s a.txt l && ln -s /nowhere dangling && ln -s .. up && ln -s specs folder"},
      {"a file became a link", "rm a.txt && ln -s b.txt a.txt"},
      {"a link became a file",
       "ln -s a.txt l && git add l && git commit -qm l && rm l && echo f > l"},
      {"a file became a folder", "rm a.txt && mkdir a.txt && echo i > a.txt/inner"},
      {"a folder became a file", "rm -r specs && echo f > specs"},
      {"a folder became a link", "mv specs real && ln -s real specs"},
      {"renamed", "git mv a.txt c.txt"},
      {"ignored stays away", "echo '*.log' > .gitignore && echo x > x.log"},
      {"rules that are not committed", "echo 'b.*' > .gitignore && git rm -q --cached b.txt"},
      {"tracked although ignored",
       "echo '*.log' > .gitignore && echo x > x.log && git add -f x.log && echo y > y.log"},
      {"tracked in an ignored folder",
       "echo 'out/' > .gitignore && mkdir out && echo x > out/x && echo y > out/y && "
       "git add -f out/x"},
      {"not looked at", "git update-index --assume-unchanged a.txt && echo hidden > a.txt"},
      {"skipped", "git update-index --skip-worktree a.txt && echo hidden > a.txt"},
      {"a repository inside", "git init -q inner && echo i > inner/file"},
      {"a pipe", "mkfifo pipe"},
      {"excluded here only", "echo '*.tmp' >> .git/info/exclude && echo x > x.tmp"},
      {"line endings", "git config core.autocrlf true && printf 'a\\nb\\n' > a.txt"},
      {"binary", "head -c 300000 /dev/urandom > blob"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    Repository repository;
    Repository::run_in(repository.work, row.commands);
    const std::string before = repository.git("status --porcelain --ignored");
    const WorkResult made = repository.workshop().copy(repository.to_copy());
    CHECK(made.detail == "");
    REQUIRE(made.status == Status::done);
    CHECK(made.head == repository.head());
    CHECK(repository.tree_of_copy() == repository.tree());
    CHECK(repository.git("status --porcelain --ignored") == before);
    CHECK_FALSE(exists(repository.in_copy("x.tmp")));
    CHECK_FALSE(exists(repository.in_copy("y.log")));
    CHECK_FALSE(exists(repository.in_copy("out/y")));
  }
}

TEST_CASE("copy: names that break careless callers come over") {
  Repository repository;
  for (const std::string& name : hostile_names()) repository.write(name, "x" + name);
  repository.commit("hostile");
  for (const std::string& name : hostile_names()) repository.write(name, "changed " + name);
  for (const std::string& name : hostile_names()) repository.write("new/" + name, name);
  REQUIRE(repository.workshop().copy(repository.to_copy()).status == Status::done);
  CHECK(repository.tree_of_copy() == repository.tree());
  for (const std::string& name : hostile_names())
    CHECK(Repository::read(repository.in_copy("new/" + name)) == name);
}

TEST_CASE("copy: modes are those of the workspace") {
  Repository repository;
  repository.write("secret", "x");
  ::chmod(repository.path("secret").c_str(), 0600);
  repository.write("tool", "x");
  ::chmod(repository.path("tool").c_str(), 04755);
  REQUIRE(repository.workshop().copy(repository.to_copy()).status == Status::done);
  struct stat status {};
  REQUIRE(::stat(repository.in_copy("secret").c_str(), &status) == 0);
  CHECK((status.st_mode & 07777) == 0600);
  REQUIRE(::stat(repository.in_copy("tool").c_str(), &status) == 0);
  CHECK((status.st_mode & 07777) == 0755);
}

TEST_CASE("copy: asked twice, what is finished stays with the work in it") {
  Repository repository;
  repository.write("new.txt", "x");
  core::OpenCopy wanted = repository.to_copy();
  SUBCASE("of a commit") {}
  SUBCASE("of whatever was checked out") { wanted.commit.clear(); }
  const WorkResult first = repository.workshop().copy(wanted);
  repository.write_in_copy("mine", "work");
  repository.write("later.txt", "not seen");
  Repository::commit_in(repository.copied, "a commit of its own");
  if (wanted.commit.empty()) repository.commit("the workspace went on");
  CHECK(repository.workshop().copy(wanted) == first);
  CHECK(Repository::read(repository.in_copy("mine")) == "work");
  CHECK_FALSE(exists(repository.in_copy("later.txt")));
}

TEST_CASE("copy: a half-made one is made again") {
  struct Row {
    std::string name;
    const char* damage;  // $T: the directory, $M: git's directory for it
  };
  const Row rows[] = {
      {"never finished", "rm $M/assay-copy && echo half > $T/a.txt && echo more > $T/more"},
      {"made for something else", "printf 'x\\nwith changes\\n' > $M/assay-copy && rm $T/new.txt"},
      {"made of the commit alone",
       "sed -i 's/with changes/as committed/' $M/assay-copy && rm $T/new.txt"},
      {"killed while git made it", "rm $T/a.txt && echo initializing > $M/locked"},
      {"locked", "rm $M/assay-copy && git worktree lock $T"},
      {"metadata without directory", "rm -rf $T"},
      {"directory without metadata", "rm -rf $M"},
      {"directory without .git", "rm $T/.git"},
      {"a file in its place", "rm -rf $T && touch $T"},
      {"a link in its place", "rm -rf $T && ln -s $(pwd) $T"},
      {"a repository in its place", "rm -rf $T && git init -q $T && echo x > $T/x"},
      {"half removed", "mv $T $T.removing"},
      {"not to be written to", "rm $M/assay-copy && mkdir $T/d && touch $T/d/f && chmod 500 $T/d"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    Repository repository;
    repository.write("new.txt", "x");
    REQUIRE(repository.workshop().copy(repository.to_copy()).status == Status::done);
    Repository::run_in(repository.work, "T='" + repository.copied + "' M='" + repository.work +
                                            "/.git/worktrees/step-1'; " + row.damage);
    const WorkResult again = repository.workshop().copy(repository.to_copy());
    CHECK(again.detail == "");
    REQUIRE(again.status == Status::done);
    CHECK(repository.tree_of_copy() == repository.tree());
    CHECK(Repository::read(repository.in_copy("a.txt")) == "one\ntwo\nthree\n");
    CHECK(Repository::read(repository.path("new.txt")) == "x");
    REQUIRE(repository.workshop().close(repository.to_close_copy()).status == Status::done);
    CHECK_FALSE(exists(repository.copied));
    CHECK_FALSE(exists(repository.copied + ".removing"));
    CHECK(repository.git("worktree list").find("step-1") == std::string::npos);
  }
}

TEST_CASE("copy: only below a folder for work in the state directory") {
  Repository repository;
  fs::create_directories(repository.state + "/runs/r1/work");
  fs::create_directories(repository.dir / "outside/work");
  fs::create_symlink(repository.dir / "outside", repository.state + "/runs/link");
  const std::string bad[] = {repository.work,
                             repository.work + "/work/x",
                             repository.state,
                             repository.state + "/x",
                             repository.state + "/runs/r1/work",
                             repository.state + "/runs/r1/work/",
                             repository.state + "/runs/r1/work/..",
                             repository.state + "/runs/r1/work/../../../../work",
                             repository.state + "/runs/link/work/x",
                             repository.dir / "outside/work/x",
                             "runs/r1/work/x",
                             "/",
                             ""};
  for (const std::string& directory : bad) {
    CAPTURE(directory);
    CHECK_FALSE(git::is_place_for_copies(directory, repository.state));
    core::OpenCopy open = repository.to_copy();
    open.directory = directory;
    CHECK(repository.workshop().copy(open).status == Status::failed);
    core::CloseWork close = repository.to_close_copy();
    close.directory = directory;
    CHECK(repository.workshop().close(close).status == Status::failed);
  }
  CHECK(git::is_place_for_copies(repository.copied, repository.state));
  CHECK(exists(repository.path("a.txt")));
  CHECK(exists(repository.dir / "outside/work"));
}

TEST_CASE("copy: what is no commit is refused, and leaves nothing") {
  Repository repository;
  const std::string nowhere(40, 'a');
  for (const std::string& commit :
       {std::string("main"), std::string("--help"), std::string("0000"), nowhere}) {
    CAPTURE(commit);
    core::OpenCopy wanted = repository.to_copy();
    wanted.commit = commit;
    CHECK(repository.workshop().copy(wanted).status == Status::failed);
    CHECK_FALSE(exists(repository.copied));
  }
}

TEST_CASE("copy: no hook runs") {
  Repository repository;
  repository.dir.write("work/.git/hooks/post-checkout",
                       "#!/bin/sh\ntouch " + (repository.dir / "ran") + "\n");
  fs::permissions(repository.path(".git/hooks/post-checkout"), fs::perms::owner_all);
  REQUIRE(repository.workshop().copy(repository.to_copy()).status == Status::done);
  CHECK_FALSE(exists(repository.dir / "ran"));
}

TEST_CASE("close: a copy goes with everything in it, and only it") {
  Repository repository;
  REQUIRE(repository.workshop().open(repository.to_open()).status == Status::done);
  REQUIRE(repository.workshop().copy(repository.to_copy()).status == Status::done);
  const std::string other = repository.dir / "users-own";
  repository.git("worktree add -q --detach '" + other + "'");
  fs::rename(other, other + "-away");  // on a disk that is not mounted, say
  repository.write_in_copy("loose", "x");
  repository.write_in_copy("ignored/x", "x");
  Repository::commit_in(repository.copied, "loose ends");
  repository.write_in_copy("more", "x");
  const WorkResult closed = repository.workshop().close(repository.to_close_copy());
  CHECK(closed.detail == "");
  CHECK(closed.status == Status::done);
  CHECK(closed.head == repository.head());
  CHECK_FALSE(exists(repository.copied));
  CHECK(exists(repository.tree_of_task + "/a.txt"));
  CHECK(has(repository.git("worktree list"), "users-own"));
  CHECK(repository.workshop().close(repository.to_close_copy()) == closed);
}

TEST_CASE("close: a link in the place of a copy leads nowhere") {
  Repository repository;
  REQUIRE(repository.workshop().copy(repository.to_copy()).status == Status::done);
  repository.dir.write("precious/file", "x");
  fs::remove_all(repository.copied);
  fs::create_directory_symlink(repository.dir / "precious", repository.copied);
  REQUIRE(repository.workshop().close(repository.to_close_copy()).status == Status::done);
  CHECK_FALSE(exists(repository.copied));
  CHECK(exists(repository.dir / "precious/file"));
}

}  // namespace
}  // namespace assay::test
