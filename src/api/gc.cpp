// SPDX-License-Identifier: MIT
#include "api/gc.h"

#include "api/open_ledger.h"
#include "api/workspace.h"
#include "ledger/ledger.h"

#include <limits>

namespace assay::api {

namespace {

bool is_hex(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }

/// Everything in the text that looks like a digest.
void add_digests(std::string_view text, std::set<std::string>& found) {
  constexpr std::size_t digits = 64;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_hex(text[end])) ++end;
    if (end - at == digits) found.emplace(text.substr(at, digits));
    at = end + 1;
  }
}

/// Runs that were pruned have nothing left that could be asked about.
bool is_pruned(const std::string& run_id, const Site& site) {
  return site.files().is_regular(site.place.state.run(run_id) + "/pruned");
}

Result<> add_runs(shell::ClearOrder& order, ledger::Ledger& ledger, const Site& site) {
  for (const ledger::RunRow& row : TRY(ledger.runs(std::numeric_limits<std::size_t>::max()))) {
    const bool works = row.machine == "loop" || row.machine == "pipeline";
    order.runs[row.run_id] = {
        .alive = row.alive, .ended = row.outcome.has_value(), .works = works, .begun = row.started};
    order.anybody_alive = order.anybody_alive || row.alive;
    if (row.outcome && is_pruned(row.run_id, site)) continue;
    TRY(ledger.for_each_event(row.run_id, [&](const shell::EventRow& event) -> Result<> {
      add_digests(event.body, order.referred);
      return {};
    }));
  }
  return {};
}

}  // namespace

Reply<shell::Cleared> gc(const GcRequest& request, const Site& site) {
  shell::ClearOrder order{
      .workspace = site.place.workspace, .state_dir = site.place.state, .dry_run = request.dry_run};
  if (!site.files().is_directory(site.place.state)) return shell::Cleared{};
  const auto ledger = open_ledger(site.outside, site.place.state, shell::LedgerMode::read_only);
  if (!ledger && ledger.error().fault != Fault::not_found) return ledger.error();
  if (ledger) TRY(add_runs(order, **ledger, site));
  const auto loaded = load_config(site);
  order.supplies_known = static_cast<bool>(loaded);
  if (loaded) order.shared_dir = loaded->config.executor.shared_dir;
  if (loaded) order.supplies = TRY(supplies_of(loaded->config, site));
  return TRY(site.outside.clear(order));
}

}  // namespace assay::api
