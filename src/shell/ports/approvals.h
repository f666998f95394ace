// SPDX-License-Identifier: MIT
// People who can be asked, and what they answer.
#pragma once

#include "core/ask/approval.h"

#include <functional>
#include <optional>
#include <string>

namespace assay::shell {

/// What somebody said when asked.
struct Answer {
  std::string option;
  std::string comment;
  std::string by;
  bool stop = false;       ///< no answer: he wants the run to stop
  std::string nonce = {};  ///< of the question that is answered
};

/// Somebody at a terminal.
class Person {
 public:
  virtual ~Person() = default;
  /// None: nobody is there any more, or `answered_elsewhere` has become true.
  virtual std::optional<Answer> ask(const core::pipeline::Question& question,
                                    const std::function<bool()>& answered_elsewhere) = 0;
};

/// People who can be asked. An answer given from elsewhere counts as well; the first one holds.
class Approvals {
 public:
  virtual ~Approvals() = default;
  /// None: nobody is there. Never waits for somebody who is not.
  virtual std::optional<Answer> ask(const core::AskApproval& question) = 0;
  /// Of the last question: what lay there as an answer and was none. Empty: nothing.
  virtual std::string ignored() const { return ""; }
};

}  // namespace assay::shell
