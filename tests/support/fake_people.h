// SPDX-License-Identifier: MIT
// People for tests: somebody who says what he is told to say, and answers that lie in memory
// instead of in files. The latter pass the same contract test as the real ones.
#pragma once

#include "base/result.h"
#include "shell/ports/approvals.h"

#include <map>
#include <optional>
#include <string>
#include <utility>

namespace assay::fake {

/// Says what the test wants, when it wants.
class Person final : public shell::Person {
 public:
  shell::Said says;       ///< to the question that is open
  std::string asked;      ///< the gate of the last question
  std::string told = "";  ///< how it was taken back: "elsewhere" or "gone"

  void ask(const core::pipeline::Question& question) override {
    asked = question.gate_id;
    told.clear();
  }
  shell::Said hear() override { return std::exchange(says, {}); }
  void never_mind(bool answered_elsewhere) override {
    told = answered_elsewhere ? "elsewhere" : "gone";
  }
};

/// Answers by gate and ordinal: the first to the right question holds.
class Approvals final : public shell::Approvals {
 public:
  explicit Approvals(Person* person, bool waits = false) : person_(person), waits_(waits) {}

  Result<> give(const std::string& gate, std::uint32_t ordinal, const shell::Answer& answer) {
    const auto lies = given_.find({gate, ordinal});
    if (lies != given_.end() && lies->second.nonce == answer.nonce)
      return Error{Fault::conflict, gate + " was answered already"};
    given_.insert_or_assign({gate, ordinal}, answer);
    return {};
  }

  void ask(const core::AskApproval& question) override {
    withdraw();
    question_ = question;
    is_asking_ = person_ != nullptr && !stored();
    if (is_asking_) person_->ask(question.question);
  }
  shell::Said hear() override {
    if (const auto answer = stored()) return close(true), *answer;
    shell::Said said = is_asking_ ? person_->hear() : shell::NobodyThere{};
    if (std::holds_alternative<std::monostate>(said)) return said;
    is_asking_ = false;
    if (waits_ && std::holds_alternative<shell::NobodyThere>(said)) return {};
    auto* answer = std::get_if<shell::Answer>(&said);
    if (answer != nullptr) answer->nonce = question_->nonce;
    if (answer != nullptr) (void)give(question_->question.gate_id, question_->ordinal, *answer);
    question_.reset();
    return said;
  }
  void withdraw() override { close(false); }

 private:
  std::optional<shell::Answer> stored() const {
    const auto lies = given_.find({question_->question.gate_id, question_->ordinal});
    const bool fits = lies != given_.end() && lies->second.nonce == question_->nonce;
    return fits ? std::optional(lies->second) : std::nullopt;
  }
  void close(bool answered_elsewhere) {
    if (is_asking_) person_->never_mind(answered_elsewhere);
    is_asking_ = false;
    question_.reset();
  }

  Person* person_;
  bool waits_;
  std::map<std::pair<std::string, std::uint32_t>, shell::Answer> given_;
  std::optional<core::AskApproval> question_;
  bool is_asking_ = false;
};

}  // namespace assay::fake
