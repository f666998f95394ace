// SPDX-License-Identifier: MIT
// Programs that run what stands in a file of the workspace: how each family reads its call and its
// file. Private to format/shell.
#pragma once

#include "format/shell/sources.h"
#include "format/yaml/tree.h"

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format::shell {

inline constexpr std::size_t package_nodes_max = 20'000;
inline constexpr int references_deep_max = 8;
inline constexpr std::size_t pieces_max = 500;
/// Stands for a word that is not known before it runs.
inline constexpr std::string_view not_known = "\"$unknown_text\"";

/// The words of a call: options with their values, and the rest.
class Call {
 public:
  /// `valued`: options whose value is the next word, is joined by `=` or, behind a single letter,
  /// by nothing. What follows `--` is left out.
  Call(Words words, std::string_view valued);

  /// The last value of an option, by any of its names; empty if it is not given.
  std::string value(std::string_view names) const;
  /// Where it works: `make -C a -C b` in a/b.
  std::string place(const std::string& folder, std::string_view names) const;
  bool has(std::string_view names) const;
  const std::vector<std::string>& operands() const { return operands_; }
  /// Operands that are `NAME=value`, and the others.
  std::vector<std::string> assignments() const;
  std::vector<std::string> targets() const;

 private:
  struct Option {
    std::string name;
    std::string value;
  };
  std::vector<Option> options_;
  std::vector<std::string> operands_;
};

/// The first of the files that can be read, and its name; `given`, if it is not empty, instead.
struct FoundFile {
  std::string name;
  std::string text;
};
std::optional<FoundFile> find_file(const std::string& given,
                                   std::initializer_list<std::string_view> names,
                                   const std::string& folder, const Sources& sources);

/// The value of a key; null if the node is no map, or has none.
const YamlNode* member(const YamlNode* map, std::string_view key);
bool is_true(const YamlNode* node);

/// What stands between double braces or in `{posargs}` is not known before it runs.
std::string without_templates(std::string_view text, std::string_view open, std::string_view close);

std::optional<Carried> package_scripts(Words words, const std::string& folder,
                                       const Sources& sources);
std::optional<Carried> composer_scripts(Words words, const std::string& folder,
                                        const Sources& sources);
std::optional<Carried> make_recipes(Words words, const std::string& folder, const Sources& sources);
std::optional<Carried> just_recipes(Words words, const std::string& folder, const Sources& sources);
std::optional<Carried> taskfile_lines(Words words, const std::string& folder,
                                      const Sources& sources);
std::optional<Carried> tox_commands(Words words, const std::string& folder, const Sources& sources);
std::optional<Carried> ctest_commands(Words words, const std::string& folder,
                                      const Sources& sources);
std::optional<Carried> nox_runs(Words words, const std::string& folder, const Sources& sources);

}  // namespace assay::format::shell
