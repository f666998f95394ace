// SPDX-License-Identifier: MIT
#include "core/goals/embedded.h"

#include "base/ensure.h"
#include "core/goals/decide.h"

#include <utility>

namespace assay::core::goals {

Effects Embedded::start(Instant at, const std::string& run_id, std::shared_ptr<const Plan> plan,
                        std::uint32_t base, Rules rules, const agent::Purse& purse) {
  ENSURE(plan != nullptr);
  over_ = false;
  Effects first = decide(state_, RunStarted{at, run_id, std::move(plan), rules});
  state_.base = base;
  state_.purse = purse;
  return without_drain(std::move(first));
}

Effects Embedded::hear(const Event& event) {
  if (!state_.plan || over_) return {};
  return without_drain(decide(state_, event));
}

std::uint32_t Embedded::in_flight() const {
  return state_.commands.in_flight() + state_.talk.in_flight();
}

Effects Embedded::without_drain(Effects effects) {
  const auto drains = std::erase_if(
      effects, [](const Effect& effect) { return std::holds_alternative<Drain>(effect); });
  over_ = over_ || drains > 0;
  return effects;
}

std::uint32_t units_of(const Plan& plan) {
  std::size_t units = plan.commands ? plan.commands->manifest.commands.size() : 0;
  for (const Judge& judge : plan.judges) units += judge.questions.size();
  return static_cast<std::uint32_t>(units);
}

}  // namespace assay::core::goals
