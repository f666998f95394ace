// SPDX-License-Identifier: MIT
#include "format/runners/transcript.h"

#include "base/ensure.h"
#include "base/text/escape.h"
#include "format/runners/scan.h"

#include <algorithm>
#include <utility>

namespace assay::format {
namespace {

bool ends_word(char c) {
  const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return !letter && !is_digit(c) && c != '_';
}

}  // namespace

Transcript::Transcript(std::string_view command, std::string_view raw)
    : Transcript(command, raw, read_started(command)) {}

Transcript::Transcript(std::string_view command, std::string_view raw, Started started)
    : command_(command), started_(std::move(started)) {
  const std::string flat = flatten_terminal(raw);
  const std::string_view rest = flat;
  text_.reserve(flat.size() + 1);
  starts_.push_back(0);
  for (std::size_t at = 0; at < rest.size();) {
    const std::size_t end = std::min(rest.find('\n', at), rest.size());
    std::string_view line = rest.substr(at, std::min(end - at, line_max));
    while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
    at = end + 1;
    const bool second_blank = line.empty() && size() > 0 && this->line(size() - 1).empty();
    if (second_blank) continue;
    text_.append(line).push_back('\n');
    starts_.push_back(static_cast<std::uint32_t>(text_.size()));
  }
  ENSURE(!starts_.empty());
}

std::string_view Transcript::line(std::size_t index) const {
  ENSURE(index < size());
  const std::size_t start = starts_[index];
  return std::string_view(text_).substr(start, starts_[index + 1] - start - 1);
}

bool Transcript::command_mentions(std::string_view word) const {
  const std::string_view command = command_;
  for (std::size_t at = command.find(word); at != std::string_view::npos && !word.empty();
       at = command.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || ends_word(command[at - 1]);
    if (begins && (end == command.size() || ends_word(command[end]))) return true;
  }
  return false;
}

}  // namespace assay::format
