// SPDX-License-Identifier: MIT
// The published schema and the reader must say the same; where a rule is beyond a schema, the
// reader is the stricter.
#include "format/config/yaml_tree.h"
#include "unit/pipeline/support.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include <fstream>
#include <set>

using namespace assay;
using namespace assay::format;
using assay::pipeline_test::problems_of;
using assay::pipeline_test::shipped;
using nlohmann::json;

namespace {

json load() {
  std::ifstream file(std::string(ASSAY_SOURCE_DIR) + "/share/schemas/pipeline.schema.json");
  REQUIRE(file.good());
  return json::parse(file);
}

class Schema {
 public:
  Schema() : text_(load()) {
    valijson::SchemaParser parser;
    parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(text_), schema_);
  }
  bool accepts(const json& document) const {
    valijson::Validator validator;
    return validator.validate(schema_, valijson::adapters::NlohmannJsonAdapter(document), nullptr);
  }

 private:
  json text_;
  valijson::Schema schema_;
};

json as_json(const YamlNode& node) {
  const Given given = given_by(node);
  switch (given.kind) {
    case Given::Kind::null: return nullptr;
    case Given::Kind::boolean: return given.truth;
    case Given::Kind::integer: return given.integer;
    case Given::Kind::real: return std::stod(std::string(given.text));
    case Given::Kind::text: return std::string(given.text);
    case Given::Kind::list: {
      json list = json::array();
      for (const YamlNode& item : node.items) list.push_back(as_json(item));
      return list;
    }
    case Given::Kind::object: break;
  }
  json object = json::object();
  for (std::size_t i = 0; i + 1 < node.items.size(); i += 2)
    object[node.items[i].text] = as_json(node.items[i + 1]);
  return object;
}

enum class Want { good, bad, beyond_schema };

}  // namespace

TEST_CASE("pipeline schema: the shipped definitions fit") {
  const Schema schema;
  for (const std::string name : {"feature", "quick", "roadmap"}) {
    CAPTURE(name);
    CHECK(schema.accepts(as_json(read_yaml(shipped(name)).root)));
  }
}

