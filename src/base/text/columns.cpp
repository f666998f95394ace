// SPDX-License-Identifier: MIT
#include "base/text/columns.h"

#include "base/text/utf8.h"

#include <algorithm>
#include <iterator>

namespace assay {
namespace {

struct Span {
  char32_t first;
  char32_t last;
};

/// East Asian wide and fullwidth, and emoji that terminals draw over two columns.
constexpr Span wide[] = {
    {0x1100, 0x115F},   {0x231A, 0x231B},   {0x2329, 0x232A},   {0x23E9, 0x23EC},
    {0x23F0, 0x23F0},   {0x23F3, 0x23F3},   {0x25FD, 0x25FE},   {0x2614, 0x2615},
    {0x2648, 0x2653},   {0x267F, 0x267F},   {0x2693, 0x2693},   {0x26A1, 0x26A1},
    {0x26AA, 0x26AB},   {0x26BD, 0x26BE},   {0x26C4, 0x26C5},   {0x26CE, 0x26CE},
    {0x26D4, 0x26D4},   {0x26EA, 0x26EA},   {0x26F2, 0x26F3},   {0x26F5, 0x26F5},
    {0x26FA, 0x26FA},   {0x26FD, 0x26FD},   {0x2705, 0x2705},   {0x270A, 0x270B},
    {0x2728, 0x2728},   {0x274C, 0x274C},   {0x274E, 0x274E},   {0x2753, 0x2755},
    {0x2757, 0x2757},   {0x2795, 0x2797},   {0x27B0, 0x27B0},   {0x27BF, 0x27BF},
    {0x2B1B, 0x2B1C},   {0x2B50, 0x2B50},   {0x2B55, 0x2B55},   {0x2E80, 0x303E},
    {0x3041, 0x33FF},   {0x3400, 0x4DBF},   {0x4E00, 0xA4CF},   {0xA960, 0xA97F},
    {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE10, 0xFE19},   {0xFE30, 0xFE6F},
    {0xFF01, 0xFF60},   {0xFFE0, 0xFFE6},   {0x16FE0, 0x18CFF}, {0x1AFF0, 0x1B2FF},
    {0x1F004, 0x1F004}, {0x1F0CF, 0x1F0CF}, {0x1F18E, 0x1F18E}, {0x1F191, 0x1F19A},
    {0x1F200, 0x1F320}, {0x1F32D, 0x1F335}, {0x1F337, 0x1F37C}, {0x1F37E, 0x1F393},
    {0x1F3A0, 0x1F3CA}, {0x1F3CF, 0x1F3D3}, {0x1F3E0, 0x1F3F0}, {0x1F3F4, 0x1F3F4},
    {0x1F3F8, 0x1F43E}, {0x1F440, 0x1F440}, {0x1F442, 0x1F4FC}, {0x1F4FF, 0x1F53D},
    {0x1F54B, 0x1F54E}, {0x1F550, 0x1F567}, {0x1F57A, 0x1F57A}, {0x1F595, 0x1F596},
    {0x1F5A4, 0x1F5A4}, {0x1F5FB, 0x1F64F}, {0x1F680, 0x1F6C5}, {0x1F6CC, 0x1F6CC},
    {0x1F6D0, 0x1F6D2}, {0x1F6D5, 0x1F6D7}, {0x1F6DC, 0x1F6DF}, {0x1F6EB, 0x1F6EC},
    {0x1F6F4, 0x1F6FC}, {0x1F7E0, 0x1F7EB}, {0x1F7F0, 0x1F7F0}, {0x1F90C, 0x1F93A},
    {0x1F93C, 0x1F945}, {0x1F947, 0x1F9FF}, {0x1FA70, 0x1FAFF}, {0x20000, 0x3FFFD},
};

/// Marks that are drawn onto the character before them.
constexpr Span combining[] = {
    {0x300, 0x36F},   {0x483, 0x489},   {0x591, 0x5BD},   {0x610, 0x61A},     {0x64B, 0x65F},
    {0x670, 0x670},   {0x6D6, 0x6DC},   {0x6DF, 0x6E4},   {0x6E7, 0x6E8},     {0x6EA, 0x6ED},
    {0x711, 0x711},   {0x730, 0x74A},   {0x900, 0x902},   {0x93A, 0x93A},     {0x93C, 0x93C},
    {0x941, 0x948},   {0x94D, 0x94D},   {0x951, 0x957},   {0xE31, 0xE31},     {0xE34, 0xE3A},
    {0xE47, 0xE4E},   {0xEB1, 0xEB1},   {0xEB4, 0xEBC},   {0xEC8, 0xECD},     {0x1AB0, 0x1AFF},
    {0x1DC0, 0x1DFF}, {0x200B, 0x200F}, {0x20D0, 0x20FF}, {0x302A, 0x302D},   {0x3099, 0x309A},
    {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF}, {0xE0100, 0xE01EF},
};

template <std::size_t N>
bool is_among(const Span (&spans)[N], char32_t value) {
  const auto* span = std::lower_bound(std::begin(spans), std::end(spans), value,
                                      [](const Span& s, char32_t v) { return s.last < v; });
  return span != std::end(spans) && value >= span->first;
}

/// What stands at one place of the text.
struct Piece {
  std::size_t bytes = 0;
  std::size_t columns = 0;
  bool is_color = false;
};

Piece piece_at(std::string_view text, std::size_t at) {
  if (text[at] == '\033') {
    const std::size_t end = text.find('m', at);
    return {end == std::string_view::npos ? text.size() - at : end - at + 1, 0, true};
  }
  const CodePoint point = decode_utf8(text, at);
  if (point.length == 0) return {1, 1, false};
  if (is_among(combining, point.value)) return {point.length, 0, false};
  return {point.length, is_among(wide, point.value) ? 2U : 1U, false};
}

}  // namespace

std::size_t columns(std::string_view text) {
  std::size_t sum = 0;
  for (std::size_t at = 0; at < text.size();) {
    const Piece piece = piece_at(text, at);
    sum += piece.columns;
    at += piece.bytes;
  }
  return sum;
}

std::string cut_to_columns(std::string_view text, std::size_t most) {
  std::size_t sum = 0;
  std::size_t at = 0;
  bool colored = false;
  while (at < text.size()) {
    const Piece piece = piece_at(text, at);
    if (sum + piece.columns > most) break;
    colored = colored || piece.is_color;
    sum += piece.columns;
    at += piece.bytes;
  }
  std::string cut(text.substr(0, at));
  if (colored && at < text.size()) cut += "\033[0m";
  return cut;
}

namespace {

/// Where the last word begins that does not fit any more; the end of the text if all fit.
std::size_t break_in(std::string_view line, std::size_t indent, std::size_t width) {
  std::size_t sum = 0;
  std::size_t space = 0;
  for (std::size_t at = 0; at < line.size();) {
    const Piece piece = piece_at(line, at);
    if (line[at] == ' ' && at > indent) space = at;
    sum += piece.columns;
    if (sum > width && space > 0) return space;
    at += piece.bytes;
  }
  return line.size();
}

/// Under the second column where the line is a row of a table, else two further in.
std::size_t hang_of(std::string_view line, std::size_t indent, std::size_t width) {
  const std::size_t gap = line.find("  ", indent);
  const std::size_t second = gap == line.npos ? gap : line.find_first_not_of(' ', gap);
  if (second != line.npos) {
    const std::size_t column = columns(line.substr(0, second));
    if (column <= width / 2) return column;
  }
  return std::min(indent + 2, width / 2);
}

void fold_line(std::string& out, std::string_view line, std::size_t width) {
  std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
  const std::string further(hang_of(line, indent, width), ' ');
  std::string kept;
  while (columns(line) > width) {
    const std::size_t at = break_in(line, indent, width);
    if (at == line.size()) break;
    const std::string_view head = line.substr(0, at);
    out.append(head.substr(0, head.find_last_not_of(' ') + 1)).push_back('\n');
    const std::size_t word = std::min(line.find_first_not_of(' ', at), line.size());
    kept = further + std::string(line.substr(word));
    line = kept;
    indent = further.size();
  }
  out += line;
}

}  // namespace

std::string folded(std::string_view text, std::size_t width) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    fold_line(out, text.substr(at, end - at), std::max<std::size_t>(width, 20));
    if (end < text.size()) out.push_back('\n');
    at = end + 1;
  }
  return out;
}

std::string padded(std::string_view text, std::size_t width) {
  const std::size_t taken = columns(text);
  std::string out(text);
  if (taken < width) out.append(width - taken, ' ');
  return out;
}

}  // namespace assay
