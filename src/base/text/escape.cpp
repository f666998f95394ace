// SPDX-License-Identifier: MIT
#include "base/text/escape.h"

#include "base/text/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace assay {
namespace {

enum class Movement : unsigned char { dropped, ends_line };

bool is_plain(unsigned char byte) {
  return (byte >= 0x20 && byte < 0x7F) || byte == '\n' || byte == '\t';
}

bool is_c1(char32_t value) { return value >= 0x80 && value <= 0x9F; }

/// Goes over the raw bytes once; text goes to `out`, control sequences are understood and left out.
class Stripper {
 public:
  Stripper(std::string_view raw, Movement movement) : raw_(raw), movement_(movement) {
    out_.reserve(raw.size());
  }

  std::string run() {
    while (at_ < raw_.size()) step();
    return std::move(out_);
  }

 private:
  unsigned char byte() const { return static_cast<unsigned char>(raw_[at_]); }
  bool more() const { return at_ < raw_.size(); }

  void step() {
    const std::size_t start = at_;
    while (more() && is_plain(byte())) ++at_;
    out_.append(raw_, start, at_ - start);
    if (!more()) return;
    if (byte() < 0x80) return control(raw_[at_++]);
    const CodePoint point = decode_utf8(raw_, at_);
    if (point.length == 0) {
      // Not UTF-8: a lone byte of the C1 range is an 8-bit control, as terminals of old take it.
      const char32_t value = byte();
      if (is_c1(value)) return ++at_, c1(value);
      out_.push_back(raw_[at_++]);
      return;
    }
    if (!is_c1(point.value)) out_.append(raw_, at_, point.length);
    at_ += point.length;
    if (is_c1(point.value)) c1(point.value);
  }

  void control(char c) {
    if (c == '\n' || c == '\t') {
      out_.push_back(c);  // inside a control sequence
    } else if (c == '\x1b') {
      escape();
    } else if (c == '\r' && movement_ == Movement::ends_line) {
      end_line();
    } else if (c == '\b' && movement_ == Movement::ends_line) {
      go_back();
    }
  }

  /// A sign that turns is drawn over; what takes back more than that wrote something before.
  void go_back() {
    constexpr std::size_t sign_max = 2;
    std::size_t steps = 1;
    while (more() && raw_[at_] == '\b') ++at_, ++steps;
    if (steps > sign_max) return end_line();
    for (; steps > 0 && !out_.empty() && out_.back() != '\n'; --steps) out_.pop_back();
  }

  void end_line() {
    const bool ended_anyway = more() && raw_[at_] == '\n';
    if (!ended_anyway && !out_.empty() && out_.back() != '\n') out_.push_back('\n');
  }

  /// After ESC: nF (intermediates, then a final byte), C1 in its 7-bit form, or a two-byte
  /// sequence.
  void escape() {
    while (more() && byte() >= 0x20 && byte() <= 0x2F) {
      ++at_;
      if (!more() || byte() < 0x20 || byte() > 0x2F) {
        if (more() && byte() >= 0x30 && byte() < 0x7F) ++at_;
        return;
      }
    }
    if (!more()) return;
    if (byte() >= 0x40 && byte() <= 0x5F)
      return c1(0x40U + static_cast<unsigned char>(raw_[at_++]));
    if (byte() >= 0x30 && byte() < 0x7F) ++at_;
  }

  void c1(char32_t value) {
    if (value == 0x9B) return csi();
    if (value == 0x90 || value == 0x98 || value == 0x9D || value == 0x9E || value == 0x9F) {
      return control_string();
    }
    const bool moves = value == 0x84 || value == 0x85 || value == 0x8D;  // IND, NEL, RI
    if (moves && movement_ == Movement::ends_line) end_line();
  }

  /// Parameters, intermediates, final byte. Other controls in between are obeyed where they stand.
  void csi() {
    std::size_t parameter = at_;
    while (more() && byte() < 0x80) {
      const unsigned char c = byte();
      if (c == 0x1B) return;
      ++at_;
      if (c >= 0x40 && c < 0x7F) {
        const std::size_t length = std::min<std::size_t>(at_ - 1 - parameter, 8);
        return move(static_cast<char>(c), raw_.substr(parameter, length));
      }
      if (c == 0x18 || c == 0x1A) return;
      if (c < 0x20) {
        control(static_cast<char>(c));
        parameter = at_;
      }
    }
  }

