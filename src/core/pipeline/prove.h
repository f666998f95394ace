// SPDX-License-Identifier: MIT
// Whether tests notice what the tasks have changed. Private to this folder.
#pragma once

#include "core/pipeline/turn.h"
#include "core/turn/part.h"

namespace assay::core::pipeline {

class Prover : turn::Part<Prover, Turn, State> {
 public:
  explicit Prover(Turn& turn) : Part(turn) {}

  /// The checks have passed on the tree as it is.
  void prove();
  /// The checks of a mixture are over.
  void clear_mixture();

 private:
  friend Part;

  void next_mixture();
  void mixture_opened(const WorkDone& e);
  void mixed(const WorkDone& e);
  void try_mixture();
  void mixture_cleared(const WorkDone& e);
  void proof_over();
  void proved();
};

}  // namespace assay::core::pipeline
