// SPDX-License-Identifier: MIT
// MCP over standard input and output: one message a line.
#pragma once

#include "face/mcp/server.h"

namespace assay::mcp {

/// Until standard input ends. Answers to what was asked before are still given.
void serve_stdio(Server& server);

}  // namespace assay::mcp
