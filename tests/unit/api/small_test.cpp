// SPDX-License-Identifier: MIT
// Use cases that take one call: where assay works, one agent, the bus, doctor, init, choices.
#include "api/agent.h"
#include "api/agents.h"
#include "api/bus.h"
#include "api/choices.h"
#include "api/doctor.h"
#include "api/history.h"
#include "api/init.h"
#include "api/logs.h"
#include "api/verify.h"
#include "unit/api/bench.h"

#include <algorithm>

namespace assay::api {
namespace {

TEST_CASE(
    "place: a workspace that is none, and a state directory agents could write, are refused") {
  Bench bench;
  const auto nowhere =
      find_place({.workspace = bench.path("nothing"), .state_dir = "/tmp/x"}, bench.outside());
  CHECK(code_of(nowhere) == Code::bad_value);
  CHECK(nowhere.error().front().field == "workspace");
  const auto inside =
      find_place({.workspace = bench.path(""), .state_dir = bench.path("state")}, bench.outside());
  CHECK(code_of(inside) == Code::state_in_workspace);
  const Site site = bench.site();
  const auto good =
      find_place({.workspace = bench.path(""), .state_dir = site.place.state}, bench.outside());
  REQUIRE(good);
  CHECK(good->workspace == site.place.workspace);
}

TEST_CASE("agent: claude is told what a run may spend, unless it has a limit of its own") {
  format::Config config;
  for (const std::string role : {"executor", "qa", "reviewer"}) {
    config.agents.emplace_back().role = role;
    config.agents.back().preset = role == "qa" ? "codex" : "claude";
  }
  config.agents.back().args = {"--max-budget-usd", "1"};
  const auto flags = [&](const std::string& role) {
    const auto agent = agent_for(config, role);
    REQUIRE(agent);
    return std::count(agent->argv.begin(), agent->argv.end(), "--max-budget-usd");
  };
  CHECK(flags("executor") == 0);
  config.budgets.run.micro_usd = 2'500'000;
  CHECK(agent_for(config, "executor")->argv.back() == "2.50");
  CHECK(flags("qa") == 0);
  CHECK(flags("reviewer") == 1);
}

TEST_CASE("agent: one attempt with its words; an empty prompt is not sent") {
  Bench bench;
  bench.write("assay.yaml", "version: 1\n" + scripted("cat > got; echo done"));
  bench.commit_all();
  const auto giving = [](std::string text) {
    return [text = std::move(text)]() -> Result<Given> { return Given{"prompt", text}; };
  };
  const auto run = run_agent({"executor", giving("Do it well"), "a"}, bench.site(), bench.nobody);
  REQUIRE_MESSAGE(run, plain_text(run.error().front()));
  CHECK(run->machine_name == "agent");
  CHECK(spent_by(*run).launches == 1);
  CHECK(bench.read("got").find("Do it well") != std::string::npos);
  CHECK(code_of(run_agent({"executor", giving(" "), ""}, bench.site(), bench.nobody)) ==
        Code::request_empty);
  const auto same = resume_agent("a", bench.site(), bench.nobody);
  REQUIRE(same);
  CHECK(same->outcome() == run->outcome());
}

TEST_CASE("bus: what is said has a sender, a kind and data that are JSON") {
  Bench bench;
  const BusPlace place{bench.path(""), "shop"};
  core::bus::Message message;
  message.from = "a";
  message.to = "b";
  message.type = "note";
  const auto silent = log_message(message, place, bench.outside());
  CHECK(code_of(silent) == Code::missing_value);
  CHECK(silent.error().front().field == "summary");
  message.summary = "hello";
  message.data = "{";
  CHECK(code_of(log_message(message, place, bench.outside())) == Code::bad_value);
  message.data = R"({ "a" : 1 })";
  const auto logged = log_message(message, place, bench.outside());
  REQUIRE(logged);
  CHECK(read_message(logged->id, place, bench.outside())->summary == "hello");
  CHECK(code_of(delete_message("", place, bench.outside())) == Code::missing_value);
  CHECK(delete_message(logged->id, place, bench.outside()));
}

const Finding* named(const std::vector<Finding>& findings, std::string_view name) {
  const auto found = std::find_if(findings.begin(), findings.end(),
                                  [&](const Finding& each) { return each.name == name; });
  return found == findings.end() ? nullptr : &*found;
}

TEST_CASE("doctor: tools, configuration, gates and roles, each with its health") {
  Bench bench;
  bench.write("assay.yaml",
              "version: 1\nverify:\n  commands:\n    - {id: lint, command: no-such-tool .}\n"
              "agents:\n  reviewer: {command: [no-such-agent]}\n");
  const auto findings = examine(bench.site(), bench.outside());
  REQUIRE(named(findings, "bash") != nullptr);
  CHECK(named(findings, "bash")->health == Health::good);
  CHECK_FALSE(named(findings, "bash")->version.empty());
  CHECK(named(findings, "configuration")->health == Health::good);
  CHECK(named(findings, "gate lint")->health == Health::missing);
  CHECK(named(findings, "role reviewer")->health == Health::missing);
  bench.write("assay.yaml", "nonsense: 1\n");
  CHECK(named(examine(bench.site(), bench.outside()), "configuration")->health == Health::broken);
  const Reply<Site> nowhere = Problem{.code = Code::bad_value, .field = "workspace"};
  CHECK(named(examine(nowhere, bench.outside()), "workspace")->health == Health::broken);
}

TEST_CASE("doctor: a turn is good only if it wrote a file and committed it") {
  Bench bench;
  bench.write(
      "assay.yaml",
      "version: 1\n" +
          scripted("cat >/dev/null; echo hello > hello.txt; git add .; git -c user.name=t -c "
                   "user.email=t@example.com commit -q -m 'trial: hello'; echo done"));
  const auto good = try_agents(bench.site(), bench.nobody);
  REQUIRE(good.size() == 1);
  CHECK_MESSAGE(good.front().health == Health::good, good.front().what);
  bench.write("assay.yaml", "version: 1\n" + scripted("cat >/dev/null; echo done"));
  const auto idle = try_agents(bench.site(), bench.nobody);
  REQUIRE(idle.size() == 1);
  CHECK(idle.front().health == Health::broken);
}

class Tries final : public InitAudience {
 public:
  void surveyed(const format::ProjectPlan& plan) override { found = plan.gates.size(); }
  void settled(const format::ProjectPlan& plan) override { left = plan.gates.size(); }
  shell::Audience& begun(const format::Gate&) override { return nobody_; }
  void tried(const format::Gate& gate, const format::Trial& trial, Millis) override {
    seen.push_back(gate.command + (trial.passed ? " passed" : " failed"));
  }
  void failed(const format::Gate&, const Problems& problems) override {
    seen.push_back(plain_text(problems.front()));
  }
  std::vector<std::string> seen;
  std::size_t found = 0;
  std::size_t left = 0;

