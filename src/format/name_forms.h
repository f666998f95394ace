// SPDX-License-Identifier: MIT
// The ways in which runners print a test and how it went on a line of its own.
#pragma once

#include "core/evidence/outcomes.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace assay::format {

enum class NameStyle : std::uint8_t {
  plain,     ///< the whole name stands on the line
  outline,   ///< below headings that are less indented
  go,        ///< its package is told later
  file,      ///< below the file that was announced
  restated,  ///< may have been told before
};

/// Forms that mean more than their words say.
enum class NameKind : std::uint8_t {
  other,
  meson,
  tap,  ///< number and directive are part of the name
  mark,
  mocha,     ///< a number instead of a word: it failed
  automake,  ///< what passes although it should not has failed
  playwright,
  jest,
  go_json,
};

/// One way to print a test and how it went, on a line of its own.
struct NameForm {
  std::string_view trigger;  ///< no line without it fits
  const char* pattern;
  int name;  ///< group of the name; the other one is the word
  NameStyle style = NameStyle::plain;
  NameKind kind = NameKind::other;
};

/// All of them, in the order in which they are tried.
std::span<const NameForm> name_forms();

struct NamedLine {
  std::string name;
  std::string word;  ///< how it went
};
/// Whether the line has this form; `form` is one of name_forms().
bool fits(const NameForm& form, const std::string& line, NamedLine& said);

core::TestOutcome outcome_of(NameKind kind, std::string_view word);

/// Takes what a runner says it took off the end of the name; -1: it says nothing.
std::int64_t take_time(std::string& name);

/// The time of a line whose form has it outside of the name; -1: there is none.
std::int64_t time_on(std::string_view line);

}  // namespace assay::format
