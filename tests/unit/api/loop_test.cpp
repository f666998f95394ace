// SPDX-License-Identifier: MIT
#include "api/loop.h"

#include "api/history.h"
#include "api/loop_plan.h"
#include "unit/api/bench.h"

#include <algorithm>

namespace assay::api {
namespace {

std::string task(const std::string& id, const std::string& verify = "test -s f") {
  return "- [ ] " + id + " Write f\n  - **Do**: make it so\n  - **Files**: `f`\n" +
         "  - **Done when**: it is there\n  - **Verify**: `" + verify +
         "`\n  - **Commit**: `feat: " + id + "`\n\n";
}

const std::string works =
    "cat >/dev/null; echo x > f; git add f; "
    "git -c user.name=t -c user.email=t@example.com commit -q -m 'feat: 1.1'; echo TASK_COMPLETE";

class LoopBench : public Bench {
 public:
  explicit LoopBench(const std::string& tasks, const std::string& script = works) {
    write("specs/demo/tasks.md", tasks);
    write("assay.yaml", "version: 1\nloop: {review: false}\n" + scripted(script));
    commit_all();
  }
};

TEST_CASE("loop: tasks are driven to the end, and their state is in the run") {
  LoopBench bench(task("1.1"));
  const auto run =
      run_loop({.spec_dir = "demo", .run_id = "r"}, bench.site(), bench.nobody, bench.notes());
  REQUIRE_MESSAGE(run, plain_text(run.error().front()));
  CHECK(run->outcome() == core::Outcome::passed);
  CHECK(run->as<core::loop::State>().tasks.front().done);
  CHECK(spent_by(*run).launches == 1);
  CHECK(bench.told.empty());
  const auto status = loop_status("specs/demo", bench.site());
  REQUIRE(status);
  REQUIRE(status->run);
  CHECK(status->run->run_id == "r");
  CHECK(rest_of(*status->run) == Rest::ended);
  CHECK(code_of(cancel_loop("demo", "a test", bench.site(), bench.nobody)) == Code::bad_input);
}

TEST_CASE("loop: a spec that is not there, lies elsewhere or has no list") {
  LoopBench bench(task("1.1"));
  CHECK(code_of(find_spec(bench.site(), "nothing")) == Code::spec_missing);
  CHECK(code_of(find_spec(bench.site(), "/etc")) == Code::spec_outside);
  bench.write("specs/empty/other.md", "x");
  CHECK(code_of(find_spec(bench.site(), "empty")) == Code::tasks_missing);
  const auto found = find_spec(bench.site(), "demo");
  REQUIRE(found);
  CHECK(found->relative == "specs/demo");
  CHECK(found->reading.tasks.size() == 1);
}

TEST_CASE("loop: nothing is started for a list that proves nothing, or a task nobody has") {
  LoopBench bench(task("1.1", "test -s f || true"));
  const auto masked = run_loop({.spec_dir = "demo"}, bench.site(), bench.nobody, bench.notes());
  REQUIRE_FALSE(masked);
  CHECK(masked.error().front().code == Code::tasks_unverifiable);
  CHECK(masked.error().front().value == "specs/demo");
  CHECK(masked.error().front().items.size() == 2);
  bench.write("specs/demo/tasks.md", task("1.1"));
  const auto nobody =
      run_loop({.spec_dir = "demo", .until = "9.9"}, bench.site(), bench.nobody, bench.notes());
  CHECK(code_of(nobody) == Code::bad_value);
  CHECK(nobody.error().front().field == "until");
  CHECK_FALSE(loop_status("demo", bench.site())->run);
}

TEST_CASE("loop: a check of the list tells every finding, with what a Verify would start") {
  LoopBench bench(task("1.1", "make check"));
  bench.write("Makefile", "check:\n\tsh ./run-tests || true\n");
  const auto checked = check_spec(bench.site(), "demo");
  REQUIRE(checked);
  const auto& findings = checked->findings;
  CHECK(std::any_of(findings.begin(), findings.end(),
                    [](const auto& each) { return each.rule == "verify-starts-masked"; }));
}

TEST_CASE("loop: the repository must let agents' work be told from what was there") {
  LoopBench bench(task("1.1"));
  bench.write("stray.txt", "x");
  const LoopRequest request{.spec_dir = "demo"};
  const auto dirty = run_loop(request, bench.site(), bench.nobody, bench.notes());
  REQUIRE_FALSE(dirty);
  CHECK(dirty.error().front().code == Code::dirty_tree);
  CHECK(dirty.error().front().items == std::vector<std::string>{"stray.txt"});
  LoopRequest allowed = request;
  allowed.allow_dirty = true;
  CHECK(run_loop(allowed, bench.site(), bench.nobody, bench.notes()));
}

TEST_CASE("loop: the default branch is warned of, a foreign state file is told") {
  LoopBench bench(task("1.1"));
  bench.git({"switch", "-q", "main"});
  bench.write("specs/demo/.ralph-state.json", R"({"taskIndex": 4, "totalTasks": 9})");
  const auto run = run_loop({.spec_dir = "demo"}, bench.site(), bench.nobody, bench.notes());
  REQUIRE(run);
  REQUIRE(bench.told.size() == 2);
  CHECK(bench.told[0].find("says task 4 of 9") != std::string::npos);
  CHECK(bench.told[1].find("default branch main") != std::string::npos);
  bench.write("specs/demo/.ralph-state.json", "{");
  bench.write("specs/demo/tasks.md", task("1.1") + task("1.2"));
  CHECK(code_of(run_loop({.spec_dir = "demo"}, bench.site(), bench.nobody, bench.notes())) ==
        Code::state_corrupt);
}

TEST_CASE("loop: roles need an agent, agents need a program") {
  LoopBench bench(task("1.1"));
  bench.write("assay.yaml", "version: 1\nloop: {review: false}\n");
  bench.git({"commit", "-qam", "no agents"});
  const LoopRequest request{.spec_dir = "demo"};
  CHECK(code_of(run_loop(request, bench.site(), bench.nobody, bench.notes())) ==
        Code::role_missing);
  bench.write("assay.yaml",
              "version: 1\nloop: {review: false}\nagents: {\"*\": {command: [no-such-program]}}\n");
  bench.git({"commit", "-qam", "no program"});
  const auto missing = run_loop(request, bench.site(), bench.nobody, bench.notes());
  CHECK(code_of(missing) == Code::program_missing);
  CHECK(missing.error().front().field == "agents.executor");
}

TEST_CASE("loop: a rehearsal has every launch with its words and starts nothing") {
  LoopBench bench(task("1.1"));
  const auto rehearsal = rehearse_loop({.spec_dir = "demo"}, bench.site(), bench.notes());
  REQUIRE(rehearsal);
  const auto& launches = rehearsal->launches;
  const auto agent = std::find_if(launches.begin(), launches.end(),
                                  [](const core::Launch& each) { return bool(each.agent); });
  REQUIRE(agent != launches.end());
  CHECK(agent->agent->prompt.find("Write f") != std::string::npos);
  REQUIRE(std::next(agent) != launches.end());
  CHECK(std::next(agent)->command == "test -s f");
  CHECK_FALSE(loop_status("demo", bench.site())->run);
}

/// A run of this spec whose coordinator died after its first event.
void leave_interrupted(LoopBench& bench, const std::string& run_id) {
  const Site site = bench.site();
  const auto spec = find_spec(site, "demo");
  const auto loaded = load_config(site);
  REQUIRE((spec && loaded));
  auto draft = draft_loop({.spec_dir = "demo"}, *spec, std::nullopt, loaded->config, site);
  REQUIRE(draft);
  draft->plan.log_dir = site.place.state.logs(run_id);
  draft->plan.work_dir = site.place.state.work(run_id);
  auto ledger = open_to_write(site);
  REQUIRE(ledger);
  auto journal = (*ledger)->begin({run_id, "loop", site.place.workspace});
  REQUIRE(journal);
  const core::Event first =
      core::RunStarted{site.outside.clock().now(), run_id,
                       std::make_shared<const core::loop::Plan>(std::move(draft->plan))};
  core::Machine machine;
  const core::Effects effects = core::decide(machine, first);
  const shell::Entry entry{first, core::to_text(effects)};
  REQUIRE((*journal)->append({&entry, 1}));
}

TEST_CASE("loop: a run whose coordinator died is gone on with") {
  LoopBench bench(task("1.1"));
  leave_interrupted(bench, "dead");
  CHECK(rest_of(*loop_status("demo", bench.site())->run) == Rest::interrupted);
  const auto run =
      run_loop({.spec_dir = "demo", .run_id = "new"}, bench.site(), bench.nobody, bench.notes());
  REQUIRE_MESSAGE(run, plain_text(run.error().front()));
  CHECK(run->run_id == "dead");
  CHECK(run->outcome() == core::Outcome::passed);
  CHECK(bench.told == std::vector<std::string>{"going on with run dead"});
}

TEST_CASE(
    "loop: a list that changed while an agent was at work is restored, and what was found kept") {
  LoopBench bench(task("1.1"));
  leave_interrupted(bench, "dead");
  const std::string changed = task("1.1", "test -s f && test -e README");
  bench.write("specs/demo/tasks.md", changed);
  bench.git({"commit", "-qam", "another list"});
  const auto run =
      run_loop({.spec_dir = "demo", .run_id = "new"}, bench.site(), bench.nobody, bench.notes());
  REQUIRE_MESSAGE(run, plain_text(run.error().front()));
  CHECK(run->run_id == "dead");
  REQUIRE(bench.told.size() == 2);
  CHECK(bench.told.front().starts_with("tasks.md is not as run dead left it"));
  const std::string kept = bench.site().place.state.run("dead") + "/tasks.md.changed";
  CHECK(*bench.site().files().read(kept, 1U << 20) == changed);
}

TEST_CASE("loop: a run that is called off is over for good") {
  LoopBench bench(task("1.1"));
  leave_interrupted(bench, "dead");
  const auto ended = cancel_loop("demo", "a test", bench.site(), bench.nobody);
  REQUIRE(ended);
  CHECK(ended->run_id == "dead");
  CHECK(ended->outcome() == core::Outcome::cancelled);
}

}  // namespace
}  // namespace assay::api
