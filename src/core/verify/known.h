// SPDX-License-Identifier: MIT
// Failures by name: which are new, known or flaky, and when a gate that failed is let through
// because every test that failed is on the list. Names alone never help a gate: the list is the
// user's, and was read before anything ran.
#pragma once

#include "core/evidence/attempt.h"
#include "core/verify/state.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::core::verify {

/// How a failing test stands to the base.
enum class Standing : std::uint8_t {
  unknown,  ///< nothing is known of the base
  fresh,    ///< it did not fail there
  known,    ///< it failed there, or is on the list
  flaky,    ///< it has passed and failed on one tree
};

constexpr auto words_of(Of<Standing>) {
  return words<Standing>({{Standing::unknown, "failed"},
                          {Standing::fresh, "new"},
                          {Standing::known, "known"},
                          {Standing::flaky, "flaky"}});
}

Standing standing_of(const Plan& plan, std::uint32_t unit, std::string_view test);

/// Whether an attempt that failed is let through by the list.
struct Excuse {
  bool granted = false;
  std::string why_not;  ///< if there is a list and it does not help
};
Excuse excuse_of(const Plan& plan, std::uint32_t unit, const Evidence& evidence);

/// Every failing test of the last attempt, new ones first.
struct FailingTest {
  std::string id;
  Standing standing = Standing::unknown;
};
std::vector<FailingTest> failing_tests(const State& state, std::uint32_t unit);

/// Tests that failed in an earlier attempt on the same tree and did not in the last, which named
/// its tests.
std::vector<std::string> flaky_tests(const CommandState& command);

/// Whether every failure is named and old: told to who waits for the gate, and no reason to stop
/// him.
bool fails_as_before(const State& state, std::uint32_t unit);

/// What else became of a gate's tests since the base. Nothing is decided by it.
struct TestsSince {
  std::uint32_t unit = 0;
  std::vector<std::string> fixed;  ///< failed there and passed now
  std::vector<std::string> gone;   ///< were there, and no test of that name is now
};

/// "new: a, b; known: c"; empty: no test is named, or nothing is known of any.
std::string failing_text(const State& state, std::uint32_t unit);

/// The same with a line for each test, the first few.
std::vector<std::string> failing_lines(const State& state, std::uint32_t unit);

}  // namespace assay::core::verify
