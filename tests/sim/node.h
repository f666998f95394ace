// SPDX-License-Identifier: MIT
// One coordinator's half of the simulated world: the ports it sees and the processes it holds. When
// it dies its processes die with it, every port becomes inert, and nothing of it is left but the
// journal.
#pragma once

#include "shell/ports/world.h"
#include "sim/cluster.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace assay::sim {

class Node final : public shell::Clock,
                   public shell::Executor,
                   public shell::Journal,
                   public shell::Trees,
                   public shell::Reader,
                   public shell::Audience,
                   public shell::Workplace,
                   public shell::Phases,
                   public shell::Inspector,
                   public shell::Approvals {
 public:
  Node(Cluster& cluster, std::uint64_t epoch);
  ~Node() override;

  shell::World world();
  /// From now on every port is inert.
  void kill() { memory_->dead = true; }
  /// Why a loop that gave up is not to blame: its coordinator was killed, refused by the disk or
  /// replaced.
  bool hurt() const;

  Instant now() override;
  void start(const core::Launch& launch) override;
  Result<std::vector<shell::Happening>> wait(const shell::Patience& patience) override;
  bool attach(const core::Launch& launch) override;
  void cancel(core::AttemptKey key) override;
  std::uint32_t capacity() const override { return 1; }
  void stop_all() override;
  std::uint32_t in_flight() const override;
  Result<> append(std::span<const shell::Entry> entries) override;
  Result<std::vector<shell::Entry>> read() override;
  Result<core::agent::Spent> reserve(const core::AskSpending& attempt, Instant at) override;
  Result<std::vector<core::Recalled>> recall_evidence(const core::RecallEvidence& wanted) override;
  Result<shell::TreeSight> observe(const core::ObserveTree& wanted) override;
  core::CommandLint lint(const std::string&) override { return {}; }
  core::Reading read(const core::Launch& launch, const core::Evidence& evidence) override;
  Millis period() const override { return Millis{200}; }
  core::work::WorkSight inspect(const core::InspectWork& wanted) override;
  core::work::WorkResult open(const core::OpenWork& wanted) override;
  core::work::WorkResult merge(const core::MergeWork& wanted) override;
  core::work::WorkResult close(const core::CloseWork& wanted) override;
  core::work::WorkResult update(const core::UpdateSpec& wanted) override;
  core::work::WorkResult copy(const core::OpenCopy& wanted) override;
  core::pipeline::Outputs outputs(const core::ReadOutputs& wanted) override;
  core::work::WorkResult adopt(const core::AdoptWork& wanted) override;
  core::work::WorkResult restore(const core::RestoreFiles& wanted) override;
  core::work::WorkResult commit(const core::CommitWork& wanted) override;
  core::work::WorkResult tag(const core::TagCommit& wanted) override;
  core::work::WorkResult write(const core::WriteBundle& wanted) override;
  Result<std::shared_ptr<const core::goals::Plan>> plan(const core::PlanGoals& wanted) override;
  Result<> write(const core::WriteGoals& wanted) override;
  Result<std::vector<core::goals::CheckResult>> inspect(
      const core::InspectWorkspace& wanted) override;
  void ask(const core::AskApproval& question) override;
  shell::Said hear() override;
  void withdraw() override { memory_->question.reset(); }
  Result<std::vector<std::optional<std::int64_t>>> count(
      std::span<const core::pipeline::RowQuestion> questions) override;

 private:
  struct Process {
    core::Launch launch;
    Behaviour does;
    Millis since{0};
    Millis until{0};
    bool hidden = false;    ///< ended, but the world pretends that it never was
    bool ghost = false;     ///< was hidden once: nobody may be blamed for not counting it
    bool replaced = false;  ///< a later attempt has taken its place
  };
  /// Behind a pointer because in_flight() is const and still lets things happen.
  struct Memory {
    std::vector<Process> processes;
    std::vector<Process> told;  ///< ends of the last wait, which are durable when the next begins
    std::vector<shell::ProcessEnded> echoes;  ///< ends that will be reported once more
    std::map<core::AttemptKey, core::Reading> readings;
    std::set<core::AttemptKey> unreported;      ///< started here, and their end was not told yet
    std::optional<core::AskApproval> question;  ///< the open one
    bool dead = false;
    bool refused = false;  ///< an append failed
    bool stopping = false;
    bool stop_asked = false;
    bool cancelled = false;
  };

  bool step(FaultKind crash) const;
  template <class Ask>
  core::work::WorkResult change(Ask ask);
  void leave_behind() const;
  void replace(std::uint32_t unit);
  void stop_processes();
  void touch(Process& process) const;
  shell::ProcessEnded end(const Process& process);
  void report_ends(std::vector<shell::Happening>& out);
  void report_strays(std::vector<shell::Happening>& out);
  void report_cancel(std::vector<shell::Happening>& out);
  void pass_time(Millis longest);

  Cluster& cluster_;
  std::uint64_t epoch_;
  std::unique_ptr<Memory> memory_;
};

}  // namespace assay::sim
