// SPDX-License-Identifier: MIT
// Queries and bodies of requests, read by the key lists of their records; answers, written by
// theirs.
#pragma once

#include "face/web/routes.h"
#include "format/keys/put.h"
#include "format/mcp/arguments.h"
#include "format/record/text.h"

#include <optional>
#include <string>
#include <string_view>

namespace assay::web {

/// Without its percent signs; none: they are wrong, or it is no UTF-8 then.
std::optional<std::string> decode_url(std::string_view text);

/// The parts of what follows the question mark. A plus sign is a blank.
api::Reply<std::map<std::string, std::string, std::less<>>> parse_query(std::string_view text);

api::Problem wrong_query(std::string_view name, std::string what);

template <class Query>
api::Reply<Query> query_of(const Call& call) {
  Query query;
  api::Problems problems;
  std::size_t known = 0;
  for_each_key<Query>([&](const auto& key) {
    if constexpr (requires { format::put_value(format::Given{}, key, query.*key.at); }) {
      const auto given = call.query.find(key.name);
      if (given != call.query.end()) ++known;
      const bool none = given == call.query.end() || given->second.empty();
      if (none && key.keep == Keep::required)
        problems.push_back(wrong_query(key.name, "must be there"));
      if (none) return;
      format::YamlNode node;
      node.kind = format::YamlNode::Kind::scalar;
      node.plain = true;
      node.text = given->second;
      std::string objection = format::put_value(format::given_by(node), key, query.*key.at);
      if (!objection.empty()) problems.push_back(wrong_query(key.name, std::move(objection)));
    }
  });
  if (known < call.query.size()) {
    for (const auto& each : call.query) {
      bool listed = false;
      for_each_key<Query>([&](const auto& key) { listed = listed || key.name == each.first; });
      if (!listed) problems.push_back(wrong_query(each.first, "is not known here"));
    }
  }
  if (!problems.empty()) return problems;
  return query;
}

template <class Given>
api::Reply<Given> body_of(const Call& call) {
  Given given;
  api::Problems problems;
  for (std::string& what : format::mcp::read_arguments(call.body, given))
    problems.push_back({.code = api::Code::bad_input, .what = std::move(what)});
  if (!problems.empty()) return problems;
  return given;
}

/// With U+FFFD for every byte that was no UTF-8: a stored text keeps it, a browser cannot.
std::string with_valid_text(std::string json);

template <class Record>
std::string json_of(const Record& record) {
  return with_valid_text(format::stored::text_of(record));
}

/// The properties of a schema as parameters of an operation.
void describe_parameters(format::JsonWriter& json, std::string_view schema);

/// The parameters of an operation, as OpenAPI writes them.
template <class Query>
void describe_query(format::JsonWriter& json) {
  std::string text;
  format::JsonWriter inner(text);
  format::KeySchema schema(inner, format::Notation::json, "");
  inner.begin_object();
  schema.object<Query>();
  inner.end_object();
  describe_parameters(json, text);
}

}  // namespace assay::web
