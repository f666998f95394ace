// SPDX-License-Identifier: MIT
// Feeds streams to readers in one piece or in many.
#pragma once

#include "format/dialect.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace assay::test {

inline core::agent::Transcript read_all(core::Dialect dialect, std::string_view out,
                                        std::string_view err = {}) {
  const auto reader = format::read_dialect(dialect);
  reader->errors(err);
  reader->output(out);
  return reader->finish();
}

/// The record must not depend on how the stream was cut: at every place, and byte by byte.
inline void check_every_cut(core::Dialect dialect, std::string_view out) {
  const core::agent::Transcript whole = read_all(dialect, out);
  for (std::size_t cut = 0; cut <= out.size(); ++cut) {
    const auto reader = format::read_dialect(dialect);
    reader->output(out.substr(0, cut));
    reader->output(out.substr(cut));
    REQUIRE_MESSAGE(reader->finish() == whole, "cut at byte ", cut);
  }
  const auto reader = format::read_dialect(dialect);
  for (const char& byte : out) reader->output({&byte, 1});
  CHECK(reader->finish() == whole);
}

/// Every beginning of a good stream is read, and never as more than the whole of it: success is
/// only told when the terminal event is there to its last byte.
inline void check_every_beginning(core::Dialect dialect, std::string_view out) {
  const std::size_t last_line = out.rfind('\n', out.size() - 2) + 1;
  for (std::size_t size = 0; size < out.size(); ++size) {
    const core::agent::Transcript cut = read_all(dialect, out.substr(0, size));
    const bool is_whole = size + 1 == out.size();  // only the newline is missing
    if (size > last_line && !is_whole) {
      REQUIRE_MESSAGE(cut.ending != core::agent::Ending::success, "cut at byte ", size);
      REQUIRE_MESSAGE(cut.broken_lines == 1, "cut at byte ", size);
    }
  }
}

}  // namespace assay::test
