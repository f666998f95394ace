// SPDX-License-Identifier: MIT
#include "format/keys/given.h"

#include <charconv>
#include <cstddef>

namespace assay::format {

namespace {

bool is_integer(std::string_view text) {
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  const bool digits =
      !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
  // 007 is seven to some and a name to others.
  return digits && (text.size() == 1 || text.front() != '0');
}

bool is_real(std::string_view text) {
  if (!text.empty() && text.front() == '-') text.remove_prefix(1);
  const std::size_t point = text.find('.');
  if (point == std::string_view::npos || point + 1 == text.size()) return false;
  return is_integer(text.substr(0, point)) && text.front() != '-' && text.front() != '+' &&
         text.find_first_not_of("0123456789", point + 1) == std::string_view::npos;
}

void type_plain(std::string_view text, Given& given) {
  if (text == "true" || text == "false") {
    given.kind = Given::Kind::boolean;
    given.truth = text == "true";
  } else if (is_integer(text)) {
    const std::string_view digits = text.front() == '+' ? text.substr(1) : text;
    const auto [end, problem] =
        std::from_chars(digits.data(), digits.data() + digits.size(), given.integer);
    given.kind = problem == std::errc{} ? Given::Kind::integer : Given::Kind::real;
  } else if (is_real(text)) {
    given.kind = Given::Kind::real;
  }
}

}  // namespace

Given given_by(const YamlNode& node) {
  Given given;
  given.scalars_are_text = true;
  given.text = node.text;
  switch (node.kind) {
    case YamlNode::Kind::null: given.kind = Given::Kind::null; break;
    case YamlNode::Kind::list: given.kind = Given::Kind::list; break;
    case YamlNode::Kind::map: given.kind = Given::Kind::object; break;
    case YamlNode::Kind::scalar:
      given.kind = Given::Kind::text;
      if (node.plain) type_plain(node.text, given);
      break;
  }
  return given;
}

Given given_by(const JsonNode& node) {
  static_assert(static_cast<int>(Given::Kind::object) == static_cast<int>(JsonNode::Kind::object));
  Given given;
  given.kind = static_cast<Given::Kind>(node.kind);  // the same, in the same order
  given.text = node.text;
  given.truth = node.truth;
  if (node.kind == JsonNode::Kind::integer)
    std::from_chars(node.text.data(), node.text.data() + node.text.size(), given.integer);
  return given;
}

}  // namespace assay::format
