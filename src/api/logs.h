// SPDX-License-Identifier: MIT
// The stored output of a run: whose is wanted, and of which attempt.
#pragma once

#include "api/history.h"

#include <string>
#include <vector>

namespace assay::api {

struct LogsRequest {
  std::string run = "last";           ///< an id of the newest run is understood as well
  std::vector<std::string> ids = {};  ///< of commands, agents or tasks; empty: all
  std::uint32_t attempt = 0;          ///< 0: the last one of each
};

/// What belongs to task 1.2 is called 1.2-executor, 1.2-verify-7 and so on.
bool is_wanted(const LogsRequest& request, const std::string& name);

/// The run that is meant; what is no run but an id in the newest one becomes the first of `ids`.
Reply<RunView> find_logged(LogsRequest& request, const Site& site);

/// What an attempt put out, wherever it ran: from the disk here, else from a shared ledger.
Result<std::string> read_log(const core::Captured& output, const Site& site,
                             std::uint64_t bytes_max);

/// The attempts whose logs are wanted. Problems: there is none, or none of an id.
Reply<std::vector<core::AttemptEnded>> choose_logs(const LogsRequest& request, const RunView& view);

}  // namespace assay::api
