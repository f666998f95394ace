// SPDX-License-Identifier: MIT
// The single things that have to be found out about the tasks of a phase, and what was found.
#pragma once

#include "core/goals/task.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::core::goals {

/// Which part of a task asks for it.
enum class Origin : std::uint8_t { file, criterion, verification, test };

struct Check {
  std::uint32_t task = 0;
  Origin origin = Origin::criterion;
  std::uint32_t item_index = 0;  ///< which file, criterion or command of the task
  std::string type;              ///< the word for gaps
  std::string item;              ///< what the task says
  std::string expected;          ///< what must be true for it
  Form form;

  friend bool operator==(const Check&, const Check&) = default;
};

enum class CheckStatus : std::uint8_t { ok, gap, could_not_check };

struct CheckResult {
  CheckStatus status = CheckStatus::could_not_check;
  std::string actual;      ///< what is the case instead; for ok: what proves it
  std::string path;        ///< where to look; empty: nowhere in particular
  std::uint32_t line = 0;  ///< 0: the whole file

  friend bool operator==(const CheckResult&, const CheckResult&) = default;
};

/// Everything to be found out, task by task: files, criteria, verification, test commands.
std::vector<Check> checks_of(std::span<const Task> tasks);

/// What is true of a check that nobody has carried out: never ok.
CheckResult unchecked(const Check& check);

std::string_view to_text(CheckStatus status);
std::string_view to_text(Origin origin);

}  // namespace assay::core::goals
