// SPDX-License-Identifier: MIT
// The pull request at the end of a loop. It changes State::pull_request, and the list by way of the
// turn. Private to this folder.
#pragma once

#include "core/loop/turn.h"
#include "core/turn/part.h"

#include <string>
#include <vector>

namespace assay::core::loop {

class Pull : turn::Part<Pull, Turn, State> {
 public:
  explicit Pull(Turn& turn) : Part(turn) {}

  void start();
  void resume();
  /// `gh` or `git push` has ended.
  void gh_ended(const AttemptEnded& e);
  /// True if something is left to push, which is done then.
  bool publishes();

 private:
  friend Part;

  void run_gh(PullRequestStep step, const std::string& name, const std::string& command,
              Millis timeout);
  void wait_for_ci();
  void sleep_for_ci();
  void waited(const Woken& e);
  void look_at_ci();
  void add_issue_tasks(const std::vector<PullRequestIssue>& issues, const std::string& kind);
};

}  // namespace assay::core::loop
