// SPDX-License-Identifier: MIT
// A short piece of console output and how many tests must be read from it, also as a terminal shows
// it.
#pragma once

#include "format/runners.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace assay::test {

struct Excerpt {
  std::string_view name;
  std::string_view command;
  std::string_view output;
  std::int64_t executed = -1;
  std::int64_t failed = 0;
};

/// CR LF line ends, and colours around every line.
inline std::string on_a_terminal(std::string_view output) {
  std::string shown = "\x1b[1m";
  for (const char c : output) {
    if (c == '\n') shown += "\x1b[0m\x1b[K\r";
    shown += c;
    if (c == '\n') shown += "\x1b[32m";
  }
  return shown;
}

template <class Excerpts>
void check_excerpts(const Excerpts& excerpts) {
  for (const Excerpt& one : excerpts) {
    INFO("excerpt: ", std::string(one.name));
    const core::Tally tally = format::read_runner_output(one.command, one.output);
    CHECK(tally.executed == one.executed);
    CHECK(tally.failed == one.failed);
    if (one.executed < 0) CHECK_FALSE(tally.hint.empty());
    const core::Tally shown = format::read_runner_output(one.command, on_a_terminal(one.output));
    CHECK(shown.executed == one.executed);
    CHECK(shown.failed == one.failed);
  }
}

}  // namespace assay::test
