// SPDX-License-Identifier: MIT
#include "api/ledger.h"

#include "api/open_ledger.h"

#include <limits>

namespace assay::api {

Result<ledger::ChainReport> verify_ledger(const std::string& run, const Site& site) {
  const auto ledger =
      TRY(open_ledger(site.outside, site.place.state, shell::LedgerMode::read_only));
  if (run.empty()) return ledger->verify_chains(std::nullopt);
  const ledger::RunRow row = TRY(ledger->find_run(run));
  return ledger->verify_chains(row.run_id);
}

Result<std::vector<std::string>> query_ledger(const std::string& sql, const Site& site,
                                              const shell::OnRow& row) {
  const auto ledger =
      TRY(open_ledger(site.outside, site.place.state, shell::LedgerMode::read_only));
  return ledger->query(sql, row);
}

Result<shell::RowExport> export_rows(const std::string& directory, const std::string& run,
                                     const Site& site) {
  const auto ledger =
      TRY(open_ledger(site.outside, site.place.state, shell::LedgerMode::read_only));
  if (run.empty()) return ledger->export_rows(directory, std::nullopt);
  const ledger::RunRow row = TRY(ledger->find_run(run));
  return ledger->export_rows(directory, row.run_id);
}

Result<> export_events(
    const std::string& run, const Site& site,
    const std::function<void(const std::string&, const shell::EventRow&)>& tell) {
  const auto ledger =
      TRY(open_ledger(site.outside, site.place.state, shell::LedgerMode::read_only));
  std::vector<ledger::RunRow> rows;
  if (run.empty()) {
    rows = TRY(ledger->runs(std::numeric_limits<std::size_t>::max()));
    std::reverse(rows.begin(), rows.end());
  } else {
    rows.push_back(TRY(ledger->find_run(run)));
  }
  for (const ledger::RunRow& row : rows) {
    TRY(ledger->for_each_event(row.run_id, [&](const shell::EventRow& event) -> Result<> {
      tell(row.run_id, event);
      return {};
    }));
  }
  return {};
}

namespace {

Reply<std::unique_ptr<shell::Store>> open_named(const std::string& name, const char* field,
                                                const Site& site, shell::LedgerMode mode) {
  shell::StoreChoice choice = site.outside.used_store();
  if (name == "sqlite") {
    choice.url.clear();
  } else if (name.starts_with("postgresql://") || name.starts_with("postgres://")) {
    choice.url = name;
  } else if (name != "postgresql") {
    return Problem{.code = Code::bad_value,
                   .field = field,
                   .value = name,
                   .what = "is none of sqlite, postgresql and postgresql://..."};
  } else if (choice.url.empty()) {
    return Problem{.code = Code::bad_input,
                   .what =
                       "no store is configured: give its address (postgresql://HOST/DATABASE), "
                       "or set ASSAY_STORE or `store:` in ~/.config/assay/config.yaml"};
  }
  return TRY(site.outside.open_other_store(choice, site.place.state, mode));
}

}  // namespace

Reply<ledger::CopyReport> copy_ledger(const CopyRequest& request, const Site& site,
                                      const ledger::OnCopied& tell) {
  const auto from = TRY(open_named(request.from, "from", site, shell::LedgerMode::read_only));
  const auto to = TRY(open_named(request.to, "to", site, shell::LedgerMode::read_write));
  if (from->name() == to->name())
    return Problem{.code = Code::bad_input, .what = "both are the same ledger"};
  return TRY(ledger::copy_runs(*from, *to, tell));
}

}  // namespace assay::api
