// SPDX-License-Identifier: MIT
#include "format/connect/json_spots.h"

#include "format/json/reader.h"

#include <algorithm>

namespace assay::format {

namespace {

constexpr int spots_deepest = 60;

class SpotReader {
 public:
  explicit SpotReader(std::string_view text) : text_(text) {}

  Result<JsonSpot> read() {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    skip();
    JsonSpot root;
    if (!value(root, 0)) return fault();
    skip();
    if (at_ < text_.size()) return fault();
    return root;
  }

 private:
  void skip() { at_ = behind_blanks(text_, at_); }
  bool sees(char c) const { return at_ < text_.size() && text_[at_] == c; }

  Error fault() const {
    const auto lines =
        std::count(text_.begin(),
                   text_.begin() + static_cast<std::ptrdiff_t>(std::min(at_, text_.size())), '\n');
    return {Fault::bad_input, std::to_string(lines + 1) + ": is no JSON from here on"};
  }

  bool value(JsonSpot& spot, int depth) {
    if (depth > spots_deepest || at_ >= text_.size()) return false;
    spot.begin = at_;
    const bool good = sees('{')   ? container(spot, JsonSpot::Kind::object, '}', depth)
                      : sees('[') ? container(spot, JsonSpot::Kind::list, ']', depth)
                      : sees('"') ? string()
                                  : plain();
    spot.end = at_;
    return good;
  }

  bool container(JsonSpot& spot, JsonSpot::Kind kind, char close, int depth) {
    spot.kind = kind;
    ++at_;
    for (skip(); !sees(close); skip()) {
      if (kind == JsonSpot::Kind::object && !name(spot)) return false;
      if (!value(spot.items.emplace_back(), depth + 1)) return false;
      skip();
      if (sees(',')) {
        ++at_;
      } else if (!sees(close)) {
        return false;
      }
    }
    ++at_;
    return true;
  }

  bool name(JsonSpot& spot) {
    const std::size_t begin = at_;
    if (!sees('"') || !string()) return false;
    JsonReader reader(text_.substr(begin, at_ - begin));
    if (reader.next() != JsonToken::text) return false;
    spot.names.emplace_back(reader.text());
    spot.name_begins.push_back(begin);
    skip();
    if (!sees(':')) return false;
    ++at_;
    skip();
    return true;
  }

  bool string() {
    for (++at_; at_ < text_.size(); ++at_) {
      if (text_[at_] == '\n') return false;
      if (text_[at_] == '"') return ++at_, true;
      if (text_[at_] == '\\') ++at_;
    }
    return false;
  }

  /// Numbers and words; what exactly they are is nobody's business here.
  bool plain() {
    const std::size_t begin = at_;
    const auto fits = [](char c) {
      return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
             c == '+' || c == '-' || c == '.';
    };
    while (at_ < text_.size() && fits(text_[at_])) ++at_;
    return at_ > begin;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::ptrdiff_t JsonSpot::find(std::string_view name) const {
  const auto found = std::find(names.rbegin(), names.rend(), name);
  return found == names.rend() ? -1 : names.rend() - found - 1;
}

std::size_t behind_blanks(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    if (std::string_view(" \t\r\n").find(text[at]) != std::string_view::npos) {
      ++at;
    } else if (text.substr(at).starts_with("//")) {
      at = std::min(text.find('\n', at), text.size());
    } else if (text.substr(at).starts_with("/*")) {
      const auto end = text.find("*/", at + 2);
      if (end == std::string_view::npos) return at;
      at = end + 2;
    } else {
      break;
    }
  }
  return at;
}

Result<JsonSpot> find_spots(std::string_view text) { return SpotReader(text).read(); }

}  // namespace assay::format
