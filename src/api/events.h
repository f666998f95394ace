// SPDX-License-Identifier: MIT
// The journal of a run as it grows, whoever writes it: for faces that show a run they did not
// start.
#pragma once

#include "api/history.h"
#include "shell/ports/journal.h"
#include "shell/ports/watch.h"

#include <memory>
#include <string>
#include <vector>

namespace assay::api {

/// One step of a run: what happened and what was decided, as kept and in words.
struct RunEvent {
  shell::Entry entry;
  Explanation told;  ///< with its sequence number
};

/// Follows one run from its beginning, or from where somebody has read it.
class Following {
 public:
  /// `name`: a run id, a unique prefix of one, or "last". Events up to `since` are not told again.
  static Result<Following> open(const std::string& name, std::uint64_t since, const Site& site);

  /// What has come since the last call. If there is nothing, waits for it or for a log of the run
  /// to grow, `patience` at most.
  Result<std::vector<RunEvent>> next(Millis patience);

  /// The run as it was at the last call.
  const RunView& view() const { return view_; }
  /// It has ended, or nobody coordinates it: nothing will come until somebody goes on with it.
  bool is_over() const { return view_.row.outcome || !view_.row.alive; }

 private:
  Following(const Site& site, std::unique_ptr<ledger::Ledger> ledger, ledger::RunRow row,
            std::uint64_t since);
  Result<std::vector<RunEvent>> read();

  std::unique_ptr<ledger::Ledger> ledger_;
  std::unique_ptr<shell::Watch> watch_;
  RunView view_;
  std::uint64_t since_ = 0;
  shell::Tail read_;
};

struct EventPage {
  ledger::RunRow row;
  std::vector<RunEvent> events;
  bool over = false;
};

/// The events of a run after the `since`th, oldest first. If there are none, waits for one,
/// `patience` at most.
Result<EventPage> events(const std::string& name, std::uint64_t since, Millis patience,
                         const Site& site);

}  // namespace assay::api
