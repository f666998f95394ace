// SPDX-License-Identifier: MIT
#include "format/outcomes.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace assay::format {

namespace {

std::optional<OutcomeLine> to_outcome(std::string_view line) {
  if (line.size() < 5 || line[1] != ' ') return std::nullopt;
  const std::optional<core::TestOutcome> outcome = core::outcome_of(line[0]);
  const std::size_t space = line.find(' ', 2);
  if (!outcome || space == std::string_view::npos) return std::nullopt;
  OutcomeLine read{line.substr(space + 1), *outcome, -1};
  const std::string_view time = line.substr(2, space - 2);
  if (time == "-") return read;
  const auto [stop, fault] = std::from_chars(time.data(), time.data() + time.size(), read.millis);
  const bool plain = fault == std::errc{} && stop == time.data() + time.size() && read.millis >= 0;
  return plain ? std::optional(read) : std::nullopt;
}

}  // namespace

std::string write_outcomes(const core::TestResults& results) {
  std::string text;
  for (const core::TestResult& test : results.tests) {
    text += core::letter_of(test.outcome);
    text += ' ';
    text += test.millis < 0 ? "-" : std::to_string(test.millis);
    text += ' ';
    text += test.id;
    text += '\n';
  }
  return text;
}

Result<> read_outcomes(std::string_view text, const std::function<void(const OutcomeLine&)>& each) {
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const auto line = to_outcome(text.substr(0, end));
    if (!line)
      return Error{Fault::bad_input, "line " + std::to_string(number) + " is no outcome of a test"};
    each(*line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return {};
}

}  // namespace assay::format
