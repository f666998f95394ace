// SPDX-License-Identifier: MIT
// How an agent's attempt went, decided from everything at once: what the stream said last, how the
// process ended, what changed in the tree, what was spent. Each of these lies in the wild.
#pragma once

#include "base/words.h"
#include "core/ask/order.h"
#include "core/evidence/attempt.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace assay::core::agent {

enum class Outcome : std::uint8_t {
  completed,
  failed,
  refused,      ///< the model declined, or a tool it needed was denied
  unavailable,  ///< quota, overload, no answer, no login, no program: may work later
  timed_out,
  stalled,
  cancelled,
  protocol_error,  ///< what it printed is not what its dialect ends with
};

using assay::to_text;

constexpr auto words_of(Of<Outcome>) {
  return words<Outcome>({{Outcome::completed, "completed"},
                         {Outcome::failed, "failed"},
                         {Outcome::refused, "refused"},
                         {Outcome::unavailable, "unavailable"},
                         {Outcome::timed_out, "timed_out"},
                         {Outcome::stalled, "stalled"},
                         {Outcome::cancelled, "cancelled"},
                         {Outcome::protocol_error, "protocol_error"}});
}

/// What the agent said; an empty transcript if it left none.
const Transcript& transcript_of(const Evidence& evidence);

/// When an attempt that was unavailable may be repeated; nothing if that was not told.
std::optional<Instant> available_again(const Evidence& evidence);

/// Everything an outcome is decided from.
struct Facts {
  const Evidence& evidence;
  const Transcript& transcript;
  Dialect dialect = Dialect::text;
  std::optional<bool> changed;  ///< whether the tree is another one; none: it could not be read
};

struct Fused {
  Outcome outcome{};
  std::string_view rule;  ///< the row of the table that decided
  std::string reason;
};

/// One row: the first one that applies decides.
struct Rule {
  std::string_view name;
  bool (*applies)(const Facts&);
  Outcome outcome;
  std::string (*reason)(const Facts&);
};

/// The table, for tests and documentation. Its last row applies to everything.
std::span<const Rule> rules();

Fused fuse(const Facts& facts);

}  // namespace assay::core::agent
