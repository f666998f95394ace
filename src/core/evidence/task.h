// SPDX-License-Identifier: MIT
// One task of a tasks.md as assay understands it, and the list as a projection: the text that was
// pinned when the run started, plus what was inserted, plus what is ticked.
#pragma once

#include "core/evidence/lint.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace assay::core::loop {

/// How the text of a list is read. What a journal holds is read as on the day it was written.
enum class Reading : std::uint8_t {
  v0_1 = 1,  ///< a fence in a list item ends at the first check box at the margin
  v0_2 = 2,
};

/// Something a task wants run, and what reading it says.
struct TaskCommand {
  std::string command;
  bool is_test = false;  ///< a test runner: it must also prove that tests ran
  CommandLint lint;

  friend bool operator==(const TaskCommand&, const TaskCommand&) = default;
};

struct Task {
  std::string id;     ///< "1.2", "V1", "T001"; empty: the line has none
  std::string title;  ///< without id and markers
  std::string phase;  ///< the heading above it without its marks: "Phase 1: Make It Work"
  std::vector<std::string> markers;  ///< as written, without brackets: "P", "VERIFY", "FIX 1.3"
  bool checked = false;
  bool parallel = false;           ///< [P], and not [VERIFY]
  bool verify = false;             ///< [VERIFY]
  std::string fixes;               ///< of [FIX id]: that id
  std::string block;               ///< every line of the task as written, with line endings
  std::uint32_t line = 0;          ///< of its first line, from 1
  std::vector<std::string> files;  ///< relative paths or globs of Files
  bool has_files = false;          ///< the field is there, even if it says "none"
  std::string verify_text;         ///< Verify as written, on one line
  std::vector<TaskCommand>
      commands;                  ///< what of Verify (and, for [VERIFY], of the title) can be run
  bool needs_judgement = false;  ///< [VERIFY] only: asks for more than its commands can tell
  std::string done_when;
  std::string commit;             ///< message without backticks; empty: none is asked for
  bool commit_if_needed = false;  ///< "(only if fixes needed)"
  bool unchanged = false;         ///< declared to change no behaviour: no test has to turn red
  bool has_do = false;
  bool has_done_when = false;
  bool has_verify = false;
  bool has_commit = false;

  friend bool operator==(const Task&, const Task&) = default;
};

/// Which task, for the whole run: those of the pinned text count from 0 in their order, inserted
/// ones follow in the order of their insertion.
using TaskKey = std::uint32_t;

struct Insertion {
  TaskKey anchor = 0;
  bool before = false;  ///< of the anchor's block; false: after it
  std::string block;    ///< exactly one task

  friend bool operator==(const Insertion&, const Insertion&) = default;
};

/// tasks.md as it should be at this moment.
struct TaskList {
  std::shared_ptr<const std::string> pinned;  ///< never null
  std::vector<Insertion> insertions;
  std::vector<TaskKey> ticked;  ///< ascending; every other task is open
  Reading reading = Reading::v0_2;
};

}  // namespace assay::core::loop
