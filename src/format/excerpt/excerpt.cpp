// SPDX-License-Identifier: MIT
#include "format/excerpt.h"

#include "base/text/escape.h"
#include "format/excerpt/lines.h"

#include <algorithm>
#include <set>

namespace assay::format {
namespace {

using excerpt::Kind;
using excerpt::Reading;

std::string_view trimmed(std::string_view text) {
  const std::size_t start = text.find_first_not_of(' ');
  return start == std::string_view::npos ? std::string_view{} : text.substr(start);
}

/// make, npm and `set -x` repeat the command before they run it.
bool echoes(std::string_view line, std::string_view command) {
  line = trimmed(line);
  if (line.substr(0, 2) == "$ " || line.substr(0, 2) == "+ " || line.substr(0, 2) == "> ") {
    line.remove_prefix(2);
  }
  return !command.empty() && line == trimmed(command);
}

/// A linter that prints the file once above its findings: "/w/src/a.js" and then "  3:7  error
/// ...".
bool is_file_heading(std::string_view line) {
  if (line.empty() || line.front() == ' ' || line.size() > 300) return false;
  const std::size_t dot = line.rfind('.');
  return dot != std::string_view::npos && line.size() - dot <= 8 &&
         line.find_first_of(" :(") == std::string_view::npos;
}

bool is_finding_below_heading(std::string_view line) {
  const std::string_view text = trimmed(line);
  return text.size() < line.size() && !text.empty() && text.front() >= '0' && text.front() <= '9' &&
         text.find(':') != std::string_view::npos && text.find(':') < 8 &&
         text.find(" error ") != std::string_view::npos;
}

/// "packages/a test: " of pnpm -r, "[0] " of concurrently: how long what stands before the text is.
std::size_t prefix_length(std::string_view line) {
  if (line.substr(0, 1) == "[") {
    const std::size_t close = line.find("] ");
    // "[ERROR] " and its like say how bad it is, not who speaks.
    const bool name = line.size() > 1 &&
                      ((line[1] >= 'a' && line[1] <= 'z') || (line[1] >= '0' && line[1] <= '9'));
    return close == std::string_view::npos || close > 40 || !name ? 0 : close + 2;
  }
  const std::size_t blank = line.find(' ');
  if (blank == std::string_view::npos || blank == 0) return 0;
  const std::size_t end = line.find_first_of(" :$", blank + 1);
  const bool closed = end != std::string_view::npos && end > blank + 1 && line[end] != ' ';
  return closed && end < 120 && (end + 1 == line.size() || line[end + 1] == ' ')
             ? std::min(end + 2, line.size())
             : 0;
}

/// Most lines carry the name of the one who printed them.
bool is_prefixed(const std::vector<std::string>& lines) {
  std::size_t filled = 0;
  std::size_t prefixed = 0;
  for (const std::string& line : lines) {
    if (line.empty()) continue;
    ++filled;
    if (prefix_length(line) > 0) ++prefixed;
  }
  return filled > 3 && prefixed * 4 > filled * 3;
}

/// A row of a comparison: "-  five", "+   'a' => 0", "--··one".
bool is_diff_row(std::string_view line) {
  const std::string_view text = trimmed(line);
  if (text.size() < 2 || (text.front() != '-' && text.front() != '+')) return false;
  if (text.find("(skipped") != std::string_view::npos) return false;
  const std::size_t value = text.find_first_not_of("-+ ");
  return value != std::string_view::npos && value <= 12;
}

constexpr std::size_t diff_reach = 14;  // so near to a cause a comparison belongs to it

/// Rows of comparisons below a cause tell what was expected and what was there.
void raise_diff_rows(const std::vector<std::string>& lines, std::vector<Kind>& kinds) {
  std::size_t reach = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool row = reach > 0 && kinds[i] != Kind::noise && is_diff_row(lines[i]);
    if (row) kinds[i] = Kind::cause;
    if (kinds[i] == Kind::cause || kinds[i] == Kind::detail) {
      reach = diff_reach;
    } else if (reach > 0) {
      --reach;
    }
  }
}

std::vector<Kind> kinds_of(const std::vector<std::string>& lines, std::string_view command) {
  std::vector<Kind> kinds(lines.size(), Kind::plain);
  int follow = 0;
  std::size_t heading = lines.size();
  const bool prefixed = is_prefixed(lines);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view text =
        std::string_view{lines[i]}.substr(prefixed ? prefix_length(lines[i]) : 0);
    Reading reading = excerpt::read_line(text);
    if (echoes(lines[i], command)) reading = {Kind::noise, 0};
    if (reading.kind == Kind::plain && is_file_heading(lines[i])) heading = i;
    if (is_finding_below_heading(lines[i]) && heading < i) kinds[heading] = Kind::cause;
    if (reading.kind == Kind::plain && follow > 0) reading.kind = Kind::detail;
    // Blank lines between a heading and its message are layout.
    if (reading.kind != Kind::noise) follow = std::max(follow - 1, reading.follow);
    kinds[i] = reading.kind;
  }
  raise_diff_rows(lines, kinds);
  return kinds;
}

class Selection {
 public:
  Selection(const std::vector<std::string>& lines, std::size_t max_lines)
      : lines_(lines), chosen_(lines.size(), false), room_(max_lines) {}

  void take(std::size_t at) {
    if (room_ == 0 || chosen_[at] || trimmed(lines_[at]).empty()) return;
    if (!told_.insert(std::string{trimmed(lines_[at])}).second) return;
    chosen_[at] = true;
    --room_;
  }

  bool empty() const { return told_.empty(); }
  bool full() const { return room_ == 0; }

  std::vector<std::string> result() const {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (!chosen_[i]) continue;
      out.push_back(excerpt::shortened(without_workflow_command(printable(lines_[i])),
                                       excerpt_line_bytes_max));
    }
    return out;
  }

 private:
  const std::vector<std::string>& lines_;
  std::vector<bool> chosen_;
  std::set<std::string> told_;
  std::size_t room_;
};

void take_all(Selection& selection, const std::vector<Kind>& kinds, Kind kind) {
  for (std::size_t i = 0; i < kinds.size() && !selection.full(); ++i) {
    if (kinds[i] == kind) selection.take(i);
  }
}

template <class Wanted>
void take_last(Selection& selection, const std::vector<Kind>& kinds, Wanted wanted) {
  for (std::size_t i = kinds.size(); i > 0 && !selection.full(); --i) {
    if (wanted(kinds[i - 1])) selection.take(i - 1);
  }
}

}  // namespace

std::vector<std::string> failure_excerpt(std::string_view command, std::string_view raw_output,
                                         std::size_t max_lines) {
  const std::vector<std::string> lines = excerpt::clean_lines(raw_output);
  const std::vector<Kind> kinds = kinds_of(lines, command);
  Selection selection{lines, max_lines};
  take_all(selection, kinds, Kind::cause);
  if (selection.empty()) {
    take_last(selection, kinds, [](Kind kind) { return kind != Kind::noise; });
    if (selection.empty()) take_last(selection, kinds, [](Kind) { return true; });
    return selection.result();
  }
  take_all(selection, kinds, Kind::detail);
  take_last(selection, kinds, [](Kind kind) { return kind == Kind::outcome; });
  return selection.result();
}

}  // namespace assay::format
