// SPDX-License-Identifier: MIT
// The schemas that are made from key lists.
#include "format/schema.h"

#include "core/agent/roles.h"
#include "format/config.h"
#include "format/keys/read.h"
#include "format/schema/frame.h"
#include "format/schema/keys.h"

namespace assay::format {

namespace {

/// @name stands for what the key lists say.
constexpr std::string_view duration_members = R"(
      "description": "90s, 30m, 12h, 2d, 500ms, 1h30m, or a number of seconds.",
      "anyOf": [
        {"type": "string", "pattern": "^(?=.*[1-9])([0-9]+(ms|s|m|h|d))*([0-9]+)?$"},
        {"type": "integer", "minimum": 1, "maximum": 31536000}
      ]
    )";

constexpr std::string_view config_frame = R"({
  "$schema": "http://json-schema.org/draft-07/schema#",
  "title": "assay.yaml",
  "description": "The configuration of a workspace.",
  "type": "object",
  "required": ["version"],
  "additionalProperties": false,
  "properties": {
    "version": {"description": "Of this format.", "const": 1},
    @sections,
    "prices": {
      "description": "What models cost, for CLIs that tell no cost: US dollars per million tokens, by model (glob). The first that fits counts.",
      "type": "object",
      "additionalProperties": {@price}
    }
  },
  "definitions": {
    "text": {
      "description": "A text; numbers and true/false are taken as written.",
      "type": ["string", "number", "boolean"]
    },
    "word": {
      "description": "A text that is not empty.",
      "anyOf": [{"type": "string", "minLength": 1}, {"type": ["number", "boolean"]}]
    },
    "duration": {@duration},
    "token_count": {
      "description": "12000, 500k, 20M, 1.5M.",
      "anyOf": [
        {"type": "string", "pattern": "^(?=.*[1-9])[0-9]+((\\.[0-9]+)?[kKMG])?$"},
        {"type": "integer", "minimum": 1, "maximum": 1000000000000000}
      ]
    },
    "usd": {
      "description": "An amount of at least a millionth.",
      "type": "number",
      "minimum": 0.000001,
      "maximum": 1000000000
    },
    "agent": {
      @agent,
      "oneOf": [{"required": ["command"]}, {"required": ["preset"]}, {"required": ["use"]}]
    },
    "command": {@command, "not": {"required": ["timeout", "timeout_seconds"]}},
    "permission": {@permission},
    "notify": {
      @receiver,
      "oneOf": [{"required": ["command"]}, {"required": ["url"]}],
      "allOf": [{"properties": {
        "url": {"pattern": "^https?://[^ \\t\\r\\n]*$"},
        "secret_env": {"pattern": "^[A-Za-z_][A-Za-z0-9_]*$"}
      }}]
    }
  }
})";

constexpr std::string_view manifest_frame = R"({
  "$schema": "http://json-schema.org/draft-07/schema#",
  "title": "assay verify manifest",
  "description": "What `assay verify --manifest FILE` runs.",
  "required": ["commands"],
  @manifest,
  "definitions": {"duration": {@duration}, "command": {@command}}
})";

enum class Part : std::uint8_t { object, properties };

/// Members of a JSON object, as the key list of T says.
template <class T>
std::string members(Notation notation, std::string_view file, Part part = Part::object) {
  std::string text;
  JsonWriter json(text);
  KeySchema schema(json, notation, file);
  std::vector<std::string_view> presets;
  for (const core::agent::Preset& preset : core::agent::presets()) presets.push_back(preset.name);
  schema.allow("preset", presets);
  part == Part::object ? schema.object<T>() : schema.properties<T>();
  return text;
}

std::string config_schema() {
  using enum Notation;
  std::string text(config_frame);
  text = filled(text, "@duration", std::string(duration_members));
  text = filled(text, "@sections", members<Config>(yaml, config_file, Part::properties));
  text = filled(text, "@price", members<core::Price>(yaml, config_file));
  text = filled(text, "@agent", members<core::AgentSpec>(yaml, config_file));
  text = filled(text, "@command", members<core::verify::CommandSpec>(yaml, config_file));
  text = filled(text, "@permission", members<core::Permission>(yaml, config_file));
  text = filled(text, "@receiver", members<core::Receiver>(yaml, config_file));
  return indented(text);
}

std::string manifest_schema() {
  constexpr std::string_view file = "manifest";
  std::string text(manifest_frame);
  text = filled(text, "@duration", std::string(duration_members));
  text = filled(text, "@manifest", members<core::verify::Manifest>(Notation::json, file));
  text = filled(text, "@command", members<core::verify::CommandSpec>(Notation::json, file));
  return indented(text);
}

struct Maker {
  std::string_view name;
  std::string (*make)();
};

/// In the order of their names.
constexpr Maker makers[] = {
    {"assay", config_schema},
    {"goals-result", goals_result_schema},
    {"impl-task", impl_task_schema},
    {"manifest", manifest_schema},
    {"notice", notice_schema},
    {"pipeline", pipeline_schema},
    {"verify-result", verify_result_schema},
};

}  // namespace

std::vector<std::string> schema_names() {
  std::vector<std::string> names;
  for (const Maker& maker : makers) names.emplace_back(maker.name);
  return names;
}

std::optional<std::string> schema_text(std::string_view name) {
  for (const Maker& maker : makers) {
    if (maker.name == name) return maker.make();
  }
  return std::nullopt;
}

}  // namespace assay::format
