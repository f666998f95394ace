// SPDX-License-Identifier: MIT
// A workshop with what pipelines need beside: copies of the tree, the files agents write, the
// commit at the end.
#pragma once

#include "core/effect.h"
#include "core/loop/sight.h"
#include "shell/ports/workshop.h"

namespace assay::shell {

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
