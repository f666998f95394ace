// SPDX-License-Identifier: MIT
// The steps as a graph: every route leads somewhere, every step is reached, every run ends.
#include "base/quoted.h"
#include "core/pipeline/lint/lint.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace assay::core::pipeline::lint {

std::vector<const Way*> ways_of(const Route& route) {
  std::vector<const Way*> ways{&route.way};
  if (route.last) ways.push_back(&*route.last);
  return ways;
}

std::string name_of(const Route& route) {
  return route.on == Outcome::option ? route.option : std::string(to_text(route.on));
}

StepGraph::StepGraph(const Definition& definition) : definition_(definition) {
  for (std::size_t from = 0; from < definition.steps.size(); ++from) {
    for (const Route& route : definition.steps[from].routes) {
      for (const Way* way : ways_of(route)) {
        const Step* to = way->target == Target::step ? find_step(definition, way->step) : nullptr;
        if (to != nullptr)
          edges_.push_back({from, static_cast<std::size_t>(to - definition.steps.data()), &route});
      }
    }
  }
}

std::vector<bool> StepGraph::after(std::size_t from) const {
  std::vector<bool> reached(definition_.steps.size(), false);
  std::vector<std::size_t> open{from};
  while (!open.empty()) {
    const std::size_t at = open.back();
    open.pop_back();
    for (const Edge& edge : edges_) {
      if (edge.from != at || reached[edge.to]) continue;
      reached[edge.to] = true;
      open.push_back(edge.to);
    }
  }
  return reached;
}

std::vector<bool> StepGraph::ending(Target end) const {
  std::vector<bool> ends(definition_.steps.size(), false);
  for (std::size_t i = 0; i < ends.size(); ++i) {
    for (const Route& route : definition_.steps[i].routes)
      for (const Way* way : ways_of(route)) ends[i] = ends[i] || way->target == end;
  }
  for (bool grown = true; grown;) {
    grown = false;
    for (const Edge& edge : edges_) {
      if (!ends[edge.to] || ends[edge.from]) continue;
      ends[edge.from] = grown = true;
    }
  }
  return ends;
}

namespace {

class RouteLint {
 public:
  RouteLint(const Definition& definition, const StepGraph& graph, Faults& faults)
      : definition_(definition), graph_(graph), faults_(faults) {}

  void lint();

 private:
  void lint_route(std::size_t index, const Route& route);
  void check_way(std::size_t index, const Route& route, const Way& way);
  void check_exhausted(std::size_t index, const Route& route);
  void check_loop(std::size_t index, const Route& route);
  void check_complete(std::size_t index);
  void check_reach();
  void check_loops_used();
  void check_cycles();
  bool find_cycle(std::size_t at, std::vector<std::size_t>& trail, std::vector<bool>& finished);
  std::string names(const std::vector<std::size_t>& steps) const;

