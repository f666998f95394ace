// SPDX-License-Identifier: MIT
// Two runs side by side.
#include "face/shown/text.h"
#include "face/web/archive.h"
#include "face/web/handlers.h"
#include "face/web/shape.h"

#include <algorithm>
#include <map>
#include <set>

namespace assay::web {

namespace {

constexpr std::size_t compared_told = 1000;

struct Side {
  RunShown run;
  std::string verdict;
  std::string tree;
  std::map<std::string, std::pair<std::string, SideShown>> units;  ///< title and how it stands
  std::map<std::string, std::set<std::string>> failed;             ///< tests, by gate
};

SideShown side_of(const GateRowShown& gate) {
  return {std::string(to_text(gate.state)), gate.reason, gate.duration_ms, gate.tests,
          gate.attempts};
}

void add_units(Side& side, const api::RunView& view) {
  RunPageShown page;
  add_shape(page, view);
  side.tree = page.tree.end;
  if (const auto* state = std::get_if<core::verify::State>(&view.run.machine.state)) {
    for (std::uint32_t unit = 0; unit < state->commands.size(); ++unit) {
      const GateRowShown gate = gate_shown(*state, unit);
      side.units[gate.id] = {gate.command, side_of(gate)};
      const auto& notes = state->commands[unit].notes;
      if (!notes) continue;
      side.failed[gate.id].insert(notes->failed_tests.begin(), notes->failed_tests.end());
    }
  }
  if (page.loop.held) {
    for (const LoopTaskShown& task : page.loop.held->tasks)
      side.units[task.id.empty() ? task.title : task.id] = {
          task.title, {std::string(to_text(task.state)), task.last_failure, {}, -1, task.launches}};
  }
  if (page.pipeline.held) {
    for (const StepNodeShown& step : page.pipeline.held->steps)
      side.units[step.id] = {
          step.title,
          {std::string(to_text(step.state)), "", {}, -1, static_cast<std::uint32_t>(step.rounds)}};
  }
  if (page.goals.held) {
    for (const GoalTaskShown& task : page.goals.held->tasks)
      side.units[task.id] = {task.title, {task.score, "", {}, -1, 0}};
  }
}

api::Reply<Side> side_at(const Call& call, const std::string& field, const std::string& given) {
  const std::size_t slash = given.find('/');
  if (slash == std::string::npos)
    return api::Problem{.code = api::Code::bad_value,
                        .field = field,
                        .value = given,
                        .what = "must be WORKSPACE/RUN"};
  const api::Shelf shelf = TRY(call.archive.kept.shelf(given.substr(0, slash)));
  Side side;
  TRY(call.archive.kept.look(shelf.id, given.substr(slash + 1),
                             [&](const api::Dossier& dossier, const api::Site&) -> api::Reply<> {
                               side.run = as_shown(call.archive.kept.listed(shelf, dossier),
                                                   call.archive.kept.now());
                               if (dossier.view.row.outcome)
                                 side.verdict = shown::lead_of(dossier.view.run, false);
                               add_units(side, dossier.view);
                               return {};
                             }));
  return side;
}

std::string change_of(const SideShown& a, const SideShown& b) {
  if (a.state.empty()) return "only_b";
  if (b.state.empty()) return "only_a";
  if (a.state == b.state) return "same";
  const auto good = [](const SideShown& side) {
    return side.state == "passed" || side.state == "pass";
  };
  return good(b) ? "better" : good(a) ? "worse" : "other";
}

}  // namespace

api::Reply<CompareShown> compare(const Call& call, const CompareQuery& query) {
  Side a = TRY(side_at(call, "a", query.a));
  Side b = TRY(side_at(call, "b", query.b));
  CompareShown out{.a = a.run,
                   .b = b.run,
                   .tree_a = a.tree,
                   .tree_b = b.tree,
                   .verdict_a = a.verdict,
                   .verdict_b = b.verdict,
                   .units = {},
                   .fixed_tests = {},
                   .broken_tests = {}};
  std::map<std::string, std::string> titles;
  for (const Side* side : {&a, &b})
    for (const auto& [id, unit] : side->units) titles[id] = unit.first;
  for (const auto& [id, title] : titles) {
    ComparedShown unit{id, title, a.units[id].second, b.units[id].second, {}};
    unit.change = change_of(unit.a, unit.b);
    out.same += unit.change == "same" ? 1U : 0U;
    out.units.push_back(std::move(unit));
  }
  std::stable_partition(out.units.begin(), out.units.end(),
                        [](const ComparedShown& each) { return each.change != "same"; });
  out.units.resize(std::min(out.units.size(), compared_told));
  // Where a gate passed, its runner need not have named anything.
  for (const auto& [gate, tests] : a.failed) {
    if (!b.units.contains(gate)) continue;
    for (const std::string& test : tests)
      if (!b.failed[gate].contains(test)) out.fixed_tests.push_back(test);
  }
  for (const auto& [gate, tests] : b.failed) {
    if (!a.units.contains(gate)) continue;
    for (const std::string& test : tests)
      if (!a.failed[gate].contains(test)) out.broken_tests.push_back(test);
  }
  return out;
}

}  // namespace assay::web
