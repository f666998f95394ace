// SPDX-License-Identifier: MIT
#include "shell/drive.h"

#include "support/fake_people.h"
#include "support/fakes.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>

namespace {

using namespace assay;
using core::verify::Plan;
using scripted::ended;

core::RunStarted first_of(std::vector<std::string> ids, bool mutates = false) {
  auto plan = std::make_shared<Plan>();
  for (const std::string& id : ids) {
    core::verify::CommandSpec spec;
    spec.id = id;
    spec.command = "make " + id;
    spec.parallel_safe = true;
    spec.mutates_workspace = mutates;
    plan->manifest.commands.push_back(spec);
  }
  plan->jobs = 8;
  plan->manifest_digest = digest_of(plan->manifest);
  return {Instant{}, "run", plan};
}

template <class T>
std::size_t count(const std::vector<shell::Entry>& entries) {
  std::size_t found = 0;
  for (const shell::Entry& entry : entries)
    found += std::holds_alternative<T>(entry.event) ? 1U : 0U;
  return found;
}

std::string trace_before_verdict(const std::vector<shell::Entry>& entries) {
  shell::Trace trace;
  for (const shell::Entry& entry : entries) {
    if (!std::holds_alternative<core::RunConcluded>(entry.event)) trace.add(entry.decision);
  }
  return trace.hex();
}

}  // namespace

TEST_CASE("drive: an event and its decision are durable before anything is done about it") {
  scripted::World world;
  world.executor.script = {{ended(0, 1)}};
  const auto machine = shell::start(world.ports(), first_of({"a"}));
  REQUIRE(machine);
  CHECK(machine->outcome == core::Outcome::passed);
  const scripted::Log want = {
      "append start a#1",
      "start a#1",
      "wait",
      "append drain",
      "append conclude passed: every required gate passed, but none of them is a test gate: "
      "nothing was tested",
      "append "};
  CHECK(world.log == want);
  CHECK(world.audience.heard == scripted::Log{"started a", "ended a"});
}

TEST_CASE("drive: what cannot be made durable is not done, and what runs is stopped") {
  scripted::World world;
  SUBCASE("the first event") {
    world.journal.refuse_after = 0;
    const auto machine = shell::start(world.ports(), first_of({"a"}));
    REQUIRE(!machine);
    CHECK(machine.error() == Error{Fault::exhausted, "disk full"});
    CHECK(world.log.empty());
  }
  SUBCASE("a later one") {
    world.executor.script = {{ended(0, 1)}};
    world.journal.refuse_after = 1;
    REQUIRE(!shell::start(world.ports(), first_of({"a"})));
    CHECK(world.log == scripted::Log{"append start a#1", "start a#1", "wait", "stop"});
    CHECK(world.audience.heard == scripted::Log{"started a"});
  }
}

TEST_CASE("drive: everything that happened in one turn becomes durable together") {
  scripted::World world;
  world.executor.script = {{ended(0, 1), ended(1, 1), ended(2, 1)}};
  REQUIRE(shell::start(world.ports(), first_of({"a", "b", "c"})));
  CHECK(world.journal.entries.size() == 6);
  CHECK(world.journal.appends == 2);
}

TEST_CASE("drive: an end gets the name and reading of its launch; a stranger gets neither") {
  scripted::World world;
  world.reader.answer.tally.executed = 12;
  world.executor.script = {{ended(5, 1), ended(0, 2), ended(0, 1), ended(0, 1)}};
  REQUIRE(shell::start(world.ports(), first_of({"a"})));
  CHECK(world.reader.asked == std::vector<std::string>{"a"});
  std::vector<std::string> names;
  for (const shell::Entry& entry : world.journal.entries) {
    if (const auto* event = std::get_if<core::AttemptEnded>(&entry.event)) {
      names.push_back(event->name);
      CHECK(event->evidence.reading.tally.executed == (event->name.empty() ? -1 : 12));
    }
  }
  CHECK(names == std::vector<std::string>{"", "", "a", ""});
}

