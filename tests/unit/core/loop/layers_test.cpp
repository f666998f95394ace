// SPDX-License-Identifier: MIT
#include "core/loop/layers.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

using namespace assay;
using core::loop::LayerStatus;
using core::loop::Saying;
using core::loop::Task;
using core::work::WorkSight;

/// A task that did all it should, to be spoiled in one way.
struct Case {
  Task task;
  WorkSight before;
  WorkSight after;

  Case() {
    task.files = {"src/a.c"};
    task.has_files = true;
    task.commit = "feat: a\n\nwith a body";
    before.tree = "t1";
    before.head = "c1";
    before.branch = "main";
    after = before;
    after.tree = "t2";
    after.head = "c2";
    after.changed = {"src/a.c"};
    after.commits = {{"c2", "feat: a"}};
  }

  std::vector<std::string> faults() const {
    return core::loop::faults_of({task, spec_dir, before, after});
  }
  std::vector<std::string> trespasses() const {
    return core::loop::trespasses_of({task, spec_dir, before, after});
  }
  std::string fault() const {
    const std::vector<std::string> all = faults();
    return all.empty() ? "" : all.front();
  }

  std::string spec_dir = "specs/demo";
};

}  // namespace

TEST_CASE(
    "loop layers: a path is declared as a file, as a folder or by a glob, never by a prefix") {
  struct Row {
    std::vector<std::string> files;
    const char* path;
    bool declared;
  };
  const std::vector<Row> rows = {
      {{"src/a.c"}, "src/a.c", true},
      {{"./src/a.c"}, "src/a.c", true},
      {{"src/a.c"}, "src/a.cpp", false},
      {{"src/a"}, "src/ab.c", false},
      {{"src"}, "src/a.c", true},
      {{"src/"}, "src/deep/a.c", true},
      {{"src"}, "srcs/a.c", false},
      {{"src/*.c"}, "src/a.c", true},
      {{"src/*.c"}, "src/deep/a.c", false},
      {{"src/**/*.c"}, "src/deep/er/a.c", true},
      {{"src/**/*.c"}, "src/a.c", true},
      {{"src/**"}, "src/deep/a.c", true},
      {{"src/?.c"}, "src/a.c", true},
      {{"src/?.c"}, "src/ab.c", false},
      {{"src?a.c"}, "src/a.c", false},
      {{"*.md"}, "docs/a.md", false},
      {{"**/*.md"}, "docs/a.md", true},
      {{"b", "a"}, "a", true},
      {{}, "a", false},
      {{"**/x/*a*b"}, "1/x/aab", true},
      {{"**/x/*a*b"}, "1/x/2/x/aab", true},
  };
  for (const Row& row : rows) {
    INFO((row.files.empty() ? "nothing" : row.files.front()) << " and " << row.path);
    CHECK(core::work::is_declared(row.files, row.path) == row.declared);
  }
}

