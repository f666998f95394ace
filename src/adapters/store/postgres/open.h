// SPDX-License-Identifier: MIT
// The one way in from outside, which is also there where assay is built without PostgreSQL.
#pragma once

#include "base/instant.h"
#include "base/result.h"
#include "shell/ports/outside.h"
#include "shell/ports/store.h"

#include <memory>
#include <string>

namespace assay::postgres {

/// False: it was built without.
bool is_built_in();

/// Fault::bad_input: the choice makes no sense, or it was built without.
Result<std::unique_ptr<shell::Store>> open_shared(const shell::StoreChoice& choice,
                                                  const std::string& state_dir,
                                                  shell::LedgerMode mode);

}  // namespace assay::postgres
