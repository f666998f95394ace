// SPDX-License-Identifier: MIT
// Answers to approval questions: each lies in a file of its own beside the run, made once and never
// replaced, so that of two answers the first one holds. An answer names the nonce of its question:
// one that was written before the question was asked, or to another one, is none.
#pragma once

#include "base/result.h"
#include "shell/ports/approvals.h"

#include <optional>
#include <string>

namespace assay::approvals {

class Approvals final : public shell::Approvals {
 public:
  /// `person` may be null: then only answers given elsewhere count. `waits`: for those.
  Approvals(std::string directory, shell::Person* person, bool waits = false)
      : directory_(std::move(directory)), person_(person), waits_(waits) {}

  void ask(const core::AskApproval& question) override;
  shell::Said hear() override;
  void withdraw() override { close(false); }
  int bell() const override { return is_asking_ ? person_->bell() : shell::no_bell; }

  /// Fault::conflict: somebody has answered already.
  static Result<> give(const std::string& directory, const std::string& gate_id,
                       std::uint32_t ordinal, const shell::Answer& answer);

 private:
  shell::Said hear_person();
  shell::Said nobody();
  std::string path() const;
  void close(bool answered_elsewhere);

  std::string directory_;
  shell::Person* person_;
  bool waits_;
  std::optional<core::AskApproval> question_;  ///< the open one
  bool is_asking_ = false;                     ///< it was put to the person
};

}  // namespace assay::approvals
