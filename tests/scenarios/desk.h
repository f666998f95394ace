// SPDX-License-Identifier: MIT
// Answers what a loop asks of the outside in a scenario: as if all were well, unless the transcript
// said otherwise in advance.
//   sees ID WORDS        the next look at what the task left ("sees review ..." after a reviewer)
//   finds ID WORDS       the next look before its first attempt
//   next WHAT WORDS      the next record, branch, merge or close: failed=TEXT conflict=PATH
//   kept=TEXT hold                 from here on nothing is answered, until `> answers`
#pragma once

#include "scenarios/transcript.h"

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace assay::scenarios {

class Desk {
 public:
  /// False: the line is not about answers.
  Result<bool> read(std::string_view line);
  /// What is asked. Attempts are not answered here: what they come to is what a scenario tells.
  void hear(const core::Effects& effects);
  std::optional<core::Event> answer(const Setup& setup);
  void release() { held_ = false; }
  /// The coordinator died: nobody waits for its answers.
  void forget() {
    asked_.clear();
    held_ = false;
  }
  /// What .progress.md was given, and what was committed beside the spec, in order.
  const std::vector<std::string>& written() const { return written_; }

 private:
  std::optional<core::work::WorkSight> still(const core::InspectWork& wanted);
  core::work::WorkSight sight(const core::InspectWork& wanted, const Setup& setup);
  core::work::WorkResult result(const std::string& what);
  void write_down(const core::UpdateSpec& wanted);

  std::deque<core::Effect> asked_;
  std::map<std::string, std::deque<std::vector<std::string>>>
      told_;  ///< by "sees 1.1", "next merge"
  std::vector<std::string> written_;
  std::set<core::AttemptKey> updates_;  ///< written down; asked for again they are the same
  std::uint32_t trees_ = 0;
  bool held_ = false;
  std::string hold_at_;
};

}  // namespace assay::scenarios
