// SPDX-License-Identifier: MIT
#include "format/tasks/outline.h"

#include "format/runners/scan.h"
#include "format/tasks/lines.h"

#include <algorithm>
#include <array>
#include <optional>

namespace assay::format::tasklist {

namespace {

constexpr std::size_t fence_max = 255;  // longer ones are taken for this long
constexpr std::size_t margin_max = 1;   // blanks before what stands at the margin
constexpr std::size_t odd_boxes_max = 100;
constexpr std::size_t fence_lines_max = 2'000;  // of a fence in a list item

struct Fence {
  char mark = '`';
  std::size_t length = 0;
  bool indented = false;
};

std::size_t run_of(std::string_view text, char mark) {
  return std::min(text.find_first_not_of(mark), text.size());
}

/// Agrees with read_markdown on what opens a fenced block.
std::optional<Fence> opening_fence(std::string_view line) {
  std::string_view text = trim(line);
  const std::size_t mark = list_mark(text);
  text.remove_prefix(mark);
  if (text.empty() || (text[0] != '`' && text[0] != '~')) return std::nullopt;
  const std::size_t length = run_of(text, text[0]);
  if (length < 3 || (text[0] == '`' && contains(text.substr(length), "`"))) return std::nullopt;
  return Fence{text[0], length, mark > 0 || indent_of(line) > margin_max};
}

bool is_run(std::string_view text, char mark) {
  return !text.empty() && run_of(text, mark) == text.size();
}

/// For each kind of fence and each length: the last line that could close it.
class Closers {
 public:
  explicit Closers(const std::vector<Line>& lines) {
    for (std::size_t at = 0; at < lines.size(); ++at) {
      const std::string_view text = trim(lines[at].text);
      if (text.size() >= 3 && (is_run(text, '`') || is_run(text, '~')))
        last_of(text[0])[std::min(text.size(), fence_max)] = at;
      if (contains(text, "-->")) comment_ = at;
    }
    for (auto* last : {&ticks_, &tildes_}) {
      for (std::size_t length = fence_max; length-- > 0;)
        (*last)[length] = std::max((*last)[length], (*last)[length + 1]);
    }
  }

  bool closes_after(const Fence& fence, std::size_t at) const {
    const auto& last = fence.mark == '`' ? ticks_ : tildes_;
    return last[std::min(fence.length, fence_max)] > at;
  }
  bool comment_closes_after(std::size_t at) const { return comment_ > at; }

 private:
  using Last = std::array<std::size_t, fence_max + 1>;
  Last& last_of(char mark) { return mark == '`' ? ticks_ : tildes_; }

  Last ticks_{};
  Last tildes_{};
  std::size_t comment_ = 0;
};

/// Level of the heading at the margin, or 0.
std::size_t heading_level(std::string_view line) {
  if (indent_of(line) > margin_max) return 0;
  const std::string_view text = trim(line);
  const std::size_t hashes = run_of(text, '#');
  const bool ended = hashes == text.size() || is_blank(text[hashes]);
  return hashes <= 6 && ended ? hashes : 0;
}

std::string_view heading_text(std::string_view line) {
  std::string_view text = trim(line);
  text = trim(text.substr(run_of(text, '#')));
  const std::size_t last = text.find_last_not_of('#');
  if (last == std::string_view::npos) return "";
  // "## Title ##" is closed; "## C#" is not.
  if (last + 1 < text.size() && is_blank(text[last])) text = trim(text.substr(0, last));
  return text;
}

bool begins_phase(std::string_view heading) {
  constexpr std::string_view word = "phase ";
  const std::string head = lowered(heading.substr(0, word.size()));
  return head == word && heading.size() > word.size() && is_digit(heading[word.size()]);
}

bool is_thematic_break(std::string_view line) {
  if (indent_of(line) > margin_max) return false;
  std::size_t marks = 0;
  const std::string_view text = trim(line);
  for (const char c : text) {
    if (is_blank(c)) continue;
    if (c != text[0] || (c != '-' && c != '*' && c != '_')) return false;
    ++marks;
  }
  return marks >= 3;
}

/// Offset of the mark in "- [x] ..." at the margin; nothing if this is no check box.
std::optional<std::size_t> box_mark(std::string_view line) {
  if (line.empty() || line[0] == '\t') return std::nullopt;
  std::size_t at = line[0] == ' ' ? margin_max : 0;
  if (at >= line.size() || (line[at] != '-' && line[at] != '*' && line[at] != '+'))
    return std::nullopt;
  const std::size_t bullet = at++;
  while (at < line.size() && is_blank(line[at]) && at - bullet <= 4) ++at;
  if (at == bullet + 1 || at + 2 >= line.size()) return std::nullopt;
  if (line[at] != '[' || line[at + 2] != ']') return std::nullopt;
  const bool ended = at + 3 == line.size() || is_blank(line[at + 3]);
  return ended ? std::optional(at + 1) : std::nullopt;
}

class OutlineReader {
 public:
  OutlineReader(std::string_view text, core::loop::Reading reading)
      : lines_(lines_of(text)), closers_(lines_), reading_(reading) {}

