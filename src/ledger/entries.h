// SPDX-License-Identifier: MIT
// Entries as events that are kept, and back. Reading checks the chain on the way.
#pragma once

#include "base/digest.h"
#include "base/result.h"
#include "shell/ports/journal.h"
#include "shell/ports/store.h"

#include <cstdint>
#include <functional>
#include <string>

namespace assay::ledger {

using OnEntry = std::function<Result<>(std::uint64_t seq, shell::Entry entry)>;

/// The entry as the next event after `tail`, which then is the new end.
shell::StoredEvent store_entry(const std::string& run_id, const shell::Entry& entry,
                               shell::Tail& tail);

/// Visits the events of a run oldest first, each with its hash, which is checked on the way.
using OnLink = std::function<Result<>(const shell::EventRow& row, const Digest& hash)>;
Result<> visit_chain(shell::Store& store, const std::string& run_id, const OnLink& visit);
/// The same from where somebody has read before; `read` moves on with every event. Its epoch says
/// nothing here.
Result<> visit_chain(shell::Store& store, const std::string& run_id, shell::Tail& read,
                     const OnLink& visit);

/// Visits the entries of a run oldest first, one in memory at a time. The first error of `visit`
/// ends it.
Result<> visit_entries(shell::Store& store, const std::string& run_id, const OnEntry& visit);
Result<> visit_entries(shell::Store& store, const std::string& run_id, shell::Tail& read,
                       const OnEntry& visit);

}  // namespace assay::ledger
