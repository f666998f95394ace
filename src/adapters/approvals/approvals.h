// SPDX-License-Identifier: MIT
// Answers to approval questions: each lies in a file of its own beside the run, made once and never
// replaced, so that of two answers the first one holds. An answer names the nonce of its question:
// one that was written before the question was asked, or to another one, is none.
#pragma once

#include "base/result.h"
#include "shell/ports/approvals.h"

#include <string>

namespace assay::approvals {

class Approvals final : public shell::Approvals {
 public:
  /// `person` may be null: then only answers given elsewhere count.
  Approvals(std::string directory, shell::Person* person)
      : directory_(std::move(directory)), person_(person) {}

  std::optional<shell::Answer> ask(const core::AskApproval& question) override;
  std::string ignored() const override { return ignored_; }

  /// Fault::conflict: somebody has answered already.
  static Result<> give(const std::string& directory, const std::string& gate_id,
                       std::uint32_t ordinal, const shell::Answer& answer);

 private:
  std::string directory_;
  shell::Person* person_;
  std::string ignored_;
};

}  // namespace assay::approvals
