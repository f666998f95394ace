// SPDX-License-Identifier: MIT
#include "format/documented_names.h"

#include "base/text/ascii.h"

#include <re2/re2.h>

#include <algorithm>
#include <utility>

namespace assay::format {

using core::TestOutcome;

/// The innermost lines are the examples. Believed only if there are as many of them as the closing
/// line counts.
void DocumentedNames::close(const std::string& closing) {
  if (closing.find(" example") == std::string::npos) return;
  static const RE2 counts(R"(^(\d+) examples?, \d+ failures?(?:, \d+ pending)?$)");
  static const RE2 said(R"( \((FAILED|PENDING)[^)]*\)$)");
  std::uint64_t count = 0;
  if (!RE2::FullMatch(closing, counts, &count)) return;
  std::vector<Line> above;
  std::vector<std::pair<std::string, TestOutcome>> examples;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const Line& line = lines_[i];
    while (!above.empty() && above.back().indent >= line.indent) above.pop_back();
    const bool inner = i + 1 == lines_.size() || lines_[i + 1].indent <= line.indent;
    if (!inner) {
      above.push_back({line.indent, line.text});
      continue;
    }
    if (above.empty()) continue;
    std::string name = line.text;
    std::string word;
    TestOutcome outcome = TestOutcome::passed;
    if (RE2::PartialMatch(name, said, &word))
      outcome = word == "FAILED" ? TestOutcome::failed : TestOutcome::skipped;
    RE2::Replace(&name, said, "");
    std::string path;
    for (const Line& group : above) path += group.text + " > ";
    examples.emplace_back(path + name, outcome);
  }
  lines_.clear();
  open_ = true;
  if (examples.size() != count) return;
  for (const auto& [name, outcome] : examples) list_.add({.name = name, .outcome = outcome});
}

void DocumentedNames::read(const std::string& line) {
  static const RE2 details(R"(^(?:Failures:|Pending: .*|Finished in .*)$)");
  constexpr std::size_t lines_max = 200'000;
  if (RE2::FullMatch(line, details)) open_ = false;
  if (!open_ || lines_.size() >= lines_max) return;
  const std::string_view text = trimmed(line);
  const std::size_t indent = std::min(line.find_first_not_of(" \t"), line.size());
  if (!text.starts_with("# ")) return lines_.push_back({indent, std::string(text)});
  // hspec says below an example why it did not run.
  if (!lines_.empty()) lines_.back().text += " (PENDING)";
}

}  // namespace assay::format
