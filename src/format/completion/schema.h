// SPDX-License-Identifier: MIT
// Shapes of YAML maps as data, and the one function that holds a map against its shape.
#pragma once

#include "format/completion/completion.h"
#include "format/problem.h"
#include "format/yaml/tree.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace assay::format::contract {

enum class Shape : std::uint8_t {
  text,
  integer,
  boolean,
  word,           ///< one of `words`
  path,           ///< relative, stays below its root
  texts,          ///< list of texts
  paths,          ///< list of paths
  map,            ///< with the keys `inside`
  maps,           ///< list of maps
  texts_or_maps,  ///< list of either
  anything,
};

enum class Need : std::uint8_t {
  required,
  nullable,  ///< the key must be there, its value may be null
  optional,
};

struct Rule;

/// A list of constants that lives elsewhere; `std::span` wants a complete type.
template <class Item>
struct Table {
  const Item* first = nullptr;
  std::size_t count = 0;

  constexpr Table() = default;
  template <std::size_t size>
  constexpr Table(const Item (&items)[size]) : first(items), count(size) {}  // NOLINT: implicit
  constexpr const Item* begin() const { return first; }
  constexpr const Item* end() const { return first + count; }
};

using Words = Table<std::string_view>;

/// One key of a map.
struct Rule {
  std::string_view key;
  Shape shape = Shape::text;
  Need need = Need::required;
  std::int64_t least = 0;  ///< items of a list; lowest integer
  std::int64_t most = 0;   ///< characters of a text; highest integer; 0: any
  Words words{};
  Table<Rule> inside{};
  std::string_view id_form{};  ///< "F-": ids look like F-1; another form is only remarked
};

/// What a reading says about a file.
struct Judged {
  ProblemLog& problems;
  ProblemLog& remarks;
};

/// The keys a file of this kind has at its top.
Table<Rule> schema_of(ArtifactKind kind);
/// The key that tells whether a piece of YAML is such a file at all.
std::string_view mark_of(ArtifactKind kind);
/// The words of `completion.status` the kind's agents may use.
Words statuses_of(ArtifactKind kind);

/// `node` must be a map. Problems name the path of keys: "completion.output_paths[1]".
void hold_against(const YamlNode& node, Table<Rule> rules, const std::string& path, Judged judged);

/// The value of a key; null if it is not there or is null.
const YamlNode* find_key(const YamlNode& map, std::string_view key);
/// The same along "agent_output.payload.waves".
const YamlNode* find_path(const YamlNode& map, std::string_view path);

}  // namespace assay::format::contract
