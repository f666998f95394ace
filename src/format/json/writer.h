// SPDX-License-Identifier: MIT
// Writes compact JSON straight into a string, in the order it is told.
#pragma once

#include <charconv>
#include <concepts>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

namespace assay::format {

enum class JsonLayout : std::uint8_t { compact, indented };

class JsonWriter {
 public:
  /// Appends to `out`, which must outlive the writer. Between two calls the text may be taken away.
  explicit JsonWriter(std::string& out, JsonLayout layout = JsonLayout::compact)
      : out_(out), layout_(layout) {}

  void begin_object() { open('{'); }
  void end_object() { close('}'); }
  void begin_array() { open('['); }
  void end_array() { close(']'); }
  /// `name` and what follows it must need no escaping.
  void key(std::string_view name, std::string_view more = {});
  /// A name that is data.
  void any_key(std::string_view name);
  /// A key of which nothing is known.
  void member(std::string_view name);
  /// Valid UTF-8 stays as it is; each other byte b becomes "\udcXX" with XX = b, which JsonReader
  /// reads back.
  void text(std::string_view value);
  void boolean(bool value);
  void null();
  /// What is JSON already: a value, or members with their names.
  void whole(std::string_view json);
  /// A number as it was read: its characters are JSON's.
  void digits(std::string_view number);
  template <std::integral Integer>
  void number(Integer value) {
    separate();
    char digits[24];
    out_.append(digits, std::to_chars(std::begin(digits), std::end(digits), value).ptr);
  }
  /// Millionths, written with as many decimals as they need: 1250000 is 1.25.
  void millionths(std::int64_t value);

 private:
  void open(char bracket);
  void close(char bracket);
  void separate();
  void new_line();
  void quote(std::string_view value);
  void escape(unsigned char byte);
  void escape_unit(std::uint16_t unit);

  std::string& out_;
  JsonLayout layout_;
  std::size_t depth_ = 0;
  bool needs_comma_ = false;
  bool after_key_ = false;
};

}  // namespace assay::format
