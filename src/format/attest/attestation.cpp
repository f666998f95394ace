// SPDX-License-Identifier: MIT
#include "format/attest/attestation.h"

#include "format/json/fields.h"
#include "format/json/tree.h"

#include <fmt/format.h>

#include <charconv>

namespace assay::format {

namespace {

constexpr std::string_view statement_type = "https://in-toto.io/Statement/v1";
constexpr std::string_view test_result = "https://in-toto.io/attestation/test-result/v0.1";
constexpr std::size_t statement_nodes_max = 1'000'000;

void put_subject(JsonWriter& json, std::string_view name, std::string_view kind,
                 std::string_view digest) {
  json.begin_object();
  json.key("name");
  json.text(name);
  json.key("digest");
  json.begin_object();
  json.key(kind);
  json.text(digest);
  json.end_object();
  json.end_object();
}

void put_ids(JsonWriter& json, std::string_view key, const std::vector<std::string>& ids) {
  json.key(key);
  json.begin_array();
  for (const std::string& id : ids) json.text(id);
  json.end_array();
}

Error no_statement(std::string_view why) {
  return {Fault::bad_input, fmt::format("this is no attestation of assay: {}", why)};
}

std::string text_at(const JsonNode& root, std::string_view pointer) {
  const JsonNode* node = at_pointer(root, pointer);
  return node != nullptr && node->kind == JsonNode::Kind::text ? node->text : "";
}

std::int64_t number_at(const JsonNode& root, std::string_view pointer, std::int64_t otherwise) {
  const JsonNode* node = at_pointer(root, pointer);
  if (node == nullptr || node->kind != JsonNode::Kind::integer) return otherwise;
  std::int64_t value = otherwise;
  std::from_chars(node->text.data(), node->text.data() + node->text.size(), value);
  return value;
}

bool flag_at(const JsonNode& root, std::string_view pointer) {
  const JsonNode* node = at_pointer(root, pointer);
  return node != nullptr && node->kind == JsonNode::Kind::boolean && node->truth;
}

std::vector<std::string> texts_at(const JsonNode& root, std::string_view pointer) {
  std::vector<std::string> texts;
  const JsonNode* node = at_pointer(root, pointer);
  if (node == nullptr || node->kind != JsonNode::Kind::list) return texts;
  for (const JsonNode& item : node->items) texts.push_back(item.text);
  return texts;
}

}  // namespace

std::string write_statement(const AttestationFacts& facts) {
  std::string out;
  JsonWriter json(out);
  json.begin_object();
  json.key("_type");
  json.text(statement_type);
  json.key("subject");
  json.begin_array();
  put_subject(json, "commit", "gitCommit", facts.commit);
  put_subject(json, "tree", "gitTree", facts.tree);
  json.end_array();
  json.key("predicateType");
  json.text(test_result);
  json.key("predicate");
  json.begin_object();
  json.key("result");
  json.text("PASSED");
  json.key("configuration");
  json.begin_array();
  put_subject(json, "gates", "sha256", facts.gates);
  json.end_array();
  put_ids(json, "passedTests", facts.passed);
  put_ids(json, "warnedTests", facts.warned);
  put_ids(json, "failedTests", {});
  json.key("assay");
  json.begin_object();
  Fields(json)
      .text("run", facts.run)
      .text("run_head", facts.run_head)
      .number("number", facts.number)
      .text("ended", facts.ended)
      .number("gates_passed", facts.passed.size())
      .number("gates_total", facts.passed.size() + facts.warned.size())
      .number("tests_executed", facts.tests_executed)
      .text("gates_sha256", facts.gates)
      .text("settings_sha256", facts.settings)
      .text("gates_from", facts.gates_from)
      .flag("clean_copy", facts.clean_copy)
      .list("protected_changed", facts.protected_changed)
      .text("isolation", facts.isolation);
  json.end_object();
  json.end_object();
  json.end_object();
  return out;
}

Result<AttestationFacts> read_statement(std::string_view text) {
  const JsonTree tree = read_json_tree(text, statement_nodes_max);
  if (!tree.fault.empty()) return no_statement(tree.fault);
  const JsonNode& root = tree.root;
  if (text_at(root, "/_type") != statement_type)
    return no_statement("it is no in-toto Statement v1");
  if (text_at(root, "/predicateType") != test_result)
    return no_statement("its predicate is not test-result v0.1");
  if (text_at(root, "/predicate/result") != "PASSED")
    return no_statement("its result is not PASSED");
  AttestationFacts facts;
  facts.commit = text_at(root, "/subject/0/digest/gitCommit");
  facts.tree = text_at(root, "/subject/1/digest/gitTree");
  facts.gates = text_at(root, "/predicate/configuration/0/digest/sha256");
  facts.passed = texts_at(root, "/predicate/passedTests");
  facts.warned = texts_at(root, "/predicate/warnedTests");
  if (!texts_at(root, "/predicate/failedTests").empty())
    return no_statement("it names gates that failed");
  facts.run = text_at(root, "/predicate/assay/run");
  facts.run_head = text_at(root, "/predicate/assay/run_head");
  facts.number = static_cast<std::uint64_t>(number_at(root, "/predicate/assay/number", 0));
  facts.ended = text_at(root, "/predicate/assay/ended");
  facts.tests_executed = number_at(root, "/predicate/assay/tests_executed", -1);
  facts.isolation = text_at(root, "/predicate/assay/isolation");
  facts.settings = text_at(root, "/predicate/assay/settings_sha256");
  facts.gates_from = text_at(root, "/predicate/assay/gates_from");
  facts.clean_copy = flag_at(root, "/predicate/assay/clean_copy");
  facts.protected_changed = texts_at(root, "/predicate/assay/protected_changed");
  if (facts.commit.empty() || facts.tree.empty() || facts.gates.empty())
    return no_statement("commit, tree or gates are missing");
  return facts;
}

}  // namespace assay::format
