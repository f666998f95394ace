// SPDX-License-Identifier: MIT
#include "unit/adapters/workshop/repository.h"

#include <algorithm>

namespace assay::test {
namespace {

namespace fs = std::filesystem;
using core::work::WorkResult;

/// A branch with one commit, and a main branch that may have gone on.
struct Branched : Repository {
  std::string start = head();
  std::string tip;

  explicit Branched(const std::string& command = "echo four >> a.txt && echo new > new.txt") {
    REQUIRE(workshop().open(to_open()).status == Status::done);
    run_in(tree_of_task, command);
    tip = commit_in(tree_of_task, "task");
  }
  void main_goes_on() const {
    write("b.txt", "bee bee\n");
    commit("main");
  }
  WorkResult merge() const { return workshop().merge(to_merge(tip)); }
  std::string backup() const { return git("rev-parse refs/assay/backup/run/1.1"); }
  bool has_backup() const { return has(git("for-each-ref"), "refs/assay/backup"); }
};

TEST_CASE("merge: a fast-forward if possible, twice is once") {
  Branched branched;
  const WorkResult merged = branched.merge();
  CHECK(merged.status == Status::done);
  CHECK(merged.head == branched.tip);
  CHECK(branched.head() == branched.tip);
  CHECK(branched.git("symbolic-ref HEAD") == "refs/heads/main");
  CHECK(branched.git("status --porcelain") == "");
  CHECK(Repository::read(branched.path("new.txt")) == "new\n");
  CHECK(branched.backup() == branched.start);
  CHECK(branched.merge() == merged);
}

TEST_CASE("merge: otherwise a merge commit with the message, by the user") {
  Branched branched;
  branched.main_goes_on();
  const std::string before = branched.head();
  const WorkResult merged = branched.merge();
  CHECK(merged.status == Status::done);
  CHECK(merged.head == branched.head());
  CHECK(branched.git("log -1 --format='%P|%s|%an|%ce'") ==
        before + " " + branched.tip + "|merge 1.1|User|user@example.org");
  CHECK(branched.git("status --porcelain") == "");
  CHECK(Repository::read(branched.path("b.txt")) == "bee bee\n");
  CHECK(branched.backup() == before);
  CHECK(branched.merge() == merged);
}

TEST_CASE("merge: without a user it is by assay") {
  Branched branched;
  branched.main_goes_on();
  branched.git("config --unset user.name");
  branched.git("config --unset user.email");
  CHECK(branched.merge().status == Status::done);
  CHECK(branched.git("log -1 --format='%an %ae %cn %ce'") ==
        "assay assay@localhost assay assay@localhost");
}

TEST_CASE("merge: a conflict is found before anything is touched") {
  Branched branched;
  branched.write("a.txt", "other\ntwo\nthree\nfive\n");
  branched.write("new.txt", "another\n");
  branched.commit("main");
  const std::string before = branched.head();
  const WorkResult merged = branched.merge();
  CHECK(merged.status == Status::conflict);
  CHECK(merged.paths == Paths{"a.txt", "new.txt"});
  CHECK(merged.head == before);
  CHECK(branched.git("status --porcelain") == "");
  CHECK(branched.head() == before);
  CHECK_FALSE(branched.has_backup());
  CHECK(branched.merge() == merged);
}

TEST_CASE("merge: conflicts and clean merges of names that break careless callers") {
  Branched branched("true");
  for (const std::string& name : hostile_names())
    branched.dir.write("state/worktrees/1.1/" + name, "theirs");
  branched.tip = Repository::commit_in(branched.tree_of_task, "names");
  SUBCASE("clean") {
    branched.main_goes_on();
    CHECK(branched.merge().status == Status::done);
    for (const std::string& name : hostile_names())
      CHECK(Repository::read(branched.path(name)) == "theirs");
    CHECK(branched.git("status --porcelain") == "");
  }
  SUBCASE("conflict") {
    Paths names = hostile_names();
    for (const std::string& name : names) branched.write(name, "ours");
    branched.commit("main");
    std::sort(names.begin(), names.end());
    const WorkResult merged = branched.merge();
    CHECK(merged.status == Status::conflict);
    CHECK(merged.paths == names);
  }
  SUBCASE("in the way") {
    branched.write("new\nline", "mine");
    const WorkResult merged = branched.merge();
    CHECK(merged.status == Status::failed);
    CHECK(merged.paths == Paths{"new\nline"});
  }
}

TEST_CASE("merge: changes that it would overwrite stop it, and are named") {
  struct Row {
    std::string name;
    const char* command;
    const char* path;
  };
  const Row rows[] = {
      {"changed", "echo mine >> a.txt", "a.txt"},
      {"staged", "echo mine >> a.txt && git add a.txt", "a.txt"},
      {"staged and taken back", "cp a.txt s && echo m >> a.txt && git add a.txt && mv s a.txt",
       "a.txt"},
      {"deleted", "rm a.txt", "a.txt"},
      {"untracked", "echo mine > new.txt", "new.txt"},
      {"ignored", "echo new.txt > .git/info/exclude && echo mine > new.txt", "new.txt"},
      {"a link", "ln -s b.txt new.txt", "new.txt"},
      {"made executable", "chmod +x a.txt", "a.txt"},
  };
  for (const Row& row : rows) {
    for (const bool fast_forward : {true, false}) {
      CAPTURE(row.name);
      CAPTURE(fast_forward);
      Branched branched;
      if (!fast_forward) branched.main_goes_on();
      Repository::run_in(branched.work, row.command);
      const std::string before = branched.git("status --porcelain") + branched.head();
      const WorkResult merged = branched.merge();
      CHECK(merged.status == Status::failed);
      CHECK(merged.paths == Paths{row.path});
      CHECK(has(merged.detail, row.path));
      CHECK(branched.git("status --porcelain") + branched.head() == before);
      CHECK_FALSE(branched.has_backup());
    }
  }
}

TEST_CASE("merge: other changes of the user's stay as they are") {
  Branched branched;
  branched.write("b.txt", "mine\n");
  branched.git("add b.txt");
  branched.write("specs/x/tasks.md", "mine\n");
  branched.write("loose", "mine\n");
  CHECK(branched.merge().status == Status::done);
  CHECK(branched.git("status --porcelain") == "M  b.txt\n M specs/x/tasks.md\n?? loose");
  CHECK(Repository::read(branched.path("new.txt")) == "new\n");
}

TEST_CASE("merge: a branch that was moved or deleted is not merged") {
  Branched branched;
  SUBCASE("moved") { Repository::commit_in(branched.tree_of_task, "later"); }
  SUBCASE("rewritten") { Repository::git_in(branched.tree_of_task, "commit -q --amend -m other"); }
  SUBCASE("deleted") { branched.git("update-ref -d 'refs/heads/" + branched.branch + "'"); }
  SUBCASE("in the middle of a merge") {
    branched.dir.write("work/.git/MERGE_HEAD", branched.start + "\n");
  }
  SUBCASE("no commit") { branched.tip = "--abort"; }
  const WorkResult merged = branched.merge();
  CHECK(merged.status == Status::failed);
  CHECK(merged.detail != "");
  CHECK(branched.head() == branched.start);
}

TEST_CASE("merge: no hook, driver, signature or option of the repository has a say") {
  Branched branched;
  const std::string mark = branched.dir / "ran";
  bool conflict = false;
  SUBCASE("conflict") { conflict = true; }
  SUBCASE("merge commit") {}
  if (conflict) branched.write("a.txt", "one\ntwo\nthree\nother\n");
  branched.write(".gitattributes", "*.txt merge=evil\n");
  branched.commit("main");
  branched.git("config merge.evil.driver 'touch " + mark + "; true'");
  branched.git("config commit.gpgSign true");
  branched.git("config gpg.program 'touch " + mark + "'");
  branched.git("config branch.main.mergeOptions '-s ours'");
  for (const std::string hook : {"post-merge", "pre-merge-commit", "commit-msg", "post-checkout",
                                 "reference-transaction", "post-index-change"}) {
    branched.write(".git/hooks/" + hook, "#!/bin/sh\ntouch " + mark + "\nexit 1\n");
    fs::permissions(branched.path(".git/hooks/" + hook), fs::perms::owner_all);
  }
  const WorkResult merged = branched.merge();
  CAPTURE(merged.detail);
  CHECK(merged.status == (conflict ? Status::conflict : Status::done));
  CHECK(merged.paths == (conflict ? Paths{"a.txt"} : Paths{}));
  CHECK_FALSE(exists(mark));
}

TEST_CASE("merge: is taken up where it was interrupted") {
  const std::string change =
      "echo four >> a.txt && echo new > new.txt && rm b.txt && mkdir -p deep/er && "
      "echo x > deep/er/x && ln -s a.txt link && printf %1000s long > long.txt";
  struct Row {
    std::string name;
    const char* damage;  // $B: the branch
  };
  const Row rows[] = {
      {"files and index done, branch not", "git read-tree -m -u HEAD $B"},
      {"some files done", "git show $B:a.txt > a.txt && git show $B:new.txt > new.txt && rm b.txt"},
      {"all files done, index not",
       "cp .git/index saved && git read-tree -m -u HEAD $B && mv saved .git/index"},
      {"a file half written", "printf %500s '' > long.txt"},
      {"a file empty", ": > a.txt"},
      {"a file removed", "rm a.txt"},
      {"index locked", "touch -d '1 hour ago' .git/index.lock"},
      {"branch locked", "touch -d '1 hour ago' .git/refs/heads/main.lock .git/HEAD.lock"},
      {"only begun", "true"},
  };
  for (const Row& row : rows) {
    for (const bool fast_forward : {true, false}) {
      CAPTURE(row.name);
      CAPTURE(fast_forward);
      Branched branched(change);
      if (!fast_forward) branched.commit("main");
      branched.git("update-ref refs/assay/backup/run/1.1 HEAD");
      Repository::run_in(branched.work, "B='" + branched.branch + "'; " + row.damage);
      const WorkResult merged = branched.merge();
      CAPTURE(merged.detail);
      REQUIRE(merged.status == Status::done);
      CHECK(branched.git("status --porcelain") == "");
      CHECK(branched.git("rev-parse HEAD^{tree}") ==
            branched.git("rev-parse '" + branched.branch + "^{tree}'"));
      CHECK(branched.merge() == merged);
    }
  }
}

TEST_CASE("merge: what an interrupted one did not write is somebody's") {
  Branched branched;
  branched.git("update-ref refs/assay/backup/run/1.1 HEAD");
  branched.write("a.txt", "something else\n");
  const WorkResult merged = branched.merge();
  CHECK(merged.status == Status::failed);
  CHECK(merged.paths == Paths{"a.txt"});
  CHECK(Repository::read(branched.path("a.txt")) == "something else\n");
}

TEST_CASE("merge: into a detached HEAD, and over a file that becomes a folder") {
  Branched branched("rm b.txt && mkdir b.txt && echo x > b.txt/x");
  branched.git("checkout -q --detach");
  CHECK(branched.merge().status == Status::done);
  CHECK(branched.git("status --porcelain") == "");
  CHECK(Repository::read(branched.path("b.txt/x")) == "x\n");
}

TEST_CASE("merge: histories that have nothing in common are refused") {
  Repository repository;
  repository.git("checkout -q --orphan other");
  const std::string tip = repository.commit("root");
  repository.git("branch '" + repository.branch + "'");
  repository.git("checkout -q main");
  const WorkResult merged = repository.workshop().merge(repository.to_merge(tip));
  CHECK(merged.status == Status::failed);
  CHECK(merged.detail != "");
}

/// A branch that also wrote files which only assay writes.
struct Meddled : Branched {
  Meddled()
      : Branched(
            "printf -- '- [x] 1.1 First\\n' > specs/x/tasks.md && echo mine > "
            "specs/x/.progress.md && echo new > new.txt") {}
  WorkResult merge_ours() const {
    core::MergeWork wanted = to_merge(tip);
    wanted.ours = {"specs/x/tasks.md", "specs/x/.progress.md"};
    return workshop().merge(wanted);
  }
};

TEST_CASE("merge: conflicts in files that assay writes are settled for the workspace") {
  Meddled meddled;
  meddled.write("specs/x/tasks.md", "- [ ] 1.1 First, and more\n");
  meddled.write("specs/x/.progress.md", "notes\n");
  meddled.commit("main");
  CHECK(meddled.merge().status == Status::conflict);
  const WorkResult merged = meddled.merge_ours();
  CHECK(merged.status == Status::done);
  CHECK(Repository::read(meddled.path("specs/x/tasks.md")) == "- [ ] 1.1 First, and more\n");
  CHECK(Repository::read(meddled.path("specs/x/.progress.md")) == "notes\n");
  CHECK(Repository::read(meddled.path("new.txt")) == "new\n");
  CHECK(meddled.git("status --porcelain") == "");
  CHECK(meddled.git("show HEAD:specs/x/tasks.md") == "- [ ] 1.1 First, and more");
  CHECK(meddled.merge_ours() == merged);
}

TEST_CASE("merge: what a branch says about files that assay writes never counts") {
  Meddled meddled;
  SUBCASE("where it could be fast-forwarded") {}
  SUBCASE("where nothing is in conflict") { meddled.main_goes_on(); }
  SUBCASE("where the workspace has not committed its own version yet") {
    meddled.write("specs/x/.progress.md", "not committed\n");
  }
  const std::string before = meddled.git("status --porcelain");
  CHECK(meddled.merge_ours().status == Status::done);
  CHECK(Repository::read(meddled.path("specs/x/tasks.md")) == "- [ ] 1.1 First\n");
  CHECK(Repository::read(meddled.path("new.txt")) == "new\n");
  CHECK(meddled.git("ls-files specs/x/.progress.md") == "");
  CHECK(meddled.git("status --porcelain") == before);
}

TEST_CASE("merge: a conflict elsewhere stays one, and only that is named") {
  Meddled meddled;
  meddled.write("specs/x/tasks.md", "- [ ] 1.1 Changed\n");
  meddled.write("new.txt", "another\n");
  meddled.commit("main");
  const WorkResult merged = meddled.merge_ours();
  CHECK(merged.status == Status::conflict);
  CHECK(merged.paths == Paths{"new.txt"});
}

}  // namespace
}  // namespace assay::test
