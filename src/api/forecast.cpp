// SPDX-License-Identifier: MIT
#include "api/forecast.h"

#include "api/run_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace assay::api {

namespace {

using core::agent::Spent;

constexpr std::size_t runs_compared = 20;

/// What one attempt of an agent took.
Spent spent_by_attempt(const core::AttemptEnded& ended) {
  Spent spent{.launches = 1, .wall = ended.evidence.duration};
  const auto& said = ended.evidence.transcript;
  if (said) spent.tokens = said->tokens.total;
  if (said && said->micro_usd)
    spent.micro_usd = *said->micro_usd;
  else
    spent.of_unknown_cost = 1;
  return spent;
}

Spent times(const Spent& one, std::int64_t count) {
  return {one.launches * count, one.wall * count, one.tokens * count, one.micro_usd * count,
          one.of_unknown_cost * count};
}

/// Each figure for itself, `of` the values of all: their mean, their median, their largest.
template <class Of>
Spent figure_by_figure(const std::vector<Spent>& all, Of of) {
  const auto one = [&](auto get) {
    std::vector<std::int64_t> values;
    for (const Spent& each : all) values.push_back(get(each));
    std::sort(values.begin(), values.end());
    return of(values);
  };
  return {one([](const Spent& s) { return s.launches; }),
          Millis{one([](const Spent& s) { return s.wall.count(); })},
          one([](const Spent& s) { return s.tokens; }),
          one([](const Spent& s) { return s.micro_usd; }),
          one([](const Spent& s) { return s.of_unknown_cost; })};
}

std::int64_t median_of(const std::vector<std::int64_t>& sorted) {
  return sorted[sorted.size() / 2];
}
std::int64_t largest_of(const std::vector<std::int64_t>& sorted) { return sorted.back(); }

/// What is left of a whole that others took; nobody gives anything back.
Spent rest_of_whole(const Spent& whole, const Spent& used) {
  const auto left = [](std::int64_t all, std::int64_t some) {
    return std::max<std::int64_t>(0, all - some);
  };
  return {left(whole.launches, used.launches), Millis{left(whole.wall.count(), used.wall.count())},
          left(whole.tokens, used.tokens), left(whole.micro_usd, used.micro_usd),
          left(whole.of_unknown_cost, used.of_unknown_cost)};
}

/// Tasks that this run itself has finished say best what the next ones take.
std::optional<Forecast> from_own_tasks(const RunView& view, const core::loop::State& state) {
  const RunParts parts(view.run.machine);
  std::map<std::string, Spent> by_task;
  for (std::size_t i = 0; i < view.attempts.size(); ++i) {
    if (view.attempts_started[i].role.empty()) continue;
    by_task[parts.of(view.attempts[i].name)] += spent_by_attempt(view.attempts[i]);
  }
  std::vector<Spent> done;
  std::int64_t open = 0;
  for (const core::loop::TaskKey key : state.order) {
    const core::loop::TaskState& task = state.tasks[key];
    const auto paid = by_task.find(core::loop::id_of(task.task, key));
    if (!task.done) ++open;
    if (task.done && paid != by_task.end()) done.push_back(paid->second);
  }
  if (done.empty() || open == 0) return std::nullopt;
  return Forecast{fmt::format("{} open, as the {} that this run has done", open, done.size()),
                  done.size(), times(figure_by_figure(done, median_of), open),
                  times(figure_by_figure(done, largest_of), open)};
}

/// A pipeline is named after its feature, of which there is one: any other says what one takes.
bool is_alike(const ListedRun& one, const std::string& machine, const std::string& name) {
  const bool named = machine == "agent" || machine == "goals";
  return one.state == RunState::passed && one.row.machine == machine &&
         one.note.spent.launches > 0 && (!named || one.note.name == name);
}

std::optional<Forecast> from_earlier_runs(const RunView& view,
                                          const std::vector<ListedRun>& others) {
  std::string name;
  for (const ListedRun& each : others)
    if (each.row.run_id == view.row.run_id) name = each.note.name;
  std::vector<Spent> past;
  for (const ListedRun& each : others) {
    if (past.size() == runs_compared) break;
    if (each.row.run_id != view.row.run_id && is_alike(each, view.row.machine, name))
      past.push_back(each.note.spent);
  }
  if (past.empty()) return std::nullopt;
  const Spent used = spent_by(view.run);
  return Forecast{fmt::format("as {} before that passed",
                              past.size() == 1 ? "the one" : fmt::format("{} runs", past.size())),
                  past.size(), rest_of_whole(figure_by_figure(past, median_of), used),
                  rest_of_whole(figure_by_figure(past, largest_of), used)};
}

/// Gates cost time alone.
std::optional<Forecast> from_durations(const RunView& view, const core::verify::State& state,
                                       Instant now) {
  Millis left{0};
  Millis longest{0};
  std::size_t known = 0;
  std::size_t open = 0;
  for (std::uint32_t unit = 0; unit < state.commands.size(); ++unit) {
    if (state.commands[unit].step == core::verify::Step::finished) continue;
    ++open;
    const auto& expected = state.plan->expected_ms;
    if (unit >= expected.size() || expected[unit] == 0) continue;
    ++known;
    Millis rest{expected[unit]};
    for (const auto& [key, started] : view.in_flight)
      if (key.unit == unit) rest = std::max(Millis{0}, rest - (now - started.at));
    left += rest;
    longest = std::max(longest, rest);
  }
  if (known == 0) return std::nullopt;
  Forecast made{fmt::format("{} open, {} as long as last time{}", open, known,
                            known < open ? "; of the others nothing is known" : ""),
                known,
                {},
                {}};
  // Side by side at best, one after the other at worst.
  made.likely.wall = std::max(longest, left / std::max(1U, state.plan->jobs));
  made.most.wall = left;
  return made;
}

}  // namespace

std::optional<Forecast> forecast(const RunView& view, const std::vector<ListedRun>& others,
                                 Instant now) {
  if (view.row.outcome) return std::nullopt;
  const core::Machine& machine = view.run.machine;
  if (const auto* state = std::get_if<core::verify::State>(&machine.state))
    return from_durations(view, *state, now);
  if (const auto* state = std::get_if<core::loop::State>(&machine.state)) {
    if (auto own = from_own_tasks(view, *state)) return own;
  }
  return from_earlier_runs(view, others);
}

}  // namespace assay::api
