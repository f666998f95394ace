// SPDX-License-Identifier: MIT
// Task 1.3: parser FAILED
// - Error: two tests fail
// - Attempted fix: quoted the separator
// - Status: blocked
#include "format/runners/scan.h"
#include "format/signal/parts.h"
#include "format/signal/signal.h"

#include <algorithm>

namespace assay::format {

namespace {

using core::agent::FailureBlock;
using Kind = MarkdownLine::Kind;

constexpr std::size_t looked_at_max = 60;  // lines below the heading
constexpr std::size_t value_max = 4096;

bool is_word(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool is_id_char(char c) { return is_word(c) || c == '.' || c == '-'; }

std::string_view without_marks(std::string_view text) {
  while (!text.empty() && (is_blank(text.back()) || text.back() == '*' || text.back() == '_' ||
                           text.back() == '-' || text.back() == ':' || text.back() == '`'))
    text.remove_suffix(1);
  while (!text.empty() && (is_blank(text.front()) || text.front() == '*' || text.front() == '-' ||
                           text.front() == ':' || text.front() == '`'))
    text.remove_prefix(1);
  return text;
}

/// Where FAILED stands as the end of what the line says: only a mark or a remark may follow.
std::size_t find_failed(std::string_view text) {
  constexpr std::string_view word = "FAILED";
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    if (at > 0 && is_word(text[at - 1])) continue;
    const std::string_view after = trim_left(text.substr(at + word.size()));
    if (after.empty() || !is_word(after[0])) return at;
  }
  return text.npos;
}

std::optional<FailureBlock> read_heading(std::string_view line) {
  const std::string_view text = unwrapped(line);
  const bool named = starts_with(text, "Task ") || starts_with(text, "Task:");
  const std::size_t failed = named ? find_failed(text) : text.npos;
  if (failed == text.npos) return std::nullopt;
  FailureBlock block;
  std::string_view title = trim(text.substr(4, failed - 4));
  const auto end = std::find_if_not(title.begin(), title.end(), is_id_char);
  const auto length = static_cast<std::size_t>(end - title.begin());
  std::string_view id = title.substr(0, length);
  while (ends_with(id, ".") || ends_with(id, "-")) id.remove_suffix(1);
  if (is_task_id(id)) {
    block.task_id = id;
    title.remove_prefix(length);
  } else if (!title.empty() && title[0] != ':') {
    return std::nullopt;  // "Task force FAILED" is a sentence
  }
  block.title = without_marks(title);
  block.error = without_marks(text.substr(failed + 6));
  const bool says_something = std::any_of(block.error.begin(), block.error.end(), is_word);
  if (!says_something) block.error.clear();
  return block;
}

/// "- **Error**: text" with "Error" -> "text".
std::optional<std::string_view> field(std::string_view line, std::string_view name) {
  std::string_view text = trim(line);
  if (is_list_item(text)) text = trim(text.substr(1));
  while (starts_with(text, "*")) text.remove_prefix(1);
  if (!starts_with(text, name)) return std::nullopt;
  text.remove_prefix(name.size());
  const std::size_t colon = text.find(':');
  if (colon == text.npos || colon > 2 || !is_rule(text.substr(0, colon), '*', 0))
    return std::nullopt;
  text.remove_prefix(colon + 1);
  while (starts_with(text, "*")) text.remove_prefix(1);
  return trim(text);
}

struct FieldLine {
  std::string FailureBlock::*member;
  std::string_view value;
};

std::optional<FieldLine> read_field(std::string_view line) {
  if (const auto value = field(line, "Error")) return FieldLine{&FailureBlock::error, *value};
  if (const auto value = field(line, "Attempted fix"))
    return FieldLine{&FailureBlock::attempted_fix, *value};
  if (const auto value = field(line, "Status")) return FieldLine{&FailureBlock::status, *value};
  return std::nullopt;
}

/// A value goes on over lines that are neither blank nor a list item.
void read_fields(const Markdown& markdown, std::size_t from, FailureBlock& block) {
  const std::size_t end = std::min(from + looked_at_max, markdown.lines.size());
  std::string FailureBlock::*open = nullptr;
  for (std::size_t at = from; at < end; ++at) {
    const MarkdownLine& line = markdown.lines[at];
    if (line.kind == Kind::quote) continue;
    if (read_heading(line.text)) return;
    if (const auto found = read_field(line.text)) {
      open = found->member;
      (block.*open).assign(found->value.substr(0, value_max));
      continue;
    }
    const std::string_view text = trim(line.text);
    if (text.empty() || line.kind == Kind::fence) continue;
    const bool goes_on = is_blank(line.text[0]) || line.kind == Kind::code;
    if (open == nullptr || !goes_on) {
      open = nullptr;
      continue;
    }
    std::string& value = block.*open;
    if (value.size() + text.size() < value_max)
      value.append(value.empty() ? "" : "\n").append(text);
  }
}

void fill_in(FailureBlock& block) {
  if (block.error.empty()) block.error = "Task execution failed";
  if (block.attempted_fix.empty()) block.attempted_fix = "No fix attempted";
  if (block.status.empty()) block.status = "Unknown status";
}

/// The report may stand in a fenced block, if the block begins with it.
bool may_begin_here(const Markdown& markdown, std::size_t at) {
  const MarkdownLine& line = markdown.lines[at];
  return line.kind == Kind::prose ||
         (line.kind == Kind::code && markdown.blocks[line.block].first == at);
}

}  // namespace

bool is_task_id(std::string_view text) {
  if (text == "VF") return true;
  if (text.empty() || text.size() > 64 || !is_word(text[0]) || !is_word(text.back())) return false;
  return std::all_of(text.begin(), text.end(), is_id_char) &&
         std::any_of(text.begin(), text.end(), is_digit);
}

std::optional<FailureBlock> read_failure(const Markdown& markdown) {
  for (std::size_t at = 0; at < markdown.lines.size(); ++at) {
    const std::string_view text = markdown.lines[at].text;
    if (!contains(text, "FAILED") || !may_begin_here(markdown, at)) continue;
    auto block = read_heading(text);
    if (!block) continue;
    read_fields(markdown, at + 1, *block);
    fill_in(*block);
    return block;
  }
  return std::nullopt;
}

FailureBlock failure_of(const core::agent::Signals& signals, std::string_view task_id) {
  if (signals.failure) return *signals.failure;
  FailureBlock block;
  block.task_id = task_id;
  block.error = "Task did not complete";
  fill_in(block);
  return block;
}

}  // namespace assay::format
