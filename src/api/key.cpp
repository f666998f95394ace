// SPDX-License-Identifier: MIT
#include "api/key.h"

#include "api/open_ledger.h"

namespace assay::api {

Result<std::vector<shell::PublicKey>> list_keys(const Site& site) {
  const auto ledger =
      TRY(open_ledger(site.outside, site.place.state, shell::LedgerMode::read_only));
  std::vector<shell::PublicKey> keys = TRY(ledger->keys());
  if (keys.empty())
    return Error{Fault::not_found, "no key yet: it is made when the first run ends"};
  return keys;
}

Result<std::vector<shell::TeamKey>> list_team_keys(const Site& site) {
  const auto ledger =
      TRY(open_ledger(site.outside, site.place.state, shell::LedgerMode::read_only));
  if (!ledger->is_shared())
    return Error{Fault::bad_input, "this ledger is no team's: `assay key show` has its keys"};
  return ledger->team_keys();
}

Result<shell::PublicKey> rotate_key(const Site& site) {
  const auto ledger =
      TRY(open_ledger(site.outside, site.place.state, shell::LedgerMode::read_write));
  return ledger->rotate_key();
}

}  // namespace assay::api