  void move(char final, std::string_view parameter) {
    if (movement_ != Movement::ends_line) return;
    const std::string_view lines = "ABEFGHJSTdf";
    if (final == 'C') {
      std::size_t count = 0;
      for (const char c : parameter.substr(0, 3)) {
        if (c >= '0' && c <= '9') count = count * 10 + static_cast<std::size_t>(c - '0');
      }
      out_.append(std::clamp<std::size_t>(count, 1, 256), ' ');
    } else if (lines.find(final) != std::string_view::npos || (final == 'K' && parameter == "2")) {
      end_line();
    }
  }

  /// Up to BEL or ST; a new escape sequence, CAN, SUB or the end of the line also ends it.
  void control_string() {
    while (more()) {
      const unsigned char c = byte();
      if (c == '\n') return;
      if (c == 0x1B) {
        if (at_ + 1 < raw_.size() && raw_[at_ + 1] == '\\') at_ += 2;
        return;
      }
      if (c == 0x07 || c == 0x18 || c == 0x1A) return static_cast<void>(++at_);
      const CodePoint point = decode_utf8(raw_, at_);
      at_ += std::max<std::size_t>(point.length, 1);
      if (point.value == 0x9C || (point.length == 0 && c == 0x9C)) return;
    }
  }

  std::string_view raw_;
  Movement movement_;
  std::size_t at_ = 0;
  std::string out_;
};

struct Range {
  char32_t first;
  char32_t last;
};

/// Characters that change how others look, or cannot be seen at all.
constexpr Range unseen[] = {
    {0x7F, 0x9F},       {0xAD, 0xAD},        {0x34F, 0x34F},   {0x61C, 0x61C},   {0x115F, 0x1160},
    {0x17B4, 0x17B5},   {0x180B, 0x180F},    {0x200B, 0x200F}, {0x2028, 0x202E}, {0x2060, 0x206F},
    {0x2800, 0x2800},   {0x3164, 0x3164},    {0xE000, 0xF8FF}, {0xFDD0, 0xFDEF}, {0xFE00, 0xFE0F},
    {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},    {0xFFF0, 0xFFFB}, {0xFFFE, 0xFFFF}, {0x1BCA0, 0x1BCA3},
    {0x1D173, 0x1D17A}, {0xE0000, 0x10FFFF},
};

bool is_unseen(char32_t value) {
  const auto* range = std::lower_bound(std::begin(unseen), std::end(unseen), value,
                                       [](const Range& r, char32_t v) { return r.last < v; });
  return range != std::end(unseen) && value >= range->first;
}

void append_escaped(std::string& out, std::string_view raw, std::size_t at,
                    const CodePoint& point) {
  if (point.length <= 1) {
    fmt::format_to(std::back_inserter(out), "\\x{:02x}", static_cast<unsigned char>(raw[at]));
  } else {
    fmt::format_to(std::back_inserter(out), "\\u{{{:04x}}}",
                   static_cast<unsigned long>(point.value));
  }
}

}  // namespace

std::string strip_escapes(std::string_view raw) { return Stripper(raw, Movement::dropped).run(); }

std::string flatten_terminal(std::string_view raw) {
  return Stripper(raw, Movement::ends_line).run();
}

bool is_deceptive(char32_t value) {
  return is_c1(value) || value == 0x61C || value == 0x200E || value == 0x200F ||
         (value >= 0x2028 && value <= 0x202E) || (value >= 0x2066 && value <= 0x2069);
}

std::string without_workflow_command(std::string line) {
  const std::size_t start = line.find_first_not_of(" \t");
  if (start == std::string::npos) return line;
  const std::string_view text = std::string_view(line).substr(start);
  if (text.starts_with("::") || text.starts_with("##")) line.insert(start, "| ");
  return line;
}

std::string without_workflow_commands(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    out += without_workflow_command(std::string(text.substr(0, end)));
    if (end < text.size()) out.push_back('\n');
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

std::string printable(std::string_view raw) {
  std::string out;
  out.reserve(raw.size());
  for (std::size_t at = 0; at < raw.size();) {
    const CodePoint point = decode_utf8(raw, at);
    const bool blank = point.value == '\n' || point.value == '\t';
    const bool hidden =
        point.length == 0 || (point.value < 0x20 && !blank) || is_unseen(point.value);
    if (hidden) {
      append_escaped(out, raw, at, point);
    } else {
      out.append(raw, at, point.length);
    }
    at += std::max<std::size_t>(point.length, 1);
  }
  return out;
}

}  // namespace assay
