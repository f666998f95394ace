// SPDX-License-Identifier: MIT
// The simulator's only source of chance: xoshiro256** filled by splitmix64. The same numbers with
// every compiler and library, which the generators and distributions of <random> do not promise.
#pragma once

#include <array>
#include <cstdint>

namespace assay::sim {

/// One step of splitmix64; also a good way to make one number out of two.
constexpr std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

class Chance {
 public:
  explicit constexpr Chance(std::uint64_t seed) {
    for (std::uint64_t& word : words_) word = seed = mix(seed);
  }

  constexpr std::uint64_t next() {
    const std::uint64_t result = turn(words_[1] * 5, 7) * 9;
    const std::uint64_t kept = words_[1] << 17;
    words_[2] ^= words_[0];
    words_[3] ^= words_[1];
    words_[1] ^= words_[2];
    words_[0] ^= words_[3];
    words_[2] ^= kept;
    words_[3] = turn(words_[3], 45);
    return result;
  }

  /// 0 to n - 1.
  constexpr std::uint32_t below(std::uint32_t n) {
    return static_cast<std::uint32_t>(((next() >> 32) * n) >> 32);
  }
  constexpr bool percent(std::uint32_t p) { return below(100) < p; }
  constexpr bool permille(std::uint32_t p) { return below(1000) < p; }

 private:
  static constexpr std::uint64_t turn(std::uint64_t x, int by) {
    return (x << by) | (x >> (64 - by));
  }

  std::array<std::uint64_t, 4> words_{};
};

}  // namespace assay::sim
