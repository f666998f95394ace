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

std::vector<core::AttemptKey> Mailbox::find_what_is_left() {
  std::vector<core::AttemptKey> found;
  std::erase_if(expected_, [&](const auto& each) {
    const bool still_there = world_.executor.attach(each.second);
    if (still_there) found.push_back(each.first);
    return !still_there;
  });
  return found;
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
  for (Happening& happening : TRY(world_.executor.wait(patience()))) {
    match(
        happening, [&](ProcessEnded& ended) { hear(std::move(ended), events); },
        [&](StopAsked& asked) {
          if (!is_echo()) stop(std::move(asked.by), events);
        });
  }
  hear_requests(events);
  hear_times(events);
  if (!stop_heard_) hear_people(events);
  if (events.empty() && !waits_for_more() && !held_ && world_.executor.in_flight() == 0)
    events.emplace_back(core::WorldIdle{world_.clock.now()});
  return events;
}

Patience Mailbox::patience() {
  Patience patience = std::min(world_.audience.period(), requests_every);
  patience.anyway = waits_for_more();
  if (question_) patience.bell = world_.approvals->bell();
  if (!timers_.is_empty())
    patience.longest = std::min(patience.longest, *timers_.patience(world_.clock.now()));
  return patience;
}

void Mailbox::ask(const core::AskApproval& question) {
  ENSURE(!question.question.gate_id.empty());
  question_ = question;
  if (world_.approvals != nullptr) world_.approvals->ask(question);
  hear_people(answers_);
}

void Mailbox::rest() {
  timers_.clear();
  if (question_ && world_.approvals != nullptr) world_.approvals->withdraw();
  question_.reset();
}

/// Nobody there to answer is no answer: the run waits until somebody gives one.
void Mailbox::hear_people(std::vector<core::Event>& events) {
  if (!question_) return;
  const Said said = world_.approvals == nullptr ? NobodyThere{} : world_.approvals->hear();
  if (std::holds_alternative<std::monostate>(said)) return;
  const core::AskApproval asked = *std::exchange(question_, std::nullopt);
  const std::string& gate = asked.question.gate_id;
  const Instant now = world_.clock.now();
  if (const auto* answer = std::get_if<Answer>(&said)) {
    events.emplace_back(core::ApprovalGiven{.at = now,
                                            .key = asked.key,
                                            .gate_id = gate,
                                            .option = answer->option,
                                            .comment = answer->comment,
                                            .by = answer->by});
    return;
  }
  const std::string& ignored = std::get<NobodyThere>(said).ignored;
  events.emplace_back(core::RunParked{
      now, std::nullopt, "waiting for " + gate + (ignored.empty() ? "" : " (" + ignored + ")")});
}

void Mailbox::hear_times(std::vector<core::Event>& events) {
  if (timers_.is_empty()) return;
  const Instant now = world_.clock.now();
  for (const core::AttemptKey key : timers_.take_due(now))
    events.emplace_back(core::Woken{now, key});
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
