// SPDX-License-Identifier: MIT
// The review of what passed together. It changes State::review, the tasks of the batch and, by way
// of the turn, the list. Private to this folder.
#pragma once

#include "core/loop/turn.h"
#include "core/turn/part.h"

#include <string>

namespace assay::core::loop {

class Review : turn::Part<Review, Turn, State> {
 public:
  explicit Review(Turn& turn) : Part(turn) {}

  /// Of the batch; or on, if it is not its turn.
  void begin();
  void reserve();
  void ended(const AttemptEnded& e);

 private:
  friend Part;

  void seen_before(const WorkInspected& e);
  void start(const SpendingReported& e);
  void inspected(const WorkInspected& e);
  void judge();
  void review_failed(const std::string& findings);
  void review_repeated(const std::string& why);
  void log_review(const std::string& status, const std::string& findings,
                  const std::string& action);
};

}  // namespace assay::core::loop
