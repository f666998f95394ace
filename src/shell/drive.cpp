// SPDX-License-Identifier: MIT
#include "shell/drive.h"

#include "base/ensure.h"
#include "shell/mailbox.h"
#include "shell/perform.h"

#include <algorithm>

namespace assay::shell {

namespace {

class Loop {
 public:
  Loop(World world, const Decider& decider) : world_(world), decider_(decider) {}

  Result<> hear(std::vector<core::Event> events);
  Result<> fold(const std::vector<Entry>& entries);
  std::vector<core::AttemptKey> find_what_is_left() { return mailbox_.find_what_is_left(); }
  Result<core::Machine> run();

 private:
  void note_launches(const core::Event& event, const core::Effects& effects);
  Result<> turn();
  Result<> work();
  bool is_to_be_sat_out() const;
  Result<> sit_out(Instant until);
  void seal(std::vector<core::Event>& events) const;

  World world_;
  const Decider& decider_;
  core::Machine machine_;
  Trace trace_;
  Mailbox mailbox_{world_};
  Performer performer_{world_, mailbox_};
};

/// True for a turn that only asks how matters stand.
bool only_asks(const core::Effects& effects) {
  return !effects.empty() &&
         std::all_of(effects.begin(), effects.end(), [](const core::Effect& effect) {
           return std::holds_alternative<core::Drain>(effect) ||
                  std::holds_alternative<core::Park>(effect) ||
                  std::holds_alternative<core::Conclude>(effect);
         });
}

std::vector<core::AttemptKey> started_by(const core::Effects& effects) {
  std::vector<core::AttemptKey> keys;
  for (const core::Effect& effect : effects) {
    if (const auto* start = std::get_if<core::StartAttempt>(&effect))
      keys.push_back(start->launch.key);
  }
  return keys;
}

/// Those that follow from the event itself.
std::vector<core::RecordRows> rows_by(const core::Effects& effects) {
  std::vector<core::RecordRows> rows;
  for (const core::Effect& effect : effects) {
    const auto* record = std::get_if<core::RecordRows>(&effect);
    if (record != nullptr && !record->is_answered) rows.push_back(*record);
  }
  return rows;
}

/// Decides on each event, makes events and decisions durable together, and only then acts. A turn
/// that only asks goes on with the answer before the commit: asking does nothing to the outside.
Result<> Loop::hear(std::vector<core::Event> events) {
  ENSURE(!events.empty());
  std::vector<Entry> entries;
  core::Effects effects;
  while (!events.empty()) {
    for (core::Event& event : events) {
      core::Effects decided = decider_(machine_, event);
      Entry entry{std::move(event), core::to_text(decided), started_by(decided), rows_by(decided)};
      trace_.add(entry.decision);
      entries.push_back(std::move(entry));
      std::move(decided.begin(), decided.end(), std::back_inserter(effects));
    }
    events.clear();
    if (!mailbox_.is_empty() || !only_asks(effects)) break;
    for (const core::Effect& effect : effects) performer_.perform(effect);
    effects.clear();
    events.push_back(mailbox_.take());
    seal(events);
  }
  ENSURE(!entries.empty());
  TRY(world_.journal.append(entries));
  for (const Entry& entry : entries) {
    if (const auto* ended = std::get_if<core::AttemptEnded>(&entry.event))
      world_.audience.ended(*ended);
  }
  world_.audience.decided(machine_);
  for (const core::Effect& effect : effects) performer_.perform(effect);
  if (performer_.problem()) return *performer_.problem();
  return {};
}

/// The trace is that of every decision before the verdict, whatever was heard in between: it is not
/// known before the verdict is about to be heard.
void Loop::seal(std::vector<core::Event>& events) const {
  for (core::Event& event : events) {
    if (auto* over = std::get_if<core::RunConcluded>(&event)) over->trace = trace_.hex();
  }
}

/// Folds what the journal holds, and makes sure that this program would have decided the same.
Result<> Loop::fold(const std::vector<Entry>& entries) {
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const core::Effects effects = decider_(machine_, entries[i].event);
    const std::string decision = core::to_text(effects);
    if (decision != entries[i].decision) {
      return Error{Fault::conflict,
                   "event " + std::to_string(i + 1) + " was decided differently ('" +
                       entries[i].decision + "', now '" + decision +
                       "'): the run was made by another version of assay; start a new one"};
    }
    trace_.add(decision);
    note_launches(entries[i].event, effects);
    const Instant at = std::visit([](const auto& e) { return e.at; }, entries[i].event);
    for (const core::RecordRows& rows : rows_by(effects)) TRY(world_.journal.recall(rows, at));
  }
  return {};
}

/// Which attempts an earlier coordinator had in flight.
void Loop::note_launches(const core::Event& event, const core::Effects& effects) {
  // An end without a name was news of nothing that was in flight here.
  const auto* ended = std::get_if<core::AttemptEnded>(&event);
  if (ended != nullptr && !ended->name.empty()) mailbox_.forget(ended->key);
  for (const core::Effect& effect : effects) {
    if (const auto* start = std::get_if<core::StartAttempt>(&effect))
      mailbox_.expect(start->launch);
  }
}

Result<> Loop::turn() {
  std::vector<core::Event> events = TRY(mailbox_.wait());
  performer_.go_on_supplying();
  seal(events);
  if (world_.audience.watches()) world_.audience.watching(world_.executor.agents());
  world_.audience.tick();
  if (events.empty()) return {};
  const bool idle = std::holds_alternative<core::WorldIdle>(events.front());
  TRY(hear(std::move(events)));
  const bool stuck =
      idle && mailbox_.is_empty() && world_.executor.in_flight() == 0 && !machine_.is_at_rest();
  if (stuck) return Error{Fault::io, "nothing is running and nothing is left to wait for"};
  return {};
}

Result<> Loop::work() {
  while (!machine_.is_at_rest()) TRY(turn());
  while (is_to_be_sat_out()) {
    TRY(sit_out(*machine_.parked->until));
    while (!machine_.is_at_rest()) TRY(turn());
  }
  return {};
}

bool Loop::is_to_be_sat_out() const {
  if (!world_.waits || machine_.outcome) return false;
  ENSURE(machine_.parked.has_value());  // at rest without a verdict is parked
  return machine_.parked->until.has_value();
}

/// The journal tells the same as if the coordinator had gone and another one had come in time. A
/// clock that was set back meanwhile does not make it too early: the wait was as long as it had to
/// be.
Result<> Loop::sit_out(Instant until) {
  mailbox_.wake({.key = {}, .name = "parked", .until = until});
  for (;;) {
    std::vector<core::Event> events = TRY(mailbox_.wait());
    world_.audience.tick();
    for (core::Event& event : events) {
      const bool stop = std::holds_alternative<core::CancelRequested>(event);
      if (!stop && !std::holds_alternative<core::Woken>(event)) continue;
      mailbox_.rest();
      if (!stop) event = core::RunResumed{std::max(world_.clock.now(), until)};
      return hear({std::move(event)});
    }
  }
}

Result<core::Machine> Loop::run() {
  if (const Result<> worked = work(); !worked) {
    world_.executor.stop_all();
    return worked.error();
  }
  ENSURE(machine_.is_at_rest());
  return std::move(machine_);
}

}  // namespace

