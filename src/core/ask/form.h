// SPDX-License-Identifier: MIT
// One thing a task promised, in the form in which it can be checked. Nothing here looks at a file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace assay::core::goals {

/// A regular file inside the workspace.
struct FileExists {
  std::string path;
  bool non_empty = false;
  bool created =
      false;  ///< a task made it: git would track it, and a person would see something in it

  friend bool operator==(const FileExists&, const FileExists&) = default;
};

/// Nothing of that name, not even a dangling link.
struct FileAbsent {
  std::string path;

  friend bool operator==(const FileAbsent&, const FileAbsent&) = default;
};

/// What does not count in source text when a pattern is sought.
enum class Blank : std::uint8_t { nothing, comments, comments_and_strings };

/// How often a pattern is found in all the files together. `^` and `$` are the ends of lines, `.`
/// is no line break; matches do not overlap.
struct Pattern {
  std::string pattern;             ///< RE2
  std::vector<std::string> paths;  ///< files, folders and globs; `!glob` leaves out; empty: all
  std::uint64_t min = 1;
  std::optional<std::uint64_t> max;
  Blank blank = Blank::nothing;

  friend bool operator==(const Pattern&, const Pattern&) = default;
};

/// A shell command that must end with a status.
struct Command {
  std::string command;
  std::int32_t expect_exit = 0;
  bool is_test = false;  ///< must prove that it ran tests
  std::optional<std::uint64_t> min_tests;

  friend bool operator==(const Command&, const Command&) = default;
};

enum class Notation : std::uint8_t { json, yaml };

/// A value in a JSON or YAML file.
struct Value {
  Notation notation = Notation::json;
  std::string path;
  std::string pointer;                ///< RFC 6901
  std::optional<std::string> equals;  ///< as JSON; nothing: it only has to be there

  friend bool operator==(const Value&, const Value&) = default;
};

/// What no program can decide.
struct Semantic {
  std::string text;

  friend bool operator==(const Semantic&, const Semantic&) = default;
};

using Form = std::variant<FileExists, FileAbsent, Pattern, Command, Value, Semantic>;

/// The word for it in gaps: file, file_absent, pattern, command, json, yaml, semantic.
std::string_view type_word(const Form& form);

/// What must be true, in words: "src/a.h matches /x/ at least 3 times".
std::string describe(const Form& form);

}  // namespace assay::core::goals
