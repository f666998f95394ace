// SPDX-License-Identifier: MIT
#include "format/report/json_walk.h"

#include "format/json/reader.h"

#include <fmt/format.h>

#include <charconv>
#include <vector>

namespace assay::format::report {
namespace {

constexpr std::size_t key_max = 64;

class Walk {
 public:
  explicit Walk(JsonVisitor& visitor) : visitor_(visitor) {}

  void take(JsonToken token, const JsonReader& in) {
    switch (token) {
      case JsonToken::begin_object: return open(false);
      case JsonToken::begin_array: return open(true);
      case JsonToken::end_object:
      case JsonToken::end_array: return close(token == JsonToken::end_object);
      case JsonToken::key: return enter(in.text());
      case JsonToken::text: return scalar({in.text(), std::nullopt});
      case JsonToken::integer: return whole(in.integer<std::int64_t>());
      case JsonToken::real: return scalar({{}, std::nullopt, real(in.text())});
      case JsonToken::boolean:
      case JsonToken::null: return scalar({});
      case JsonToken::end:
      case JsonToken::broken: return;
    }
  }

 private:
  struct Frame {
    std::size_t path_size = 0;  ///< of the path of the container itself
    bool is_array = false;
  };

  static std::optional<std::int64_t> counted(std::optional<std::int64_t> number) {
    return number && *number >= 0 ? number : std::nullopt;
  }

  static std::optional<double> real(std::string_view digits) {
    double value = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return read.ec == std::errc{} ? std::optional(value) : std::nullopt;
  }

  void whole(std::optional<std::int64_t> number) {
    scalar(
        {{}, counted(number), number ? std::optional(static_cast<double>(*number)) : std::nullopt});
  }

  void open(bool is_array) {
    frames_.push_back({path_.size(), is_array});
    if (is_array) path_ += "/[]";
  }

  void close(bool is_object) {
    path_.resize(frames_.back().path_size);
    frames_.pop_back();
    if (is_object) visitor_.close(path_);
    leave();
  }

  void enter(std::string_view name) {
    path_.resize(frames_.back().path_size);
    path_ += '/';
    for (const char c : name.substr(0, key_max)) path_ += c == '/' ? '~' : c;
  }

  void scalar(const JsonScalar& value) {
    visitor_.value(path_, value);
    leave();
  }

  /// Back to where the next value of the container that is still open begins.
  void leave() {
    if (frames_.empty()) return;
    path_.resize(frames_.back().path_size);
    if (frames_.back().is_array) path_ += "/[]";
  }

  JsonVisitor& visitor_;
  std::string path_;
  std::vector<Frame> frames_;
};

}  // namespace

Result<> walk_json(std::string_view text, JsonVisitor& visitor) {
  JsonReader in(text);
  Walk walk{visitor};
  for (;;) {
    const JsonToken token = in.next();
    if (token == JsonToken::end) return {};
    if (token == JsonToken::broken || !in.fault().empty())
      return Error{Fault::bad_input,
                   fmt::format("JSON is broken at byte {}: {}", in.offset(), in.fault())};
    walk.take(token, in);
  }
}

}  // namespace assay::format::report
