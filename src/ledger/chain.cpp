// SPDX-License-Identifier: MIT
#include "ledger/chain.h"

#include <string>

namespace assay::ledger {

namespace {

struct BigEndian {
  char bytes[8];

  explicit BigEndian(std::uint64_t value) {
    for (int i = 7; i >= 0; --i, value >>= 8) bytes[i] = static_cast<char>(value & 0xff);
  }
  std::string_view view() const { return {bytes, sizeof bytes}; }
};

std::string_view view(const Digest& digest) {
  return {reinterpret_cast<const char*>(digest.bytes.data()), digest.bytes.size()};
}

void add_field(Hasher& hasher, std::string_view bytes) {
  hasher.update(BigEndian(bytes.size()).view()).update(bytes);
}

}  // namespace

Digest genesis(std::string_view run_id) {
  return Hasher().update("assay/genesis/v1").update(run_id).finish();
}

Digest hash_of(const Link& link, const Digest& previous) {
  Hasher hasher;
  hasher.update("assay/event/v1").update(BigEndian(link.seq).view()).update(view(previous));
  add_field(hasher, link.run_id);
  add_field(hasher, link.at);
  add_field(hasher, link.kind);
  add_field(hasher, link.body);
  return hasher.finish();
}

Digest decided_after(const Digest& before, std::uint64_t seq, std::string_view decision) {
  if (decision.empty()) return before;
  Hasher hasher;
  hasher.update("assay/decision/v1").update(BigEndian(seq).view()).update(view(before));
  add_field(hasher, decision);
  return hasher.finish();
}

}  // namespace assay::ledger
