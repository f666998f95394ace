// SPDX-License-Identifier: MIT
#include "sim/pipeline_subject.h"
namespace assay::sim {
const std::vector<Plant>& pipeline_plants() {
  static const std::vector<Plant> all = {};
  return all;
}
}  // namespace assay::sim
