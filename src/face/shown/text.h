// SPDX-License-Identifier: MIT
// Words for people and models that more than one face has.
#pragma once

#include "api/history.h"
#include "format/loop/result.h"
#include "format/pipeline/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace assay::shown {

/// Wraps text in an SGR sequence if `on`.
std::string paint(std::string_view text, std::string_view sgr, bool on);

/// The first line, safe to print.
std::string first_line(const std::string& text);

/// A run of the loop as the formats know it.
format::LoopStanding loop_standing(const api::Run& run);
/// A pipeline run as the formats know it.
format::PipelineStanding pipeline_standing(const api::Run& run);

/// "passed", "running", "parked", "interrupted", ...
std::string_view state_of(const ledger::RunRow& row);

/// What decided a run: verdict, rule and evidence.
std::string lead_of(const api::Run& run, bool color);

/// What an agent claimed and evidence contradicts, after everything that happened.
std::vector<api::Explanation> claims_of(const api::Run& run);

}  // namespace assay::shown
