// SPDX-License-Identifier: MIT
// Two runs side by side.
#pragma once

#include "base/record.h"
#include "face/shown/records.h"
#include "face/web/records/run.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay::web {

using shown::from_minus_one;
using shown::OrNull;

struct SideShown {
  std::string state;
  std::string reason;
  OrNull<std::int64_t> duration_ms;
  std::int64_t tests = -1;
  std::uint32_t attempts = 0;
};
constexpr auto fields_of(Of<SideShown>) {
  using Shown = SideShown;
  return record<Shown>(field("state", &Shown::state, always, "Empty: it does not have it."),
                       field("reason", &Shown::reason, always),
                       field("duration_ms", &Shown::duration_ms, always),
                       field("tests", &Shown::tests, always, from_minus_one),
                       field("attempts", &Shown::attempts, always));
}

struct ComparedShown {
  std::string id;
  std::string title;
  SideShown a;
  SideShown b;
  std::string change;
};
constexpr auto fields_of(Of<ComparedShown>) {
  using Shown = ComparedShown;
  return record<Shown>(
      field("id", &Shown::id, always, "Of a gate, a task or a step."),
      field("title", &Shown::title, always), field("a", &Shown::a, always),
      field("b", &Shown::b, always),
      field("change", &Shown::change, always, "same, better, worse, only_a, only_b or other."));
}

struct CompareShown {
  RunShown a;
  RunShown b;
  std::string tree_a;
  std::string tree_b;
  std::string verdict_a;
  std::string verdict_b;
  std::vector<ComparedShown> units;
  std::uint64_t same = 0;
  std::vector<std::string> fixed_tests;
  std::vector<std::string> broken_tests;
};
constexpr auto fields_of(Of<CompareShown>) {
  using Shown = CompareShown;
  return record<Shown>(
      field("a", &Shown::a, always), field("b", &Shown::b, always),
      field("tree_a", &Shown::tree_a, always), field("tree_b", &Shown::tree_b, always),
      field("verdict_a", &Shown::verdict_a, always), field("verdict_b", &Shown::verdict_b, always),
      field("units", &Shown::units, always, "Those that differ first, at most 1000."),
      field("same", &Shown::same, always, "How many did not change, shown or not."),
      field("fixed_tests", &Shown::fixed_tests, always,
            "Failed in a and not in b, where both have the gate; by name."),
      field("broken_tests", &Shown::broken_tests, always, "Failed in b and not in a, likewise."));
}

}  // namespace assay::web
