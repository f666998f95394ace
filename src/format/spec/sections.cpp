// SPDX-License-Identifier: MIT
#include "format/spec/sections.h"

#include "format/runners/scan.h"
#include "format/signal/markdown.h"
#include "format/spec/words.h"

#include <algorithm>
#include <cctype>

namespace assay::format {

namespace {

using LineKind = ProgressLine::Kind;

/// Each fence that is never closed has the rest read once more.
constexpr int readings_max = 8;

class Lines {
 public:
  Lines(std::string_view text, ProgressText& out) : text_(text), out_(out) {}

  void read() {
    std::size_t at = byte_order_mark(text_);
    for (int readings = 1; at < text_.size(); ++readings) {
      const Markdown found = read_markdown(text_.substr(at));
      const bool open = !found.blocks.empty() && !found.blocks.back().closed;
      const bool again = open && readings < readings_max;
      if (open) out_.is_certain = false;
      const std::size_t count = again ? found.blocks.back().begin : found.lines.size();
      for (std::size_t i = 0; i < count; ++i) add(found.lines[i], again && i + 1 == count);
      at = out_.lines.back().end;
    }
  }

 private:
  void add(const MarkdownLine& from, bool is_open_fence) {
    ProgressLine line;
    line.text = from.text;
    line.begin = static_cast<std::size_t>(from.text.data() - text_.data());
    const std::size_t ending = text_.find('\n', line.begin + line.text.size());
    line.end = ending == std::string_view::npos ? text_.size() : ending + 1;
    line.indent = std::min(line.text.find_first_not_of(" \t"), line.text.size());
    line.kind = is_open_fence ? LineKind::other : kind_of(from, line);
    if (line.kind == LineKind::heading) line.level = heading_level(line.text);
    out_.lines.push_back(line);
  }

  static LineKind kind_of(const MarkdownLine& from, const ProgressLine& line) {
    switch (from.kind) {
      case MarkdownLine::Kind::blank: return LineKind::blank;
      case MarkdownLine::Kind::fence:
      case MarkdownLine::Kind::code: return LineKind::code;
      case MarkdownLine::Kind::indented:
      case MarkdownLine::Kind::quote: return LineKind::other;
      case MarkdownLine::Kind::prose: break;
    }
    if (heading_level(line.text) > 0) return LineKind::heading;
    return line.indent < 2 && is_list_item(line.text) ? LineKind::item : LineKind::other;
  }

  std::string_view text_;
  ProgressText& out_;
};

void find_sections(ProgressText& out) {
  bool is_open = false;
  for (std::size_t i = 0; i < out.lines.size(); ++i) {
    const ProgressLine& line = out.lines[i];
    if (line.kind != LineKind::heading || line.level > 2) continue;
    if (is_open) out.sections.back().end = i;
    is_open = line.level == 2;
    if (is_open) out.sections.push_back({std::string(heading_title(line.text)), i, 0});
  }
  if (is_open) out.sections.back().end = out.lines.size();
}

}  // namespace

std::size_t heading_level(std::string_view line) {
  const std::size_t hashes = std::min(line.find_first_not_of('#'), line.size());
  const bool is_apart = hashes == line.size() || is_blank(line[hashes]);
  return hashes >= 1 && hashes <= 6 && is_apart ? hashes : 0;
}

std::string_view heading_title(std::string_view line) {
  std::string_view title = trim(line);
  title.remove_prefix(std::min(title.find_first_not_of('#'), title.size()));
  while (ends_with(title, "#")) title.remove_suffix(1);
  return trim(title);
}

bool is_titled(std::string_view title, std::string_view wanted) {
  const auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) ==
           std::tolower(static_cast<unsigned char>(b));
  };
  return std::equal(title.begin(), title.end(), wanted.begin(), wanted.end(), same);
}

ProgressText read_progress_text(std::string_view text) {
  ProgressText out;
  Lines(text, out).read();
  find_sections(out);
  return out;
}

}  // namespace assay::format
