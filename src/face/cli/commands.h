// SPDX-License-Identifier: MIT
// One function per command of the command line: adds its flags to the parser and says what choosing
// it does.
#pragma once

#include "face/cli/session.h"

#include <CLI/CLI.hpp>

namespace assay::cli {

void add_verify(CLI::App& root, Session& session);
void add_agent(CLI::App& root, Session& session);
void add_goals(CLI::App& root, Session& session);
void add_loop(CLI::App& root, Session& session);
void add_pipeline(CLI::App& root, Session& session);
void add_bus(CLI::App& root, Session& session);
void add_runs(CLI::App& root, Session& session);
void add_show(CLI::App& root, Session& session);
void add_logs(CLI::App& root, Session& session);
void add_explain(CLI::App& root, Session& session);
void add_replay(CLI::App& root, Session& session);
void add_ledger(CLI::App& root, Session& session);
void add_init(CLI::App& root, Session& session);
void add_doctor(CLI::App& root, Session& session);
void add_schema(CLI::App& root, Session& session);
void add_completion(CLI::App& root, Session& session);
void add_man(CLI::App& root, Session& session);

}  // namespace assay::cli
