// SPDX-License-Identifier: MIT
// Reads the notes of an agent. Each becomes an item of a list, so that nothing in it can look like
// something assay wrote.
#include "base/text/escape.h"
#include "base/text/utf8.h"
#include "format/runners/scan.h"
#include "format/signal/markdown.h"
#include "format/spec/progress.h"
#include "format/spec/sections.h"
#include "format/spec/words.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::format {

namespace {

using core::loop::ProgressEntry;
using MarkdownKind = MarkdownLine::Kind;

constexpr std::size_t notes_max = 200;

std::size_t level_of(const MarkdownLine& line) {
  return line.kind == MarkdownKind::prose ? heading_level(line.text) : 0;
}

bool is_wanted(std::string_view title) {
  return is_titled(title, "Learnings") || is_titled(title, "Completed Tasks");
}

/// Which lines are notes: those below the headings that are asked for, else all.
std::vector<std::size_t> noted(const Markdown& text) {
  std::vector<std::size_t> below;
  std::vector<std::size_t> all;
  bool has_wanted = false;
  std::size_t inside = 0;  // the level of the wanted heading above; 0: none
  for (std::size_t i = 0; i < text.lines.size(); ++i) {
    all.push_back(i);
    const std::size_t level = level_of(text.lines[i]);
    const bool ends = level > 0 && (inside == 0 || level <= inside);
    if (ends) {
      inside = is_wanted(heading_title(text.lines[i].text)) ? level : 0;
      has_wanted = has_wanted || inside > 0;
    } else if (inside > 0) {
      below.push_back(i);
    }
  }
  return has_wanted ? below : all;
}

/// Neither a tick nor a comment that hides what follows.
std::string defused(std::string_view line) {
  std::string out;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const std::string_view here = line.substr(i);
    const bool is_tick =
        starts_with(here, "[x]") || starts_with(here, "[X]") || starts_with(here, "[ ]");
    if (is_tick || starts_with(here, "<!--")) out.push_back('\\');
    out.push_back(line[i]);
  }
  const std::size_t last = out.find_last_not_of(" \t");
  out.erase(last == std::string::npos ? 0 : last + 1);
  return out;
}

class Notes {
 public:
  explicit Notes(const Markdown& text) : text_(text) {}

  std::vector<ProgressEntry> read() {
    for (const std::size_t i : noted(text_)) take(text_.lines[i]);
    if (left_out_ > 0) begin(fmt::format("({} more notes are left out)", left_out_));
    return std::move(entries_);
  }

 private:
  void take(const MarkdownLine& line) {
    if (line.kind == MarkdownKind::blank) {
      after_blank_ = true;
      return;
    }
    const bool is_code = line.kind == MarkdownKind::fence || line.kind == MarkdownKind::code;
    const bool is_deep = starts_with(line.text, "  ") || starts_with(line.text, "\t");
    const bool is_item = line.kind == MarkdownKind::prose && !is_deep && is_list_item(line.text);
    const bool is_heading = level_of(line) > 0;
    const bool goes_on = is_code || (!is_item && !is_heading && (is_deep || !after_blank_));
    after_blank_ = false;
    if (is_heading) return start(heading_title(line.text));
    if (goes_on && has_item_) return go_on(line.text, is_code);
    start(is_item ? without_mark(line.text) : trim(line.text));
  }

  static std::string_view without_mark(std::string_view line) {
    line = trim(line);
    if (!is_digit(line.front())) line = trim(line.substr(1));
    return line;
  }

  void start(std::string_view content) {
    has_item_ = false;
    if (trim(content).empty()) return;
    has_item_ = true;
    is_dropped_ = entries_.size() >= notes_max;
    if (is_dropped_) {
      ++left_out_;
    } else {
      begin(defused(content));
    }
  }

  void begin(const std::string& content) {
    const bool is_mark = starts_with(content, "#");
    entries_.push_back({ProgressEntry::Section::learnings, (is_mark ? "- \\" : "- ") + content});
  }

  /// Indented, so that it belongs to the item.
  void go_on(std::string_view line, bool is_code) {
    if (is_dropped_) return;
    std::string content = defused(line);
    const bool is_marked = !is_code && starts_with(trim_left(content), "#");
    if (is_marked) content = "\\" + std::string(trim_left(content));
    const bool is_deep = starts_with(content, "  ");
    entries_.back().text += (is_deep || content.empty() ? "\n" : "\n  ") + content;
  }

  const Markdown& text_;
  std::vector<ProgressEntry> entries_;
  std::size_t left_out_ = 0;
  bool after_blank_ = false;
  bool has_item_ = false;
  bool is_dropped_ = false;
};

/// Without the front matter, if there is some.
std::string_view body_of(std::string_view text) {
  if (!starts_with(text, "---\n")) return text;
  const std::size_t end = text.find("\n---\n", 3);
  return end == std::string_view::npos ? text : text.substr(end + 5);
}

}  // namespace

std::vector<ProgressEntry> read_notes(std::string_view text) {
  text.remove_prefix(byte_order_mark(text));
  const std::string_view kept = beginning_of(text, notes_bytes_max);
  const std::string clean = as_unicode(strip_escapes(kept));
  const Markdown read = read_markdown(body_of(clean));
  return Notes(read).read();
}

}  // namespace assay::format
