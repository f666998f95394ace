// SPDX-License-Identifier: MIT
#include "api/foresight.h"

#include "base/text/escape.h"
#include "format/goals/verification.h"

#include <fmt/format.h>

#include <set>

namespace assay::api {

std::vector<core::LintFinding> foreseen_losses(const Site& site, const std::string& command,
                                               const std::string& cwd) {
  core::CommandLint lint = site.outside.reader().foresee(command, cwd);
  std::erase_if(lint.findings, [](const core::LintFinding& finding) {
    return finding.rule != core::LintRule::masked && finding.rule != core::LintRule::constant;
  });
  return std::move(lint.findings);
}

void tell_losses(const Site& site, const std::vector<std::string>& commands, const std::string& cwd,
                 const OnNote& tell) {
  std::set<std::string> told;
  for (const std::string& command : commands) {
    if (!told.insert(command).second) continue;
    for (const core::LintFinding& finding : foreseen_losses(site, command, cwd)) {
      tell({Note::Kind::warning, fmt::format("{}: {}: {}", format::one_line(command),
                                             to_text(finding.rule), printable(finding.why))});
    }
  }
}

}  // namespace assay::api
