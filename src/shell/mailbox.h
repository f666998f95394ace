// SPDX-License-Identifier: MIT
// Everything a run can hear comes through here, in one order: first the answers to its own
// questions, one by one, then what happened outside.
#pragma once

#include "base/result.h"
#include "core/ask/event.h"
#include "shell/ports/world.h"
#include "shell/timers.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace assay::shell {

class Mailbox {
 public:
  explicit Mailbox(World world) : world_(world) {}

  /// An answer that is there already.
  void post(core::Event answer);
  /// Takes back every answer of that kind: the question was asked anew, and they are older than it.
  template <class Answer>
  void take_back() {
    std::erase_if(answers_,
                  [](const core::Event& answer) { return std::holds_alternative<Answer>(answer); });
  }
  bool is_empty() const { return answers_.empty(); }
  /// The oldest answer; only of a mailbox that is not empty.
  core::Event take();

  /// The end of this attempt will come from outside; its output is read then.
  void expect(const core::Launch& launch);
  void forget(core::AttemptKey key) { expected_.erase(key); }
  /// Of what an earlier coordinator had in flight: what the executor still has, whose ends will be
  /// heard. The machine counts the rest as lost and tries it again.
  std::vector<core::AttemptKey> find_what_is_left();

  /// A time that will be told when it has come.
  void wake(const core::WakeAt& wanted) { timers_.set(wanted, world_.clock.now()); }
  /// A question that somebody may answer when they like; an earlier one is not open any more.
  void ask(const core::AskApproval& question);
  /// The coordinator goes away: nothing is waited for any more.
  void rest();
  /// The end of this attempt is nothing the run hears of; it is kept until it is taken.
  void divert(core::AttemptKey key) { diverted_.insert(key); }
  std::vector<ProcessEnded> take_diverted() { return std::exchange(ends_, {}); }
  /// Something is to come that is neither in flight nor here.
  void hold(bool held) { held_ = held; }

  /// Waits for what there is to hear next, at most as long as the audience wants to be left alone.
  /// Nothing outside and nothing to come is news too.
  Result<std::vector<core::Event>> wait();

 private:
  Patience patience();
  core::Event translate(ProcessEnded&& ended);
  bool waits_for_more() const { return question_ || !timers_.is_empty(); }
  void hear_times(std::vector<core::Event>& events);
  void hear_people(std::vector<core::Event>& events);
  void hear(ProcessEnded&& ended, std::vector<core::Event>& events);
  void hear_requests(std::vector<core::Event>& events);
  void stop(std::string by, std::vector<core::Event>& events);
  bool is_echo();

  World world_;
  std::vector<core::Event> answers_;
  std::map<core::AttemptKey, core::Launch> expected_;
  Timers timers_;
  std::optional<core::AskApproval> question_;  ///< the open one
  std::set<core::AttemptKey> diverted_;
  std::vector<ProcessEnded> ends_;
  bool held_ = false;
  std::optional<Instant> looked_at_;   ///< when a request was last looked for
  bool stop_heard_ = false;            ///< a request to stop is told once
  std::optional<Instant> echo_until_;  ///< a signal until then says what a request has said
};

}  // namespace assay::shell
