// SPDX-License-Identifier: MIT
#include "adapters/repository/git/refs.h"

#include "adapters/repository/git/facts.h"
#include "unit/adapters/workshop/repository.h"

namespace assay::test {
namespace {

TEST_CASE("refs: HEAD is what git says it is, whether its files say so plainly or not") {
  struct Row {
    const char* name;
    const char* commands;  // in the workspace
    bool plain = true;
  };
  const Row rows[] = {
      {"a branch", "true"},
      {"another branch, with a slash",
       "git checkout -q -b one/two && git commit -q --allow-empty -m x"},
      {"packed", "git pack-refs --all"},
      {"packed, then moved", "git pack-refs --all && git commit -q --allow-empty -m x"},
      {"packed, and one whose name begins like it",
       "git branch main2 && git commit -q --allow-empty -m x && git pack-refs --all"},
      {"detached", "git checkout -q --detach && git commit -q --allow-empty -m x"},
      {"no commit yet", "git checkout -q --orphan unborn"},
      {"a ref to a ref",
       "git branch real && git symbolic-ref refs/heads/alias refs/heads/real &&"
       " git symbolic-ref HEAD refs/heads/alias",
       false},
      {"a tag", "git tag t && git checkout -q t"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    Repository repository;
    Repository::run_in(repository.work, row.commands);
    const std::string commit = repository.git("rev-parse -q --verify HEAD^{commit} || true");
    const std::string branch = repository.git("symbolic-ref -q --short HEAD || true");
    CHECK(git::head(repository.work) == commit);
    CHECK(git::current_branch(repository.work) == branch);
    const auto read = git::read_head(git::place_of(repository.work));
    CHECK(read.has_value() == row.plain);
    if (!read) continue;
    CHECK(read->commit == commit);
    CHECK(read->branch == branch);
  }
}

TEST_CASE("refs: files that make no sense are left to git") {
  const char* heads[] = {"",
                         "ref: ",
                         "ref: refs/heads/../../etc/passwd\n",
                         "ref: refs/heads/a b\n",
                         "0123\n",
                         "ref: refs/heads/main",
                         "ref: refs/heads/main\nmore\n"};
  for (const char* text : heads) {
    CAPTURE(text);
    Repository repository;
    repository.write(".git/HEAD", text);
    CHECK_FALSE(git::read_head(git::place_of(repository.work)).has_value());
  }
}

}  // namespace
}  // namespace assay::test
