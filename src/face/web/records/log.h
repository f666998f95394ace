// SPDX-License-Identifier: MIT
// Pieces of a log, lines found in it, and the readable form of an agent's.
#pragma once

#include "base/record.h"
#include "face/shown/records.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay::web {

using shown::OrNull;

struct LogShown {
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  std::uint64_t size = 0;
  std::uint64_t first_line = 1;
  std::string text;
  bool growing = false;
};
constexpr auto fields_of(Of<LogShown>) {
  using Shown = LogShown;
  return record<Shown>(
      field("from", &Shown::from, always, "First byte of this piece: the beginning of a line."),
      field("to", &Shown::to, always, "One past its last: `from` of the next piece."),
      field("size", &Shown::size, always, "Of the log as it is now."),
      field("first_line", &Shown::first_line, always, "Number of the line at `from`, from 1."),
      field("text", &Shown::text, always,
            "Escape sequences and control characters are in it; bytes that are no UTF-8 are "
            "replaced."),
      field("growing", &Shown::growing, always));
}

struct LogHitShown {
  std::uint64_t at = 0;
  std::uint64_t line = 1;
  std::string text;
};
constexpr auto fields_of(Of<LogHitShown>) {
  using Shown = LogHitShown;
  return record<Shown>(field("at", &Shown::at, always, "First byte of its line."),
                       field("line", &Shown::line, always),
                       field("text", &Shown::text, always, "The line, at most 400 bytes of it."));
}

struct LogHitsShown {
  std::vector<LogHitShown> hits;
  std::uint64_t matching = 0;
  OrNull<std::uint64_t> next;
};
constexpr auto fields_of(Of<LogHitsShown>) {
  using Shown = LogHitsShown;
  return record<Shown>(field("hits", &Shown::hits, always),
                       field("matching", &Shown::matching, always, "Lines in the whole log."),
                       field("next", &Shown::next, always, "`from` of the next page."));
}

struct MomentShown {
  std::string kind;
  std::string text;
  OrNull<std::int64_t> at_ms;
};
constexpr auto fields_of(Of<MomentShown>) {
  using Shown = MomentShown;
  return record<Shown>(
      field("kind", &Shown::kind, always,
            "said, called (a tool), returned, error, retried, ended, other."),
      field("text", &Shown::text, always),
      field("at_ms", &Shown::at_ms, always, "After the start of the attempt, where known."));
}

struct TranscriptShown {
  std::vector<MomentShown> moments;
  std::uint64_t first = 0;
  std::uint64_t all = 0;
  bool growing = false;
};
constexpr auto fields_of(Of<TranscriptShown>) {
  using Shown = TranscriptShown;
  return record<Shown>(field("moments", &Shown::moments, always),
                       field("first", &Shown::first, always, "Number of the first of these."),
                       field("all", &Shown::all, always, "How many there are by now."),
                       field("growing", &Shown::growing, always));
}

}  // namespace assay::web
