// SPDX-License-Identifier: MIT
#include "api/hook.h"

#include "api/guard.h"
#include "api/status.h"
#include "api/verify.h"
#include "base/text/utf8.h"
#include "unit/api/bench.h"

#include <chrono>

namespace assay::api {
namespace {

using Answered = HookAnswer::Kind;

const std::string gate_of_room =
    "version: 1\nverify:\n  commands:\n    - {id: unit, command: sh check.sh}\n";

/// A repository whose one gate wants work.txt to say "right".
class Workroom : public Bench {
 public:
  explicit Workroom(const std::string& more = "") {
    write("assay.yaml", gate_of_room + more);
    write("check.sh",
          "if grep -q right work.txt; then exit 0; fi\n"
          "echo \"work.txt:1: expected right, got $(cat work.txt)\"\nexit 1\n");
    write("work.txt", "right\n");
    commit_all();
  }

  HookAnswer start(const HookCaller& who = {"claude", "s1"}) { return hook_start(who, site()); }
  HookAnswer stop(const HookCaller& who = {"claude", "s1"}, bool goes_on = false) {
    return hook_stop({who, goes_on}, site());
  }
};

TEST_CASE("hook: without assay.yaml there is silence, and nothing is left anywhere") {
  Bench bench;
  CHECK(hook_start({"claude", "s"}, bench.site()).kind == Answered::silent);
  CHECK(hook_stop({{"claude", "s"}}, bench.site()).kind == Answered::silent);
  CHECK(hook_git({}, bench.site()).kind == Answered::silent);
  CHECK_FALSE(bench.outside().files().is_directory(bench.site().place.state.path()));
}

TEST_CASE("hook: a session that changed nothing is let go, red or not, and nothing is run") {
  Workroom room;
  room.write("work.txt", "wrong\n");
  room.start();
  CHECK(room.stop().kind == Answered::let_go);
  CHECK(status(room.site())->state == Freshness::none);
}

TEST_CASE(
    "hook: a red tree is sent back with the reason, a green one is let go, then it is fresh") {
  Workroom room;
  room.start();
  room.write("work.txt", "wrong\n");
  const HookAnswer red = room.stop();
  REQUIRE(red.kind == Answered::block);
  CHECK(red.reason.find("gate unit") != std::string::npos);
  CHECK(red.reason.find("work.txt:1: expected right, got wrong") != std::string::npos);
  CHECK(red.reason.find("assay logs ") != std::string::npos);
  room.write("work.txt", "all right\n");
  const HookAnswer green = room.stop({"claude", "s1"}, true);
  CHECK(green.kind == Answered::let_go);
  CHECK(green.remark.find("verified") != std::string::npos);
  CHECK(status(room.site())->state == Freshness::fresh);
  CHECK(room.stop().remark == "");
}

TEST_CASE("hook: three times in a row, then it may stop, not verified; a new turn counts anew") {
  Workroom room;
  room.start();
  room.write("work.txt", "wrong\n");
  for (int i = 0; i < 3; ++i) CHECK(room.stop({"claude", "s1"}, i > 0).kind == Answered::block);
  const HookAnswer fourth = room.stop({"claude", "s1"}, true);
  CHECK(fourth.kind == Answered::let_go);
  CHECK(fourth.remark.find("NOT VERIFIED") != std::string::npos);
  CHECK(status(room.site())->state != Freshness::fresh);
  // The person was told; as long as nothing changes, it is not said again.
  CHECK(room.stop({"claude", "s1"}, false).kind == Answered::let_go);
  CHECK(room.stop({"claude", "s1"}, true).kind == Answered::let_go);
  room.write("work.txt", "wrong in another way\n");
  CHECK(room.stop({"claude", "s1"}, true).kind == Answered::let_go);
  room.write("work.txt", "wrong in a third way\n");
  CHECK(room.stop({"claude", "s1"}, false).kind == Answered::block);
}

TEST_CASE("hook: max_blocks is what the configuration says") {
  Workroom room("hook: {max_blocks: 1}\n");
  room.start();
  room.write("work.txt", "wrong\n");
  CHECK(room.stop().kind == Answered::block);
  CHECK(room.stop().kind == Answered::let_go);
  Workroom never("hook: {max_blocks: 0}\n");
  never.start();
  never.write("work.txt", "wrong\n");
  CHECK(never.stop().kind == Answered::let_go);
}

TEST_CASE("hook: sessions, agents and subagents are told apart by their ids, whatever they are") {
  Workroom room("hook: {max_blocks: 1}\n");
  room.write("work.txt", "wrong\n");
  const std::string hostile = "../../../../tmp/x\n\x01" + std::string(5000, '/');
  for (const HookCaller& who : std::vector<HookCaller>{{"claude", "s1"},
                                                       {"claude", "s2"},
                                                       {"codex", "s1"},
                                                       {"claude", "s1", "sub"},
                                                       {"claude", hostile},
                                                       {"claude", ""}}) {
    CAPTURE(who.agent);
    CHECK(room.stop(who).kind == Answered::block);
    CHECK(room.stop(who).kind == Answered::let_go);
  }
}

TEST_CASE(
    "hook: a subagent answers for what happened since its own start, else since the session's") {
  Workroom room;
  room.start();
  room.write("work.txt", "wrong\n");
  const HookCaller reader{"claude", "s1", "reader"};
  room.start(reader);
  CHECK(room.stop(reader).kind == Answered::let_go);
  CHECK(room.stop({"claude", "s1", "nobody saw it begin"}).kind == Answered::block);
}

TEST_CASE("hook: what others change while a subagent is verified is not the subagent's") {
  Workroom room;
  room.write("check.sh", "echo more >>work.txt\n");
  CHECK(room.stop({"claude", "s1", "sub"}).kind == Answered::let_go);
  CHECK(room.stop({"claude", "s1"}).kind == Answered::block);
}

TEST_CASE("hook: a session begins once, however often it is resumed or compacted") {
  Workroom room;
  room.start();
  room.write("work.txt", "wrong\n");
  room.start();
  CHECK(room.stop().kind == Answered::block);
}

TEST_CASE("hook: gates that vanish during a session are asked for") {
  Workroom room;
  room.start();
  room.write("assay.yaml", "version: 1\n");
  CHECK(room.stop().kind == Answered::block);
  CHECK(room.stop().reason.find("had 1 gate when this session began, and has none now") !=
        std::string::npos);
  // Somebody who never had any is left in peace.
  CHECK(room.stop({"claude", "new"}).kind == Answered::silent);
}

TEST_CASE("hook: a configuration that is broken blocks with the place and the way out, or allows") {
  Workroom room;
  room.write("assay.yaml", "version: 1\nnothing: 1\n");
  const HookAnswer blocked = room.stop();
  CHECK(blocked.kind == Answered::block);
  CHECK(blocked.reason.find("assay.yaml:2") != std::string::npos);
  CHECK(blocked.reason.find("on_error: allow") != std::string::npos);
  CHECK(blocked.reason.find("assay disconnect") != std::string::npos);
  room.stop();
  room.stop();
  CHECK(room.stop().kind == Answered::let_go);  // it has an end
  Workroom lenient("hook: {on_error: allow}\n");
  const HookAnswer told =
      hook_trouble({"claude", "s"}, {Problem{.what = "it fell over"}}, lenient.site());
  CHECK(told.kind == Answered::let_go);
  CHECK(told.remark.find("NOT VERIFIED: it fell over") != std::string::npos);
}

TEST_CASE("hook: a verification that takes too long is stopped and said to be no proof") {
  Workroom room("hook: {timeout: 1s}\n");
  room.start();
  room.write("check.sh", "sleep 30\n");
  const auto began = std::chrono::steady_clock::now();
  const HookAnswer late = room.stop();
  CHECK(late.kind == Answered::block);
  CHECK(late.reason.find("hook.timeout") != std::string::npos);
  CHECK(std::chrono::steady_clock::now() - began < std::chrono::seconds{15});
}

TEST_CASE("hook: failures of the base, and of the session's start, do not block; new ones do") {
  Workroom room;
  room.write("assay.yaml",
             "version: 1\nverify:\n  commands:\n"
             "    - {id: unit, command: sh tests.sh, gate_type: test, report: r.xml}\n");
  room.write(".gitignore", "r.xml\n");
  room.write("tests.sh",
             "b=$(cat b.txt)\n"
             "{ echo '<testsuite><testcase name=\"ok\"/>'\n"
             "echo '<testcase name=\"old\"><failure message=\"x\"/></testcase>'\n"
             "[ $b = good ] && echo '<testcase name=\"b\"/>' || "
             "echo '<testcase name=\"b\"><failure message=\"y\"/></testcase>'\n"
             "echo '</testsuite>'; } >r.xml\nexit 1\n");
  room.write("b.txt", "good\n");
  REQUIRE(run_verify({}, room.site(), room.nobody));
  room.start();
  room.write("other.txt", "a change\n");
  const HookAnswer old = room.stop();
  CAPTURE(old.reason);
  CHECK(old.kind == Answered::let_go);
  CHECK(old.remark.find("nothing new fails") != std::string::npos);
  room.write("b.txt", "bad\n");
  const HookAnswer fresh = room.stop();
  CHECK(fresh.kind == Answered::block);
  CHECK(fresh.reason.find("failing (new): b") != std::string::npos);
}

/// A gate that names its tests: test_a fails unless a.txt is good.
class TestRoom : public Workroom {
 public:
  explicit TestRoom(const std::string& policy = "") {
    write("assay.yaml", "version: 1\nverify:\n" + policy +
                            "  commands:\n    - {id: unit, command: sh tests.sh, gate_type: test, "
                            "report: r.xml}\n");
    write(".gitignore", "r.xml\n");
    write("tests.sh",
          "status=0\n"
          "{ echo '<testsuite>'\n"
          "for t in ok a b; do\n"
          "  if grep -q good $t.txt; then echo \"<testcase name=\\\"test_$t\\\"/>\"; else\n"
          "  status=1; echo \"<testcase name=\\\"test_$t\\\"><failure "
          "message=\\\"x\\\"/></testcase>\"\n"
          "  fi\ndone\n"
          "echo '</testsuite>'; } >r.xml\nexit $status\n");
    for (const std::string name : {"ok.txt", "a.txt", "b.txt"}) write(name, "good\n");
  }
  void commit() {
    git({"add", "-A"});
    git({"commit", "-q", "-m", "more"});
  }
  void on_main() {
    commit();
    git({"switch", "-q", "main"});
    git({"merge", "-q", "work"});
  }
};

TEST_CASE("hook: red work is not old because it was committed to the branch that is the base") {
  TestRoom room;
  room.on_main();
  REQUIRE(run_verify({}, room.site(), room.nobody));
  room.start();
  room.write("b.txt", "bad\n");
  CHECK(room.stop().kind == Answered::block);
  room.commit();
  const HookAnswer committed = room.stop();
  CAPTURE(committed.remark);
  CHECK(committed.kind == Answered::block);
  CHECK(committed.reason.find("failing (new): test_b") != std::string::npos);
  room.write("more.txt", "a change beside it\n");
  CHECK(room.stop().kind == Answered::block);
  // Nobody saw this one begin.
  room.git({"stash", "-q", "-u"});
  CHECK(room.stop({"claude", "late"}).kind == Answered::block);
}

TEST_CASE("hook: a test that failed on the base and passed when the session began is not old") {
  TestRoom room;
  room.write("b.txt", "bad\n");
  room.on_main();
  REQUIRE(run_verify({}, room.site(), room.nobody));
  room.git({"switch", "-q", "work"});
  room.write("b.txt", "good\n");
  room.commit();
  REQUIRE(run_verify({}, room.site(), room.nobody));
  room.start();
  room.write("b.txt", "bad in another way\n");
  CHECK(room.stop().kind == Answered::block);
  // Where nothing is known of the start, the base still counts.
  room.write("note.txt", "nobody has verified this\n");
  room.start({"claude", "s2"});
  room.write("note.txt", "nor this\n");
  const HookAnswer old = room.stop({"claude", "s2"});
  CAPTURE(old.reason);
  CHECK(old.kind == Answered::let_go);
}

TEST_CASE("hook: git: pushing red a second time is as red; the word is push") {
  TestRoom room;
  room.on_main();
  room.write("b.txt", "bad\n");
  room.commit();
  for (int i = 0; i < 3; ++i) {
    const HookAnswer answer = hook_git({{"HEAD"}}, room.site());
    CAPTURE(answer.remark);
    CHECK(answer.kind == Answered::block);
    CHECK(answer.reason.find("then push again") != std::string::npos);
  }
}

TEST_CASE(
    "hook: what is written into the list of known failures during a session excuses nothing") {
  const std::string line = "# a list\n- {test: test_a, reason: known for long}\n";
  TestRoom room("  known_failures: known.yaml\n");
  room.write("known.yaml", line);
  room.write("a.txt", "bad\n");
  room.commit();
  room.start();
  room.write("other.txt", "a change\n");
  const HookAnswer listed = room.stop();
  CAPTURE(listed.reason);
  CHECK(listed.kind == Answered::let_go);
  room.write("b.txt", "bad\n");
  room.write("known.yaml", line + "- {test: test_b, reason: so it seems}\n");
  const HookAnswer answer = room.stop();
  CAPTURE(answer.remark);
  REQUIRE(answer.kind == Answered::block);
  CHECK(answer.reason.find("known.yaml was changed since the session began") != std::string::npos);
  // What was known before stays known, whatever else is written there.
  room.write("b.txt", "good\n");
  CHECK(room.stop().kind == Answered::let_go);
}

TEST_CASE("hook: what verify does not excuse is not excused by the hook either") {
  TestRoom room("  known_failures: known.yaml\n");
  room.write("known.yaml", "- {test: 'test_*', reason: all of them}\n");
  for (const std::string name : {"ok.txt", "a.txt", "b.txt"}) room.write(name, "bad\n");
  REQUIRE(run_verify({}, room.site(), room.nobody));
  room.start();
  room.write("other.txt", "a change\n");
  const HookAnswer answer = room.stop();
  CAPTURE(answer.remark);
  REQUIRE(answer.kind == Answered::block);
  CHECK(answer.reason.find("no test passed") != std::string::npos);
}

TEST_CASE("hook: a file that is hidden from git since the session began is no unchanged tree") {
  Workroom room;
  room.write("check.sh", "test ! -e red.txt\n");
  room.start();
  CHECK(room.stop().kind == Answered::let_go);
  room.write(".git/info/exclude", "red.txt\n");
  room.write("red.txt", "red\n");
  CHECK(room.stop().kind == Answered::block);
}

TEST_CASE("hook: git: what the other side has forgives, a branch that was moved does not") {
  TestRoom room;
  room.on_main();
  room.git({"switch", "-q", "work"});
  room.write("b.txt", "bad\n");
  room.commit();
  REQUIRE(run_verify({}, room.site(), room.nobody));
  const std::string red = room.outside().find_commit(room.site().place.workspace, "HEAD")->id;
  room.write("note.txt", "nothing that matters\n");
  room.commit();
  // The default branch is put where the red work is: nobody else has that.
  room.git({"branch", "-f", "main", red});
  CHECK(hook_git({{"HEAD"}}, room.site()).kind == Answered::block);
  // The other side says that the branch is there, red as it is.
  const HookAnswer old = hook_git({{"HEAD", red}}, room.site());
  CAPTURE(old.reason);
  CHECK(old.kind == Answered::let_go);
  CHECK(old.remark.find("not verified") != std::string::npos);
  CHECK(hook_git({{"HEAD", std::string(40, 'a')}}, room.site()).kind == Answered::block);
  // A new branch, from where the other side is known to be.
  room.git({"update-ref", "refs/remotes/origin/main", red});
  CHECK(hook_git({{"HEAD"}}, room.site()).kind == Answered::let_go);
}

TEST_CASE(
    "hook: a start that is told after a tool was used, or of a session that goes on, is none") {
  Workroom room;
  room.write("work.txt", "wrong\n");
  hook_guard({"claude", "late"}, {.paths = {"work.txt"}}, room.site());
  room.start({"claude", "late"});
  CHECK(room.stop({"claude", "late"}).kind == Answered::block);
  hook_start({"claude", "resumed"}, room.site(), SessionBegan::earlier);
  room.start({"claude", "resumed"});
  CHECK(room.stop({"claude", "resumed"}).kind == Answered::block);
  room.start({"claude", "honest"});
  hook_guard({"claude", "honest"}, {.paths = {"work.txt"}}, room.site());
  CHECK(room.stop({"claude", "honest"}).kind == Answered::let_go);
}

TEST_CASE("hook: git: what is pushed is verified, not what lies around") {
  Workroom room;
  CHECK(hook_git({}, room.site()).kind == Answered::let_go);
  room.write("work.txt", "wrong\n");
  CHECK(hook_git({}, room.site()).kind == Answered::block);
  CHECK(hook_git({{"HEAD"}}, room.site()).kind == Answered::let_go);
  room.git({"commit", "-q", "-a", "-m", "wrong"});
  room.write("work.txt", "right\n");
  const HookAnswer pushed = hook_git({{"HEAD"}}, room.site());
  CHECK(pushed.kind == Answered::block);
  CHECK(hook_git({{"nothing"}}, room.site()).kind == Answered::block);
}

}  // namespace
}  // namespace assay::api
