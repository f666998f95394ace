// SPDX-License-Identifier: MIT
// A run as the web shows it: its row, its shape, its attempts.
#pragma once

#include "api/archive.h"
#include "face/web/records.h"

namespace assay::web {

/// "2026-11-15", UTC.
std::string day_of(Instant at);

SpentShown as_shown(const core::agent::Spent& spent);
/// Those that are set, each with what was used of it; `front` goes before their names.
std::vector<LimitShown> limits_shown(const std::string& front, const core::Limits& limits,
                                     const core::agent::Spent& used);
RunShown as_shown(const api::ListedRun& run, Instant now);
StepEventShown as_shown(const api::Dossier::Step& step);
QuestionShown question_shown(const api::ListedRun& run, const core::pipeline::State& state,
                             bool answered);

api::UnitState state_of(const core::verify::CommandState& command);
GateRowShown gate_shown(const core::verify::State& state, std::uint32_t unit);
PipelineShapeShown pipeline_shape(const core::pipeline::State& state);
/// The shape of its machine, put where it belongs.
void add_shape(RunPageShown& page, const api::RunView& view);

/// Those that ended, then those at work.
std::vector<AttemptRowShown> attempts_shown(const api::RunView& view, Instant now);
/// Marks the chain of attempts in which each began when the one before had ended.
void mark_critical(std::vector<AttemptRowShown>& attempts);

/// The name of an enumerator, as it is written in the code.
template <class Enum, Enum value>
constexpr std::string_view spelled_as() {
  std::string_view text = __PRETTY_FUNCTION__;
  text.remove_prefix(text.rfind("value = ") + 8);
  text = text.substr(0, text.find_first_of(",;]"));
  return text.substr(text.rfind(':') + 1);
}
template <class Enum, std::size_t number = 0>
std::string spelled(Enum value) {
  if constexpr (detail::is_enumerator<Enum, static_cast<Enum>(number)>()) {
    if (static_cast<std::size_t>(value) == number)
      return std::string(spelled_as<Enum, static_cast<Enum>(number)>());
    return spelled<Enum, number + 1>(value);
  }
  return {};
}

/// Of a long list of names.
inline constexpr std::size_t named_max = 200;
inline std::vector<std::string> first_of(std::vector<std::string> all) {
  if (all.size() > named_max) all.resize(named_max);
  return all;
}

template <class T>
OrNull<T> or_null(std::optional<T> value) {
  return {std::move(value)};
}

}  // namespace assay::web
