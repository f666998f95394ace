// SPDX-License-Identifier: MIT
// How a notice travels: its signature, what curl is told, and when it is tried again.
#include "base/hmac.h"
#include "base/text/base64.h"
#include "format/notice/notice.h"
#include "format/record/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace assay::format {

namespace {

using namespace std::chrono_literals;

/// After the first try, after the second, ...
constexpr Millis pauses[] = {5s, 15s, 1min, 5min, 30min, 2h, 6h};
constexpr Millis longest_pause = 6h;
/// With the last pause over and over: about three days.
constexpr std::uint32_t tries_max = 18;
constexpr std::size_t problem_max = 300;

std::string key_of(std::string_view secret) {
  constexpr std::string_view encoded = "whsec_";
  if (!secret.starts_with(encoded)) return std::string(secret);
  return from_base64(secret.substr(encoded.size())).value_or(std::string(secret));
}

/// A text between quotes as curl reads it from a file.
std::string curl_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

}  // namespace

std::vector<std::pair<std::string, std::string>> notice_headers(std::string_view id, Instant now,
                                                                std::string_view body,
                                                                std::string_view secret) {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(now).time_since_epoch().count();
  std::vector<std::pair<std::string, std::string>> headers = {
      {"webhook-id", std::string(id)}, {"webhook-timestamp", std::to_string(seconds)}};
  if (secret.empty()) return headers;
  const Digest made = hmac_of(key_of(secret), fmt::format("{}.{}.{}", id, seconds, body));
  const std::string_view bytes(reinterpret_cast<const char*>(made.bytes.data()), made.bytes.size());
  headers.emplace_back("webhook-signature", "v1," + base64_of(bytes, Base64::plain, Padding::full));
  return headers;
}

std::string curl_config(std::string_view url, std::string_view body,
                        const std::vector<std::pair<std::string, std::string>>& headers) {
  std::string config =
      "silent\nshow-error\nfail\nrequest = \"POST\"\nproto = \"=http,https\"\n"
      "connect-timeout = 10\nmax-time = 25\noutput = \"/dev/null\"\n"
      "header = \"Content-Type: application/json\"\n";
  config += "url = " + curl_text(url) + "\n";
  for (const auto& [name, value] : headers)
    config += "header = " + curl_text(name + ": " + value) + "\n";
  return config + "data-raw = " + curl_text(body) + "\n";
}

std::string write_outbox(const Outbox& outbox) { return stored::text_of(outbox) + "\n"; }

Result<Outbox> read_outbox(std::string_view text) { return stored::read_text<Outbox>(text); }

Delivery& delivery_of(Outbox& outbox, std::uint64_t event, std::uint32_t receiver) {
  const auto found = std::find_if(
      outbox.deliveries.begin(), outbox.deliveries.end(),
      [&](const Delivery& each) { return each.event == event && each.receiver == receiver; });
  if (found != outbox.deliveries.end()) return *found;
  return outbox.deliveries.emplace_back(Delivery{.event = event, .receiver = receiver});
}

bool is_due(const Delivery& delivery, Instant now) {
  if (delivery.done || delivery.gave_up) return false;
  return delivery.next <= now || delivery.next > now + longest_pause;
}

void note_success(Delivery& delivery) {
  ++delivery.tries;
  delivery.done = true;
  delivery.problem.clear();
}

void note_failure(Delivery& delivery, Instant now, std::string problem) {
  const std::size_t pause = std::min<std::size_t>(delivery.tries, std::size(pauses) - 1);
  ++delivery.tries;
  delivery.next = now + pauses[pause];
  delivery.gave_up = delivery.tries >= tries_max;
  delivery.problem = problem.substr(0, problem_max);
}

}  // namespace assay::format
