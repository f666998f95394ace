// SPDX-License-Identifier: MIT
// A question to a person, and the answer.
#pragma once

#include "base/instant.h"
#include "core/run/attempt_key.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay::core::pipeline {

struct Option {
  std::string id;
  std::string label;
  std::string description;
  bool is_default = false;
  bool comment = false;  ///< what the person writes goes to the agents of the next step

  friend bool operator==(const Option&, const Option&) = default;
};

/// Of approval steps. An option whose loop is used up is not offered.
struct Question {
  std::string gate_id;  ///< "gate-post-research"
  std::string question;
  std::string context;  ///< may have {slug} {tasks} {waves} {risks} {done}
  std::vector<Option> options;
  std::vector<std::string> files =
      {};  ///< what to read first, from the workspace; no definition has it

  friend bool operator==(const Question&, const Question&) = default;
};

}  // namespace assay::core::pipeline

namespace assay::core {

struct ApprovalGiven;

/// Ask a person. Answered by ApprovalGiven, or by RunParked if nobody is there.
struct AskApproval {
  using Answer = ApprovalGiven;

  AttemptKey key;
  pipeline::Question question;  ///< filled in; only options that can be taken
  std::uint32_t ordinal = 0;    ///< how often this gate was answered before
  std::string nonce = {};       ///< an answer without it is none; empty: runs of v0_1
};

/// Answer to AskApproval.
struct ApprovalGiven {
  Instant at{};
  AttemptKey key;
  std::string gate_id;
  std::string option;
  std::string comment;  ///< as it was typed
  std::string by;
};

inline std::string decision_of(const AskApproval& e) { return "ask " + e.question.gate_id; }

}  // namespace assay::core
