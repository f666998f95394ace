// SPDX-License-Identifier: MIT
// Where the work on tasks happens: working trees and branches of a repository, and the files of a
// spec. Everything it does may be asked for twice: a coordinator that took over does not know how
// far the one before came.
#pragma once

#include "core/ask/workshop.h"
#include "core/evidence/work_sight.h"

namespace assay::shell {

class Workshop {
 public:
  virtual ~Workshop() = default;

  virtual core::work::WorkSight inspect(const core::InspectWork& wanted) = 0;
  virtual core::work::WorkResult open(const core::OpenWork& wanted) = 0;
  virtual core::work::WorkResult merge(const core::MergeWork& wanted) = 0;
  virtual core::work::WorkResult close(const core::CloseWork& wanted) = 0;
  virtual core::work::WorkResult update(const core::UpdateSpec& wanted) = 0;
};

}  // namespace assay::shell