void Trace::add(std::string_view decision) {
  Hasher hasher;
  hasher.update({reinterpret_cast<const char*>(digest_.bytes.data()), digest_.bytes.size()});
  digest_ = hasher.update(decision).finish();
}

Result<core::Machine> start(World world, core::RunStarted first, const Decider& decider) {
  Loop loop(world, decider);
  world.audience.begun(first);
  std::vector<core::Event> events;
  events.emplace_back(std::move(first));
  TRY(loop.hear(std::move(events)));
  return loop.run();
}

namespace {

/// Folds the journal and hears `next` if the run is not over yet.
Result<core::Machine> go_on(World world, const Decider& decider, core::Event next) {
  Loop loop(world, decider);
  const std::vector<Entry> entries = TRY(world.journal.read());
  if (entries.empty())
    return Error{Fault::not_found, "the journal is empty: there is no run to resume"};
  for (const Entry& entry : entries) {
    if (const auto* first = std::get_if<core::RunStarted>(&entry.event))
      world.audience.begun(*first);
  }
  TRY(loop.fold(entries));
  const bool over = std::holds_alternative<core::RunConcluded>(entries.back().event);
  if (!over) {
    const std::vector<core::AttemptKey> left = loop.find_what_is_left();
    if (auto* resumed = std::get_if<core::RunResumed>(&next)) {
      resumed->attached = left;
    } else {
      for (const core::AttemptKey key : left) world.executor.cancel(key);
    }
    TRY(loop.hear({std::move(next)}));
  }
  return loop.run();
}

}  // namespace

Result<core::Machine> resume(World world, const Decider& decider, Instant not_before) {
  return go_on(world, decider, core::RunResumed{std::max(world.clock.now(), not_before)});
}

Result<core::Machine> cancel(World world, std::string by, const Decider& decider) {
  return go_on(world, decider, core::CancelRequested{world.clock.now(), std::move(by), true});
}

}  // namespace assay::shell
