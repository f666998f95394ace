// SPDX-License-Identifier: MIT
#include "format/json/writer.h"

#include "base/text/escape.h"
#include "base/text/utf8.h"

namespace assay::format {

namespace {

bool is_plain(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x20 && byte < 0x80 && c != '"' && c != '\\';
}

}  // namespace

void JsonWriter::separate() {
  if (needs_comma_) out_.push_back(',');
  if (depth_ > 0 && !after_key_) new_line();
  needs_comma_ = true;
  after_key_ = false;
}

void JsonWriter::new_line() {
  if (layout_ == JsonLayout::compact) return;
  out_.push_back('\n');
  out_.append(2 * depth_, ' ');
}

void JsonWriter::open(char bracket) {
  separate();
  out_.push_back(bracket);
  ++depth_;
  needs_comma_ = false;
}

void JsonWriter::close(char bracket) {
  --depth_;
  if (needs_comma_) new_line();  // an empty one stays on its line
  out_.push_back(bracket);
  needs_comma_ = true;
}

void JsonWriter::key(std::string_view name, std::string_view more) {
  separate();
  out_.push_back('"');
  out_.append(name);
  if (!more.empty()) out_.append(more);
  out_.append(layout_ == JsonLayout::compact ? std::string_view("\":") : std::string_view("\": "));
  needs_comma_ = false;
  after_key_ = true;
}

void JsonWriter::millionths(std::int64_t value) {
  separate();
  const std::uint64_t size =
      value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
  std::string digits = std::to_string(size);
  if (digits.size() < 7) digits.insert(0, 7 - digits.size(), '0');
  digits.insert(digits.size() - 6, 1, '.');
  while (digits.back() == '0') digits.pop_back();
  if (digits.back() == '.') digits.pop_back();
  out_ += (value < 0 ? "-" : "") + digits;
}

void JsonWriter::null() {
  separate();
  out_ += "null";
}

void JsonWriter::any_key(std::string_view name) {
  text(name);
  out_.push_back(':');
  needs_comma_ = false;
}

void JsonWriter::whole(std::string_view json) {
  separate();
  out_ += json;
}

void JsonWriter::digits(std::string_view number) { whole(number); }

void JsonWriter::boolean(bool value) {
  separate();
  out_ += value ? "true" : "false";
}

void JsonWriter::member(std::string_view name) {
  separate();
  quote(name);
  out_ += layout_ == JsonLayout::compact ? ":" : ": ";
  needs_comma_ = false;
  after_key_ = true;
}

void JsonWriter::text(std::string_view value) {
  separate();
  quote(value);
}

void JsonWriter::quote(std::string_view value) {
  out_.push_back('"');
  std::size_t at = 0;
  while (at < value.size()) {
    // Most of every text needs no second look.
    const std::size_t begin = at;
    while (at < value.size() && is_plain(value[at])) ++at;
    out_.append(value, begin, at - begin);
    if (at == value.size()) break;
    const auto byte = static_cast<unsigned char>(value[at]);
    const CodePoint point = decode_utf8(value, at);
    const std::size_t length = point.length;
    if (byte < 0x20 || byte == '"' || byte == '\\' || length == 0) {
      escape(byte);
      ++at;
    } else if (length > 1 && is_deceptive(point.value)) {
      escape_unit(static_cast<std::uint16_t>(point.value));
      at += length;
    } else {
      out_.append(value, at, length);
      at += length;
    }
  }
  out_.push_back('"');
}

void JsonWriter::escape_unit(std::uint16_t unit) {
  constexpr std::string_view hex = "0123456789abcdef";
  out_ += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) out_.push_back(hex[(unit >> shift) & 15]);
}

void JsonWriter::escape(unsigned char byte) {
  constexpr std::string_view hex = "0123456789abcdef";
  switch (byte) {
    case '"': out_ += "\\\""; return;
    case '\\': out_ += "\\\\"; return;
    case '\n': out_ += "\\n"; return;
    case '\r': out_ += "\\r"; return;
    case '\t': out_ += "\\t"; return;
    default: break;
  }
  out_ += byte < 0x80 ? "\\u00" : "\\udc";
  out_.push_back(hex[byte >> 4]);
  out_.push_back(hex[byte & 15]);
}

}  // namespace assay::format
