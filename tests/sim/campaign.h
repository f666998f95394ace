// SPDX-License-Identifier: MIT
// One seed, one simulated run; many seeds, one campaign.
#pragma once

#include "sim/cluster.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace assay::sim {

struct SeedReport {
  Finding finding;  ///< empty: nothing wrong
  std::uint64_t trace = 0;
  ByFault faults;
  core::Outcome outcome{};
  bool compared = false;  ///< an interrupted run was compared with the uninterrupted one
  std::uint64_t entries = 0;
  std::uint64_t parks = 0;
  std::uint64_t early_resumes = 0;
  std::uint64_t found_again = 0;  ///< attempts that outlived their coordinator
  std::vector<std::string> transcript;
};

enum class Transcript : std::uint8_t { leave, keep };

/// Makes the run that belongs to a seed. The same seed makes the same run.
using SubjectMaker = std::function<std::unique_ptr<Subject>(std::uint64_t seed)>;

SeedReport run_seed(const SubjectMaker& make, std::uint64_t seed, const Plant* plant = nullptr,
                    Transcript transcript = Transcript::leave);

}  // namespace assay::sim
