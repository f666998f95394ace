// SPDX-License-Identifier: MIT
#include "core/verify/embedded.h"

#include "base/ensure.h"
#include "core/verify/decide.h"

namespace assay::core::verify {

Effects Embedded::start(Instant at, const std::string& run_id, std::shared_ptr<const Plan> plan,
                        std::uint32_t base, Rules rules) {
  ENSURE(plan != nullptr);
  base_ = base;
  over_ = false;
  return outward(decide(state_, RunStarted{at, run_id, std::move(plan), rules}));
}

bool Embedded::owns(AttemptKey key) const {
  return state_.plan && key.unit >= base_ && key.unit - base_ < state_.commands.size();
}

Event Embedded::inward(const Event& event) const {
  Event inner = event;
  if (auto* ended = std::get_if<AttemptEnded>(&inner)) ended->key.unit -= base_;
  if (auto* seen = std::get_if<TreeObserved>(&inner)) seen->key.unit -= base_;
  if (auto* resumed = std::get_if<RunResumed>(&inner)) {
    std::erase_if(resumed->attached, [&](AttemptKey key) { return !owns(key); });
    for (AttemptKey& key : resumed->attached) key.unit -= base_;
  }
  return inner;
}

Effects Embedded::hear(const Event& event) {
  if (!state_.plan || over_) return {};
  const bool has_unit = std::holds_alternative<AttemptEnded>(event) ||
                        std::holds_alternative<TreeObserved>(event) ||
                        std::holds_alternative<RunResumed>(event);
  return outward(decide(state_, has_unit ? inward(event) : event));
}

Effects Embedded::outward(Effects effects) {
  Effects out;
  for (Effect& effect : effects) {
    if (std::holds_alternative<Drain>(effect)) {
      over_ = true;
      continue;
    }
    if (auto* start = std::get_if<StartAttempt>(&effect)) start->launch.key.unit += base_;
    if (auto* tree = std::get_if<ObserveTree>(&effect)) tree->key.unit += base_;
    out.push_back(std::move(effect));
  }
  return out;
}

}  // namespace assay::core::verify
