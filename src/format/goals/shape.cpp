// SPDX-License-Identifier: MIT
#include "format/goals/shape.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::format {

namespace {

using Kind = JsonNode::Kind;
using Type = Member::Type;

class Checker {
 public:
  explicit Checker(ProblemLog& problems) : problems_(problems) {}

  void object(const JsonNode& node, const Shape& shape, const std::string& pointer) {
    if (!is(node, Kind::object, "an object", pointer)) return;
    for (const Member& member : shape.members) {
      if (member.need == Member::Need::required && node.find(member.name) == nullptr) {
        add(node, pointer, fmt::format("'{}' is missing", member.name));
      }
    }
    for (std::size_t i = 0; i < node.items.size(); ++i) {
      const std::string inner = pointer + "/" + pointer_token(node.names[i]);
      const auto known =
          std::find_if(shape.members.begin(), shape.members.end(),
                       [&](const Member& member) { return member.name == node.names[i]; });
      if (known != shape.members.end()) {
        value(node.items[i], *known, inner);
      } else if (shape.extras == Shape::Extras::refused) {
        add(node.items[i], inner, unknown_key(node.names[i], names_of(shape)));
      }
    }
  }

 private:
  static std::vector<std::string_view> names_of(const Shape& shape) {
    std::vector<std::string_view> names;
    for (const Member& member : shape.members) names.push_back(member.name);
    return names;
  }

  void add(const JsonNode& node, const std::string& pointer, std::string what) {
    problems_.add(node.offset, pointer.empty() ? "/" : pointer, std::move(what));
  }

  bool is(const JsonNode& node, Kind kind, std::string_view wanted, const std::string& pointer) {
    if (node.kind == kind) return true;
    add(node, pointer, fmt::format("must be {}, not {}", wanted, kind_name(node.kind)));
    return false;
  }

  void each(const JsonNode& node, const std::string& pointer, const Member& inner) {
    if (!is(node, Kind::list, "a list", pointer)) return;
    for (std::size_t i = 0; i < node.items.size(); ++i) {
      value(node.items[i], inner, fmt::format("{}/{}", pointer, i));
    }
  }

  void word(const JsonNode& node, const Member& member, const std::string& pointer) {
    if (!is(node, Kind::text, "a string", pointer)) return;
    const auto& words = member.words;
    if (std::find(words.begin(), words.end(), node.text) != words.end()) return;
    add(node, pointer,
        fmt::format("{} is not one of {}{}", quoted(node.text), fmt::join(words, ", "),
                    suggestion(node.text, words)));
  }

  void value(const JsonNode& node, const Member& member, const std::string& pointer) {
    switch (member.type) {
      case Type::text: is(node, Kind::text, "a string", pointer); return;
      case Type::words: return word(node, member, pointer);
      case Type::text_or_texts:
        if (node.kind == Kind::text) return;
        [[fallthrough]];
      case Type::texts: return each(node, pointer, {"", Type::text, {}, {}, nullptr});
      case Type::number:
        if (node.kind != Kind::integer) is(node, Kind::real, "a number", pointer);
        return;
      case Type::boolean: is(node, Kind::boolean, "true or false", pointer); return;
      case Type::booleans: return each(node, pointer, {"", Type::boolean, {}, {}, nullptr});
      case Type::object: return object(node, *member.shape, pointer);
      case Type::objects: return each(node, pointer, {"", Type::object, {}, {}, member.shape});
      case Type::texts_or_objects: return mixed(node, member, pointer);
      case Type::list: is(node, Kind::list, "a list", pointer); return;
      case Type::anything: return;
    }
  }

  void mixed(const JsonNode& node, const Member& member, const std::string& pointer) {
    if (!is(node, Kind::list, "a list", pointer)) return;
    for (std::size_t i = 0; i < node.items.size(); ++i) {
      const std::string inner = fmt::format("{}/{}", pointer, i);
      const JsonNode& item = node.items[i];
      if (item.kind == Kind::text) continue;
      if (item.kind == Kind::object) {
        object(item, *member.shape, inner);
      } else {
        add(item, inner,
            fmt::format("must be a string or an object, not {}", kind_name(item.kind)));
      }
    }
  }

  ProblemLog& problems_;
};

}  // namespace

void check_shape(const JsonNode& node, const Shape& shape, const std::string& pointer,
                 ProblemLog& problems) {
  Checker(problems).object(node, shape, pointer);
}

}  // namespace assay::format
