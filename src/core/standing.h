// SPDX-License-Identifier: MIT
// How a run of any machine stands, for whoever wants to be told when that changes.
#pragma once

#include "base/instant.h"
#include "base/words.h"
#include "core/machine.h"

#include <cstdint>
#include <optional>
#include <string>

namespace assay::core {

struct Standing {
  enum class Kind : std::uint8_t {
    working,
    stopped,  ///< somebody asked for it
    waiting,  ///< for a person
    parked,   ///< for a time
    failed,   ///< an error, too
    exhausted,
    done,
  };

  Kind kind = Kind::working;
  std::string subject = {};  ///< which question, or why: another one is another standing
  std::optional<Instant> until = {};

  friend bool operator==(const Standing&, const Standing&) = default;
};

constexpr auto words_of(Of<Standing::Kind>) {
  using Kind = Standing::Kind;
  return words<Kind>({{Kind::working, "working"},
                      {Kind::stopped, "stopped"},
                      {Kind::waiting, "waiting"},
                      {Kind::parked, "parked"},
                      {Kind::failed, "failed"},
                      {Kind::exhausted, "exhausted"},
                      {Kind::done, "done"}});
}

Standing standing_of(const Machine& machine);

/// Whether people want to hear of it: not of work, nor of what they did themselves.
bool is_told(const Standing& standing);

/// Who its plan says is to be told; empty: nobody.
const std::vector<Receiver>& receivers_of(const AnyPlan& plan);

}  // namespace assay::core
