// SPDX-License-Identifier: MIT
#include "core/verify/reuse.h"

#include "base/ensure.h"
#include "core/verify/records.h"
#include "core/verify/watch.h"

#include <algorithm>
#include <string_view>

namespace assay::core::verify {

namespace {

/// Fields with their sizes, so that no two lists of them look alike.
class KeyText {
 public:
  KeyText& add(std::string_view field) {
    hasher_.update(std::to_string(field.size()) + ":").update(field);
    return *this;
  }
  Digest finish() { return hasher_.finish(); }

 private:
  Hasher hasher_;
};

std::string_view below(std::string_view path, std::string_view folder) {
  return path.starts_with(folder) ? path.substr(folder.size()) : path;
}

/// What all commands of a run have in common.
Digest common_key(const State& state) {
  const Plan& plan = *state.plan;
  KeyText key;
  key.add(below(plan.cwd, plan.workspace)).add(plan.environment_key.hex());
  for (const Tool& tool : plan.tools) key.add(tool.path).add(tool.stamp);
  key.add(state.tree.linked);
  return key.finish();
}

void add_extras(KeyText& key, const CommandExtras& extras) {
  key.add(extras.report);
  for (const auto& [name, value] : extras.env) key.add(name).add(value);
  for (const std::string& pattern : extras.retry_on) key.add(pattern);
}

Digest key_of(const CommandSpec& spec, const Digest& common, std::string_view inputs) {
  KeyText key;
  key.add(common.hex()).add(spec.command).add(to_text(spec.gate_type)).add(inputs);
  key.add(spec.must_be_effective ? "effective" : "").add(spec.allow_zero_tests ? "zero" : "");
  if (spec.extras) add_extras(key, *spec.extras);
  return key.finish();
}

/// What moved between the first look and the last; empty: nothing.
std::string what_moved(const TreeWatch& watch) {
  if (!watch.replaced.empty()) return watch.replaced.front() + " was replaced while the gates ran";
  if (watch.inputs != watch.inputs_at_end) return "declared inputs changed while the gates ran";
  if (watch.linked != watch.linked_at_end)
    return "files that links of the tree lead to changed while the gates ran, or are too many";
  return "";
}

/// The tree was the same from the first look to the last, and so was what else counts.
bool held_still(const State& state) {
  const TreeWatch& watch = state.tree;
  return watch.is_over && watch.problem.empty() && watch.changes.empty() && !state.cancelled &&
         what_moved(watch).empty();
}

/// The program by which two plans differ; empty: they use the same ones.
std::string other_program(const Plan& then, const Plan& now) {
  for (const Tool& tool : now.tools) {
    if (std::find(then.tools.begin(), then.tools.end(), tool) == then.tools.end()) return tool.path;
  }
  for (const Tool& tool : then.tools) {
    if (std::find(now.tools.begin(), now.tools.end(), tool) == now.tools.end()) return tool.path;
  }
  return "";
}

bool is_asked_alike(const CommandSpec& a, const CommandSpec& b) {
  return key_of(a, Digest{}, "") == key_of(b, Digest{}, "");
}

}  // namespace

std::vector<Digest> evidence_keys(const State& state) {
  const Plan& plan = *state.plan;
  const Digest common = common_key(state);
  std::vector<Digest> keys;
  keys.reserve(plan.manifest.commands.size());
  std::size_t next_input = 0;
  for (const CommandSpec& spec : plan.manifest.commands) {
    const bool declares = spec.extras && !spec.extras->inputs.empty();
    const bool seen = declares && next_input < state.tree.inputs.size();
    keys.push_back(key_of(spec, common, seen ? state.tree.inputs[next_input] : ""));
    if (declares) ++next_input;
  }
  return keys;
}

Testimony testimony_of(const State& state, std::uint32_t unit) {
  ENSURE(unit < state.commands.size());
  const CommandState& command = state.commands[unit];
  const bool counts = state.phase == Phase::concluded && held_still(state) &&
                      command.step == Step::finished && is_about_now(state, command);
  if (!counts) return Testimony::none;
  if (command.status == Status::fail) return Testimony::failed;
  return why_not_again(state, unit).empty() && command.status == Status::pass ? Testimony::passed
                                                                              : Testimony::none;
}

std::string why_not_again(const State& state, std::uint32_t unit) {
  const CommandState& command = state.commands[unit];
  if (command.step != Step::finished || command.status != Status::pass) return "";
  if (!is_about_now(state, command)) return "the tree changed after it had begun";
  if (std::string moved = what_moved(state.tree); !moved.empty()) return moved;
  if (std::string text = touch_text(state, unit); !text.empty()) return text;
  if (command.failed_before) return "it failed before it passed";
  if (command.reason == Reason::known_failures) return "it passed by the list of known failures";
  return command.reason == Reason::none && command.effective ? "" : "it proved nothing";
}

std::string what_differs(const State& then, std::uint32_t unit, const State& now,
                         std::uint32_t unit_now) {
  const Plan& before = *then.plan;
  const Plan& after = *now.plan;
  if (!is_asked_alike(before.manifest.commands[unit], after.manifest.commands[unit_now]))
    return "the command is asked otherwise";
  if (below(before.cwd, before.workspace) != below(after.cwd, after.workspace))
    return "it runs in another folder";
  if (before.environment_key != after.environment_key) return "the environment is another one";
  if (const std::string path = other_program(before, after); !path.empty())
    return path + " is another one";
  if (then.tree.linked != now.tree.linked) return "what links of the tree lead to is another";
  return then.tree.inputs == now.tree.inputs ? "" : "declared inputs are others";
}

Recalled recalled_of(const State& state, std::uint32_t unit) {
  ENSURE(testimony_of(state, unit) == Testimony::passed);
  if (const Recalled* known = reused(state, unit)) return *known;
  const CommandState& command = state.commands[unit];
  return {.unit = unit,
          .run_id = state.run_id,
          .attempt = command.attempts,
          .tests_executed = command.tests_executed,
          .tally_source = command.notes ? command.notes->tally_source : "",
          .duration_ms = command.duration_ms};
}

RecallEvidence ask_recall(State& state) {
  ENSURE(state.tree.now() != nullptr);
  state.recall.asked = true;
  state.recall.known.clear();
  return {.key = {tree_unit(state), state.tree.looks},
          .tree = *state.tree.now(),
          .keys = evidence_keys(state)};
}

void take_recalled(State& state, const EvidenceRecalled& found) {
  state.recall.asked = false;
  state.recall.tree = state.tree.trees.size();
  for (const Recalled& each : found.results) {
    if (each.unit < state.commands.size()) state.recall.known.emplace(each.unit, each);
  }
  bool all_known = true;
  for (auto unit = state.schedule.order.rbegin(); unit != state.schedule.order.rend(); ++unit) {
    if (!all_known && state.plan->manifest.commands[*unit].mutates_workspace)
      state.recall.known.erase(*unit);
    all_known = all_known && state.recall.known.contains(*unit);
  }
}

const Recalled* known_result(const State& state, std::uint32_t unit) {
  if (state.recall.tree != state.tree.trees.size()) return nullptr;  // about an earlier tree
  const auto found = state.recall.known.find(unit);
  return found == state.recall.known.end() ? nullptr : &found->second;
}

const Recalled* reused(const State& state, std::uint32_t unit) {
  if (!state.commands[unit].is_reused) return nullptr;
  const auto found = state.recall.known.find(unit);
  return found == state.recall.known.end() ? nullptr : &found->second;
}

}  // namespace assay::core::verify
