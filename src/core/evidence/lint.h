// SPDX-License-Identifier: MIT
// What reading a command's text, without running it, says about it as a gate.
#pragma once

#include "base/words.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::core {

enum class LintRule : std::uint8_t {
  detaches,    ///< leaves work behind: a standalone `&`, nohup, disown, setsid. Never run.
  masked,      ///< its exit status cannot be a failure: `|| true`, `; exit 0`, `set +e`, ...
  constant,    ///< it does nothing that can fail: `true`, `:`, `echo ok`
  opts_out,    ///< asks its runner to accept an empty run: --passWithNoTests, --collect-only,
               ///< -DskipTests
  unparsable,  ///< the shell itself would refuse it: an unterminated quote or substitution
};

using assay::to_text;

constexpr auto words_of(Of<LintRule>) {
  return words<LintRule>({{LintRule::detaches, "detaches"},
                          {LintRule::masked, "masked"},
                          {LintRule::constant, "constant"},
                          {LintRule::opts_out, "opts_out"},
                          {LintRule::unparsable, "unparsable"}});
}

struct LintFinding {
  LintRule rule{};
  std::size_t offset = 0;  ///< byte in the command where it is
  std::string excerpt;     ///< the offending words, at most 60 bytes
  std::string why;         ///< one sentence with the way out

  friend bool operator==(const LintFinding&, const LintFinding&) = default;
};

struct CommandLint {
  bool contains_pipeline = false;
  std::vector<LintFinding> findings;

  bool has(LintRule rule) const {
    return std::any_of(findings.begin(), findings.end(),
                       [rule](const LintFinding& finding) { return finding.rule == rule; });
  }
  friend bool operator==(const CommandLint&, const CommandLint&) = default;
};

}  // namespace assay::core
