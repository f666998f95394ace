// SPDX-License-Identifier: MIT
// Tests by name, one of them run by run, and the failures that are known.
#pragma once

#include "base/record.h"
#include "face/shown/records.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay::web {

using shown::OrNull;

struct TestsPageShown {
  shown::TestsShown tests;
  std::uint64_t matching = 0;
  OrNull<std::string> next;
};
constexpr auto fields_of(Of<TestsPageShown>) {
  using Shown = TestsPageShown;
  return record<Shown>(flat(&Shown::tests), field("matching", &Shown::matching, always),
                       field("next", &Shown::next, always));
}

struct TestRunShown {
  std::string run_id;
  std::string at;
  std::string tree;
  core::TestOutcome outcome{};
  OrNull<std::int64_t> duration_ms;
};
constexpr auto fields_of(Of<TestRunShown>) {
  using Shown = TestRunShown;
  return record<Shown>(field("run_id", &Shown::run_id, always), field("at", &Shown::at, always),
                       field("tree", &Shown::tree, always),
                       field("outcome", &Shown::outcome, always),
                       field("duration_ms", &Shown::duration_ms, always));
}

struct TestHistoryShown {
  shown::TestShown test;
  std::vector<TestRunShown> runs;
};
constexpr auto fields_of(Of<TestHistoryShown>) {
  using Shown = TestHistoryShown;
  return record<Shown>(field("test", &Shown::test, always),
                       field("runs", &Shown::runs, always, "Oldest first."));
}

struct KnownFailureShown {
  std::string test;
  std::string reason;
  std::string owner;
  std::string until;
  bool expired = false;
};
constexpr auto fields_of(Of<KnownFailureShown>) {
  using Shown = KnownFailureShown;
  return record<Shown>(field("test", &Shown::test, always, "A glob."),
                       field("reason", &Shown::reason, always),
                       field("owner", &Shown::owner, always), field("until", &Shown::until, always),
                       field("expired", &Shown::expired, always, "It blocks now."));
}

struct KnownFailuresShown {
  std::string file;
  std::vector<KnownFailureShown> failures;
};
constexpr auto fields_of(Of<KnownFailuresShown>) {
  using Shown = KnownFailuresShown;
  return record<Shown>(field("file", &Shown::file, always, "Empty: none is configured."),
                       field("failures", &Shown::failures, always));
}

}  // namespace assay::web
