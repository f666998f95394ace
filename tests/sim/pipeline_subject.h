// SPDX-License-Identifier: MIT
// The pipeline machine as a subject of the simulator: a workbench of values, agents that do as
// their seed says, checks that pass or fail by what is in the tree, people who answer when they
// like.
#pragma once

#include "sim/cluster.h"
#include "sim/pipeline_oracle.h"
#include "sim/pipeline_plan.h"
#include "sim/subject.h"
#include "sim/workbench.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace assay::sim {

class PipelineSubject final : public Subject, public shell::Workplace, public shell::Phases {
 public:
  explicit PipelineSubject(std::uint64_t seed);

  core::RunStarted first() override;
  Behaviour behaviour(const core::Launch& launch, std::uint32_t ends) override;
  core::agent::Spent others(Instant at) override;
  Finding on_start(const core::Launch& launch, std::span<const core::Launch> live) override;
  Finding on_entry(const Stored& stored) override;
  Finding at_end(const core::Machine& machine) override { return oracle_.at_end(machine); }
  bool is_comparable(const core::Machine& machine) override;
  std::vector<std::string> results(const core::Machine& machine) override;
  shell::Workshop* workshop() override { return this; }
  shell::Workplace* workplace() override { return this; }
  shell::Phases* phases() override { return this; }
  bool has_people() const override { return true; }
  std::optional<shell::Answer> answer(const core::AskApproval& question) override;
  std::vector<std::optional<std::int64_t>> count(
      std::span<const core::pipeline::RowQuestion> questions) override {
    return oracle_.count(questions);
  }
  ByFault tempered(ByFault rates) override;
  bool is_abortable() const override { return true; }
  void act(const core::Launch& launch) override;

  core::work::WorkSight inspect(const core::InspectWork& wanted) override;
  core::work::WorkResult open(const core::OpenWork& wanted) override { return bench_.open(wanted); }
  core::work::WorkResult merge(const core::MergeWork& wanted) override {
    return bench_.merge(wanted);
  }
  core::work::WorkResult close(const core::CloseWork& wanted) override;
  core::work::WorkResult update(const core::UpdateSpec& wanted) override {
    return bench_.update(wanted);
  }
  core::work::WorkResult copy(const core::OpenCopy& wanted) override;
  core::pipeline::Outputs outputs(const core::ReadOutputs& wanted) override;
  core::work::WorkResult adopt(const core::AdoptWork& wanted) override;
  core::work::WorkResult restore(const core::RestoreFiles& wanted) override;
  core::work::WorkResult commit(const core::CommitWork& wanted) override;
  core::work::WorkResult tag(const core::TagCommit& wanted) override { return bench_.tag(wanted); }
  core::work::WorkResult write(const core::WriteBundle& wanted) override;
  Result<std::shared_ptr<const core::goals::Plan>> plan(const core::PlanGoals& wanted) override;
  Result<> write(const core::WriteGoals&) override { return {}; }

 private:
  /// One agent at work.
  struct Worker {
    const core::Launch& launch;
    const core::pipeline::Step& step;
    Act act;
    std::uint32_t turn;
    BenchFiles& place;
  };

  const core::pipeline::Step& step_of(const core::Launch& launch) const;
  Act act_of(const core::Launch& launch) const;
  Behaviour agent(const core::Launch& launch);
  Behaviour check(const core::Launch& launch) const;
  Behaviour goals() const;
  void put(const Worker& worker, const std::string& path, const std::string& text,
           std::shared_ptr<const core::pipeline::Artifact> meaning = nullptr);
  void write_outputs(const Worker& worker);
  void write_folder(const Worker& worker, const std::string& folder,
                    core::pipeline::Contract contract);
  std::shared_ptr<const core::pipeline::Artifact> artifact(const Worker& worker,
                                                           core::pipeline::Contract contract) const;
  void write_source(const Worker& worker);
  void trespass(const Worker& worker);

  std::uint64_t seed_;
  std::shared_ptr<const core::pipeline::Plan> plan_;
  Workbench bench_;
  PipelineOracle oracle_;
  std::map<std::string, std::uint32_t> ends_;  ///< in the journal, by step and instance
  std::map<core::AttemptKey, std::uint32_t> turns_;
  std::map<std::string, std::optional<BenchFile>> meddled_;  ///< how files of others were before
  std::map<std::string, std::string> launched_;  ///< step and instance, by the name of the launch
  std::map<std::string, std::uint32_t> asks_;    ///< by gate
};

/// The bugs that the self-test plants in the pipeline machine and around it.
const std::vector<Plant>& pipeline_plants();

}  // namespace assay::sim
