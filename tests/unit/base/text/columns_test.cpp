// SPDX-License-Identifier: MIT
#include "base/text/columns.h"

#include <doctest/doctest.h>

namespace assay::format {
namespace {

TEST_CASE("columns: wide characters take two, combining marks and colour none") {
  CHECK(columns("") == 0);
  CHECK(columns("abc") == 3);
  CHECK(columns("\xE6\x97\xA5\xE6\x9C\xAC") == 4);  // two ideographs
  CHECK(columns("e\xCC\x81") == 1);                 // e and an acute accent
  CHECK(columns("\xF0\x9F\x9A\x80") == 2);          // a rocket
  CHECK(columns("\xED\x95\x9C") == 2);              // a Hangul syllable
  CHECK(columns("\033[1;31mred\033[0m") == 3);
  CHECK(columns("\xE2\x82\xAC") == 1);  // a euro sign
}

TEST_CASE("columns: cut never within a character, nor with colour left on") {
  const std::string text = "ab\xE6\x97\xA5\xE6\x9C\xAC";
  CHECK(cut_to_columns(text, 2) == "ab");
  CHECK(cut_to_columns(text, 3) == "ab");
  CHECK(cut_to_columns(text, 4) == "ab\xE6\x97\xA5");
  CHECK(cut_to_columns(text, 9) == text);
  CHECK(cut_to_columns("\033[31mabc\033[0m", 2) == "\033[31mab\033[0m");
  CHECK(cut_to_columns("e\xCC\x81x", 1) == "e\xCC\x81");
  CHECK(padded("\xE6\x97\xA5", 4) == "\xE6\x97\xA5  ");
  CHECK(padded("abcdef", 4) == "abcdef");
}

TEST_CASE("columns: lines are broken between words, and go on further in") {
  CHECK(folded("one two three four five six", 20) == "one two three four\n  five six");
  CHECK(folded("  one two three four five six\nnext", 20) ==
        "  one two three four\n    five six\nnext");
  CHECK(folded("fits\n", 20) == "fits\n");
  CHECK(folded("a-word-that-is-wider-than-any-window x", 20) ==
        "a-word-that-is-wider-than-any-window\n  x");
  CHECK(folded("\033[2mone two three four five\033[0m", 20) ==
        "\033[2mone two three four\n  five\033[0m");
  CHECK(folded("FAIL  unit tests of the service", 20) == "FAIL  unit tests of\n      the service");
  CHECK(folded("", 20).empty());
  CHECK(folded("\n\n", 20) == "\n\n");
}

}  // namespace
}  // namespace assay::format
