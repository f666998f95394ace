// SPDX-License-Identifier: MIT
#include "api/events.h"

namespace assay::api {

Following::Following(const Site& site, std::unique_ptr<ledger::Ledger> ledger, ledger::RunRow row,
                     std::uint64_t since)
    : ledger_(std::move(ledger)),
      watch_(site.outside.open_watch({site.place.state, site.place.state.logs(row.run_id)})),
      view_(view_of(std::move(row))),
      since_(since) {}

Result<Following> Following::open(const std::string& name, std::uint64_t since, const Site& site) {
  auto ledger = TRY(open_history(site));
  ledger::RunRow row = TRY(ledger->find_run(name));
  return Following(site, std::move(ledger), std::move(row), since);
}

Result<std::vector<RunEvent>> Following::read() {
  std::vector<RunEvent> fresh;
  // The row comes first: what ended the run was written before it said so.
  view_.row = TRY(ledger_->find_run(view_.row.run_id));
  view_.run.alive = view_.row.alive;
  if (view_.row.events <= read_.events) return fresh;
  TRY(ledger_->for_each_entry(view_.row.run_id, read_,
                              [&](std::uint64_t seq, shell::Entry entry) -> Result<> {
                                Explanation told = hear(view_, seq, entry);
                                if (seq > since_)
                                  fresh.push_back({std::move(entry), std::move(told)});
                                return {};
                              }));
  return fresh;
}

Result<std::vector<RunEvent>> Following::next(Millis patience) {
  std::vector<RunEvent> fresh = TRY(read());
  if (!fresh.empty() || is_over() || !watch_->wait(patience)) return fresh;
  return read();
}

Result<EventPage> events(const std::string& name, std::uint64_t since, Millis patience,
                         const Site& site) {
  Following following = TRY(Following::open(name, since, site));
  shell::Clock& clock = site.outside.clock();
  const Instant until = clock.now() + patience;
  EventPage page;
  page.events = TRY(following.next(patience));
  // A log that grew ends a wait as well.
  while (page.events.empty() && !following.is_over() && clock.now() < until)
    page.events = TRY(following.next(until - clock.now()));
  page.row = following.view().row;
  page.over = following.is_over();
  return page;
}

}  // namespace assay::api
