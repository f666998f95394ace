// SPDX-License-Identifier: MIT
// What happened in a run and what was decided; what its stream says beside that.
#pragma once

#include "base/record.h"
#include "face/shown/records.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay::web {

using shown::OrNull;

struct StepEventShown {
  std::uint64_t seq = 0;
  std::string at;
  std::string kind;
  std::string subject;
  std::string happened;
  std::string decided;
  bool weighty = false;
};
constexpr auto fields_of(Of<StepEventShown>) {
  using Shown = StepEventShown;
  return record<Shown>(
      field("seq", &Shown::seq, always), field("at", &Shown::at, always),
      field("kind", &Shown::kind, always, "Of the event: docs/formats/journal.md lists them."),
      field("subject", &Shown::subject, always,
            "Name of an attempt, a gate, a task; empty: the run."),
      field("happened", &Shown::happened, always),
      field("decided", &Shown::decided, always, "What followed and why; may be empty."),
      field("weighty", &Shown::weighty, always, "It can have turned the run."));
}

struct EventsShown {
  std::vector<StepEventShown> events;
  std::uint64_t last = 0;
  bool more = false;
  bool over = false;
};
constexpr auto fields_of(Of<EventsShown>) {
  using Shown = EventsShown;
  return record<Shown>(
      field("events", &Shown::events, always, "Oldest first."),
      field("last", &Shown::last, always, "The highest number of these: `since` of the next page."),
      field("more", &Shown::more, always, "There are more already."),
      field("over", &Shown::over, always, "Nobody coordinates the run: none will come by itself."));
}

struct ExplainShown {
  std::string verdict;
  std::vector<StepEventShown> claims;
  std::vector<StepEventShown> decisions;
  std::uint64_t events = 0;
  std::uint64_t matching = 0;
  OrNull<std::string> next;
};
constexpr auto fields_of(Of<ExplainShown>) {
  using Shown = ExplainShown;
  return record<Shown>(field("verdict", &Shown::verdict, always, "In words."),
                       field("claims", &Shown::claims, always, "That evidence contradicts."),
                       field("decisions", &Shown::decisions, always, "Oldest first."),
                       field("events", &Shown::events, always, "Of the run, or about `id`."),
                       field("matching", &Shown::matching, always),
                       field("next", &Shown::next, always));
}

/// What the stream of a run says when a log has grown.
struct LogGrownShown {
  std::string name;
  std::uint32_t attempt = 1;
  std::uint64_t size = 0;
};
constexpr auto fields_of(Of<LogGrownShown>) {
  using Shown = LogGrownShown;
  return record<Shown>(field("name", &Shown::name, always),
                       field("attempt", &Shown::attempt, always),
                       field("size", &Shown::size, always, "In bytes, as it is now."));
}

}  // namespace assay::web
