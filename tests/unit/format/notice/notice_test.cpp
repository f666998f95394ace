// SPDX-License-Identifier: MIT
#include "format/notice/notice.h"

#include <doctest/doctest.h>

#include <chrono>

namespace assay::format {
namespace {

using namespace std::chrono_literals;

constexpr Instant noon{1'800'000'000s};

TEST_CASE("notice: signed as Standard Webhooks says, and only with a secret") {
  // The sample of the specification.
  const auto headers =
      notice_headers("msg_p5jXN8AQM9LWM0D4loKWxJek", Instant{1614265330s},
                     R"({"test": 2432232314})", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
  REQUIRE(headers.size() == 3);
  CHECK(headers[0].first == "webhook-id");
  CHECK(headers[1].second == "1614265330");
  CHECK(headers[2].first == "webhook-signature");
  CHECK(headers[2].second == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  CHECK(notice_headers("a", noon, "{}", "").size() == 2);
  CHECK(notice_headers("a", noon, "{}", "plain")[2].second !=
        notice_headers("b", noon, "{}", "plain")[2].second);
}

TEST_CASE("notice: nothing of a document or an address gets out of its quotes") {
  const std::string config =
      curl_config(R"(http://h/"x\)", R"({"a":"\"\\"})", {{"webhook-id", "1"}});
  CHECK(config.find("url = \"http://h/\\\"x\\\\\"\n") != std::string::npos);
  CHECK(config.find("data-raw = \"{\\\"a\\\":\\\"\\\\\\\"\\\\\\\\\\\"}\"\n") != std::string::npos);
  CHECK(config.find("header = \"webhook-id: 1\"\n") != std::string::npos);
}

TEST_CASE("delivery: later each time, at last given up, and never because of a clock") {
  Outbox outbox{.made = noon};
  Delivery& one = delivery_of(outbox, 7, 1);
  CHECK(&delivery_of(outbox, 7, 1) == &one);
  CHECK(is_due(one, noon));
  Millis before{0};
  for (int tries = 0; tries < 6; ++tries) {
    note_failure(one, noon, "nobody there");
    CHECK(one.next - noon > before);
    before = one.next - noon;
    CHECK_FALSE(is_due(one, noon));
    CHECK(is_due(one, one.next));
  }
  CHECK(is_due(one, noon - 24h));  // the clock was set back: waiting for the old time would be long
  while (!one.gave_up) note_failure(one, noon, "nobody there");
  CHECK(one.tries == 18);
  CHECK_FALSE(is_due(one, noon + 240h));
  const auto read = read_outbox(write_outbox(outbox));
  REQUIRE(read);
  CHECK(*read == outbox);
  CHECK_FALSE(read_outbox("{\"made\":"));
}

TEST_CASE("delivery: what has arrived is not due again") {
  Delivery one{.event = 3};
  note_failure(one, noon, "nobody there");
  note_success(one);
  CHECK_FALSE(is_due(one, noon + 24h));
  CHECK(one.problem.empty());
}

}  // namespace
}  // namespace assay::format
