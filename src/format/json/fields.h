// SPDX-License-Identifier: MIT
// Members of a JSON object, written in the order they are told.
#pragma once

#include "format/json/writer.h"

#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

/// Writes "key": value pairs; the one place that knows how each type is written.
class Fields {
 public:
  explicit Fields(JsonWriter& json) : json_(json) {}

  Fields& text(std::string_view key, std::string_view value) {
    json_.key(key);
    json_.text(value);
    return *this;
  }
  Fields& flag(std::string_view key, bool value) {
    json_.key(key);
    json_.boolean(value);
    return *this;
  }
  template <class Integer>
  Fields& number(std::string_view key, Integer value) {
    json_.key(key);
    json_.number(value);
    return *this;
  }
  Fields& list(std::string_view key, const std::vector<std::string>& values) {
    json_.key(key);
    json_.begin_array();
    for (const std::string& value : values) json_.text(value);
    json_.end_array();
    return *this;
  }

 private:
  JsonWriter& json_;
};

}  // namespace assay::format
