// SPDX-License-Identifier: MIT
#include "format/shell/lint.h"

#include "format/shell/judge.h"
#include "format/shell/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace assay::format {
namespace {

using core::CommandLint;
using core::LintFinding;
using core::LintRule;
using shell::Flow;
using shell::Judge;
using shell::Span;
using shell::Surroundings;

constexpr std::size_t size_max = 16U << 20U;

Span without_blanks(std::string_view text) {
  static constexpr std::string_view blanks = " \t\r\n";
  const std::size_t begin = std::min(text.find_first_not_of(blanks), text.size());
  const std::size_t end = std::min(text.find_last_not_of(blanks) + 1, text.size());
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(std::max(begin, end))};
}

void report_constant(Judge& judge, std::string_view text) {
  const Span all = without_blanks(text);
  const std::string what =
      all.begin == all.end ? "an empty command" : fmt::format("`{}`", judge.excerpt(all));
  judge.report(
      LintRule::constant, all,
      what +
          " cannot fail and so proves nothing: put the real check here, or make the command "
          "`required: false`");
}

void report_masked(Judge& judge, const Flow& flow, std::string_view text) {
  for (const shell::Loss& loss : flow.losses) judge.report(LintRule::masked, loss.at, loss.why);
  if (!flow.losses.empty()) return;
  judge.report(
      LintRule::masked, without_blanks(text),
      "no failure in it can reach its exit status: let the check be the last command, or make "
      "the command `required: false`");
}

std::string why_unparsable(const shell::SyntaxError& error, std::string_view text) {
  std::string why = fmt::format("bash would refuse it because {}: correct the command", error.what);
  if (text.find('\r') != std::string_view::npos) why += ", and save it without carriage returns";
  return why;
}

void judge_whole(Judge& judge, const shell::Parsed& parsed, std::string_view text,
                 CommandLint& lint) {
  Surroundings around;
  around.pipefail = true;  // commands run under `bash -o pipefail`
  const Flow flow = judge.shell(parsed.list, around).contained();
  if (parsed.error) {
    judge.report(LintRule::unparsable, parsed.error->at, why_unparsable(*parsed.error, text));
    return;
  }
  if (flow.can_fail() || lint.has(LintRule::unparsable)) return;
  // What detaches is not run at all: that its status is lost as well needs no second finding.
  const bool told = lint.has(LintRule::detaches) || lint.has(LintRule::masked);
  if (!flow.real) {
    if (!told) report_constant(judge, text);
  } else if (!told || !flow.losses.empty()) {
    report_masked(judge, flow, text);
  }
}

// Looked at once more with everything left out that only shows, asks or tidies up: if no failure
// can reach the exit status any more, the real check is thrown away.
void look_again(const shell::Parsed& parsed, std::string_view text, const shell::Sources& sources,
                CommandLint& lint) {
  CommandLint seen;
  Judge judge(text, seen, {.only_checks = true, .sources = sources});
  Surroundings around;
  around.pipefail = true;
  const Flow flow = judge.shell(parsed.list, around).contained();
  std::erase_if(seen.findings,
                [](const LintFinding& finding) { return finding.rule != LintRule::masked; });
  if (flow.real && !flow.can_fail()) report_masked(judge, flow, text);
  for (LintFinding& finding : seen.findings) {
    if (finding.rule == LintRule::masked) lint.findings.push_back(std::move(finding));
  }
}

// Files that name each other could be read for ever.
shell::Sources limited(const shell::Sources& sources) {
  constexpr std::size_t reads_max = 400;
  if (!sources) return sources;
  struct Read {
    std::size_t count = 0;
    std::map<std::string, std::optional<std::string>> texts;
  };
  return [sources,
          read = std::make_shared<Read>()](const std::string& path) -> std::optional<std::string> {
    if (++read->count > reads_max) return {};
    const auto [found, first] = read->texts.try_emplace(path);
    if (first) found->second = sources(path);
    return found->second;
  };
}

}  // namespace

bool always_fails(std::string_view command) {
  if (command.size() > size_max) return false;
  CommandLint seen;
  Judge judge(command, seen);
  const shell::Parsed parsed =
      shell::parse(command, {0, static_cast<std::uint32_t>(command.size()), true});
  Surroundings around;
  around.pipefail = true;
  const Flow flow = judge.shell(parsed.list, around).contained();
  return !parsed.error && flow.can_fail() && !flow.can(Flow::ok);
}

CommandLint lint_command(std::string_view command) { return lint_command(command, {}); }

CommandLint lint_command(std::string_view command, const shell::Sources& files) {
  const shell::Sources sources = limited(files);
  CommandLint lint;
  // A program's argument ends at a NUL byte, so that is all bash would see.
  const std::string_view text = command.substr(0, command.find('\0'));
  Judge judge(text, lint, {.sources = sources});
  if (text.size() > size_max) {
    judge.report(LintRule::unparsable, {0, 60}, "it is too long to be read: put it in a script");
    return lint;
  }
  if (text.size() < command.size()) {
    const auto at = static_cast<std::uint32_t>(text.size());
    judge.report(LintRule::unparsable, {at, at}, "a NUL byte cuts the command off here: remove it");
  }
  const shell::Parsed parsed =
      shell::parse(text, {0, static_cast<std::uint32_t>(text.size()), true});
  lint.contains_pipeline = parsed.contains_pipeline;
  judge_whole(judge, parsed, text, lint);
  const bool told = lint.has(LintRule::masked) || lint.has(LintRule::constant) ||
                    lint.has(LintRule::detaches) || lint.has(LintRule::unparsable);
  if (!told) look_again(parsed, text, sources, lint);
  std::stable_sort(lint.findings.begin(), lint.findings.end(),
                   [](const LintFinding& a, const LintFinding& b) { return a.offset < b.offset; });
  return lint;
}

}  // namespace assay::format
