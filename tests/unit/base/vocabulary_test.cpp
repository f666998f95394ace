// SPDX-License-Identifier: MIT
// Digests, ids, results.
#include "base/digest.h"
#include "base/id.h"
#include "base/match.h"
#include "base/result.h"

#include <doctest/doctest.h>

#include <string>

using namespace assay;

TEST_CASE("digest: the known values of SHA-256") {
  CHECK(digest_of("").hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(digest_of("abc").hex() ==
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST_CASE("digest: a stream in pieces is the whole, and finishing starts anew") {
  Hasher hasher;
  hasher.update("a").update("").update("bc");
  CHECK(hasher.finish() == digest_of("abc"));
  CHECK(hasher.finish() == digest_of(""));
}

TEST_CASE("digest: hex and back; anything else is refused") {
  const Digest digest = digest_of("abc");
  const auto back = Digest::parse(digest.hex());
  REQUIRE(back);
  CHECK(*back == digest);
  CHECK_FALSE(Digest::parse(digest.hex().substr(1)));
  CHECK_FALSE(Digest::parse(digest.hex() + "0"));
  CHECK_FALSE(Digest::parse("G" + digest.hex().substr(1)));
  CHECK_FALSE(Digest::parse("B" + digest.hex().substr(1)));
}

TEST_CASE("id: safe in file names, git refs and SQL, or refused") {
  for (const char* good : {"a", "unit-tests", "A.b_c-9", "0"}) CHECK(is_valid_id(good));
  for (const char* bad :
       {"", ".a", "-a", "_a", "a/b", "..", "a b", "a\n", "a;b", "\xc3\xa4", "a%2e"}) {
    CAPTURE(bad);
    CHECK_FALSE(is_valid_id(bad));
  }
  CHECK(is_valid_id(std::string(128, 'a')));
  CHECK_FALSE(is_valid_id(std::string(129, 'a')));
}

TEST_CASE("id: run ids sort by time, differ by salt, and are valid") {
  const Instant early{Millis{1794785765347}};
  const std::string first = make_run_id(early, 1);
  CHECK(first.starts_with("20261115-233605347-"));
  CHECK(is_valid_id(first));
  CHECK(first != make_run_id(early, 2));
  CHECK(make_run_id(early, ~0ULL) < make_run_id(early + Millis{1}, 0));
}

namespace {

Result<int> half(int number) {
  if (number % 2 != 0) return Error{Fault::bad_input, "odd"};
  return number / 2;
}

Result<int> quarter(int number) {
  const int once = TRY(half(number));
  return half(once);
}

}  // namespace

TEST_CASE("result: TRY hands the value on, or the error up") {
  REQUIRE(quarter(12));
  CHECK(*quarter(12) == 3);
  REQUIRE_FALSE(quarter(6));
  CHECK(quarter(6).error() == Error{Fault::bad_input, "odd"});
  CHECK_FALSE(Result<>(Error{Fault::io, "x"}));
  CHECK(Result<>());
}

TEST_CASE("match: calls the one case that fits") {
  const std::variant<int, std::string> text = std::string("abc");
  const auto size = match(
      text, [](int) { return std::size_t{0}; }, [](const std::string& s) { return s.size(); });
  CHECK(size == 3);
}
