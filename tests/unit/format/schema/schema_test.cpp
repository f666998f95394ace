// SPDX-License-Identifier: MIT
// The published schemas and the readers must say the same. Where a rule is beyond a schema, the
// reader is the stricter.
#include "format/config.h"
#include "format/manifest.h"
#include "support/json_schema.h"

#include <set>
#include <sstream>
#include <string>

using namespace assay;
using namespace assay::format;
using assay::support::as_json;
using assay::support::Schema;
using assay::support::Want;
using nlohmann::json;

namespace {

std::set<std::string> keys_of(const json& object) {
  std::set<std::string> keys;
  for (const auto& [name, value] : object.items()) keys.insert(name);
  return keys;
}

bool knows(const std::string& yaml) {
  for (const Problem& problem : read_config("c", yaml).problems) {
    if (problem.what.find("unknown key") != std::string::npos) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("schema: manifests get the same answer from schema and reader") {
  const Schema schema("manifest.schema.json");
  struct Row {
    const char* keys;  ///< of the one command, after id and command
    Want want;
  };
  const Row rows[] = {
      {R"("stage": 0)", Want::good},
      {R"("stage": -2147483648)", Want::good},
      {R"("stage": 2147483648)", Want::bad},
      {R"("stage": 1.5)", Want::bad},
      {R"("stage": "1")", Want::bad},
      {R"("stage": null)", Want::bad},
      {R"("gate_type": "typecheck")", Want::good},
      {R"("gate_type": "tests")", Want::bad},
      {R"("gate_type": 1)", Want::bad},
      {R"("parallel_safe": true, "mutates_workspace": false, "required": true)", Want::good},
      {R"("parallel_safe": "true")", Want::bad},
      {R"("mutates_workspace": 1)", Want::bad},
      {R"("required": null)", Want::bad},
      {R"("must_be_effective": false, "allow_zero_tests": true)", Want::good},
      {R"("must_be_effective": [])", Want::bad},
      {R"("allow_zero_tests": {})", Want::bad},
      {R"("timeout_seconds": 1)", Want::good},
      {R"("timeout_seconds": 31536000)", Want::good},
      {R"("timeout_seconds": 0)", Want::bad},
      {R"("timeout_seconds": 31536001)", Want::bad},
      {R"("timeout": "90s")", Want::bad},
      {R"("report": "build/junit.xml")", Want::good},
      {R"("report": "a/../b")", Want::good},
      {R"("report": "..b/x")", Want::good},
      {R"("report": "")", Want::bad},
      {R"("report": "/x")", Want::bad},
      {R"("report": "..")", Want::bad},
      {R"("report": "../x")", Want::bad},
      {R"("report": "a/../../x")", Want::beyond_schema},
      {R"("env": {})", Want::good},
      {R"("env": {"A_1": "x", "_": ""})", Want::good},
      {R"("env": {"1A": "x"})", Want::bad},
      {R"("env": {"A": 1})", Want::bad},
      {R"("env": {"A": null})", Want::bad},
      {R"("env": [])", Want::bad},
      {R"("env": {"A": "\u0000"})", Want::beyond_schema},
      {R"("retry_on": [])", Want::good},
      {R"("retry_on": ["a"])", Want::good},
      {R"("retry_on": [""])", Want::bad},
      {R"("retry_on": [1])", Want::bad},
      {R"("retry_on": "a")", Want::bad},
      {R"("retry_on": ["("])", Want::beyond_schema},
      {R"("source_command": "x")", Want::bad},
      {R"("paralell_safe": true)", Want::bad},
  };
  const auto check = [&](const std::string& text, Want want) {
    CAPTURE(text);
    CHECK(read_manifest_json("m", text).problems.empty() == (want == Want::good));
    CHECK(schema.accepts(json::parse(text)) == (want != Want::bad));
  };
  for (const Row& row : rows) {
    check("{\"commands\": [{\"id\": \"a\", \"command\": \"x\", " + std::string(row.keys) + "}]}",
          row.want);
  }
  const Row documents[] = {
      {R"({"commands": [{"id": "a", "command": "x"}]})", Want::good},
      {R"({"cwd": "/x", "run_id": "r-1", "flaky_retry_limit": 10, "commands": [{"id": "a", "command": "x"}]})",
       Want::good},
      {R"({})", Want::bad},
      {R"([])", Want::bad},
      {R"(null)", Want::bad},
      {R"({"commands": []})", Want::bad},
      {R"({"commands": {}})", Want::bad},
      {R"({"commands": [1]})", Want::bad},
      {R"({"commands": [{}]})", Want::bad},
      {R"({"commands": [{"id": "a"}]})", Want::bad},
      {R"({"commands": [{"command": "a"}]})", Want::bad},
      {R"({"commands": [{"id": "a b", "command": "x"}]})", Want::bad},
      {R"({"commands": [{"id": ".a", "command": "x"}]})", Want::bad},
      {R"({"commands": [{"id": 1, "command": "x"}]})", Want::bad},
      {R"({"commands": [{"id": "a", "command": " \n"}]})", Want::bad},
      {R"({"commands": [{"id": "a", "command": ""}]})", Want::bad},
      {R"({"commands": [{"id": "a", "command": "x"}, {"id": "a", "command": "y"}]})",
       Want::beyond_schema},
      {R"({"cwd": "", "commands": [{"id": "a", "command": "x"}]})", Want::bad},
      {R"({"run_id": "a/b", "commands": [{"id": "a", "command": "x"}]})", Want::bad},
      {R"({"flaky_retry_limit": -1, "commands": [{"id": "a", "command": "x"}]})", Want::bad},
      {R"({"flaky_retry_limit": 11, "commands": [{"id": "a", "command": "x"}]})", Want::bad},
      {R"({"response_mode": "x", "commands": [{"id": "a", "command": "x"}]})", Want::bad},
  };
  for (const Row& row : documents) check(row.keys, row.want);
  check("{\"commands\": [{\"id\": \"" + std::string(128, 'a') + "\", \"command\": \"x\"}]}",
        Want::good);
  check("{\"commands\": [{\"id\": \"" + std::string(129, 'a') + "\", \"command\": \"x\"}]}",
        Want::bad);
}

TEST_CASE("schema: configurations get the same answer from schema and reader") {
  const Schema schema("assay.schema.json");
  struct Row {
    const char* body;
    Want want;
  };
  const Row rows[] = {
      {"", Want::good},
      {"verify: {}", Want::good},
      {"verify: 1", Want::bad},
      {"verify: ~", Want::bad},
      {"verify: {cwd: sub, flaky_retry_limit: 0, default_timeout: 1h30m, flaky: fail}", Want::good},
      {"verify: {cwd: ''}", Want::bad},
      {"verify: {cwd: 7}", Want::good},
      {"verify: {run_id: x}", Want::bad},
      {"verify: {default_timeout: 90}", Want::good},
      {"verify: {default_timeout: '90'}", Want::good},
      {"verify: {default_timeout: 500ms}", Want::good},
      {"verify: {default_timeout: 1h30}", Want::good},
      {"verify: {default_timeout: 0}", Want::bad},
      {"verify: {default_timeout: 0s}", Want::bad},
      {"verify: {default_timeout: 1.5}", Want::bad},
      {"verify: {default_timeout: 1.5h}", Want::bad},
      {"verify: {default_timeout: soon}", Want::bad},
      {"verify: {default_timeout: true}", Want::bad},
      {"verify: {default_timeout: 9999d}", Want::beyond_schema},
      {"verify: {stop_after_failed_stage: yes}", Want::bad},
      {"verify: {stop_after_failed_stage: true}", Want::good},
      {"verify: {flaky: maybe}", Want::bad},
      {"verify: {env: {A: 1, B: true, C: x, D: 1.5}}", Want::good},
      {"verify: {env: {A: ~}}", Want::bad},
      {"verify: {env: {A: [x]}}", Want::bad},
      {"verify: {env: {'A B': x}}", Want::bad},
      {"verify: {pass_env: [HOME]}", Want::good},
      {"verify: {pass_env: []}", Want::bad},
      {"verify: {pass_env: ['A=B']}", Want::bad},
      {"verify: {pass_env: HOME}", Want::bad},
      {"verify: {commands: []}", Want::bad},
      {"verify: {commands: [{id: a, command: x}]}", Want::good},
      {"verify: {commands: [{id: 1, command: true}]}", Want::good},
      {"verify: {commands: [{id: -1, command: x}]}", Want::bad},
      {"verify: {commands: [{id: a b, command: x}]}", Want::bad},
      {"verify: {commands: [{id: a, command: ' '}]}", Want::bad},
      {"verify: {commands: [{id: a}]}", Want::bad},
      {"verify: {commands: [{id: a, command: x, timeout: 90s}]}", Want::good},
      {"verify: {commands: [{id: a, command: x, timeout_seconds: 90}]}", Want::good},
      {"verify: {commands: [{id: a, command: x, timeout: 90s, timeout_seconds: 90}]}", Want::bad},
      {"verify: {commands: [{id: a, command: x, timeout_seconds: 90s}]}", Want::bad},
      {"verify: {commands: [{id: a, command: x, stage: one}]}", Want::bad},
      {"verify: {commands: [{id: a, command: x, report: /x}]}", Want::bad},
      {"verify: {commands: [{id: a, command: x, env: {A: 5}, retry_on: [429, 'x']}]}", Want::good},
      {"verify: {commands: [{id: a, command: x, retry_on: ['']}]}", Want::bad},
      {"verify: {commands: [{id: a, command: x, gate_type: tets}]}", Want::bad},
      {"verify: {commands: [{id: a, command: x, bad: 1}]}", Want::bad},
      {"verify: {commands: [{id: a, command: x}, {id: a, command: x}]}", Want::beyond_schema},
      {"workspace: {}", Want::good},
      {"workspace: {include: [.env.test, fixtures/large/], setup: npm ci, setup_inputs: "
       "[package-lock.json], setup_timeout: 10m}",
       Want::good},
      {"workspace: {include: .env}", Want::bad},
      {"workspace: {include: []}", Want::bad},
      {"workspace: {setup: ''}", Want::bad},
      {"workspace: {setup: [npm, ci]}", Want::bad},
      {"workspace: {setup: npm ci, setup_timeout: 0s}", Want::bad},
      {"workspace: {setup_inputs: [a]}", Want::beyond_schema},
      {"workspace: {setups: npm ci}", Want::bad},
      {"workspace: 1", Want::bad},
      {"hook: {}", Want::good},
      {"hook: {max_blocks: 0, timeout: 20m, on_error: allow, guard: off}", Want::good},
      {"hook: {guard: deny, on_error: block}", Want::good},
      {"hook: {guard: maybe}", Want::bad},
      {"hook: {max_blocks: 101}", Want::bad},
      {"hook: {max_blocks: three}", Want::bad},
      {"hook: {timeout: 0s}", Want::bad},
      {"hook: {blocks: 3}", Want::bad},
      {"agents: {x: {command: [sleep, 5]}}", Want::good},
      {"agents: {'*': {preset: codex, stall: 5m, max_turns: 3, prompt: p, cwd: a, env: {A: b}}}",
       Want::good},
      {"agents: {'a b': {preset: codex}}", Want::bad},
      {"agents: {x: {}}", Want::bad},
      {"agents: {x: {preset: codex, use: x}}", Want::bad},
      {"agents: {x: {preset: nobody}}", Want::bad},
      {"agents: {x: {preset: pi, dialect: xml}}", Want::bad},
      {"agents: {x: {command: []}}", Want::bad},
      {"agents: {x: {command: pi}}", Want::bad},
      {"agents: {x: {preset: pi, cwd: ../x}}", Want::bad},
      {"agents: {x: {preset: pi, max_turns: 0}}", Want::bad},
      {"agents: {x: {use: y}}", Want::beyond_schema},
      {"agents: []", Want::bad},
      {"budgets: {launches: 1, wall: 12h, tokens: 20M, usd: 0.5, unknown_cost: ignore}",
       Want::good},
      {"notify: [{url: 'https://h/x', secret_env: KEY}, {command: [a, b]}]", Want::good},
      {"notify: [{url: 'ftp://h/x'}]", Want::bad},
      {"notify: [{url: 'http://a b'}]", Want::bad},
      {"notify: [{}]", Want::bad},
      {"notify: []", Want::bad},
      {"notify: {url: 'http://h'}", Want::bad},
      {"notify: [{url: 'http://h', command: [a]}]", Want::bad},
      {"notify: [{command: [a], secret_env: '1a'}]", Want::bad},
      {"agents: {x: {command: [a], dialect: acp, permissions: [{kind: edit, path: 'src/**', "
       "decision: allow}, {decision: deny}]}}",
       Want::good},
      {"agents: {x: {command: [a], permissions: [{kind: edits, decision: allow}]}}", Want::bad},
      {"agents: {x: {command: [a], permissions: [{kind: edit}]}}", Want::bad},
      {"agents: {x: {command: [a], permissions: [{decision: perhaps}]}}", Want::bad},
      {"agents: {x: {command: [a], permissions: []}}", Want::bad},
      {"budgets: {tokens: 500k}", Want::good},
      {"budgets: {tokens: 1.5M}", Want::good},
      {"budgets: {tokens: 12000}", Want::good},
      {"budgets: {tokens: '12000'}", Want::good},
      {"budgets: {tokens: 1.5}", Want::bad},
      {"budgets: {tokens: 5m}", Want::bad},
      {"budgets: {tokens: 0}", Want::bad},
      {"budgets: {tokens: 0k}", Want::bad},
      {"budgets: {tokens: -5}", Want::bad},
      {"budgets: {tokens: [5]}", Want::bad},
      {"budgets: {usd: 0}", Want::bad},
      {"budgets: {usd: -1}", Want::bad},
      {"budgets: {usd: '5'}", Want::bad},
      {"budgets: {usd: 2000000000}", Want::bad},
      {"budgets: {launches: 0}", Want::bad},
      {"budgets: {per_day: {usd: 5, launches: 3}}", Want::good},
      {"budgets: {per_day: {unknown_cost: ignore}}", Want::bad},
      {"budgets: {unknown_cost: zero}", Want::bad},
      {"loop: {max_task_iterations: 5, recovery_mode: true, jobs: 2, review_on_silence: pass}",
       Want::good},
      {"loop: {max_task_iterations: 0}", Want::bad},
      {"loop: {max_task_iterations: 1001}", Want::bad},
      {"loop: {jobs: 0}", Want::bad},
      {"loop: {review_on_silence: approve}", Want::bad},
      {"loop: {max_iterations: 5}", Want::bad},
      {"pipeline: {approval: autonomous, concurrency: 4, on_exhausted: proceed, definition: "
       "x.yaml}",
       Want::good},
      {"pipeline: {approval: auto}", Want::bad},
      {"pipeline: {concurrency: 0}", Want::bad},
      {"pipeline: {definition: ''}", Want::bad},
      {"agents: {j: {preset: pi}}\ngoals: {judges: [j]}", Want::good},
      {"goals: {judges: [j]}", Want::beyond_schema},
      {"goals: {judges: []}", Want::bad},
      {"goals: {judges: j}", Want::bad},
      {"verison: 1", Want::bad},
  };
  const auto check = [&](const std::string& text, Want want) {
    CAPTURE(text);
    const YamlReading yaml = read_yaml(text);
    REQUIRE(yaml.faults.empty());
    CHECK(read_config("c", text).problems.empty() == (want == Want::good));
    CHECK(schema.accepts(as_json(yaml.root)) == (want != Want::bad));
  };
  for (const Row& row : rows) check("version: 1\n" + std::string(row.body) + "\n", row.want);
  check("verify: {}", Want::bad);
  check("version: 2", Want::bad);
  check("version: '1'", Want::bad);
  check("version: 1.5", Want::bad);
  check("[]", Want::bad);
}

TEST_CASE("schema: schemas and readers know the same keys") {
  const json manifest = Schema("manifest.schema.json").text();
  const json config = Schema("assay.schema.json").text();
  const auto expected = [](Origin origin) {
    std::set<std::string> names;
    for (const std::string_view name : command_keys(origin)) names.emplace(name);
    return names;
  };
  CHECK(keys_of(manifest["definitions"]["command"]["properties"]) == expected(Origin::manifest));
  CHECK(keys_of(config["definitions"]["command"]["properties"]) == expected(Origin::config));
  for (const std::string& section : keys_of(config["properties"])) {
    CAPTURE(section);
    CHECK(knows("version: 1\n" + section + ": {}\n"));
    for (const std::string& key :
         keys_of(config["properties"][section].value("properties", json::object()))) {
      CAPTURE(key);
      CHECK(knows("version: 1\n" + section + ": {" + key + ": {}}\n"));
    }
  }
  for (const std::string& key : keys_of(config["definitions"]["agent"]["properties"])) {
    CAPTURE(key);
    CHECK(knows("version: 1\nagents: {x: {" + key + ": []}}\n"));
  }
  CHECK_FALSE(knows("version: 1\nagents: {x: {nothing: []}}\n"));
}

TEST_CASE("schema: defaults in the schema are the defaults of the reader") {
  const json config = Schema("assay.schema.json").text();
  const Config standard = read_config("c", "version: 1\n").config;
  const json& loop = config["properties"]["loop"]["properties"];
  CHECK(loop["max_task_iterations"]["default"] == standard.loop.max_task_iterations);
  CHECK(loop["max_global_iterations"]["default"] == standard.loop.max_global_iterations);
  CHECK(loop["max_fix_tasks_per_original"]["default"] == standard.loop.max_fix_tasks_per_original);
  CHECK(loop["max_fix_task_depth"]["default"] == standard.loop.max_fix_task_depth);
  CHECK(loop["max_modifications_per_task"]["default"] == standard.loop.max_modifications_per_task);
  CHECK(loop["max_modification_depth"]["default"] == standard.loop.max_modification_depth);
  CHECK(loop["review_every"]["default"] == standard.loop.review_every);
  CHECK(loop["max_review_iterations"]["default"] == standard.loop.max_review_iterations);
  const json& verify = config["properties"]["verify"]["properties"];
  CHECK(verify["cwd"]["default"] == standard.verify.manifest.cwd);
  CHECK(verify["flaky_retry_limit"]["default"] == standard.verify.manifest.flaky_retry_limit);
  const json& pipeline = config["properties"]["pipeline"]["properties"];
  CHECK(pipeline["concurrency"]["default"] == standard.pipeline.concurrency);
  CHECK(pipeline["definition"]["default"] == standard.pipeline.definition);
}

TEST_CASE("schema: the result of verify has exactly the keys that were promised") {
  const Schema schema("verify-result.schema.json");
  const json good = json::parse(R"({
    "overall_status": "PASS", "cwd": "/w", "run_id": "r-1", "workers_spawned": 1, "workers_completed": 1,
    "workers_inflight": 0, "command_manifest_validated": true, "manifest_mismatches": [], "commands_total": 1,
    "commands_passed": 1, "commands_failed": 0, "commands_error": 0, "failed_required_ids": [],
    "failed_ineffective_required_ids": [],
    "results": [{"command_id": "unit", "command": "make test", "stage": 0, "gate_type": "test", "parallel_safe": true,
      "mutates_workspace": false, "required": true, "must_be_effective": true, "pipefail_enabled": true,
      "contains_pipeline": false, "status": "PASS", "exit_code": 0, "attempts": 1, "duration_ms": 0, "log_path": "/l",
      "gate_effective": true, "tests_executed": 12, "ineffective_reason": "", "summary": "12 tests"}],
    "short_failure_digest": [], "next_action": "proceed"})");
  CHECK(schema.accepts(good));
  for (const std::string& key : keys_of(good)) {
    CAPTURE(key);
    json without = good;
    without.erase(key);
    CHECK_FALSE(schema.accepts(without));
  }
  for (const std::string& key : keys_of(good["results"][0])) {
    CAPTURE(key);
    json without = good;
    without["results"][0].erase(key);
    CHECK_FALSE(schema.accepts(without));
  }
  const auto changed = [&](const char* pointer, json value) {
    json other = good;
    other[json::json_pointer(pointer)] = std::move(value);
    return other;
  };
  CHECK_FALSE(schema.accepts(changed("/extra", 1)));
  CHECK_FALSE(schema.accepts(changed("/results/0/extra", 1)));
  CHECK_FALSE(schema.accepts(changed("/overall_status", "PASS_WITH_PREEXISTING_FAILURE")));
  CHECK_FALSE(schema.accepts(changed("/results/0/status", "SKIPPED")));
  CHECK_FALSE(schema.accepts(changed("/results/0/summary", "two\nlines")));
  CHECK_FALSE(schema.accepts(changed("/results/0/summary", std::string(241, 'x'))));
  CHECK_FALSE(schema.accepts(changed("/short_failure_digest", std::vector<std::string>(9, "x"))));
  CHECK_FALSE(schema.accepts(changed("/next_action", "ship")));
  CHECK(schema.accepts(changed("/results/0/exit_code", -1)));
}
