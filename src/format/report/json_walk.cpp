// SPDX-License-Identifier: MIT
#include "format/report/json_walk.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <vector>

namespace assay::format::report {
namespace {

constexpr std::size_t frames_max = 64;
constexpr std::size_t key_max = 64;

class Walk final : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit Walk(JsonVisitor& visitor) : visitor_(visitor) {}
  std::string why;

  bool null() override { return scalar({}); }
  bool boolean(bool) override { return scalar({}); }
  bool number_integer(number_integer_t) override { return scalar({}); }
  bool number_unsigned(number_unsigned_t number) override {
    constexpr number_unsigned_t limit = INT64_MAX;
    if (number > limit) return scalar({});
    return scalar({{}, static_cast<std::int64_t>(number)});
  }
  bool number_float(number_float_t, const string_t&) override { return scalar({}); }
  bool string(string_t& text) override { return scalar({text, std::nullopt}); }
  bool binary(binary_t&) override { return scalar({}); }

  bool start_object(std::size_t) override { return open(false); }
  bool start_array(std::size_t) override { return open(true); }
  bool end_object() override {
    frames_.pop_back();
    visitor_.close(path_);
    leave();
    return true;
  }
  bool end_array() override {
    path_.resize(frames_.back().path_size);
    frames_.pop_back();
    leave();
    return true;
  }
  bool key(string_t& name) override {
    path_.resize(frames_.back().path_size);
    path_ += '/';
    for (const char c : std::string_view{name}.substr(0, key_max)) path_ += c == '/' ? '~' : c;
    return true;
  }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::json::exception&) override {
    why = fmt::format("JSON is broken at byte {}", position);
    return false;
  }

 private:
  struct Frame {
    std::size_t path_size = 0;  ///< of the path of the container itself
    bool is_array = false;
  };

  bool scalar(const JsonScalar& value) {
    visitor_.value(path_, value);
    leave();
    return true;
  }

  bool open(bool is_array) {
    if (frames_.size() >= frames_max) {
      why = "JSON is nested too deeply for a report";
      return false;
    }
    frames_.push_back({path_.size(), is_array});
    if (is_array) path_ += "/[]";
    return true;
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
  Walk walk{visitor};
  if (nlohmann::json::sax_parse(text.begin(), text.end(), &walk)) return {};
  return Error{Fault::bad_input, walk.why.empty() ? "JSON is broken" : walk.why};
}

}  // namespace assay::format::report
