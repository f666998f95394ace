// SPDX-License-Identifier: MIT
// The goals of a phase, as a step. Private to this folder.
#pragma once

#include "core/pipeline/turn.h"
#include "core/turn/part.h"

namespace assay::core::pipeline {

class Goals : turn::Part<Goals, Turn, State> {
 public:
  explicit Goals(Turn& turn) : Part(turn) {}

  void check();
  /// An event for the goals machine inside.
  void hear(const Event& event);
  /// Of runs of release 0.1.0.
  void program_over(const AttemptEnded& e);

 private:
  friend Part;

  void planned(const GoalsPlanned& e);
  void over();
  void written(const WorkDone& e);
  void start_program();
};

}  // namespace assay::core::pipeline
