// SPDX-License-Identifier: MIT
// A scenario as text: what is asked for, what happens, what is decided. docs/formats/scenario.md
// has the words.
#pragma once

#include "base/result.h"
#include "core/event.h"
#include "core/verify/plan.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace assay::scenarios {

/// Words of a line; "quoted words" are one. `[` and `]` are blanks.
std::vector<std::string> words_of(std::string_view line);

/// What the lines before the first event build up.
class Setup {
 public:
  /// One line of it: "command ...", "jobs 2", "limit 1", "policy ...".
  Result<> read(std::string_view line);
  std::shared_ptr<core::verify::Plan> plan() const;
  Result<std::uint32_t> unit(std::string_view id) const;

 private:
  Result<> read_command(std::string_view line);

  core::verify::Plan plan_;
};

/// The event of a "> ..." line. `concluding` is what the last decision wanted to conclude with.
Result<core::Event> read_event(std::string_view line, const Setup& setup, core::Outcome concluding);

}  // namespace assay::scenarios
