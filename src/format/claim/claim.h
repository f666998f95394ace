// SPDX-License-Identifier: MIT
// What an agent's final text claims, held against what was observed. Conservative on purpose: only
// clear statements are claims, and only what was clearly seen otherwise is a mismatch.
#pragma once

#include "core/agent/claim.h"
#include "core/evidence/transcript.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

struct Claim {
  enum class Kind : std::uint8_t {
    tests_pass,      ///< "All 12 tests pass."
    command_passed,  ///< "`npm run lint` passes."
    file_changed,    ///< "Created `src/a.ts`.", "Updated src/a.ts"
    committed,       ///< "Committed as abc1234."
    no_failures,     ///< "No failures."
    done,            ///< TASK_COMPLETE, "The task is complete."
  };

  Kind kind = Kind::done;
  std::string text;                   ///< the sentence, cut to a readable length
  std::string subject;                ///< the command, path or commit; may be empty
  std::optional<std::int64_t> count;  ///< of tests

  friend bool operator==(const Claim&, const Claim&) = default;
};

/// In order of the text, each kind and subject once, at most 200. No claims: questions, sentences
/// that deny, doubt, demand or promise ("should pass", "did not run the tests", "will create"),
/// code and quotations.
std::vector<Claim> read_claims(std::string_view final_text);

/// What was seen of one attempt.
struct Observed {
  const core::agent::Transcript& transcript;
  std::vector<std::string> changed_files;  ///< difference of the trees, relative to the workspace
  std::vector<std::string> commits;        ///< full ids of those made during the attempt
  bool shows_tools = true;                 ///< false: the agent's output has no trace of its tools
};

/// In order of the claims, at most one for each.
std::vector<core::agent::Mismatch> compare_claims(const std::vector<Claim>& claims,
                                                  const Observed& observed);

}  // namespace assay::format
