// SPDX-License-Identifier: MIT
// The rules of one .gitignore file, as git reads them. Which files there are, and which of several
// files wins, is not known here.
#pragma once

#include <bitset>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

enum class PathKind : std::uint8_t { file, directory };

enum class IgnoreMatch : std::uint8_t {
  none,     ///< no rule speaks of the path
  ignored,  ///< the last rule that does ignores it
  kept,     ///< the last rule that does is a `!` rule
};

/// A shell pattern where `*` and `?` stop at a slash and `**` does not. Takes time proportional to
/// pattern times path, whatever the pattern is.
class PathPattern {
 public:
  explicit PathPattern(std::string_view pattern);

  bool matches(std::string_view text) const;
  /// False for a pattern that git cannot read, such as an unclosed bracket. It matches nothing.
  bool valid() const { return valid_; }

 private:
  enum class Step : std::uint8_t { literal, any, set, star, deep, maybe_deep, deep_then_slash };
  struct Token {
    Step step{};
    char literal = 0;
    std::uint32_t set = 0;
  };
  using Set = std::bitset<256>;

  std::size_t read_bracket(std::string_view pattern, std::size_t at);
  std::size_t read_stars(std::string_view pattern, std::size_t at);
  void find_needle();
  void advance(const std::vector<bool>& from, std::vector<bool>& to, char c) const;
  void skip_optional(std::vector<bool>& states) const;

  std::vector<Token> tokens_;
  std::vector<Set> sets_;
  std::string needle_;  ///< the longest literal part: a text without it cannot match
  bool valid_ = true;
};

class IgnoreRules {
 public:
  static IgnoreRules parse(std::string_view text);

  /// `path` is relative to the directory of the file, with no slash at either end.
  IgnoreMatch match(std::string_view path, PathKind kind) const;

  std::size_t size() const { return rules_.size(); }

 private:
  enum class Shape : std::uint8_t { name, name_suffix, name_pattern, path, path_pattern };
  struct Rule {
    Shape shape{};
    bool keeps = false;
    bool directories_only = false;
    std::string literal;  ///< the whole text, the suffix, or what stands before the first wildcard
    std::uint32_t pattern = 0;
  };

  void add(std::string_view line);
  bool fits(const Rule& rule, std::string_view path, std::string_view name) const;

  std::vector<Rule> rules_;
  std::vector<PathPattern> patterns_;
};

}  // namespace assay::format
