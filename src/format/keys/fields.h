// SPDX-License-Identifier: MIT
// Reading a YAML map key by key into typed values. What is asked for is what is known: everything
// else in the map is an unknown key.
#pragma once

#include "base/instant.h"
#include "base/words.h"
#include "format/keys/rules.h"
#include "format/problem.h"
#include "format/yaml/tree.h"

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::format {

class ConfigFields {
 public:
  /// `node` must outlive this; if it is no map, that is a problem and every key is absent.
  ConfigFields(ProblemLog& problems, const YamlNode& node, std::string path);

  /// The value of a key that is there and not null; names the key as known. A null value is a
  /// problem.
  const YamlNode* find(std::string_view key);

  void text(std::string_view key, std::string& out);
  void boolean(std::string_view key, bool& out);
  void integer(std::string_view key, Range range, std::int32_t& out);
  void texts(std::string_view key, std::vector<std::string>& out);
  void variables(std::string_view key, std::vector<std::pair<std::string, std::string>>& out);

  /// The items of a list, or the keys and values of a map, as many as the range allows; what is
  /// wrong with the whole is reported.
  std::vector<const YamlNode*> items(std::string_view key, Range range);
  std::vector<std::pair<const YamlNode*, const YamlNode*>> entries(std::string_view key,
                                                                   Range range);

  /// One of the words of the enum.
  template <HasWords Enum>
  void choice(std::string_view key, Enum& out) {
    std::optional<Enum> chosen;
    choice(key, chosen);
    if (chosen) out = *chosen;
  }
  template <HasWords Enum>
  void choice(std::string_view key, std::optional<Enum>& out) {
    const auto& names = all_words<Enum>;
    if (const auto index = choice(key, {names.begin(), names.end()}))
      out = static_cast<Enum>(*index);
  }
  /// The place of the value in `names`.
  std::optional<std::size_t> choice(std::string_view key,
                                    const std::vector<std::string_view>& names);

  /// A key that has its place elsewhere: told why if it is there, offered to nobody.
  void refuse(std::string_view key, std::string_view why);

  /// Call when all keys were asked for: reports the others.
  void finish();

  /// Reports the objection, if it is one; true if it is none.
  bool accept(const YamlNode& node, std::string_view key, Objection objection);
  void object(std::size_t line, std::string_view key, std::string_view what);
  std::string path_of(std::string_view key) const;
  ProblemLog& problems() { return problems_; }
  const YamlNode& node() const { return node_; }
  /// What stands there, without any check; null if nothing does.
  const YamlNode* lookup(std::string_view key) const;
  bool has(std::string_view key) const { return lookup(key) != nullptr; }

 private:
  void check_keys();
  std::size_t bounded(const YamlNode& node, std::string_view key, std::size_t count, Range range);

  ProblemLog& problems_;
  const YamlNode& node_;
  std::string path_;
  std::vector<std::string_view> known_;
  std::vector<std::string_view> refused_;
};

}  // namespace assay::format
