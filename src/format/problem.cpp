// SPDX-License-Identifier: MIT
#include "format/problem.h"

#include "base/text/join.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace assay::format {

void ProblemLog::add(std::size_t place, std::string path, std::string what) {
  ++total_;
  found_.push_back({place, std::move(path), std::move(what)});
  // Twice the room, so that settling costs little however many there are.
  if (found_.size() >= 2 * shown_max) settle();
}

void ProblemLog::settle() {
  std::stable_sort(found_.begin(), found_.end(),
                   [](const Found& a, const Found& b) { return a.place < b.place; });
  if (found_.size() > shown_max) found_.resize(shown_max);
}

std::vector<Problem> ProblemLog::by_line() {
  settle();
  return listed();
}

std::vector<Problem> ProblemLog::by_offset(std::string_view text) {
  settle();
  std::size_t line = 1;
  std::size_t counted = 0;
  for (Found& found : found_) {
    line += line_of(text.substr(counted), found.place - counted) - 1;
    counted = found.place;
    found.place = line;
  }
  return listed();
}

std::vector<Problem> ProblemLog::listed() const {
  std::vector<Problem> problems;
  for (const Found& found : found_) {
    std::string where = fmt::format("{}:{}", name_, found.place);
    if (!found.path.empty()) where += ": " + found.path;
    problems.push_back({std::move(where), found.what});
  }
  if (total_ > found_.size()) {
    const std::size_t more = total_ - found_.size();
    problems.push_back({name_, fmt::format("and {} more problem{}", more, more == 1 ? "" : "s")});
  }
  return problems;
}

std::size_t line_of(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  return 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
}

std::string unknown_key(std::string_view key, const std::vector<std::string_view>& known) {
  const std::string near = suggestion(key, known);
  if (!near.empty() || known.empty()) return "unknown key " + quoted(key) + near;
  constexpr std::size_t listed_max = 24;
  const std::size_t listed = std::min(known.size(), listed_max);
  const std::string list = joined(std::span(known).first(listed), ", ");
  return "unknown key " + quoted(key) + " (known: " + list +
         (known.size() > listed_max ? ", ...)" : ")");
}

}  // namespace assay::format
