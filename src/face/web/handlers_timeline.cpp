// SPDX-License-Identifier: MIT
// Attempts of a run by time.
#include "face/web/handlers.h"
#include "face/web/look.h"
#include "face/web/shape.h"

#include <algorithm>

namespace assay::web {

namespace {

constexpr std::size_t critical_told = 500;

void fill_buckets(TimelineShown& out, const std::vector<AttemptRowShown>& attempts,
                  std::int32_t count) {
  const std::int64_t width =
      std::max<std::int64_t>(1, (out.to_ms - out.from_ms + count - 1) / count);
  for (std::int64_t at = out.from_ms; at < out.to_ms; at += width)
    out.buckets.push_back({at, std::min(at + width, out.to_ms), 0, 0, 0});
  if (out.buckets.empty()) return;
  const auto bucket_at = [&](std::int64_t ms) {
    const std::int64_t index = std::clamp<std::int64_t>(
        (ms - out.from_ms) / width, 0, static_cast<std::int64_t>(out.buckets.size()) - 1);
    return static_cast<std::size_t>(index);
  };
  for (const AttemptRowShown& each : attempts) {
    const std::int64_t end = each.start_ms + each.duration_ms;
    BucketShown& last = out.buckets[bucket_at(end)];
    ++last.attempts;
    const bool bad = each.state == api::UnitState::failed || each.state == api::UnitState::error;
    last.failed += bad ? 1U : 0U;
    for (std::size_t i = bucket_at(each.start_ms); i <= bucket_at(end); ++i) {
      BucketShown& bucket = out.buckets[i];
      bucket.busy_ms += std::max<std::int64_t>(
          0, std::min(end, bucket.to_ms) - std::max(each.start_ms, bucket.from_ms));
    }
  }
}

}  // namespace

api::Reply<TimelineShown> timeline(const Call& call, const TimelineQuery& query) {
  return look_at<TimelineShown>(
      call, [&](const api::Dossier& dossier, const api::Site&) -> api::Reply<TimelineShown> {
        const Instant now = call.archive.kept.now();
        const ledger::RunRow& row = dossier.view.row;
        std::vector<AttemptRowShown> all = attempts_shown(dossier.view, now);
        mark_critical(all);
        TimelineShown out;
        out.started_at = to_text(row.started);
        for (const AttemptRowShown& each : all)
          out.length_ms = std::max(out.length_ms, each.start_ms + each.duration_ms);
        if (row.ended || row.alive)
          out.length_ms = std::max(out.length_ms, (row.ended.value_or(now) - row.started).count());
        out.from_ms = query.from;
        out.to_ms = query.to > 0 ? query.to : out.length_ms;
        std::stable_sort(all.begin(), all.end(),
                         [](const AttemptRowShown& a, const AttemptRowShown& b) {
                           return a.start_ms < b.start_ms;
                         });
        for (const AttemptRowShown& each : all) {
          if (each.critical && out.critical.size() < critical_told) out.critical.push_back(each);
        }
        std::erase_if(all, [&](const AttemptRowShown& each) {
          return each.start_ms > out.to_ms || each.start_ms + each.duration_ms < out.from_ms;
        });
        out.matching = all.size();
        if (all.size() <= static_cast<std::size_t>(query.limit))
          out.attempts = std::move(all);
        else
          fill_buckets(out, all, query.buckets);
        return out;
      });
}

}  // namespace assay::web
