// SPDX-License-Identifier: MIT
// The verify machine as a subject of the simulator.
#pragma once

#include "sim/cluster.h"
#include "sim/subject.h"
#include "sim/verify_oracle.h"

#include <memory>

namespace assay::sim {

class VerifySubject final : public Subject {
 public:
  explicit VerifySubject(std::uint64_t seed);

  core::RunStarted first() override;
  Behaviour behaviour(const core::Launch& launch, std::uint32_t ends) override;
  bool has_jobs() const override { return seed_ % 4 == 3; }
  Finding on_start(const core::Launch& launch, std::span<const core::Launch> live) override;
  Finding on_entry(const Stored& stored) override { return oracle_.on_entry(stored.entry); }
  Finding at_end(const core::Machine& machine) override;
  std::vector<std::string> results(const core::Machine& machine) override;

 private:
  std::uint64_t seed_;
  std::shared_ptr<const core::verify::Plan> plan_;
  VerifyOracle oracle_;
};

/// The bugs that the self-test plants in the verify machine and around it.
const std::vector<Plant>& verify_plants();

}  // namespace assay::sim