TEST_CASE("loop layers: a hostile glob does not take for ever") {
  std::string glob;
  for (int i = 0; i < 200; ++i) glob += "*a";
  CHECK_FALSE(core::work::is_declared({glob + "b"}, std::string(5'000, 'a')));
}

TEST_CASE("loop layers: what differs from attempt to attempt does not make another failure") {
  using core::loop::normalised;
  CHECK(normalised("exit 1 in 0.31s") == normalised("exit 1  in 12.7s"));
  CHECK(normalised("at deadbeef01: Failed") == normalised("at 0123abc4: failed"));
  CHECK(normalised("line 3\n  line 4") == normalised("line 30\nline 7"));
  CHECK(normalised("no such file a.c") != normalised("no such file b.c"));
  CHECK(normalised("exit 1 in 0.31s") == normalised("exit 1 in 2m"));
  CHECK(normalised("exit 1 in 2.00s after 2 attempts") == normalised("exit 1 in 2.00s"));
  CHECK(normalised("") == "");
}

TEST_CASE("loop layers: work that is as it should be has no fault") {
  CHECK(Case().fault() == "");
  CHECK(Case().trespasses().empty());
}

TEST_CASE("loop layers: files of the spec are nobody's trespass") {
  Case c;
  c.after.changed.push_back("specs/demo/.progress.md");
  c.after.dirty = {"specs/demo/tasks.md"};
  CHECK(c.fault() == "");
  c.after.changed.push_back("specs/demo2/tasks.md");
  CHECK(c.fault() == "changed files that are not in its Files: specs/demo2/tasks.md");
}

TEST_CASE("loop layers: each fault is named") {
  Case c;
  SUBCASE("another file") {
    c.after.changed.push_back("src/b.c");
    CHECK(c.fault() == "changed files that are not in its Files: src/b.c");
    CHECK(c.trespasses().size() == 1);
  }
  SUBCASE("many other files are counted") {
    for (int i = 0; i < 9; ++i) c.after.changed.push_back("b" + std::to_string(i));
    CHECK(c.fault() == "changed files that are not in its Files: b0, b1, b2, b3, b4 and 4 more");
  }
  SUBCASE("no file may change if Files says none") {
    c.task.files.clear();
    CHECK(c.fault() == "changed files that are not in its Files: src/a.c");
  }
  SUBCASE("any file may change if there is no Files") {
    c.task.files.clear();
    c.task.has_files = false;
    CHECK(c.fault() == "");
  }
  SUBCASE("no commit") {
    c.after.commits.clear();
    CHECK(c.fault() == "no commit 'feat: a'");
    CHECK(c.trespasses().empty());
  }
  SUBCASE("other commits, each once") {
    c.after.commits = {{"c2", "wip"}, {"c3", "wip"}, {"c4", "feat: ab"}};
    CHECK(c.fault() == "no commit 'feat: a' (only 'wip', 'feat: ab')");
  }
  SUBCASE("a commit only if needed is not needed") {
    c.task.commit_if_needed = true;
    c.after.commits.clear();
    CHECK(c.fault() == "");
  }
  SUBCASE("leftovers") {
    c.after.dirty = {"src/a.c"};
    CHECK(c.fault() == "left uncommitted: src/a.c");
  }
  SUBCASE("what was dirty before is not its leftover") {
    c.before.dirty = c.after.dirty = {"notes"};
    CHECK(c.fault() == "");
  }
  SUBCASE("declared files without a Commit are for assay to commit, others are leftovers") {
    c.task.commit.clear();
    c.task.files.emplace_back("src/c.c");
    c.after.dirty = {"src/a.c", "src/c.c"};
    c.before.dirty = {"src/c.c"};
    CHECK(c.fault() == "");
    CHECK(core::loop::uncommitted_work({c.task, c.spec_dir, c.before, c.after}) ==
          std::vector<std::string>{"src/a.c"});
    c.after.dirty.emplace_back("src/b.c");
    CHECK(c.fault() == "left uncommitted: src/b.c");
  }
  SUBCASE("history") {
    c.after.continues = false;
    CHECK(c.fault() == "rewrote history: c1 is no longer part of it");
    CHECK(c.trespasses().size() == 1);
  }
  SUBCASE("branch") {
    c.after.branch = "";
    CHECK(c.fault() == "left another branch checked out: none instead of main");
    CHECK(c.trespasses().size() == 1);
  }
  SUBCASE("tampering") {
    c.after.tampering = {"Verify of 1.1 is another one"};
    CHECK(c.fault() == "tampered with the task list: Verify of 1.1 is another one");
    CHECK(c.trespasses().size() == 1);
  }
  SUBCASE("nothing done") {
    c.after = c.before;
    CHECK(c.fault() == "changed nothing, although it has Files");
  }
  SUBCASE("unreadable: nothing else is said about it") {
    c.after = {};
    c.after.problem = "permission denied";
    CHECK(c.faults() == std::vector<std::string>{"its tree could not be read: permission denied"});
    CHECK(c.trespasses() == c.faults());
  }
}

TEST_CASE("loop layers: contradiction and signal") {
  Saying said;
  CHECK(core::loop::contradiction_layer(said).status == LayerStatus::passed);
  CHECK(core::loop::signal_layer(said, false).why == "TASK_COMPLETE is missing from its answer");
  CHECK(core::loop::signal_layer(said, true).why == "VERIFICATION_PASS is missing from its answer");
  said.signals.task_complete = true;
  CHECK(core::loop::signal_layer(said, false).status == LayerStatus::passed);
  CHECK(core::loop::signal_layer(said, true).status == LayerStatus::failed);
  said.signals.contradictions = {"could not complete"};
  const core::loop::Layer layer = core::loop::contradiction_layer(said);
  CHECK(layer.status == LayerStatus::failed);
  CHECK(layer.why ==
        "CONTRADICTION: claimed completion while admitting failure: \"could not complete\"");
  said.signals.verification = false;
  CHECK(core::loop::signal_layer(said, true).why == "the qa agent says VERIFICATION_FAIL");
}

TEST_CASE("loop layers: the failing ones in words, the others not") {
  const std::vector<core::loop::Layer> layers = {{"contradiction", LayerStatus::passed, "fine"},
                                                 {"signal", LayerStatus::failed, "missing"},
                                                 {"review", LayerStatus::skipped, "later"},
                                                 {"evidence", LayerStatus::failed, "a\nb"}};
  CHECK(core::loop::failure_text(layers) == "signal: missing\nevidence: a\nb");
}
