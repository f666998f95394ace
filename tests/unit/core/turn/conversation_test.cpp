// SPDX-License-Identifier: MIT
// Every machine talks through this: who hears what, what is asked again, what is only counted.
#include "core/turn/conversation.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

using namespace assay;
using namespace assay::core;
using turn::Heard;
using turn::the_run;

struct Job {
  std::string heard = {};
};

/// Notes what it is told.
class Listener {
 public:
  void seen(const TreeObserved& e) { said.push_back("tree " + e.digest); }
  void done(const WorkDone& e) { said.push_back("done " + e.result.detail); }
  void ended(const AttemptEnded& e) { said.push_back("ended " + std::to_string(e.key.attempt)); }
  void inspected(const WorkspaceInspected&) { said.push_back("inspected"); }
  void on(const CancelRequested& e) { said.push_back("cancel " + e.by); }

  std::vector<std::string> said;
};

class Worker {
 public:
  Worker(Listener&, Job& job) : job_(job) {}
  void seen(const TreeObserved& e) { job_.heard += e.digest; }
  void ended(const AttemptEnded&) { job_.heard += "ended"; }

 private:
  Job& job_;
};

struct Talk {
  turn::Conversation<Listener, Job, Worker> conversation;
  Listener listener;
  std::vector<Job> jobs{2};
  Effects effects;

  Heard hear(const Event& event) { return conversation.hear(listener, jobs, event, effects); }
  std::string asked() {
    std::string text = to_text(effects);
    effects.clear();
    return text;
  }
};

TreeObserved tree(AttemptKey key, const std::string& digest) {
  return {.at = {}, .key = key, .digest = digest, .head = {}, .changed = {}, .commits = {}};
}

AttemptEnded end_of(AttemptKey key) { return {.at = {}, .key = key, .name = "", .evidence = {}}; }

StartAttempt attempt(AttemptKey key) {
  StartAttempt start;
  start.launch.key = key;
  start.launch.name = "a";
  return start;
}

}  // namespace

TEST_CASE("conversation: an answer is heard once, by whoever asked, under the key it was asked") {
  Talk talk;
  talk.conversation.ask(talk.effects, ObserveTree{.key = {1, 1}, .name = "run"}, &Listener::seen);
  talk.conversation.ask(talk.effects, 1, ObserveTree{.key = {2, 1}, .name = "job"}, &Worker::seen);
  CHECK(talk.asked() == "tree run#1; tree job#1");
  CHECK(talk.hear(tree({3, 1}, "stranger")) == Heard::nothing);
  CHECK(talk.hear(tree({2, 1}, "b")) == Heard::by_job);
  CHECK(talk.jobs[1].heard == "b");
  CHECK(talk.hear(tree({1, 1}, "a")) == Heard::by_run);
  CHECK(talk.hear(tree({1, 1}, "again")) == Heard::nothing);
  CHECK(talk.listener.said == std::vector<std::string>{"tree a"});
}

TEST_CASE("conversation: an answer of another kind is none, whatever its key") {
  Talk talk;
  talk.conversation.ask(talk.effects, ObserveTree{.key = {1, 1}, .name = "run"}, &Listener::seen);
  CHECK(talk.hear(WorkDone{.at = {}, .key = {1, 1}, .result = {}}) == Heard::nothing);
  CHECK(talk.hear(end_of({1, 1})) == Heard::nothing);
  CHECK(talk.hear(tree({1, 1}, "a")) == Heard::by_run);
}

TEST_CASE("conversation: a question without a key has the one answer without a key") {
  Talk talk;
  const auto checks = std::make_shared<const std::vector<goals::Check>>();
  talk.conversation.ask(talk.effects, InspectWorkspace{.checks = checks, .never_evidence = {}},
                        &Listener::inspected);
  CHECK(talk.hear(WorkspaceInspected{}) == Heard::by_run);
  CHECK(talk.listener.said == std::vector<std::string>{"inspected"});
}

