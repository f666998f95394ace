// SPDX-License-Identifier: MIT
#include "ledger/test_memory.h"

#include "core/verify/decide.h"
#include "format/outcomes.h"

#include <algorithm>
#include <utility>

namespace assay::ledger {

namespace {

using core::verify::CommandSpec;
using core::verify::TreeLook;

bool names_tests(const core::verify::Plan& plan) {
  const auto& commands = plan.manifest.commands;
  return plan.keeps_outcomes &&
         std::any_of(commands.begin(), commands.end(), [](const CommandSpec& spec) {
           return spec.gate_type == core::verify::GateType::test;
         });
}

/// Whether no test that ran is without a name. Some runners name only what failed.
bool is_whole(const core::Reading& reading) {
  const core::TestsNamed& named = *reading.tests;
  if (named.passed == 0 && !named.by_report) return false;
  const std::uint64_t all = named.passed + named.failed + named.errors + named.not_run;
  return reading.tally.known() && named.more == 0 &&
         all >= static_cast<std::uint64_t>(reading.tally.executed) && named.names_every_failure();
}

}  // namespace

Digest tests_key(std::string_view command, std::string_view cwd, std::string_view workspace) {
  if (cwd.starts_with(workspace)) cwd.remove_prefix(workspace.size());
  while (cwd.starts_with('/')) cwd.remove_prefix(1);
  const std::string size = std::to_string(command.size()) + ":";
  return Hasher().update("tests:").update(size).update(command).update(cwd).finish();
}

void TestMemory::hear(const core::Event& event) {
  if (const auto* started = std::get_if<core::RunStarted>(&event)) {
    using PlanPointer = std::shared_ptr<const core::verify::Plan>;
    const auto* plan = std::get_if<PlanPointer>(&started->plan);
    remembers_ = plan != nullptr && names_tests(**plan);
    told_.clear();
  }
  if (!remembers_) return;
  if (const auto* ended = std::get_if<core::AttemptEnded>(&event)) note(*ended);
  if (const auto* seen = std::get_if<core::TreeObserved>(&event)) return hold(*seen);
  static_cast<void>(core::verify::decide(state_, event));
}

/// Before the machine hears of it: then the command still stands where the attempt was started.
void TestMemory::note(const core::AttemptEnded& ended) {
  if (!ended.evidence.reading.tests || ended.key.unit >= state_.commands.size()) return;
  const core::verify::CommandState& command = state_.commands[ended.key.unit];
  const CommandSpec& spec = state_.plan->manifest.commands[ended.key.unit];
  const bool expected = command.step == core::verify::Step::in_flight &&
                        command.attempts == ended.key.attempt && spec.id == ended.name;
  if (!expected) return;
  const core::TestsNamed& named = *ended.evidence.reading.tests;
  Told told;
  told.run.command = {tests_key(spec.command, state_.plan->cwd, state_.plan->workspace), spec.id,
                      spec.command};
  told.run.attempt = ended.key.attempt;
  const core::Tree* tree = core::verify::tree_of(state_, command);
  told.run.tree = tree == nullptr ? "" : tree->id;
  told.run.at = to_text(ended.evidence.started);
  told.run.whole = is_whole(ended.evidence.reading);
  told.unit = ended.key.unit;
  told.path = named.path;
  told.digest = named.digest;
  told_.push_back(std::move(told));
}

/// A look at the tree says whether what was told since the last one is about one tree.
void TestMemory::hold(const core::TreeObserved& seen) {
  const bool resumed = state_.tree.look == TreeLook::resumed;
  const std::size_t trees = state_.tree.trees.size();
  const std::size_t changes = state_.tree.changes.size() + state_.tree.touched.size();
  static_cast<void>(core::verify::decide(state_, seen));
  const bool moved = state_.tree.trees.size() != trees;
  const bool changed = state_.tree.changes.size() + state_.tree.touched.size() != changes;
  for (Told& told : told_) {
    if (told.held || told.run.tree.empty()) continue;
    const bool mutates = state_.plan->manifest.commands[told.unit].mutates_workspace;
    told.held = !changed && !(moved && (resumed || mutates)) && !seen.digest.empty();
    if (!told.held) told.run.tree.clear();
  }
}

std::vector<shell::TestRun> TestMemory::take(const ReadContent& read) {
  std::vector<shell::TestRun> runs;
  for (Told& told : std::exchange(told_, {})) {
    const auto text = read(told.path, told.digest);
    if (!text) continue;
    const auto kept = format::read_outcomes(*text, [&](const format::OutcomeLine& line) {
      told.run.tests.push_back({std::string(line.id), line.outcome, line.millis});
    });
    if (!kept) continue;
    if (!told.held) told.run.tree.clear();
    runs.push_back(std::move(told.run));
  }
  return runs;
}

}  // namespace assay::ledger
