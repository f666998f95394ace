// SPDX-License-Identifier: MIT
#include "api/notify.h"

#include "api/loop.h"
#include "api/wake.h"
#include "unit/api/bench.h"

#include <chrono>
#include <filesystem>
#include <thread>

namespace assay::api {
namespace {

using namespace std::chrono_literals;

/// A loop whose agent meets a quota, that is over at `reset`, as long as there is no file "ready".
class QuotaBench : public Bench {
 public:
  explicit QuotaBench(std::int64_t reset, const std::string& notify = "") {
    write("agent",
          "#!/bin/sh\ncat >/dev/null\necho x >>\"$ASSAY_WORKSPACE/../launches\"\n"
          "if [ -f \"$ASSAY_WORKSPACE/../ready\" ]; then echo done > made; git add made;"
          " git -c user.name=t -c user.email=t@e commit -qm 'feat: 1.1';"
          " echo '{\"type\":\"result\",\"subtype\":\"success\",\"result\":\"TASK_COMPLETE\"}'; "
          "exit 0; fi\n"
          "echo "
          "'{\"type\":\"rate_limit_event\",\"rate_limit_info\":{\"status\":\"rejected\","
          "\"resetsAt\":" +
              std::to_string(reset) +
              "}}'\n"
              "echo "
              "'{\"type\":\"result\",\"subtype\":\"success\",\"is_error\":true,\"result\":\"limit "
              "reached\"}'\nexit 1\n");
    std::filesystem::permissions(path("agent"), std::filesystem::perms::owner_all);
    write("assay.yaml",
          "version: 1\n" + notify +
              "loop: {review: false}\nagents:\n  \"*\": {command: [./agent], dialect: "
              "claude}\n");
    write("specs/demo/tasks.md",
          "# Tasks\n\n- [ ] 1.1 Make it\n  - **Do**: make it\n  - **Files**: `made`\n  - **Done "
          "when**: it is there\n  - **Verify**: `test -s made`\n  - **Commit**: `feat: 1.1`\n");
    commit_all();
  }
  Reply<Run> run(bool waits = false) {
    return run_loop({.spec_dir = "specs/demo", .waits = waits}, here(), nobody, notes());
  }
  /// Names of specs are looked for from the workspace.
  Site here() { return site(); }
  void get_ready() const { write("../ready", ""); }
  std::size_t launches() {
    const auto text = outside().files().read(path("../launches"), 1U << 20);
    return text ? static_cast<std::size_t>(std::count(text->begin(), text->end(), 'x')) : 0;
  }
};

constexpr std::int64_t far_away = 4'102'444'800;

std::int64_t in_a_second() {
  return std::chrono::duration_cast<std::chrono::seconds>(
             std::chrono::system_clock::now().time_since_epoch())
             .count() +
         1;
}

std::string first_problem(const auto& reply) {
  return reply ? "" : plain_text(reply.error().front());
}

TEST_CASE("wake: only what is parked and whose time has come is gone on with") {
  QuotaBench bench(far_away);
  const auto parked = bench.run();
  REQUIRE_MESSAGE(parked, first_problem(parked));
  REQUIRE(parked->parked());
  CHECK(bench.launches() == 1);
  const auto early = wake_runs(bench.site(), bench.nobody);
  REQUIRE(early);
  REQUIRE(early->size() == 1);
  CHECK_FALSE(early->front().run);
  CHECK(early->front().until);
  CHECK_FALSE(early->front().is_problem);
  CHECK(bench.launches() == 1);
}

TEST_CASE("wake: a run whose time has come goes on, once") {
  QuotaBench bench(in_a_second());
  const auto parked = bench.run();
  REQUIRE_MESSAGE(parked, first_problem(parked));
  REQUIRE(parked->parked());
  bench.get_ready();
  std::this_thread::sleep_for(2s);
  const auto woken = wake_runs(bench.site(), bench.nobody);
  REQUIRE(woken);
  REQUIRE(woken->size() == 1);
  REQUIRE_MESSAGE(woken->front().run, woken->front().left);
  CHECK(woken->front().run->outcome() == core::Outcome::passed);
  CHECK(bench.launches() == 2);
  CHECK(wake_runs(bench.site(), bench.nobody)->empty());
}

TEST_CASE("wake: whoever holds the run looks again whether it is to be gone on with") {
  QuotaBench bench(in_a_second());
  const auto parked = bench.run();
  REQUIRE_MESSAGE(parked, first_problem(parked));
  std::this_thread::sleep_for(2s);
  bench.get_ready();
  RunNeeds needs = needs_of(parked->run_id, "loop", load_config(bench.site())->config);
  bool asked = false;
  needs.is_wanted = [&](const core::Machine& machine) {
    asked = machine.parked.has_value();
    return false;
  };
  CHECK(code_of(resume_run(needs, bench.site(), bench.nobody)) == Code::conflict);
  CHECK(asked);
  CHECK(bench.launches() == 1);
  // It was let go: the next one gets it.
  CHECK(wake_runs(bench.site(), bench.nobody)->front().run->outcome() == core::Outcome::passed);
}

TEST_CASE("wake: a list that was changed since is for a person to start") {
  QuotaBench bench(in_a_second());
  REQUIRE(bench.run());
  std::this_thread::sleep_for(2s);
  bench.write("specs/demo/tasks.md", "# Tasks\n\n- [ ] 2.1 Something else\n");
  const auto woken = wake_runs(bench.site(), bench.nobody);
  REQUIRE(woken);
  REQUIRE(woken->size() == 1);
  CHECK_FALSE(woken->front().run);
  CHECK(woken->front().left.find("tasks.md was changed") != std::string::npos);
  CHECK(bench.launches() == 1);
}

TEST_CASE("wake: a clock that was set back says nothing about a time") {
  core::Machine machine;
  const Instant noon{1'800'000'000s};
  CHECK_FALSE(is_time_up(machine, noon));
  machine.parked = core::RunParked{noon, noon + 1h, "quota"};
  CHECK_FALSE(is_time_up(machine, noon + 59min));
  CHECK(is_time_up(machine, noon + 1h));
  CHECK(is_time_up(machine, noon + 24h * 365));
  CHECK(is_time_up(machine, noon - 24h));
  machine.parked = core::RunParked{noon, std::nullopt, "not logged in"};
  CHECK_FALSE(is_time_up(machine, noon + 24h));  // nobody can say when that is over
}

TEST_CASE("notify: what is told follows from the journal, and is told until it has arrived") {
  // The receiver refuses until there is a file "open", and keeps what it gets.
  QuotaBench bench(far_away,
                   "notify: [{command: [sh, -c, 'test -f ../open && cat >> ../got && echo "
                   "$ASSAY_NOTICE_ID >> ../ids']}]\n");
  const auto parked = bench.run();
  REQUIRE_MESSAGE(parked, first_problem(parked));
  const auto site = bench.site();
  auto left = deliver_notices({.at_once = true}, site);
  REQUIRE_MESSAGE(left, first_problem(left));
  REQUIRE(left->size() == 1);
  CHECK(left->front().notice.event == core::Standing::Kind::parked);
  CHECK(left->front().delivery.tries >= 1);
  CHECK_FALSE(left->front().delivery.problem.empty());
  CHECK(left->front().notice.until == "2100-01-01T00:00:00.000Z");
  // Not before its time, unless somebody asks for it.
  const auto tries = left->front().delivery.tries;
  left = deliver_notices({}, site);
  REQUIRE(left);
  CHECK(left->front().delivery.tries == tries);
  bench.write("../open", "");
  left = deliver_notices({.at_once = true}, site);
  REQUIRE(left);
  CHECK(left->empty());
  const std::string got = bench.read("../got");
  CHECK(got.find("\"event\":\"parked\"") != std::string::npos);
  CHECK(got.find("\"machine\":\"loop\"") != std::string::npos);
  CHECK(bench.read("../ids").find(parked->run_id + ":") == 0);
  // Once it has arrived it is not told again, and what comes next is told by itself.
  REQUIRE(deliver_notices({.at_once = true}, site)->empty());
  CHECK(bench.read("../got") == got);
}

TEST_CASE("notify: a signature needs its key, and nothing is sent without it") {
  QuotaBench bench(
      far_away, "notify: [{command: [sh, -c, 'cat > ../got'], secret_env: ASSAY_TEST_NO_KEY}]\n");
  REQUIRE(bench.run());
  const auto left = deliver_notices({.at_once = true}, bench.site());
  REQUIRE(left);
  REQUIRE(left->size() == 1);
  CHECK(left->front().delivery.problem == "the variable ASSAY_TEST_NO_KEY is not set");
  CHECK_FALSE(bench.outside().files().is_regular(bench.path("../got")));
}

TEST_CASE("notify: who is told is what the run began with, whatever is written later") {
  QuotaBench bench(far_away, "notify: [{command: [sh, -c, 'cat >> ../first; exit 1']}]\n");
  REQUIRE(bench.run());
  bench.write("assay.yaml",
              "version: 1\nnotify: [{command: [sh, -c, 'cat >> ../second']}]\nagents:\n  \"*\": "
              "{command: [./agent], dialect: claude}\n");
  REQUIRE(deliver_notices({.at_once = true}, bench.site()));
  CHECK(bench.outside().files().is_regular(bench.path("../first")));
  CHECK_FALSE(bench.outside().files().is_regular(bench.path("../second")));
}

}  // namespace
}  // namespace assay::api