TEST_CASE("conversation: who asks anew has forgotten what he asked before") {
  Talk talk;
  talk.conversation.ask(talk.effects, ObserveTree{.key = {1, 1}, .name = "old"}, &Listener::seen);
  talk.conversation.ask(talk.effects, ObserveTree{.key = {2, 1}, .name = "new"}, &Listener::seen);
  talk.asked();
  CHECK(talk.hear(tree({1, 1}, "old")) == Heard::nothing);
  CHECK(talk.conversation.again(the_run, talk.effects));
  CHECK(talk.asked() == "tree new#1");
}

TEST_CASE("conversation: after a crash questions are asked again and attempts are lost") {
  Talk talk;
  talk.conversation.ask(talk.effects, 0, ObserveTree{.key = {1, 1}, .name = "q"}, &Worker::seen);
  talk.conversation.ask(talk.effects, 1, attempt({2, 1}), &Worker::ended);
  talk.asked();
  CHECK(talk.conversation.in_flight() == 1);
  CHECK(talk.conversation.again(0, talk.effects));
  CHECK(talk.asked() == "tree q#1");
  CHECK_FALSE(talk.conversation.again(1, talk.effects));
  CHECK_FALSE(talk.conversation.lose(0));
  CHECK(talk.conversation.lose(1));
  CHECK(talk.conversation.in_flight() == 0);
  CHECK(talk.hear(end_of({2, 1})) == Heard::nothing);
}

TEST_CASE(
    "conversation: nobody is heard any more once the run will end, but what runs is counted") {
  Talk talk;
  talk.conversation.ask(talk.effects, 0, attempt({1, 1}), &Worker::ended);
  talk.conversation.ask(talk.effects, 1, ObserveTree{.key = {2, 1}, .name = "q"}, &Worker::seen);
  talk.conversation.stop_listening();
  CHECK(talk.hear(end_of({1, 1})) == Heard::nothing);
  CHECK(talk.hear(tree({2, 1}, "b")) == Heard::nothing);
  CHECK(talk.conversation.in_flight() == 1);
  CHECK_FALSE(talk.conversation.awaits({1, 1}));
}

TEST_CASE("conversation: a parked run asks anew, its jobs do not") {
  Talk talk;
  talk.conversation.ask(talk.effects, ObserveTree{.key = {1, 1}, .name = "run"}, &Listener::seen);
  talk.conversation.ask(talk.effects, 0, ObserveTree{.key = {2, 1}, .name = "job"}, &Worker::seen);
  talk.effects.clear();
  talk.conversation.park(talk.effects, std::nullopt, "later");
  CHECK(talk.conversation.asked(the_run) == nullptr);
  CHECK(talk.conversation.asked(0) != nullptr);
  CHECK(std::holds_alternative<Park>(talk.effects.front()));
}

TEST_CASE("conversation: a run ends only when the outside is empty, however often that is asked") {
  Talk talk;
  talk.conversation.ask(talk.effects, attempt({1, 1}), &Listener::ended);
  talk.asked();
  talk.conversation.drain(talk.effects);
  CHECK(talk.asked() == "drain");
  CHECK(talk.hear(DrainReported{.at = {}, .alive = 1}) == Heard::by_run);
  CHECK(talk.asked() == "stop");
  CHECK(talk.hear(end_of({1, 1})) == Heard::by_run);
  CHECK(talk.asked() == "drain");
  CHECK(talk.hear(RunResumed{}) == Heard::by_run);
  CHECK(talk.asked() == "drain");
  CHECK(talk.hear(DrainReported{.at = {}, .alive = 0}) == Heard::drained);
  CHECK(talk.listener.said.empty());
}

TEST_CASE("conversation: a machine is told what it has a word for") {
  Talk talk;
  turn::tell(talk.listener, CancelRequested{.at = {}, .by = "somebody", .for_good = false});
  turn::tell(talk.listener, WorldIdle{});
  CHECK(talk.listener.said == std::vector<std::string>{"cancel somebody"});
}
