// SPDX-License-Identifier: MIT
// One session with an agent that speaks the Agent Client Protocol. This is the program behind the
// dialect acp: the executor starts it in the place of the agent, so that its conversation, its
// files and its end are those of one attempt, like any other.
#pragma once

#include "api/problem.h"
#include "shell/ports/outside.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::api {

struct AcpRequest {
  std::vector<std::string> command;
  std::string prompt;
  std::string permissions;  ///< as format::acp::write_permissions wrote them; empty: none
  std::string version;      ///< of assay
};

/// Talks to the agent in the current directory until its turn ends. `tell` gets each line of the
/// log. True: it ended its turn by itself.
Reply<bool> drive_acp(const AcpRequest& request, shell::Outside& outside,
                      const std::function<void(std::string_view)>& tell);

}  // namespace assay::api
