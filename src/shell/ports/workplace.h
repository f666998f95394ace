// SPDX-License-Identifier: MIT
// A workshop with what pipelines need beside: copies of the tree, the files agents write, the
// commit at the end.
#pragma once

#include "core/ask/outputs.h"
#include "core/evidence/work_sight.h"
#include "shell/ports/workshop.h"

namespace assay::shell {

class Workplace : public Workshop {
 public:
  virtual core::work::WorkResult copy(const core::OpenCopy& wanted) = 0;
  virtual core::pipeline::Outputs outputs(const core::ReadOutputs& wanted) = 0;
  virtual core::work::WorkResult adopt(const core::AdoptWork& wanted) = 0;
  virtual core::work::WorkResult restore(const core::RestoreFiles& wanted) = 0;
  virtual core::work::WorkResult commit(const core::CommitWork& wanted) = 0;
  virtual core::work::WorkResult tag(const core::TagCommit& wanted) = 0;
  virtual core::work::WorkResult write(const core::WriteBundle& wanted) = 0;
};

}  // namespace assay::shell
