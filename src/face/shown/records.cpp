// SPDX-License-Identifier: MIT
#include "face/shown/records.h"

#include <algorithm>

namespace assay::shown {

namespace {

using core::work::Cell;

OrNull<std::string> text_or_null(const std::string& text) {
  return text.empty() ? OrNull<std::string>{} : OrNull<std::string>{text};
}

OrNull<std::int64_t> millis_or_null(std::int64_t millis) {
  return millis < 0 ? OrNull<std::int64_t>{} : OrNull<std::int64_t>{millis};
}

TestShown test_shown(const api::TestView& test) {
  TestShown out{.test = test.id,
                .gate = test.gate,
                .outcome = test.last,
                .flaky = test.flaky,
                .gone = test.gone,
                .first_seen = text_or_null(test.first_seen),
                .last_seen = text_or_null(test.last_seen),
                .last_passed = text_or_null(test.last_passed),
                .last_failed = text_or_null(test.last_failed),
                .passes = test.passes,
                .failures = test.failures,
                .duration_ms = millis_or_null(test.millis),
                .longest_ms = millis_or_null(test.millis_longest),
                .trees = {}};
  for (const api::OutcomeOnTree& on : test.trees)
    out.trees.push_back({on.tree, on.outcome, on.passed, on.failed, on.run_id, on.at});
  return out;
}

CellShown cell_shown(const Cell& cell) {
  CellShown out{cell.status, cell.run_id, -1, {}, cell.why};
  for (const auto& gate : cell.gates) {
    if (gate.executed >= 0) out.tests = std::max<std::int64_t>(out.tests, 0) + gate.executed;
    out.failed.insert(out.failed.end(), gate.failed_tests.begin(), gate.failed_tests.end());
  }
  return out;
}

}  // namespace

StatusShown as_shown(const api::TreeStatus& status) {
  StatusShown out{status.state, status.tree, status.run_id, {}, status.changed};
  for (const api::GateStatus& gate : status.gates) {
    out.gates.push_back({gate.id, gate.state, gate.run_id, {}, gate.why});
    if (gate.age) out.gates.back().age_ms.held = gate.age->count();
  }
  return out;
}

TestsShown as_shown(const api::TestsView& view) {
  TestsShown out{view.remembered, view.failing, view.flaky, view.gone, view.attempts, {}};
  for (const api::TestView& test : view.tests) out.tests.push_back(test_shown(test));
  return out;
}

ProofShown as_shown(const api::Proved& proved) {
  ProofShown out;
  out.verdict = proved.proof.verdict;
  out.new_on_old = cell_shown(proved.sight.new_old);
  out.old_on_new = cell_shown(proved.sight.old_new);
  for (const auto& each : proved.proof.weakened)
    out.weakened.push_back({each.path, each.test, each.what});
  for (const api::HunkSight& hunk : proved.hunks) {
    const bool noticed = hunk.status == core::work::CellStatus::failed;
    out.hunks.push_back({hunk.path, hunk.first, hunk.last, noticed, hunk.status, hunk.run_id});
  }
  return out;
}

StepShown as_shown(const api::Explanation& step) {
  return {step.seq, step.at, step.subject, step.happened, step.decided};
}

}  // namespace assay::shown
