// SPDX-License-Identifier: MIT
#include "ledger/entries.h"

#include "base/ensure.h"
#include "format/journal.h"
#include "ledger/chain.h"

#include <fmt/format.h>

namespace assay::ledger {

namespace {

Error damaged(const shell::Store& store, const std::string& run_id, std::uint64_t seq,
              const char* how) {
  return {Fault::io, fmt::format("{}: run {}: event {} {}", store.name(), run_id, seq, how)};
}

std::string_view bytes_of(const Digest& digest) {
  return {reinterpret_cast<const char*>(digest.bytes.data()), digest.bytes.size()};
}

}  // namespace

shell::StoredEvent store_entry(const std::string& run_id, const shell::Entry& entry,
                               shell::Tail& tail) {
  ENSURE(!run_id.empty());
  format::StoredEvent encoded = format::encode(entry.event);
  shell::StoredEvent event;
  event.seq = tail.events + 1;
  event.at = to_text(format::instant_of(entry.event));
  event.previous = tail.head;
  event.hash = hash_of({run_id, event.seq, event.at, encoded.kind, encoded.body}, tail.head);
  event.kind = std::move(encoded.kind);
  event.body = std::move(encoded.body);
  event.decision = entry.decision;
  tail.events = event.seq;
  tail.head = event.hash;
  return event;
}

Result<> visit_chain(shell::Store& store, const std::string& run_id, const OnLink& visit) {
  shell::Tail read;
  return visit_chain(store, run_id, read, visit);
}

Result<> visit_chain(shell::Store& store, const std::string& run_id, shell::Tail& read,
                     const OnLink& visit) {
  if (read.events == 0) read.head = genesis(run_id);
  return store.read(run_id, read.events, [&](const shell::EventRow& row) -> Result<> {
    const std::uint64_t seq = read.events + 1;
    if (row.seq != seq) return damaged(store, run_id, seq, "is missing");
    const Digest hash = hash_of({run_id, seq, row.at, row.kind, row.body}, read.head);
    if (row.previous != bytes_of(read.head) || row.hash != bytes_of(hash))
      return damaged(store, run_id, seq, "does not match its hash");
    TRY(visit(row, hash));
    read.events = seq;
    read.head = hash;
    return {};
  });
}

Result<> visit_entries(shell::Store& store, const std::string& run_id, const OnEntry& visit) {
  shell::Tail read;
  return visit_entries(store, run_id, read, visit);
}

Result<> visit_entries(shell::Store& store, const std::string& run_id, shell::Tail& read,
                       const OnEntry& visit) {
  return visit_chain(store, run_id, read,
                     [&](const shell::EventRow& row, const Digest&) -> Result<> {
                       const Instant at = TRY(parse_instant(row.at));
                       core::Event event = TRY(format::decode(row.kind, at, row.body));
                       return visit(row.seq, {std::move(event), std::string(row.decision)});
                     });
}

}  // namespace assay::ledger
