// SPDX-License-Identifier: MIT
#include "format/journal/fields.h"

#include "format/problem.h"

#include <algorithm>

namespace assay::format::journal {

Error bad_body(std::string what) { return {Fault::bad_input, std::move(what)}; }

Error unknown_field(std::string_view key) {
  return bad_body("unknown key " + quoted(key) + " (written by a newer assay?)");
}

Result<> check_present(const std::vector<std::string>& met,
                       std::initializer_list<std::string_view> wanted) {
  for (const std::string_view key : wanted) {
    if (std::find(met.begin(), met.end(), key) == met.end()) {
      return bad_body("missing key " + quoted(key));
    }
  }
  return {};
}

Result<> expect(JsonReader& in, JsonToken token, std::string_view wanted) {
  in.next();
  if (!in.fault().empty()) return bad_body(in.fault());
  if (in.token() != token) return bad_body("expected " + std::string(wanted));
  return {};
}

Result<> read(JsonReader& in, std::string& out) {
  TRY(expect(in, JsonToken::text, "a string"));
  out.assign(in.text());
  return {};
}

Result<> read(JsonReader& in, bool& out) {
  TRY(expect(in, JsonToken::boolean, "true or false"));
  out = in.truth();
  return {};
}

Result<> read(JsonReader& in, Digest& out) {
  TRY(expect(in, JsonToken::text, "a digest"));
  out = TRY(Digest::parse(in.text()));
  return {};
}

Result<> read(JsonReader& in, Millis& out) {
  std::int64_t count = 0;
  TRY(read(in, count));
  out = Millis{count};
  return {};
}

Result<> read(JsonReader& in, Instant& out) {
  Millis since_epoch{};
  TRY(read(in, since_epoch));
  out = Instant{since_epoch};
  return {};
}

Result<> read(JsonReader& in, std::vector<std::string>& out) {
  return read_array(in, [&]() -> Result<> {
    if (in.token() != JsonToken::text || !in.fault().empty()) return bad_body("expected a string");
    out.emplace_back(in.text());
    return {};
  });
}

Result<> read(JsonReader& in, std::vector<std::uint32_t>& out) {
  return read_array(in, [&]() -> Result<> {
    const auto value =
        in.token() == JsonToken::integer ? in.integer<std::uint32_t>() : std::nullopt;
    if (!value) return bad_body("expected a small integer");
    out.push_back(*value);
    return {};
  });
}

}  // namespace assay::format::journal
