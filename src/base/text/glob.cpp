// SPDX-License-Identifier: MIT
#include "base/text/glob.h"

#include <algorithm>
#include <cstddef>

namespace assay {

namespace {

enum class Slashes : bool { like_any, kept };

/// Linear for what people write: one way back per kind of star.
class Fit {
 public:
  Fit(std::string_view glob, std::string_view text, Slashes slashes)
      : glob_(glob), text_(text), slashes_(slashes) {}

  bool whole() {
    while (at_ < text_.size()) {
      if (!step() && !retry()) return false;
    }
    return glob_.find_first_not_of('*', std::min(g_, glob_.size())) == std::string_view::npos;
  }

 private:
  static constexpr std::size_t none = std::string_view::npos;

  /// The length of a star that crosses slashes; 0: here is none.
  std::size_t deep_star() const {
    const std::string_view rest = glob_.substr(g_);
    if (slashes_ == Slashes::like_any) return rest.starts_with('*') ? 1 : 0;
    if (rest.starts_with("**/")) return 3;
    return rest.starts_with("**") ? 2 : 0;
  }
  bool step() {
    if (const std::size_t length = deep_star(); length > 0) {
      deep_ = g_ + length;
      deep_at_ = at_;
      star_ = none;
      g_ = deep_;
      return true;
    }
    if (g_ >= glob_.size()) return false;
    if (glob_[g_] == '*') {
      star_ = ++g_;
      star_at_ = at_;
      return true;
    }
    const bool any = glob_[g_] == '?' && (slashes_ == Slashes::like_any || text_[at_] != '/');
    if (glob_[g_] != text_[at_] && !any) return false;
    ++g_;
    ++at_;
    return true;
  }
  /// The last star takes one more.
  bool retry() {
    if (star_ != none && text_[star_at_] != '/') {
      g_ = star_;
      at_ = ++star_at_;
      return true;
    }
    if (deep_ == none) return false;
    star_ = none;
    g_ = deep_;
    at_ = ++deep_at_;
    return true;
  }

  std::string_view glob_;
  std::string_view text_;
  Slashes slashes_;
  std::size_t g_ = 0;
  std::size_t at_ = 0;
  std::size_t star_ = none;
  std::size_t star_at_ = 0;
  std::size_t deep_ = none;
  std::size_t deep_at_ = 0;
};

}  // namespace

bool matches_glob(std::string_view glob, std::string_view text) {
  return Fit(glob, text, Slashes::like_any).whole();
}

bool matches_path_glob(std::string_view glob, std::string_view path) {
  return Fit(glob, path, Slashes::kept).whole();
}

}  // namespace assay
