// SPDX-License-Identifier: MIT
// What reading the test files of a change shows, beside what running them does: a hint.
#pragma once

#include "base/record.h"

#include <string>
#include <vector>

namespace assay::core::work {

/// How tests ask less than before.
struct Weakening {
  std::string path = {};  ///< of the test file; empty: not known
  std::string test = {};  ///< its name; empty: not known
  std::string what = {};

  friend bool operator==(const Weakening&, const Weakening&) = default;
};

constexpr auto fields_of(Of<Weakening>) {
  return record<Weakening>(field("path", &Weakening::path), field("test", &Weakening::test),
                           field("what", &Weakening::what));
}

/// A test that has another title or stands in another file now, and is word for word what it was.
struct Renaming {
  std::string from = {};  ///< its title on the base
  std::string to = {};    ///< and now; the same: it stands in another file

  friend bool operator==(const Renaming&, const Renaming&) = default;
};

constexpr auto fields_of(Of<Renaming>) {
  return record<Renaming>(field("from", &Renaming::from), field("to", &Renaming::to));
}

struct TestTexts {
  std::vector<Weakening> read = {};
  std::vector<Weakening> gone = {};  ///< tests whose titles are in none of the files any more
  bool asks_less = false;            ///< assertions of the base are in none of them any more
  std::vector<Renaming> renamed = {};
  std::vector<Renaming> rewritten =
      {};  ///< and those that have most of their words, and ask as much

  friend bool operator==(const TestTexts&, const TestTexts&) = default;
};

constexpr auto fields_of(Of<TestTexts>) {
  return record<TestTexts>(
      field("tests_read", &TestTexts::read), field("tests_gone", &TestTexts::gone),
      field("asks_less", &TestTexts::asks_less), field("tests_renamed", &TestTexts::renamed),
      field("tests_rewritten", &TestTexts::rewritten));
}

}  // namespace assay::core::work
