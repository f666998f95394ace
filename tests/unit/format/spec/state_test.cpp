// SPDX-License-Identifier: MIT
#include "format/spec/state.h"

#include "format/json/tree.h"
#include "unit/format/spec/support.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace assay;
using namespace assay::format;
using core::loop::StateFields;
using support::has;
using support::tree;

namespace {

StateFields sample() {
  StateFields fields;
  fields.name = "login";
  fields.base_path = "./specs/login";
  fields.task_index = 3;
  fields.total_tasks = 9;
  fields.task_iteration = 2;
  fields.global_iteration = 7;
  fields.recovery_mode = true;
  return fields;
}

std::string merged(std::string_view old) { return merge_spec_state(old, sample()); }

}  // namespace

TEST_CASE("state: what is missing has its default") {
  const auto read = read_spec_state("{}");
  REQUIRE(read.fields);
  CHECK(read.problem == "");
  CHECK(read.fields->task_index == 0);
  CHECK(read.fields->task_iteration == 1);
  CHECK(read.fields->max_task_iterations == 5);
  CHECK(read.fields->max_global_iterations == 100);
  CHECK(read.fields->max_fix_task_depth == 3);
  CHECK(read.fields->max_modification_depth == 2);
  CHECK_FALSE(read.fields->recovery_mode);
  CHECK_FALSE(read.fields->parallel_group);
}

TEST_CASE("state: every field is read") {
  const auto read = read_spec_state(R"({
    "source": "spec", "name": "login", "basePath": "./specs/login", "phase": "execution",
    "taskIndex": 4, "totalTasks": 11, "taskIteration": 3, "maxTaskIterations": 6,
    "globalIteration": 12, "maxGlobalIterations": 50, "recoveryMode": true,
    "maxFixTasksPerOriginal": 2, "maxFixTaskDepth": 1, "maxModificationsPerTask": 4,
    "maxModificationDepth": 3,
    "fixTaskMap": {"1.3": {"attempts": 2, "fixTaskIds": ["1.3.1", "1.3.2"], "lastError": "boom"}},
    "modificationMap": {"2.1": {"count": 1, "modifications":
      [{"id": "2.1.1", "type": "SPLIT_TASK", "reason": "too much"}]}},
    "parallelGroup": {"startIndex": 4, "endIndex": 6, "taskIndices": [4, 5, 6], "isParallel": true},
    "taskResults": {"4": {"status": "success"}, "5": {"status": "failed", "error": "no"}}})");
  REQUIRE_MESSAGE(read.fields, read.problem);
  const StateFields& fields = *read.fields;
  CHECK(fields.name == "login");
  CHECK(fields.base_path == "./specs/login");
  CHECK(fields.task_index == 4);
  CHECK(fields.total_tasks == 11);
  CHECK(fields.task_iteration == 3);
  CHECK(fields.max_task_iterations == 6);
  CHECK(fields.global_iteration == 12);
  CHECK(fields.max_global_iterations == 50);
  CHECK(fields.recovery_mode);
  CHECK(fields.max_fix_tasks_per_original == 2);
  CHECK(fields.max_fix_task_depth == 1);
  CHECK(fields.max_modifications_per_task == 4);
  CHECK(fields.max_modification_depth == 3);
  CHECK(fields.fix_task_map.at("1.3").attempts == 2);
  CHECK(fields.fix_task_map.at("1.3").ids == std::vector<std::string>{"1.3.1", "1.3.2"});
  CHECK(fields.fix_task_map.at("1.3").last_error == "boom");
  CHECK(fields.modification_map.at("2.1").at(0).id == "2.1.1");
  CHECK(fields.modification_map.at("2.1").at(0).type == "SPLIT_TASK");
  CHECK(fields.modification_map.at("2.1").at(0).reason == "too much");
  REQUIRE(fields.parallel_group);
  CHECK(fields.parallel_group->start == 4);
  CHECK(fields.parallel_group->end == 6);
  CHECK(fields.parallel_group->is_parallel);
  CHECK(fields.task_results.at(4).status == "success");
  CHECK(fields.task_results.at(5).error == "no");
}

