// SPDX-License-Identifier: MIT
// IMPL task files: the whole schema, errors with their place, and the graph of dependencies.
#include "core/goals/task.h"

#include "core/goals/check.h"
#include "format/goals/document.h"
#include "format/goals/impl_task.h"
#include "format/goals/summary.h"
#include "support/json_schema.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <string>
#include <vector>

using namespace assay;
using namespace assay::core::goals;
using namespace assay::format;

namespace {

const std::string full =
    R"({"id":"IMPL-101","title":"Add retry budget","description":"Bound retries.",
 "type":"feature","priority":"high","effort":"small","action":"Add","scope":["src"],"parallel_group":1,
 "depends_on":["IMPL-100"],"x_team":{"a":[1,2.5,null,"é"]},
 "files":[{"path":"src/fetch.c","action":"modify","target":"fetch_once","change":"loop"},
          {"path":"src/budget.h","action":"create","conflict_risk":"low","changes":["x"]},
          {"path":"src/old.c","action":"delete"},{"path":"src/plain.c"}],
 "implementation":["declare",{"step":"3","description":"t","tdd_phase":"red","test_fix_cycle":{"max_iterations":3}}],
 "test":{"commands":["make test"],"coverage_target":80},
 "convergence":{"criteria":["src/budget.h declares BUDGET_MAX","tests pass",
    {"type":"pattern","pattern":"BUDGET_[A-Z]+","paths":["src/**/*.h","src/x/"],"min":2,"max":9},
    {"type":"json","path":"package.json","pointer":"/a/b","equals":{"x":[1]},"description":"a is b"}],
   "verification":"make -s test","definition_of_done":"at most three attempts"},
 "risks":[{"description":"d","probability":"Low","impact":"High"}],
 "meta":{"agent":"@x","execution_config":{"method":"cli","cli_tool":"codex","enable_resume":true}},
 "commit":{"type":"feat","scope":"fetch"},"status":"completed","result":{"success":true,"convergence_verified":[true]}})";

std::string minimal(const std::string& more = "", const std::string& criteria = "[\"a b c\"]") {
  return R"({"id":"T-1","title":"t","description":"d","depends_on":[],"convergence":{"criteria":)" +
         criteria + "}" + more + "}";
}

std::string first_problem(const std::string& text) {
  const ImplTaskReading reading = read_impl_task("IMPL-1.json", text);
  if (reading.problems.empty()) return "";
  return reading.problems.front().where + ": " + reading.problems.front().what;
}

Task task_after(std::string id, std::vector<std::string> needs) {
  Task made;
  made.source = id + ".json";
  made.id = std::move(id);
  made.depends_on = std::move(needs);
  return made;
}

}  // namespace

TEST_CASE("impl: everything the engine uses is read, and what it does not know is kept") {
  const ImplTaskReading reading = read_impl_task("phase-1/.task/IMPL-101.json", full);
  for (const Problem& problem : reading.problems) MESSAGE(problem.where << ": " << problem.what);
  REQUIRE(reading.problems.empty());
  const Task& read = reading.task;
  CHECK(read.source == "phase-1/.task/IMPL-101.json");
  CHECK(read.id == "IMPL-101");
  CHECK(read.depends_on == std::vector<std::string>{"IMPL-100"});
  REQUIRE(read.files.size() == 4);
  CHECK(read.files[1] == FileGoal{"src/budget.h", FileAction::create});
  CHECK(read.files[2].action == FileAction::remove);
  CHECK(read.files[3].action == FileAction::modify);
  CHECK(read.verification == "make -s test");
  CHECK(read.test_commands == std::vector<std::string>{"make test"});
  CHECK(read.status == "completed");
  REQUIRE(read.criteria.size() == 4);
  CHECK(read.criteria[1].forms == std::vector<Form>{Command{"make test", 0, true, {}}});
  CHECK(read.criteria[2].forms ==
        std::vector<Form>{Pattern{"BUDGET_[A-Z]+", {"src/**/*.h", "src/x/**"}, 2, 9}});
  CHECK(read.criteria[3].forms ==
        std::vector<Form>{Value{Notation::json, "package.json", "/a/b", R"({"x":[1]})"}});
  CHECK(read.criteria[3].text == "a is b");
  REQUIRE(read.others.size() == 1);
  CHECK(read.others[0].first == "x_team");
  CHECK(read.others[0].second == R"({"a":[1,2.5,null,"é"]})");
}

