// SPDX-License-Identifier: MIT
// Small scanners for summary lines: numbers before and after words, lists of counts. They never
// allocate more than their result and never look at a byte twice.
#pragma once

#include "base/text/ascii.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace assay::format {

/// Without blanks at both ends.
std::string_view trim(std::string_view text);
std::string_view trim_left(std::string_view text);

/// True if the text is made of `mark` only (and there are at least `at_least` of it): rules like
/// "======".
bool is_rule(std::string_view text, char mark, std::size_t at_least);

/// "== 3 passed ==" -> "3 passed": takes `mark` and blanks off both ends.
std::string_view without_rule(std::string_view text, char mark);

/// A cursor over one line. Every step either succeeds and advances, or fails and stays.
class Scan {
 public:
  explicit Scan(std::string_view text) : rest_(text) {}

  /// Skips the literal if it comes next.
  bool skip(std::string_view literal);
  /// Skips any blanks; always succeeds.
  Scan& blanks();
  /// An unsigned number of at most 12 digits; "1,234" is read as 1.
  std::optional<std::int64_t> number();
  /// "0.12", "12", "1.5": skipped if present.
  bool decimal();
  /// The characters up to the next blank (at least one).
  std::optional<std::string_view> word();

  std::string_view rest() const { return rest_; }
  bool done() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

/// "12 passed, 3 failed" with "failed" -> 3. The word must stand whole; the first fit is taken.
std::optional<std::int64_t> number_before(std::string_view text, std::string_view word);

/// "Tests run: 7, Failures: 0" with "Failures:" -> 0. Blanks may stand between label and number.
std::optional<std::int64_t> number_after(std::string_view text, std::string_view label);

/// One "3 passed" of a list.
struct Count {
  std::int64_t number = 0;
  std::string_view word;  ///< all words after the number, e.g. "tests failed"
};

/// "3 passed, 1 failed" split at `separator`, each part trimmed and of the form "number words".
/// Empty if any part is anything else, so a sentence that merely contains numbers is not a list.
std::vector<Count> count_list(std::string_view text, std::string_view separator = ",");

/// The sum of all counts whose words are `word`.
std::int64_t count_of(const std::vector<Count>& counts, std::string_view word);

}  // namespace assay::format
