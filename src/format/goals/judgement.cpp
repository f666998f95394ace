// SPDX-License-Identifier: MIT
#include "format/goals/judgement.h"

#include "base/text/ascii.h"
#include "format/signal/echo.h"
#include "format/signal/markdown.h"
#include "format/signal/signal.h"

#include <charconv>
#include <string>

namespace assay::format {

namespace {

using core::agent::Citation;

constexpr std::size_t citations_max = 100;
constexpr std::string_view marks = " \t`\"";  // around a citation

/// "src/a.c:12 | return -1;": a place without a line number is no place.
bool read_citation(std::string_view text, Citation& citation) {
  const std::size_t bar = text.find('|');
  const std::string_view place = trimmed(text.substr(0, bar), marks);
  const std::size_t colon = place.rfind(':');
  if (colon == std::string_view::npos || colon == 0) return false;
  const std::string_view number = place.substr(colon + 1);
  const auto [end, problem] =
      std::from_chars(number.data(), number.data() + number.size(), citation.line);
  if (problem != std::errc{} || end != number.data() + number.size() || citation.line == 0)
    return false;
  citation.path = trimmed(place.substr(0, colon), marks);
  citation.quote = bar == std::string_view::npos ? "" : trimmed(text.substr(bar + 1), marks);
  return true;
}

}  // namespace

core::agent::Judgement read_judgement(std::string_view answer, std::string_view given) {
  constexpr std::string_view mark = "EVIDENCE:";
  core::agent::Judgement judgement;
  judgement.met = read_signals(answer, given).verification;
  const std::string own = without_echo(answer, given);
  for (const MarkdownLine& line : read_markdown(own).lines) {
    const std::string_view text = unwrapped(line.text);
    if (!text.starts_with(mark) || judgement.citations.size() >= citations_max) continue;
    Citation& citation = judgement.citations.emplace_back();
    if (read_citation(text.substr(mark.size()), citation)) continue;
    citation.path = text.substr(mark.size(), 200);
    citation.line = 0;
  }
  return judgement;
}

}  // namespace assay::format
