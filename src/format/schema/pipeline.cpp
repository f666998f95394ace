// SPDX-License-Identifier: MIT
// The schema of pipeline definitions, from the key lists of core/pipeline/keys.h.
#include "base/text/join.h"
#include "core/pipeline/keys.h"
#include "format/schema/frame.h"
#include "format/schema/keys.h"

#include <fmt/format.h>

#include <functional>

namespace assay::format {

namespace {

using namespace core::pipeline;

constexpr std::string_view pipeline_frame = R"({
  "$schema": "http://json-schema.org/draft-07/schema#",
  "title": "pipeline definition",
  "description": "Steps, gates and routes of `assay pipeline`. That routes lead somewhere, loops end and inputs are written is checked by `assay pipeline check`.",
  "type": "object",
  "required": ["version", "name", "steps"],
  "additionalProperties": false,
  "properties": {"version": {"description": "Of this format.", "const": 1}, @definition},
  "definitions": {
    "text": {"description": "A text; numbers and booleans are taken as they are written.", @text},
    "id": {@id},
    "number": {"type": "integer", "minimum": 0, "maximum": 1000000},
    "bound": {
      "anyOf": [
        {"$ref": "#/definitions/number"},
        {"const": "all"},
        {
          "type": "object",
          "additionalProperties": false,
          "required": ["standard", "large"],
          "properties": {"standard": {"$ref": "#/definitions/number"}, "large": {"$ref": "#/definitions/number"}}
        }
      ]
    },
    "way": {"anyOf": [{"$ref": "#/definitions/id"}, {@way}]},
    "route": {
      "anyOf": [
        {"$ref": "#/definitions/id"},
        {@route},
        {
          "type": "object",
          "additionalProperties": false,
          "required": ["proceed"],
          "properties": {
            "proceed": {
              "description": "Of exhausted: taken if assay.yaml says on_exhausted: proceed.",
              "allOf": [{"$ref": "#/definitions/id"}]
            },
            @proceeding
          }
        }
      ]
    },
    "condition": {
      @condition,
      "oneOf": [{"required": ["count"]}, {"required": ["query"]}, {"required": ["evidence"]}],
      "if": {"required": ["evidence"]},
      "then": {"not": {"anyOf": [@comparisons]}},
      "else": {"oneOf": [@comparisons]}
    },
    "instance": {@instance},
    "option": {@option},
    "step": {
      "type": "object",
      "required": ["id", "title", "kind"],
      "properties": {@step},
      "oneOf": [@kinds],
      "allOf": [{
        "if": {"properties": {"kind": {"const": "approval"}}},
        "else": {"properties": {"on": {"additionalProperties": false, "properties": {@outcomes}}}}
      }]
    }
  }
})";

using Words = std::vector<std::string_view>;

template <class Enum>
Words words_in() {
  return {all_words<Enum>.begin(), all_words<Enum>.end()};
}

