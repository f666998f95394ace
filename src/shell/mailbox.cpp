// SPDX-License-Identifier: MIT
#include "shell/mailbox.h"

#include "base/ensure.h"
#include "base/match.h"

#include <algorithm>
#include <utility>

namespace assay::shell {

namespace {

/// How long a request of another process may go unheard.
constexpr Millis requests_every{250};
/// How long a signal may come behind the request that it says once more.
constexpr Millis echo_longest{2'000};

}  // namespace

void Mailbox::post(core::Event answer) { answers_.push_back(std::move(answer)); }

core::Event Mailbox::take() {
  ENSURE(!answers_.empty());
  core::Event answer = std::move(answers_.front());
  answers_.erase(answers_.begin());
  return answer;
}

void Mailbox::expect(const core::Launch& launch) { expected_.insert_or_assign(launch.key, launch); }

void Mailbox::end_what_is_left() {
  std::erase_if(expected_, [&](const auto& each) {
    const bool still_there = world_.executor.attach(each.second);
    if (still_there) world_.executor.cancel(each.first);
    return !still_there;
  });
}

core::Event Mailbox::translate(ProcessEnded&& ended) {
  core::AttemptEnded event{.at = world_.clock.now(),
                           .key = ended.key,
                           .name = "",
                           .evidence = std::move(ended.evidence)};
  if (const auto launch = expected_.find(ended.key); launch != expected_.end()) {
    event.name = launch->second.name;
    event.evidence.reading = world_.reader.read(launch->second, event.evidence);
    expected_.erase(launch);
  }
  return event;
}

void Mailbox::hear(ProcessEnded&& ended, std::vector<core::Event>& events) {
  if (diverted_.erase(ended.key) > 0) {
    ends_.push_back(std::move(ended));
  } else {
    events.push_back(translate(std::move(ended)));
  }
}

Result<std::vector<core::Event>> Mailbox::wait() {
  std::vector<core::Event> events;
  if (!answers_.empty()) {
    events.push_back(take());
    return events;
  }
  const Millis longest = std::min(world_.audience.period(), requests_every);
  for (Happening& happening : TRY(world_.executor.wait(longest))) {
    match(
        happening, [&](ProcessEnded& ended) { hear(std::move(ended), events); },
        [&](StopAsked& asked) {
          if (!is_echo()) stop(std::move(asked.by), events);
        });
  }
  hear_requests(events);
  if (events.empty() && !held_ && world_.executor.in_flight() == 0)
    events.emplace_back(core::WorldIdle{world_.clock.now()});
  return events;
}

/// A request that lies in the journal's store counts as a signal does.
void Mailbox::hear_requests(std::vector<core::Event>& events) {
  if (stop_heard_) return;
  const Instant now = world_.clock.now();
  const bool just_looked = looked_at_ && now >= *looked_at_ && now - *looked_at_ < requests_every;
  if (just_looked) return;
  looked_at_ = now;
  std::optional<std::string> by = world_.journal.stop_asked();
  if (!by) return;
  echo_until_ = now + echo_longest;
  stop(std::move(*by), events);
}

void Mailbox::stop(std::string by, std::vector<core::Event>& events) {
  ENSURE(!by.empty());
  stop_heard_ = true;
  world_.audience.stopping(by);
  events.emplace_back(core::CancelRequested{world_.clock.now(), std::move(by)});
}

/// Who writes a request down sends a signal as well, to be heard at once. The two are one request:
/// a second one would kill without grace.
bool Mailbox::is_echo() {
  const std::optional<Instant> until = std::exchange(echo_until_, std::nullopt);
  return until && world_.clock.now() < *until;
}

}  // namespace assay::shell
