// SPDX-License-Identifier: MIT
#include "format/text/columns.h"

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

}  // namespace
}  // namespace assay::format
