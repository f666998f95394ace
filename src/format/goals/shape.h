// SPDX-License-Identifier: MIT
// A table that says what a JSON object looks like, and the one place that compares the two.
#pragma once

#include "format/json/tree.h"
#include "format/problem.h"

#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

struct Shape;

struct Member {
  enum class Type : std::uint8_t {
    text,
    words,  ///< one of a list of words
    texts,
    text_or_texts,
    number,
    boolean,
    booleans,
    object,
    objects,
    texts_or_objects,  ///< a list that may hold both
    list,              ///< of anything
    anything,
  };
  enum class Need : std::uint8_t { optional, required };

  std::string_view name;
  Type type = Type::text;
  Need need = Need::optional;
  std::vector<std::string_view> words;  ///< for Type::words
  const Shape* shape = nullptr;         ///< for objects
  std::string_view schema = {};  ///< members of its JSON Schema that the type does not say, or,
                                 ///< beginning with "type", all of them
};

namespace member {

inline Member plain(std::string_view name, Member::Type type = Member::Type::text) {
  return {name, type, {}, {}, nullptr};
}
inline Member needed(std::string_view name, Member::Type type = Member::Type::text) {
  return {name, type, Member::Need::required, {}, nullptr};
}

}  // namespace member

struct Shape {
  enum class Extras : std::uint8_t { kept, refused };

  Extras extras = Extras::kept;
  std::vector<Member> members;
};

/// Adds a problem with its JSON pointer for everything in which the node differs from the shape.
void check_shape(const JsonNode& node, const Shape& shape, const std::string& pointer,
                 ProblemLog& problems);

}  // namespace assay::format
