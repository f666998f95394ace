// SPDX-License-Identifier: MIT
// The schemas that are made from key lists: of assay.yaml and of manifests.
#include "format/schema.h"

#include "core/agent/roles.h"
#include "format/config.h"
#include "format/embedded.h"
#include "format/json/reader.h"
#include "format/keys/read.h"
#include "format/schema/keys.h"

#include <algorithm>

namespace assay::format {

namespace {

constexpr std::string_view folder = "schemas/";
constexpr std::string_view ending = ".schema.json";

/// @name stands for what the key lists say.
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
    "duration": {
      "description": "90s, 30m, 12h, 2d, 500ms, 1h30m, or a number of seconds.",
      "anyOf": [
        {"type": "string", "pattern": "^(?=.*[1-9])([0-9]+(ms|s|m|h|d))*([0-9]+)?$"},
        {"type": "integer", "minimum": 1, "maximum": 31536000}
      ]
    },
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
    "command": {@command, "not": {"required": ["timeout", "timeout_seconds"]}}
  }
})";

constexpr std::string_view manifest_frame = R"({
  "$schema": "http://json-schema.org/draft-07/schema#",
  "title": "assay verify manifest",
  "description": "What `assay verify --manifest FILE` runs.",
  "required": ["commands"],
  @manifest,
  "definitions": {"command": {@command}}
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

std::string filled(std::string text, std::string_view name, const std::string& part) {
  const std::size_t at = text.find(name);
  ENSURE(at != std::string::npos);
  return text.replace(at, name.size(), part);
}

/// The same document with a line for each of its parts.
std::string indented(std::string_view text) {
  std::string out;
  JsonWriter to(out, JsonLayout::indented);
  JsonReader from(text);
  for (JsonToken token = from.next(); token != JsonToken::end; token = from.next()) {
    switch (token) {
      case JsonToken::begin_object: to.begin_object(); break;
      case JsonToken::end_object: to.end_object(); break;
      case JsonToken::begin_array: to.begin_array(); break;
      case JsonToken::end_array: to.end_array(); break;
      case JsonToken::key: to.member(from.text()); break;
      case JsonToken::text: to.text(from.text()); break;
      case JsonToken::integer:
      case JsonToken::real: to.digits(from.text()); break;
      case JsonToken::boolean: to.boolean(from.truth()); break;
      case JsonToken::null: to.null(); break;
      case JsonToken::end:
      case JsonToken::broken: ENSURE(token != JsonToken::broken); break;
    }
  }
  return out + "\n";
}

std::string config_schema() {
  using enum Notation;
  std::string text(config_frame);
  text = filled(text, "@sections", members<Config>(yaml, config_file, Part::properties));
  text = filled(text, "@price", members<core::Price>(yaml, config_file));
  text = filled(text, "@agent", members<core::AgentSpec>(yaml, config_file));
  text = filled(text, "@command", members<core::verify::CommandSpec>(yaml, config_file));
  return indented(text);
}

std::string manifest_schema() {
  constexpr std::string_view file = "manifest";
  std::string text(manifest_frame);
  text = filled(text, "@manifest", members<core::verify::Manifest>(Notation::json, file));
  text = filled(text, "@command", members<core::verify::CommandSpec>(Notation::json, file));
  return indented(text);
}

}  // namespace

std::vector<std::string> schema_names() {
  std::vector<std::string> names = {"assay", "manifest"};
  for (const Embedded& file : embedded_files()) {
    if (!file.path.starts_with(folder)) continue;
    const std::size_t size = file.path.size() - folder.size() - ending.size();
    names.emplace_back(file.path.substr(folder.size(), size));
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::optional<std::string> schema_text(std::string_view name) {
  if (name == "assay") return config_schema();
  if (name == "manifest") return manifest_schema();
  const auto text = embedded(std::string(folder) + std::string(name) + std::string(ending));
  return text ? std::optional(std::string(*text)) : std::nullopt;
}

}  // namespace assay::format
