// SPDX-License-Identifier: MIT
// Writes through a mapping of a file change its times only when they touch a page that was clean.
// As long as a page waits to be written back, whoever has it mapped can change it again and nothing
// tells: so what was written lately is written back before it is read and remembered.
#pragma once

#include <cstdint>

namespace assay::tree {

class WriteBack {
 public:
  /// `changed_ns`: when the file last changed, as it says itself; `now_ns`: when the walk began.
  /// From here on each write changes its times. False: on this file system nothing ever tells.
  bool settle(int fd, std::int64_t changed_ns, std::int64_t now_ns);

 private:
  std::uint32_t files_ = 0;
  bool all_ = false;  ///< the whole file system was written back
};

}  // namespace assay::tree