TEST_CASE(
    "drive: a second end in the last turn is drained once, and the verdict carries the trace of "
    "all decisions") {
  scripted::World world;
  world.executor.script = {{ended(0, 1), ended(0, 1), ended(0, 1)}};
  REQUIRE(shell::start(world.ports(), first_of({"a"})));
  CHECK(count<core::DrainReported>(world.journal.entries) == 1);
  CHECK(count<core::RunConcluded>(world.journal.entries) == 1);
  const auto& last = std::get<core::RunConcluded>(world.journal.entries.back().event);
  CHECK(last.trace == trace_before_verdict(world.journal.entries));
}

TEST_CASE("drive: silence with nothing in flight is an event, and the attempt is tried again") {
  scripted::World world;
  world.executor.forgetful = true;
  world.executor.script = {{}, {ended(0, 2)}};
  const auto machine = shell::start(world.ports(), first_of({"a"}));
  REQUIRE(machine);
  CHECK(count<core::WorldIdle>(world.journal.entries) == 1);
  CHECK(std::count(world.log.begin(), world.log.end(), "start a#2") == 1);
}

TEST_CASE("drive: silence while something is in flight is not an event") {
  scripted::World world;
  world.executor.script = {{}, {}, {shell::StopAsked{"SIGINT"}}};
  world.executor.broken = Error{Fault::io, "enough"};
  REQUIRE(!shell::start(world.ports(), first_of({"a"})));
  CHECK(count<core::WorldIdle>(world.journal.entries) == 0);
  CHECK(count<core::CancelRequested>(world.journal.entries) == 1);
  CHECK(world.audience.heard.back() == "stopping SIGINT");
  CHECK(world.log.back() == "stop");
}

TEST_CASE("drive: a durable request to stop counts as a signal does, and once") {
  scripted::World world;
  world.journal.stop = "somebody elsewhere";
  world.executor.script = {{}, {}, {}};
  world.executor.broken = Error{Fault::io, "enough"};
  REQUIRE(!shell::start(world.ports(), first_of({"a"})));
  CHECK(count<core::CancelRequested>(world.journal.entries) == 1);
  CHECK(world.audience.heard.back() == "stopping somebody elsewhere");
  CHECK(std::count(world.log.begin(), world.log.end(), "stop") >= 1);
}

TEST_CASE("drive: the signal that comes with a request is the same request, a later one is not") {
  for (const bool later : {false, true}) {
    CAPTURE(later);
    scripted::World world;
    world.journal.stop = "somebody elsewhere";
    const shell::Happening signal = shell::StopAsked{"SIGTERM"};
    world.executor.script = {{}, {signal}};
    if (later) world.executor.script = {{}, {signal}, {signal}};
    world.executor.broken = Error{Fault::io, "enough"};
    REQUIRE(!shell::start(world.ports(), first_of({"a"})));
    CHECK(count<core::CancelRequested>(world.journal.entries) == (later ? 2 : 1));
  }
}

TEST_CASE("drive: a signal makes the request that follows it no second one") {
  scripted::World world;
  world.journal.stop = "somebody elsewhere";
  world.executor.script = {{shell::StopAsked{"SIGTERM"}}, {}};
  world.executor.broken = Error{Fault::io, "enough"};
  REQUIRE(!shell::start(world.ports(), first_of({"a"})));
  CHECK(count<core::CancelRequested>(world.journal.entries) == 1);
  CHECK(world.audience.heard.back() == "stopping SIGTERM");
}

TEST_CASE("drive: a world that cannot be waited for ends the loop and stops everything") {
  scripted::World world;
  world.executor.broken = Error{Fault::io, "epoll: bad descriptor"};
  const auto machine = shell::start(world.ports(), first_of({"a"}));
  REQUIRE(!machine);
  CHECK(machine.error().what == "epoll: bad descriptor");
  CHECK(world.log.back() == "stop");
}