TEST_CASE("pipeline schema: definitions get the same answer from schema and reader") {
  const Schema schema;
  struct Row {
    const char* step;  ///< body of the second step; the third is another goals step
    Want want;
  };
  const std::string agent = "kind: agents, role: r, outputs: {a.yaml: completion}";
  const std::vector<std::pair<std::string, Want>> rows = {
      {agent, Want::good},
      {agent + ", concurrency: 4, retries: 0, mode: m, instructions: x, blocking: false",
       Want::good},
      {agent + ", concurrency: 0", Want::bad},
      {agent + ", concurrency: 65", Want::bad},
      {agent + ", concurrency: 5", Want::beyond_schema},
      {agent + ", retries: 11", Want::bad},
      {agent + ", retries: '1'", Want::bad},
      {agent + ", blocking: yes", Want::bad},
      {agent + ", instances: []", Want::bad},
      {agent + ", instances: [{focus: x}]", Want::bad},
      {agent + ", instances: [{name: x, focsu: x}]", Want::bad},
      {agent + ", instances: [{name: 1}]", Want::good},
      {agent + ", inputs: [request]", Want::good},
      {agent + ", inputs: [nothing]", Want::beyond_schema},
      {agent + ", inputs: request", Want::bad},
      {agent + ", scope: code", Want::bad},
      {agent + ", plan: x", Want::bad},
      {agent + ", tilte: x", Want::bad},
      {agent + ", gate: []", Want::bad},
      {agent + ", gate: [{count: done, at_least: 1}]", Want::good},
      {agent + ", gate: [{count: done, at_least: all}]", Want::good},
      {agent + ", gate: [{count: done, at_least: {standard: 1, large: 1}}]", Want::good},
      {agent + ", gate: [{count: done, at_least: {standard: 1}}]", Want::bad},
      {agent + ", gate: [{count: done, at_least: some}]", Want::bad},
      {agent + ", gate: [{count: done}]", Want::bad},
      {agent + ", gate: [{count: done, at_least: 1, at_most: 1}]", Want::bad},
      {agent + ", gate: [{count: done, query: checks_passed, at_least: 1}]", Want::bad},
      {agent + ", gate: [{evidence: clean_tree, exactly: 1}]", Want::bad},
      {agent + ", gate: [{evidence: clean_tree}]", Want::beyond_schema},
      {agent + ", gate: [{evidence: clean}]", Want::bad},
      {agent + ", gate: [{count: done, at_least: 1, else: pass}]", Want::bad},
      {agent + ", on: {pass: next, failed: error}", Want::good},
      {agent + ", on: {pass: nowhere}", Want::beyond_schema},
      {agent + ", on: {psas: next}", Want::bad},
      {agent + ", on: {pass: ~}", Want::bad},
      {agent + ", on: {pass: {to: z}}", Want::good},
      {agent + ", on: {pass: {mode: x}}", Want::bad},
      {agent + ", on: {pass: {proceed: z}}", Want::beyond_schema},
      {agent + ", on: {pass: {to: z, lop: x}}", Want::bad},
      {agent + ", on: {pass: {to: z, tasks: some}}", Want::bad},
      {agent + ", on: {failed: {to: a, loop: l, last: {to: z}}, exhausted: {proceed: z}}",
       Want::good},
      {agent + ", on: {failed: {to: a, loop: l}, exhausted: {proceed: z, to: z}}", Want::bad},
      {"kind: agents, role: r", Want::bad},
      {"kind: agents, role: r, outputs: {a.yaml: paln}", Want::bad},
      {"kind: agents, role: a b, outputs: {a.yaml: completion}", Want::bad},
      {"kind: nothing", Want::bad},
      {"kind: bundle, outputs: {a.md: text}", Want::good},
      {"kind: bundle, role: x", Want::bad},
      {"kind: commit, message: m", Want::beyond_schema},
      {"kind: commit", Want::bad},
      {"kind: commit, message: m, confidence: High", Want::bad},
      {"kind: approval, gate_id: g, question: q, options: [{id: x, label: l, default: true}], on: "
       "{x: next}",
       Want::good},
      {"kind: approval, gate_id: g, question: q, options: [{id: x, label: l}], on: {x: next}",
       Want::beyond_schema},
      {"kind: approval, gate_id: g, question: q, options: [{id: x}], on: {x: next}", Want::bad},
      {"kind: approval, gate_id: g, question: q, options: [{id: x, label: l, default: true}]",
       Want::bad},
      {"kind: approval, gate_id: g, question: q, options: [{id: x, label: "
       "'012345678901234567890123456789012345678901234567890', default: true}], on: {x: next}",
       Want::bad},
  };
  for (const auto& [body, want] : rows) {
    const std::string loops = body.find("loop: l") == std::string::npos ? "" : "loops: {l: 1}\n";
    const std::string text =
        "version: 1\nname: p\n" + loops +
        "steps:\n  - {id: a, title: A, kind: prepare}\n  - {id: b, title: B, " + body +
        "}\n  - {id: z, title: Z, kind: bundle}\n";
    CAPTURE(text);
    const YamlReading yaml = read_yaml(text);
    REQUIRE(yaml.faults.empty());
    CAPTURE(problems_of(text));
    CHECK(problems_of(text).empty() == (want == Want::good));
    CHECK(schema.accepts(as_json(yaml.root)) == (want != Want::bad));
  }
}

TEST_CASE("pipeline schema: schema and reader know the same keys of every kind") {
  const json step = load()["definitions"]["step"];
  for (const json& kind : step["oneOf"]) {
    const std::string name = kind["properties"]["kind"]["const"];
    for (const auto& [key, unused] : step["properties"].items()) {
      CAPTURE(name);
      CAPTURE(key);
      const std::string said = problems_of("version: 1\nname: p\nsteps:\n  - {kind: " + name +
                                           ", " + (key == "kind" ? "x" : key) + ": []}\n");
      const bool known = said.find("unknown key '" + key + "'") == std::string::npos &&
                         said.find(key + ": has no meaning") == std::string::npos;
      CHECK(known == kind["properties"].contains(key));
    }
    std::set<std::string> required;
    for (const auto& key : kind["required"]) required.insert(key.get<std::string>());
    const std::string said = problems_of("version: 1\nname: p\nsteps:\n  - {kind: " + name + "}\n");
    for (const auto& [key, unused] : step["properties"].items()) {
      CAPTURE(name);
      CAPTURE(key);
      if (key == "kind") continue;
      CHECK((said.find("missing key '" + key + "'") != std::string::npos) ==
            (required.count(key) == 1));
    }
  }
}
