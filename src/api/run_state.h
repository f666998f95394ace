// SPDX-License-Identifier: MIT
// How a run stands and how a part of one stands, in one word each, the same for every machine.
#pragma once

#include "base/words.h"

#include <cstdint>

namespace assay::api {

/// Why nobody works on a run, that somebody does, or how it ended.
enum class RunState : std::uint8_t {
  running,
  waiting,      ///< for a person
  parked,       ///< for a quota or a time, or somebody stopped it
  interrupted,  ///< its coordinator died
  passed,
  failed,
  error,
  exhausted,
  cancelled,
  out_of_budget,
};

/// A gate, a task, a step or an attempt.
enum class UnitState : std::uint8_t {
  waiting,
  running,
  passed,
  failed,
  error,  ///< nobody could find out, or it proves nothing
};

using assay::to_text;

constexpr auto words_of(Of<RunState>) {
  return words<RunState>({{RunState::running, "running"},
                          {RunState::waiting, "waiting"},
                          {RunState::parked, "parked"},
                          {RunState::interrupted, "interrupted"},
                          {RunState::passed, "passed"},
                          {RunState::failed, "failed"},
                          {RunState::error, "error"},
                          {RunState::exhausted, "exhausted"},
                          {RunState::cancelled, "cancelled"},
                          {RunState::out_of_budget, "out_of_budget"}});
}

constexpr auto words_of(Of<UnitState>) {
  return words<UnitState>({{UnitState::waiting, "waiting"},
                           {UnitState::running, "running"},
                           {UnitState::passed, "passed"},
                           {UnitState::failed, "failed"},
                           {UnitState::error, "error"}});
}

}  // namespace assay::api
