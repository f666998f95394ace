// SPDX-License-Identifier: MIT
#include "ledger/recall.h"

#include "base/ensure.h"
#include "core/machine.h"
#include "ledger/entries.h"
#include "ledger/projections.h"
#include "ledger/witnesses.h"

#include <algorithm>
#include <map>
#include <memory>

namespace assay::ledger {

namespace {

using core::verify::Testimony;

/// So many runs on one tree are asked, newest first: they answer every time somebody stops.
constexpr std::size_t runs_asked = 20;

/// Runs as their journals tell them. The first is read once, whoever asks for it.
class Journals {
 public:
  explicit Journals(shell::Store& store) : store_(store) {}

  /// Null if it is no verify run, or its journal is not what was written.
  std::shared_ptr<const Told> read(const std::string& run_id) {
    if (first_ && first_->run_id == run_id) return first_;
    auto told = fold(run_id);
    if (!first_) first_ = told;
    return told;
  }
  /// Somebody was at one of them.
  bool damaged() const { return damaged_; }

 private:
  std::shared_ptr<const Told> fold(const std::string& run_id) {
    core::Machine machine;
    auto told = std::make_shared<Told>();
    told->run_id = run_id;
    const auto seen =
        visit_entries(store_, run_id, [&](std::uint64_t, const shell::Entry& entry) -> Result<> {
          core::decide(machine, entry.event);
          if (const auto* end = std::get_if<core::RunConcluded>(&entry.event)) told->at = end->at;
          told->resumed = told->resumed || std::holds_alternative<core::RunResumed>(entry.event);
          return {};
        });
    damaged_ = damaged_ || !seen;
    auto* state = std::get_if<core::verify::State>(&machine.state);
    if (!seen || state == nullptr || state->plan == nullptr) return nullptr;
    told->state = std::move(*state);
    told->ended = machine.outcome.has_value();
    return told;
  }

  shell::Store& store_;
  std::shared_ptr<const Told> first_;  ///< the newest one: runs of 100,000 commands are large
  bool damaged_ = false;
};

/// Whether `run` is about `tree` at all: the one it ended on, or one that differs from that only in
/// what gates may rewrite.
/// In a shared store the workspace may be another one, on another machine: what a result depends on
/// is in its key.
bool is_about(const Told& run, const std::optional<std::string>& workspace,
              const core::Tree& tree) {
  const core::verify::State& state = run.state;
  const auto& trees = state.tree.trees;
  const auto first =
      trees.begin() + static_cast<std::ptrdiff_t>(std::min(state.tree.same_since, trees.size()));
  return state.plan->watches_tree && (!workspace || state.plan->workspace == *workspace) &&
         std::find(first, trees.end(), tree) != trees.end();
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
  const bool finished = command.step == core::verify::Step::finished && command.attempts > 0;
  if (!finished || !core::verify::is_about_now(state, command)) return Doubt::none;
  if (command.status == core::verify::Status::fail || command.failed_before) return Doubt::ever;
  const bool stopped = command.reason == Reason::cancelled || command.reason == Reason::lost;
  if (stopped) return Doubt::none;
  const bool proved = command.status == core::verify::Status::pass && command.effective;
  return proved ? Doubt::none : Doubt::newer;
}

/// What the newest run said is heard first. `counts`: its end is what was signed; what speaks
/// against a command is heard of any run.
void hear(Known& known, bool& closed, const Told& run, std::uint32_t unit, bool counts) {
  const Doubt doubt = doubt_of(run.state, unit);
  const Testimony says = counts ? core::verify::testimony_of(run.state, unit) : Testimony::none;
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

/// A result that was taken over belongs to the run that ran it.
Result<> name_origins(std::vector<Known>& answers, shell::Store& store) {
  for (Known& known : answers) {
    const std::string& origin = known.result.run_id;
    if (origin.empty() || origin == known.run_id) continue;
    for (const shell::StoredRun& row : TRY(store.runs({.begins_with = origin, .longest = 1}))) {
      if (row.run_id != origin || !row.end) continue;
      known.run_id = origin;
      known.at = TRY(parse_instant(row.end->at));
    }
  }
  return {};
}

Result<std::vector<Known>> ask(shell::Store& store, Journals& journals, const std::string& asking,
                               const core::Tree& tree, std::span<const Digest> keys) {
  std::vector<Known> answers(keys.size());
  std::optional<std::string> workspace;
  if (!store.is_shared()) workspace = asking;
  if (!tree.is_known() || tree.id.empty()) return answers;
  const auto rows =
      TRY(store.runs({.longest = runs_asked, .tree = tree_name(tree), .workspace = workspace}));
  if (rows.empty()) return answers;
  Witnesses witnesses = TRY(Witnesses::open(store));
  std::vector<char> closed(keys.size(), 0);
  for (const shell::StoredRun& row : rows) {
    const auto run = journals.read(row.run_id);
    if (!run || !is_about(*run, workspace, tree)) continue;
    const bool counts = run->ended && TRY(witnesses.vouched_for(row, run->state.plan));
    std::map<Digest, std::uint32_t> units;
    std::uint32_t next = 0;
    for (const Digest& key : core::verify::evidence_keys(run->state)) units.emplace(key, next++);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const auto found = units.find(keys[i]);
      if (found == units.end()) continue;
      bool is_closed = closed[i] != 0;
      hear(answers[i], is_closed, *run, found->second, counts);
      closed[i] = is_closed ? 1 : 0;
    }
  }
  // A journal that was tampered with may have held a failure.
  for (Known& answer : answers) answer.can_be_used = answer.can_be_used && !journals.damaged();
  TRY(name_origins(answers, store));
  return answers;
}

/// The newest ended run that looked at the workspace.
Result<std::shared_ptr<const Told>> find_newest(shell::Store& store, Journals& journals,
                                                const std::string& workspace) {
  constexpr std::size_t runs_read_back = 20;
  const auto rows = TRY(store.runs(
      {.longest = runs_read_back, .workspace = workspace, .machine = "verify", .ended = true}));
  for (const shell::StoredRun& row : rows) {
    auto told = journals.read(row.run_id);
    if (told && told->state.plan->watches_tree && told->state.tree.now() != nullptr) return told;
  }
  return std::shared_ptr<const Told>();
}

}  // namespace

Result<std::vector<Known>> recall(shell::Store& store, const std::string& workspace,
                                  const core::Tree& tree, std::span<const Digest> keys) {
  Journals journals(store);
  return ask(store, journals, workspace, tree, keys);
}

Result<Recollection> recollect(shell::Store& store, const std::string& workspace,
                               const core::Tree& tree, std::span<const Digest> keys) {
  Journals journals(store);
  Recollection found;
  found.known = TRY(ask(store, journals, workspace, tree, keys));
  ENSURE(found.known.size() == keys.size());
  found.newest = TRY(find_newest(store, journals, workspace));
  return found;
}

Result<std::shared_ptr<const Told>> recollect_sealed(shell::Store& store, const std::string& tree) {
  const std::shared_ptr<const Told> none;
  if (tree.empty()) return none;
  Journals journals(store);
  const auto rows = TRY(store.runs({.longest = runs_asked, .machine = "verify", .ended = true}));
  for (const shell::StoredRun& row : rows) {
    auto told = journals.read(row.run_id);
    if (!told || !told->state.plan->sealing.on || told->state.plan->sealing.tree != tree) continue;
    Witnesses witnesses = TRY(Witnesses::open(store));
    return TRY(witnesses.vouched_for(row, told->state.plan)) && !journals.damaged() ? told : none;
  }
  return none;
}

}  // namespace assay::ledger
