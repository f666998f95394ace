// SPDX-License-Identifier: MIT
// A goals machine inside another one: its commands and questions have numbers of their own range
// there, its judges spend from the other's purse, and whether anything is left alive is asked by
// the outer machine, at its own end.
#pragma once

#include "core/ask/effect.h"
#include "core/ask/event.h"
#include "core/goals/state.h"

#include <memory>
#include <string>

namespace assay::core::goals {

class Embedded {
 public:
  /// Its commands become units `base`, `base` + 1, ... of the outer run, its questions those after
  /// them: see units_of.
  Effects start(Instant at, const std::string& run_id, std::shared_ptr<const Plan> plan,
                std::uint32_t base, Rules rules, const agent::Purse& purse);

  Effects hear(const Event& event);

  bool is_over() const { return over_; }  ///< every check has its result
  std::uint32_t in_flight() const;
  const State& state() const { return state_; }

 private:
  Effects without_drain(Effects effects);

  State state_;
  bool over_ = false;
};

/// How many commands and questions a plan has.
std::uint32_t units_of(const Plan& plan);

}  // namespace assay::core::goals
