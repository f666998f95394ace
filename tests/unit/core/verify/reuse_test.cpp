// SPDX-License-Identifier: MIT
// What an ended run says to somebody who asks again.
#include "core/verify/reuse.h"

#include "core/verify/decide.h"
#include "core/verify/watch.h"
#include "unit/core/verify/plan_builder.h"

#include <doctest/doctest.h>

using namespace assay;
using namespace assay::core;
using namespace assay::core::verify;

namespace {

TreeObserved tree(std::uint32_t unit, std::uint32_t attempt, std::string name) {
  TreeObserved seen;
  seen.key = {unit, attempt};
  seen.digest = seen.tree = std::move(name);
  return seen;
}

/// A run of one command that passes, from the first look to the verdict.
struct Ended {
  std::shared_ptr<Plan> plan = plan_of({command("unit")});
  TreeObserved first = tree(1, 1, "t0");
  TreeObserved last = tree(1, 2, "t0");
  int code = 0;

  Ended() {
    plan->watches_tree = true;
    plan->tools = {{"/bin/tool", "as it was"}};
    last.stamps = {"as it was"};
  }
  State run() const {
    State state;
    decide(state, RunStarted{{}, "run", plan});
    decide(state, first);
    AttemptEnded ended{{}, {0, 1}, "unit", {}};
    ended.evidence.exit = {ExitKind::exited, code, 0, ""};
    decide(state, ended);
    decide(state, last);
    decide(state, DrainReported{{}, 0});
    decide(state, RunConcluded{});
    REQUIRE(state.phase == Phase::concluded);
    return state;
  }
};

}  // namespace

TEST_CASE("reuse: a run whose tree held still is heard") {
  const State state = Ended{}.run();
  CHECK(testimony_of(state, 0) == Testimony::passed);
  CHECK(why_not_again(state, 0).empty());
  CHECK(touch_text(state).empty());
}

TEST_CASE(
    "reuse: a file that was written with the bytes it had: the verdict stands, nothing else") {
  Ended ended;
  ended.last.touched = {"a.py"};
  const State state = ended.run();
  CHECK(state.commands[0].status == Status::pass);
  CHECK(testimony_of(state, 0) == Testimony::none);
  CHECK(why_not_again(state, 0) == "a.py written anew with the same bytes while unit ran");
  ended.code = 1;
  CHECK(testimony_of(ended.run(), 0) == Testimony::failed);  // what said no said it
}

TEST_CASE("reuse: what gates may rewrite, and litter, is no touch") {
  Ended ended;
  ended.plan->policy.may_change = {"gen/*.py"};
  ended.last.touched = {"gen/a.py", "d/__pycache__/a.pyc"};
  CHECK(testimony_of(ended.run(), 0) == Testimony::passed);
  ended.last.touched_more = 1;  // nobody knows which
  CHECK(testimony_of(ended.run(), 0) == Testimony::none);
}

TEST_CASE("reuse: a program that was replaced meanwhile") {
  Ended ended;
  ended.last.stamps = {"another"};
  const State state = ended.run();
  CHECK(state.commands[0].status == Status::pass);
  CHECK(testimony_of(state, 0) == Testimony::none);
  CHECK(why_not_again(state, 0) == "/bin/tool was replaced while the gates ran");
}

TEST_CASE("reuse: what links lead to belongs to the question") {
  Ended ended;
  ended.first.linked = ended.last.linked = "x";
  const State state = ended.run();
  CHECK(testimony_of(state, 0) == Testimony::passed);
  CHECK(evidence_keys(state) != evidence_keys(Ended{}.run()));
  ended.last.linked = "y";
  CHECK(testimony_of(ended.run(), 0) == Testimony::none);
}

TEST_CASE("reuse: a tree in which only what gates may rewrite is another") {
  Ended ended;
  ended.plan->policy.may_change = {"stamp"};
  ended.last = tree(1, 2, "t1");
  ended.last.changed = {"stamp"};
  ended.last.stamps = {"as it was"};
  const State state = ended.run();
  CHECK(state.tree.now()->id == "t1");
  CHECK(testimony_of(state, 0) == Testimony::passed);
  // Inputs that moved meanwhile are not forgotten over it.
  ended.first.inputs = {"1"};
  ended.last.inputs = {"2"};
  CHECK(testimony_of(ended.run(), 0) == Testimony::none);
}

TEST_CASE("reuse: what makes it another question") {
  Ended ended;
  const State then = ended.run();
  CHECK(what_differs(then, 0, ended.run(), 0).empty());
  ended.plan = std::make_shared<Plan>(*ended.plan);
  ended.plan->tools = {{"/bin/tool", "another"}};
  CHECK(what_differs(then, 0, ended.run(), 0) == "/bin/tool is another one");
  ended.plan->environment_key = assay::digest_of("x");
  CHECK(what_differs(then, 0, ended.run(), 0) == "the environment is another one");
  ended.plan->manifest.commands[0].command = "make other";
  CHECK(what_differs(then, 0, ended.run(), 0) == "the command is asked otherwise");
}

TEST_CASE("reuse: declared inputs are named from where the commands run") {
  auto plan = plan_of({command("unit"), command("other")});
  auto extras = std::make_shared<CommandExtras>();
  extras->inputs = {"./out/*.bin", "x"};
  plan->manifest.commands[0].extras = extras;
  CHECK(declared_inputs(*plan) == std::vector<std::vector<std::string>>{{"out/*.bin", "x"}});
  plan->cwd = "/workspace/sub";
  CHECK(declared_inputs(*plan) ==
        std::vector<std::vector<std::string>>{{"sub/out/*.bin", "sub/x"}});
}
