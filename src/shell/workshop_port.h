// SPDX-License-Identifier: MIT
// Where the work on tasks happens: working trees and branches of a repository, and the files of a
// spec. Everything it does may be asked for twice: a coordinator that took over does not know how
// far the one before came.
#pragma once

#include "core/effect.h"
#include "core/loop/sight.h"

namespace assay::shell {

class Workshop {
 public:
  virtual ~Workshop() = default;

  virtual core::loop::WorkSight inspect(const core::InspectWork& wanted) = 0;
  virtual core::loop::WorkResult open(const core::OpenWork& wanted) = 0;
  virtual core::loop::WorkResult merge(const core::MergeWork& wanted) = 0;
  virtual core::loop::WorkResult close(const core::CloseWork& wanted) = 0;
  virtual core::loop::WorkResult update(const core::UpdateSpec& wanted) = 0;
};

/// What pipelines need beside: copies of the tree, the files agents write, the commit at the end.
class Workplace : public Workshop {
 public:
  virtual core::loop::WorkResult copy(const core::OpenCopy& wanted) = 0;
  virtual core::pipeline::Outputs outputs(const core::ReadOutputs& wanted) = 0;
  virtual core::loop::WorkResult adopt(const core::AdoptWork& wanted) = 0;
  virtual core::loop::WorkResult restore(const core::RestoreFiles& wanted) = 0;
  virtual core::loop::WorkResult commit(const core::CommitWork& wanted) = 0;
  virtual core::loop::WorkResult tag(const core::TagCommit& wanted) = 0;
  virtual core::loop::WorkResult write(const core::WriteBundle& wanted) = 0;
};

}  // namespace assay::shell
