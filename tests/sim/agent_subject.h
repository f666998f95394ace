// SPDX-License-Identifier: MIT
// The agent machine as a subject of the simulator.
#pragma once

#include "sim/agent_oracle.h"
#include "sim/cluster.h"
#include "sim/subject.h"

#include <memory>
#include <vector>

namespace assay::sim {

class AgentSubject final : public Subject {
 public:
  explicit AgentSubject(std::uint64_t seed);

  core::RunStarted first() override;
  /// One attempt at a time: an end that is late seldom finds the run still there.
  ByFault tempered(ByFault rates) override {
    rates[FaultKind::late_completion] *= 4;
    return rates;
  }
  Behaviour behaviour(const core::Launch& launch, std::uint32_t ends) override;
  core::agent::Spent others(Instant at) override;
  bool has_jobs() const override { return seed_ % 4 == 3; }
  Finding on_start(const core::Launch& launch, std::span<const core::Launch> live) override;
  Finding on_entry(const Stored& stored) override { return oracle_.on_entry(stored.entry); }
  Finding at_end(const core::Machine& machine) override { return oracle_.at_end(machine); }
  bool is_comparable(const core::Machine& machine) override;
  std::vector<std::string> results(const core::Machine& machine) override;

 private:
  std::uint64_t seed_;
  std::shared_ptr<const core::agent::Plan> plan_;
  AgentOracle oracle_;
  std::vector<Behaviour> script_;  ///< what the first attempt does, the second, and all others
};

/// The bugs that the self-test plants in the agent machine and around it.
const std::vector<Plant>& agent_plants();

}  // namespace assay::sim
