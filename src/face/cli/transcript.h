// SPDX-License-Identifier: MIT
// The log of an agent as people read it: who said what, which tool was called with what, how it
// ended. Works on a log that is still being written.
#pragma once

#include "base/instant.h"
#include "core/ask/order.h"
#include "format/dialect.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace assay::cli {

class TranscriptReader {
 public:
  /// `cwd`: where the agent works; its own paths are shown relative to it.
  TranscriptReader(core::Dialect dialect, std::string cwd);

  /// Takes the next bytes of the log and returns the lines they add, each whole and safe to print.
  std::string read(std::string_view bytes);
  /// What is read next came so long after the start; told in front of each line.
  void at(Millis after) { now_ = after; }
  /// The log is at its end: what was still missing.
  std::string finish();

 private:
  void hear(const format::Moment& moment);

  std::string cwd_;
  std::string lines_;
  std::optional<Millis> now_;     ///< none: times are not known
  std::optional<Millis> called_;  ///< when the last tool was
  std::unique_ptr<format::DialectReader> reader_;
};

/// The whole log, with the times of its lines where they are known ("LINE MILLISECONDS" each).
std::string read_transcript(TranscriptReader& reader, std::string_view log, std::string_view times);

/// Whether logs of that dialect are better read than printed.
bool has_transcript(core::Dialect dialect);

}  // namespace assay::cli