TEST_CASE("impl: every error names line and JSON pointer") {
  struct Row {
    std::string text;
    std::string want;
  };
  const Row rows[] = {
      {"", "IMPL-1.json:1: the document ends too early"},
      {"[]", "IMPL-1.json:1: /: must be an object, not a list"},
      {"{}", "IMPL-1.json:1: /: 'id' is missing"},
      {minimal(",\n\"files\":[{\"path\":\"a\",\"acton\":\"create\"}]"),
       "IMPL-1.json:2: /files/0/acton: unknown key 'acton' (did you mean 'action'?)"},
      {minimal(",\"files\":[{\"action\":\"create\"}]"),
       "IMPL-1.json:1: /files/0: 'path' is missing"},
      {minimal(",\"files\":[{\"path\":\"a\",\"action\":\"Create\"}]"),
       "IMPL-1.json:1: /files/0/action: 'Create' is not one of modify, create, delete (did you "
       "mean "
       "'create'?)"},
      {minimal(",\"files\":[{\"path\":\"../a\"}]"),
       "IMPL-1.json:1: /files/0/path: must not lead out of the workspace"},
      {minimal(",\"priority\":\"urgent\""),
       "IMPL-1.json:1: /priority: 'urgent' is not one of critical, high, medium, low"},
      {minimal(",\"a/b~c\":1,\"test\":{\"commands\":[1]}"),
       "IMPL-1.json:1: /test/commands/0: must be a string, not an integer"},
      {minimal(",\"test\":{\"coverage_target\":1e999}"),
       "IMPL-1.json:1: /test/coverage_target: must be from 0 to 100"},
      {minimal("", "[]"), "IMPL-1.json:1: /convergence/criteria: must have at least one criterion"},
      {minimal("", "[\" \"]"), "IMPL-1.json:1: /convergence/criteria/0: must not be empty"},
      {minimal("", "[7]"),
       "IMPL-1.json:1: /convergence/criteria/0: must be a string or an object, not an integer"},
      {minimal("", R"([{"type":"patern","pattern":"a"}])"),
       "IMPL-1.json:1: /convergence/criteria/0/type: 'patern' is not one of file, file_absent, "
       "pattern, command, json, yaml, semantic (did you mean 'pattern'?)"},
      {minimal("", R"([{"type":"pattern","pattern":"a("}])"),
       "IMPL-1.json:1: /convergence/criteria/0/pattern: is not a pattern RE2 can read: missing ): "
       "a("},
      {minimal("", R"([{"type":"pattern","pattern":"a","min":0}])"),
       "IMPL-1.json:1: /convergence/criteria/0/min: 0 without a max asks for nothing"},
      {minimal("", R"([{"type":"pattern","pattern":"a","min":3,"max":2}])"),
       "IMPL-1.json:1: /convergence/criteria/0/max: must not be below min"},
      {minimal("", R"([{"type":"file","path":"a","min":3}])"),
       "IMPL-1.json:1: /convergence/criteria/0/min: unknown key 'min' (known: type, description, "
       "path, non_empty)"},
      {minimal("", R"([{"type":"command","command":"x","expect_exit":-1}])"),
       "IMPL-1.json:1: /convergence/criteria/0/expect_exit: must be a whole number from 0 to 255"},
      {minimal("", R"([{"type":"json","path":"a","pointer":"a/b"}])"),
       "IMPL-1.json:1: /convergence/criteria/0/pointer: must be empty or begin with a slash: "
       "/a/b/0"},
      {minimal(",\"id\":\"x\""), "IMPL-1.json:1: key 'id' is there twice"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(first_problem(row.text) == row.want);
  }
  CHECK(first_problem(minimal()) == "");
  std::string bad_id = minimal();
  bad_id.replace(bad_id.find("T-1"), 3, "../x");
  CHECK(first_problem(bad_id).find("/id: '../x' is not an id") != std::string::npos);
}

TEST_CASE("impl: hostile sizes are refused, not suffered") {
  CHECK(!first_problem(std::string(100'000, '[')).empty());
  CHECK(!first_problem(std::string(impl_task_bytes_max + 1, ' ')).empty());
  std::string many = "[";
  for (int i = 0; i < 10'001; ++i) many += i == 0 ? "\"a\"" : ",\"a\"";
  CHECK(first_problem(minimal("", many + "]")).find("more than 10000 criteria") !=
        std::string::npos);
  CHECK(first_problem(minimal("", "[\"" + std::string(20'000, 'a') + "\"]")).find("16 KiB") !=
        std::string::npos);
  const ImplTaskReading reading =
      read_impl_task("x", minimal(",\"regression\":[" + std::string(400'000, '1') + "]"));
  CHECK(reading.problems.empty());
}

TEST_CASE("impl: the published schema agrees") {
  const support::Schema schema("impl-task.schema.json");
  const auto accepts = [&schema](const std::string& document) {
    return schema.accepts(nlohmann::json::parse(document));
  };
  CHECK(accepts(full));
  CHECK(accepts(minimal()));
  for (const std::string& bad :
       {std::string("{}"), minimal(",\"files\":[{\"path\":\"a\",\"acton\":\"create\"}]"),
        minimal(",\"files\":[{\"action\":\"create\"}]"), minimal(",\"priority\":\"urgent\""),
        minimal(",\"test\":{\"commands\":[1]}"), minimal("", "[]"), minimal("", "[7]"),
        minimal(",\"test\":{\"coverage_target\":101}"),
        minimal(",\"risks\":[{\"impact\":\"low\"}]"),
        minimal("", R"([{"type":"patern","pattern":"a"}])"),
        minimal("", R"([{"type":"file","path":"a","min":3}])"),
        minimal("", R"([{"type":"command","command":"x","expect_exit":-1}])")}) {
    CAPTURE(bad);
    CHECK(!accepts(bad));
    CHECK(!first_problem(bad).empty());
  }
}

TEST_CASE("dependencies: cycles by their path, unknown ones, repeated ids") {
  using Tasks = std::vector<Task>;
  CHECK(dependency_problems(
            Tasks{task_after("a", {}), task_after("b", {"a"}), task_after("c", {"a", "b"})})
            .empty());
  CHECK(dependency_problems(
            Tasks{task_after("a", {"c"}), task_after("b", {"a"}), task_after("c", {"b"})}) ==
        std::vector<std::string>{"dependency cycle: a -> c -> b -> a"});
  CHECK(dependency_problems(Tasks{task_after("a", {"a"})}) ==
        std::vector<std::string>{"dependency cycle: a -> a"});
  CHECK(dependency_problems(Tasks{task_after("a", {"x"})}) ==
        std::vector<std::string>{"a.json: a depends on x, which is no task of this phase"});
  CHECK(dependency_problems(Tasks{task_after("a", {}), task_after("a", {})}) ==
        std::vector<std::string>{"a.json: id a is already taken by a.json"});
  Tasks chain;
  for (int i = 0; i < 50'000; ++i) {
    chain.push_back(task_after(std::to_string(i), {std::to_string((i + 1) % 50'000)}));
  }
  CHECK(dependency_problems(chain).size() == 1);
}

TEST_CASE("checks: one for each thing a task promises") {
  const std::vector<Task> tasks{read_impl_task("IMPL-101.json", full).task};
  const std::vector<Check> checks = checks_of(tasks);
  REQUIRE(checks.size() == 10);
  CHECK(checks[0].form == Form{FileExists{"src/fetch.c", false}});
  CHECK(checks[1].form == Form{FileExists{"src/budget.h", true, true}});
  CHECK(checks[1].item == "create src/budget.h");
  CHECK(checks[1].expected == "src/budget.h exists and is not empty");
  CHECK(checks[2].form == Form{FileAbsent{"src/old.c"}});
  CHECK(checks[4].type == "pattern");
  CHECK(checks[6].expected == "/BUDGET_[A-Z]+/ is found 2 to 9 times in src/**/*.h, src/x/**");
  CHECK(checks[7].expected == "/a/b in package.json is {\"x\":[1]}");
  CHECK(checks[8].type == "verification_command");
  CHECK(checks[9].type == "test_command");
  CHECK(checks[9].expected == "`make test` exits 0 and runs tests");
  for (const Check& check : checks) CHECK(unchecked(check).status != CheckStatus::ok);
}

TEST_CASE("values: JSON and YAML are compared by value") {
  struct Row {
    Notation notation;
    std::string text;
    std::string pointer;
    std::string equals;
    bool ok;
  };
  const Row rows[] = {
      {Notation::json, R"({"a":{"b":[1,"x"]}})", "/a/b/1", "\"x\"", true},
      {Notation::json, R"({"a":1.0})", "/a", "1", true},
      {Notation::json, R"({"a":"1"})", "/a", "1", false},
      {Notation::json, R"({"a":{"x":1,"y":2}})", "/a", R"({"y":2,"x":1})", true},
      {Notation::json, R"({"a":[1,2]})", "/a", "[2,1]", false},
      {Notation::json, R"({"a/b":{"~":true}})", "/a~1b/~0", "true", true},
      {Notation::json, R"({"a":[1,2]})", "/a/01", "2", false},
      {Notation::json, R"({"a":9007199254740993})", "/a", "9007199254740992", false},
      {Notation::json, R"([null])", "/0", "null", true},
      {Notation::json, R"({"a":1})", "", R"({"a":1})", true},
      {Notation::yaml, "a:\n  b: [1, x]\n", "/a/b/1", "\"x\"", true},
      {Notation::yaml, "a: 'true'\n", "/a", "true", false},
      {Notation::yaml, "a: true\n", "/a", "true", true},
      {Notation::yaml, "port: 8080\n", "/port", "8080", true},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    const ValueReading reading = look_up({row.notation, "f", row.pointer, row.equals}, row.text);
    CHECK(reading.fault == "");
    CHECK((reading.found && reading.equal) == row.ok);
  }
  CHECK(!look_up({Notation::json, "f", "/b", {}}, R"({"a":1})").found);
  CHECK(look_up({Notation::json, "f", "/a", {}}, R"({"a":null})").found);
  CHECK(!look_up({Notation::json, "f", "/a", {}}, R"({"a":1,"a":2})").fault.empty());
  CHECK(!look_up({Notation::json, "f", "/a", {}}, R"({"a":1} x)").fault.empty());
  CHECK(!look_up({Notation::yaml, "f", "/a", {}}, "a: !!binary x").fault.empty());
}

TEST_CASE("summary: the front matter names a task") {
  const auto good = read_task_summary(
      "summary-IMPL-101.md",
      "---\r\nphase: 1\r\ntask: IMPL-101\r\ntitle: \"x: y\"\r\nprovides: [IMPL-101]\r\naffects:\r\n"
      "  - src/a\r\nconvergence-met: pending\r\n---\r\n# Summary\n");
  REQUIRE(good);
  CHECK(good->task == "IMPL-101");
  CHECK(good->title == "x: y");
  CHECK(good->affects == std::vector<std::string>{"src/a"});
  CHECK(good->convergence_met == "pending");
  for (const std::string bad : {"", "# no front matter", "---\ntask: x\n", "---\n- a\n---\n",
                                "---\ntitle: x\n---\n", "---\ntask: [\n---\n"}) {
    CAPTURE(bad);
    CHECK(!read_task_summary("s.md", bad));
  }
}
