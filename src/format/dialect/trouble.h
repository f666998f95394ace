// SPDX-License-Identifier: MIT
// What kind of trouble an error text tells of. The only place that knows the phrases: they are
// looked for in what a CLI reports as an error, never in what a model says.
#pragma once

#include "core/evidence/transcript.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace assay::format::dialect {

/// `other` if no phrase is known. Reads the first 8 KiB.
core::agent::Trouble trouble_of(std::string_view error);

/// Of an HTTP status; `none` for what is no failure.
core::agent::Trouble trouble_of_status(std::int64_t status);

/// When to try again, as far as an error text says so.
struct Wait {
  std::optional<Instant> until;
  std::optional<Millis> length;
};
Wait wait_told(std::string_view error);

/// From Unix time in seconds, or in milliseconds if it is that large.
std::optional<Instant> instant_of_unix(std::int64_t time);

}  // namespace assay::format::dialect