  const Definition& definition_;
  const StepGraph& graph_;
  Faults& faults_;
};

void RouteLint::lint() {
  for (std::size_t i = 0; i < definition_.steps.size(); ++i) {
    for (const Route& route : definition_.steps[i].routes) lint_route(i, route);
    check_complete(i);
  }
  check_loops_used();
  check_reach();
  check_cycles();
}

void RouteLint::lint_route(std::size_t index, const Route& route) {
  const Step& step = definition_.steps[index];
  const std::vector<Outcome> outcomes = outcomes_of(step);
  const bool possible = std::find(outcomes.begin(), outcomes.end(), route.on) != outcomes.end();
  if (!possible) faults_.push_back({index, "on", name_of(route), "this never happens in the step"});
  if (route.on == Outcome::option) {
    const auto& options = step.question.options;
    const bool known = std::any_of(options.begin(), options.end(),
                                   [&](const Option& option) { return option.id == route.option; });
    if (!known) faults_.push_back({index, "on", route.option, "there is no such option"});
  }
  for (const Way* way : ways_of(route)) check_way(index, route, *way);
  check_exhausted(index, route);
  check_loop(index, route);
}

void RouteLint::check_way(std::size_t index, const Route& route, const Way& way) {
  if (way.target != Target::step) {
    if (!way.mode.empty() || way.tasks)
      faults_.push_back(
          {index, "on", name_of(route), "an end of the run has no mode and no tasks"});
    return;
  }
  std::vector<std::string_view> ids;
  for (const Step& step : definition_.steps) ids.push_back(step.id);
  const Step* to = find_step(definition_, way.step);
  if (to == nullptr) {
    faults_.push_back(
        {index, "on", name_of(route),
         "leads to " + quoted(way.step) + ", which is no step" + suggestion(way.step, ids)});
    return;
  }
  const bool per_task = to->kind == StepKind::tasks || to->kind == StepKind::verify;
  if (way.tasks && !per_task)
    faults_.push_back({index, "on", name_of(route),
                       fmt::format("step {} has no tasks to choose from", quoted(to->id))});
  const bool asks = to->kind == StepKind::tasks || to->kind == StepKind::agents;
  if (!way.mode.empty() && !asks)
    faults_.push_back(
        {index, "on", name_of(route), fmt::format("step {} has no modes", quoted(to->id))});
}

/// Going on after a budget is used up takes somebody's word: a person's, or the project's.
void RouteLint::check_exhausted(std::size_t index, const Route& route) {
  if (route.on != Outcome::exhausted || route.if_proceeding) return;
  const Way& way = route.way;
  const Step* to = way.target == Target::step ? find_step(definition_, way.step) : nullptr;
  const bool asks = to != nullptr && to->kind == StepKind::approval;
  if (way.target == Target::done || (to != nullptr && !asks))
    faults_.push_back({index, "on", "exhausted",
                       "goes on although nobody agreed: write {proceed: STEP}, lead to an "
                       "approval, or stop"});
}

void RouteLint::check_loop(std::size_t index, const Route& route) {
  if (route.loop.empty()) {
    if (route.last)
      faults_.push_back({index, "on", name_of(route), "'last' needs a loop that can be used up"});
    return;
  }
  std::vector<std::string_view> loops;
  for (const Loop& loop : definition_.loops) loops.push_back(loop.name);
  if (find_loop(definition_, route.loop) == nullptr)
    faults_.push_back({index, "on", name_of(route),
                       "the loop " + quoted(route.loop) + " has no budget in 'loops'" +
                           suggestion(route.loop, loops)});
  if (route.on == Outcome::exhausted)
    faults_.push_back({index, "on", "exhausted", "cannot use up a loop itself"});
}

void RouteLint::check_complete(std::size_t index) {
  const Step& step = definition_.steps[index];
  for (const Outcome on : outcomes_of(step)) {
    if (on == Outcome::option || find_route(step, on) != nullptr) continue;
    faults_.push_back(
        {index, "on", "",
         fmt::format("there is no route for {}, which this step can end in", quoted(to_text(on)))});
  }
}

void RouteLint::check_loops_used() {
  for (const Loop& loop : definition_.loops) {
    const bool used =
        std::any_of(definition_.steps.begin(), definition_.steps.end(), [&](const Step& step) {
          return std::any_of(step.routes.begin(), step.routes.end(),
                             [&](const Route& route) { return route.loop == loop.name; });
        });
    if (!used) faults_.push_back({std::nullopt, "loops", loop.name, "no route uses it"});
  }
}

void RouteLint::check_reach() {
  std::vector<bool> reached = graph_.after(0);
  reached[0] = true;
  const std::vector<bool> done = graph_.ending(Target::done);
  std::vector<bool> ends = done;
  for (const Target end : {Target::error, Target::stop, Target::abort}) {
    const std::vector<bool> more = graph_.ending(end);
    for (std::size_t i = 0; i < ends.size(); ++i) ends[i] = ends[i] || more[i];
  }
  for (std::size_t i = 0; i < reached.size(); ++i) {
    if (!reached[i]) faults_.push_back({i, "id", "", "no route leads here"});
    if (!ends[i]) faults_.push_back({i, "on", "", "no way leads from here to an end of the run"});
  }
  if (!done[0]) faults_.push_back({std::nullopt, "steps", "", "no way leads to the end"});
}

std::string RouteLint::names(const std::vector<std::size_t>& steps) const {
  std::string text;
  for (const std::size_t step : steps)
    text += (text.empty() ? "" : " -> ") + definition_.steps[step].id;
  return text;
}

/// A round over routes that cost nothing.
void RouteLint::check_cycles() {
  std::vector<bool> finished(definition_.steps.size(), false);
  for (std::size_t i = 0; i < finished.size(); ++i) {
    std::vector<std::size_t> trail;
    if (!finished[i] && find_cycle(i, trail, finished)) return;
  }
}

bool RouteLint::find_cycle(std::size_t at, std::vector<std::size_t>& trail,
                           std::vector<bool>& finished) {
  const auto met = std::find(trail.begin(), trail.end(), at);
  if (met != trail.end()) {
    std::vector<std::size_t> round(met, trail.end());
    round.push_back(at);
    faults_.push_back(
        {trail.back(), "on", "",
         fmt::format("{} can go round for ever: a route of it needs a loop", names(round))});
    return true;
  }
  if (finished[at]) return false;
  trail.push_back(at);
  for (const Edge& edge : graph_.edges()) {
    if (edge.from == at && !edge.charged() && find_cycle(edge.to, trail, finished)) return true;
  }
  trail.pop_back();
  finished[at] = true;
  return false;
}

}  // namespace

void lint_routes(const Definition& definition, const StepGraph& graph, Faults& faults) {
  RouteLint(definition, graph, faults).lint();
}

}  // namespace assay::core::pipeline::lint
