// SPDX-License-Identifier: MIT
// What agents cost, may cost and will probably cost.
#include "api/forecast.h"
#include "face/web/archive.h"
#include "face/web/handlers.h"
#include "face/web/shape.h"

#include <algorithm>
#include <map>
#include <set>

namespace assay::web {

OrNull<ForecastShown> forecast_of(Archive& archive, const api::Shelf& shelf,
                                  const api::RunView& view) {
  if (view.row.outcome) return {};
  const auto list = archive.kept.runs(shelf);
  const auto told =
      api::forecast(view, list ? (*list)->runs : std::vector<api::ListedRun>(), archive.kept.now());
  if (!told) return {};
  return {ForecastShown{told->basis, told->samples, as_shown(told->likely), as_shown(told->most)}};
}

namespace {

constexpr std::size_t dearest_told = 20;

/// Budgets of a day; those of a run are told with the run.
std::vector<LimitShown> limits_of_day(const api::Site& site, const core::agent::Spent& today) {
  const auto loaded = api::load_config(site);
  if (!loaded) return {};
  return limits_shown("per_day.", loaded->config.budgets.per_day, today);
}

/// What runs that are not over will probably still take.
void add_to_come(SpendingShown& out, Archive& archive, const api::Shelf& shelf,
                 const api::RunList& list) {
  core::agent::Spent sum;
  for (const api::ListedRun& run : list.runs) {
    if (run.row.outcome || run.state == api::RunState::interrupted) continue;
    const auto look = [&](const api::Dossier& dossier, const api::Site&) -> api::Reply<> {
      const auto told = api::forecast(dossier.view, list.runs, archive.kept.now());
      if (!told) return {};
      sum += told->likely;
      ++out.to_come_of;
      return {};
    };
    static_cast<void>(static_cast<bool>(archive.kept.look(shelf, run.row.run_id, look)));
  }
  out.to_come.launches += sum.launches;
  out.to_come.wall_ms += sum.wall.count();
  out.to_come.tokens += sum.tokens;
  out.to_come.micro_usd += sum.micro_usd;
  out.to_come.unknown_cost += sum.of_unknown_cost;
}

}  // namespace

api::Reply<SpendingShown> spending(const Call& call, const SpendingQuery& query) {
  const Instant now = call.archive.kept.now();
  const std::string first = day_of(now - std::chrono::hours{24} * (query.days - 1));
  SpendingShown out;
  std::set<std::pair<std::string, std::string>> paid;
  for (const api::Shelf& shelf : call.archive.kept.shelves()) {
    if (!query.workspace.empty() && shelf.id != query.workspace) continue;
    std::map<std::string, core::agent::Spent> by_day;
    core::agent::Spent today;
    for (const shell::DaySpent& each : TRY(call.archive.kept.spending(shelf, first))) {
      by_day[each.day] += each.spent;
      if (each.day == day_of(now)) today += each.spent;
      paid.insert({shelf.id, each.run_id});
    }
    if (!query.workspace.empty())
      out.limits = limits_of_day(TRY(call.archive.kept.site(shelf.id)), today);
    for (const auto& [day, spent] : by_day) out.days.push_back({day, shelf.id, as_shown(spent)});
    const auto list = TRY(call.archive.kept.runs(shelf));
    for (const api::ListedRun& run : list->runs) {
      if (paid.contains({shelf.id, run.row.run_id})) out.dearest.push_back(as_shown(run, now));
    }
    add_to_come(out, call.archive, shelf, *list);
  }
  std::stable_sort(out.days.begin(), out.days.end(),
                   [](const DayShown& a, const DayShown& b) { return a.day < b.day; });
  std::stable_sort(out.dearest.begin(), out.dearest.end(),
                   [](const RunShown& a, const RunShown& b) {
                     return std::pair(a.spent.micro_usd, a.spent.tokens) >
                            std::pair(b.spent.micro_usd, b.spent.tokens);
                   });
  out.dearest.resize(std::min(out.dearest.size(), dearest_told));
  return out;
}

}  // namespace assay::web