TEST_CASE("drive: a machine that wants nothing although nothing runs is not waited for for ever") {
  scripted::World world;
  const shell::Decider idle = [](core::Machine&, const core::Event&) { return core::Effects{}; };
  const auto machine = shell::start(world.ports(), first_of({"a"}), idle);
  REQUIRE(!machine);
  CHECK(machine.error().fault == Fault::io);
}

TEST_CASE(
    "drive: an unreadable tree is answered with an empty digest, a readable one with its digest") {
  for (const bool readable : {false, true}) {
    scripted::World world;
    world.trees.readable = readable;
    world.trees.files["a"] = "text";
    const auto now = world.trees.observe({});
    world.executor.script = {{ended(0, 1)}};
    REQUIRE(shell::start(world.ports(), first_of({"a"}, true)));
    const auto& seen = std::get<core::TreeObserved>(world.journal.entries[1].event);
    CHECK(seen.digest == (now ? now->digest.hex() : ""));
    CHECK(seen.digest.empty() == !readable);
  }
}

TEST_CASE("resume: goes on where the journal ends") {
  scripted::World world;
  world.journal.refuse_after = 1;
  world.executor.script = {{ended(0, 1)}};
  REQUIRE(!shell::start(world.ports(), first_of({"a"})));
  world.journal.refuse_after = SIZE_MAX;
  world.executor.alive = 0;
  world.executor.script = {{ended(0, 2)}};
  const auto machine = shell::resume(world.ports());
  REQUIRE(machine);
  CHECK(machine->outcome == core::Outcome::passed);
  CHECK(count<core::RunResumed>(world.journal.entries) == 1);
  const auto& last = std::get<core::RunConcluded>(world.journal.entries.back().event);
  CHECK(last.trace == trace_before_verdict(world.journal.entries));
}

TEST_CASE("resume: what the executor still has goes on, and is not tried again") {
  scripted::World world;
  world.executor.broken = Error{Fault::io, "enough"};
  REQUIRE(!shell::start(world.ports(), first_of({"a"})));
  world.log.clear();
  world.executor.alive = 0;
  world.executor.broken.reset();
  world.executor.kept = {{0, 1}};
  world.executor.script = {{ended(0, 1)}};
  const auto machine = shell::resume(world.ports());
  REQUIRE(machine);
  CHECK(machine->outcome == core::Outcome::passed);
  CHECK(std::count(world.log.begin(), world.log.end(), "cancel 0#1") == 0);
  CHECK(std::count(world.log.begin(), world.log.end(), "start a#2") == 0);
  std::size_t found = 0;
  for (const shell::Entry& entry : world.journal.entries) {
    const auto* resumed = std::get_if<core::RunResumed>(&entry.event);
    if (resumed != nullptr) found += resumed->attached.size();
  }
  CHECK(found == 1);  // the journal says so: folding it decides the same
}

TEST_CASE("cancel: what the executor still has of a run whose coordinator died is ended") {
  scripted::World world;
  world.executor.broken = Error{Fault::io, "enough"};
  REQUIRE(!shell::start(world.ports(), first_of({"a"})));
  world.log.clear();
  world.executor.alive = 0;
  world.executor.broken.reset();
  world.executor.kept = {{0, 1}};
  world.executor.script = {{ended(0, 1)}};
  const auto machine = shell::cancel(world.ports(), "a person");
  REQUIRE(machine);
  CHECK(machine->outcome == core::Outcome::cancelled);
  REQUIRE(!world.log.empty());
  CHECK(world.log.front() == "cancel 0#1");
}

TEST_CASE("resume: a run that has its verdict is returned as it is") {
  scripted::World world;
  world.executor.script = {{ended(0, 1)}};
  REQUIRE(shell::start(world.ports(), first_of({"a"})));
  const std::size_t before = world.journal.entries.size();
  world.log.clear();
  const auto machine = shell::resume(world.ports());
  REQUIRE(machine);
  CHECK(machine->outcome == core::Outcome::passed);
  CHECK(world.journal.entries.size() == before);
  CHECK(world.log.empty());
}

