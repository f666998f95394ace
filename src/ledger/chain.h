// SPDX-License-Identifier: MIT
// The hash chain of a run: each event's hash covers its stored bytes and the hash before it.
//
//   genesis = SHA-256("assay/genesis/v1" run_id)
//   hash    = SHA-256("assay/event/v1" u64be(seq) prev_hash field(run_id) field(at) field(kind)
//   field(body)) field   = u64be(length) bytes
#pragma once

#include "base/digest.h"

#include <cstdint>
#include <string_view>

namespace assay::ledger {

/// What stands before the first event, so that chains of two runs cannot be exchanged.
Digest genesis(std::string_view run_id);

struct Link {
  std::string_view run_id;
  std::uint64_t seq = 0;
  std::string_view at;
  std::string_view kind;
  std::string_view body;
};

Digest hash_of(const Link& link, const Digest& previous);

/// Everything a run has decided, as one digest: what it is after that decision. The first `before`
/// is none. An event that led to nothing changes nothing.
Digest decided_after(const Digest& before, std::uint64_t seq, std::string_view decision);

}  // namespace assay::ledger
