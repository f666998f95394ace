// SPDX-License-Identifier: MIT
// Answers to approval questions: each lies in a file of its own beside the run, made once and never
// replaced, so that of two answers the first one holds.
#pragma once

#include "base/result.h"
#include "shell/outside.h"

#include <string>

namespace assay::approvals {

class Approvals final : public shell::Approvals {
 public:
  /// `person` may be null: then only answers given elsewhere count.
  Approvals(std::string directory, shell::Person* person)
      : directory_(std::move(directory)), person_(person) {}

  std::optional<shell::Answer> ask(const core::AskApproval& question) override;

  /// Fault::conflict: somebody has answered already.
  static Result<> give(const std::string& directory, const std::string& gate_id,
                       std::uint32_t ordinal, const shell::Answer& answer);

 private:
  std::string directory_;
  shell::Person* person_;
};

}  // namespace assay::approvals
