// SPDX-License-Identifier: MIT
// Cuts a stream that comes in pieces into its lines, without copying those that come whole.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace assay::format::dialect {

class Lines {
 public:
  /// Lines longer than `longest` are dropped to their end.
  explicit Lines(std::size_t longest) : longest_(longest) {}

  /// Calls `on_line` with each line that ends in `bytes`, without its newline, and `on_overlong`
  /// for each that was dropped.
  template <class OnLine, class OnOverlong>
  void feed(std::string_view bytes, OnLine&& on_line, OnOverlong&& on_overlong) {
    while (!bytes.empty()) {
      const std::size_t newline = bytes.find('\n');
      const bool ends = newline != std::string_view::npos;
      const std::string_view piece = bytes.substr(0, newline);
      bytes.remove_prefix(ends ? newline + 1 : bytes.size());
      if (!ends) {
        keep(piece);
      } else if (begun_.empty() && !dropping_ && piece.size() <= longest_) {
        on_line(piece);
      } else {
        keep(piece);
        end_line(on_line, on_overlong);
      }
    }
  }

  /// The stream is at its end; a last line needs no newline.
  template <class OnLine, class OnOverlong>
  void finish(OnLine&& on_line, OnOverlong&& on_overlong) {
    if (dropping_ || !begun_.empty()) end_line(on_line, on_overlong);
  }

 private:
  static constexpr std::size_t kept_capacity = 1U << 20U;

  void keep(std::string_view piece) {
    if (!dropping_ && begun_.size() + piece.size() > longest_) {
      dropping_ = true;
      forget();
    }
    if (dropping_) return;
    const std::size_t needed = begun_.size() + piece.size();
    // Doubling, but never beyond what a line may have.
    if (needed > begun_.capacity()) {
      begun_.reserve(std::min(longest_, std::max(needed, begun_.capacity() * 2)));
    }
    begun_ += piece;
  }

  template <class OnLine, class OnOverlong>
  void end_line(OnLine&& on_line, OnOverlong&& on_overlong) {
    if (dropping_) {
      on_overlong();
    } else {
      on_line(std::string_view(begun_));
    }
    dropping_ = false;
    forget();
  }

  void forget() {
    begun_.clear();
    if (begun_.capacity() > kept_capacity) begun_ = std::string();
  }

  std::size_t longest_;
  std::string begun_;
  bool dropping_ = false;
};

}  // namespace assay::format::dialect
