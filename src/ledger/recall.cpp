// SPDX-License-Identifier: MIT
#include "ledger/recall.h"

#include "core/machine.h"
#include "ledger/entries.h"
#include "ledger/projections.h"

#include <algorithm>
#include <map>

namespace assay::ledger {

namespace {

using core::verify::Testimony;

/// So many runs on one tree are asked, newest first: they answer every time somebody stops.
constexpr std::size_t runs_asked = 20;

struct Ended {
  std::string run_id;
  Instant at{};
  core::verify::State state;
};

/// The run as its journal tells it; nothing if it is no verify run, has not ended, or was tampered
/// with: then nothing of it is believed.
Result<std::optional<Ended>> fold_ended(shell::Store& store, const shell::StoredRun& row) {
  core::Machine machine;
  Instant at{};
  const auto read =
      visit_entries(store, row.run_id, [&](std::uint64_t, const shell::Entry& entry) -> Result<> {
        core::decide(machine, entry.event);
        if (const auto* end = std::get_if<core::RunConcluded>(&entry.event)) at = end->at;
        return {};
      });
  auto* state = std::get_if<core::verify::State>(&machine.state);
  if (!read || !machine.outcome || state == nullptr) return std::optional<Ended>();
  return std::optional(Ended{row.run_id, at, std::move(*state)});
}

/// Whether `run` is about `tree` at all.
bool is_about(const Ended& run, const std::string& workspace, const core::Tree& tree) {
  const core::verify::State& state = run.state;
  return state.plan->watches_tree && state.plan->workspace == workspace &&
         state.tree.now() != nullptr && *state.tree.now() == tree;
}

void hear(Known& known, const Ended& run, std::uint32_t unit) {
  const Testimony says = core::verify::testimony_of(run.state, unit);
  if (says == Testimony::none) return;
  if (known.testimony == Testimony::none) {  // the newest that says anything
    known.testimony = says;
    known.run_id = run.run_id;
    known.at = run.at;
    known.can_be_used = says == Testimony::passed;
    if (known.can_be_used) known.result = core::verify::recalled_of(run.state, unit);
  }
  // Both outcomes on one tree: it depends on something else.
  if (says == Testimony::failed) known.can_be_used = false;
}

}  // namespace

Result<std::vector<Known>> recall(shell::Store& store, const std::string& workspace,
                                  const core::Tree& tree, std::span<const Digest> keys) {
  std::vector<Known> answers(keys.size());
  if (!tree.is_known() || tree.id.empty()) return answers;
  const auto rows = TRY(store.runs({.longest = runs_asked, .tree = tree_name(tree)}));
  for (const shell::StoredRun& row : rows) {
    if (!row.end || row.workspace != workspace) continue;
    const std::optional<Ended> run = TRY(fold_ended(store, row));
    if (!run || !is_about(*run, workspace, tree)) continue;
    std::map<Digest, std::uint32_t> units;
    std::uint32_t next = 0;
    for (const Digest& key : core::verify::evidence_keys(run->state)) units.emplace(key, next++);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (const auto found = units.find(keys[i]); found != units.end())
        hear(answers[i], *run, found->second);
    }
  }
  return answers;
}

}  // namespace assay::ledger
