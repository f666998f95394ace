// SPDX-License-Identifier: MIT
// The words the journal has for the values of enums. Never change one: old journals hold them.
#pragma once

#include "core/agent/settings.h"
#include "core/evidence/attempt.h"
#include "core/evidence/lint.h"
#include "core/evidence/transcript.h"
#include "core/goals/check.h"
#include "core/goals/settings.h"
#include "core/loop/settings.h"
#include "core/pipeline/settings.h"
#include "core/run/outcome.h"
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
    {core::ExitKind::lost, "lost"},           {core::ExitKind::unrecorded, "unrecorded"},
    {core::ExitKind::stalled, "stalled"},     {core::ExitKind::held, "held"}};

inline constexpr Word<core::LintRule> lint_words[] = {{core::LintRule::detaches, "detaches"},
                                                      {core::LintRule::masked, "masked"},
                                                      {core::LintRule::constant, "constant"},
                                                      {core::LintRule::opts_out, "opts_out"},
                                                      {core::LintRule::unparsable, "unparsable"}};

inline constexpr Word<core::Outcome> outcome_words[] = {
    {core::Outcome::passed, "passed"},       {core::Outcome::failed, "failed"},
    {core::Outcome::error, "error"},         {core::Outcome::exhausted, "exhausted"},
    {core::Outcome::cancelled, "cancelled"}, {core::Outcome::out_of_budget, "out_of_budget"}};

inline constexpr Word<core::agent::Ending> ending_words[] = {
    {core::agent::Ending::none, "none"},
    {core::agent::Ending::success, "success"},
    {core::agent::Ending::failure, "failure"}};

inline constexpr Word<core::agent::Trouble> trouble_words[] = {
    {core::agent::Trouble::none, "none"},         {core::agent::Trouble::other, "other"},
    {core::agent::Trouble::protocol, "protocol"}, {core::agent::Trouble::refused, "refused"},
    {core::agent::Trouble::limit, "limit"},       {core::agent::Trouble::model, "model"},
    {core::agent::Trouble::auth, "auth"},         {core::agent::Trouble::overload, "overload"},
    {core::agent::Trouble::quota, "quota"}};

inline constexpr Word<core::goals::CheckStatus> check_words[] = {
    {core::goals::CheckStatus::ok, "ok"},
    {core::goals::CheckStatus::gap, "gap"},
    {core::goals::CheckStatus::could_not_check, "could_not_check"}};

inline constexpr Word<core::Dialect> dialect_words[] = {{core::Dialect::text, "text"},
                                                        {core::Dialect::claude, "claude"},
                                                        {core::Dialect::codex, "codex"},
                                                        {core::Dialect::gemini, "gemini"},
                                                        {core::Dialect::opencode, "opencode"},
                                                        {core::Dialect::qwen, "qwen"},
                                                        {core::Dialect::pi, "pi"},
                                                        {core::Dialect::cline, "cline"},
                                                        {core::Dialect::continue_cli, "continue"}};

inline constexpr Word<core::UnknownCost> unknown_cost_words[] = {
    {core::UnknownCost::refuse, "refuse"},
    {core::UnknownCost::count_tokens, "count_tokens"},
    {core::UnknownCost::ignore, "ignore"}};

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
