// SPDX-License-Identifier: MIT
// The readers of the JavaScript family; one file for each runner or pair of runners.
#pragma once

#include "format/runners/recogniser.h"

#include <vector>

namespace assay::format {

void find_jest(const Transcript& transcript, std::vector<Sighting>& out);
void find_vitest(const Transcript& transcript, std::vector<Sighting>& out);
void find_mocha(const Transcript& transcript, std::vector<Sighting>& out);
void find_mocha_json(const Transcript& transcript, std::vector<Sighting>& out);
void find_cypress(const Transcript& transcript, std::vector<Sighting>& out);
void find_node_test(const Transcript& transcript, std::vector<Sighting>& out);
void find_bun(const Transcript& transcript, std::vector<Sighting>& out);
void find_deno(const Transcript& transcript, std::vector<Sighting>& out);
void find_ava(const Transcript& transcript, std::vector<Sighting>& out);
void find_node_tap(const Transcript& transcript, std::vector<Sighting>& out);
void find_qunit(const Transcript& transcript, std::vector<Sighting>& out);
void find_uvu(const Transcript& transcript, std::vector<Sighting>& out);
void find_lab(const Transcript& transcript, std::vector<Sighting>& out);
void find_jasmine(const Transcript& transcript, std::vector<Sighting>& out);
void find_karma(const Transcript& transcript, std::vector<Sighting>& out);
void find_playwright(const Transcript& transcript, std::vector<Sighting>& out);
void find_web_test_runner(const Transcript& transcript, std::vector<Sighting>& out);
void find_testcafe(const Transcript& transcript, std::vector<Sighting>& out);
void find_tape(const Transcript& transcript, std::vector<Sighting>& out);
void find_npm_script(const Transcript& transcript, std::vector<Sighting>& out);
void find_workspace_tasks(const Transcript& transcript, std::vector<Sighting>& out);
void find_nx_tasks(const Transcript& transcript, std::vector<Sighting>& out);

}  // namespace assay::format
