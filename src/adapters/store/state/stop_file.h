// SPDX-License-Identifier: MIT
// A durable request to stop a run: runs/<run_id>/stop, with who asked in it. Its coordinator looks
// for it; one that takes the run over begins without it.
#pragma once

#include "adapters/store/state/state_directory.h"
#include "shell/ports/store.h"

#include <optional>
#include <string>

namespace assay::state {

Result<> ask_to_stop(const StateDirectory& state, const std::string& run_id,
                     const shell::StopRequest& request);
std::optional<shell::StopRequest> stop_request(const StateDirectory& state,
                                               const std::string& run_id);
void forget_stop(const StateDirectory& state, const std::string& run_id);

}  // namespace assay::state
