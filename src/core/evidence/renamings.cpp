// SPDX-License-Identifier: MIT
#include "core/evidence/renamings.h"

#include "base/text/ascii.h"

#include <algorithm>
#include <utility>

namespace assay::core::work {

namespace {

/// The case of a test that goes through several: "[2]" of `test_a[2]`.
std::string_view case_of(std::string_view name) {
  const std::size_t open = name.ends_with(']') ? name.rfind('[') : std::string_view::npos;
  return open == std::string_view::npos ? std::string_view() : name.substr(open);
}

std::string_view without_case(std::string_view name) {
  return name.substr(0, name.size() - case_of(name).size());
}

bool is_part_of_word(char c) {
  return (lower(c) >= 'a' && lower(c) <= 'z') || is_digit(c) || c == '_';
}

}  // namespace

bool carries_title(std::string_view name, std::string_view title) {
  const std::string_view plain = without_case(name);
  if (title.empty()) return false;
  // unittest tells the place behind the title.
  if (plain.starts_with(title) && plain.substr(title.size()).starts_with(" (")) return true;
  if (!plain.ends_with(title)) return false;
  return plain.size() == title.size() || !is_part_of_word(plain[plain.size() - title.size() - 1]);
}

Renamings::Renamings(const std::vector<Renaming>& renamed, std::vector<std::string> fresh)
    : fresh_(std::move(fresh)) {
  for (const Renaming& each : renamed) all_.push_back({each, ""});
}

bool Renamings::tell(std::string_view name) {
  const std::string_view plain = without_case(name);
  for (std::size_t first = 0; first < all_.size(); ++first) {
    Used& each = all_[first];
    const bool free = each.by.empty() || each.by == plain;
    if (!free || !carries_title(plain, each.renaming.from)) continue;
    const std::string title = last_title(first);
    const auto found = std::find_if(fresh_.begin(), fresh_.end(), [&](const std::string& other) {
      return case_of(other) == case_of(name) && carries_title(other, title);
    });
    if (found == fresh_.end()) continue;
    fresh_.erase(found);
    each.by = plain;
    return true;
  }
  return false;
}

/// What was done later may have gone on renaming it.
std::string Renamings::last_title(std::size_t first) const {
  std::string title = all_[first].renaming.to;
  for (std::size_t later = first + 1; later < all_.size(); ++later) {
    if (all_[later].renaming.from == title) title = all_[later].renaming.to;
  }
  return title;
}

}  // namespace assay::core::work
