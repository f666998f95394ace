// SPDX-License-Identifier: MIT
// A record that is kept by itself: its text, and back.
#pragma once

#include "format/record/put.h"
#include "format/record/read.h"

#include <string>
#include <string_view>

namespace assay::format::stored {

template <HasFields T>
std::string text_of(const T& record) {
  std::string out;
  JsonWriter json(out);
  put_value(json, record);
  return out;
}

/// Unknown keys are refused; what is left out has its default.
template <HasFields T>
Result<T> read_text(std::string_view text) {
  T record;
  JsonReader json(text, JsonReader::Strings::bytes);
  In in{json};
  TRY(read_value(in, record));
  return record;
}

}  // namespace assay::format::stored
