// SPDX-License-Identifier: MIT
// A verify run as others read it: the JSON object of the verification coordinator with exactly its
// keys, the markdown around it, JUnit XML, and what GitHub Actions shows. Written piece by piece,
// because a run may have 100,000 results.
#pragma once

#include "core/verify/known.h"
#include "core/verify/state.h"
#include "format/excerpt.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

using TextSink = std::function<void(std::string_view)>;

void write_verify_json(const core::verify::State& state, const TextSink& sink);

/// "## Verification: Summary", then the same object in a json fence.
void write_verify_markdown(const core::verify::State& state, const TextSink& sink);

/// What is kept of the tests of an attempt; empty: it cannot be had.
using ReadOutcomes = std::function<std::string(const core::TestsNamed&)>;

/// One testcase per command, so that CI systems can show the run; and a suite for each command
/// whose tests have names, with one testcase per test.
void write_verify_junit(const core::verify::State& state, const TextSink& sink,
                        const ReadOutcomes& read = {});

/// `::error` lines for the commands that keep the run from passing.
void write_github_annotations(const core::verify::State& state, const TextSink& sink);

/// One `::error` line for a place in a source file that a command's output blames; its path is
/// relative to the repository.
/// Tests that failed and for which no place is known.
void write_github_tests(std::string_view command_id,
                        const std::vector<core::verify::FailingTest>& tests, const TextSink& sink);
void write_github_spot(std::string_view command_id, const SourceSpot& spot, const TextSink& sink);

/// A table for $GITHUB_STEP_SUMMARY.
void write_github_summary(const core::verify::State& state, const TextSink& sink);

std::string_view next_action(core::verify::Status overall);

}  // namespace assay::format
