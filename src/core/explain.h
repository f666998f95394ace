// SPDX-License-Identifier: MIT
// Events and decisions in plain words, for `assay explain`.
#pragma once

#include "core/ask/effect.h"
#include "core/ask/event.h"
#include "core/machine.h"

#include <string>

namespace assay::core {

/// "unit, attempt 1: exit 1 in 0.31s; transient: connection refused"
std::string describe(const Event& event);

/// Why what was decided was decided. `after` is the machine once it has heard the event.
std::string explain(const Machine& after, const Event& event, const Effects& effects);

/// Whether an event is worth telling by itself: an end that was no success, a person's word,
/// something amiss. What merely answers a question of assay's own is not; what was decided
/// because of it may be.
bool is_weighty(const Event& event);

/// The id of the command an event is about; empty if it is about the run.
std::string subject(const Machine& machine, const Event& event);

/// True if the event is about the command, or led to something being done about it.
bool concerns(const std::string& wanted, const std::string& subject, const Effects& effects);

}  // namespace assay::core
