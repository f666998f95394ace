// SPDX-License-Identifier: MIT
// Names that are safe in file names, git refs, SQL and terminals.
#pragma once

#include "base/instant.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace assay {

/// `^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$`: what a run or command may be called.
bool is_valid_id(std::string_view id);

/// Sortable by time and unique by `salt`: "20261115-213012347-k7f3q9".
std::string make_run_id(Instant at, std::uint64_t salt);

}  // namespace assay
