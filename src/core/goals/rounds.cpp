// SPDX-License-Identifier: MIT
#include "core/goals/rounds.h"

#include "base/digest.h"

#include <algorithm>
#include <set>

namespace assay::core::goals {

namespace {

using Keys = std::set<std::string, std::less<>>;

std::string key_of(const Gap& gap) { return fingerprint(gap.task, gap.type, gap.item); }

Keys keys_of(const std::vector<Gap>& gaps) {
  Keys keys;
  for (const Gap& gap : gaps) keys.insert(key_of(gap));
  return keys;
}

}  // namespace

std::string fingerprint(std::string_view task, std::string_view type, std::string_view item) {
  Hasher hasher;
  // Lengths first, so that no text can look like another split differently.
  hasher.update(std::to_string(task.size())).update(":").update(task);
  hasher.update(std::to_string(type.size())).update(":").update(type);
  hasher.update(item);
  return hasher.finish().hex().substr(0, 16);
}

RoundRecord record_of(const Report& report, std::uint32_t round) {
  RoundRecord record{round, report.gaps, {}};
  const Keys open = keys_of(report.gaps);
  Keys met;
  for (const TaskResult& task : report.tasks) {
    for (const Finding& finding : task.findings) {
      std::string key = fingerprint(task.id, finding.type, finding.item);
      // One criterion may stand for several checks; it is met when all of them are.
      if (!open.contains(key)) met.insert(std::move(key));
    }
  }
  record.met.assign(met.begin(), met.end());
  return record;
}

Progress progress_since(const RoundRecord& before, const Report& now) {
  Progress progress;
  progress.since = before.round;
  const RoundRecord current = record_of(now, before.round + 1);
  const Keys open_before = keys_of(before.gaps);
  const Keys open_now = keys_of(now.gaps);
  const auto is_met = [](const RoundRecord& record, const std::string& key) {
    return std::binary_search(record.met.begin(), record.met.end(), key);
  };
  for (const Gap& gap : before.gaps) {
    const std::string key = key_of(gap);
    if (open_now.contains(key)) continue;
    (is_met(current, key) ? progress.closed : progress.dropped).push_back(gap);
  }
  for (const Gap& gap : now.gaps) {
    const std::string key = key_of(gap);
    if (open_before.contains(key)) {
      progress.still_open.push_back(gap);
    } else {
      (is_met(before, key) ? progress.regressed : progress.fresh).push_back(gap);
    }
  }
  return progress;
}

}  // namespace assay::core::goals