std::string one_of(const Words& words) { return "\"enum\":[\"" + joined(words, "\",\"") + "\"]"; }
std::string refers(std::string_view definition) {
  return fmt::format(R"("allOf":[{{"$ref":"#/definitions/{}"}}])", definition);
}
std::string list_of(std::string_view definition, Range range) {
  return fmt::format(
      R"("type":"array","minItems":{},"maxItems":{},"items":{{"$ref":"#/definitions/{}"}})",
      range.lowest, range.highest, definition);
}
std::string map_of(std::string_view names, std::string_view values) {
  return fmt::format(
      R"("type":"object","minProperties":{},"maxProperties":{},{}"additionalProperties":{{{}}})",
      parts_range.lowest, parts_range.highest, names, values);
}

/// Keys that are spelled in a way of their own.
void add_spelled(KeySchema& schema) {
  constexpr std::string_view by_id = R"("propertyNames":{"$ref":"#/definitions/id"},)";
  const std::string rounds =
      R"("type":"object","additionalProperties":false,"required":["rounds"],)"
      R"("properties":{"rounds":{"description":"Counted with the first.",)"
      R"("type":"integer","minimum":2,"maximum":101}})";
  const std::string times = R"("description":"How often a route may be taken.","type":"integer",)"
                            R"("minimum":1,"maximum":100)";
  schema.spell("loops", map_of(by_id, "\"anyOf\":[{" + times + "},{" + rounds + "}]"));
  schema.spell("queries", map_of(by_id, R"("$ref":"#/definitions/text")"));
  schema.spell("steps", list_of("step", steps_range));
  schema.spell("kind", one_of(words_in<StepKind>()));
  schema.spell("gate", list_of("condition", parts_range));
  schema.spell("on", map_of("", R"("$ref":"#/definitions/route")"));
  for (const std::string_view key : {"inputs", "optional_inputs"})
    schema.spell(key, list_of("text", parts_range));
  schema.spell("outputs", map_of("", one_of(words_in<Contract>())));
  schema.spell("pattern", one_of({"parallel", "sequential", "loop"}) + R"(,"default":"parallel")");
  schema.spell("to", refers("id"));
  schema.spell("last", refers("way"));
  schema.spell("count", one_of({"done", "needs_revision", "error"}));
  schema.spell("evidence", one_of(words_in<Fact>()));
  for (const std::string_view key : all_words<Comparison>) schema.spell(key, refers("bound"));
  schema.spell("else",
               one_of({"failed", "revise", "concerns", "blocker"}) + R"(,"default":"failed")");
}

std::string described(const std::function<void(KeySchema&)>& describe) {
  std::string text;
  JsonWriter json(text);
  KeySchema schema(json, Notation::yaml, "pipeline");
  add_spelled(schema);
  describe(schema);
  return text;
}
template <class T>
std::string object_of() {
  return described([](KeySchema& schema) { schema.object<T>(); });
}
template <class T>
std::string properties_of(std::string_view but = {}) {
  return described([&](KeySchema& schema) {
    schema.leave_out(but);
    schema.properties<T>();
  });
}

/// One kind of step: the keys it may have, and must.
std::string kind_schema(StepKind kind) {
  std::string properties = fmt::format(R"("kind":{{"const":"{}"}})", to_text(kind));
  Words needed;
  for_each_flat_key<Step>([&](const auto& key) {
    if ((key.cases.needed & kinds::bit(kind)) != 0) needed.push_back(key.name);
    const bool listed = (key.cases.in & kinds::bit(kind)) != 0 && key.name != "kind";
    if (listed) append_part(properties, ",", fmt::format(R"("{}":true)", key.name));
  });
  return fmt::format(R"({{"properties":{{{}}},"additionalProperties":false,"required":["{}"]}})",
                     properties, joined(needed, "\",\""));
}

std::string kind_schemas() {
  std::string text;
  for (const std::string_view word : all_words<StepKind>)
    append_part(text, ",", kind_schema(*value_of<StepKind>(word)));
  return text;
}

std::string comparisons() {
  std::string text;
  for (const std::string_view word : all_words<Comparison>)
    append_part(text, ",", fmt::format(R"({{"required":["{}"]}})", word));
  return text;
}

std::string outcomes() {
  std::string text;
  for (const std::string_view word : all_words<Outcome>) {
    if (word != to_text(Outcome::option)) append_part(text, ",", fmt::format(R"("{}":true)", word));
  }
  return text;
}

}  // namespace

std::string pipeline_schema() {
  std::string text(pipeline_frame);
  text = filled(text, "@definition", properties_of<Definition>());
  text = filled(text, "@id", described([](KeySchema& schema) { schema.text(Rule::id); }));
  text = filled(text, "@text",
                described([](KeySchema& schema) { schema.text(Rule::none, text_range); }));
  text = filled(text, "@way", object_of<Way>());
  text = filled(text, "@route", object_of<Route>());
  text = filled(text, "@proceeding", properties_of<Route>("to"));
  text = filled(text, "@condition", object_of<Condition>());
  text = filled(text, "@comparisons", comparisons());
  text = filled(text, "@comparisons", comparisons());
  text = filled(text, "@instance", object_of<Instance>());
  text = filled(text, "@option", object_of<Option>());
  text = filled(text, "@step", properties_of<Step>());
  text = filled(text, "@kinds", kind_schemas());
  text = filled(text, "@outcomes", outcomes());
  return indented(text);
}

}  // namespace assay::format
