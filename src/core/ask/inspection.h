// SPDX-License-Identifier: MIT
// What tasks promised, looked for in the workspace without running anything.
#pragma once

#include "base/ensure.h"
#include "base/instant.h"
#include "base/words.h"
#include "core/ask/form.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace assay::core::goals {

/// Which part of a task asks for it.
enum class Origin : std::uint8_t { file, criterion, verification, test };

struct Check {
  std::uint32_t task = 0;
  Origin origin = Origin::criterion;
  std::uint32_t item_index = 0;  ///< which file, criterion or command of the task
  std::string type;              ///< the word for gaps
  std::string item;              ///< what the task says
  std::string expected;          ///< what must be true for it
  Form form;

  friend bool operator==(const Check&, const Check&) = default;
};

enum class CheckStatus : std::uint8_t { ok, gap, could_not_check };

struct CheckResult {
  CheckStatus status = CheckStatus::could_not_check;
  std::string actual;      ///< what is the case instead; for ok: what proves it
  std::string path;        ///< where to look; empty: nowhere in particular
  std::uint32_t line = 0;  ///< 0: the whole file

  friend bool operator==(const CheckResult&, const CheckResult&) = default;
};

using assay::to_text;

constexpr auto words_of(Of<CheckStatus>) {
  return words<CheckStatus>({{CheckStatus::ok, "ok"},
                             {CheckStatus::gap, "gap"},
                             {CheckStatus::could_not_check, "could_not_check"}});
}

constexpr auto words_of(Of<Origin>) {
  return words<Origin>({{Origin::file, "file"},
                        {Origin::criterion, "criterion"},
                        {Origin::verification, "verification"},
                        {Origin::test, "test"}});
}

}  // namespace assay::core::goals

namespace assay::core {

struct WorkspaceInspected;

/// Look for what tasks promised, without running anything. Answered by WorkspaceInspected.
struct InspectWorkspace {
  using Answer = WorkspaceInspected;

  std::shared_ptr<const std::vector<goals::Check>> checks;  ///< never null
  std::vector<std::string> never_evidence;                  ///< globs of files that prove nothing
};

/// Answer to InspectWorkspace: one result per check, in order.
struct WorkspaceInspected {
  Instant at{};
  std::vector<goals::CheckResult> results;
};

inline std::string decision_of(const InspectWorkspace& e) {
  ENSURE(e.checks != nullptr);
  return "inspect " + std::to_string(e.checks->size()) + " checks";
}

}  // namespace assay::core
