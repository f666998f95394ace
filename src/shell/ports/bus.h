// SPDX-License-Identifier: MIT
// The message log of one team, shared with other processes.
#pragma once

#include "base/result.h"
#include "core/bus/message.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay::shell {

class Bus {
 public:
  virtual ~Bus() = default;

  /// Appends the message with the next id, which no other message has, and returns it.
  virtual Result<core::bus::Message> log(core::bus::Message message) = 0;
  /// All lines, oldest first. No log is an empty log.
  virtual Result<std::vector<core::bus::Line>> read() = 0;
  /// Takes out the message of that id and leaves every other line as it stands. Fault::not_found.
  virtual Result<> remove(const std::string& id) = 0;
  /// Takes out everything; returns how many lines there were.
  virtual Result<std::uint64_t> clear() = 0;
};

}  // namespace assay::shell
