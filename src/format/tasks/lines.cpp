// SPDX-License-Identifier: MIT
#include "format/tasks/lines.h"

#include "format/runners/scan.h"

#include <algorithm>
#include <map>
#include <utility>

namespace assay::format::tasklist {

std::vector<Line> lines_of(std::string_view text) {
  constexpr std::string_view bom = "\xEF\xBB\xBF";
  std::vector<Line> lines;
  std::size_t at = starts_with(text, bom) ? bom.size() : 0;
  while (at < text.size()) {
    const std::size_t newline = text.find('\n', at);
    const std::size_t next = newline == std::string_view::npos ? text.size() : newline + 1;
    std::size_t end = std::min(newline, text.size());
    if (end > at && end < text.size() && text[end - 1] == '\r') --end;
    lines.push_back({at, text.substr(at, end - at), text.substr(end, next - end)});
    at = next;
  }
  return lines;
}

namespace {

struct Run {
  std::size_t at = 0;
  std::size_t length = 0;
  std::size_t partner = 0;  ///< index of the next run of the same length; 0: none
};

std::vector<Run> runs_of(std::string_view text) {
  std::vector<Run> runs;
  for (std::size_t at = text.find('`'); at < text.size(); at = text.find('`', at)) {
    const std::size_t end = std::min(text.find_first_not_of('`', at), text.size());
    runs.push_back({at, end - at, 0});
    at = end;
  }
  std::map<std::size_t, std::size_t> later;
  for (std::size_t i = runs.size(); i-- > 0;) {
    const auto [found, fresh] = later.try_emplace(runs[i].length, i);
    if (!fresh) runs[i].partner = std::exchange(found->second, i);
  }
  return runs;
}

}  // namespace

std::vector<Piece> pieces_of(std::string_view text) {
  const std::vector<Run> runs = runs_of(text);
  std::vector<Piece> pieces;
  std::size_t done = 0;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].partner == 0) continue;
    const Run& close = runs[runs[i].partner];
    const std::size_t begin = runs[i].at + runs[i].length;
    if (runs[i].at > done) pieces.push_back({text.substr(done, runs[i].at - done), false});
    pieces.push_back({trim(text.substr(begin, close.at - begin)), true});
    done = close.at + close.length;
    i = runs[i].partner;
  }
  if (done < text.size()) pieces.push_back({text.substr(done), false});
  return pieces;
}

std::string in_backticks(std::string_view code) {
  std::size_t longest = 0;
  for (const Run& run : runs_of(code)) longest = std::max(longest, run.length);
  const std::string marks(longest + 1, '`');
  const std::string_view gap = longest > 0 ? " " : "";
  return marks + std::string(gap) + std::string(code) + std::string(gap) + marks;
}

}  // namespace assay::format::tasklist
