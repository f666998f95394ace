// SPDX-License-Identifier: MIT
// What every place for pipelines promises: the one of the simulator, and the one that works with
// git.
#include "contract/workshops.h"

namespace assay::contract {
namespace {

using core::work::WorkResult;
using core::work::WorkSight;
using Status = WorkResult::Status;
using Paths = std::vector<std::string>;

template <class Kind>
core::OpenCopy to_copy(Kind& kind, bool with_changes = true) {
  return {{}, kind.work, kind.copied, kind.head(), with_changes};
}

/// A copy, looked at.
template <class Kind>
WorkSight copied(Kind& kind) {
  REQUIRE(kind.port().copy(to_copy(kind)).status == Status::done);
  return kind.port().inspect(look_at(kind.copied));
}

TEST_CASE_TEMPLATE("workplace: a copy has what the workspace has, or what was committed", Kind,
                   PipelineRepository, RealRepository) {
  Kind kind;
  kind.write(kind.work, "a.txt", "not committed\n");
  bool with_changes = false;
  SUBCASE("committed") { with_changes = false; }
  SUBCASE("with changes") { with_changes = true; }
  const WorkResult made = kind.port().copy(to_copy(kind, with_changes));
  CHECK(made.status == Status::done);
  CHECK(made.head == kind.head());
  CHECK(kind.read(kind.copied, "a.txt") ==
        (with_changes ? "not committed\n" : "one\ntwo\nthree\n"));
  kind.write(kind.copied, "b.txt", "of the agent\n");
  CHECK(kind.port().copy(to_copy(kind, with_changes)).status == Status::done);
  CHECK(kind.read(kind.copied, "b.txt") == "of the agent\n");
  CHECK(kind.read(kind.work, "b.txt") == "bee\n");
}

TEST_CASE_TEMPLATE("workplace: a copy of no commit fails", Kind, PipelineRepository,
                   RealRepository) {
  Kind kind;
  core::OpenCopy wanted = to_copy(kind);
  wanted.commit = std::string(40, '1');
  CHECK(kind.port().copy(wanted).status == Status::failed);
}

TEST_CASE_TEMPLATE("workplace: what is asked for is taken over, nothing else, and once", Kind,
                   PipelineRepository, RealRepository) {
  Kind kind;
  const WorkSight made = copied(kind);
  kind.write(kind.copied, "a.txt", "of the agent\n");
  kind.write(kind.copied, "b.txt", "not asked for\n");
  kind.write(kind.copied, "new.txt", "new\n");
  const core::AdoptWork wanted{{}, kind.work, kind.copied, made.tree, {"a.txt", "new.txt"}};
  for (int times = 0; times < 2; ++times) {
    const WorkResult taken = kind.port().adopt(wanted);
    CHECK(taken.status == Status::done);
    CHECK(kind.read(kind.work, "a.txt") == "of the agent\n");
    CHECK(kind.read(kind.work, "new.txt") == "new\n");
    CHECK(kind.read(kind.work, "b.txt") == "bee\n");
  }
}

TEST_CASE_TEMPLATE("workplace: a file that has changed at home is a conflict, and nothing is taken",
                   Kind, PipelineRepository, RealRepository) {
  Kind kind;
  const WorkSight made = copied(kind);
  kind.write(kind.copied, "a.txt", "of the agent\n");
  kind.write(kind.copied, "b.txt", "of the agent\n");
  kind.write(kind.work, "a.txt", "of a person\n");
  const WorkResult taken = kind.port().adopt({{}, kind.work, kind.copied, made.tree, {}});
  CHECK(taken.status == Status::conflict);
  CHECK(taken.paths == Paths{"a.txt"});
  CHECK(kind.read(kind.work, "a.txt") == "of a person\n");
  CHECK(kind.read(kind.work, "b.txt") == "bee\n");
}

TEST_CASE_TEMPLATE(
    "workplace: files go back to what they are in a commit, and what is not in it goes", Kind,
    PipelineRepository, RealRepository) {
  Kind kind;
  kind.write(kind.work, "a.txt", "changed\n");
  kind.write(kind.work, "b.txt", "changed\n");
  kind.write(kind.work, "new.txt", "new\n");
  const core::RestoreFiles wanted{{}, kind.work, kind.head(), {"a.txt", "new.txt"}};
  for (int times = 0; times < 2; ++times) {
    CHECK(kind.port().restore(wanted).status == Status::done);
    CHECK(kind.read(kind.work, "a.txt") == "one\ntwo\nthree\n");
    CHECK_FALSE(kind.read(kind.work, "new.txt"));
    CHECK(kind.read(kind.work, "b.txt") == "changed\n");
  }
}

TEST_CASE_TEMPLATE("workplace: a commit of what was verified, of nothing else", Kind,
                   PipelineRepository, RealRepository) {
  Kind kind;
  const std::string before = kind.head();
  kind.write(kind.work, "a.txt", "verified\n");
  kind.write(kind.work, "b.txt", "not of the run\n");
  core::CommitWork wanted;
  wanted.workspace = kind.work;
  wanted.message = "feat: x\n";
  wanted.paths = {"a.txt"};
  wanted.feature_dir = "docs/feature/x";
  core::InspectWork look = look_at(kind.work);
  look.without = wanted.feature_dir;
  wanted.verified = kind.port().inspect(look).tree;

  SUBCASE("as it is") {
    const WorkResult made = kind.port().commit(wanted);
    CHECK(made.detail == "");
    CHECK(made.status == Status::done);
    CHECK(made.head == kind.head());
    CHECK(kind.head() != before);
    CHECK(kind.read(kind.work, "b.txt") == "not of the run\n");
    core::OpenCopy clean{{}, kind.work, kind.copied, kind.head(), false};
    REQUIRE(kind.port().copy(clean).status == Status::done);
    CHECK(kind.read(kind.copied, "a.txt") == "verified\n");
    CHECK(kind.read(kind.copied, "b.txt") == "bee\n");
  }
  SUBCASE("changed since") {
    kind.write(kind.work, "a.txt", "something else\n");
    CHECK(kind.port().commit(wanted).status == Status::failed);
    CHECK(kind.head() == before);
  }
}

TEST_CASE_TEMPLATE("workplace: a copy goes, and going twice is going once", Kind,
                   PipelineRepository, RealRepository) {
  Kind kind;
  copied(kind);
  const core::CloseWork wanted{{}, kind.work, kind.copied, ""};
  CHECK(kind.port().close(wanted).status == Status::done);
  CHECK_FALSE(kind.read(kind.copied, "a.txt"));
  CHECK(kind.port().close(wanted).status == Status::done);
  CHECK(kind.port().inspect(look_at(kind.copied)).problem != "");
}

}  // namespace
}  // namespace assay::contract
