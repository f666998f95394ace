// SPDX-License-Identifier: MIT
#include "format/config.h"

#include "format/keys/given.h"
#include "format/yaml/tree.h"
#include "unit/format/problem_text.h"

#include <doctest/doctest.h>

#include <ctime>
#include <string>

using namespace assay;
using namespace assay::format;
using namespace std::chrono_literals;
using support::shown;

namespace {

std::string config_problems(std::string_view text) {
  return shown(read_config("assay.yaml", text).problems);
}

/// `body` begins on line 2.
std::string config(std::string_view body) { return "version: 1\n" + std::string(body) + "\n"; }

Config good(std::string_view body) {
  const ConfigReading reading = read_config("assay.yaml", config(body));
  CHECK(shown(reading.problems) == "");
  return reading.config;
}

std::string repeated(std::string_view piece, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += piece;
  return text;
}

}  // namespace

TEST_CASE("config: the example of the manual is read") {
  const Config read = good(R"(verify:
  default_timeout: 30m
  commands:
    - {id: build, command: cmake --build build, stage: 0, gate_type: build, mutates_workspace: true}
    - {id: test, command: ctest --test-dir build, stage: 1, gate_type: test}
agents:
  executor: {command: [claude, -p, --output-format, stream-json, --verbose], dialect: claude, timeout: 45m}
  reviewer: {command: [codex, exec, --json, "-"], dialect: codex}
  "*": {use: executor}
budgets: {launches: 200, wall: 12h, tokens: 20M, usd: 50, unknown_cost: count_tokens}
loop: {max_task_iterations: 5, review_on_silence: fail}
pipeline: {approval: autonomous, concurrency: 4, on_exhausted: stop})");
  CHECK(read.verify.policy.default_timeout == 30min);
  REQUIRE(read.verify.manifest.commands.size() == 2);
  CHECK(read.verify.manifest.commands[0].command == "cmake --build build");
  CHECK(read.verify.manifest.commands[0].mutates_workspace);
  CHECK(read.verify.manifest.commands[1].must_be_effective);
  REQUIRE(read.agents.size() == 3);
  CHECK(read.agents[0].role == "executor");
  CHECK(read.agents[0].command.size() == 5);
  CHECK(read.agents[0].dialect == core::Dialect::claude);
  CHECK(read.agents[0].timeout == Millis{45min});
  CHECK(read.agents[1].command.back() == "-");
  CHECK(read.agents[2].role == "*");
  CHECK(read.agents[2].use == "executor");
  CHECK(read.budgets.run.launches == 200);
  CHECK(read.budgets.run.wall == Millis{12h});
  CHECK(read.budgets.run.tokens == 20'000'000);
  CHECK(read.budgets.run.micro_usd == 50'000'000);
  CHECK(read.budgets.unknown_cost == core::UnknownCost::count_tokens);
  CHECK(read.pipeline.approval == core::Approval::autonomous);
}

