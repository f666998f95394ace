// SPDX-License-Identifier: MIT
// The ledger of a workspace: the rules of ledger/ over the store of this machine.
#pragma once

#include "base/result.h"
#include "ledger/ledger.h"
#include "shell/ports/outside.h"

#include <memory>
#include <string>

namespace assay::api {

/// Fault::not_found: there is none, and it is only to be read.
inline Result<std::unique_ptr<ledger::Ledger>> open_ledger(shell::Outside& outside,
                                                           const std::string& state_dir,
                                                           shell::LedgerMode mode) {
  return std::make_unique<ledger::Ledger>(TRY(outside.open_store(state_dir, mode)));
}

}  // namespace assay::api