TEST_CASE("resume: a journal that another program decided is refused, and nothing is added to it") {
  scripted::World world;
  world.journal.entries.push_back({first_of({"a"}), "start a#7"});
  const auto machine = shell::resume(world.ports());
  REQUIRE(!machine);
  CHECK(machine.error().fault == Fault::conflict);
  CHECK(world.journal.entries.size() == 1);
}

TEST_CASE("resume: an empty journal is no run") {
  scripted::World world;
  const auto machine = shell::resume(world.ports());
  REQUIRE(!machine);
  CHECK(machine.error().fault == Fault::not_found);
  CHECK(world.journal.entries.empty());
}

// --- questions and times

namespace {

core::AskApproval question() {
  core::AskApproval asked;
  asked.key = {90, 1};
  asked.question.gate_id = "gate-a";
  return asked;
}

/// A machine that starts an attempt and asks somebody, and is over when the question is: answered,
/// or the run was stopped.
core::Effects asks(core::Machine& machine, const core::Event& event) {
  if (std::holds_alternative<core::RunStarted>(event)) {
    core::Launch launch;
    launch.key = {0, 1};
    launch.name = "a";
    return {core::StartAttempt{launch}, question()};
  }
  if (std::holds_alternative<core::CancelRequested>(event))
    return {core::Park{std::nullopt, "stopped"}};
  if (const auto* parked = std::get_if<core::RunParked>(&event)) machine.parked = *parked;
  if (std::holds_alternative<core::ApprovalGiven>(event)) machine.outcome = core::Outcome::passed;
  return {};
}

std::vector<std::string> kinds(const std::vector<shell::Entry>& entries) {
  std::vector<std::string> all;
  for (const shell::Entry& entry : entries) {
    if (std::holds_alternative<core::AttemptEnded>(entry.event)) all.emplace_back("end");
    if (std::holds_alternative<core::ApprovalGiven>(entry.event)) all.emplace_back("answer");
    if (std::holds_alternative<core::CancelRequested>(entry.event)) all.emplace_back("stop");
    if (std::holds_alternative<core::RunParked>(entry.event)) all.emplace_back("parked");
    if (std::holds_alternative<core::WorldIdle>(entry.event)) all.emplace_back("idle");
  }
  return all;
}

struct Asking {
  scripted::World world;
  fake::Person person;
  fake::Approvals approvals{&person};
  shell::World ports() {
    shell::World all = world.ports();
    all.approvals = &approvals;
    return all;
  }
};

}  // namespace

TEST_CASE("drive: while a question is open, ends are heard; nothing in flight is no news then") {
  Asking asking;
  asking.world.executor.script = {{}, {ended(0, 1)}, {}, {}};
  int turns = 0;
  const auto decider = [&](core::Machine& machine, const core::Event& event) {
    if (std::holds_alternative<core::AttemptEnded>(event)) ++turns;
    if (turns == 1) asking.person.says = shell::Answer{"yes", "", "somebody"};
    return asks(machine, event);
  };
  REQUIRE(shell::start(asking.ports(), first_of({"a"}), decider));
  CHECK(kinds(asking.world.journal.entries) == std::vector<std::string>{"end", "answer"});
}

TEST_CASE("drive: an answer from elsewhere ends the wait as one that was typed does") {
  Asking asking;
  asking.world.executor.script = {{}, {}};
  int looks = 0;
  struct Answering final : shell::Approvals {
    fake::Approvals& all;
    int& looks;
    Answering(fake::Approvals& all_, int& looks_) : all(all_), looks(looks_) {}
    void ask(const core::AskApproval& asked) override { all.ask(asked); }
    shell::Said hear() override {
      if (++looks == 3) REQUIRE(all.give("gate-a", 0, {"no", "", "elsewhere"}));
      return all.hear();
    }
    void withdraw() override { all.withdraw(); }
  } answering(asking.approvals, looks);
  shell::World ports = asking.ports();
  ports.approvals = &answering;
  REQUIRE(shell::start(ports, first_of({"a"}), asks));
  CHECK(kinds(asking.world.journal.entries) == std::vector<std::string>{"answer"});
  CHECK(asking.person.told == "elsewhere");
}

