// SPDX-License-Identifier: MIT
// Names of tests that runners do not print on one line with what became of them: Catch2 and doctest
// (only what fails, as a heading above it), ExUnit (only what fails), the tree of JUnit's console.
#pragma once

#include "format/test_list.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace assay::format {

class BlockNames {
 public:
  explicit BlockNames(TestList& list) : list_(list) {}

  /// True: the line was about a test of one of them, and means nothing else.
  bool read(const std::string& line);
  void finish();

 private:
  struct Node {
    std::size_t depth = 0;
    std::string name;
    core::TestOutcome outcome = core::TestOutcome::error;
  };

  bool read_catch(const std::string& line);
  bool read_doctest(const std::string& line);
  bool read_exunit(const std::string& line);
  bool read_tree(const std::string& line);
  void settle_tree(std::size_t depth);
  void fail(const std::string& name);

  TestList& list_;
  enum class Catch : std::uint8_t { outside, heading, inside } catch_ = Catch::outside;
  bool is_catch_ = false;  ///< it has said its name
  std::string catch_name_;
  std::string doctest_name_;
  std::vector<Node> tree_;
  bool leaf_ = false;  ///< the last node has nothing below it, so far
};

}  // namespace assay::format
