// SPDX-License-Identifier: MIT
// Gates inside another machine that are sealed: a copy comes first, and nothing counts that ran in
// one that was changed.
#include "core/verify/sealing.h"

#include "core/verify/embedded.h"
#include "core/verify/verdict.h"
#include "unit/core/verify/plan_builder.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace assay;
using namespace assay::core;
using namespace assay::core::verify;

namespace {

constexpr std::uint32_t base = 40;

template <class Wanted>
const Wanted* only(const Effects& effects) {
  return effects.size() == 1 ? std::get_if<Wanted>(&effects.front()) : nullptr;
}

struct Sealed {
  std::shared_ptr<Plan> plan = plan_of({command("unit")});
  Embedded gates;

  Sealed() {
    plan->guarded_by = "c0ffee";
    plan->sealing.on = true;
    plan->sealing.folder = "/state/work/sealed";
    plan->sealing.globs = {"tests/**"};
    plan->sealing.env = {{"PYTHONNOUSERSITE", "1"}, {"XDG_DATA_HOME", "elsewhere"}};
    plan->sealing.own = {"XDG_CACHE_HOME"};
  }
  AttemptKey copy() const { return {base, 0}; }
  Effects start() { return gates.start({}, "run", plan, base, rules_now); }
  Effects opened(work::WorkResult result = {}) {
    return gates.hear(WorkDone{{}, copy(), std::move(result)});
  }
  Effects seen(std::vector<std::string> changed = {}, std::vector<std::string> added = {}) {
    WorkInspected seen{{}, copy(), {}};
    seen.sight.tree = "t1";
    seen.sight.changed = std::move(changed);
    seen.sight.added = std::move(added);
    return gates.hear(seen);
  }
  Effects ended(std::uint32_t attempt = 1, int code = 0) {
    AttemptEnded ended{{}, {base, attempt}, "unit", {}};
    ended.evidence.exit = {ExitKind::exited, code, 0, ""};
    return gates.hear(ended);
  }
  Status status() const { return gates.state().commands.front().status; }
};

}  // namespace

TEST_CASE("sealed gates: in a copy with the base's files and a home of its own") {
  Sealed room;
  const Effects first = room.start();
  const auto* wanted = only<OpenCopy>(first);
  REQUIRE(wanted != nullptr);
  CHECK(wanted->workspace == "/workspace");
  CHECK(wanted->with_changes);
  CHECK(wanted->guarded_by == "c0ffee");
  CHECK(wanted->guarded == room.plan->sealing.globs);
  CHECK(room.gates.owns(wanted->key));
  const std::string tree = wanted->directory;
  const Effects second = room.opened({work::WorkResult::Status::done, "", "", {"tests/a"}});
  REQUIRE(only<InspectWork>(second) != nullptr);
  CHECK(only<InspectWork>(second)->directory == tree);
  const Effects third = room.seen();
  const auto* start = only<StartAttempt>(third);
  REQUIRE(start != nullptr);
  CHECK(start->launch.cwd == tree);
  const auto& env = start->launch.env;
  const auto has = [&](const std::string& name, const std::string& value) {
    return std::find(env.begin(), env.end(), std::pair(name, value)) != env.end();
  };
  CHECK(has("HOME", wanted->home));
  CHECK(has("PYTHONNOUSERSITE", "1"));
  CHECK(!has("XDG_CACHE_HOME", wanted->home + "/.cache"));  // the configuration says otherwise
  CHECK(only<InspectWork>(room.ended()) != nullptr);
  CHECK(!room.gates.is_over());
  const Effects last = room.seen({"build/log"}, {"build/log"});
  CHECK(last.size() == 2);
  CHECK(std::holds_alternative<CloseWork>(last.front()));
  CHECK(room.gates.is_over());
  CHECK(room.status() == Status::pass);
  CHECK(room.gates.restored() == std::vector<std::string>{"tests/a"});
}

TEST_CASE("sealed gates: one that changes its copy has proved nothing") {
  for (const bool code : {false, true}) {
    Sealed room;
    room.start();
    room.opened();
    room.seen();
    room.ended();
    const std::string path = code ? "conftest.py" : "calc.sh";
    room.seen({path}, code ? std::vector<std::string>{path} : std::vector<std::string>{});
    CHECK(room.gates.is_over());
    CHECK(room.status() == Status::error);
    CHECK(verdict_of(room.gates.state()).overall == Status::error);
  }
}

TEST_CASE("sealed gates: without a copy nothing is run") {
  Sealed room;
  room.start();
  const Effects effects = room.opened(
      {.status = work::WorkResult::Status::failed, .detail = "disk full", .head = "", .paths = {}});
  for (const Effect& each : effects) CHECK(std::holds_alternative<CloseWork>(each));
  CHECK(room.gates.is_over());
  CHECK(room.status() == Status::error);
  CHECK(summary_line(room.gates.state(), 0).find("disk full") != std::string::npos);
}

TEST_CASE("sealed gates: after a crash another copy, and what had passed stays") {
  Sealed room;
  room.plan = plan_of({command("unit"), command("lint")});
  room.plan->sealing = Sealed().plan->sealing;
  const Effects first = room.start();
  const std::string before = std::get<OpenCopy>(first.front()).directory;
  room.opened();
  room.seen();
  CHECK(only<StartAttempt>(room.ended()) != nullptr);
  const Effects again = room.gates.hear(RunResumed{});
  REQUIRE(only<OpenCopy>(again) != nullptr);
  CHECK(only<OpenCopy>(again)->directory != before);
  room.opened();
  const Effects last = room.seen();
  const auto* start = only<StartAttempt>(last);
  REQUIRE(start != nullptr);
  CHECK(start->launch.key == AttemptKey{base + 1, 2});
  CHECK(start->launch.cwd == only<OpenCopy>(again)->directory);
}

TEST_CASE("sealed gates: whoever asks to stop while the copy is made is heard when it is there") {
  Sealed room;
  room.start();
  CHECK(room.gates.hear(CancelRequested{{}, "somebody", false}).empty());
  CHECK(!room.gates.is_over());
  const Effects effects = room.opened();
  CHECK(effects.size() == 2);
  CHECK(room.gates.is_over());
}
