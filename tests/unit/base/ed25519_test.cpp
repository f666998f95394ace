// SPDX-License-Identifier: MIT
#include "base/ed25519.h"

#include <doctest/doctest.h>

namespace assay {
namespace {

TEST_CASE("ed25519: what was signed holds, and nothing else does") {
  const std::string key = ed25519::make_key().take();
  const std::string known = ed25519::public_key_of(key).take();
  const std::string signature = ed25519::sign(key, "message").take();
  CHECK(signature.size() == 64);
  CHECK(ed25519::holds(known, "message", signature));
  CHECK_FALSE(ed25519::holds(known, "Message", signature));
  for (const std::size_t at : {0U, 31U, 63U}) {
    std::string flipped = signature;
    flipped[at] = static_cast<char>(flipped[at] ^ 1);
    CHECK_FALSE(ed25519::holds(known, "message", flipped));
  }
  CHECK_FALSE(ed25519::holds(known, "message", ""));
  const std::string other = ed25519::public_key_of(ed25519::make_key().take()).take();
  CHECK_FALSE(ed25519::holds(other, "message", signature));
  CHECK(ed25519::name_of(known).take() != ed25519::name_of(other).take());
}

TEST_CASE("ed25519: a known vector") {
  // RFC 8032, 7.1, the second one, with the public key as SubjectPublicKeyInfo.
  const std::string known =
      "-----BEGIN PUBLIC KEY-----\n"
      "MCowBQYDK2VwAyEAPUAXw+hDiVqStwqnTRt+vJyYLM8uxJaMwM1V8Sr0Zgw=\n"
      "-----END PUBLIC KEY-----\n";
  constexpr unsigned char bytes[] = {
      0x92, 0xa0, 0x09, 0xa9, 0xf0, 0xd4, 0xca, 0xb8, 0x72, 0x0e, 0x82, 0x0b, 0x5f,
      0x64, 0x25, 0x40, 0xa2, 0xb2, 0x7b, 0x54, 0x16, 0x50, 0x3f, 0x8f, 0xb3, 0x76,
      0x22, 0x23, 0xeb, 0xdb, 0x69, 0xda, 0x08, 0x5a, 0xc1, 0xe4, 0x3e, 0x15, 0x99,
      0x6e, 0x45, 0x8f, 0x36, 0x13, 0xd0, 0xf1, 0x1d, 0x8c, 0x38, 0x7b, 0x2e, 0xae,
      0xb4, 0x30, 0x2a, 0xee, 0xb0, 0x0d, 0x29, 0x16, 0x12, 0xbb, 0x0c, 0x00};
  const std::string signature(reinterpret_cast<const char*>(bytes), sizeof bytes);
  CHECK(ed25519::holds(known, "\x72", signature));
  CHECK_FALSE(ed25519::holds(known, "\x73", signature));
}

TEST_CASE("ed25519: keys are read and written as openssl does") {
  // openssl pkey -in private -pubout; openssl pkey -pubin -outform DER | sha256sum
  const std::string key =
      "-----BEGIN PRIVATE KEY-----\n"
      "MC4CAQAwBQYDK2VwBCIEIOb1rqns6BTR6NWXiiQT2dmigJupZuPUSTnsQkUW5XtS\n"
      "-----END PRIVATE KEY-----\n";
  const auto known = ed25519::public_key_of(key);
  REQUIRE(known);
  CHECK(*known ==
        "-----BEGIN PUBLIC KEY-----\n"
        "MCowBQYDK2VwAyEAlNkjrLBtQnQQdM0vmFE/HjM43Bc2DISEYxaNyWXgc78=\n"
        "-----END PUBLIC KEY-----\n");
  CHECK(ed25519::name_of(*known).take() ==
        "52c5ed33a18a5a404c3ae14d86f4cc4865ab1a6bffc61fab0099e957b3811767");
  std::string carried = "Key of a build machine\r\n" + *known + "more\n";
  for (std::size_t at = 0; (at = carried.find('\n', at)) != std::string::npos; at += 2)
    carried.replace(at, 1, "\r\n");
  CHECK(ed25519::name_of(carried).take() == ed25519::name_of(*known).take());
  const std::string signature = ed25519::sign(key, "m").take();
  CHECK(ed25519::holds(carried, "m", signature));
  // A private key is no public one, and the other way round.
  CHECK_FALSE(ed25519::name_of(key));
  CHECK_FALSE(ed25519::sign(*known, "m"));
}

TEST_CASE("ed25519: what is no such key is refused") {
  const std::string rsa = "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n";
  for (const std::string& text : {std::string(), std::string("x"), rsa}) {
    CAPTURE(text);
    CHECK_FALSE(ed25519::sign(text, "m"));
    CHECK_FALSE(ed25519::public_key_of(text));
    CHECK_FALSE(ed25519::name_of(text));
    CHECK_FALSE(ed25519::holds(text, "m", std::string(64, 'x')));
  }
}

}  // namespace
}  // namespace assay
