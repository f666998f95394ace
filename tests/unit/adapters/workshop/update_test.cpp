// SPDX-License-Identifier: MIT
#include "unit/adapters/workshop/repository.h"

#include <memory>

namespace assay::test {
namespace {

namespace fs = std::filesystem;
using core::loop::SpecUpdate;
using core::work::WorkResult;

const std::string text = "- [ ] 1.1 First\n- [ ] 1.2 Second\n";

struct Updated : Repository {
  SpecUpdate update;

  Updated() {
    update.workspace = work;
    update.spec_dir = "specs/x";
    update.tasks = {std::make_shared<const std::string>(text), {}, {}};
    update.commit_message = "chore: progress\n\nbody";
  }
  WorkResult run() const {
    core::UpdateSpec wanted;
    wanted.update = std::make_shared<const SpecUpdate>(update);
    return workshop().update(wanted);
  }
  std::string committed() const { return git("show --name-only --format= HEAD"); }
  std::string status() const { return git("-c core.quotePath=false status --porcelain"); }
};

TEST_CASE("update: files are written and committed, twice is once") {
  Updated updated;
  const std::string before = updated.head();
  const WorkResult first = updated.run();
  CHECK(first.status == Status::done);
  CHECK(first.head == updated.head());
  CHECK(first.head != before);
  CHECK(updated.git("rev-parse HEAD^") == before);
  CHECK(Repository::read(updated.path("specs/x/tasks.md")) == text);
  CHECK(updated.git("log -1 --format='%s|%b|%an'") == "chore: progress|body\n|User");
  CHECK(has(updated.committed(), "specs/x/tasks.md"));
  CHECK(updated.run().head == first.head);
  CHECK_FALSE(exists(updated.state + "/commit-index"));
}

TEST_CASE("update: without a message nothing is committed") {
  Updated updated;
  updated.update.commit_message = "";
  const std::string before = updated.head();
  const WorkResult result = updated.run();
  CHECK(result.status == Status::done);
  CHECK(result.head == before);
  CHECK(has(updated.status(), " M specs/x/tasks.md"));
}

TEST_CASE("update: what else the user staged stays staged and is not committed") {
  Updated updated;
  updated.write("a.txt", "staged\n");
  updated.write("added.txt", "added\n");
  updated.git("add a.txt added.txt");
  updated.git("rm -q --cached b.txt");
  updated.write("a.txt", "and changed again\n");
  REQUIRE(updated.run().status == Status::done);
  CHECK(updated.committed() == "specs/x/tasks.md");
  CHECK(updated.git("show :a.txt") == "staged");
  const std::string status = updated.git("status --porcelain --untracked-files=no");
  CHECK(status == "MM a.txt\nA  added.txt\nD  b.txt");
}

TEST_CASE("update: named files are committed as they are: new, changed, removed, folders") {
  Updated updated;
  updated.write("a.txt", "changed\n");
  updated.write("new.txt", "new\n");
  updated.write("folder/deep/one", "1");
  updated.write("folder/two", "2");
  updated.write("unnamed.txt", "x");
  fs::remove(updated.path("b.txt"));
  updated.write("specs/.index/index.md", "index\n");
  updated.write("specs/x/.progress.md", "progress\n");
  updated.write("specs/x/.ralph-state.json", "{}");
  updated.update.commit_files = {"a.txt", "new.txt", "folder", "b.txt", "never/was.txt", "a.txt"};
  updated.update.state.emplace();
  REQUIRE(updated.run().status == Status::done);
  for (const char* name : {"a.txt", "b.txt", "new.txt", "folder/deep/one", "folder/two",
                           "specs/x/tasks.md", "specs/x/.progress.md", "specs/.index/index.md"})
    CHECK_MESSAGE(has(updated.committed(), name), name);
  CHECK_FALSE(has(updated.committed(), ".ralph-state"));
  CHECK_FALSE(has(updated.committed(), "unnamed"));
  CHECK(updated.git("status --porcelain --untracked-files=no") == "");
}

TEST_CASE("update: names that break careless callers are committed as they are") {
  Updated updated;
  for (const std::string& name : hostile_names()) updated.write(name, "x");
  updated.write("starry", "not named");
  updated.update.commit_files = hostile_names();
  REQUIRE(updated.run().status == Status::done);
  CHECK(updated.status() == "?? starry");
}

TEST_CASE("update: what git ignores is never committed, what it tracks is") {
  Updated updated;
  updated.write("forced.log", "1");
  updated.git("add forced.log");
  updated.commit("tracked before it was ignored");
  updated.write(".gitignore", "*.log\nspecs/\nout/\n");
  updated.commit("ignore");
  updated.write("forced.log", "2");
  updated.write("other.log", "x");
  updated.write("out/file", "x");
  updated.write("specs/x/.progress.md", "x");
  updated.update.commit_files = {"forced.log", "other.log", "out", "out/file"};
  const WorkResult result = updated.run();
  CAPTURE(result.detail);
  REQUIRE(result.status == Status::done);
  CHECK(updated.committed() == "forced.log\nspecs/x/tasks.md");
}

TEST_CASE("update: nothing to commit is done without a commit") {
  Updated updated;
  REQUIRE(updated.run().status == Status::done);
  const std::string before = updated.head();
  updated.update.commit_message = "again";
  updated.write("a.txt", "staged\n");
  updated.git("add a.txt");
  CHECK(updated.run().head == before);
  CHECK(updated.status() == "M  a.txt");
}

TEST_CASE("update: fails clearly where a commit would do harm") {
  Updated updated;
  std::string part;
  SUBCASE("merge") {
    updated.dir.write("work/.git/MERGE_HEAD", updated.head() + "\n");
    part = "a merge is in progress";
  }
  SUBCASE("rebase") {
    fs::create_directory(updated.path(".git/rebase-merge"));
    part = "a rebase is in progress";
  }
  SUBCASE("outside") {
    updated.update.commit_files = {"../state/secret"};
    part = "outside the workspace";
  }
  SUBCASE("absolute") {
    updated.update.commit_files = {"/etc/passwd"};
    part = "outside the workspace";
  }
  SUBCASE("through a link") {
    fs::create_symlink(updated.state, updated.path("link"));
    updated.dir.write("state/secret", "x");
    updated.update.commit_files = {"link/secret"};
    part = "symbolic link";
  }
  const std::string before = updated.head();
  const WorkResult result = updated.run();
  CHECK(result.status == Status::failed);
  CHECK_MESSAGE(has(result.detail, part), result.detail);
  CHECK(result.head == before);
  CHECK(updated.head() == before);
}

TEST_CASE("update: no hook and no signature, and without a user it is by assay") {
  Updated updated;
  const std::string mark = updated.dir / "ran";
  for (const char* hook : {"pre-commit", "commit-msg", "prepare-commit-msg", "post-commit",
                           "reference-transaction", "post-index-change"}) {
    updated.dir.write(std::string("work/.git/hooks/") + hook,
                      "#!/bin/sh\ntouch " + mark + "\nexit 1\n");
    fs::permissions(updated.path(std::string(".git/hooks/") + hook), fs::perms::owner_all);
  }
  updated.git("config commit.gpgSign true");
  updated.git("config gpg.program /nonexistent");
  updated.git("config --unset user.name");
  updated.git("config --unset user.email");
  REQUIRE(updated.run().status == Status::done);
  CHECK_FALSE(exists(mark));
  CHECK(updated.git("log -1 --format='%an %ae'") == "assay assay@localhost");
}

TEST_CASE("update: is taken up where it was interrupted") {
  Updated updated;
  updated.update.commit_files = {"a.txt"};
  updated.write("a.txt", "changed\n");
  SUBCASE("staged, not committed") { updated.git("add a.txt"); }
  SUBCASE("locked") {
    Repository::run_in(updated.work,
                       "touch -d '1 hour ago' .git/index.lock .git/HEAD.lock "
                       ".git/refs/heads/main.lock");
  }
  SUBCASE("with its own index left behind") {
    updated.dir.write("state/commit-index", "garbage");
    updated.dir.write("state/commit-index.lock", "");
  }
  const WorkResult result = updated.run();
  CAPTURE(result.detail);
  REQUIRE(result.status == Status::done);
  CHECK(updated.committed() == "a.txt\nspecs/x/tasks.md");
  CHECK(updated.git("status --porcelain --untracked-files=no") == "");
}

TEST_CASE("update: the first commit of a repository, and one on a detached HEAD") {
  Updated updated;
  SUBCASE("first") {
    fs::remove_all(updated.path(".git"));
    updated.git("init -q -b main");
    REQUIRE(updated.run().status == Status::done);
    CHECK(updated.git("rev-list --count HEAD") == "1");
    CHECK(updated.committed() == "specs/x/tasks.md");
  }
  SUBCASE("detached") {
    updated.git("checkout -q --detach");
    const std::string before = updated.head();
    REQUIRE(updated.run().status == Status::done);
    CHECK(updated.git("rev-parse HEAD^") == before);
    CHECK(updated.git("rev-parse main") == before);
  }
}

}  // namespace
}  // namespace assay::test