TEST_CASE("state: what is corrupt is told") {
  const struct {
    std::string json;
    std::string problem;
  } table[] = {
      {"", "too early"},
      {"[]", "not a JSON object"},
      {"{\"taskIndex\": 1", "too early"},
      {"{\"taskIndex\": 1} x", "after the end"},
      {R"({"taskIndex": "1"})", "expected an integer, found a string"},
      {R"({"taskIndex": 1.5})", "expected an integer, found a number"},
      {R"({"taskIndex": null})", "found null"},
      {R"({"taskIndex": -1})", "'-1' is not between 0 and 4294967295"},
      {R"({"taskIndex": 4294967296})", "is not between"},
      {R"({"taskIndex": 99999999999999999999999})", "found a number"},
      {R"({"taskIteration": 0})", "is not between 1"},
      {R"({"maxTaskIterations": 2147483648})", "is not between 0 and 2147483647"},
      {R"({"name": 5})", "expected a string"},
      {"{\"name\": \"\xff\"}", "name: "},
      {R"({"recoveryMode": 1})", "expected a boolean"},
      {R"({"taskIndex": 1, "taskIndex": 2})", "'taskIndex' is there twice"},
      {R"({"x": 1, "\u0078": 2})", "'x' is there twice"},
      {R"({"fixTaskMap": []})", "expected an object"},
      {R"({"fixTaskMap": {"1": 2}})", "'fixTaskMap.1'"},
      {R"({"fixTaskMap": {"1": {"fixTaskIds": [1]}}})", "expected a string"},
      {R"({"fixTaskMap": {"1": {}, "1": {}}})", "twice"},
      {R"({"modificationMap": {"1": {"modifications": [3]}}})", "expected an object"},
      {R"({"modificationMap": {"1": {"count": "1"}}})", "expected an integer"},
      {R"({"parallelGroup": 1})", "expected an object"},
      {R"({"parallelGroup": {"isParallel": "yes"}})", "expected a boolean"},
      {R"({"taskResults": {"x": {}}})", "'x' is no index"},
      {R"({"taskResults": {"01": {}}})", "'01' is no index"},
      {"{\"a\": " + std::string(100'000, '[') + "}", "deep"},
  };
  for (const auto& row : table) {
    CAPTURE(row.json.substr(0, 80));
    const auto read = read_spec_state(row.json);
    CHECK_FALSE(read.fields);
    CHECK_MESSAGE(has(read.problem, row.problem), read.problem);
  }
}

TEST_CASE("state: what is unusual but whole is read") {
  CHECK(read_spec_state("\xEF\xBB\xBF{\"taskIndex\": 2}").fields->task_index == 2);
  CHECK(read_spec_state(R"({"parallelGroup": null, "taskResults": null})").fields);
  CHECK(read_spec_state(R"({"fixTaskMap": {"1": {"lastError": null}}})").fields);
  // Nobody's business but its owner's.
  CHECK(read_spec_state("{\"chat\": {\"a\": \"\xff\", \"a\": 1e999}, \"taskIndex\": 1}").fields);
}

TEST_CASE("state: merging keeps every byte of foreign fields") {
  const std::string old =
      "{\n\t\"source\": \"plan\",\n\t\"name\":   \"mine\",\n"
      "\t\"chat\": {\"executor\" : {\"lastReadLine\":1.50e+3}},\n"
      "\t\"taskIndex\":0,\n\t\"relatedSpecs\": [ ],\n\t\"big\": 123456789012345678901234567890,\n"
      "\t\"bad\": \"\xff\\ud800\",\n\t\"phase\": \"tasks\",\n\t\"awaitingApproval\": true\n}\n";
  const std::string text = merged(old);
  for (const std::string part :
       {"{\n\t\"source\": \"plan\",\n\t\"name\":   \"mine\",\n"
        "\t\"chat\": {\"executor\" : {\"lastReadLine\":1.50e+3}},\n\t\"taskIndex\":3,\n"
        "\t\"relatedSpecs\": [ ],\n\t\"big\": 123456789012345678901234567890,\n"
        "\t\"bad\": \"\xff\\ud800\",\n\t\"phase\": \"execution\",\n\t\"awaitingApproval\": false,\n"
        "\t\"basePath\": \"./specs/login\",\n\t\"totalTasks\": 9,\n"}) {
    CHECK_MESSAGE(has(text, part), text);
  }
  CHECK(text.substr(text.size() - 3) == "\n}\n");
}

TEST_CASE("state: merging twice is merging once, and what is written reads back") {
  StateFields fields = sample();
  fields.fix_task_map["1.3"] = {2, {"1.3.1", "1.3.2"}, "bad \"bytes\" \xff\n\x01"};
  fields.modification_map["2.1"] = {{"2.1.1", "SPLIT_TASK", "long"}, {"2.1.3", "ADD_FOLLOWUP", ""}};
  fields.parallel_group = StateFields::Group{3, 5, true};
  fields.task_results[3] = {"success", ""};
  fields.task_results[10] = {"failed", "no"};
  const std::string olds[] = {"",
                              "{}",
                              "{ }\n",
                              "not json",
                              "{\"a\":1}",
                              "{ \"a\": 1, \"taskIndex\": 1 }",
                              "\xEF\xBB\xBF{\r\n    \"a\": 1\r\n}\r\n",
                              "{\"taskIndex\": 1, \"a\": 1, \"taskIndex\": 2, \"a\": 2}",
                              "{\"taskIndex\": \"wrong\", \"fixTaskMap\": 5, \"name\": 7}"};
  for (const std::string& old : olds) {
    CAPTURE(old);
    const std::string once = merge_spec_state(old, fields);
    CAPTURE(once);
    CHECK(merge_spec_state(once, fields) == once);
    const auto read = read_spec_state(once);
    REQUIRE_MESSAGE(read.fields, read.problem);
    CHECK(read.fields->name == "login");
    CHECK(read.fields->task_index == 3);
    CHECK(read.fields->recovery_mode);
    CHECK(read.fields->fix_task_map.at("1.3").ids.size() == 2);
    CHECK(read.fields->fix_task_map.at("1.3").last_error == "bad \"bytes\" \xEF\xBF\xBD\n\x01");
    CHECK(read.fields->modification_map.at("2.1").size() == 2);
    CHECK(read.fields->parallel_group->end == 5);
    CHECK(read.fields->task_results.size() == 2);
    CHECK(read_spec_standing(once).phase == "execution");
  }
}

TEST_CASE("state: a new document is readable for people and for other programs") {
  const std::string text = merged("");
  CHECK(text.rfind("{\n  \"source\": \"spec\",\n  \"name\": \"login\",\n", 0) == 0);
  const JsonNode root = tree(text);
  CHECK(root.find("awaitingApproval")->truth == false);
  CHECK(root.find("fixTaskMap")->items.empty());
  CHECK(root.find("parallelGroup") == nullptr);
  StateFields grouped = sample();
  grouped.parallel_group = StateFields::Group{4, 6, true};
  const JsonNode with = tree(merge_spec_state("", grouped));
  CHECK(with.find("parallelGroup")->find("taskIndices")->items.size() == 3);
  CHECK(with.find("modificationMap")->kind == JsonNode::Kind::object);
}

TEST_CASE("state: a group that is over leaves the file, wherever it stood") {
  const std::string group = "\"parallelGroup\": {\"startIndex\": 1}";
  const std::string results = "\"taskResults\": {}";
  for (const std::string& old :
       {"{" + group + ", \"a\": 1, " + results + "}", "{\"a\": 1, " + group + ", " + results + "}",
        "{" + results + ", " + group + ", \"a\": 1}", "{" + group + "," + results + "}"}) {
    const std::string text = merged(old);
    const JsonNode root = tree(text);
    CHECK(root.find("parallelGroup") == nullptr);
    CHECK(root.find("taskResults") == nullptr);
    CHECK((root.find("a") != nullptr) == has(old, "\"a\""));
    CHECK(root.find("taskIndex")->text == "3");
  }
}

TEST_CASE("state: foreign fields inside of assay's maps stay with their entry") {
  StateFields fields = sample();
  fields.fix_task_map["1.3"] = {1, {"1.3.1"}, "e"};
  const std::string old =
      R"({"fixTaskMap": {"1.3": {"owner": "me", "attempts": 0}, "9.9": {"attempts": 3}}})";
  const JsonNode root = tree(merge_spec_state(old, fields));
  const JsonNode* entry = root.find("fixTaskMap")->find("1.3");
  REQUIRE(entry != nullptr);
  CHECK(entry->find("owner")->text == "me");
  CHECK(entry->find("attempts")->text == "1");
  CHECK(root.find("fixTaskMap")->find("9.9") == nullptr);
}

TEST_CASE("state: the last of two equal keys counts, and only it stays") {
  const std::string text = merged("{\"x\": 1, \"y\": 2, \"x\": 3}");
  CHECK(tree(text).find("x")->text == "3");
  CHECK(text.find("\"x\"") == text.rfind("\"x\""));
}

TEST_CASE("state: a very large hostile file takes no time to speak of") {
  std::string many = "{";
  for (int i = 0; i < 200'000; ++i) many += "\"k" + std::to_string(i) + "\":0,";
  many += "\"taskIndex\":1}";
  CHECK(read_spec_state(many).fields->task_index == 1);
  CHECK(has(merged(many), "\"k199999\":0,\"taskIndex\":3"));
}

TEST_CASE("state: standing") {
  CHECK(read_spec_standing(R"({"phase": "design", "awaitingApproval": true})").phase == "design");
  CHECK(read_spec_standing(R"({"phase": "design", "awaitingApproval": true})").awaits_approval);
  CHECK(read_spec_standing(R"({"phase": 3})").phase == "unknown");
  CHECK_FALSE(read_spec_standing(R"({"awaitingApproval": "true"})").awaits_approval);
  CHECK(read_spec_standing("[").phase == "unknown");
}
