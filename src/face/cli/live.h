// SPDX-License-Identifier: MIT
// The lines at the bottom of a terminal that are drawn over and over while a run runs. The window
// may change its size between two drawings: the size is asked for each time, no line is ever wider
// than the window, and what stands there from before is counted in rows of the window as it is now.
#pragma once

#include "face/cli/session.h"

#include <string>
#include <vector>

namespace assay::cli {

/// How many rows lines take in a window of that width, once a terminal has wrapped them.
std::size_t rows_of(const std::vector<std::string>& lines, std::size_t width);

class Live {
 public:
  explicit Live(Session& session) : session_(session) {}

  bool is_on() const { return session_.screen.live && !session_.quiet; }

  /// Draws the lines instead of those that stand there. Too many for the window: the first ones.
  void show(std::vector<std::string> lines);
  /// Takes the lines away, before something else is printed.
  void clear();
  /// Lets the lines stand where they are, and goes on below them.
  void leave();

 private:
  std::string wiping();

  Session& session_;
  std::vector<std::string> shown_;
};

}  // namespace assay::cli
