// SPDX-License-Identifier: MIT
#include "sim/watched_subject.h"

#include "core/verify/reuse.h"
#include "sim/flaw.h"

#include <algorithm>

namespace assay::sim {

using core::verify::CommandSpec;
using core::verify::GateType;
using core::verify::Plan;
using core::verify::State;

namespace {

constexpr std::uint64_t trees_max = 4;

std::shared_ptr<const Plan> watched_plan(Chance& chance) {
  auto plan = std::make_shared<Plan>();
  const std::uint32_t commands = 1 + chance.below(6);
  for (std::uint32_t unit = 0; unit < commands; ++unit) {
    CommandSpec spec;
    spec.id = "c" + std::to_string(unit);
    spec.command = "run " + std::to_string(unit);
    spec.stage = static_cast<std::int32_t>(chance.below(3));
    spec.mutates_workspace = chance.percent(25);
    spec.gate_type = spec.mutates_workspace ? GateType::custom : GateType::lint;
    spec.parallel_safe = chance.percent(50);
    spec.required = chance.percent(85);
    plan->manifest.commands.push_back(std::move(spec));
  }
  plan->workspace = plan->cwd = "/workspace";
  plan->log_dir = "/logs";
  plan->jobs = 1 + chance.below(3);
  plan->watches_tree = true;
  plan->policy.reuse = chance.percent(60);
  plan->manifest_digest = digest_of(plan->manifest);
  return plan;
}

core::Recalled result_of(std::uint32_t unit, std::string run_id) {
  core::Recalled result;
  result.unit = unit;
  result.run_id = std::move(run_id);
  result.attempt = 1;
  return result;
}

bool decides(std::string_view decision, std::string_view what) {
  return decision.find(what) != std::string_view::npos;
}

}  // namespace

WatchedSubject::WatchedSubject(std::uint64_t seed)
    : seed_(seed), chance_(mix(seed) ^ 0x7ee5U), plan_(watched_plan(chance_)) {
  windows_.resize(plan_->manifest.commands.size());
}

core::RunStarted WatchedSubject::first() { return {Instant{}, "run", plan_}; }

/// What a command says is a matter of the tree alone.
bool WatchedSubject::passes(std::uint32_t unit, std::uint64_t tree) const {
  return mix(mix(seed_) ^ mix(tree) ^ unit) % 12 != 0;
}

Behaviour WatchedSubject::behaviour(const core::Launch& launch, std::uint32_t /*ends*/) {
  Behaviour does;
  does.duration = Millis{1 + chance_.below(300)};
  does.exit = {core::ExitKind::exited, passes(launch.key.unit, tree_) ? 0 : 1, 0, ""};
  const bool mutates = plan_->manifest.commands[launch.key.unit].mutates_workspace;
  if (chance_.percent(mutates ? 50 : 6))
    does.touch = chance_.percent(50) ? Touch::at_start : Touch::at_end;
  return does;
}

/// Another tree, or one that is changed and put back.
void WatchedSubject::act(const core::Launch& /*launch*/) {
  moves_ += 2;
  if (chance_.percent(65)) move_to(chance_.below(trees_max));
}

void WatchedSubject::move_to(std::uint64_t tree) {
  came_back_ = came_back_ || (tree != tree_ && name_of(tree) == named_);
  tree_ = tree;
}

void WatchedSubject::abandoned() {
  if (!chance_.percent(30)) return;
  ++moves_;
  move_to(chance_.below(trees_max));
}

/// As a look at files does it: bytes by their digest, and what was written since the same process
/// last looked.
std::optional<shell::TreeSight> WatchedSubject::look(const core::ObserveTree& wanted,
                                                     std::uint64_t epoch) {
  shell::TreeSight sight;
  sight.tree = name_of(tree_);
  sight.digest = digest_of(sight.tree);
  const bool same = wanted.since == sight.digest.hex();
  if (!wanted.since.empty() && !same) sight.changed = {"a.py"};
  if (same && epoch == epoch_seen_ && moves_ != moves_seen_) sight.touched = {"a.py"};
  epoch_seen_ = epoch;
  moves_seen_ = moves_;
  return sight;
}

std::vector<core::Recalled> WatchedSubject::recall(const core::RecallEvidence& wanted) {
  std::vector<core::Recalled> found;
  for (std::uint32_t unit = 0; unit < wanted.keys.size(); ++unit) {
    for (std::uint64_t tree = 0; tree < trees_max; ++tree) {
      const bool known = mix(seed_ ^ tree ^ (std::uint64_t{unit} << 8)) % 2 == 0;
      if (!known || wanted.tree.id != name_of(tree) || !passes(unit, tree)) continue;
      found.push_back(result_of(unit, "earlier"));
    }
  }
  return found;
}

Finding WatchedSubject::on_start(const core::Launch& launch, std::span<const core::Launch>) {
  Window& window = windows_[launch.key.unit];
  window = {.attempt = launch.key.attempt, .begin = tree_, .moves_begin = moves_};
  return "";
}

Finding WatchedSubject::on_entry(const Stored& stored) {
  const core::Event& event = stored.entry.event;
  if (const auto* ended = std::get_if<core::AttemptEnded>(&event)) {
    const bool ours = ended->key.unit < windows_.size() && !ended->name.empty() &&
                      windows_[ended->key.unit].attempt == ended->key.attempt;
    if (ours) {
      Window& window = windows_[ended->key.unit];
      window.end = tree_;
      window.moves_end = moves_;
      window.ended = true;
    }
  }
  if (const auto* seen = std::get_if<core::TreeObserved>(&event)) {
    if (seen->key.unit == windows_.size() && !seen->tree.empty()) named_ = seen->tree;
    touched_ = touched_ || !seen->touched.empty();
  }
  if (const auto* recalled = std::get_if<core::EvidenceRecalled>(&event)) {
    for (const core::Recalled& each : recalled->results) recalled_.insert({each.unit, named_});
  }
  resumed_ = resumed_ || std::holds_alternative<core::RunResumed>(event);
  return decides(stored.entry.decision, "conclude passed") ? judge_pass() : "";
}

/// Everything behind a pass is of the tree that the last look saw. A run whose looks tell of files
/// that were written and have the bytes they had says so, and nobody uses it again: at_end.
Finding WatchedSubject::judge_pass() const {
  if (name_of(tree_) != named_) return "";  // somebody came after the last look
  if (touched_) return "";
  // Who takes over knows bytes, not times: what was put back before that is not seen. Such a run is
  // never used again.
  if (resumed_ && came_back_) return "";
  for (std::uint32_t unit = 0; unit < windows_.size(); ++unit) {
    const CommandSpec& spec = plan_->manifest.commands[unit];
    if (!spec.required || spec.mutates_workspace) continue;
    const Window& window = windows_[unit];
    const bool ran_on_it = window.ended && name_of(window.begin) == named_ &&
                           name_of(window.end) == named_ && passes(unit, window.begin);
    if (!ran_on_it && !recalled_.contains({unit, named_}))
      return "I13 a pass on " + named_ + " has nothing of " + spec.id + " on that tree";
  }
  return "";
}

Finding WatchedSubject::at_end(const core::Machine& machine) {
  const auto* state = std::get_if<State>(&machine.state);
  if (state == nullptr) return "the machine has no state";
  for (std::uint32_t unit = 0; unit < windows_.size(); ++unit) {
    const core::verify::CommandState& command = state->commands[unit];
    const core::Tree* tree = core::verify::tree_of(*state, command);
    const std::string& id = plan_->manifest.commands[unit].id;
    if (command.is_reused && (tree == nullptr || !recalled_.contains({unit, tree->id})))
      return "I14 " + id + " uses a result that nobody has for that tree";
    const bool used_again = !resumed_ && command.attempts > 0 && !command.is_reused &&
                            !plan_->manifest.commands[unit].mutates_workspace &&
                            testimony_of(*state, unit) == core::verify::Testimony::passed;
    const Window& window = windows_[unit];
    if (used_again && window.moves_begin != window.moves_end)
      return "I14 " + id + " would be used again, and something was written while it ran";
    if (used_again && name_of(window.begin) != state->tree.now()->id)
      return "I14 " + id + " would be used again for another tree";
  }
  return "";
}

const std::vector<Plant>& watched_plants() {
  const auto nothing = [](State&, const core::Event&, core::Effects&) {};
  static const std::vector<Plant> all = {
      {"does not see that the tree moved", "I13|I14",
       flawed<State>(
           [](State& state, core::Event& event) {
             auto* seen = std::get_if<core::TreeObserved>(&event);
             if (seen == nullptr || state.tree.now() == nullptr) return;
             seen->tree = state.tree.now()->id;
             seen->digest = state.tree.now()->digest;
             seen->changed.clear();
           },
           nothing)},
      {"uses again what was found for other trees", "I13|I14",
       flawed<State>(
           [](State& state, core::Event& event) {
             auto* found = std::get_if<core::EvidenceRecalled>(&event);
             if (found == nullptr) return;
             found->results.clear();
             for (std::uint32_t unit = 0; unit < state.commands.size(); ++unit)
               found->results.push_back(result_of(unit, "another"));
           },
           nothing)},
      {"forgets what was written and put back", "I14",
       flawed<State>(
           [](State&, core::Event& event) {
             if (auto* seen = std::get_if<core::TreeObserved>(&event)) seen->touched.clear();
           },
           nothing)},
      {"keeps results that a mutating command made stale", "I13|I14",
       flawed<State>([](State&, core::Event&) {},
                     [](State& state, const core::Event&, core::Effects&) {
                       for (core::verify::CommandState& command : state.commands) {
                         if (command.reason != core::verify::Reason::stale) continue;
                         if (command.step != core::verify::Step::finished) continue;
                         command.status = core::verify::Status::pass;
                         command.reason = core::verify::Reason::none;
                         command.said_no = false;
                       }
                     })}};
  return all;
}

}  // namespace assay::sim
