// SPDX-License-Identifier: MIT
// What is wrong with a request, or why it was not answered.
#pragma once

#include "base/record.h"

#include <string>
#include <vector>

namespace assay::web {

struct ProblemShown {
  std::string code;
  std::string field;
  std::string what;
};
constexpr auto fields_of(Of<ProblemShown>) {
  using Shown = ProblemShown;
  return record<Shown>(
      field("code", &Shown::code, always,
            "bad_input, not_found, conflict, io, exhausted, unauthorized, forbidden, read_only, "
            "too_many, too_large, method, unavailable; others name what exactly is wrong."),
      field("field", &Shown::field, always, "Of the request; empty: none of its own."),
      field("what", &Shown::what, always, "In words, for people."));
}

/// The body of every answer that is not 2xx.
struct ProblemsShown {
  std::vector<ProblemShown> problems;
};
constexpr auto fields_of(Of<ProblemsShown>) {
  return record<ProblemsShown>(
      field("problems", &ProblemsShown::problems, always, "At least one."));
}

}  // namespace assay::web
