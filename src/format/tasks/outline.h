// SPDX-License-Identifier: MIT
// Where the tasks of a tasks.md stand, in bytes: what reading and editing both go by.
#pragma once

#include "core/evidence/task.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format::tasklist {

struct OutlineTask {
  std::size_t begin = 0;  ///< of its first line
  std::size_t end = 0;    ///< behind the line ending of its last line
  std::size_t mark = 0;   ///< of the byte between the brackets
  std::uint32_t line = 0;
  std::uint32_t phase = 0;    ///< index into Outline::phases
  std::uint32_t section = 0;  ///< counts headings: tasks of one section have none between them
};

/// A check box that is neither open nor ticked, at the place of a task.
struct OddBox {
  std::uint32_t line = 0;
  char mark = ' ';
};

struct Outline {
  std::vector<OutlineTask> tasks;
  std::vector<std::string> phases{""};  ///< the first is that of tasks above any heading
  std::string title;                    ///< of the first heading of level 1
  std::uint32_t unclosed = 0;     ///< line of the first fence or comment without an end; 0: none
  std::uint32_t unclear = 0;      ///< line of the first fence that may hide tasks; 0: none
  std::vector<OddBox> odd_boxes;  ///< the first 100
  std::string_view line_ending = "\n";  ///< what most lines end with
};

Outline read_outline(std::string_view text,
                     core::loop::Reading reading = core::loop::Reading::v0_2);

}  // namespace assay::format::tasklist
