// SPDX-License-Identifier: MIT
// The words the journal has for the values of enums. Never change one: old journals hold them.
#pragma once

#include "core/evidence/attempt.h"
#include "core/evidence/lint.h"
#include "core/outcome.h"
#include "core/verify/manifest.h"

#include <optional>
#include <string_view>

namespace assay::format::journal {

template <class Enum>
struct Word {
  Enum value;
  std::string_view name;
};

inline constexpr Word<core::ExitKind> exit_words[] = {
    {core::ExitKind::exited, "exited"},       {core::ExitKind::signaled, "signaled"},
    {core::ExitKind::timed_out, "timed_out"}, {core::ExitKind::cancelled, "cancelled"},
    {core::ExitKind::limited, "limited"},     {core::ExitKind::spawn_failed, "spawn_failed"},
    {core::ExitKind::lost, "lost"},           {core::ExitKind::unrecorded, "unrecorded"}};

inline constexpr Word<core::LintRule> lint_words[] = {{core::LintRule::detaches, "detaches"},
                                                      {core::LintRule::masked, "masked"},
                                                      {core::LintRule::constant, "constant"},
                                                      {core::LintRule::opts_out, "opts_out"},
                                                      {core::LintRule::unparsable, "unparsable"}};

inline constexpr Word<core::Outcome> outcome_words[] = {{core::Outcome::passed, "passed"},
                                                        {core::Outcome::failed, "failed"},
                                                        {core::Outcome::error, "error"},
                                                        {core::Outcome::exhausted, "exhausted"},
                                                        {core::Outcome::cancelled, "cancelled"}};

inline constexpr Word<core::verify::FlakyPolicy> flaky_words[] = {
    {core::verify::FlakyPolicy::pass, "pass"}, {core::verify::FlakyPolicy::fail, "fail"}};

template <class Enum, std::size_t Size>
std::string_view word_for(const Word<Enum> (&words)[Size], Enum value) {
  for (const Word<Enum>& word : words) {
    if (word.value == value) return word.name;
  }
  return {};
}

template <class Enum, std::size_t Size>
std::optional<Enum> value_of(const Word<Enum> (&words)[Size], std::string_view name) {
  for (const Word<Enum>& word : words) {
    if (word.name == name) return word.value;
  }
  return std::nullopt;
}

}  // namespace assay::format::journal
