// SPDX-License-Identifier: MIT
#include "base/text/base64.h"

#include <doctest/doctest.h>

namespace assay {

TEST_CASE("base64: the samples of RFC 4648, there and back") {
  const std::pair<const char*, const char*> samples[] = {{"", ""},
                                                         {"f", "Zg=="},
                                                         {"fo", "Zm8="},
                                                         {"foo", "Zm9v"},
                                                         {"foob", "Zm9vYg=="},
                                                         {"fooba", "Zm9vYmE="},
                                                         {"foobar", "Zm9vYmFy"}};
  for (const auto& [bytes, text] : samples) {
    CHECK(base64_of(bytes, Base64::plain, Padding::full) == text);
    CHECK(from_base64(text) == std::string(bytes));
    CHECK(from_base64(base64_of(bytes, Base64::for_urls, Padding::none)) == std::string(bytes));
  }
  CHECK(base64_of("\xfb\xff", Base64::plain, Padding::full) == "+/8=");
  CHECK(base64_of("\xfb\xff", Base64::for_urls, Padding::none) == "-_8");
  for (const char* bad : {"Zg=g", "a", "Zm9v!", "Zm 9v"}) CHECK_FALSE(from_base64(bad));
}

}  // namespace assay