TEST_CASE("config: every other key is read") {
  const Config read = good(R"(verify:
  cwd: sub
  flaky_retry_limit: 0
  stop_after_failed_stage: true
  flaky: fail
  env: {CI: true, N: 3, EMPTY: "", LANG: no}
  pass_env: [SSH_AUTH_SOCK]
  commands:
    - id: 7
      command: |
        make
        make test
      timeout: 1500ms
      report: out/junit.xml
      env: {A: 1.50}
      retry_on: ["lock held"]
    - {id: b, command: "no", timeout_seconds: 90, required: false}
agents:
  qa: {preset: gemini, stall: 5m, max_turns: 40, prompt: p.md, cwd: sub, env: {K: v}}
  judge: {use: qa, dialect: text}
budgets:
  tokens: 500k
  usd: 0.25
  per_day: {launches: 5, tokens: 1.5M, wall: 90, usd: 10.000001}
loop: {max_group: 3, review: false, same_failure_limit: 4, allow_fewer_tests: true, proof: require, ci_wait: 5s,
       max_ci_cycles: 11, max_ci_failures: 12, max_pull_request_time: 1h, max_global_iterations: 7, recovery_mode: true, jobs: 2, review_on_silence: pass, review_every: 9,
       max_review_iterations: 1, max_fix_tasks_per_original: 4, max_fix_task_depth: 5,
       max_modifications_per_task: 6, max_modification_depth: 8}
pipeline: {definition: mine.yaml, on_exhausted: proceed, proof: tell}
goals: {judges: [judge]})");
  const core::verify::Manifest& manifest = read.verify.manifest;
  CHECK(manifest.cwd == "sub");
  CHECK(manifest.flaky_retry_limit == 0);
  CHECK(read.verify.policy.stop_after_failed_stage);
  CHECK(read.verify.policy.flaky == core::verify::FlakyPolicy::fail);
  using Env = std::vector<std::pair<std::string, std::string>>;
  CHECK(read.verify.env == Env{{"CI", "true"}, {"N", "3"}, {"EMPTY", ""}, {"LANG", "no"}});
  CHECK(read.verify.pass_env == std::vector<std::string>{"SSH_AUTH_SOCK"});
  REQUIRE(manifest.commands.size() == 2);
  CHECK(manifest.commands[0].id == "7");
  CHECK(manifest.commands[0].command == "make\nmake test\n");
  CHECK(manifest.commands[0].timeout == 1500ms);
  REQUIRE(manifest.commands[0].extras);
  CHECK(manifest.commands[0].extras->report == "out/junit.xml");
  CHECK(manifest.commands[0].extras->env == Env{{"A", "1.50"}});
  CHECK(manifest.commands[0].extras->retry_on == std::vector<std::string>{"lock held"});
  CHECK(manifest.commands[1].command == "no");
  CHECK(manifest.commands[1].timeout == 90s);
  const core::AgentSpec& qa = read.agents[0];
  CHECK(qa.preset == "gemini");
  CHECK_FALSE(qa.dialect);
  CHECK(qa.stall == Millis{5min});
  CHECK(qa.max_turns == 40);
  CHECK(qa.prompt == "p.md");
  CHECK(qa.cwd == "sub");
  CHECK(qa.env == Env{{"K", "v"}});
  CHECK(read.agents[1].dialect == core::Dialect::text);
  CHECK(read.budgets.run.tokens == 500'000);
  CHECK(read.budgets.run.micro_usd == 250'000);
  CHECK(read.budgets.per_day.launches == 5);
  CHECK(read.budgets.per_day.tokens == 1'500'000);
  CHECK(read.budgets.per_day.wall == Millis{90s});
  CHECK(read.budgets.per_day.micro_usd == 10'000'001);
  core::LoopSettings loop;
  loop.max_global_iterations = 7;
  loop.recovery_mode = true;
  loop.max_fix_tasks_per_original = 4;
  loop.max_fix_task_depth = 5;
  loop.max_modifications_per_task = 6;
  loop.max_modification_depth = 8;
  loop.jobs = 2;
  loop.review_every = 9;
  loop.max_review_iterations = 1;
  loop.review_on_silence = core::OnSilence::pass;
  loop.max_group = 3;
  loop.review = false;
  loop.same_failure_limit = 4;
  loop.allow_fewer_tests = true;
  loop.proof = core::work::ProofDemand::require;
  loop.ci_wait = 5s;
  loop.max_ci_cycles = 11;
  loop.max_ci_failures = 12;
  loop.max_pull_request_time = 1h;
  CHECK(read.loop == loop);
  CHECK(read.pipeline.definition == "mine.yaml");
  CHECK(read.pipeline.on_exhausted == core::OnExhausted::proceed);
  CHECK(read.pipeline.proof == core::work::ProofDemand::tell);
  CHECK(read.goals.judges == std::vector<std::string>{"judge"});
}

TEST_CASE("config: the least that is a configuration is its version, and then all is default") {
  CHECK(good("") == Config{});
  CHECK(good("verify: {}") == Config{});
  CHECK(read_config("c", "\xEF\xBB\xBFversion: 1\n").problems.empty());
  CHECK(read_config("c", "# a comment\r\nversion: 1\r\n").problems.empty());
  CHECK(read_config("c", "---\nversion: 1\n...\n").problems.empty());
}

TEST_CASE("config: each problem has its message and line") {
  const std::string id_rule =
      " is not a valid id (letters, digits, '.', '_' and '-', at most 128, the first a letter or "
      "digit)\n";
  struct Row {
    std::string body;
    std::string want;  ///< behind "assay.yaml:"
  };
  const auto command = [](std::string_view keys) {
    return "verify:\n  commands:\n    - {id: a, command: x, " + std::string(keys) + "}";
  };
  const std::string c = "4: verify.commands[0].";
  const Row rows[] = {
      {"verfiy: {}", "2: unknown key 'verfiy' (did you mean 'verify'?)\n"},
      {"7: 8",
       "2: unknown key '7' (known: version, verify, agents, budgets, prices, loop, pipeline, "
       "goals, workspace, isolation, executor, hook, notify, secrets, gates_from)\n"},
      {"verify: {}\nverify: {}", "3: duplicate key 'verify'\n"},
      {"[a, b]: 1", "2: a key must be a word\n"},
      {"verify:", "2: verify: has no value\n"},
      {"verify: 5", "2: verify: must be a map, not 5\n"},
      {"verify: [a]", "2: verify: must be a map, not a list\n"},
      {"verify: {cwd: ''}", "2: verify.cwd: must not be empty\n"},
      {"verify: {cwd: [a]}", "2: verify.cwd: must be a string, not a list\n"},
      {"verify: {cwd: ~}", "2: verify.cwd: has no value\n"},
      {"verify: {run_id: x}",
       "2: unknown key 'run_id' (known: cwd, flaky_retry_limit, default_timeout, "
       "stop_after_failed_stage, flaky, may_change, reuse, base, known_failures, protected, env, "
       "pass_env, "
       "tests, commands)\n"},
      {"verify: {flaky_retry_limit: 11}",
       "2: verify.flaky_retry_limit: must be between 0 and 10, not 11\n"},
      {"verify: {flaky_retry_limit: 01}",
       "2: verify.flaky_retry_limit: must be an integer, not the text '01'\n"},
      {"verify: {flaky_retry_limit: '1'}",
       "2: verify.flaky_retry_limit: must be an integer, not the text '1'\n"},
      {"verify: {flaky_retry_limit: 1.5}",
       "2: verify.flaky_retry_limit: must be an integer, not 1.5\n"},
      {"verify: {default_timeout: soon}",
       "2: verify.default_timeout: 'soon' is not a duration like 90s or 30m\n"},
      {"verify: {default_timeout: 0s}", "2: verify.default_timeout: must be more than nothing\n"},
      {"verify: {default_timeout: -5s}",
       "2: verify.default_timeout: '-5s' is not a duration like 90s or 30m\n"},
      {"verify: {default_timeout: [1]}",
       "2: verify.default_timeout: must be a duration like 90s or 30m, not a list\n"},
      {"verify: {stop_after_failed_stage: yes}",
       "2: verify.stop_after_failed_stage: must be true or false, not the text 'yes' (only the "
       "words true and "
       "false count)\n"},
      {"verify: {stop_after_failed_stage: True}",
       "2: verify.stop_after_failed_stage: must be true or false, not the text 'True' (only the "
       "words true and "
       "false count)\n"},
      {"verify: {stop_after_failed_stage: 'true'}",
       "2: verify.stop_after_failed_stage: must be true or false, not the text 'true'\n"},
      {"verify: {stop_after_failed_stage: 1}",
       "2: verify.stop_after_failed_stage: must be true or false, not 1\n"},
      {"verify: {flaky: faill}",
       "2: verify.flaky: 'faill' is not one of pass, fail (did you mean 'fail'?)\n"},
      {"verify: {env: [A]}", "2: verify.env: must be a map, not a list\n"},
      {"verify: {env: {1A: x}}",
       "2: verify.env: '1A' is not a name for an environment variable (letters, digits and '_', no "
       "digit "
       "first)\n"},
      {"verify: {env: {A: ~}}", "2: verify.env: must be a string, not null\n"},
      {"verify: {env: {A: x, A: y}}", "2: duplicate key 'A'\n"},
      {"verify: {pass_env: HOME}", "2: verify.pass_env: must be a list, not the text 'HOME'\n"},
      {"verify: {pass_env: [HOME, 'A B']}",
       "2: verify.pass_env[1]: 'A B' is not a name for an environment variable (letters, digits "
       "and '_', no "
       "digit first)\n"},
      {"verify: {commands: []}", "2: verify.commands: must not be empty\n"},
      {"verify: {commands: {a: b}}", "2: verify.commands: must be a list, not a map\n"},
      {"verify:\n  commands:\n    - 5", "4: verify.commands[0]: must be a map, not 5\n"},
      {"verify:\n  commands:\n    - {stage: 1}",
       "4: verify.commands[0]: missing key 'id'\nassay.yaml:4: verify.commands[0]: missing key "
       "'command'\n"},
      {"verify:\n  commands:\n    - {id: a, command: x}\n    - command: y\n      id: a",
       "6: verify.commands[1].id: duplicate id 'a', first used on line 4 by commands[0]\n"},
      {"verify:\n  commands:\n    - {id: a b, command: x}",
       "4: verify.commands[0].id: 'a b'" + id_rule},
      {"verify:\n  commands:\n    - {id: a, command: ' '}",
       "4: verify.commands[0].command: must not be empty\n"},
      {"verify:\n  commands:\n    - {id: a, command: }",
       "4: verify.commands[0].command: has no value\n"},
      {command("paralell_safe: true"),
       "4: unknown key 'paralell_safe' (did you mean 'parallel_safe'?)\n"},
      {command("parallel_safe: on"),
       c + "parallel_safe: must be true or false, not the text 'on' (only the "
           "words true and false count)\n"},
      {command("id: b"), "4: duplicate key 'id'\n"},
      {command("stage: first"), c + "stage: must be an integer, not the text 'first'\n"},
      {command("stage: 99999999999999999999"),
       c + "stage: must be between -2147483648 and 2147483647, not 99999999999999999999\n"},
      {command("gate_type: tests"), c + "gate_type: 'tests' is not one of test, typecheck, lint, "
                                        "build, format, custom (did you mean "
                                        "'test'?)\n"},
      {command("timeout: 5 parsecs"),
       c + "timeout: '5 parsecs' is not a duration like 90s or 30m\n"},
      {command("timeout: 9m, timeout_seconds: 5"),
       "4: verify.commands[0]: has both 'timeout' and 'timeout_seconds'; keep one\n"},
      {command("timeout_seconds: 0"),
       c + "timeout_seconds: must be between 1 and 31536000, not 0\n"},
      {command("report: ../x"), c + "report: '../x' leaves the directory it is relative to\n"},
      {command("env: 5"), c + "env: must be names with values, not 5\n"},
      {command("env: {A-B: 5}"), c + "env: 'A-B' is not a name for an environment variable "
                                     "(letters, digits and '_', no digit first)\n"},
      {command("retry_on: ['[']"), c + "retry_on[0]: pattern `[`: missing ]: [\n"},
      {"agents: []", "2: agents: must be a map, not a list\n"},
      {"agents: {'a b': {preset: pi}}",
       "2: agents: 'a b' is not a role (a name, or '*' for all others)\n"},
      {"agents: {x: {}}", "2: agents.x: needs one of 'command', 'preset' or 'use'\n"},
      {"agents: {x: claude}", "2: agents.x: must be a map, not the text 'claude'\n"},
      {"agents: {x: {preset: pi, command: [pi]}}",
       "2: agents.x: has both 'command' and 'preset'; keep one\n"},
      {"agents: {x: {preset: claud}}",
       "2: agents.x.preset: 'claud' is not one of claude, codex, gemini, opencode, qwen, pi, "
       "cline, continue "
       "(did you mean 'claude'?)\n"},
      {"agents: {x: {command: claude -p}}",
       "2: agents.x.command: must be a list, not the text 'claude -p'\n"},
      {"agents: {x: {command: []}}", "2: agents.x.command: must not be empty\n"},
      {"agents: {x: {command: [a, [b]]}}",
       "2: agents.x.command[1]: must be a string, not a list\n"},
      {"agents: {x: {command: [a], dialect: xml}}",
       "2: agents.x.dialect: 'xml' is not one of text, claude, codex, gemini, opencode, qwen, pi, "
       "cline, "
       "continue, acp\n"},
      {"agents: {x: {command: [a], permissions: [{kind: edits, decision: allow}]}}",
       "2: agents.x.permissions[0].kind: 'edits' is not one of any, read, edit, delete, move, "
       "search, execute, think, fetch, switch_mode, other (did you mean 'edit'?)\n"},
      {"agents: {x: {command: [a], permissions: [{path: x}]}}",
       "2: agents.x.permissions[0]: missing key 'decision'\n"},
      {"notify: {url: http://x}", "2: notify: must be a list, not a map\n"},
      {"notify: [{}]", "2: notify[0]: needs one of 'command' or 'url'\n"},
      {"notify: [{url: http://x, command: [a]}]",
       "2: notify[0]: has both 'command' and 'url'; keep one\n"},
      {"notify: [{url: \"https://me:pass@hooks.example.com/x\"}]",
       "2: notify[0].url: must not hold a login, which journals would keep: name a variable, "
       "${NAME}\n"},
      {"secrets: [A-B]",
       "2: secrets: 'A-B' is not a name for an environment variable (letters, digits and '_', no "
       "digit first)\n"},
      {"notify: [{url: ftp://x}]",
       "2: notify[0].url: must begin with http:// or https://, without blanks\n"},
      {"notify: [{command: [a], secret_env: 1a}]",
       "2: notify[0].secret_env: '1a' is not a name for an environment variable (letters, digits "
       "and '_', no digit first)\n"},
      {"agents: {x: {preset: pi, max_turns: 0}}",
       "2: agents.x.max_turns: must be between 1 and 100000, not 0\n"},
      {"agents: {x: {preset: pi, cwd: /tmp}}", "2: agents.x.cwd: '/tmp' must be a relative path\n"},
      {"agents: {x: {preset: pi, timout: 5m}}",
       "2: unknown key 'timout' (did you mean 'timeout'?)\n"},
      {"agents:\n  exec: {preset: pi}\n  x: {use: exce}",
       "4: agents.x.use: no agent has the role 'exce' (did you mean 'exec'?)\n"},
      {"agents:\n  a: {use: b}\n  b: {use: a}",
       "3: agents.a.use: 'b' leads back to itself\nassay.yaml:4: agents.b.use: 'a' leads back to "
       "itself\n"},
      {"budgets: {launches: 0}", "2: budgets.launches: must be between 1 and 1000000, not 0\n"},
      {"budgets: {tokens: many}",
       "2: budgets.tokens: 'many' is not a number like 500k, 20M or 12000\n"},
      {"budgets: {tokens: 1.5}",
       "2: budgets.tokens: '1.5' is not a number like 500k, 20M or 12000\n"},
      {"budgets: {tokens: 99999999999999999999M}",
       "2: budgets.tokens: '99999999999999999999M' is not a number like 500k, 20M or 12000\n"},
      {"budgets: {tokens: M}", "2: budgets.tokens: 'M' is not a number like 500k, 20M or 12000\n"},
      {"budgets: {tokens: 0k}",
       "2: budgets.tokens: must be more than nothing (leave it out for no limit)\n"},
      {"budgets: {usd: '50'}",
       "2: budgets.usd: must be an amount like 50 or 0.25, not the text '50'\n"},
      {"budgets: {usd: 0.0000001}",
       "2: budgets.usd: '0.0000001' is not an amount like 50 or 0.25\n"},
      {"budgets: {usd: -1}", "2: budgets.usd: '-1' is not an amount like 50 or 0.25\n"},
      {"budgets: {usd: 0}",
       "2: budgets.usd: must be more than nothing (leave it out for no limit)\n"},
      {"budgets: {unknown_cost: zero}",
       "2: budgets.unknown_cost: 'zero' is not one of refuse, count_tokens, ignore\n"},
      {"budgets: {per_day: {usd: 1, per_day: 2}}",
       "2: unknown key 'per_day' (known: launches, wall, tokens, usd)\n"},
      {"loop: {max_task_iteration: 5}",
       "2: unknown key 'max_task_iteration' (did you mean 'max_task_iterations'?)\n"},
      {"loop: {max_task_iterations: 0}",
       "2: loop.max_task_iterations: must be between 1 and 1000, not 0\n"},
      {"loop: {review_on_silence: approve}",
       "2: loop.review_on_silence: 'approve' is not one of fail, pass\n"},
      {"loop: {recovery_mode: off}",
       "2: loop.recovery_mode: must be true or false, not the text 'off' (only the words true and "
       "false "
       "count)\n"},
      {"pipeline: {approval: auto}",
       "2: pipeline.approval: 'auto' is not one of interactive, autonomous\n"},
      {"pipeline: {concurrency: none}",
       "2: pipeline.concurrency: must be an integer, not the text 'none'\n"},
      {"pipeline: {on_exhausted: continue}",
       "2: pipeline.on_exhausted: 'continue' is not one of stop, proceed\n"},
      {"goals: {judges: [nobody]}", "2: goals.judges: no agent has the role 'nobody'\n"},
      {"goals: {judge: a}", "2: unknown key 'judge' (did you mean 'judges'?)\n"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.body);
    CHECK(config_problems(config(row.body)) == "assay.yaml:" + row.want);
  }
}

TEST_CASE("config: the version must be there and known") {
  CHECK(config_problems("") == "assay.yaml:1: is empty (write 'version: 1')\n");
  CHECK(config_problems("# nothing\n") == "assay.yaml:1: is empty (write 'version: 1')\n");
  CHECK(config_problems("verify: {}\n") ==
        "assay.yaml:1: missing key 'version' (write 'version: 1')\n");
  CHECK(config_problems("version: 2\n") == "assay.yaml:1: version: must be 1, not 2\n");
  CHECK(config_problems("version: '1'\n") ==
        "assay.yaml:1: version: must be 1, not the text '1'\n");
  CHECK(config_problems("version:\n") == "assay.yaml:1: version: has no value\n");
  CHECK(config_problems("- version\n") == "assay.yaml:1: must be a map, not a list\n");
  CHECK(config_problems("version\n") == "assay.yaml:1: must be a map, not the text 'version'\n");
}

TEST_CASE("config: all problems are listed, by line") {
  CHECK(config_problems(
            "loop: {jobs: x}\nversion: 3\nverify:\n  flakey: pass\n  commands:\n    - {id: a}\n") ==
        "assay.yaml:1: loop.jobs: must be an integer, not the text 'x'\n"
        "assay.yaml:2: version: must be 1, not 3\n"
        "assay.yaml:4: unknown key 'flakey' (did you mean 'flaky'?)\n"
        "assay.yaml:6: verify.commands[0]: missing key 'command'\n");
}

TEST_CASE("config: what yaml-cpp lets pass is refused") {
  struct Row {
    std::string text;
    const char* want;
  };
  const Row rows[] = {
      {"version: 1\nverify: {cwd: \"open}\n", "2: unterminated quote"},
      {"version: 1\nverify: {cwd: 'it''s}\n", nullptr},
      {"version: 1\npipeline:\n  definition: \"a \\\" b\n", "3: unterminated quote"},
      {std::string("version: 1\n\x04loop: {bad: 1}\n"), "2: a control character (byte 0x04)"},
      {std::string("version: 1\n# \0\n", 14), "2: a control character (byte 0x00)"},
      {"version: 1\n# \x1b[31m\n", "2: a control character (byte 0x1b)"},
      {"version: 1\n\n# \xFF\n", "3: invalid UTF-8 (byte 0xff)"},
      {std::string("\xFF\xFEv\0", 4), "1: invalid UTF-8 (byte 0xff)"},
      {"version: 1\n---\nversion: 1\n", "2: more than one document; assay reads one"},
      {"version: !!int 1\n", "1: tags like 'tag:yaml.org,2002:int' are not supported"},
      {"version: 1\nverify: !!map {}\n", "2: tags like 'tag:yaml.org,2002:map' are not supported"},
      {"version: 1\nverify: !include x\n", "2: tags like '!include' are not supported"},
      {"version: 1\nloop: *nobody\n", "2: not YAML: the referenced anchor is not defined"},
      {"version: 1\nloop: &a {x: *a}\n", "2: an alias to something that is not complete"},
      {"version: 1\n  bad: indent\n", nullptr},
      {"version: [1\n", nullptr},
      {"version: {1\n", nullptr},
      {"a: b: c\n", nullptr},
      {"\tversion: 1\n", nullptr},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    const std::string problems = config_problems(row.text);
    CHECK(problems != "");
    if (row.want != nullptr) CHECK(problems == "assay.yaml:" + std::string(row.want) + "\n");
  }
}

TEST_CASE("config: an anchor may be used again, within reason") {
  const Config read =
      good("verify:\n  env: &shared {A: x}\n  commands:\n    - {id: a, command: x, env: *shared}");
  REQUIRE(read.verify.manifest.commands.size() == 1);
  REQUIRE(read.verify.manifest.commands[0].extras);
  CHECK(read.verify.manifest.commands[0].extras->env == read.verify.env);

  std::string bomb = "version: 1\na0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 30; ++i) {
    const std::string before = "*a" + std::to_string(i - 1);
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + before;
    for (int j = 0; j < 9; ++j) bomb += ", " + before;
    bomb += "]\n";
  }
  CHECK(config_problems(bomb) == "assay.yaml:5: anchors and aliases expand to too much\n");
}

TEST_CASE("config: no text is too deep, too long or too slow") {
  const std::size_t much = std::size_t{1} << 20;
  const std::string pieces[] = {"[",   "{",      "- ",   "? ",    "a: ",   "[a: ", "{a: ", "{? ",
                                "&a ", "!a ",    "*a ",  "[,",    "\"",    "'",    "|",    ">",
                                "-\n", "?\n:\n", "a:\n", "- a\n", "---\n", "%A\n", "#\n",  "[]",
                                "{}",  "\r",     " ",    "]",     ":",     "a, ",  "'' "};
  for (const std::string& piece : pieces) {
    CAPTURE(piece);
    const std::clock_t begin = std::clock();
    const ConfigReading reading = read_config("a", repeated(piece, much / piece.size() / 4));
    CHECK_FALSE(reading.problems.empty());
    CHECK(reading.problems.size() <= 101);
    CHECK(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC < 10);
  }
  CHECK(config_problems("version: 1\nx: " + repeated("[", 33) + repeated("]", 33)) ==
        "assay.yaml:2: nested more than 32 deep\n");
  CHECK(config_problems("version: 1\nx: " + repeated("[", 31) + repeated("]", 31)) ==
        "assay.yaml:2: unknown key 'x' (known: version, verify, agents, budgets, prices, loop, "
        "pipeline, goals, workspace, isolation, executor, hook, notify, secrets, "
        "gates_from)\n");
  CHECK(config_problems("version: 1\n#" + std::string(std::size_t{4} << 20, 'x')) ==
        "assay.yaml:1: larger than 4 MiB\n");
  CHECK(shown(read_config("a", "version: 1\n" + repeated("[", 100'000)).problems).find("deep") !=
        std::string::npos);
}

TEST_CASE("config: after a hundred problems only their number is told") {
  std::string text = "version: 1\nverify:\n  commands:\n";
  for (int i = 0; i < 300; ++i)
    text += "    - {id: a" + std::to_string(i) + ", command: x, bad: 1}\n";
  const std::vector<Problem> problems = read_config("assay.yaml", text).problems;
  REQUIRE(problems.size() == 101);
  CHECK(
      problems[0] ==
      Problem{
          "assay.yaml:4",
          "unknown key 'bad' (known: id, command, stage, gate_type, "
          "parallel_safe, mutates_workspace, required, must_be_effective, "
          "timeout_seconds, allow_zero_tests, report, env, retry_on, inputs, resources, timeout)"});
  CHECK(problems[100] == Problem{"assay.yaml", "and 200 more problems"});
}

TEST_CASE("yaml: types are those of YAML 1.2, and quotes make text") {
  struct Row {
    const char* text;
    Given::Kind want;
  };
  using Kind = Given::Kind;
  const Row rows[] = {{"true", Kind::boolean},
                      {"false", Kind::boolean},
                      {"yes", Kind::text},
                      {"True", Kind::text},
                      {"7", Kind::integer},
                      {"-7", Kind::integer},
                      {"+7", Kind::integer},
                      {"007", Kind::text},
                      {"0", Kind::integer},
                      {"0x1F", Kind::text},
                      {"1_000", Kind::text},
                      {"1.5", Kind::real},
                      {"-0.5", Kind::real},
                      {"1.", Kind::text},
                      {".5", Kind::text},
                      {"1e3", Kind::text},
                      {"'7'", Kind::text},
                      {"\"true\"", Kind::text},
                      {"~", Kind::null},
                      {"null", Kind::null},
                      {"'null'", Kind::text},
                      {"[a]", Kind::list},
                      {"{a: b}", Kind::object},
                      {"1:30", Kind::text},
                      {"99999999999999999999", Kind::real}};
  for (const Row& row : rows) {
    CAPTURE(row.text);
    const YamlReading reading = read_yaml(std::string("k: ") + row.text);
    CHECK(reading.faults.empty());
    REQUIRE(reading.root.items.size() == 2);
    CHECK(given_by(reading.root.items[1]).kind == row.want);
  }
}

TEST_CASE("config: isolation says who sees and reaches what") {
  const core::Isolation read =
      good(
          "isolation: {agents: none, gates: sealed, network: {agents: loopback, gates: off}, "
          "write: [~/.cache, build], hide: [/srv/keys]}")
          .isolation;
  CHECK(read.agents == core::AgentIsolation::none);
  CHECK(read.gates == core::GateIsolation::sealed);
  CHECK(read.network == core::Networks{core::Network::loopback, core::Network::off});
  CHECK(read.write == std::vector<std::string>{"~/.cache", "build"});
  CHECK(read.hide == std::vector<std::string>{"/srv/keys"});
  CHECK(good("verify: {}").isolation == core::Isolation{});
  CHECK(good("verify: {}").isolation.system == core::SystemFolders::read_only);
  CHECK(good("isolation: {system: writable}").isolation.system == core::SystemFolders::writable);
  CHECK(config_problems(config("isolation: {system: none}")) != "");
  CHECK(config_problems(config("isolation: {agents: sealed}")) != "");
  CHECK(config_problems(config("isolation: {gates: open}")) != "");
  CHECK(config_problems(config("isolation: {network: off}")) != "");
  CHECK(config_problems(config("isolation: {hide: ['']}")) != "");
  CHECK(config_problems(config("isolation: {see: [/x]}")) != "");
}

TEST_CASE("config: where runs are kept is the user's to say, and never the workspace's") {
  const auto user =
      read_user_config("config.yaml", config("store: postgresql://h/d\nteam_keys: [ab, cd]"));
  CHECK(user.problems.empty());
  CHECK(user.config.store == "postgresql://h/d");
  CHECK(user.config.team_keys == std::vector<std::string>{"ab", "cd"});
  const auto workspace = read_config("assay.yaml", config("store: postgresql://h/d"));
  REQUIRE(workspace.problems.size() == 1);
  CHECK(workspace.problems[0].where == "assay.yaml:2: store");
  CHECK(workspace.problems[0].what.find("config.yaml") != std::string::npos);
}

TEST_CASE("config: a user's own file has what is his to say, and nothing else") {
  const auto read = read_user_config("config.yaml", config("isolation: {gates: none}"));
  CHECK(shown(read.problems) == "");
  REQUIRE(read.config.isolation.has_value());
  CHECK(read.config.isolation->gates == core::GateIsolation::none);
  CHECK(read_user_config("config.yaml", "version: 1\n").config == UserConfig{});
  CHECK(!read_user_config("config.yaml", config("verify: {}")).problems.empty());
  const auto more =
      read_user_config("config.yaml", config("gates_from: origin/main\nsecrets: [MY_TOKEN]"));
  REQUIRE(more.problems.empty());
  CHECK(more.config.gates_from == "origin/main");
  CHECK(more.config.secrets == std::vector<std::string>{"MY_TOKEN"});
  CHECK(!read_user_config("config.yaml", config("gates_from: ''")).problems.empty());
  CHECK(!read_user_config("config.yaml", config("isolation: {gates: closed}")).problems.empty());
}
