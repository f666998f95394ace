// SPDX-License-Identifier: MIT
#include "format/spec/members.h"

#include "format/json/reader.h"
#include "format/spec/words.h"

namespace assay::format {

namespace {

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

/// Between a value and the next key stand blanks and one comma, nothing else.
std::size_t value_end(std::string_view text, std::size_t next, bool comma) {
  const auto back = [&] {
    while (next > 0 && is_space(text[next - 1])) --next;
  };
  back();
  if (!comma) return next;
  --next;
  back();
  return next;
}

std::string told(const JsonReader& in) {
  return in.fault().empty() ? "it is not a JSON object" : in.fault();
}

}  // namespace

const JsonMember* JsonMembers::find(std::string_view name) const {
  const auto found = last.find(name);
  return found == last.end() ? nullptr : &members[found->second];
}

JsonMembers find_members(std::string_view text) {
  JsonMembers out;
  const std::size_t mark = byte_order_mark(text);
  JsonReader in(text.substr(mark));
  if (in.next() != JsonToken::begin_object) {
    out.fault = told(in);
    return out;
  }
  out.open = mark + in.offset() + 1;
  while (in.next() == JsonToken::key) {
    if (!in.fault().empty()) break;
    const std::size_t begin = mark + in.offset();
    if (!out.members.empty()) out.members.back().end = value_end(text, begin, true);
    out.members.push_back({std::string(in.text()), begin, 0, 0});
    out.last[out.members.back().name] = out.members.size() - 1;
    in.next();
    out.members.back().value = mark + in.offset();
    in.skip_value();
  }
  const bool whole = in.token() == JsonToken::end_object;
  if (whole && !out.members.empty()) {
    out.members.back().end = value_end(text, mark + in.offset(), false);
  }
  if (!whole || in.next() != JsonToken::end) out.fault = told(in);
  return out;
}

}  // namespace assay::format
