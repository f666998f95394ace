// SPDX-License-Identifier: MIT
// A run as a list shows it. Every field follows from its events, or from who holds it.
#pragma once

#include "base/digest.h"
#include "base/instant.h"
#include "base/result.h"
#include "core/run/outcome.h"
#include "shell/ports/store.h"

#include <cstdint>
#include <optional>
#include <string>

namespace assay::ledger {

struct RunRow {
  std::string run_id;
  std::string machine;
  std::string workspace;
  Instant started{};
  std::optional<Instant> ended;
  std::optional<core::Outcome> outcome;  ///< none: it runs, or its coordinator died
  std::uint64_t events = 0;
  std::uint64_t epoch = 0;  ///< how many coordinators it has had
  Digest head;              ///< hash of its last event
  bool alive = false;       ///< a coordinator holds it at this moment
  bool parked = false;      ///< it waits for a time, or to be resumed
  int coordinator = 0;      ///< its process, if it is alive and told so
  bool orphaned = false;    ///< held for a moment longer, although its coordinator is no more
};

Result<RunRow> row_of(shell::StoredRun stored);

}  // namespace assay::ledger