 private:
  shell::Audience nobody_;
};

void add_tests(const Bench& bench) {
  bench.write("Makefile", "test:\n\tsh ./run-tests\n");
  bench.write("run-tests", "test -e Makefile && echo '2 passed, 0 failed'\n");
}

TEST_CASE("init: gates are found, tried beside the ledger and written once") {
  Bench bench;
  add_tests(bench);
  bench.commit_all();
  Tries tries;
  const auto shown = init({.write = false}, bench.site(), tries);
  REQUIRE_MESSAGE(shown, plain_text(shown.error().front()));
  CHECK_FALSE(bench.site().files().is_regular(shown->path));
  CHECK(tries.found > 0);
  CHECK(tries.left == shown->plan.gates.size());
  REQUIRE_FALSE(tries.seen.empty());
  CHECK(tries.seen.front() == "make test passed");
  CHECK(list_runs(10, bench.site())->empty());
  const auto written = init({.limits = std::nullopt}, bench.site(), tries);
  REQUIRE(written);
  CHECK(load_config(bench.site())->config.verify.manifest.commands.size() ==
        written->plan.gates.size());
  CHECK(code_of(init({}, bench.site(), tries)) == Code::config_exists);
}

TEST_CASE("init: a workspace without gates, and one whose time is too short") {
  Bench bench;
  Tries tries;
  CHECK(code_of(init({}, bench.site(), tries)) == Code::no_gates_found);
  add_tests(bench);
  const InitRequest hurried{
      .write = false, .limits = TryLimits{Millis{1}, Millis{1}}, .too_short = "too short"};
  const auto made = init(hurried, bench.site(), tries);
  REQUIRE(made);
  CHECK(std::find(made->plan.notes.begin(), made->plan.notes.end(), "too short") !=
        made->plan.notes.end());
}

TEST_CASE("choices: gates, roles, runs, logs and folders that are there") {
  Bench bench;
  const auto words = [](const Choices& choices) {
    std::vector<std::string> all;
    for (const Choice& each : choices) all.push_back(each.word);
    return all;
  };
  using Words = std::vector<std::string>;
  bench.write(
      "assay.yaml",
      "version: 1\nverify:\n  commands:\n    - {id: unit, command: 'true && test -e README'}\n"
      "agents:\n  \"*\": {command: [sh]}\n  qa: {command: [sh]}\n");
  bench.write("specs/demo/tasks.md", "");
  bench.write("specs/.hidden/tasks.md", "");
  CHECK(words(gate_choices(bench.site(), "")) == Words{"unit"});
  CHECK(words(role_choices(bench.site())) == Words{"qa"});
  CHECK(words(folder_choices(bench.site(), "specs")) == Words{"demo"});
  CHECK(run_choices(bench.site(), "").empty());
  REQUIRE(run_verify({.run_id = "r"}, bench.site(), bench.nobody));
  CHECK(words(run_choices(bench.site(), "verify")) == Words{"r", "last"});
  CHECK(run_choices(bench.site(), "loop").empty());
  CHECK(words(attempt_choices(bench.site(), "r")) == Words{"unit"});
}

TEST_CASE("logs: of a run, of a command, of an id that stands where a run could") {
  Bench bench;
  bench.write("assay.yaml",
              "version: 1\nverify:\n  commands:\n    - {id: unit, command: 'test -e README'}\n"
              "    - {id: lint, command: 'test -e README'}\n");
  REQUIRE(run_verify({.run_id = "r"}, bench.site(), bench.nobody));
  LogsRequest request;
  const auto view = find_logged(request, bench.site());
  REQUIRE(view);
  CHECK(choose_logs(request, *view)->size() == 2);
  LogsRequest one{.run = "unit"};
  REQUIRE(find_logged(one, bench.site()));
  CHECK(one.ids == std::vector<std::string>{"unit"});
  CHECK(choose_logs(one, *view)->size() == 1);
  LogsRequest other{.ids = {"nothing"}};
  CHECK(code_of(choose_logs(other, *view)) == Code::not_found);
  LogsRequest nobody{.run = "nobody"};
  CHECK(code_of(find_logged(nobody, bench.site())) == Code::not_found);
}

TEST_CASE("history: only what was named is pruned, and only what has ended") {
  Bench bench;
  bench.write("assay.yaml",
              "version: 1\nverify:\n  commands:\n    - {id: unit, command: 'test -e README'}\n");
  REQUIRE(run_verify({.run_id = "r"}, bench.site(), bench.nobody));
  CHECK(code_of(prune_runs({}, bench.site())) == Code::missing_value);
  CHECK(prune_runs({.runs = {}, .keep = 1, .older_than = {}}, bench.site())->empty());
  const auto pruned = prune_runs({.runs = {"r"}, .keep = {}, .older_than = {}}, bench.site());
  REQUIRE(pruned);
  REQUIRE(pruned->size() == 1);
  CHECK(pruned->front().pruned.files > 0);
}

TEST_CASE("history: a run is shown, explained and decided again as it was") {
  Bench bench;
  bench.write("assay.yaml",
              "version: 1\nverify:\n  commands:\n    - {id: unit, command: 'test -e README'}\n");
  REQUIRE(run_verify({.run_id = "r"}, bench.site(), bench.nobody));
  CHECK(show_run("r", bench.site())->attempts.size() == 1);
  std::size_t told = 0;
  const auto run = explain_run("r", "", bench.site(), [&](const Explanation&) { ++told; });
  REQUIRE(run);
  CHECK(told == show_run("r", bench.site())->row.events);
  CHECK(replay_run("r", bench.site())->differences.empty());
  CHECK_FALSE(explain_run("r", "nothing", bench.site(), [](const Explanation&) {}));
}

}  // namespace
}  // namespace assay::api
