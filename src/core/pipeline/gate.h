// SPDX-License-Identifier: MIT
// What a step has come to. Private to this folder.
#pragma once

#include "core/pipeline/turn.h"
#include "core/turn/part.h"

namespace assay::core::pipeline {

class Gate : turn::Part<Gate, Turn, State> {
 public:
  explicit Gate(Turn& turn) : Part(turn) {}

  void evaluate();

 private:
  friend Part;

  void rows_recorded(const RowsRecorded& e);
  void ask_numbers();
  void numbers_counted(const RowsCounted& e);
  void decide_gate();
  void fail_short_tasks();
  void fail_some_task();
};

}  // namespace assay::core::pipeline
