// SPDX-License-Identifier: MIT
// A command that failed while nobody looked: neither a condition nor `$?`, and the shell it stood
// in ended well.
#pragma once

#include <string>

namespace assay::core {

struct LostFailure {
  std::string command;  ///< as the shell knows it, at most 120 bytes, safe to show
  int status = 0;
  std::string place;  ///< "scripts/test.sh:12"; empty: the command of the gate itself

  friend bool operator==(const LostFailure&, const LostFailure&) = default;
};

}  // namespace assay::core
