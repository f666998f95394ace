// SPDX-License-Identifier: MIT
// A piece of runner output and what must be read from it; the tables of the family tests are made
// of these.
#pragma once

#include "format/runners.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::test {

struct Sample {
  std::string_view what;
  std::string_view command;
  std::string_view output;
  std::int64_t executed = -1;
  std::int64_t failed = 0;
  std::int64_t skipped = 0;
};

inline void check_samples(const std::vector<Sample>& samples) {
  for (const Sample& sample : samples) {
    INFO(sample.what);
    const core::Tally tally = format::read_runner_output(sample.command, sample.output);
    CHECK(tally.executed == sample.executed);
    CHECK(tally.failed == sample.failed);
    CHECK(tally.skipped == sample.skipped);
    // On a terminal every line ends with CR LF and colours stand between the words: nothing may
    // change.
    std::string painted;
    for (const char c : sample.output) {
      if (c == '\n') painted += "\x1b[0m\x1b[K\r";
      painted += c;
    }
    CHECK(format::read_runner_output(sample.command, painted).executed == sample.executed);
  }
}

}  // namespace assay::test
