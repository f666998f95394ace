// SPDX-License-Identifier: MIT
#include "format/spec/progress.h"

#include "format/runners/scan.h"
#include "format/signal/markdown.h"
#include "format/spec/sections.h"
#include "format/spec/words.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace assay::format {

namespace {

using core::loop::ProgressEntry;
using LineKind = ProgressLine::Kind;
using Section = ProgressEntry::Section;

struct Place {
  Section section;
  std::string_view title;  ///< empty: the end of the file
};

/// In the order in which the file has them.
constexpr std::array<Place, 5> places{{{Section::completed, "Completed Tasks"},
                                       {Section::fix_history, "Fix Task History"},
                                       {Section::suggestions, "Review Suggestions"},
                                       {Section::learnings, "Learnings"},
                                       {Section::log, ""}}};

std::string_view trimmed_right(std::string_view line) {
  const std::size_t last = line.find_last_not_of(" \t\r");
  return line.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

/// The line that closes a fence which `line` opens.
std::string closing_fence(std::string_view line) {
  const std::size_t from = std::min(line.find_first_of("`~"), line.size());
  const std::string_view rest = line.substr(from);
  const std::size_t length = rest.find_first_not_of(rest.substr(0, 1));
  return std::string(from, ' ') + std::string(rest.substr(0, length));
}

/// The lines of an entry, such that what comes after them means what it meant before.
std::vector<std::string> tamed(std::string_view entry) {
  std::vector<std::string> out;
  const Markdown text = read_markdown(entry);
  for (const MarkdownLine& line : text.lines) {
    const std::size_t level =
        line.kind == MarkdownLine::Kind::prose ? heading_level(line.text) : std::size_t{0};
    const bool makes_section = (level == 1 || level == 2) && !out.empty();
    out.push_back((makes_section ? "\\" : "") + std::string(trimmed_right(line.text)));
  }
  while (!out.empty() && out.back().empty()) out.pop_back();
  if (!text.blocks.empty() && !text.blocks.back().closed) {
    out.push_back(closing_fence(text.lines[text.blocks.back().begin - 1].text));
  }
  return out;
}

/// What a part of the file says, to look entries up in: every line between two line feeds.
class Said {
 public:
  void add(std::string_view line) { text_.append(trimmed_right(line)).push_back('\n'); }

  /// memmem needs linear time whatever the texts are.
  bool has(const std::string& block) const {
    const std::string wanted = "\n" + block;
    return ::memmem(text_.data(), text_.size(), wanted.data(), wanted.size()) != nullptr;
  }

 private:
  std::string text_ = "\n";
};

class Progress {
 public:
  explicit Progress(std::string_view text) : text_(text), read_(read_progress_text(text)) {
    const std::size_t first = text.find('\n');
    const bool is_dos = first != std::string_view::npos && first > 0 && text[first - 1] == '\r';
    line_end_ = is_dos ? "\r\n" : "\n";
  }

  std::string with(std::span<const ProgressEntry> entries) {
    for (const Place& place : places) plan(place, entries);
    std::stable_sort(edits_.begin(), edits_.end(),
                     [](const Edit& a, const Edit& b) { return a.at < b.at; });
    std::size_t taken = 0;
    for (const Edit& edit : edits_) {
      out_ += text_.substr(taken, edit.at - taken);
      taken = edit.at;
      apply(edit);
    }
    return out_ + std::string(text_.substr(taken));
  }

 private:
  struct Edit {
    std::size_t at = 0;
    std::string_view title;  ///< of a section that is to be made
    bool apart = false;      ///< a blank line goes before each block
    std::vector<std::string> blocks;
  };

  void plan(const Place& place, std::span<const ProgressEntry> entries) {
    const bool wanted =
        std::any_of(entries.begin(), entries.end(),
                    [&](const ProgressEntry& entry) { return entry.section == place.section; });
    if (!wanted) return;
    Edit edit;
    edit.blocks = news(place, entries);
    if (edit.blocks.empty()) return;
    if (place.title.empty()) {
      edit.at = text_.size();
      edit.apart = true;
    } else if (const ProgressSection* section = find(place.title)) {
      edit.at = end_of_list(*section);
    } else {
      edit.title = place.title;
      edit.at = place_for(place);
    }
    edits_.push_back(std::move(edit));
  }

  /// The entries of a section that it does not have yet, each as lines that end with a line feed.
  std::vector<std::string> news(const Place& place, std::span<const ProgressEntry> entries) const {
    Said said = said_in(place);
    std::vector<std::string> blocks;
    for (const ProgressEntry& entry : entries) {
      if (entry.section != place.section) continue;
      const std::vector<std::string> lines = tamed(entry.text);
      std::string block;
      for (const std::string& line : lines) block += line + "\n";
      if (block.empty() || said.has(block)) continue;
      for (const std::string& line : lines) said.add(line);
      blocks.push_back(std::move(block));
    }
    return blocks;
  }

  Said said_in(const Place& place) const {
    Said said;
    if (place.title.empty() || !read_.is_certain) {
      for (const ProgressLine& line : read_.lines) said.add(line.text);
      return said;
    }
    for (const ProgressSection& section : read_.sections) {
      if (!is_titled(section.title, place.title)) continue;
      for (std::size_t i = section.heading; i < section.end; ++i) said.add(read_.lines[i].text);
    }
    return said;
  }

  const ProgressSection* find(std::string_view title) const {
    const auto is_it = [&](const ProgressSection& one) { return is_titled(one.title, title); };
    const auto found = std::find_if(read_.sections.begin(), read_.sections.end(), is_it);
    return found == read_.sections.end() ? nullptr : &*found;
  }

  /// Behind the last item of the section's own list: log blocks may follow below it.
  std::size_t end_of_list(const ProgressSection& section) const {
    std::size_t last = section.heading;
    bool has_item = false;
    bool in_item = false;
    for (std::size_t i = section.heading + 1; i < section.end; ++i) {
      const ProgressLine& line = read_.lines[i];
      if (line.kind == LineKind::heading) break;
      if (line.kind == LineKind::blank) continue;
      const bool is_item = line.kind == LineKind::item;
      has_item = has_item || is_item;
      in_item = is_item || (in_item && (i == last + 1 || line.indent >= 2));
      if (in_item || !has_item) last = i;
    }
    return read_.lines[last].end;
  }

  /// Where a section that is not there belongs: before the first one that follows it in the order
  /// of the file, else behind the last one that precedes it, else at the end.
  std::size_t place_for(const Place& place) const {
    const auto rank = [](std::string_view title) {
      for (std::size_t i = 0; i < places.size(); ++i) {
        if (!places[i].title.empty() && is_titled(title, places[i].title)) return i;
      }
      return places.size();
    };
    const std::size_t own = rank(place.title);
    std::size_t behind = text_.size();
    for (const ProgressSection& section : read_.sections) {
      const std::size_t other = rank(section.title);
      if (other == places.size()) continue;
      if (other > own) return read_.lines[section.heading].begin;
      behind = read_.lines[section.end - 1].end;
    }
    return behind;
  }

  void apply(const Edit& edit) {
    end_line();
    if (!edit.title.empty()) {
      leave_blank();
      out_.append("## ").append(edit.title).append(line_end_);
    }
    for (const std::string& block : edit.blocks) {
      if (edit.apart) leave_blank();
      put(block);
    }
    if (!edit.title.empty() && edit.at < text_.size()) out_ += line_end_;
  }

  void put(std::string_view block) {
    for (const char c : block) {
      if (c == '\n') {
        out_ += line_end_;
      } else {
        out_.push_back(c);
      }
    }
  }

  bool at_start() const { return out_.size() == byte_order_mark(out_); }

  void end_line() {
    if (!at_start() && out_.back() != '\n') out_ += line_end_;
  }

  void leave_blank() {
    if (at_start()) return;
    std::string_view before = out_;
    before.remove_suffix(1);
    if (ends_with(before, "\r")) before.remove_suffix(1);
    const bool is_blank_line = before.empty() || before.back() == '\n';
    if (!is_blank_line) out_ += line_end_;
  }

  std::string_view text_;
  ProgressText read_;
  std::string line_end_;
  std::vector<Edit> edits_;
  std::string out_;
};

}  // namespace

std::string add_progress(std::string_view text, std::span<const ProgressEntry> entries) {
  return Progress(text).with(entries);
}

}  // namespace assay::format
