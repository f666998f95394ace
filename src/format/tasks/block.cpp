// SPDX-License-Identifier: MIT
#include "format/tasks/block.h"

#include "format/runners/scan.h"
#include "format/signal/signal.h"
#include "format/tasks/commands.h"
#include "format/tasks/fields.h"
#include "format/tasks/lines.h"
#include "format/tasks/paths.h"

#include <re2/re2.h>

#include <algorithm>

namespace assay::format::tasklist {

namespace {

using core::loop::Task;

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }

/// A task id that is no word: "OAuth2", "E2E" and "2FA" begin titles.
bool is_id(std::string_view token) {
  if (!is_task_id(token)) return false;
  bool counted = false;
  for (std::size_t i = 0; i < token.size(); ++i) {
    if (is_digit(token[i])) counted = true;
    if (is_lower(token[i]) && !counted) return false;
    if (is_upper(token[i]) && i > 0 && is_digit(token[i - 1])) return false;
  }
  return true;
}

/// Reads "1.2 [P] [VERIFY] title" from the left.
class TitleReader {
 public:
  TitleReader(std::string_view text, Task& task) : rest_(trim(text)), task_(task) {}

  void run() {
    read_markers();
    read_id();
    read_markers();
    task_.title = rest_;
  }

 private:
  void read_id() {
    const std::string_view at_first = rest_;
    const std::string word = lowered(rest_.substr(0, 5));
    if (word == "task " || word == "task\t") rest_ = trim(rest_.substr(5));
    const std::size_t end = std::min(rest_.find_first_of(" \t"), rest_.size());
    std::string_view token = rest_.substr(0, end);
    // "**1.2**", "`1.2`", "1.2:", "1.2."
    const std::size_t begin = token.find_first_not_of("*`");
    if (begin == std::string_view::npos) return void(rest_ = at_first);
    token = token.substr(begin, token.find_last_not_of("*`:.") + 1 - begin);
    if (!is_id(token)) return void(rest_ = at_first);
    task_.id = token;
    rest_ = trim(rest_.substr(end));
    if (rest_ == "-" || starts_with(rest_, "- ") || starts_with(rest_, ": "))
      rest_ = trim(rest_.substr(1));
  }

  void read_markers() {
    constexpr std::size_t marker_max = 80;
    while (starts_with(rest_, "[")) {
      const std::size_t close = rest_.substr(0, marker_max).find(']');
      if (close == std::string_view::npos || close == 1) return;
      const std::string_view after = rest_.substr(close + 1);
      if (starts_with(after, "(") || starts_with(after, "[[")) return;  // a link
      take_marker(trim(rest_.substr(1, close - 1)));
      rest_ = trim(after);
    }
  }

  void take_marker(std::string_view marker) {
    const std::string name = lowered(marker);
    if (name == "p") task_.parallel = true;
    if (name == "verify") task_.verify = true;
    if (starts_with(name, "fix ")) task_.fixes = trim(marker.substr(4));
    task_.markers.emplace_back(marker);
  }

  std::string_view rest_;
  Task& task_;
};

bool says_if(std::string_view text) {
  static const RE2 condition(
      R"((?i)\b(?:if|when)\b[^.]*\b(?:needed|required|necessary|fix\w*|)"
      R"(changes?|changed|any|applicable|issues?|modified|made)\b|\bif any\b)");
  return RE2::PartialMatch({text.data(), text.size()}, condition);
}

std::string_view without_quotes(std::string_view text) {
  text = trim(text);
  const bool quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
  return quoted ? text.substr(1, text.size() - 2) : text;
}

void read_commit(const Field& field, Task& task) {
  const auto segments = segments_of(field);
  const auto blocks = code_blocks_of(field);
  const std::string text = segments.empty() ? "" : segments.front();
  if (!text.empty() && says_none(text)) return;
  std::string remarks;
  for (const Piece& piece : pieces_of(text)) {
    if (piece.code && task.commit.empty()) task.commit = piece.text;
    if (!piece.code) remarks += piece.text;
  }
  if (!task.commit.empty()) {
    task.commit_if_needed = says_if(remarks);
  } else if (!blocks.empty() && (text.empty() || text.back() == ':')) {
    for (const std::string_view line : blocks.front())
      task.commit.append(task.commit.empty() ? "" : "\n").append(trim(line));
  } else {
    // "feat(scope): x (only if fixes needed)": the last parentheses are a remark.
    std::string_view message = trim(text);
    const std::size_t open = message.find_last_of('(');
    if (ends_with(message, ")") && open != message.npos && says_if(message.substr(open))) {
      task.commit_if_needed = true;
      message = trim(message.substr(0, open));
    }
    task.commit = without_quotes(message);
  }
  if (says_none(task.commit)) task.commit.clear();
}

/// Asks for more than an exit status can tell.
bool asks_for_judgement(const Task& task, const BlockFields& fields) {
  static const RE2 criteria(R"((?i)\bAC-\d|\bAC checklist|acceptance criteri)");
  if (task.commands.empty() || has_checklist(fields.steps)) return true;
  for (const std::string& text :
       {task.title, on_one_line(fields.steps), task.verify_text, task.done_when}) {
    if (RE2::PartialMatch(text, criteria)) return true;
  }
  return false;
}

/// "unchanged", with or without backticks; anything else is no declaration.
bool says_unchanged(const Field& field) {
  std::string text = on_one_line(field);
  std::erase(text, '`');
  return lowered(trim(text)) == "unchanged";
}

std::string_view first_line_of(std::string_view block) {
  std::string_view line = block.substr(0, block.find('\n'));
  if (ends_with(line, "\r")) line.remove_suffix(1);
  return line;
}

}  // namespace

Task read_block(std::string_view block) {
  Task task;
  task.block = block;
  const std::string_view line = first_line_of(block);
  const std::size_t box = line.find('[');
  task.checked = line[box + 1] != ' ';
  TitleReader(line.substr(box + 3), task).run();
  if (task.verify) task.parallel = false;

  const BlockFields fields = read_fields(block);
  task.has_do = fields.steps.said();
  task.has_files = fields.files.said();
  task.has_done_when = fields.done_when.said();
  task.has_verify = fields.verify.said();
  task.has_commit = fields.commit.said();
  task.files = fields.any() ? paths_of(fields.files) : paths_in(task.title);
  task.done_when = on_one_line(fields.done_when);
  task.verify_text = on_one_line(fields.verify);
  task.commands =
      task.verify ? checkpoint_commands(task.title, fields.verify) : commands_of(fields.verify);
  task.needs_judgement = task.verify && asks_for_judgement(task, fields);
  read_commit(fields.commit, task);
  task.unchanged = says_unchanged(fields.proof);
  return task;
}

std::string tidy_block(std::string_view block, std::string_view ending) {
  std::vector<std::string_view> lines;
  for (const Line& line : lines_of(block)) lines.push_back(line.text);
  const auto is_empty = [](std::string_view text) { return trim(text).empty(); };
  while (!lines.empty() && is_empty(lines.back())) lines.pop_back();
  const auto first = std::find_if_not(lines.begin(), lines.end(), is_empty);
  lines.erase(lines.begin(), first);
  std::string out;
  if (lines.empty()) return out;
  const std::size_t margin = std::min(lines[0].find_first_not_of(" \t"), lines[0].size());
  for (std::string_view line : lines) {
    const std::size_t blanks = std::min(line.find_first_not_of(" \t"), line.size());
    line.remove_prefix(std::min(blanks, margin));
    if (ends_with(line, "\r")) line.remove_suffix(1);
    out.append(line).append(ending);
  }
  return out;
}

}  // namespace assay::format::tasklist
