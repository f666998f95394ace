// SPDX-License-Identifier: MIT
// An answer to an approval question, as it lies beside the run until its coordinator takes it.
#pragma once

#include "base/record.h"
#include "base/result.h"

#include <string>
#include <string_view>

namespace assay::format {

struct ApprovalAnswer {
  std::string option;
  std::string comment;
  std::string by;
  std::string nonce = {};  ///< of the question it answers; empty: of a run of v0_1
};

constexpr auto fields_of(Of<ApprovalAnswer>) {
  return record<ApprovalAnswer>(field("option", &ApprovalAnswer::option, required),
                                field("comment", &ApprovalAnswer::comment, always),
                                field("by", &ApprovalAnswer::by, required),
                                field("nonce", &ApprovalAnswer::nonce, always));
}

std::string write_approval(const ApprovalAnswer& answer);
Result<ApprovalAnswer> read_approval(std::string_view text);

}  // namespace assay::format
