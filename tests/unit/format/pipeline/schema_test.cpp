// SPDX-License-Identifier: MIT
// The published schema and the reader must say the same; where a rule is beyond a schema, the
// reader is the stricter.
#include "support/json_schema.h"
#include "unit/format/pipeline/support.h"

#include <set>

using namespace assay;
using namespace assay::format;
using assay::pipeline_test::problems_of;
using assay::pipeline_test::shipped;
using assay::support::as_json;
using assay::support::Schema;
using assay::support::Want;
using nlohmann::json;

TEST_CASE("pipeline schema: the shipped definitions fit") {
  const Schema schema("pipeline.schema.json");
  for (const std::string name : {"feature", "quick", "roadmap"}) {
    CAPTURE(name);
    CHECK(schema.accepts(as_json(read_yaml(shipped(name)).root)));
  }
}

TEST_CASE("pipeline schema: definitions get the same answer from schema and reader") {
  const Schema schema("pipeline.schema.json");
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
  const json step = Schema("pipeline.schema.json").text()["definitions"]["step"];
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
