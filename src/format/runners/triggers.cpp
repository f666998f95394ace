// SPDX-License-Identifier: MIT
#include "format/runners/triggers.h"

#include "base/ensure.h"

#include <limits>

namespace assay::format {

Triggers::Triggers(const std::vector<std::string_view>& words)
    : words_(words.size()), symbol_of_(256, 0) {
  for (const std::string_view word : words) {
    for (const char c : word) {
      std::uint8_t& symbol = symbol_of_[static_cast<unsigned char>(c)];
      if (symbol == 0) symbol = static_cast<std::uint8_t>(symbols_++);
    }
  }
  ENSURE(symbols_ <= 256);
  next_.assign(symbols_, 0);
  ends_.emplace_back();
  for (std::size_t i = 0; i < words.size(); ++i) {
    State state = 0;
    for (const char c : words[i]) {
      state = child_or_new(state, symbol_of_[static_cast<unsigned char>(c)]);
    }
    if (state != 0) ends_[state].push_back(static_cast<std::uint16_t>(i));
  }
  link();
}

Triggers::State Triggers::child_or_new(State state, std::uint8_t symbol) {
  const std::size_t slot = state * symbols_ + symbol;
  if (next_[slot] == 0) {
    ENSURE(ends_.size() < std::numeric_limits<State>::max());
    next_[slot] = static_cast<State>(ends_.size());
    ends_.emplace_back();
    next_.resize(next_.size() + symbols_, 0);
  }
  return next_[slot];
}

/// Breadth first: a state inherits the transitions and words of its longest proper suffix.
void Triggers::link() {
  std::vector<State> suffix(ends_.size(), 0);
  std::vector<State> queue{0};
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const State state = queue[head];
    for (std::size_t symbol = 0; symbol < symbols_; ++symbol) {
      State& child = next_[state * symbols_ + symbol];
      const State fallback = state == 0 ? State{0} : next_[suffix[state] * symbols_ + symbol];
      if (child == 0) {
        child = fallback;
        continue;
      }
      suffix[child] = fallback;
      ends_[child].insert(ends_[child].end(), ends_[fallback].begin(), ends_[fallback].end());
      queue.push_back(child);
    }
  }
  for (const auto& words : ends_) ending_.push_back(words.empty() ? 0 : 1);
}

std::vector<bool> Triggers::found_in(std::string_view text) const {
  std::vector<bool> found(words_, false);
  std::vector<bool> reported(ends_.size(), false);
  std::size_t state = 0;
  for (const char c : text) {
    state = next_[state * symbols_ + symbol_of_[static_cast<unsigned char>(c)]];
    if (ending_[state] == 0 || reported[state]) continue;
    reported[state] = true;
    for (const std::uint16_t word : ends_[state]) found[word] = true;
  }
  return found;
}

}  // namespace assay::format
