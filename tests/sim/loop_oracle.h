// SPDX-License-Identifier: MIT
// What must be true of every run over a task list, checked by something that knows the journal,
// what was really started, what was asked of the repository and what agents really did, but not how
// the machine works.
#pragma once

#include "core/loop/state.h"
#include "sim/subject.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace assay::sim {

class LoopOracle {
 public:
  using TaskKey = core::loop::TaskKey;
  enum class Wish : std::uint8_t { split, prerequisite, followup };
  // Of what an attempt left, these are nobody's concern any more once others have done its work.
  static constexpr const char* uncommitted = "files that are not committed";
  static constexpr const char* other_message = "a commit with another message";

  explicit LoopOracle(std::shared_ptr<const core::loop::Plan> plan);

  Finding on_start(const core::Launch& launch, std::span<const core::Launch> live);
  Finding on_entry(const Stored& stored);
  Finding at_end(const core::Machine& machine);

  // What the repository was asked.
  void opened(const core::OpenWork& wanted);
  void merged(const core::MergeWork& wanted, bool news, bool conflict);
  void closed(const core::CloseWork& wanted);
  void updated(const core::UpdateSpec& wanted);

  // What agents really did.
  void wished(const std::string& task, Wish wish, const std::vector<core::loop::Task>& proposed);
  void stained(const std::string& task, const std::string& how) { stains_[task].insert(how); }
  void cleaned(const std::string& task) { stains_.erase(task); }
  void cleaned(const std::string& task, const std::string& how) {
    stains_[task].erase(how);
    if (stains_[task].empty()) stains_.erase(task);
  }
  void cleaned_everywhere(const std::string& how) {
    for (auto& [task, stains] : stains_) stains.erase(how);
    std::erase_if(stains_, [](const auto& entry) { return entry.second.empty(); });
  }
  void meddled() { meddled_ = last_; }
  /// A tree could not be looked at: what was wished for there is lost.
  void unseen() {
    for (Row& row : rows_) row.wish.clear();
  }

  /// None: no such task is in the list.
  std::optional<TaskKey> find(const std::string& name) const;
  const core::loop::Task& task(TaskKey key) const { return rows_[key].task; }
  const std::vector<TaskKey>& order() const { return order_; }
  bool is_done(TaskKey key) const { return rows_[key].done; }
  std::uint32_t depth(TaskKey key) const;

 private:
  struct Run {
    std::uint64_t seq = 0;
    bool passed = false;
    std::string cwd;
    std::int64_t tests = -1;
  };
  enum class Voice : std::uint8_t { none, pass, fail, spec, silent };
  struct Row {
    core::loop::Task task;
    std::string name;
    std::optional<core::loop::Insertion> insertion;
    bool fix = false;
    bool done = false;
    bool split = false;
    bool claimed = false;
    std::uint64_t agent_end = 0;
    std::uint32_t attempts = 0;  ///< that ended and say something about the task
    std::uint32_t excuses = 0;   ///< of those, as many as may have been for something else
    std::uint32_t failures = 0;  ///< in a row, all alike
    std::uint32_t changes = 0;   ///< requests that were taken
    std::string wish;            ///< id that the last attempt wants inserted, and may
    bool wish_waits = false;     ///< until the task itself is done
    Voice voice = Voice::none;
    std::uint64_t voice_at = 0;
    std::map<std::string, Run> runs;  ///< by command
  };

  Finding check_agent(const core::Launch& launch, const std::string& role);
  Finding check_turn(const core::Launch& launch, TaskKey key);
  Finding check_command(const core::Launch& launch);
  Finding check_end(const Stored& stored, const core::AttemptEnded& e);
  Finding check_wait(const shell::Entry& entry);
  Finding check_verdict(const core::RunConcluded& e) const;
  void hear_agent(Row& row, const core::Evidence& evidence, std::uint64_t seq);
  void hear_reviewer(Row& row, const core::Evidence& evidence, std::uint64_t seq);
  void insert(const core::loop::Insertion& insertion);
  void tick(const std::vector<TaskKey>& fresh, const std::vector<TaskKey>& order_before);
  std::string why_not(TaskKey key) const;
  bool needs_review(TaskKey key, const std::vector<TaskKey>& order) const;
  bool passes(const Row& row, const std::string& cwd, std::uint64_t after) const;
  std::vector<std::string> commands_of(const Row& row) const;
  bool descends(TaskKey key, TaskKey from) const;
  std::vector<TaskKey> arranged() const;
  void note(std::string what);

  std::shared_ptr<const core::loop::Plan> plan_;
  std::vector<Row> rows_;
  std::vector<TaskKey> order_;
  std::vector<core::loop::Insertion> insertions_;
  struct Proposal {
    core::loop::Task task;
    Wish wish{};
    std::string by;
  };
  std::map<std::string, Proposal> proposals_;  ///< by id
  std::map<std::string, std::set<std::string>> stains_;
  std::map<core::AttemptKey, core::Launch> started_;
  std::set<core::AttemptKey> open_;
  std::map<std::string, std::string> worktrees_;  ///< of members at work: name to directory
  std::set<core::AttemptKey> updates_;
  std::set<std::string> recorded_;
  std::map<std::string, Run> gates_;
  std::map<std::string, std::int64_t> baseline_;
  std::optional<std::uint32_t> merged_position_;
  std::uint64_t last_ = 0;  ///< entry of the journal
  std::uint64_t merged_at_ = 0;
  std::uint64_t meddled_ = 0;
  std::uint64_t worked_at_ = 0;
  std::int64_t agents_ = 0;
  bool prepared_ = false;   ///< the files were brought in line
  bool preparing_ = false;  ///< by the update that is being looked at
  bool cancelled_ = false;
  bool parked_ = false;
  bool quota_ = false;
  bool over_ = false;
  Instant ci_until_{};  ///< until when CI was last waited for
  Finding pending_;
};

}  // namespace assay::sim
