// SPDX-License-Identifier: MIT
// Coordinators as processes of this machine.
#pragma once

#include "shell/ports/coordinators.h"

namespace assay::system {

class Coordinators final : public shell::Coordinators {
 public:
  Result<> ask_to_stop(int process) override;
};

}  // namespace assay::system
