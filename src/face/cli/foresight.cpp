// SPDX-License-Identifier: MIT
#include "face/cli/foresight.h"

#include "format/goals/verification.h"
#include "format/text/escape.h"

#include <fmt/format.h>

#include <set>

namespace assay::cli {

std::vector<core::LintFinding> foreseen_losses(Session& session, const std::string& command,
                                               const std::string& cwd) {
  core::CommandLint lint = session.outside.reader().foresee(command, cwd);
  std::erase_if(lint.findings, [](const core::LintFinding& finding) {
    return finding.rule != core::LintRule::masked && finding.rule != core::LintRule::constant;
  });
  return std::move(lint.findings);
}

void tell_losses(Session& session, const std::vector<std::string>& commands,
                 const std::string& cwd) {
  std::set<std::string> told;
  for (const std::string& command : commands) {
    if (!told.insert(command).second) continue;
    for (const core::LintFinding& finding : foreseen_losses(session, command, cwd)) {
      session.note(fmt::format("warning: {}: {}: {}\n", format::one_line(command),
                               to_text(finding.rule), format::printable(finding.why)));
    }
  }
}

}  // namespace assay::cli
