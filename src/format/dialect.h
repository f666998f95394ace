// SPDX-License-Identifier: MIT
// What an agent CLI prints, read while it runs and turned into one record for all of them.
#pragma once

#include "base/instant.h"
#include "core/ask/order.h"
#include "core/evidence/transcript.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
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
  std::string last_tool;   ///< "Edit: src/a.py"; empty: none so far
  std::string last_words;  ///< the beginning of what it said last
  std::optional<std::int64_t> micro_usd;
};

/// One thing an agent said or did, for people to read. It decides nothing.
struct Moment {
  enum class Kind : std::uint8_t {
    said,      ///< words of the agent
    called,    ///< "Bash: make test"
    returned,  ///< how a call ended: "exit 1", "denied"
    error,
    retried,  ///< a request was made again
    ended,    ///< its terminal event
    other,    ///< a line that is not of its dialect: stderr, noise
  };
  Kind kind = Kind::other;
  std::string text;
};
using OnMoment = std::function<void(const Moment&)>;

/// Reads the streams of one attempt, in pieces of any size. The record does not depend on how they
/// were cut. Memory is bounded whatever comes: a line longer than 64 MiB is given up and counted as
/// broken, lists and texts have limits.
class DialectReader {
 public:
  virtual ~DialectReader() = default;

  /// Is told each moment as it is read. Call it before anything is read.
  virtual void listen(OnMoment on_moment) = 0;
  /// Takes the next bytes of stdout.
  virtual void output(std::string_view bytes) = 0;
  /// Takes the next bytes of stderr.
  virtual void errors(std::string_view bytes) = 0;
  virtual const StreamProgress& progress() const = 0;
  /// Both streams are at their end. Call it once, and nothing after it.
  virtual core::agent::Transcript finish() = 0;
};

std::unique_ptr<DialectReader> read_dialect(core::Dialect dialect);

/// Beside the log of an agent: from this line on, its lines came so long after the start.
struct LineTime {
  std::size_t line = 0;
  Millis after{0};
};
/// Takes the next entry ("LINE MILLISECONDS") off the text. False: there is none, or it is broken.
bool take_line_time(std::string_view& times, LineTime& out);

}  // namespace assay::format
