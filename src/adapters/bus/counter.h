// SPDX-License-Identifier: MIT
// Remembers, in the lock file, the last id of a log and the look the log had then: a log that looks
// the same need not be read to find the next id.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <optional>

namespace assay::bus {

class Counter {
 public:
  /// `file` is the lock file, locked by the caller alone.
  explicit Counter(int file) : file_(file) {}

  /// Nothing if the log changed in any other way than by us.
  std::optional<std::uint64_t> last(const struct stat& log) const;
  void remember(const struct stat& log, std::uint64_t last) const;

 private:
  int file_;
};

}  // namespace assay::bus
