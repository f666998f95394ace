// SPDX-License-Identifier: MIT
// What must be true of every run of a pipeline, checked by something that knows the journal, what
// was really started, what was asked of the repository and who really wrote which file, but not how
// the machine works. It walks the definition by itself: wherever the run turns up, there must be a
// way to that place, and every gate on it is evaluated from what really happened.
#pragma once

#include "core/pipeline/state.h"
#include "sim/subject.h"
#include "sim/workbench.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace assay::sim {

class PipelineOracle {
 public:
  PipelineOracle(std::shared_ptr<const core::pipeline::Plan> plan, const Workbench& bench);

  Finding on_start(const core::Launch& launch, std::span<const core::Launch> live);
  Finding on_entry(const Stored& stored);
  Finding at_end(const core::Machine& machine);

  // What the repository and people were asked, and what came of it.
  void inspected(const core::InspectWork& wanted);
  void copied(const core::OpenCopy& wanted);
  /// `files`: of the directory that was looked into; null: it could not be.
  void read(const core::ReadOutputs& wanted, const BenchFiles* files);
  void adopting(const core::AdoptWork& wanted, const BenchFiles* copy);
  void closing(const core::CloseWork& wanted) { works_[wanted.key] = "close"; }
  void restoring(const core::RestoreFiles& wanted);
  void committing(const core::CommitWork& wanted);
  void committed(const std::string& before);
  void bundling(const core::WriteBundle& wanted);
  void asked(const core::AskApproval& wanted);
  std::vector<std::optional<std::int64_t>> count(
      std::span<const core::pipeline::RowQuestion> questions);

  /// An agent has written or removed a file.
  void wrote(core::AttemptKey who, const std::string& path) { writes_[who].insert(path); }

  const std::vector<core::pipeline::CheckRow>& rows() const { return table_; }
  /// What a task declares; empty: it may touch any.
  std::vector<std::string> files_of(const std::string& id) const;
  bool raced() const { return raced_; }
  std::size_t commits() const { return commits_.size(); }

 private:
  using Status = core::agent::CompletionStatus;
  using Outcome = core::pipeline::Outcome;
  using Step = core::pipeline::Step;

  /// What one reading of an agent's files shows.
  struct Judgement {
    std::string instance;
    bool fine = false;  ///< its files are there, its own, and as agreed
    bool blocker = false;
    Status status = Status::done;
    std::vector<core::agent::Review> votes;
    std::vector<core::agent::Concern> concerns;
  };
  struct Job {
    std::string focus;
    std::string task;
    std::string directory;
    core::AttemptKey key;             ///< of its last attempt
    std::set<core::AttemptKey> keys;  ///< of all since its tree was last taken for given
    bool open = false;
    std::optional<core::Evidence> ended;  ///< its end was heard, and not judged yet
    std::uint32_t bad = 0;
    bool alone = false;
    bool fine = false;  ///< judged; what it has done is still to be taken over
    Judgement judgement;
    std::optional<Status> over;
  };
  struct Visit {
    const Step* step = nullptr;
    std::int64_t round = 1;
    std::string mode;
    std::vector<std::string> subjects;  ///< ids of tasks
    std::map<std::string, Job> jobs;    ///< by instance
    bool blocker = false;
    bool counted = false;
    bool checked = false;
    bool restored = false;
    std::string option;
    std::optional<bool> bundled;
    std::optional<bool> committed;
    std::optional<int> goals;
    std::vector<core::agent::Review> votes;
    std::vector<std::string> voters;  ///< focus of each
  };
  struct Task {
    core::agent::PlannedTask task;
    std::vector<std::string> files;
    bool verified = false;
    bool failed = false;
    std::set<std::string> changed;
    std::set<std::string> outside;
  };
  struct Check {
    bool over = false;
    bool passed = false;
    std::int64_t tests = -1;
  };
  using Checks = std::map<std::string, Check>;  ///< by id of the command
  struct Ending {
    core::Outcome outcome{};
    std::string why;
  };

  // pipeline_oracle.cpp: what is started and heard
  Finding check_agent(const core::Launch& launch, std::span<const core::Launch> live);
  Finding check_together(const Job& job, const core::Launch& launch,
                         std::span<const core::Launch> live);
  Finding check_words(const core::Launch& launch, const std::string& instance) const;
  Finding check_sealed(const core::Launch& launch, const std::string& instance) const;
  Finding check_command(const core::Launch& launch);
  Finding hear_end(const Stored& stored, const core::AttemptEnded& e);
  Finding walk_to_goals();
  Finding hear_goals(const core::GoalsPlanned& e);
  void hear_goals(const core::TreeObserved& e);
  void hear_agent(const core::Launch& launch, const core::Evidence& evidence);
  Finding hear_reading(const Stored& stored, const core::OutputsRead& e);
  Finding hear_look(const core::WorkInspected& e);
  Finding hear_done(const core::WorkDone& e);
  Finding check_row(const core::pipeline::CheckRow& row) const;
  Finding hear_rows(const core::RecordRows& rows);
  Finding hear_answer(const core::ApprovalGiven& e);
  Finding hear_cancel(const Stored& stored, const core::CancelRequested& e);
  Finding hear_verdict(const core::RunConcluded& e);
  void lose_everything(const std::optional<core::Evidence>& evidence);
  void note(std::string what);

