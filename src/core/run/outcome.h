// SPDX-License-Identifier: MIT
// How a run can end. The same words for every machine.
#pragma once

#include "base/words.h"

#include <cstdint>
#include <string_view>

namespace assay::core {

enum class Outcome : std::uint8_t { passed, failed, error, exhausted, cancelled, out_of_budget };

/// The exit status of a run that waits for a quota to be over.
inline constexpr int parked_status = 5;

/// The exit status of a run that waits for a person.
inline constexpr int person_status = 4;

using assay::to_text;

constexpr auto words_of(Of<Outcome>) {
  return words<Outcome>({{Outcome::passed, "passed"},
                         {Outcome::failed, "failed"},
                         {Outcome::error, "error"},
                         {Outcome::exhausted, "exhausted"},
                         {Outcome::cancelled, "cancelled"},
                         {Outcome::out_of_budget, "out_of_budget"}});
}

/// The exit status the command line promises for it.
int exit_status(Outcome outcome);

}  // namespace assay::core
