// SPDX-License-Identifier: MIT
#include "format/tasks/saying.h"

#include "format/runners/scan.h"
#include "format/signal/echo.h"
#include "format/signal/markdown.h"
#include "format/signal/signal.h"
#include "format/tasks/lines.h"
#include "format/tasks/tasks.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::format {

namespace {

using Kind = MarkdownLine::Kind;

constexpr std::size_t text_max = std::size_t{1} << 20;
constexpr std::size_t feedback_max = 16'384;

std::size_t level_of_heading(const MarkdownLine& line) {
  if (line.kind != Kind::prose) return 0;
  const std::string_view text = trim(line.text);
  const std::size_t hashes = std::min(text.find_first_not_of('#'), text.size());
  return hashes <= 6 && hashes < text.size() && is_blank(text[hashes]) ? hashes : 0;
}

/// The line alone is a review signal, however it is wrapped.
bool is_review_signal(std::string_view line) {
  const std::string_view text = unwrapped(line);
  return text == "REVIEW_PASS" || text == "REVIEW_FAIL";
}

/// What stands below the heading, to the next one of its level or above.
std::string section_of(const Markdown& markdown, std::string_view heading) {
  const auto& lines = markdown.lines;
  std::size_t at = 0;
  std::size_t level = 0;
  for (; at < lines.size() && level == 0; ++at) {
    const std::string name = lowered(unwrapped(lines[at].text));
    if (level_of_heading(lines[at]) > 0 && starts_with(name, heading))
      level = level_of_heading(lines[at]);
  }
  if (level == 0) return "";
  std::string out;
  for (; at < lines.size() && out.size() < feedback_max; ++at) {
    const std::size_t next = level_of_heading(lines[at]);
    if (next > 0 && next <= level) break;
    if (!is_review_signal(lines[at].text)) out.append(lines[at].text).append("\n");
  }
  const std::size_t begin = out.find_first_not_of(" \t\n");
  if (begin == out.npos) return "";
  return out.substr(begin, out.find_last_not_of(" \t\n") + 1 - begin);
}

/// "Level: spec", "- **Level**: spec"
bool is_spec_level(const MarkdownLine& line) {
  if (line.kind != Kind::prose) return false;
  std::string plain;
  for (const char c : lowered(unwrapped(line.text))) {
    if (c != '*' && c != '`' && c != '_' && !is_blank(c)) plain.push_back(c);
  }
  return plain == "level:spec";
}

}  // namespace

void read_proposals(core::loop::Saying& saying) {
  if (!saying.signals.modification) return;
  const auto& blocks = saying.signals.modification->proposed_tasks;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    BlockReading reading = read_task_block(blocks[i]);
    for (const std::string& problem : reading.problems)
      saying.proposal_problems.push_back(fmt::format("proposed task {}: {}", i + 1, problem));
    if (reading.problems.empty()) saying.proposed.push_back(std::move(reading.task));
  }
}

core::loop::Saying read_saying(std::string_view final_text, std::string_view given) {
  core::loop::Saying saying;
  saying.signals = read_signals(final_text, given);
  read_proposals(saying);
  if (final_text.size() > text_max) final_text = final_text.substr(final_text.size() - text_max);
  const std::string text = without_echo(final_text, given);
  const Markdown markdown = read_markdown(text);
  saying.feedback = section_of(markdown, "feedback for revision");
  if (saying.feedback.empty()) saying.feedback = section_of(markdown, "findings");
  saying.spec_level = std::any_of(markdown.lines.begin(), markdown.lines.end(), is_spec_level);
  return saying;
}

}  // namespace assay::format
