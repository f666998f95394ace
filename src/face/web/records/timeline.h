// SPDX-License-Identifier: MIT
// Attempts of a run by time.
#pragma once

#include "api/run_state.h"
#include "base/record.h"
#include "face/shown/records.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay::web {

using shown::from_minus_one;
using shown::OrNull;

/// One attempt as lists and the timeline show it.
struct AttemptRowShown {
  std::string name;
  std::uint32_t attempt = 1;
  std::uint64_t seq = 0;
  api::UnitState state{};
  std::string kind;
  std::string outcome;
  std::string started_at;
  std::int64_t start_ms = 0;
  std::int64_t duration_ms = 0;
  OrNull<std::int64_t> exit_code;
  std::uint64_t bytes = 0;
  std::int64_t tests = -1;
  std::int64_t tests_failed = -1;
  bool is_agent = false;
  std::string role;
  std::string model;
  std::int64_t tokens = 0;
  OrNull<std::int64_t> micro_usd;
  std::string step;
  bool critical = false;
};
constexpr auto fields_of(Of<AttemptRowShown>) {
  using Shown = AttemptRowShown;
  return record<Shown>(
      field("name", &Shown::name, always), field("attempt", &Shown::attempt, always, "From 1."),
      field("seq", &Shown::seq, always, "Of the event that tells of its end; 0: it runs."),
      field("state", &Shown::state, always),
      field("kind", &Shown::kind, always,
            "How it ended: exited, signaled, timed_out, cancelled, limited, spawn_failed, lost, "
            "unrecorded, stalled, held; empty: it runs."),
      field("outcome", &Shown::outcome, always, "In one line."),
      field("started_at", &Shown::started_at, always),
      field("start_ms", &Shown::start_ms, always, "After the start of the run."),
      field("duration_ms", &Shown::duration_ms, always, "Until now, if it runs."),
      field("exit_code", &Shown::exit_code, always), field("bytes", &Shown::bytes, always),
      field("tests", &Shown::tests, always, from_minus_one, "-1: not told."),
      field("tests_failed", &Shown::tests_failed, always, from_minus_one, "-1: not told."),
      field("is_agent", &Shown::is_agent, always), field("role", &Shown::role, always),
      field("model", &Shown::model, always), field("tokens", &Shown::tokens, always),
      field("micro_usd", &Shown::micro_usd, always, "Null: not told."),
      field("step", &Shown::step, always, "Of a pipeline, or the task of a loop; may be empty."),
      field("critical", &Shown::critical, always,
            "On the chain of attempts that made the run as long as it was."));
}

struct AttemptsShown {
  std::vector<AttemptRowShown> attempts;
  std::uint64_t matching = 0;
  OrNull<std::string> next;
};
constexpr auto fields_of(Of<AttemptsShown>) {
  using Shown = AttemptsShown;
  return record<Shown>(field("attempts", &Shown::attempts, always, "Running ones last."),
                       field("matching", &Shown::matching, always),
                       field("next", &Shown::next, always));
}

struct BucketShown {
  std::int64_t from_ms = 0;
  std::int64_t to_ms = 0;
  std::uint64_t attempts = 0;
  std::uint64_t failed = 0;
  std::int64_t busy_ms = 0;
};
constexpr auto fields_of(Of<BucketShown>) {
  using Shown = BucketShown;
  return record<Shown>(field("from_ms", &Shown::from_ms, always),
                       field("to_ms", &Shown::to_ms, always),
                       field("attempts", &Shown::attempts, always, "That ended in it."),
                       field("failed", &Shown::failed, always, "Of those."),
                       field("busy_ms", &Shown::busy_ms, always, "Of all attempts together."));
}

struct TimelineShown {
  std::string started_at;
  std::int64_t length_ms = 0;
  std::int64_t from_ms = 0;
  std::int64_t to_ms = 0;
  std::uint64_t matching = 0;
  std::vector<AttemptRowShown> attempts;
  std::vector<BucketShown> buckets;
  std::vector<AttemptRowShown> critical;
};
constexpr auto fields_of(Of<TimelineShown>) {
  using Shown = TimelineShown;
  return record<Shown>(
      field("started_at", &Shown::started_at, always),
      field("length_ms", &Shown::length_ms, always, "Of the whole run until now."),
      field("from_ms", &Shown::from_ms, always), field("to_ms", &Shown::to_ms, always),
      field("matching", &Shown::matching, always, "Attempts in this window."),
      field("attempts", &Shown::attempts, always,
            "Each of them, by their start; none if they are more than `limit`."),
      field("buckets", &Shown::buckets, always,
            "The window in equal parts, where there are too many."),
      field("critical", &Shown::critical, always,
            "The chain of attempts that made the run as long as it was, at most 500."));
}

}  // namespace assay::web
