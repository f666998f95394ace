// SPDX-License-Identifier: MIT
// The ports one run needs. A port that has a fake beside its real adapter has a contract test in
// tests/contract that both pass.
#pragma once

#include "shell/ports/approvals.h"
#include "shell/ports/audience.h"
#include "shell/ports/clock.h"
#include "shell/ports/executor.h"
#include "shell/ports/inspector.h"
#include "shell/ports/journal.h"
#include "shell/ports/phases.h"
#include "shell/ports/reader.h"
#include "shell/ports/trees.h"
#include "shell/ports/workplace.h"
#include "shell/ports/workshop.h"

namespace assay::shell {

/// The ports one run needs.
struct World {
  Clock& clock;
  Executor& executor;
  Journal& journal;
  Trees& trees;
  Reader& reader;
  Audience& audience;
  Inspector* inspector = nullptr;  ///< only machines that inspect need one
  Workshop* workshop = nullptr;    ///< only machines that work on a repository need one
  Workplace* workplace = nullptr;  ///< only pipelines need one
  Phases* phases = nullptr;        ///< only pipelines need one
  Approvals* approvals = nullptr;  ///< null: nobody can be asked
  bool waits = false;              ///< a run that is parked until a time is sat out
};

}  // namespace assay::shell
