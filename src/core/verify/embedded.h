// SPDX-License-Identifier: MIT
// A verify machine inside another one: its commands have numbers of their own range there, and
// whether anything is left alive is asked by the outer machine, at its own end.
#pragma once

#include "core/ask/effect.h"
#include "core/ask/event.h"
#include "core/verify/state.h"

#include <memory>
#include <string>

namespace assay::core::verify {

class Embedded {
 public:
  /// The commands of `plan` become units `base`, `base` + 1, ... of the outer run.
  Effects start(Instant at, const std::string& run_id, std::shared_ptr<const Plan> plan,
                std::uint32_t base, Rules rules);

  /// Only for events that concern it: see owns(). Those without a key concern everybody.
  Effects hear(const Event& event);

  bool owns(AttemptKey key) const;
  /// Which of its commands the key is about; only for one it owns.
  std::uint32_t unit_of(AttemptKey key) const { return key.unit - base_; }
  /// The event in its own numbers.
  Event inward(const Event& event) const;
  bool is_over() const { return over_; }  ///< every command has its result
  std::uint32_t in_flight() const { return state_.in_flight; }
  const State& state() const { return state_; }

 private:
  Effects outward(Effects effects);

  State state_;
  std::uint32_t base_ = 0;
  bool over_ = false;
};

}  // namespace assay::core::verify