TEST_CASE("drive: a request to stop ends an open question") {
  Asking asking;
  SUBCASE("a signal") { asking.world.executor.script = {{}, {shell::StopAsked{"SIGINT"}}}; }
  SUBCASE("from elsewhere") { asking.world.journal.stop = "somebody elsewhere"; }
  REQUIRE(shell::start(asking.ports(), first_of({"a"}), asks));
  CHECK(kinds(asking.world.journal.entries) == std::vector<std::string>{"stop", "parked"});
  CHECK(asking.person.told == "gone");
}

TEST_CASE("drive: nobody there to answer parks the run, and what was no answer is named") {
  Asking asking;
  asking.person.says = shell::NobodyThere{"ignored: x"};
  const auto machine = shell::start(asking.ports(), first_of({"a"}), asks);
  REQUIRE(machine);
  CHECK(machine->parked->reason == "waiting for gate-a (ignored: x)");
}

TEST_CASE("drive: a time is waited for with nothing in flight, and told once") {
  scripted::World world;
  const Instant until = world.clock.at + Millis{700};
  const auto decider = [&](core::Machine& machine, const core::Event& event) -> core::Effects {
    if (std::holds_alternative<core::RunStarted>(event))
      return {core::WakeAt{.key = {3, 1}, .name = "t", .until = until}};
    if (std::holds_alternative<core::Woken>(event)) machine.outcome = core::Outcome::passed;
    return {};
  };
  REQUIRE(shell::start(world.ports(), first_of({"a"}), decider));
  CHECK(count<core::Woken>(world.journal.entries) == 1);
  CHECK(count<core::WorldIdle>(world.journal.entries) == 0);
  CHECK(world.clock.at == until);
  // No longer than a request of somebody else may go unheard, each time.
  CHECK(std::count(world.log.begin(), world.log.end(), "wait") == 3);
}

TEST_CASE("drive: rows follow from the entry that led to them, and are recalled when it is read") {
  scripted::World world;
  const auto decider = [](core::Machine& machine, const core::Event& event) -> core::Effects {
    if (std::holds_alternative<core::RunConcluded>(event)) machine.outcome = core::Outcome::passed;
    if (!std::holds_alternative<core::RunStarted>(event)) return {};
    core::RecordRows rows;
    rows.checks.resize(3);
    return {rows, core::Conclude{core::Outcome::passed, "done"}};
  };
  REQUIRE(shell::start(world.ports(), first_of({"a"}), decider));
  REQUIRE(world.journal.entries.size() == 2);
  REQUIRE(world.journal.entries.front().rows.size() == 1);
  CHECK(world.journal.entries.front().rows.front().checks.size() == 3);
  CHECK(count<core::RowsRecorded>(world.journal.entries) == 0);
  world.log.clear();
  for (shell::Entry& entry : world.journal.entries) entry.rows.clear();
  REQUIRE(shell::resume(world.ports(), decider));
  CHECK(world.log == scripted::Log{"recall 3"});
}

TEST_CASE("drive: rows of a run of 0.1 come back as an event of their own") {
  scripted::World world;
  const auto decider = [](core::Machine& machine, const core::Event& event) -> core::Effects {
    if (std::holds_alternative<core::RowsRecorded>(event)) machine.outcome = core::Outcome::passed;
    if (!std::holds_alternative<core::RunStarted>(event)) return {};
    core::RecordRows rows;
    rows.checks.resize(3);
    rows.is_answered = true;
    return {rows};
  };
  REQUIRE(shell::start(world.ports(), first_of({"a"}), decider));
  CHECK(world.journal.entries.front().rows.empty());
  CHECK(count<core::RowsRecorded>(world.journal.entries) == 1);
}

// --- parked, and waited for

