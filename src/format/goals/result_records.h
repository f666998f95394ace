// SPDX-License-Identifier: MIT
// What `assay goals check --format json` prints, field by field: the writer and the schema come
// from these lists.
#pragma once

#include "base/record.h"
#include "core/goals/records.h"
#include "core/goals/rounds.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assay::format {

struct GoalsCheckShown {
  core::goals::Origin origin{};
  std::string type;
  std::string item;
  core::goals::CheckStatus status{};
  std::string actual;
  std::string path;
  std::uint32_t line = 0;
};

constexpr auto fields_of(Of<GoalsCheckShown>) {
  using Check = GoalsCheckShown;
  return record<Check>(field("origin", &Check::origin, always), field("type", &Check::type, always),
                       field("item", &Check::item, always), field("status", &Check::status, always),
                       field("actual", &Check::actual, always), field("path", &Check::path),
                       field("line", &Check::line, Range{1}));
}

struct GoalsTaskShown {
  std::string id;
  std::string title;
  std::string source;
  core::goals::Score score{};
  std::vector<GoalsCheckShown> checks;
};

constexpr auto fields_of(Of<GoalsTaskShown>) {
  using Task = GoalsTaskShown;
  return record<Task>(field("id", &Task::id, always), field("title", &Task::title, always),
                      field("source", &Task::source, always), field("score", &Task::score, always),
                      field("checks", &Task::checks, always));
}

struct GoalsProgressShown {
  std::uint32_t since_round = 0;
  std::vector<core::goals::Gap> closed;
  std::vector<core::goals::Gap> dropped;
  std::vector<core::goals::Gap> still_open;
  std::vector<core::goals::Gap> fresh;
  std::vector<core::goals::Gap> regressed;
};

constexpr auto fields_of(Of<GoalsProgressShown>) {
  using Since = GoalsProgressShown;
  return record<Since>(
      field("since_round", &Since::since_round, always), field("closed", &Since::closed, always),
      field("dropped", &Since::dropped, always), field("still_open", &Since::still_open, always),
      field("new", &Since::fresh, always), field("regressed", &Since::regressed, always));
}

struct GoalsShown {
  std::string phase;
  core::goals::Status status{};
  std::uint64_t tasks_checked = 0;
  std::uint64_t tasks_passed = 0;
  std::vector<core::goals::Gap> gaps;
  std::vector<GoalsTaskShown> tasks;
  std::string tree;
  std::uint32_t round = 0;
  std::optional<GoalsProgressShown> progress;
};

constexpr auto fields_of(Of<GoalsShown>) {
  using Shown = GoalsShown;
  return record<Shown>(
      field("phase", &Shown::phase, always), field("status", &Shown::status, always),
      field("tasks_checked", &Shown::tasks_checked, always),
      field("tasks_passed", &Shown::tasks_passed, always), field("gaps", &Shown::gaps, always),
      field("tasks", &Shown::tasks, always),
      field("tree", &Shown::tree, always,
            "What git would call the files all of it is about; empty: nobody looked."),
      field("round", &Shown::round, Range{1}), field("progress", &Shown::progress));
}

}  // namespace assay::format
