// SPDX-License-Identifier: MIT
// The loop machine as a subject of the simulator: a repository of values, agents that do as their
// seed says, commands that pass or fail by what is in the tree.
#pragma once

#include "sim/cluster.h"
#include "sim/loop_oracle.h"
#include "sim/loop_plan.h"
#include "sim/repository.h"
#include "sim/subject.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace assay::sim {

class LoopSubject final : public Subject, public shell::Workplace {
 public:
  explicit LoopSubject(std::uint64_t seed);

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
  void act(const core::Launch& launch) override;

  core::work::WorkSight inspect(const core::InspectWork& wanted) override;
  core::work::WorkResult open(const core::OpenWork& wanted) override;
  core::work::WorkResult merge(const core::MergeWork& wanted) override;
  core::work::WorkResult close(const core::CloseWork& wanted) override;
  core::work::WorkResult update(const core::UpdateSpec& wanted) override;
  /// Here no copy can be made, so that copies tell nothing about the past.
  core::work::WorkResult copy(const core::OpenCopy&) override { return refused(); }
  core::pipeline::Outputs outputs(const core::ReadOutputs&) override { return {}; }
  core::work::WorkResult adopt(const core::AdoptWork&) override { return refused(); }
  core::work::WorkResult restore(const core::RestoreFiles&) override { return refused(); }
  core::work::WorkResult commit(const core::CommitWork&) override { return refused(); }
  core::work::WorkResult tag(const core::TagCommit&) override { return refused(); }
  core::work::WorkResult write(const core::WriteBundle&) override { return refused(); }

 private:
  static core::work::WorkResult refused() {
    return {core::work::WorkResult::Status::failed, "no place for it", "", {}};
  }

  struct Stray {
    std::string directory;
    std::string path;
    std::optional<std::string> before;
  };

  Deed deed_of(const core::Launch& launch) const;
  std::uint32_t ends_of(const std::string& name) const;
  std::uint32_t turn_of(const core::Launch& launch) const { return turns_.at(launch.key); }
  Behaviour command(const core::Launch& launch) const;
  Behaviour agent(const core::Launch& launch);
  std::vector<std::string> edits_of(const core::Launch& launch, Deed deed) const;
  void tidy_up();
  Behaviour gh(const core::Launch& launch, const std::string& what) const;
  void say(Deed deed, const core::Launch& launch, core::loop::Saying& saying);
  std::vector<core::loop::Task> proposals(const core::loop::Task& task, Deed deed,
                                          std::uint32_t attempt) const;
  void work(Repository::Place& place, const core::loop::Task& task, const core::Launch& launch,
            const std::string& quality);
  /// True if there was something of its own to be taken back.
  bool put_right(Repository::Place& place, const std::string& name, const std::string& directory);

  std::uint64_t seed_;
  std::shared_ptr<const core::loop::Plan> plan_;
  Repository repository_;
  LoopOracle oracle_;
  std::map<std::string, std::uint32_t> ends_;  ///< in the journal, by what the launch was about
  std::map<core::AttemptKey, std::uint32_t> turns_;  ///< the how-manieth of its kind each agent is
  std::map<std::string, std::vector<Stray>> strays_;
};

/// The bugs that the self-test plants in the loop machine and around it.
const std::vector<Plant>& loop_plants();

}  // namespace assay::sim
