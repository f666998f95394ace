// SPDX-License-Identifier: MIT
#include "format/pipeline/approval.h"

#include "format/record/read.h"

namespace assay::format {

std::string write_approval(const ApprovalAnswer& answer) {
  std::string out;
  JsonWriter json(out);
  stored::put_value(json, answer);
  return out + "\n";
}

Result<ApprovalAnswer> read_approval(std::string_view text) {
  ApprovalAnswer answer;
  JsonReader json(text, JsonReader::Strings::bytes);
  stored::In in{json};
  TRY(stored::read_value(in, answer));
  return answer;
}

}  // namespace assay::format
