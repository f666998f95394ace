// SPDX-License-Identifier: MIT
#include "base/text/base64.h"

#include <doctest/doctest.h>

namespace assay {
namespace {

TEST_CASE("base64: the examples of RFC 4648, both ways") {
  const std::pair<std::string, std::string> examples[] = {{"", ""},
                                                          {"f", "Zg=="},
                                                          {"fo", "Zm8="},
                                                          {"foo", "Zm9v"},
                                                          {"foob", "Zm9vYg=="},
                                                          {"fooba", "Zm9vYmE="},
                                                          {"foobar", "Zm9vYmFy"},
                                                          {"\xfb\xff", "+/8="}};
  for (const auto& [bytes, text] : examples) {
    CAPTURE(text);
    CHECK(to_base64(bytes) == text);
    CHECK(from_base64(text) == bytes);
  }
  CHECK(from_base64("-_8") == "\xfb\xff");
  CHECK(from_base64("Zm8") == "fo");
}

TEST_CASE("base64: anything else is nothing") {
  for (const char* text : {"Z", "Zm9vY", "Zm 9", "Zm9\n", "Z=m9", "\xff\xff"}) {
    CAPTURE(text);
    CHECK_FALSE(from_base64(text).has_value());
  }
}

}  // namespace
}  // namespace assay
