// SPDX-License-Identifier: MIT
#include "base/edit_distance.h"

#include <doctest/doctest.h>

using namespace assay;

TEST_CASE("edit distance: counts insertions, deletions, substitutions and swaps, up to its bound") {
  struct Row {
    const char* a;
    const char* b;
    std::size_t bound;
    std::size_t want;
  };
  const Row rows[] = {
      {"", "", 3, 0},
      {"stage", "stage", 3, 0},
      {"stage", "stag", 3, 1},
      {"stage", "staage", 3, 1},
      {"stage", "stige", 3, 1},
      {"stage", "satge", 3, 1},
      {"abcd", "badc", 3, 2},
      {"kitten", "sitting", 5, 3},
      {"kitten", "sitting", 2, 3},
      {"a", "abcdef", 2, 3},
      {"abc", "", 9, 3},
      {"ca", "abc", 9, 3},
  };
  for (const Row& row : rows) {
    CAPTURE(row.a);
    CAPTURE(row.b);
    CHECK(edit_distance(row.a, row.b, row.bound) == row.want);
    CHECK(edit_distance(row.b, row.a, row.bound) == row.want);
  }
  CHECK(edit_distance(std::string(65, 'a'), std::string(65, 'a'), 2) == 3);
}

TEST_CASE("closest: suggests what was probably meant, and nothing otherwise") {
  const std::string_view keys[] = {
      "id",       "command",         "stage", "gate_type", "parallel_safe",
      "required", "timeout_seconds", "env",   "report"};
  struct Row {
    const char* word;
    const char* want;
  };
  const Row rows[] = {
      {"paralell_safe", "parallel_safe"},
      {"parralel_safe", "parallel_safe"},
      {"parallelSafe", "parallel_safe"},
      {"gate-type", "gate_type"},
      {"GATE_TYPE", "gate_type"},
      {"timeout_second", "timeout_seconds"},
      {"cmomand", "command"},
      {"stge", "stage"},
      {"ID", "id"},
      {"ev", "env"},
      {"x", ""},
      {"zzzzzz", ""},
      {"", ""},
      {"___", ""},
      {"source_command", ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.word);
    CHECK(closest(row.word, keys) == row.want);
  }
  CHECK(closest(std::string(1000, 'a'), keys).empty());
  CHECK(closest("stage", {}).empty());
}
