// SPDX-License-Identifier: MIT
// What the oracle of the loop makes of everything the repository is asked to do.
#include "sim/loop_oracle.h"
#include "sim/loop_plan.h"

#include <algorithm>

namespace assay::sim {

using core::loop::Insertion;
using core::loop::Task;

namespace {

/// "- [ ] 1.2.1 [FIX 1.2] Fix: ..." has the id 1.2.1, and fixes 1.2.
std::string id_of_block(const std::string& block) {
  const std::string rest = block.substr(6);
  return rest.substr(0, rest.find(' '));
}

std::string fixed_by(const std::string& block) {
  const std::size_t at = block.find("[FIX ");
  return at == std::string::npos ? "" : block.substr(at + 5, block.find(']', at) - at - 5);
}

std::string branch_name(const std::string& branch) { return branch.substr(branch.rfind('/') + 1); }

std::uint32_t place_in(const std::vector<core::loop::TaskKey>& order, core::loop::TaskKey key) {
  return static_cast<std::uint32_t>(std::find(order.begin(), order.end(), key) - order.begin());
}

std::string phase_of(const Task& task) {
  const std::size_t dot = task.id.find('.');
  return dot == std::string::npos ? task.phase : task.id.substr(0, dot);
}

}  // namespace

void LoopOracle::wished(const std::string& task, Wish wish, const std::vector<Task>& proposed) {
  for (const Task& each : proposed)
    proposals_.insert_or_assign(each.id, Proposal{each, wish, task});
}

void LoopOracle::opened(const core::OpenWork& wanted) {
  const std::string name = branch_name(wanted.branch);
  for (const auto& [other, directory] : worktrees_) {
    if (other != name && directory == wanted.directory)
      note("place: " + name + " and " + other + " share " + directory);
  }
  if (wanted.directory == plan_->workspace) note("place: a worktree in the workspace");
  worktrees_[name] = wanted.directory;
}

void LoopOracle::closed(const core::CloseWork& wanted) {
  worktrees_.erase(branch_name(wanted.branch));
  merged_position_.reset();
}

/// Merged is what has passed in its own tree, in the order of the list.
void LoopOracle::merged(const core::MergeWork& wanted, bool news, bool conflict) {
  const std::optional<TaskKey> key = find(branch_name(wanted.branch));
  if (!key) return note("name: nobody knows " + wanted.branch);
  Row& row = rows_[*key];
  if (conflict) ++row.excuses;
  if (!news) return;
  const std::uint32_t position = place_in(order_, *key);
  if (merged_position_ && *merged_position_ > position) note("merge: out of order");
  merged_position_ = position;
  const auto directory = worktrees_.find(row.name);
  const bool proved = directory != worktrees_.end() && row.claimed && !stains_.contains(row.name) &&
                      passes(row, directory->second, row.agent_end);
  if (!proved) note("merge: " + row.name + " has not passed in its own tree");
  merged_at_ = last_;
  ++row.excuses;  // it may have to be done again on the merged tree
}

void LoopOracle::insert(const Insertion& insertion) {
  Row row;
  row.insertion = insertion;
  row.name = row.task.id = id_of_block(insertion.block);
  const std::string fixed = fixed_by(insertion.block);
  if (!fixed.empty()) {
    row.fix = true;
    const Row& original = rows_[insertion.anchor];
    row.task.commands = original.task.commands;
    row.task.files = original.task.files;
    row.task.has_files = original.task.has_files;
    row.task.commit = insertion.block.substr(insertion.block.rfind(": `") + 3);
    row.task.commit.resize(row.task.commit.find('`'));
  } else if (const auto proposal = proposals_.find(row.name); proposal != proposals_.end()) {
    row.task = proposal->second.task;
    Row& by = rows_[insertion.anchor];
    if (proposal->second.by != by.name) note("insert: not where it belongs");
    if (by.wish == row.name) {
      ++by.changes;
      by.wish.clear();
    }
    by.split = by.split || proposal->second.wish == Wish::split;
    by.failures = 0;
    if (insertion.before != (proposal->second.wish == Wish::prerequisite))
      note("insert: on the wrong side");
  } else if (plan_->tasks.back().phase.find("PR Lifecycle") == std::string::npos) {
    note("insert: nobody asked for " + row.name);
  } else {
    row.task.commit = insertion.block.substr(insertion.block.rfind(": `") + 3);
    row.task.commit.resize(row.task.commit.find('`'));
  }
  row.task.phase = rows_[insertion.anchor].task.phase;
  if (find(row.name)) note("insert: there are two of " + row.name);
  rows_.push_back(std::move(row));
}

void LoopOracle::updated(const core::UpdateSpec& wanted) {
  const core::loop::SpecUpdate& update = *wanted.update;
  if (update.workspace != plan_->workspace) return;
  preparing_ = !prepared_ || (preparing_ && updates_.contains(wanted.key));
  prepared_ = true;
  worktrees_.clear();  // a group is over when it is recorded, even if its worktrees stay
  const std::vector<Insertion>& now = update.tasks.insertions;
  if (now.size() < insertions_.size() ||
      !std::equal(insertions_.begin(), insertions_.end(), now.begin()))
    return note("shrunk: a task is gone from the list");
  const std::vector<TaskKey> order_before = order_;
  for (std::size_t i = insertions_.size(); i < now.size(); ++i) insert(now[i]);
  insertions_ = now;
  order_ = arranged();
  std::vector<TaskKey> fresh;
  const std::set<TaskKey> ticked(update.tasks.ticked.begin(), update.tasks.ticked.end());
  for (const TaskKey key : order_) {
    if (rows_[key].done && !ticked.contains(key)) note("shrunk: a tick of assay is gone");
    if (!rows_[key].done && ticked.contains(key)) fresh.push_back(key);
  }
  tick(fresh, order_before);
  if (!updates_.insert(wanted.key).second) return;
  for (const core::loop::ProgressEntry& entry : update.progress) {
    if (entry.section != core::loop::ProgressEntry::Section::completed) continue;
    const std::string line = entry.text.substr(0, entry.text.rfind(" - "));
    if (!recorded_.insert(line).second) note("twice: " + line + " is recorded a second time");
  }
}

/// Why a task may not be called done; empty: it may.
std::string LoopOracle::why_not(TaskKey key) const {
  const Row& row = rows_[key];
  const std::string& home = plan_->workspace;
  if (preparing_ && key < plan_->tasks.size() && row.task.checked) {
    if (plan_->verified[key]) return "";
    for (const core::loop::TaskCommand& command : row.task.commands) {
      const auto run = row.runs.find(command.command);
      if (run == row.runs.end() || !run->second.passed) return "was ticked, and does not pass";
    }
    return "";
  }
  const std::uint64_t since = std::max({row.agent_end, merged_at_, meddled_});
  if (const auto stains = stains_.find(row.name); stains != stains_.end()) {
    for (const std::string& stain : stains->second) {
      const bool minor = stain == uncommitted || stain == other_message;
      if (!minor || !row.split) return "its last attempt left " + stain;
    }
  }
  if (!passes(row, home, since)) return "its Verify has not passed on the tree it left";
  const bool by_itself = row.task.verify && !row.task.needs_judgement && !row.task.commands.empty();
  if (row.split || by_itself || row.claimed) return "";
  return "nobody has claimed it";
}

bool LoopOracle::needs_review(TaskKey key, const std::vector<TaskKey>& order) const {
  const Row& row = rows_[key];
  const std::uint32_t index = place_in(order, key);
  if (row.fix || index >= order.size()) return false;
  if (index + 1 == order.size()) return true;
  if (index > 0 && index % static_cast<std::uint32_t>(plan_->settings.review_every) == 0)
    return true;
  for (std::uint32_t before = index; before > 0; --before) {
    const Row& other = rows_[order[before - 1]];
    if (!other.done || other.fix) continue;
    return phase_of(other.task) != phase_of(row.task);
  }
  return false;
}

void LoopOracle::tick(const std::vector<TaskKey>& fresh, const std::vector<TaskKey>& order_before) {
  if (fresh.empty()) return;
  bool due = false;
  std::uint64_t worked = 0;
  for (const TaskKey key : fresh) {
    const std::string why = why_not(key);
    if (!why.empty()) note("tick: " + rows_[key].name + ": " + why);
    due = due || (!preparing_ && needs_review(key, order_before) && needs_review(key, order_));
    worked = std::max(worked, rows_[key].agent_end);
    for (TaskKey other = 0; other < rows_.size(); ++other) {
      if (rows_[key].split && rows_[other].insertion && rows_[other].insertion->anchor == key &&
          !rows_[other].fix && !rows_[other].done && proposals_.contains(rows_[other].name) &&
          proposals_.at(rows_[other].name).wish == Wish::split)
        note("tick: " + rows_[key].name + ": a part of it is not done");
    }
    if (!rows_[key].wish.empty() && !find(rows_[key].wish))
      note("dropped: " + rows_[key].name + " wanted " + rows_[key].wish);
  }
  const Row& front = rows_[fresh.front()];
  const bool silence = plan_->settings.review_on_silence == core::OnSilence::pass;
  const bool approved = front.voice == Voice::pass || front.voice == Voice::spec ||
                        (front.voice == Voice::silent && silence);
  if (plan_->settings.review && due && (!approved || front.voice_at < worked))
    note("review: " + front.name + " is done without its review");
  if (front.voice_at > worked && !approved) note("review: " + front.name + " is done against it");
  for (const TaskKey key : fresh) {
    rows_[key].done = true;
  }
}

}  // namespace assay::sim
