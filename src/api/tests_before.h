// SPDX-License-Identifier: MIT
// What a verify run is told of tests before it starts: the list of known failures, and what is
// remembered of the base.
#pragma once

#include "api/site.h"
#include "core/verify/plan.h"
#include "ledger/ledger.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace assay::api {

/// So long a list of known failures may be.
inline constexpr std::uint64_t list_bytes_max = 4U << 20;

/// Reads the list, once. A file with an error, or none where one is named: problems with their
/// place.
Reply<core::verify::KnownList> read_known_list(const core::verify::Policy& policy,
                                               const core::verify::TrustedGates& trusted,
                                               const Site& site);

/// Completes the plan of gates inside another run: the list, as it is now.
Reply<> add_known_list(core::verify::Plan& plan, const Site& site);

/// What is remembered of the tests of its gates on the tree that `plan.base` names; those with
/// outcomes, ascending by unit.
Result<std::vector<core::verify::TestsBefore>> tests_on(const core::verify::Plan& plan,
                                                        ledger::Ledger& ledger);

/// Its gates of which any test is remembered on the tree that `plan.base` names, ascending.
Result<std::vector<std::uint32_t>> gates_known_on(const core::verify::Plan& plan,
                                                  ledger::Ledger& ledger);

/// Completes the plan of a verify run: the list, the base, what became of tests on it, and whether
/// the list is the base's.
Reply<> add_tests_before(core::verify::Plan& plan, ledger::Ledger& ledger, const Site& site);

/// The same for gates inside another run; null: there are none.
Reply<std::shared_ptr<const core::verify::Plan>> with_tests_before(
    const std::shared_ptr<const core::verify::Plan>& gates, ledger::Ledger& ledger,
    const Site& site);

}  // namespace assay::api
