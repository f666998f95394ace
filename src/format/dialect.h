// SPDX-License-Identifier: MIT
// What an agent CLI prints, read while it runs and turned into one record for all of them.
#pragma once

#include "core/agent/transcript.h"
#include "core/config.h"

#include <cstdint>
#include <memory>
#include <string_view>

namespace assay::format {

/// What is known while the agent still runs.
struct StreamProgress {
  bool terminal = false;  ///< its terminal event came; it may still be withdrawn by a retry
  std::int32_t turns = 0;
  std::uint32_t tool_calls = 0;
  std::int64_t tokens = 0;
  std::uint32_t retries = 0;
  bool limit_reached = false;
};

/// Reads the streams of one attempt, in pieces of any size. The record does not depend on how they
/// were cut. Memory is bounded whatever comes: a line longer than 64 MiB is given up and counted as
/// broken, lists and texts have limits.
class DialectReader {
 public:
  virtual ~DialectReader() = default;

  /// Takes the next bytes of stdout.
  virtual void output(std::string_view bytes) = 0;
  /// Takes the next bytes of stderr.
  virtual void errors(std::string_view bytes) = 0;
  virtual const StreamProgress& progress() const = 0;
  /// Both streams are at their end. Call it once, and nothing after it.
  virtual core::agent::Transcript finish() = 0;
};

std::unique_ptr<DialectReader> read_dialect(core::Dialect dialect);

}  // namespace assay::format
