// SPDX-License-Identifier: MIT
#include "shell/timers.h"

#include "base/ensure.h"

#include <algorithm>

namespace assay::shell {

/// Asked twice is waited for once.
void Timers::set(const core::WakeAt& wanted, Instant now) {
  notice(now);
  std::erase_if(waiting_, [&](const Timer& each) { return each.key == wanted.key; });
  const auto later = std::find_if(waiting_.begin(), waiting_.end(),
                                  [&](const Timer& each) { return each.until > wanted.until; });
  waiting_.insert(later, Timer{wanted.key, wanted.until});
  ENSURE(std::is_sorted(waiting_.begin(), waiting_.end(),
                        [](const Timer& a, const Timer& b) { return a.until < b.until; }));
}

/// A clock that is set back makes nobody wait longer: what was left to wait stays what is left.
void Timers::notice(Instant now) {
  if (seen_ && now < *seen_) {
    for (Timer& each : waiting_) each.until -= *seen_ - now;
  }
  seen_ = now;
}

std::optional<Millis> Timers::patience(Instant now) {
  notice(now);
  if (waiting_.empty()) return std::nullopt;
  return std::max(waiting_.front().until - now, Millis{0});
}

std::vector<core::AttemptKey> Timers::take_due(Instant now) {
  notice(now);
  std::vector<core::AttemptKey> due;
  for (const Timer& each : waiting_) {
    if (each.until <= now) due.push_back(each.key);
  }
  std::erase_if(waiting_, [&](const Timer& each) { return each.until <= now; });
  return due;
}

}  // namespace assay::shell