  Outline run() {
    std::size_t ended = 0;
    std::size_t crlf = 0;
    for (const Line& line : lines_) {
      ended += line.ending.empty() ? 0U : 1U;
      crlf += line.ending == "\r\n" ? 1U : 0U;
    }
    if (crlf * 2 > ended) out_.line_ending = "\r\n";
    for (std::size_t at = front_matter_lines(); at < lines_.size(); ++at) take(at);
    return std::move(out_);
  }

 private:
  std::size_t front_matter_lines() const {
    if (lines_.empty() || trim(lines_[0].text) != "---") return 0;
    for (std::size_t at = 1; at < lines_.size(); ++at) {
      const std::string_view text = lines_[at].text;
      if (text.substr(0, 3) != "---" && text.substr(0, 3) != "...") continue;
      if (trim(text.substr(3)).empty()) return at + 1;
    }
    return 0;
  }

  void take(std::size_t at) {
    const std::string_view line = lines_[at].text;
    const auto mark = box_mark(line);
    const bool is_task = mark && is_tick(line[*mark]);
    const std::size_t level = heading_level(line);
    if (fence_ || comment_) {
      const bool strict = fence_ ? strict_fence_ : strict_comment_;
      if (strict || !(is_task || level == 2)) return take_hidden(at);
      fence_.reset();
      comment_ = false;
    }
    if (is_task) return begin_task(at, *mark);
    if (mark && out_.odd_boxes.size() < odd_boxes_max)
      out_.odd_boxes.push_back({line_number(at), line[*mark]});
    if (level > 0) return take_heading(line, level);
    if (trim(line).empty()) {
      touches_ = false;
    } else if (is_thematic_break(line)) {
      in_task_ = touches_ = false;
    } else {
      take_content(at);
    }
  }

  static bool is_tick(char c) { return c == ' ' || c == 'x' || c == 'X'; }

  std::uint32_t line_number(std::size_t at) const { return static_cast<std::uint32_t>(at + 1); }

  /// Inside a fence or comment.
  void take_hidden(std::size_t at) {
    const std::string_view text = trim(lines_[at].text);
    if (owned_) own(at);
    if (fence_ && is_run(text, fence_->mark) && text.size() >= fence_->length) fence_.reset();
    if (comment_ && contains(text, "-->")) comment_ = false;
  }

  void begin_task(std::size_t at, std::size_t mark) {
    const Line& line = lines_[at];
    OutlineTask task;
    task.begin = line.begin;
    task.mark = line.begin + mark;
    task.line = line_number(at);
    task.phase = static_cast<std::uint32_t>(out_.phases.size() - 1);
    task.section = section_;
    out_.tasks.push_back(task);
    in_task_ = true;
    own(at);
  }

  void own(std::size_t at) {
    const Line& line = lines_[at];
    if (trim(line.text).empty()) return;
    out_.tasks.back().end = line.begin + line.text.size() + line.ending.size();
    touches_ = true;
  }

