// SPDX-License-Identifier: MIT
#include "adapters/store/postgres/rows.h"

#include "base/text/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace assay::postgres {

namespace {

constexpr char escape_mark = '\x02';

bool needs_escapes(std::string_view text) {
  return text.find('\0') != std::string_view::npos ||
         text.find(escape_mark) != std::string_view::npos || !is_utf8(text);
}

}  // namespace

std::string escaped_text(std::string_view text) {
  if (!needs_escapes(text)) return std::string(text);
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = decode_utf8(text, at).length;
    const bool plain = length > 0 && text[at] != '\0' && text[at] != escape_mark;
    if (plain) {
      out.append(text.substr(at, length));
    } else {
      out += fmt::format("{}{:02x}", escape_mark, static_cast<unsigned char>(text[at]));
    }
    at += plain ? length : 1;
  }
  return out;
}

std::string unescaped_text(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    unsigned value = 0;
    const char* digits = text.data() + at + 1;
    const bool escaped = text[at] == escape_mark && at + 2 < text.size() &&
                         std::from_chars(digits, digits + 2, value, 16).ptr == digits + 2;
    out.push_back(escaped ? static_cast<char>(value) : text[at]);
    if (escaped) at += 2;
  }
  return out;
}

Params& Params::text(std::string_view value) {
  values_.push_back({escaped_text(value)});
  return *this;
}

Params& Params::text_or_null(const std::string& value) {
  return value.empty() ? null() : text(value);
}

Params& Params::integer(std::int64_t value) {
  values_.push_back({std::to_string(value)});
  return *this;
}

Params& Params::bytes(std::string_view value) {
  values_.push_back({std::string(value), false, true});
  return *this;
}

Params& Params::digest(const Digest& value) {
  return bytes({reinterpret_cast<const char*>(value.bytes.data()), value.bytes.size()});
}

Params& Params::null() {
  values_.push_back({"", true});
  return *this;
}

bool Rows::is_null(int row, int column) const {
  return PQgetisnull(result_.get(), row, column) == 1;
}

std::string_view Rows::bytes(int row, int column) const {
  return {PQgetvalue(result_.get(), row, column),
          static_cast<std::size_t>(PQgetlength(result_.get(), row, column))};
}

std::string Rows::text(int row, int column) const { return unescaped_text(bytes(row, column)); }

// Whole numbers come as two, four or eight bytes, the highest first; truth as one.
std::int64_t Rows::integer(int row, int column) const {
  const std::string_view bytes = this->bytes(row, column);
  if (bytes.empty()) return 0;
  std::uint64_t value = bytes.size() < 8 && (bytes[0] & 0x80) != 0 ? ~std::uint64_t{0} : 0;
  for (const char c : bytes) value = (value << 8U) | static_cast<unsigned char>(c);
  return static_cast<std::int64_t>(value);
}

Result<Digest> Rows::digest(int row, int column) const {
  const std::string_view bytes = this->bytes(row, column);
  Digest digest;
  if (bytes.size() != digest.bytes.size())
    return Error{Fault::io, "the ledger has a digest that is none"};
  std::copy(bytes.begin(), bytes.end(), digest.bytes.begin());
  return digest;
}

}  // namespace assay::postgres
