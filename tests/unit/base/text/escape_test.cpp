// SPDX-License-Identifier: MIT
#include "base/text/escape.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>

namespace assay::test {
namespace {

TEST_CASE("strip_escapes: every kind of sequence goes, the text stays") {
  CHECK(strip_escapes("a\x1b[31;1mb\x1b[0mc") == "abc");           // CSI
  CHECK(strip_escapes("a\x1b[?25lb\x1b[38:2::1:2:3mc") == "abc");  // private and colon parameters
  CHECK(strip_escapes("a\x1b]0;title\x07"
                      "b") == "ab");                                           // OSC, ended by BEL
  CHECK(strip_escapes("a\x1b]8;;http://x\x1b\\b\x1b]8;;\x1b\\c") == "abc");    // OSC, ended by ST
  CHECK(strip_escapes("a\x1bP1$r0m\x1b\\b") == "ab");                          // DCS
  CHECK(strip_escapes("a\x1bXs\x1b\\b\x1b^p\x1b\\c\x1b_q\x1b\\d") == "abcd");  // SOS, PM, APC
  CHECK(strip_escapes("a\x1b(Bb\x1b#8c\x1b%Gd") == "abcd");                    // nF
  CHECK(strip_escapes("a\x1b"
                      "7b\x1b"
                      "8c\x1b=d\x1b>e") == "abcde");  // Fp
  CHECK(strip_escapes("a\x1b"
                      "cb\x1bNc\x1b"
                      "Ed") == "abcd");  // Fs, Fe
  CHECK(strip_escapes("a\x9b"
                      "31mb\x9d"
                      "0;t\x9c"
                      "c") == "abc");  // 8-bit controls
  CHECK(strip_escapes("a\xc2\x9b"
                      "31mb") == "ab");  // and in UTF-8
  CHECK(strip_escapes("a\x1b[3\x18"
                      "b") == "ab");  // cancelled
}

TEST_CASE("strip_escapes: controls go, line feed and tab stay, UTF-8 stays") {
  CHECK(strip_escapes(std::string("a\0b\x01\x7f\b\rc\n\td", 11)) == "abc\n\td");
  CHECK(strip_escapes("caf\xc3\xa9 \xe2\x9c\x93 \xf0\x9f\x8d\xba") ==
        "caf\xc3\xa9 \xe2\x9c\x93 \xf0\x9f\x8d\xba");
  // The continuation bytes of these look like 8-bit controls.
  CHECK(strip_escapes("\xc3\x9b\xe1\x9b\x9d") == "\xc3\x9b\xe1\x9b\x9d");
}

TEST_CASE("strip_escapes: what is never closed cannot hide the next line") {
  CHECK(strip_escapes("a\x1b]0;hidden\nRan 0 tests") == "a\nRan 0 tests");
  CHECK(strip_escapes("a\x1bPhidden\nb") == "a\nb");
  CHECK(strip_escapes("a\x1b[\nb") == "a\n");  // the b ends the sequence, as on a terminal
  CHECK(strip_escapes("a\x1b[12") == "a");
  CHECK(strip_escapes("a\x1b") == "a");
}

TEST_CASE("flatten_terminal: movements end lines, cursor forward is blanks") {
  CHECK(flatten_terminal("10%\r50%\r100%\n") == "10%\n50%\n100%\n");
  CHECK(flatten_terminal("a\r\nb\r\n") == "a\nb\n");
  CHECK(flatten_terminal("one\x1b[1Gtwo\x1b[2Kthree\x1b[Kfour") == "one\ntwo\nthreefour");
  CHECK(flatten_terminal("a\x1b[3Cb\x1b[Cc\x1b[999999999Cd").size() == 4 + 3 + 1 + 256);
  CHECK(flatten_terminal("ab\bc") == "ac");
}

TEST_CASE("printable: controls and invisible characters are shown") {
  CHECK(printable("a\x1b[31mb\rc") == "a\\x1b[31mb\\x0dc");
  CHECK(printable("\xff\xc3(") == "\\xff\\xc3(");
  CHECK(printable("\xc2\x9b") == "\\u{009b}");
  CHECK(printable("a\xe2\x80\xae"
                  "b\xe2\x80\x8b\xef\xbb\xbf") == "a\\u{202e}b\\u{200b}\\u{feff}");
  CHECK(printable("\xf3\xa0\x81\xa1") == "\\u{e0061}");
  CHECK(printable("tab\there\nand \xe2\x9c\x93 \xc3\xa9") ==
        "tab\there\nand \xe2\x9c\x93 \xc3\xa9");
}

/// A small generator, so that the same bytes come on every machine.
std::string noise(std::uint32_t seed, std::size_t length) {
  const std::string_view likely =
      "\x1b\x1b[]P;m\\\x07\n\r\x9b\x9d\x9c\xc2\xe2\x80\xae"
      "0123aZ";
  std::string text;
  for (std::size_t i = 0; i < length; ++i) {
    seed = seed * 1664525U + 1013904223U;
    const std::uint32_t pick = seed >> 16U;
    text.push_back(pick % 3 == 0 ? static_cast<char>(pick >> 4U) : likely[pick % likely.size()]);
  }
  return text;
}

bool harmless(std::string_view text) {
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte == 0x7F || (byte < 0x20 && c != '\n' && c != '\t')) return false;
  }
  return text.find("\xc2\x9b") == std::string_view::npos;
}

TEST_CASE("escapes: noise comes out harmless, and twice is the same as once") {
  for (std::uint32_t seed = 1; seed <= 300; ++seed) {
    const std::string raw = noise(seed, 400);
    CHECK(harmless(strip_escapes(raw)));
    CHECK(harmless(flatten_terminal(raw)));
    const std::string shown = printable(raw);
    CHECK(harmless(shown));
    CHECK(printable(shown) == shown);
  }
}

}  // namespace
}  // namespace assay::test
