// SPDX-License-Identifier: MIT
#include "adapters/repository/git/facts.h"
#include "unit/adapters/workshop/repository.h"

#include <unistd.h>

#include <algorithm>
#include <memory>

namespace assay::test {
namespace {

namespace fs = std::filesystem;
using core::work::WorkSight;

core::loop::TaskList list_of(const std::string& text) {
  return {std::make_shared<const std::string>(text), {}, {}};
}

TEST_CASE("inspect: a first look tells tree, commit, branch and what is dirty") {
  Repository repository;
  repository.write("a.txt", "changed\n");
  repository.write("new/file.txt", "x");
  repository.write(".gitignore", "*.log\n");
  repository.write("noise.log", "x");
  const WorkSight sight = repository.workshop().inspect(repository.to_inspect());
  CHECK(sight.problem == "");
  CHECK(sight.tree.size() == 64);
  CHECK(sight.head == repository.head());
  CHECK(sight.branch == "main");
  CHECK(sight.continues);
  CHECK(sight.dirty == Paths{".gitignore", "a.txt", "new/file.txt"});
  CHECK(sight.changed.empty());
  CHECK(sight.commits.empty());
  CHECK(sight.tampering.empty());
}

TEST_CASE("inspect: a later look tells what changed and was committed, oldest first") {
  Repository repository;
  const WorkSight before = repository.workshop().inspect(repository.to_inspect());
  repository.write("a.txt", "changed\n");
  const std::string first = repository.commit("first: change");
  repository.write("c.txt", "new\n");
  const std::string second = repository.commit("second");
  repository.write("d.txt", "not committed\n");
  // Another process asks: what was seen is kept in the state directory.
  const WorkSight after = repository.workshop().inspect(repository.to_inspect_since(before));
  CHECK(after.problem == "");
  CHECK(after.changed == Paths{"a.txt", "c.txt", "d.txt"});
  CHECK(after.dirty == Paths{"d.txt"});
  CHECK(after.continues);
  REQUIRE(after.commits.size() == 2);
  CHECK(after.commits[0] == core::work::CommitSight{first, "first: change", {"a.txt"}});
  CHECK(after.commits[1] == core::work::CommitSight{second, "second", {"c.txt"}});
  CHECK(repository.workshop().inspect(repository.to_inspect_since(before)) == after);
}

TEST_CASE("inspect: rewritten history does not continue") {
  struct Row {
    std::string name;
    const char* command;
    bool continues;
  };
  const Row rows[] = {
      {"amend", "git commit -q --amend --allow-empty -m other", false},
      {"reset", "git reset -q --hard HEAD~1", false},
      {"another branch", "git checkout -q -b side HEAD~1", false},
      {"orphan", "git checkout -q --orphan fresh && git commit -q --allow-empty -m x", false},
      {"orphan without commit", "git checkout -q --orphan fresh", false},
      {"rebase",
       "git checkout -q -b s HEAD~1 && git commit -q --allow-empty -m s && "
       "git rebase -q s main",
       false},
      {"detached, at the same place", "git checkout -q --detach", true},
      {"detached, further", "git checkout -q --detach && git commit -q --allow-empty -m x", true},
      {"one more", "git commit -q --allow-empty -m x", true},
      {"replaced objects do not count",
       "old=$(git rev-parse HEAD) && git reset -q --hard HEAD~1 && "
       "git commit -q --allow-empty -m fake && git replace --graft HEAD $old",
       false},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    Repository repository;
    repository.commit("second");
    const WorkSight before = repository.workshop().inspect(repository.to_inspect());
    Repository::run_in(repository.work, row.command);
    const WorkSight after = repository.workshop().inspect(repository.to_inspect_since(before));
    CHECK(after.problem == "");
    CHECK(after.continues == row.continues);
    const bool detached = has(row.name, "detached");
    CHECK(after.branch.empty() == detached);
  }
}

TEST_CASE("inspect: a deleted branch leaves a working tree without a commit") {
  Repository repository;
  const WorkSight before = repository.workshop().inspect(repository.to_inspect());
  repository.git("update-ref -d refs/heads/main");
  const WorkSight after = repository.workshop().inspect(repository.to_inspect_since(before));
  CHECK(after.problem == "");
  CHECK(after.head == "");
  CHECK_FALSE(after.continues);
  CHECK(after.dirty == Paths{"a.txt", "b.txt", "specs/x/tasks.md"});
}

TEST_CASE("inspect: a repository that is gone is a problem, one that never was is none") {
  Repository repository;
  const WorkSight before = repository.workshop().inspect(repository.to_inspect());
  fs::remove_all(repository.path(".git"));
  CHECK(has(repository.workshop().inspect(repository.to_inspect_since(before)).problem,
            "no git repository"));
  const WorkSight first = repository.workshop().inspect(repository.to_inspect());
  CHECK(first.problem == "");
  CHECK(first.head == "");
}

TEST_CASE("inspect: a tree that was not kept is a problem, not an empty difference") {
  Repository repository;
  core::InspectWork wanted = repository.to_inspect();
  wanted.since = std::string(64, 'a');
  CHECK(repository.workshop().inspect(wanted).problem != "");
}

TEST_CASE("inspect: files that assay and agents keep for themselves are not listed") {
  Repository repository;
  const WorkSight before = repository.workshop().inspect(repository.to_inspect());
  for (const char* name : {".ralph-state.json", ".tasks.lock", ".git-commit.lock",
                           ".progress-task-3.md", ".progress-task-3.txt", "notes.md"})
    repository.write(std::string("specs/x/") + name, "x");
  repository.write("specs/y/.ralph-state.json", "x");
  repository.write(".tasks.lock", "x");
  const Paths wanted = {".tasks.lock", "specs/x/.progress-task-3.txt", "specs/x/notes.md",
                        "specs/y/.ralph-state.json"};
  for (const char* spelling : {"specs/x", "./specs//x/"}) {
    CAPTURE(spelling);
    core::InspectWork again = repository.to_inspect_since(before);
    again.spec_dir = spelling;
    const WorkSight after = repository.workshop().inspect(again);
    CHECK(after.dirty == wanted);
    CHECK(after.changed == wanted);
  }
}

TEST_CASE("inspect: names that break careless callers arrive as they are") {
  Repository repository;
  const WorkSight before = repository.workshop().inspect(repository.to_inspect());
  Paths names = hostile_names();
  for (const std::string& name : names) repository.write(name, "x");
  std::sort(names.begin(), names.end());
  WorkSight after = repository.workshop().inspect(repository.to_inspect_since(before));
  CHECK(after.dirty == names);
  CHECK(after.changed == names);
  repository.commit("all of them");
  after = repository.workshop().inspect(repository.to_inspect_since(before));
  CHECK(after.dirty.empty());
  CHECK(after.changed == names);
  fs::rename(repository.path("-dash"), repository.path("renamed"));
  repository.git("add -A");
  after = repository.workshop().inspect(repository.to_inspect_since(before));
  CHECK(after.dirty == Paths{"-dash", "renamed"});
}

TEST_CASE("inspect: very many untracked files are cut at ten thousand") {
  Repository repository;
  Repository::run_in(repository.work, "mkdir many && cd many && seq 1 12000 | xargs touch");
  const auto dirty = git::dirty(repository.work);
  REQUIRE(dirty);
  CHECK(dirty->size() == 10'000);
}

TEST_CASE("inspect: nothing of the repository's configuration runs or misleads") {
  Repository repository;
  const std::string mark = repository.dir / "ran";
  const std::string evil = "touch " + mark;
  for (const char* key :
       {"core.fsmonitor", "core.pager", "diff.external", "core.editor", "gpg.program",
        "core.sshCommand", "diff.evil.textconv", "diff.evil.command", "core.askPass"})
    repository.git(std::string("config ") + key + " '" + evil + "'");
  repository.git("config alias.status '!" + evil + "'");
  repository.git("config status.showUntrackedFiles no");
  repository.git("config status.relativePaths true");
  repository.git("config core.worktree /");
  repository.git("config log.showSignature true");
  repository.write("a.txt", "changed");
  repository.write(".gitattributes", "*.txt diff=evil\n");
  repository.write("untracked", "x");
  WorkSight sight = repository.workshop().inspect(repository.to_inspect());
  CHECK(sight.problem == "");
  CHECK(sight.dirty == Paths{".gitattributes", "a.txt", "untracked"});
  CHECK_FALSE(exists(mark));
  repository.git("config --unset core.worktree");
  repository.git("config core.bare true");
  sight = repository.workshop().inspect(repository.to_inspect());
  CHECK(sight.dirty == Paths{".gitattributes", "a.txt", "untracked"});
}

TEST_CASE("inspect: variables that point git elsewhere are not passed on") {
  Repository repository;
  Repository other;
  other.commit("elsewhere");
  for (const char* name : {"GIT_DIR", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY"})
    ::setenv(name, (other.work + "/.git").c_str(), 1);
  ::setenv("GIT_WORK_TREE", other.work.c_str(), 1);
  ::setenv("GIT_INDEX_FILE", "/nonexistent", 1);
  ::setenv("GIT_CONFIG_COUNT", "1", 1);
  ::setenv("GIT_CONFIG_KEY_0", "status.showUntrackedFiles", 1);
  ::setenv("GIT_CONFIG_VALUE_0", "no", 1);
  repository.write("untracked", "x");
  const WorkSight sight = repository.workshop().inspect(repository.to_inspect());
  for (const char* name : {"GIT_DIR", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_WORK_TREE",
                           "GIT_INDEX_FILE", "GIT_CONFIG_COUNT"})
    ::unsetenv(name);
  CHECK(sight.problem == "");
  CHECK(sight.head == repository.head());
  CHECK(sight.dirty == Paths{"untracked"});
}

TEST_CASE("inspect: what git was told not to look at is dirty once it changed") {
  Repository repository;
  const WorkSight before = repository.workshop().inspect(repository.to_inspect());
  repository.git("update-index --assume-unchanged a.txt");
  repository.git("update-index --skip-worktree b.txt");
  CHECK(repository.workshop().inspect(repository.to_inspect_since(before)).dirty.empty());
  repository.write("a.txt", "hidden");
  repository.write("b.txt", "hidden too");
  REQUIRE(repository.git("status --porcelain") == "");
  const WorkSight after = repository.workshop().inspect(repository.to_inspect_since(before));
  CHECK(after.dirty == Paths{"a.txt", "b.txt"});
}

TEST_CASE("inspect: the task list is compared if it is known how it should be") {
  const std::string text = "- [ ] 1.1 First\n";
  Repository repository;
  core::InspectWork wanted = repository.to_inspect();
  wanted.expected = list_of(text);
  const auto tampering = [&] { return repository.workshop().inspect(wanted).tampering; };
  CHECK(tampering().empty());
  repository.write("specs/x/tasks.md", "- [ ] 1.2 Other\n");
  CHECK_FALSE(tampering().empty());
  fs::remove(repository.path("specs/x/tasks.md"));
  CHECK(tampering() == Paths{"tasks.md is gone"});
  repository.write("elsewhere.md", text);
  fs::create_symlink("../../elsewhere.md", repository.path("specs/x/tasks.md"));
  CHECK_FALSE(tampering().empty());
  fs::remove_all(repository.path("specs/x"));
  repository.write("real/tasks.md", text);
  fs::create_symlink("../real", repository.path("specs/x"));
  CHECK_FALSE(tampering().empty());
  wanted.expected.reset();
  CHECK(tampering().empty());
}

TEST_CASE("inspect: changes inside submodules are seen by the tree, and nothing of them runs") {
  Repository repository;
  Repository inner;
  const std::string mark = repository.dir / "ran";
  repository.git("-c protocol.file.allow=always submodule --quiet add '" + inner.work + "' sub");
  repository.commit("submodule");
  Repository::git_in(repository.path("sub"), "config core.fsmonitor 'touch " + mark + "'");
  const WorkSight before = repository.workshop().inspect(repository.to_inspect());
  repository.write("sub/a.txt", "changed");
  const WorkSight after = repository.workshop().inspect(repository.to_inspect_since(before));
  CHECK(after.problem == "");
  CHECK(after.changed == Paths{"sub/a.txt"});
  Repository::git_in(repository.path("sub"),
                     "-c core.fsmonitor=false -c user.name=a "
                     "-c user.email=a@b commit -q -a -m inner");
  const WorkSight moved = repository.workshop().inspect(repository.to_inspect_since(before));
  CHECK(moved.dirty == Paths{"sub"});
  CHECK_FALSE(exists(mark));
}

TEST_CASE("inspect: a workspace inside a repository sees paths from where it is") {
  Repository repository;
  repository.write("inner/deep/file", "x");
  repository.write("outer", "x");
  const auto dirty = git::dirty(repository.path("inner"));
  REQUIRE(dirty);
  CHECK(*dirty == Paths{"../outer", "deep/file"});
}

TEST_CASE("inspect: a worktree that leads elsewhere is not looked at") {
  Repository repository;
  workshop::Workshop workshop = repository.workshop();
  REQUIRE(workshop.open(repository.to_open()).status == Status::done);
  core::InspectWork wanted = repository.to_inspect();
  wanted.directory = repository.tree_of_task;
  const WorkSight before = workshop.inspect(wanted);
  CHECK(before.problem == "");
  CHECK(before.branch == repository.branch);
  CHECK(before.head == repository.head());
  repository.dir.write("state/worktrees/1.1/new.txt", "x");
  wanted.since = before.tree;
  CHECK(workshop.inspect(wanted).changed == Paths{"new.txt"});
  SUBCASE("its .git is gone") { fs::remove(repository.tree_of_task + "/.git"); }
  SUBCASE("its .git is that of the workspace") {
    repository.dir.write("state/worktrees/1.1/.git", "gitdir: " + repository.work + "/.git\n");
  }
  SUBCASE("it is a repository of its own") {
    fs::remove(repository.tree_of_task + "/.git");
    Repository::git_in(repository.tree_of_task, "init -q");
  }
  SUBCASE("it is gone") { fs::remove_all(repository.tree_of_task); }
  CHECK(workshop.inspect(wanted).problem != "");
}

TEST_CASE("facts: what has to be known before a run") {
  Repository repository;
  CHECK(git::is_repository(repository.work));
  CHECK_FALSE(git::is_repository(repository.state));
  CHECK(git::current_branch(repository.work) == "main");
  CHECK(git::default_branch(repository.work) == "main");
  repository.git("branch trunk");
  repository.git("config init.defaultBranch trunk");
  CHECK(git::default_branch(repository.work) == "trunk");
  repository.git("update-ref refs/remotes/origin/dev HEAD");
  repository.git("symbolic-ref refs/remotes/origin/HEAD refs/remotes/origin/dev");
  CHECK(git::default_branch(repository.work) == "dev");
  repository.git("checkout -q --detach");
  CHECK(git::current_branch(repository.work) == "");
  CHECK(git::default_branch(repository.state) == "");
  CHECK_FALSE(git::dirty(repository.state));
}

}  // namespace
}  // namespace assay::test
