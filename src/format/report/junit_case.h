// SPDX-License-Identifier: MIT
// What one <testcase> says: JUnit XML has no standard, so each tool marks its skipped, disabled and
// made-up cases in its own way.
#pragma once

#include <cstdint>

namespace pugi {
class xml_node;
}

namespace assay::format::report {

enum class CaseState : std::uint8_t {
  passed,
  failed,
  skipped,
  phantom,  ///< stands for a file or an empty class, not for a test
  broken,   ///< a failure before or instead of a test: collection, set-up, compilation
};

struct JunitCase {
  CaseState state = CaseState::passed;
  bool marked_skipped = false;    ///< the tool's own totals count it as skipped
  bool expected_to_fail = false;  ///< it ran, and proves nothing
};

JunitCase read_case(const pugi::xml_node& testcase);

}  // namespace assay::format::report
