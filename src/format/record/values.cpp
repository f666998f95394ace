// SPDX-License-Identifier: MIT
#include "format/record/values.h"

#include "format/problem.h"

namespace assay::format::stored {

Error bad_body(std::string what) { return {Fault::bad_input, std::move(what)}; }
Error unknown_field(std::string_view key) {
  return bad_body("unknown key " + quoted(key) + " (written by a newer assay?)");
}
Error missing_field(std::string_view key) { return bad_body("missing key " + quoted(key)); }
Error duplicate_field(std::string_view key) {
  return bad_body("duplicate key '" + std::string(key) + "'");
}

Result<> expect(In& in, JsonToken token, std::string_view wanted) {
  in.json.next();
  if (!in.json.fault().empty()) return bad_body(in.json.fault());
  if (in.json.token() != token) return bad_body("expected " + std::string(wanted));
  return {};
}

Result<> read_value(In& in, std::string& out) {
  TRY(expect(in, JsonToken::text, "a string"));
  out.assign(in.json.text());
  return {};
}

Result<> read_value(In& in, bool& out) {
  TRY(expect(in, JsonToken::boolean, "true or false"));
  out = in.json.truth();
  return {};
}

Result<> read_value(In& in, Digest& out) {
  TRY(expect(in, JsonToken::text, "a digest"));
  out = TRY(Digest::parse(in.json.text()));
  return {};
}

Result<> read_value(In& in, Millis& out) {
  std::int64_t count = 0;
  TRY(read_value(in, count));
  out = Millis{count};
  return {};
}

Result<> read_value(In& in, Instant& out) {
  Millis since_epoch{};
  TRY(read_value(in, since_epoch));
  out = Instant{since_epoch};
  return {};
}

Result<> read_value(In& in, core::Rules& out) {
  using core::Rules;
  std::uint32_t number = 0;
  TRY(read_value(in, number));
  const bool known = number > static_cast<std::uint32_t>(Rules::v0_1) &&
                     number <= static_cast<std::uint32_t>(core::rules_now);
  if (!known) return bad_body("a later release of assay wrote this run: use that one");
  out = static_cast<Rules>(number);
  in.rules = out;  // whatever is read behind it may ask for them
  return {};
}

Result<> read_value(In& in, core::loop::Reading& out) {
  std::int64_t number = 0;
  TRY(read_value(in, number));
  if (number != 1 && number != 2) return bad_body("its tasks are read in an unknown way");
  out = static_cast<core::loop::Reading>(number);
  return {};
}

Result<> read_item(In& in, std::optional<std::int64_t>& out) {
  const JsonToken token = in.json.next();
  out = token == JsonToken::integer ? in.json.integer<std::int64_t>() : std::nullopt;
  if (token != JsonToken::null && !out) return bad_body("expected an integer or null");
  return {};
}

}  // namespace assay::format::stored
