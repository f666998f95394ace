// SPDX-License-Identifier: MIT
#include "format/schema/frame.h"

#include "base/ensure.h"
#include "format/json/reader.h"
#include "format/json/writer.h"

namespace assay::format {

std::string filled(std::string text, std::string_view name, const std::string& part) {
  const std::size_t at = text.find(name);
  ENSURE(at != std::string::npos);
  return text.replace(at, name.size(), part);
}

std::string indented(std::string_view text) {
  std::string out;
  JsonWriter to(out, JsonLayout::indented);
  JsonReader from(text);
  for (JsonToken token = from.next(); token != JsonToken::end; token = from.next()) {
    switch (token) {
      case JsonToken::begin_object: to.begin_object(); break;
      case JsonToken::end_object: to.end_object(); break;
      case JsonToken::begin_array: to.begin_array(); break;
      case JsonToken::end_array: to.end_array(); break;
      case JsonToken::key: to.member(from.text()); break;
      case JsonToken::text: to.text(from.text()); break;
      case JsonToken::integer:
      case JsonToken::real: to.digits(from.text()); break;
      case JsonToken::boolean: to.boolean(from.truth()); break;
      case JsonToken::null: to.null(); break;
      case JsonToken::end:
      case JsonToken::broken: ENSURE(token != JsonToken::broken); break;
    }
  }
  return out + "\n";
}

}  // namespace assay::format