namespace {

using namespace std::chrono_literals;

constexpr Instant reset{3'600'000ms};

/// A machine that parks until a time, once for every launch it is refused, and is done when it is
/// resumed in time. Resumed too early it parks again.
core::Effects parks(core::Machine& machine, const core::Event& event) {
  if (std::holds_alternative<core::RunStarted>(event)) return {core::Park{reset, "quota"}};
  if (const auto* parked = std::get_if<core::RunParked>(&event)) machine.parked = *parked;
  if (std::holds_alternative<core::CancelRequested>(event)) {
    machine.parked.reset();
    return {core::Park{std::nullopt, "stopped"}};
  }
  const auto* resumed = std::get_if<core::RunResumed>(&event);
  if (resumed == nullptr) return {};
  machine.parked.reset();
  if (resumed->at < reset) return {core::Park{reset, "quota"}};
  machine.outcome = core::Outcome::passed;
  return {};
}

shell::World waiting(scripted::World& world) {
  shell::World ports = world.ports();
  ports.waits = true;
  return ports;
}

}  // namespace

TEST_CASE("drive: a parked run comes to rest, or is sat out and goes on when its time has come") {
  scripted::World world;
  const auto rests = shell::start(world.ports(), first_of({"a"}), parks);
  REQUIRE(rests);
  CHECK_FALSE(rests->outcome);
  CHECK(rests->parked->until == reset);
  scripted::World patient;
  const auto done = shell::start(waiting(patient), first_of({"a"}), parks);
  REQUIRE(done);
  CHECK(done->outcome == core::Outcome::passed);
  CHECK(count<core::RunParked>(patient.journal.entries) == 1);
  CHECK(count<core::RunResumed>(patient.journal.entries) == 1);
  CHECK(patient.clock.at >= reset);
  // The journal tells what it would have told if somebody had come at that time.
  REQUIRE(shell::resume(patient.ports(), parks));
}

TEST_CASE("drive: a stop while it is sat out leaves it parked, and nothing is resumed") {
  scripted::World world;
  world.executor.script = {{}, {shell::StopAsked{"SIGINT"}}};
  const auto machine = shell::start(waiting(world), first_of({"a"}), parks);
  REQUIRE(machine);
  CHECK_FALSE(machine->outcome);
  CHECK(machine->parked->reason == "stopped");
  CHECK(kinds(world.journal.entries) == std::vector<std::string>{"parked", "stop", "parked"});
  CHECK(count<core::RunResumed>(world.journal.entries) == 0);
}

TEST_CASE("drive: a clock that jumps does not keep a run asleep, nor wake it without end") {
  for (const bool back : {false, true}) {
    CAPTURE(back);
    scripted::World world;
    // It is set by a year, in the first moment of the wait.
    world.clock.at = Instant{0ms};
    int looks = 0;
    struct Jumping final : shell::Audience {
      scripted::Clock* clock = nullptr;
      Millis by{0};
      int* looks = nullptr;
      void tick() override {
        if (++*looks == 1) clock->at += by;
      }
    } jumping;
    jumping.clock = &world.clock;
    jumping.by = back ? Millis{-24h * 365} : Millis{24h * 365};
    jumping.looks = &looks;
    shell::World ports{world.clock, world.executor, world.journal,
                       world.trees, world.reader,   jumping};
    ports.waits = true;
    const auto machine = shell::start(ports, first_of({"a"}), parks);
    REQUIRE(machine);
    CHECK(machine->outcome == core::Outcome::passed);
    CHECK(count<core::RunResumed>(world.journal.entries) == 1);
    // Not longer than the hour it had to be, whatever the clock said meanwhile.
    CHECK(looks < 4 * 3600 + 100);
  }
}

TEST_CASE("resume: whoever knows that the time has come says so, whatever the clock says") {
  scripted::World world;
  REQUIRE(shell::start(world.ports(), first_of({"a"}), parks));
  REQUIRE_FALSE(shell::resume(world.ports(), parks)->outcome);
  CHECK(shell::resume(world.ports(), parks, reset)->outcome == core::Outcome::passed);
}
