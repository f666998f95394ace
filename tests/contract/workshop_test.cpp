// SPDX-License-Identifier: MIT
// What every workshop promises: the one of the simulator, and the one that works with git.
#include "contract/workshops.h"

namespace assay::contract {
namespace {

using core::work::WorkResult;
using core::work::WorkSight;
using Status = WorkResult::Status;
using Paths = std::vector<std::string>;

template <class Kind>
core::OpenWork to_open(Kind& kind) {
  return {{}, kind.work, kind.tree, kind.branch, kind.head()};
}
template <class Kind>
core::CloseWork to_close(Kind& kind) {
  return {{}, kind.work, kind.tree, kind.branch};
}
template <class Kind>
core::MergeWork to_merge(Kind& kind, const std::string& commit) {
  return {{}, kind.work, kind.branch, commit, "merge 1.1"};
}

TEST_CASE_TEMPLATE("workshop: a look tells what changed since an earlier one", Kind, LoopRepository,
                   RealRepository) {
  Kind kind;
  const WorkSight before = kind.port().inspect(look_at(kind.work));
  CHECK(before.problem == "");
  CHECK(before.head == kind.head());
  CHECK(before.branch == "main");
  CHECK(before.changed.empty());
  CHECK(before.dirty.empty());
  CHECK(kind.port().inspect(look_at(kind.work)).tree == before.tree);

  kind.write(kind.work, "a.txt", "one\n");
  kind.write(kind.work, "new.txt", "new\n");
  const WorkSight after = kind.port().inspect(look_at(kind.work, before));
  CHECK(after.tree != before.tree);
  CHECK(after.changed == Paths{"a.txt", "new.txt"});
  CHECK(after.dirty == Paths{"a.txt", "new.txt"});
  CHECK(after.head == before.head);

  kind.commit(kind.work, "more");
  const WorkSight committed = kind.port().inspect(look_at(kind.work, before));
  CHECK(committed.tree == after.tree);
  CHECK(committed.dirty.empty());
  CHECK(committed.continues);
  REQUIRE(committed.commits.size() == 1);
  CHECK(committed.commits[0].subject == "more");
}

TEST_CASE_TEMPLATE("workshop: what is not there is a problem, not an empty tree", Kind,
                   LoopRepository, RealRepository) {
  Kind kind;
  CHECK(kind.port().inspect(look_at(kind.tree)).problem != "");
}

TEST_CASE_TEMPLATE("workshop: a working tree of its own, opened twice is opened once", Kind,
                   LoopRepository, RealRepository) {
  Kind kind;
  const WorkResult opened = kind.port().open(to_open(kind));
  CHECK(opened.status == Status::done);
  CHECK(opened.head == kind.head());
  CHECK(kind.read(kind.tree, "a.txt") == kind.read(kind.work, "a.txt"));

  kind.write(kind.tree, "a.txt", "mine\n");
  CHECK(kind.port().open(to_open(kind)).status == Status::done);
  CHECK(kind.read(kind.tree, "a.txt") == "mine\n");
  CHECK(kind.read(kind.work, "a.txt") == "one\ntwo\nthree\n");
  CHECK(kind.port().inspect(look_at(kind.tree)).branch == kind.branch);
}

TEST_CASE_TEMPLATE("workshop: merging twice is merging once", Kind, LoopRepository,
                   RealRepository) {
  Kind kind;
  REQUIRE(kind.port().open(to_open(kind)).status == Status::done);
  kind.write(kind.tree, "new.txt", "new\n");
  const std::string tip = kind.commit(kind.tree, "task");
  kind.write(kind.work, "b.txt", "bee bee\n");
  kind.commit(kind.work, "main goes on");

  const WorkResult merged = kind.port().merge(to_merge(kind, tip));
  CHECK(merged.status == Status::done);
  CHECK(merged.head == kind.head());
  CHECK(kind.read(kind.work, "new.txt") == "new\n");
  CHECK(kind.read(kind.work, "b.txt") == "bee bee\n");
  CHECK(kind.port().inspect(look_at(kind.work)).dirty.empty());
  CHECK(kind.port().merge(to_merge(kind, tip)).head == merged.head);
}

TEST_CASE_TEMPLATE("workshop: a conflict is told and touches nothing", Kind, LoopRepository,
                   RealRepository) {
  Kind kind;
  REQUIRE(kind.port().open(to_open(kind)).status == Status::done);
  kind.write(kind.tree, "a.txt", "theirs\n");
  const std::string tip = kind.commit(kind.tree, "task");
  kind.write(kind.work, "a.txt", "ours\n");
  const std::string before = kind.commit(kind.work, "main");

  const WorkResult merged = kind.port().merge(to_merge(kind, tip));
  CHECK(merged.status == Status::conflict);
  CHECK(merged.paths == Paths{"a.txt"});
  CHECK(kind.head() == before);
  CHECK(kind.read(kind.work, "a.txt") == "ours\n");
  CHECK(kind.port().inspect(look_at(kind.work)).dirty.empty());
}

TEST_CASE_TEMPLATE("workshop: what is in already is merged, also when its branch is gone", Kind,
                   LoopRepository, RealRepository) {
  Kind kind;
  const WorkResult merged = kind.port().merge(to_merge(kind, kind.head()));
  CHECK(merged.status == Status::done);
  CHECK(merged.head == kind.head());
}

TEST_CASE_TEMPLATE("workshop: a branch that has moved, or is not there, is not merged", Kind,
                   LoopRepository, RealRepository) {
  Kind kind;
  const std::string before = kind.head();
  CHECK(kind.port().merge(to_merge(kind, std::string(40, '1'))).status == Status::failed);
  REQUIRE(kind.port().open(to_open(kind)).status == Status::done);
  kind.write(kind.tree, "new.txt", "new\n");
  const std::string seen = kind.commit(kind.tree, "task");
  kind.write(kind.tree, "more.txt", "more\n");
  kind.commit(kind.tree, "later");
  CHECK(kind.port().merge(to_merge(kind, seen)).status == Status::failed);
  CHECK(kind.head() == before);
}

TEST_CASE_TEMPLATE("workshop: closing takes away what is merged and keeps what would be lost", Kind,
                   LoopRepository, RealRepository) {
  Kind kind;
  REQUIRE(kind.port().open(to_open(kind)).status == Status::done);
  kind.write(kind.tree, "new.txt", "new\n");
  const std::string tip = kind.commit(kind.tree, "task");

  SUBCASE("merged") {
    REQUIRE(kind.port().merge(to_merge(kind, tip)).status == Status::done);
    CHECK(kind.port().close(to_close(kind)).status == Status::done);
    CHECK_FALSE(kind.read(kind.tree, "new.txt"));
    CHECK(kind.port().close(to_close(kind)).status == Status::done);
  }
  SUBCASE("not merged") {
    const WorkResult closed = kind.port().close(to_close(kind));
    CHECK(closed.status == Status::done);
    CHECK(closed.detail != "");
    CHECK(kind.port().open(to_open(kind)).head == tip);
    CHECK(kind.read(kind.tree, "new.txt") == "new\n");
  }
}

}  // namespace
}  // namespace assay::contract
