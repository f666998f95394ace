// SPDX-License-Identifier: MIT
#include "format/json/whole_characters.h"

namespace assay::format {

std::string with_whole_characters(std::string_view json) {
  constexpr std::string_view mark = "\\udc";
  constexpr std::size_t length = 6;
  std::string out;
  for (std::size_t at = 0; at < json.size();) {
    if (json[at] != '\\') {
      out.push_back(json[at++]);
    } else if (json.substr(at).starts_with(mark) && at + length <= json.size()) {
      out.append("\\\\x").append(json.substr(at + mark.size(), 2));
      at += length;
    } else {
      out.append(json.substr(at, 2));
      at += 2;
    }
  }
  return out;
}

}  // namespace assay::format
