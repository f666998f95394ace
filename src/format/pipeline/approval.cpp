// SPDX-License-Identifier: MIT
#include "format/pipeline/approval.h"

#include "format/journal/fields.h"
#include "format/json/fields.h"

namespace assay::format {

std::string write_approval(const ApprovalAnswer& answer) {
  std::string out;
  JsonWriter json(out);
  json.begin_object();
  Fields(json)
      .text("option", answer.option)
      .text("comment", answer.comment)
      .text("by", answer.by)
      .text("nonce", answer.nonce);
  json.end_object();
  return out + "\n";
}

Result<ApprovalAnswer> read_approval(std::string_view text) {
  ApprovalAnswer answer;
  JsonReader in(text, JsonReader::Strings::bytes);
  const auto met = TRY(journal::read_object(in, [&](std::string_view key) -> Result<> {
    if (key == "option") return journal::read(in, answer.option);
    if (key == "comment") return journal::read(in, answer.comment);
    if (key == "by") return journal::read(in, answer.by);
    if (key == "nonce") return journal::read(in, answer.nonce);
    return journal::unknown_field(key);
  }));
  TRY(journal::check_present(met, {"option", "by"}));
  return answer;
}

}  // namespace assay::format
