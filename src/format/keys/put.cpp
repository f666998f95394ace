// SPDX-License-Identifier: MIT
#include "format/keys/put.h"

#include "base/text/utf8.h"
#include "format/keys/amounts.h"

#include <fmt/format.h>

namespace assay::format {

Objection check_text(Rule rule, Range range, const std::string& text) {
  if (rule == Rule::id) return check_id(text);
  if (rule == Rule::inner_path) return check_inner_path(text);
  const std::string_view blanks = rule == Rule::filled ? " \t\r\n" : "";
  const bool blank = text.find_first_not_of(blanks) == std::string::npos;
  if (blank) return "must not be empty";
  const bool letters = rule == Rule::letters;
  const std::size_t size = letters ? characters(text) : text.size();
  if (size > static_cast<std::size_t>(range.highest))
    return fmt::format("is longer than {} {}", range.highest, letters ? "characters" : "bytes");
  return check_no_nul(text);
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
