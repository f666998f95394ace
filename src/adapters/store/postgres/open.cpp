// SPDX-License-Identifier: MIT
#include "adapters/store/postgres/open.h"

#include "adapters/store/postgres/store.h"

namespace assay::postgres {

bool is_built_in() { return true; }

Result<std::unique_ptr<shell::Store>> open_shared(const shell::StoreChoice& choice,
                                                  const std::string& state_dir,
                                                  shell::LedgerMode mode) {
  StoreOrder order{choice.url, state_dir, choice.trusted_keys};
  if (choice.lease.count() > 0)
    order.lease_seconds = std::chrono::duration_cast<std::chrono::seconds>(choice.lease).count();
  if (choice.patience) order.patience = *choice.patience;
  return Store::open(order, mode);
}

}  // namespace assay::postgres
