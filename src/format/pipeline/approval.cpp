// SPDX-License-Identifier: MIT
#include "format/pipeline/approval.h"

#include "format/record/text.h"

namespace assay::format {

std::string write_approval(const ApprovalAnswer& answer) { return stored::text_of(answer) + "\n"; }

Result<ApprovalAnswer> read_approval(std::string_view text) {
  return stored::read_text<ApprovalAnswer>(text);
}

}  // namespace assay::format