  // pipeline_witness.cpp: what agents have written
  void same(core::AttemptKey key, std::string what);
  std::vector<std::string> own_files(const Job& job, const std::string& instance) const;
  void judge(Judgement& judgement, const BenchFiles& files) const;
  bool keeps_to_its_files(const Job& job, const std::string& instance) const;
  void change(const Job& job, const std::set<std::string>& paths);
  void change_in_workspace(const Job& job);
  void take_over(Job& job, const std::set<std::string>& paths);
  void spoil(Job& job, core::ExitKind exit);
  void take_plan(const BenchFiles& files);
  Task* task(const std::string& id);

  // pipeline_walk.cpp: from step to step
  /// Goes on until `here` says so. Empty: there is a way.
  template <class Here>
  Finding walk(Here here);
  Finding walk_to(const std::string& instance);
  Finding walk_to(core::pipeline::StepKind kind, const std::string& gate_id = {});
  Finding walk_to(std::span<const core::pipeline::RowQuestion> questions);
  Finding walk_to_end();
  Finding hop();
  void enter(const core::pipeline::Way& way);
  void follow(const Step& step, Outcome outcome, const std::string& option);
  std::string why_not_over();
  std::optional<Outcome> outcome();
  Outcome gate();
  bool holds(const core::pipeline::Condition& condition);
  bool holds(core::pipeline::Fact fact) const;
  std::vector<std::string> subjects() const;
  std::int64_t number(const std::string& query, const std::string& subject) const;
  std::int64_t in_table(const std::string& query, const std::string& subject,
                        std::int64_t round) const;
  bool can_take(const core::pipeline::Route& route) const;
  bool is_lost() const;
  std::vector<core::pipeline::Option> options() const;
  bool checks_pass() const;
  bool has_faults(const Task& task) const;
  bool is_regression(const std::string& id) const;
  bool regresses() const;
  bool is_low() const;
  std::int64_t evidence_round() const;

  std::shared_ptr<const core::pipeline::Plan> plan_;
  const Workbench& bench_;
  Visit visit_;
  std::map<std::string, std::int64_t> rounds_;
  std::map<std::string, std::int64_t> kinds_;  ///< rounds of all steps that share their rows
  std::map<std::string, std::int64_t> charged_;
  std::optional<Ending> ending_;
  bool went_on_ = false;

  std::vector<Task> tasks_;
  bool plan_known_ = false;
  std::set<std::string> dropped_;  ///< changed by tasks that the plan no longer has
  Checks baseline_;
  Checks after_;
  std::string baseline_run_;  ///< by which its names begin
  std::string after_run_;
  std::optional<BenchFiles> checked_tree_;  ///< what the checks under way, or the last ones, saw
  bool one_tree_ = true;                    ///< all of them saw the same
  bool goals_reached_ = false;
  bool blind_ = false;  ///< what the goals under way are about could not be read
  std::map<std::string, std::vector<core::agent::Review>> last_votes_;  ///< by scope
  std::vector<core::pipeline::CheckRow> table_;
  std::set<std::string> touched_;  ///< source files that work of tasks has changed
  std::map<std::string, std::uint32_t> answers_;

  std::map<core::AttemptKey, core::Launch> started_;
  std::set<core::AttemptKey> open_;
  std::map<core::AttemptKey, std::set<std::string>> writes_;
  std::map<core::AttemptKey, std::string> looks_;  ///< whose tree
  std::map<core::AttemptKey, Judgement> readings_;
  std::map<core::AttemptKey, std::string> adoptions_;  ///< whose work
  std::map<core::AttemptKey, std::string> works_;      ///< "commit", "bundle", "restore", "close"
  std::map<core::AttemptKey, std::string> questions_;  ///< gate id
  std::map<core::AttemptKey, std::string> wanted_;     ///< what was asked under a key
  std::set<std::string> commits_;
  std::optional<std::string> baseline_head_;
  BenchFiles baseline_files_;
  std::int64_t agents_ = 0;
  bool cancelled_ = false;
  bool aborted_ = false;
  bool parked_ = false;
  bool quota_ = false;
  bool over_ = false;
  bool excused_ = false;  ///< something failed that no machine can help
  bool raced_ = false;    ///< how it went depended on who was faster
  Finding pending_;
};

}  // namespace assay::sim
