// SPDX-License-Identifier: MIT
#include "core/verify/embedded.h"

#include "base/ensure.h"
#include "core/verify/decide.h"
#include "core/verify/sealing.h"

namespace assay::core::verify {

Effects Embedded::start(Instant at, const std::string& run_id, std::shared_ptr<const Plan> plan,
                        std::uint32_t base, Rules rules) {
  ENSURE(plan != nullptr);
  base_ = base;
  over_ = false;
  if (!is_to_be_sealed(*plan))
    return outward(decide(state_, RunStarted{at, run_id, std::move(plan), rules}));
  begins_ = RunStarted{at, run_id, plan, rules};
  judged_ = std::move(plan);
  return open_copy();
}

bool Embedded::owns(AttemptKey key) const {
  const auto& plan = judged_ ? judged_ : state_.plan;
  return plan && key.unit >= base_ && key.unit - base_ < plan->manifest.commands.size();
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
  if (over_) return {};
  const bool waits = seal_ != Seal::none && seal_ != Seal::running;
  const bool resumed = judged_ && std::holds_alternative<RunResumed>(event);
  if (waits || resumed) return hear_sealed(event);
  if (!state_.plan) return {};
  const bool has_unit = std::holds_alternative<AttemptEnded>(event) ||
                        std::holds_alternative<TreeObserved>(event) ||
                        std::holds_alternative<RunResumed>(event);
  return outward(decide(state_, has_unit ? inward(event) : event));
}

Effects Embedded::outward(Effects effects) {
  Effects out;
  bool drained = false;
  for (Effect& effect : effects) {
    if (std::holds_alternative<Drain>(effect)) {
      drained = true;
      continue;
    }
    if (auto* start = std::get_if<StartAttempt>(&effect)) start->launch.key.unit += base_;
    if (auto* tree = std::get_if<ObserveTree>(&effect)) tree->key.unit += base_;
    out.push_back(std::move(effect));
  }
  if (!drained) return out;
  // Gates that were stopped, or never ran, have said nothing that could be spoilt.
  const bool ran = judged_ && !state_.cancelled && state_.spawned > 0;
  Effects more;
  if (ran) {
    seal_ = Seal::looking_again;
    more = look();
  } else if (judged_) {
    more = leave();
  } else {
    over_ = true;
  }
  for (Effect& each : more) out.push_back(std::move(each));
  return out;
}

// --- sealed gates

Effects Embedded::hear_sealed(const Event& event) {
  if (const auto* done = std::get_if<WorkDone>(&event)) return copied(*done);
  if (const auto* sight = std::get_if<WorkInspected>(&event)) return seen(*sight);
  // The answer comes in any case; whoever asked to stop is heard then.
  stopped_ = stopped_ || std::holds_alternative<CancelRequested>(event);
  if (!std::holds_alternative<RunResumed>(event)) return {};
  // Gates that were interrupted have worked in their copy: they get another.
  return seal_ == Seal::looking_again ? look() : open_copy();
}

Effects Embedded::open_copy() {
  seal_ = Seal::opening;
  place_ = sealed_place(*judged_, base_, ++copies_);
  Effects effects;
  effects.emplace_back(sealed_copy(*judged_, place_, key_of_copy()));
  return effects;
}

Effects Embedded::copied(const WorkDone& e) {
  if (seal_ != Seal::opening || e.key != key_of_copy()) return {};
  if (stopped_) return leave();
  restored_ = e.result.paths;
  if (e.result.status != work::WorkResult::Status::done) return begin_in_copy(e.result);
  tree_.clear();
  seal_ = Seal::looking;
  return look();
}

Effects Embedded::begin_in_copy(const work::WorkResult& made) {
  seal_ = Seal::running;
  auto plan = plan_in_copy(*judged_, place_, made);
  if (!begins_) {
    state_.plan = std::move(plan);
    return outward(decide(state_, RunResumed{at_}));
  }
  RunStarted begins = std::move(*begins_);
  begins_.reset();
  begins.plan = std::move(plan);
  return outward(decide(state_, begins));
}

Effects Embedded::seen(const WorkInspected& e) {
  if (e.key != key_of_copy()) return {};
  at_ = e.at;
  if (seal_ == Seal::looking && stopped_) return leave();
  if (seal_ == Seal::looking) {
    tree_ = e.sight.tree;
    using Made = work::WorkResult::Status;
    const Made made = e.sight.problem.empty() ? Made::done : Made::failed;
    return begin_in_copy({made, e.sight.problem, "", restored_});
  }
  if (seal_ != Seal::looking_again) return {};
  if (const std::string why = spoilt_by(e.sight); !why.empty()) spoil(state_, why);
  return leave();
}

Effects Embedded::look() {
  Effects effects;
  effects.emplace_back(look_at_copy(place_, tree_, key_of_copy()));
  return effects;
}

/// Nobody waits for it: a copy that stays behind harms nobody.
Effects Embedded::leave() {
  over_ = true;
  Effects effects;
  for (CloseWork& each : unsealed(*judged_, place_, key_of_copy()))
    effects.emplace_back(std::move(each));
  return effects;
}

}  // namespace assay::core::verify
