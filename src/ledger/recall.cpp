// SPDX-License-Identifier: MIT
#include "ledger/recall.h"

#include "core/machine.h"
#include "ledger/entries.h"
#include "ledger/projections.h"

#include <algorithm>
#include <map>
#include <optional>

namespace assay::ledger {

namespace {

using core::verify::Testimony;

/// So many runs on one tree are asked, newest first: they answer every time somebody stops.
constexpr std::size_t runs_asked = 20;

struct Told {
  std::string run_id;
  Instant at{};
  core::verify::State state;
  bool ended = false;  ///< with a verdict
  bool resumed =
      false;  ///< by a coordinator whose surroundings nobody compared with the first one's
};

/// The run as its journal tells it; nothing if it is no verify run. `damaged`: somebody was at it.
std::optional<Told> fold_run(shell::Store& store, const shell::StoredRun& row, bool& damaged) {
  core::Machine machine;
  Told told;
  told.run_id = row.run_id;
  const auto read =
      visit_entries(store, row.run_id, [&](std::uint64_t, const shell::Entry& entry) -> Result<> {
        core::decide(machine, entry.event);
        if (const auto* end = std::get_if<core::RunConcluded>(&entry.event)) told.at = end->at;
        told.resumed = told.resumed || std::holds_alternative<core::RunResumed>(entry.event);
        return {};
      });
  damaged = damaged || !read;
  auto* state = std::get_if<core::verify::State>(&machine.state);
  if (!read || state == nullptr || state->plan == nullptr) return std::nullopt;
  told.state = std::move(*state);
  told.ended = machine.outcome.has_value();
  return told;
}

/// Whether `run` is about `tree` at all.
bool is_about(const Told& run, const std::string& workspace, const core::Tree& tree) {
  const core::verify::State& state = run.state;
  return state.plan->watches_tree && state.plan->workspace == workspace &&
         state.tree.now() != nullptr && *state.tree.now() == tree;
}

enum class Doubt : std::uint8_t {
  none,
  newer,  ///< counts against what was found out before: it ended without a proof
  ever,   ///< counts against every result: it failed, or failed and then passed
};

/// What speaks against a command, also in a run that never came to its end.
Doubt doubt_of(const core::verify::State& state, std::uint32_t unit) {
  using core::verify::Reason;
  const core::verify::CommandState& command = state.commands[unit];
  const core::Tree* tree = core::verify::tree_of(state, command);
  const bool finished = command.step == core::verify::Step::finished && command.attempts > 0;
  if (!finished || tree == nullptr || *tree != *state.tree.now()) return Doubt::none;
  if (command.status == core::verify::Status::fail || command.failed_before) return Doubt::ever;
  const bool stopped = command.reason == Reason::cancelled || command.reason == Reason::lost;
  if (stopped) return Doubt::none;
  const bool proved = command.status == core::verify::Status::pass && command.effective;
  return proved ? Doubt::none : Doubt::newer;
}

/// What the newest run said is heard first.
void hear(Known& known, bool& closed, const Told& run, std::uint32_t unit) {
  const Doubt doubt = doubt_of(run.state, unit);
  const Testimony says = run.ended ? core::verify::testimony_of(run.state, unit) : Testimony::none;
  if (!closed && says != Testimony::none) {
    known.testimony = says;
    known.run_id = run.run_id;
    known.at = run.at;
    known.can_be_used = says == Testimony::passed && !run.resumed;
    if (says == Testimony::passed) known.result = core::verify::recalled_of(run.state, unit);
  }
  closed = closed || says != Testimony::none || doubt != Doubt::none;
  // Both outcomes on one tree: it depends on something else.
  if (doubt == Doubt::ever) known.can_be_used = false;
}

}  // namespace

Result<std::vector<Known>> recall(shell::Store& store, const std::string& workspace,
                                  const core::Tree& tree, std::span<const Digest> keys) {
  std::vector<Known> answers(keys.size());
  if (!tree.is_known() || tree.id.empty()) return answers;
  const auto rows = TRY(store.runs({.longest = runs_asked, .tree = tree_name(tree)}));
  std::vector<char> closed(keys.size(), 0);
  bool damaged = false;
  for (const shell::StoredRun& row : rows) {
    if (row.workspace != workspace) continue;
    const std::optional<Told> run = fold_run(store, row, damaged);
    if (!run || !is_about(*run, workspace, tree)) continue;
    std::map<Digest, std::uint32_t> units;
    std::uint32_t next = 0;
    for (const Digest& key : core::verify::evidence_keys(run->state)) units.emplace(key, next++);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const auto found = units.find(keys[i]);
      if (found == units.end()) continue;
      bool is_closed = closed[i] != 0;
      hear(answers[i], is_closed, *run, found->second);
      closed[i] = is_closed ? 1 : 0;
    }
  }
  // A journal that was tampered with may have held a failure.
  for (Known& answer : answers) answer.can_be_used = answer.can_be_used && !damaged;
  return answers;
}

}  // namespace assay::ledger
