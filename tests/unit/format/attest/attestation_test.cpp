// SPDX-License-Identifier: MIT
#include "format/attest/attestation.h"

#include "format/attest/dsse.h"

#include <doctest/doctest.h>

namespace assay::format {
namespace {

AttestationFacts facts() {
  AttestationFacts all;
  all.commit = std::string(40, 'c');
  all.tree = std::string(40, '7');
  all.gates = std::string(64, 'a');
  all.passed = {"unit", "lint \"x\""};
  all.warned = {"style"};
  all.run = "r1";
  all.run_head = std::string(64, 'b');
  all.number = 3;
  all.ended = "2026-11-17T00:00:00.000Z";
  all.tests_executed = 12;
  all.isolation = "none";
  all.settings = std::string(64, 'd');
  all.gates_from = std::string(40, 'e');
  all.clean_copy = true;
  all.protected_changed = {"tests/a.py"};
  return all;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

TEST_CASE("attestation: what is written is read back") {
  const auto back = read_statement(write_statement(facts()));
  REQUIRE(back);
  CHECK(*back == facts());
}

TEST_CASE("attestation: only a statement that everything passed is one") {
  const std::string good = write_statement(facts());
  CHECK_FALSE(read_statement(replaced(good, "PASSED", "FAILED")));
  CHECK_FALSE(read_statement(replaced(good, "test-result/v0.1", "vsa/v1")));
  CHECK_FALSE(read_statement(replaced(good, "Statement/v1", "Statement/v0.1")));
  CHECK_FALSE(read_statement(replaced(good, "\"failedTests\":[]", "\"failedTests\":[\"a\"]")));
  CHECK_FALSE(read_statement(replaced(good, "gitCommit", "sha1")));
  CHECK_FALSE(read_statement(""));
  CHECK_FALSE(read_statement("[]"));
  CHECK_FALSE(read_statement(good.substr(0, good.size() - 1)));
}

TEST_CASE("dsse: the example of its specification") {
  CHECK(dsse::signed_bytes("http://example.com/HelloWorld", "hello world") ==
        "DSSEv1 29 http://example.com/HelloWorld 11 hello world");
}

TEST_CASE("dsse: an envelope is read back, and garbage is refused") {
  const dsse::Envelope envelope{"t", std::string("\0\xff", 2), {{"k", "s"}, {"", "t"}}};
  const auto back = dsse::read(dsse::write(envelope));
  REQUIRE(back);
  CHECK(back->type == "t");
  CHECK(back->payload == envelope.payload);
  REQUIRE(back->signatures.size() == 2);
  CHECK(back->signatures[0].keyid == "k");
  CHECK(back->signatures[1].sig == "t");
  for (const char* text :
       {"", "{}", "[]", "null", R"({"payloadType":"t","payload":"?","signatures":[]})",
        R"({"payloadType":"t","payload":"","signatures":{}})",
        R"({"payloadType":"t","payload":"","signatures":[{"sig":"*"}]})",
        R"({"payloadType":"t","payload":"","signatures":[1]})"}) {
    CAPTURE(text);
    CHECK_FALSE(dsse::read(text));
  }
}

}  // namespace
}  // namespace assay::format
