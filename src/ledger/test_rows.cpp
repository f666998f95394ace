// SPDX-License-Identifier: MIT
#include "ledger/test_rows.h"

#include "base/ensure.h"

#include <algorithm>

namespace assay::ledger {

namespace {

constexpr char absent = ' ';

}  // namespace

void TestNumbers::take(std::uint32_t number) {
  taken_.resize(std::max(taken_.size(), number + std::size_t{1}));
  taken_[number] = true;
}

std::uint32_t TestNumbers::give() {
  while (next_ < taken_.size() && taken_[next_]) ++next_;
  return next_++;
}

TestRow row_of(const std::vector<std::uint32_t>& numbers,
               const std::vector<core::TestResult>& tests) {
  ENSURE(numbers.size() == tests.size());
  const auto highest = std::max_element(numbers.begin(), numbers.end());
  const std::size_t size = highest == numbers.end() ? 0 : *highest + std::size_t{1};
  TestRow row{std::string(size, absent), std::string(2 * size, '\xFF')};
  static_assert(core::no_time == 0xFFFF);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::uint16_t time = core::short_time(tests[i].millis);
    row.outcomes[numbers[i]] = core::letter_of(tests[i].outcome);
    row.times[2 * std::size_t{numbers[i]}] = static_cast<char>(time & 0xFFU);
    row.times[2 * std::size_t{numbers[i]} + 1] = static_cast<char>(time >> 8U);
  }
  return row;
}

std::vector<std::uint16_t> times_from(std::string_view bytes) {
  std::vector<std::uint16_t> times(bytes.size() / 2);
  for (std::size_t i = 0; i < times.size(); ++i) {
    const auto low = static_cast<unsigned char>(bytes[2 * i]);
    const auto high = static_cast<unsigned char>(bytes[2 * i + 1]);
    times[i] = static_cast<std::uint16_t>(low | (high << 8U));
  }
  return times;
}

bool are_too_many(std::int64_t names, std::size_t tests) {
  constexpr std::int64_t spare = 10'000;
  return names > 4 * static_cast<std::int64_t>(tests) + spare;
}

void TestsInUse::add(std::string_view outcomes) {
  used_.resize(std::max(used_.size(), outcomes.size()));
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (outcomes[i] != absent) used_[i] = true;
  }
}

}  // namespace assay::ledger
