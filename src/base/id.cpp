// SPDX-License-Identifier: MIT
#include "base/id.h"

#include <algorithm>

namespace assay {

namespace {

bool is_alphanumeric(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// No vowels and nothing that looks like something else: a random tail never spells a word.
constexpr std::string_view tail_alphabet = "0123456789bcdfghjkmnpqrstvwxyz";
constexpr int tail_length = 6;

}  // namespace

bool is_valid_id(std::string_view id) {
  if (id.empty() || id.size() > 128 || !is_alphanumeric(id.front())) return false;
  return std::all_of(id.begin(), id.end(),
                     [](char c) { return is_alphanumeric(c) || c == '.' || c == '_' || c == '-'; });
}

std::string make_run_id(Instant at, std::uint64_t salt) {
  std::string id;
  for (const char c : to_text(at)) {
    if (c == 'T') id.push_back('-');
    if (c >= '0' && c <= '9') id.push_back(c);
  }
  id.push_back('-');
  for (int i = 0; i < tail_length; ++i) {
    id.push_back(tail_alphabet[salt % tail_alphabet.size()]);
    salt /= tail_alphabet.size();
  }
  return id;
}

}  // namespace assay
