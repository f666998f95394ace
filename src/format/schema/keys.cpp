// SPDX-License-Identifier: MIT
#include "format/schema/keys.h"

#include "base/ensure.h"
#include "format/keys/rules.h"

#include <limits>
#include <utility>

namespace assay::format {

namespace {

constexpr std::string_view inner_pattern = "^(?!/)(?!\\.\\.(/|$))";

}  // namespace

void KeySchema::put(std::string_view key, std::string_view text) {
  json_.key(key);
  json_.text(text);
}

void KeySchema::put_required(const std::vector<std::string_view>& names) {
  if (names.empty()) return;
  json_.key("required");
  json_.begin_array();
  for (const std::string_view name : names) json_.text(name);
  json_.end_array();
}

/// In draft 07 nothing may stand beside a reference.
void KeySchema::put_reference(std::string_view definition) {
  json_.key("allOf");
  json_.begin_array();
  json_.begin_object();
  put("$ref", "#/definitions/" + std::string(definition));
  json_.end_object();
  json_.end_array();
}

std::string KeySchema::duration_text(Millis length) {
  const std::pair<Millis, const char*> units[] = {
      {std::chrono::hours{1}, "h"}, {std::chrono::minutes{1}, "m"}, {std::chrono::seconds{1}, "s"}};
  for (const auto& [unit, name] : units) {
    if (length % unit == Millis{0}) return std::to_string(length / unit) + name;
  }
  return std::to_string(length.count()) + "ms";
}

void KeySchema::integer(Range range) {
  put("type", "integer");
  if (notation_ == Notation::result && range.lowest == std::numeric_limits<std::int32_t>::min())
    return;
  json_.key("minimum");
  json_.number(range.lowest);
  if (notation_ == Notation::result) return;
  json_.key("maximum");
  json_.number(range.highest);
}

void KeySchema::records(std::string_view definition, Rule rule, Range range) {
  const bool named = rule == Rule::by_name;
  put("type", named ? "object" : "array");
  json_.key(named ? "maxProperties" : "minItems");
  json_.number(named ? range.highest : 1);
  if (rule == Rule::listed) {
    json_.key("maxItems");
    json_.number(range.highest);
  }
  json_.key(named ? "patternProperties" : "items");
  json_.begin_object();
  if (named) {
    json_.member("^(\\*|" + std::string(id_pattern.substr(1, id_pattern.size() - 2)) + ")$");
    json_.begin_object();
  }
  put("$ref", "#/definitions/" + std::string(definition));
  json_.end_object();
  if (!named) return;
  json_.end_object();
  json_.key("additionalProperties");
  json_.boolean(false);
}

void KeySchema::amount(Rule rule, Range range) {
  if (rule == Rule::none) return integer(range);
  if (rule != Rule::price) return put_reference(rule == Rule::count ? "token_count" : "usd");
  put("type", "number");
  json_.key("minimum");
  json_.number(0);
}

void KeySchema::time(Rule rule) {
  if (rule == Rule::seconds) return integer(timeout_range_s);
  if (rule != Rule::pause) return put_reference("duration");
  json_.key("anyOf");
  json_.begin_array();
  json_.begin_object();
  put("$ref", "#/definitions/duration");
  json_.end_object();
  json_.begin_object();
  json_.key("enum");
  json_.begin_array();
  json_.number(0);
  for (const std::string_view nothing : {"0", "0s", "0ms", "0m"}) json_.text(nothing);
  json_.end_array();
  json_.end_object();
  json_.end_array();
}

void KeySchema::limited_text(std::string_view pattern, Range length) {
  put("type", "string");
  if (!pattern.empty()) return put("pattern", pattern);
  json_.key("minLength");
  json_.number(length.lowest);
  json_.key("maxLength");
  json_.number(length.highest);
}

/// A text of this pattern or length; in YAML also what is not written as one.
void KeySchema::text_or_scalar(std::string_view pattern, Range length) {
  if (notation_ != Notation::yaml) return limited_text(pattern, length);
  json_.key("anyOf");
  json_.begin_array();
  json_.begin_object();
  limited_text(pattern, length);
  json_.end_object();
  json_.begin_object();
  json_.key("type");
  json_.begin_array();
  json_.text("number");
  json_.text("boolean");
  json_.end_array();
  if (pattern == id_pattern) {  // of a number; the sign is no part of an id
    json_.key("minimum");
    json_.number(0);
  }
  json_.end_object();
  json_.end_array();
}

void KeySchema::put_spelled(std::string_view key, std::string_view about) {
  const auto spelled = spelled_.find(key);
  ENSURE(spelled != spelled_.end());
  json_.key(key);
  json_.begin_object();
  if (!about.empty()) put("description", about);
  json_.whole(spelled->second);
  json_.end_object();
}

void KeySchema::text(Rule rule, Range range) {
  if (notation_ == Notation::result && rule != Rule::id) return put("type", "string");
  if (rule == Rule::id) return text_or_scalar(id_pattern);
  if (rule == Rule::filled) return text_or_scalar("\\S");
  if (rule == Rule::inner_path) return text_or_scalar(std::string(inner_pattern) + ".");
  if (range.highest < Range{}.highest) return text_or_scalar("", range);
  if (notation_ == Notation::yaml) return put_reference("word");
  put("type", "string");
  json_.key("minLength");
  json_.number(1);
}

void KeySchema::texts(Rule rule) {
  const bool one = rule == Rule::one_or_more;
  if (one) {
    json_.key("oneOf");
    json_.begin_array();
    json_.begin_object();
    text(Rule::none);
    json_.end_object();
    json_.begin_object();
  }
  put("type", "array");
  if (rule != Rule::patterns && notation_ == Notation::yaml) {
    json_.key("minItems");
    json_.number(1);
  }
  json_.key("items");
  json_.begin_object();
  if (rule == Rule::names || rule == Rule::globs) {
    put("type", "string");
    put("pattern", rule == Rule::names ? name_pattern : "^[A-Za-z0-9_*?]+$");
  } else if (rule == Rule::inner_globs) {
    put("type", "string");
    put("pattern", "^(?!/)(?!(.*/)?\\.\\.(/|$))[^\\[\\]{}]+$");
  } else if (rule == Rule::none && notation_ == Notation::yaml) {
    put("$ref", "#/definitions/text");
  } else {
    text(Rule::none);
  }
  json_.end_object();
  if (!one) return;
  json_.end_object();
  json_.end_array();
}

void KeySchema::choice(const std::vector<std::string_view>& words) {
  json_.key("enum");
  json_.begin_array();
  for (const std::string_view word : words) json_.text(word);
  json_.end_array();
}

void KeySchema::variables() {
  put("type", "object");
  json_.key("patternProperties");
  json_.begin_object();
  json_.member(name_pattern);
  json_.begin_object();
  if (notation_ == Notation::yaml)
    put("$ref", "#/definitions/text");
  else
    put("type", "string");
  json_.end_object();
  json_.end_object();
  json_.key("additionalProperties");
  json_.boolean(false);
}

}  // namespace assay::format
