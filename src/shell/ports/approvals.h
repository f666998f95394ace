// SPDX-License-Identifier: MIT
// People who can be asked, and what they answer. Nobody is waited for here: a question is put, and
// what has become of it can be heard at any time.
#pragma once

#include "core/ask/approval.h"
#include "shell/ports/patience.h"

#include <string>
#include <variant>

namespace assay::shell {

/// What somebody said when asked.
struct Answer {
  std::string option;
  std::string comment;
  std::string by;
  std::string nonce = {};  ///< of the question that is answered
};

/// The question has no answer, and nobody who could give one is there any more.
struct NobodyThere {
  std::string ignored = {};  ///< what lay there as an answer and was none; empty: nothing
};

/// What has become of a question; the first: it is still open.
using Said = std::variant<std::monostate, Answer, NobodyThere>;

/// Somebody at a terminal.
class Person {
 public:
  virtual ~Person() = default;
  /// Puts the question to them. They answer when they like.
  virtual void ask(const core::pipeline::Question& question) = 0;
  /// What they have said by now.
  virtual Said hear() = 0;
  /// They need not answer any more: somebody else has, or the run goes away.
  virtual void never_mind(bool answered_elsewhere) = 0;
  /// Rings when there may be something to hear.
  virtual int bell() const { return no_bell; }
};

/// People who can be asked. An answer given from elsewhere counts as well; the first one holds.
/// Where they wait for one, a question stays open although nobody is there.
class Approvals {
 public:
  virtual ~Approvals() = default;
  /// Puts a question, in place of one that is open.
  virtual void ask(const core::AskApproval& question) = 0;
  /// What has become of the question. Once that is more than nothing, it is not open any more.
  virtual Said hear() = 0;
  /// Nobody has to answer any more.
  virtual void withdraw() = 0;
  /// Rings when there may be something to hear. An answer from elsewhere may come without.
  virtual int bell() const { return no_bell; }
};

}  // namespace assay::shell
