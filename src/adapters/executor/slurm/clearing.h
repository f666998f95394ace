// SPDX-License-Identifier: MIT
// Takes away what ended runs have left in the folder that coordinators and nodes share: orders,
// claims, records and logs, and trees and programs that no order needs any more. What belongs to a
// run of another ledger, or to one that can be gone on with, stays and is told.
#pragma once

#include "shell/ports/clearing.h"

namespace assay::slurm {

void clear_shared(const shell::ClearOrder& order, shell::Cleared& cleared);

}  // namespace assay::slurm
