// SPDX-License-Identifier: MIT
#include "ledger/test_memory.h"

#include "base/ensure.h"
#include "core/verify/decide.h"
#include "format/outcomes.h"

#include <fmt/format.h>

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

namespace {

Digest digest_of_tests(const shell::TestRun& run) {
  TestsDigest digest(run);
  for (const core::TestResult& test : run.tests)
    digest.add(test.id, core::letter_of(test.outcome), core::short_time(test.millis));
  return digest.finish();
}

}  // namespace

Digest tests_key(std::string_view command, std::string_view cwd, std::string_view workspace) {
  if (cwd.starts_with(workspace)) cwd.remove_prefix(workspace.size());
  while (cwd.starts_with('/')) cwd.remove_prefix(1);
  const std::string size = std::to_string(command.size()) + ":";
  return Hasher().update("tests:").update(size).update(command).update(cwd).finish();
}

TestsDigest::TestsDigest(const shell::TestRun& run) {
  hasher_.update("assay/tests/v1\n").update(run.command.key.hex()).update("\n");
  hasher_.update(fmt::format("{} {} {} {}\n", run.attempt, run.tree, run.at, run.whole ? 1 : 0));
}

void TestsDigest::add(std::string_view id, char letter, std::uint16_t time) {
  hasher_.update(fmt::format("{} {} {} ", letter, time, id.size())).update(id);
}

void TestMemory::hear(const core::Event& event) {
  if (const auto* started = std::get_if<core::RunStarted>(&event)) {
    using PlanPointer = std::shared_ptr<const core::verify::Plan>;
    const auto* plan = std::get_if<PlanPointer>(&started->plan);
    remembers_ = plan != nullptr && names_tests(**plan);
    told_.clear();
    outer_.reset();
    using LoopPlan = std::shared_ptr<const core::loop::Plan>;
    using PipelinePlan = std::shared_ptr<const core::pipeline::Plan>;
    const auto* loop = std::get_if<LoopPlan>(&started->plan);
    const auto* pipeline = std::get_if<PipelinePlan>(&started->plan);
    gates_ = loop != nullptr ? (*loop)->gates : pipeline != nullptr ? (*pipeline)->gates : nullptr;
    const bool outer = loop != nullptr || pipeline != nullptr;
    if (outer && started->rules >= core::Rules::v0_2) outer_.emplace();
  }
  if (outer_) return hear_outer(event);
  if (!remembers_) return;
  if (const auto* ended = std::get_if<core::AttemptEnded>(&event)) note(*ended);
  if (const auto* seen = std::get_if<core::TreeObserved>(&event)) return hold(*seen);
  static_cast<void>(core::verify::decide(state_, event));
}

/// Before the machine hears of it: then the command still stands where the attempt was started.
void TestMemory::note(const core::AttemptEnded& ended) {
  if (!ended.evidence.reading.tests || ended.key.unit >= state_.commands.size()) return;
  const core::verify::CommandState& command = state_.commands[ended.key.unit];
  ENSURE(ended.key.unit < state_.plan->manifest.commands.size());
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

/// What is started and looked at follows from the events, as for the run itself.
void TestMemory::hear_outer(const core::Event& event) {
  if (const auto* ended = std::get_if<core::AttemptEnded>(&event)) note_outer(*ended);
  if (const auto* seen = std::get_if<core::WorkInspected>(&event)) look(*seen);
  for (core::Effect& effect : core::decide(*outer_, event)) {
    if (auto* start = std::get_if<core::StartAttempt>(&effect)) {
      if (start->launch.reading.keep_outcomes)
        launched_[start->launch.key] = std::move(start->launch);
    } else if (auto* asked = std::get_if<core::InspectWork>(&effect)) {
      asked_[asked->key] = std::move(*asked);
    }
  }
}

/// The working tree in which a command runs: the innermost that was looked at.
std::string TestMemory::directory_of(const std::string& cwd) const {
  std::string found;
  for (const auto& [directory, tree] : trees_) {
    const bool inside = cwd == directory || cwd.starts_with(directory + "/");
    if (inside && directory.size() > found.size()) found = directory;
  }
  return found;
}

/// The gate's own id; of the Verify of a task "1.1-verify", without the number that tells its runs
/// apart.
std::string TestMemory::id_of(const core::Launch& launch) const {
  if (gates_) {
    for (const CommandSpec& spec : gates_->manifest.commands) {
      if (spec.command == launch.command) return spec.id;
    }
  }
  constexpr std::string_view mark = "-verify-";
  const std::size_t at = launch.name.rfind(mark);
  return at == std::string::npos ? launch.name : launch.name.substr(0, at + mark.size() - 1);
}

void TestMemory::note_outer(const core::AttemptEnded& ended) {
  const auto launched = launched_.find(ended.key);
  if (launched == launched_.end()) return;
  const core::Launch launch = std::move(launched->second);
  launched_.erase(launched);
  if (!ended.evidence.reading.tests || launch.name != ended.name) return;
  Told told;
  told.directory = directory_of(launch.cwd);
  const auto tree = trees_.find(told.directory);
  if (tree == trees_.end()) return;
  told.run.command = {tests_key(launch.command, launch.cwd, told.directory), id_of(launch),
                      launch.command};
  told.run.attempt = ended.key.attempt;
  told.run.tree = tree->second.name;
  told.run.at = to_text(ended.evidence.started);
  told.run.whole = is_whole(ended.evidence.reading);
  told.unit = ended.key.unit;
  told.path = ended.evidence.reading.tests->path;
  told.digest = ended.evidence.reading.tests->digest;
  told.seen = tree->second.digest;
  told_.push_back(std::move(told));
}

/// Says of what was told since the last look at that working tree whether it is about one tree: new
/// files aside, nothing has changed.
void TestMemory::look(const core::WorkInspected& seen) {
  const auto asked = asked_.find(seen.key);
  if (asked == asked_.end()) return;
  const core::InspectWork look = std::move(asked->second);
  asked_.erase(asked);
  const core::work::WorkSight& sight = seen.sight;
  const auto is_new = [&](const std::string& path) {
    return std::find(sight.added.begin(), sight.added.end(), path) != sight.added.end();
  };
  const bool still = std::all_of(sight.changed.begin(), sight.changed.end(), is_new);
  for (Told& told : told_) {
    if (told.directory != look.directory || told.held || told.run.tree.empty()) continue;
    const bool same = sight.tree == told.seen || (look.since == told.seen && still);
    told.held = sight.problem.empty() && same;
    if (!told.held) told.run.tree.clear();
  }
  trees_[look.directory] = {sight.tree, sight.problem.empty() ? sight.name : ""};
}

std::vector<TestMemory::Remembered> TestMemory::take(const ReadContent& read) {
  std::vector<Remembered> all;
  for (Told& told : std::exchange(told_, {})) {
    if (!told.held) told.run.tree.clear();
    Remembered& each = all.emplace_back(Remembered{std::move(told.run)});
    const auto text = read(told.path, told.digest);
    if (!text) continue;
    const auto kept = format::read_outcomes(*text, [&](const format::OutcomeLine& line) {
      each.run.tests.push_back({std::string(line.id), line.outcome, line.millis});
    });
    if (kept) each.digest = digest_of_tests(each.run);
  }
  return all;
}

}  // namespace assay::ledger
