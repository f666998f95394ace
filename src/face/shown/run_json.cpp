// SPDX-License-Identifier: MIT
#include "face/shown/run_json.h"

#include "api/tests.h"
#include "base/match.h"
#include "core/goals/state.h"
#include "face/shown/text.h"
#include "format/agent/result.h"
#include "format/goals/verification.h"
#include "format/verify/detail.h"

namespace assay::shown {

namespace {

std::vector<format::AttemptOnTree> attempts_of(const api::RunView& view) {
  std::vector<format::AttemptOnTree> attempts;
  for (std::size_t i = 0; i < view.attempts.size(); ++i)
    attempts.push_back({view.attempts[i], view.attempt_trees[i]});
  return attempts;
}

}  // namespace

void write_run_json(const api::RunView& view, const api::Site& site, const format::TextSink& sink) {
  match(
      view.run.machine.state, [](std::monostate) {},
      [&](const core::verify::State& state) {
        format::write_verify_detail(state, attempts_of(view), view.row.outcome,
                                    api::tests_since(state, site), sink);
      },
      [&](const core::agent::State& state) { sink(format::agent_json(state)); },
      [&](const core::goals::State& state) {
        sink(format::write_goals_json(format::goals_result(state)));
      },
      [&](const core::loop::State&) { sink(format::loop_json(loop_standing(view.run))); },
      [&](const core::pipeline::State&) {
        sink(format::pipeline_json(pipeline_standing(view.run)));
      });
}

}  // namespace assay::shown
