// SPDX-License-Identifier: MIT
// Programs that are started and left alone: they go on when who started them is gone, and anybody
// who knows their folder can ask how they stand.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assay::shell {

struct JobOrder {
  std::string folder;  ///< of its own; made, what it prints is kept there
  std::vector<std::string> argv;
  std::string cwd;
};

struct JobSight {
  enum class State : std::uint8_t {
    unknown,  ///< there is no such job
    running,
    ended,
    lost,  ///< it is gone, and nobody saw how it ended
  };

  State state = State::unknown;
  int status = -1;  ///< of one that has ended
};

class Jobs {
 public:
  virtual ~Jobs() = default;

  /// In a session of its own, with nothing to read. Fault::conflict: the folder is there already.
  virtual Result<> start(const JobOrder& order) = 0;
  virtual JobSight look(const std::string& folder) = 0;
  /// What it has printed by now, at most so many bytes from the beginning.
  virtual std::string output(const std::string& folder, std::uint64_t bytes_max) = 0;
  virtual std::string complaints(const std::string& folder, std::uint64_t bytes_max) = 0;
  /// As a person at the terminal would: it ends what it has started and says so.
  virtual Result<> ask_to_stop(const std::string& folder) = 0;
};

}  // namespace assay::shell