  void take_heading(std::string_view line, std::size_t level) {
    const std::string_view text = heading_text(line);
    if (level == 1 && out_.title.empty()) out_.title = text;
    if (level == 2 || begins_phase(text)) out_.phases.emplace_back(text);
    ++section_;
    in_task_ = touches_ = false;
  }

  void take_content(std::size_t at) {
    const std::string_view line = lines_[at].text;
    const bool indented = indent_of(line) > margin_max;
    owned_ = in_task_ && (indented || touches_);
    if (owned_) own(at);
    if (auto fence = opening_fence(line)) {
      const bool closed = closers_.closes_after(*fence, at);
      strict_fence_ = closed && (!fence->indented || is_whole(*fence, at));
      if (!closed) note_unclosed(at);
      fence_ = fence;
      return;
    }
    const std::string_view text = trim(line);
    if (!starts_with(text, "<!--") || contains(text.substr(4), "-->")) return;
    const bool closed = closers_.comment_closes_after(at);
    strict_comment_ = closed && (!indented || reading_ >= core::loop::Reading::v0_2);
    if (!closed) note_unclosed(at);
    comment_ = true;
  }

  /// A fence within a list item, and what stands at the margin before its end: a pasted text, or
  /// the next tasks of a list in which somebody forgot to close it? Tasks have fields, and a fence
  /// with a language opens.
  bool is_whole(const Fence& fence, std::size_t at) {
    if (reading_ < core::loop::Reading::v0_2) return false;
    bool boxed = false;
    bool doubtful = false;
    for (std::size_t next = at + 1; next < lines_.size() && next - at <= fence_lines_max; ++next) {
      const std::string_view line = lines_[next].text;
      const std::string_view text = trim(line);
      if (is_run(text, fence.mark) && text.size() >= fence.length) {
        if (boxed && doubtful && out_.unclear == 0) out_.unclear = line_number(at);
        return !boxed || (!doubtful && !is_odd_after(fence, next));
      }
      boxed = boxed || box_mark(line);
      const auto inner = opening_fence(line);
      const bool opens = inner && inner->mark == fence.mark && inner->length >= fence.length;
      doubtful = doubtful || (boxed && (is_field(text) || opens));
    }
    return false;
  }

  /// What closes here may as well open: then a line that could close it comes before the next task.
  bool is_odd_after(const Fence& fence, std::size_t at) const {
    bool odd = false;
    for (std::size_t next = at + 1; next < lines_.size() && next - at <= fence_lines_max; ++next) {
      const std::string_view text = trim(lines_[next].text);
      if (box_mark(lines_[next].text) || heading_level(lines_[next].text) > 0) break;
      const bool marks = is_run(text, fence.mark) && text.size() >= fence.length;
      const auto opens = opening_fence(lines_[next].text);
      // A fence of the other kind is one of its own, whatever stands in it.
      if (opens && opens->mark != fence.mark) break;
      odd = odd != (marks || opens.has_value());
    }
    return odd;
  }

  static bool is_field(std::string_view text) {
    text.remove_prefix(list_mark(text));
    constexpr std::string_view names[] = {"**do**", "**files**", "**done when**", "**verify**",
                                          "**commit**"};
    const std::string head = lowered(text.substr(0, 13));
    return std::any_of(std::begin(names), std::end(names),
                       [&](std::string_view name) { return starts_with(head, name); });
  }

  void note_unclosed(std::size_t at) {
    if (out_.unclosed == 0) out_.unclosed = line_number(at);
  }

  std::vector<Line> lines_;
  Closers closers_;
  core::loop::Reading reading_;
  Outline out_;
  std::optional<Fence> fence_;
  bool strict_fence_ = false;  ///< only its closing line ends it
  bool comment_ = false;
  bool strict_comment_ = false;
  bool in_task_ = false;
  bool touches_ = false;  ///< the line before belongs to the task
  bool owned_ = false;    ///< the fence or comment belongs to the task
  std::uint32_t section_ = 0;
};

}  // namespace

Outline read_outline(std::string_view text, core::loop::Reading reading) {
  return OutlineReader(text, reading).run();
}

}  // namespace assay::format::tasklist
