// SPDX-License-Identifier: MIT
// What the final text of an agent signals. Every signal is a claim: it can start a verification or
// lower a verdict, never raise one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assay::core::agent {

enum class ModificationKind : std::uint8_t { split_task, add_prerequisite, add_followup };

/// The wish to change the task list. Well formed, not yet allowed: limits are the machine's matter.
struct ModificationRequest {
  ModificationKind kind = ModificationKind::split_task;
  std::string original_task_id;
  std::string reasoning;
  std::vector<std::string> proposed_tasks;  ///< markdown blocks, at least one

  friend bool operator==(const ModificationRequest&, const ModificationRequest&) = default;
};

/// "Task 1.3: parser FAILED" and the lines below it.
struct FailureBlock {
  std::string task_id;  ///< empty: the agent named none
  std::string title;
  std::string error;
  std::string attempted_fix;
  std::string status;

  friend bool operator==(const FailureBlock&, const FailureBlock&) = default;
};

/// Something in the text that its writer should know about.
struct SignalRemark {
  enum class Kind : std::uint8_t {
    near_miss,    ///< looks like a signal but is not one
    misplaced,    ///< a review signal that is not the last line
    conflict,     ///< PASS and FAIL in one text
    bad_request,  ///< a modification request that cannot be read
  };

  Kind kind = Kind::near_miss;
  std::size_t line = 0;  ///< counted from 1
  std::string what;

  friend bool operator==(const SignalRemark&, const SignalRemark&) = default;
};

struct Signals {
  bool task_complete = false;
  bool all_tasks_complete = false;
  std::optional<bool> verification;  ///< passed? FAIL wins over PASS
  std::optional<bool> review;        ///< passed? only as the last line; FAIL wins over PASS
  bool modification_asked = false;   ///< also if what follows cannot be read
  std::optional<ModificationRequest> modification;
  std::optional<FailureBlock> failure;
  std::vector<std::string> contradictions;  ///< phrases that admit failure, each once
  std::vector<SignalRemark> remarks;        ///< in order of their lines, at most 50

  /// Says that the work asked for is finished.
  bool claims_completion() const {
    return task_complete || all_tasks_complete || verification == true;
  }
  /// Claims completion and admits failure in one breath.
  bool contradicts_itself() const {
    return claims_completion() && (!contradictions.empty() || failure || verification == false);
  }

  friend bool operator==(const Signals&, const Signals&) = default;
};

}  // namespace assay::core::agent
