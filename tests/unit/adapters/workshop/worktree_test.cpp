// SPDX-License-Identifier: MIT
#include "unit/adapters/workshop/repository.h"

#include <sys/stat.h>

namespace assay::test {
namespace {

namespace fs = std::filesystem;
using core::work::WorkResult;

struct Opened : Repository {
  Opened() { REQUIRE(workshop().open(to_open()).status == Status::done); }
  std::string work_in_it(const std::string& message) const {
    dir.write("state/worktrees/1.1/" + message + ".txt", message);
    return commit_in(tree_of_task, message);
  }
  bool has_branch() const { return has(git("branch --list '" + branch + "'"), branch); }
};

TEST_CASE("open: a worktree on a branch of its own, made once") {
  Repository repository;
  const WorkResult first = repository.workshop().open(repository.to_open());
  CHECK(first.status == Status::done);
  CHECK(first.detail == "");
  CHECK(first.head == repository.head());
  CHECK(Repository::git_in(repository.tree_of_task, "symbolic-ref --short HEAD") ==
        repository.branch);
  CHECK(Repository::read(repository.tree_of_task + "/a.txt") == "one\ntwo\nthree\n");
  struct stat status {};
  REQUIRE(::stat((repository.state + "/worktrees").c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0700);
  CHECK(repository.workshop().open(repository.to_open()) == first);
}

TEST_CASE("open: no hook and no attribute of the repository runs") {
  Repository repository;
  const std::string hook = repository.path(".git/hooks/post-checkout");
  repository.dir.write("work/.git/hooks/post-checkout",
                       "#!/bin/sh\ntouch " + (repository.dir / "ran") + "\nexit 1\n");
  fs::permissions(hook, fs::perms::owner_all);
  CHECK(repository.workshop().open(repository.to_open()).status == Status::done);
  CHECK_FALSE(exists(repository.dir / "ran"));
}

TEST_CASE("open: what is there is continued, also by another coordinator") {
  Opened opened;
  const std::string mine = opened.work_in_it("mine");
  opened.dir.write("state/worktrees/1.1/loose", "x");
  opened.commit("main went on");
  const WorkResult again = opened.workshop().open(opened.to_open());
  CHECK(again.status == Status::done);
  CHECK(again.head == mine);
  CHECK(exists(opened.tree_of_task + "/loose"));
}

TEST_CASE("open: half-made worktrees are repaired") {
  struct Row {
    std::string name;
    const char* damage;  // $T: the directory, $B: the branch, $M: git's directory for it
    bool keeps_commit;
  };
  const Row rows[] = {
      {"metadata without directory", "rm -rf $T", true},
      {"directory without .git", "rm $T/.git", true},
      {"directory without metadata", "rm -rf $M", true},
      {"branch without worktree", "git worktree remove --force $T", true},
      {"branch without directory and metadata", "rm -rf $T $M", true},
      {"empty directory", "rm -rf $T $M && mkdir $T", true},
      {"directory full of something else", "rm -rf $T $M && mkdir $T && touch $T/x", true},
      {"a file in its place", "rm -rf $T && touch $T", true},
      {"killed while git made it", "rm $T/a.txt && echo initializing > $M/locked", true},
      {"stale index.lock", "touch -d '1 hour ago' $M/index.lock", true},
      {"branch gone", "git update-ref -d refs/heads/$B", true},
      {"branch and its log gone", "git update-ref -d refs/heads/$B && rm $M/logs/HEAD", false},
      {"another branch", "git -C $T checkout -q -b foreign", true},
      {"detached", "git -C $T checkout -q --detach", true},
      {"in the middle of a rebase",
       "git -C $T rebase -q --exec false --root >/dev/null 2>&1; test -d $M/rebase-merge", true},
      {"rewritten HEAD file", "echo garbage > $M/HEAD", true},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    Opened opened;
    const std::string mine = opened.work_in_it("mine");
    Repository::run_in(opened.work, "T='" + opened.tree_of_task + "' B='" + opened.branch +
                                        "' M='" + opened.work + "/.git/worktrees/1.1'; " +
                                        row.damage);
    const WorkResult again = opened.workshop().open(opened.to_open());
    CAPTURE(again.detail);
    REQUIRE(again.status == Status::done);
    CHECK(again.head == (row.keeps_commit ? mine : opened.head()));
    CHECK(Repository::git_in(opened.tree_of_task, "symbolic-ref --short HEAD") == opened.branch);
    CHECK(Repository::git_in(opened.tree_of_task, "status --porcelain") == "");
    CHECK(exists(opened.tree_of_task + "/a.txt"));
    CHECK(opened.workshop().open(opened.to_open()).head == again.head);
  }
}

TEST_CASE("open: what is in the way is moved aside and named") {
  Repository repository;
  repository.dir.write("state/worktrees/1.1/precious", "x");
  const WorkResult made = repository.workshop().open(repository.to_open());
  REQUIRE(made.status == Status::done);
  CHECK(made.detail == "kept: directory " + repository.tree_of_task + ".kept-1");
  CHECK(exists(repository.tree_of_task + ".kept-1/precious"));
}

TEST_CASE("open: an old branch without commits of its own starts at the right place") {
  Repository repository;
  repository.git("branch '" + repository.branch + "'");
  const std::string later = repository.commit("main went on");
  const WorkResult made = repository.workshop().open(repository.to_open());
  REQUIRE(made.status == Status::done);
  CHECK(made.head == later);
}

TEST_CASE("open: other worktrees of the user's are not forgotten") {
  Repository repository;
  const std::string away = repository.dir / "away";
  repository.git("worktree add -q --detach '" + away + "'");
  fs::rename(away, away + "-unmounted");
  REQUIRE(repository.workshop().open(repository.to_open()).status == Status::done);
  fs::remove_all(repository.tree_of_task);
  REQUIRE(repository.workshop().open(repository.to_open()).status == Status::done);
  REQUIRE(repository.workshop().close(repository.to_close()).status == Status::done);
  fs::rename(away + "-unmounted", away);
  CHECK(Repository::git_in(away, "rev-parse HEAD") == repository.head());
}

TEST_CASE("open: what cannot be done fails with the reason") {
  Repository repository;
  core::OpenWork wanted = repository.to_open();
  SUBCASE("no such commit") { wanted.from = std::string(40, '1'); }
  SUBCASE("no commit at all") { wanted.from = "--orphan"; }
  SUBCASE("a branch name git does not take") { wanted.branch = "assay/..//x"; }
  SUBCASE("an option as a branch") {
    wanted.branch = "--force";
    wanted.from = "x";
  }
  SUBCASE("no repository") { wanted.workspace = repository.state; }
  SUBCASE("not the top") { wanted.workspace = repository.path("specs"); }
  SUBCASE("checked out by the user") {
    repository.git("checkout -q -b '" + repository.branch + "'");
  }
  const WorkResult made = repository.workshop().open(wanted);
  CHECK(made.status == Status::failed);
  CHECK(made.detail != "");
  CHECK_FALSE(exists(repository.tree_of_task));
}

TEST_CASE("close: what is merged goes, twice is once") {
  Opened opened;
  const std::string mine = opened.work_in_it("mine");
  REQUIRE(opened.workshop().merge(opened.to_merge(mine)).status == Status::done);
  opened.dir.write("state/worktrees/1.1/.git-commit.lock", "");
  const WorkResult closed = opened.workshop().close(opened.to_close());
  CHECK(closed.status == Status::done);
  CHECK(closed.detail == "");
  CHECK(closed.head == opened.head());
  CHECK_FALSE(exists(opened.tree_of_task));
  CHECK_FALSE(exists(opened.tree_of_task + ".removing"));
  CHECK_FALSE(opened.has_branch());
  CHECK_FALSE(has(opened.git("worktree list"), "1.1"));
  CHECK(opened.workshop().close(opened.to_close()) == closed);
}

TEST_CASE("close: what would be lost is kept and named") {
  struct Row {
    std::string name;
    const char* command;
    const char* words;
  };
  const Row rows[] = {
      {"two commits", "git commit -q --allow-empty -m 1 && git commit -q --allow-empty -m 2",
       "with 2 commits"},
      {"one commit", "git commit -q --allow-empty -m 1", "with 1 commit,"},
      {"changed file", "echo x > a.txt", "with 1 uncommitted files"},
      {"staged file", "echo x > a.txt && git add a.txt", "with 1 uncommitted files"},
      {"untracked file", "echo x > new", "with 1 uncommitted files"},
      {"notes of the agent", "echo x > specs/x/.progress-task-1.md", "with 1 uncommitted files"},
      {"commits on no branch", "git checkout -q --detach && git commit -q --allow-empty -m 1",
       "with 1 commit"},
      {"rebase", "git rebase -q --exec false --root >/dev/null 2>&1; true", "in progress"},
      {"deleted branch", "git update-ref -d HEAD", "uncommitted"},
      {"a repository inside", "git init -q inner", "uncommitted"},
      {"locked by the user", "git worktree lock .", "locked"},
      {"no .git any more", "rm .git", "no worktree"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    Opened opened;
    Repository::run_in(opened.tree_of_task, row.command);
    const WorkResult closed = opened.workshop().close(opened.to_close());
    CHECK(closed.status == Status::done);
    CHECK(closed.detail.starts_with("kept: "));
    CHECK_MESSAGE(has(closed.detail, row.words), closed.detail);
    CHECK(has(closed.detail, "directory " + opened.tree_of_task));
    CHECK(exists(opened.tree_of_task));
    CHECK(opened.has_branch() == !has(row.name, "deleted"));
    CHECK(opened.workshop().close(opened.to_close()) == closed);
  }
}

TEST_CASE("close: ignored files, and commits that another branch has, are no reason to keep it") {
  Opened opened;
  opened.dir.write("state/worktrees/1.1/.gitignore", "build/\n");
  opened.work_in_it("mine");
  opened.dir.write("state/worktrees/1.1/build/cache/file", "x");
  fs::permissions(opened.tree_of_task + "/build/cache",
                  fs::perms::owner_read | fs::perms::owner_exec);
  opened.git("branch saved '" + opened.branch + "'");
  CHECK(opened.workshop().close(opened.to_close()).detail == "");
  CHECK_FALSE(exists(opened.tree_of_task));
  CHECK_FALSE(exists(opened.tree_of_task + ".removing"));
  CHECK_FALSE(opened.has_branch());
  CHECK(opened.git("log --format=%s -1 saved") == "mine");
}

TEST_CASE("close: is taken up where it was interrupted") {
  struct Row {
    std::string name;
    const char* damage;
  };
  const Row rows[] = {
      {"renamed", "mv $T $T.removing"},
      {"half removed", "mv $T $T.removing && rm $T.removing/a.txt $T.removing/.git"},
      {"metadata gone", "mv $T $T.removing && rm -rf $M"},
      {"directory gone", "rm -rf $T $M"},
      {"only metadata left", "rm -rf $T && git update-ref -d refs/heads/$B"},
      {"killed while it was made", "echo initializing > $M/locked"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    Opened opened;
    Repository::run_in(opened.work, "T='" + opened.tree_of_task + "' B='" + opened.branch +
                                        "' M='" + opened.work + "/.git/worktrees/1.1'; " +
                                        row.damage);
    const WorkResult closed = opened.workshop().close(opened.to_close());
    CHECK(closed.status == Status::done);
    CHECK(closed.detail == "");
    CHECK_FALSE(exists(opened.tree_of_task));
    CHECK_FALSE(exists(opened.tree_of_task + ".removing"));
    CHECK_FALSE(exists(opened.path(".git/worktrees/1.1")));
    CHECK_FALSE(opened.has_branch());
  }
}

TEST_CASE("close: a branch that is checked out elsewhere stays") {
  Opened opened;
  Repository::git_in(opened.tree_of_task, "checkout -q --detach");
  opened.git("checkout -q '" + opened.branch + "'");
  const WorkResult closed = opened.workshop().close(opened.to_close());
  CHECK(has(closed.detail, "checked out in " + opened.work));
  CHECK(opened.has_branch());
}

}  // namespace
}  // namespace assay::test
