// SPDX-License-Identifier: MIT
#include "format/keys/put.h"

#include "format/keys/amounts.h"

namespace assay::format {

Objection check_text(Rule rule, const std::string& text) {
  if (rule == Rule::id) return check_id(text);
  if (rule == Rule::inner_path) return check_inner_path(text);
  const std::string_view blanks = rule == Rule::filled ? " \t\r\n" : "";
  const bool blank = text.find_first_not_of(blanks) == std::string::npos;
  return blank ? "must not be empty" : check_no_nul(text);
}

Objection put_amount(const Given& given, Rule rule, std::int64_t& out) {
  if (rule == Rule::count) return put_count(given, out);
  if (rule == Rule::price && given.text == "0") {  // a model of one's own
    out = 0;
    return {};
  }
  return put_usd(given, out);
}

Objection put_time(const Given& given, Rule rule, Millis& out) {
  if (rule == Rule::seconds) {
    std::int64_t seconds = 0;
    Objection objection = put_integer(given, timeout_range_s, seconds);
    out = std::chrono::seconds{seconds};
    return objection;
  }
  const Result<Millis> length = parse_duration(given.text);
  if (rule == Rule::pause && given.is_text() && length && *length == Millis{0}) {
    out = Millis{0};
    return {};
  }
  return put_duration(given, out);
}

}  // namespace assay::format
