// SPDX-License-Identifier: MIT
// The published JSON Schemas, checked by somebody else's validator.
#pragma once

#include "format/manifest/command_draft.h"
#include "format/schema.h"
#include "format/yaml/tree.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include <string>

namespace assay::support {

using nlohmann::json;

/// `name` is that of `assay schema`, with ".schema.json".
class Schema {
 public:
  explicit Schema(const std::string& name) : text_(load(name)) {
    valijson::SchemaParser parser;
    parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(text_), schema_);
  }
  bool accepts(const json& document) const {
    valijson::Validator validator;
    return validator.validate(schema_, valijson::adapters::NlohmannJsonAdapter(document), nullptr);
  }
  const json& text() const { return text_; }

 private:
  static json load(const std::string& name) {
    const auto text = format::schema_text(name.substr(0, name.find(".schema.json")));
    REQUIRE(text);
    return json::parse(*text);
  }

  json text_;
  valijson::Schema schema_;
};

/// A YAML document as the readers understand it.
inline json as_json(const format::YamlNode& node) {
  using format::Given;
  const Given given = format::given_by(node);
  switch (given.kind) {
    case Given::Kind::null: return nullptr;
    case Given::Kind::boolean: return given.truth;
    case Given::Kind::integer: return given.integer;
    case Given::Kind::real: return std::stod(std::string(given.text));
    case Given::Kind::text: return std::string(given.text);
    case Given::Kind::list: {
      json list = json::array();
      for (const format::YamlNode& item : node.items) list.push_back(as_json(item));
      return list;
    }
    case Given::Kind::object: break;
  }
  json object = json::object();
  for (std::size_t i = 0; i + 1 < node.items.size(); i += 2)
    object[node.items[i].text] = as_json(node.items[i + 1]);
  return object;
}

/// What the reader says of a document; the schema says the same, except where it cannot.
enum class Want { good, bad, beyond_schema };

}  // namespace assay::support
