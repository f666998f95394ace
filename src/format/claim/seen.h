// SPDX-License-Identifier: MIT
// What a shell command an agent ran was for: running tests, surely not, or nobody knows.
#pragma once

#include <cstdint>
#include <string_view>

namespace assay::format::claim {

struct CommandUse {
  enum class Kind : std::uint8_t {
    tests,     ///< a known test runner is in it
    harmless,  ///< only looks around, edits or installs: no test can have run
    unknown,
  };

  Kind kind = Kind::unknown;
  bool status_is_of_tests = false;  ///< a bad exit status can only come from the tests
};

CommandUse use_of(std::string_view command);

}  // namespace assay::format::claim
