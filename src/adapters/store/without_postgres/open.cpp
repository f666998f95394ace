// SPDX-License-Identifier: MIT
// Compiled in the place of postgres/ where libpq cannot be had.
#include "adapters/store/postgres/open.h"

namespace assay::postgres {

bool is_built_in() { return false; }

Result<std::unique_ptr<shell::Store>> open_shared(const shell::StoreChoice&, const std::string&,
                                                  shell::LedgerMode) {
  return Error{Fault::bad_input,
               "store: this assay was built without PostgreSQL (install libpq-dev and build it "
               "again, see docs/decisions/0026-postgresql-in-one-binary.md)"};
}

}  // namespace assay::postgres
