// SPDX-License-Identifier: MIT
// Names of tests in the documentation that rspec and its like print: passing examples look like the
// groups they stand in.
#pragma once

#include "format/test_list.h"

#include <cstddef>
#include <string>
#include <vector>

namespace assay::format {

class DocumentedNames {
 public:
  explicit DocumentedNames(TestList& list) : list_(list) {}

  /// A line that may close one.
  void close(const std::string& line);
  /// A line that may be part of one.
  void read(const std::string& line);

 private:
  struct Line {
    std::size_t indent = 0;
    std::string text;
  };

  TestList& list_;
  std::vector<Line> lines_;
  bool open_ = true;  ///< details of failures have not begun
};

}  // namespace assay::format
