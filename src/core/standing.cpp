// SPDX-License-Identifier: MIT
#include "core/standing.h"

#include "base/match.h"
#include "core/plans.h"

namespace assay::core {

namespace {

using Kind = Standing::Kind;

Kind kind_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::passed: return Kind::done;
    case Outcome::failed:
    case Outcome::error: return Kind::failed;
    case Outcome::exhausted:
    case Outcome::out_of_budget: return Kind::exhausted;
    case Outcome::cancelled: return Kind::stopped;
  }
  return Kind::failed;
}

/// As the journal left it, if no person is waited for.
Standing at_rest(const Machine& machine, const std::string& stopped_by) {
  if (!machine.parked) return {};
  if (!stopped_by.empty()) return {Kind::stopped, stopped_by};
  return {Kind::parked, machine.parked->reason, machine.parked->until};
}

/// A question stands as long as it is open, whether somebody is at the terminal or not.
Standing standing_in(const Machine& machine, const pipeline::State& state) {
  const bool asks = !state.waiting_for.empty() && state.plan->approval == Approval::interactive;
  if (!state.stopped_by.empty()) return at_rest(machine, state.stopped_by);
  if (asks)
    return {Kind::waiting, state.waiting_for + "#" +
                               std::to_string(pipeline::answers_to(state, state.waiting_for))};
  if (machine.parked && !state.strangers.empty()) return {Kind::waiting, machine.parked->reason};
  return at_rest(machine, "");
}

Standing standing_in(const Machine& machine, const loop::State& state) {
  const bool asks = machine.parked && state.stopped_by.empty() && !state.person.empty();
  if (asks) return {Kind::waiting, state.person};
  return at_rest(machine, state.stopped_by);
}

}  // namespace

Standing standing_of(const Machine& machine) {
  if (machine.outcome) return {kind_of(*machine.outcome), std::string(to_text(*machine.outcome))};
  return match(
      machine.state, [&](const auto&) { return at_rest(machine, ""); },
      [&](const loop::State& state) { return standing_in(machine, state); },
      [&](const pipeline::State& state) { return standing_in(machine, state); });
}

bool is_told(const Standing& standing) {
  return standing.kind != Kind::working && standing.kind != Kind::stopped;
}

const std::vector<Receiver>& receivers_of(const AnyPlan& plan) {
  static const std::vector<Receiver> nobody;
  return match(
      plan, [](const auto&) -> const std::vector<Receiver>& { return nobody; },
      [](const std::shared_ptr<const loop::Plan>& loop) -> const std::vector<Receiver>& {
        return loop->notify;
      },
      [](const std::shared_ptr<const pipeline::Plan>& pipeline) -> const std::vector<Receiver>& {
        return pipeline->notify;
      });
}

}  // namespace assay::core
