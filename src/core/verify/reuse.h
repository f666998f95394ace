// SPDX-License-Identifier: MIT
// Evidence can be used again exactly when nothing it depends on has changed: what it depends on,
// what an ended run says to somebody who asks again, and which commands need not run.
#pragma once

#include "base/digest.h"
#include "core/ask/recall.h"
#include "core/verify/state.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay::core::verify {

/// Everything but the tree that the result of each command depends on: its text, where and with
/// what environment it runs, how it is read, the files it declares as inputs, the tools. Only for a
/// state whose tree was looked at.
std::vector<Digest> evidence_keys(const State& state);

/// What an ended run says about one of its commands.
enum class Testimony : std::uint8_t {
  none,    ///< nothing that could be relied upon: not run, flaky, void, or on a tree that moved
  passed,  ///< an effective PASS, on the first attempt
  failed,  ///< it ran and said no
};
Testimony testimony_of(const State& state, std::uint32_t unit);

/// Why an ended run that passed a command says nothing about it to who asks again; empty: it does,
/// or the command did not pass.
std::string why_not_again(const State& state, std::uint32_t unit);

/// What makes the result of a command of `then` one for another question than a command of `now`
/// asks, whose tree and inputs were looked at; empty: the tree alone.
std::string what_differs(const State& then, std::uint32_t unit, const State& now,
                         std::uint32_t unit_now);

/// The result as somebody who asks again gets it. It must have passed.
Recalled recalled_of(const State& state, std::uint32_t unit);

/// Asks what is known about the tree that was just looked at.
RecallEvidence ask_recall(State& state);

/// Takes what was found. A command that may change the tree leaves things behind that others need:
/// its result is taken only if everything after it is known as well.
void take_recalled(State& state, const EvidenceRecalled& found);

/// The result that stands for this command; null: it has to run.
const Recalled* known_result(const State& state, std::uint32_t unit);

/// The result that was taken for this command; null: it was run, or nothing was found out.
const Recalled* reused(const State& state, std::uint32_t unit);

}  // namespace assay::core::verify
