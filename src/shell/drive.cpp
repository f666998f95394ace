// SPDX-License-Identifier: MIT
#include "shell/drive.h"

#include "base/ensure.h"
#include "base/match.h"

#include <algorithm>
#include <map>

namespace assay::shell {

namespace {

class Loop {
 public:
  Loop(World world, const Decider& decider) : world_(world), decider_(decider) {}

  Result<> hear(std::vector<core::Event> events);
  Result<> fold(const std::vector<Entry>& entries);
  void end_what_is_left();
  Result<core::Machine> run();

 private:
  void note_launches(const core::Event& event, const core::Effects& effects);
  Result<> turn();
  Result<std::vector<core::Event>> listen();
  core::Event next_answer();
  void hear_requests(std::vector<core::Event>& events);
  core::Event translate(ProcessEnded&& ended);
  void perform(const core::Effect& effect);
  Workshop* workshop();
  Workplace* workplace();
  void done(core::AttemptKey key, core::work::WorkResult result);
  void ask(const core::AskApproval& e);

  World world_;
  const Decider& decider_;
  core::Machine machine_;
  Trace trace_;
  std::map<core::AttemptKey, core::Launch> launched_;
  std::vector<core::Event> answers_;  ///< what effects already told us, to be heard next
  std::optional<Error> problem_;      ///< an effect that could not be performed at all
  bool stop_heard_ = false;           ///< a request to stop is told once
};

/// How long a request of another process may go unheard.
constexpr Millis requests_every{250};
/// A journal keeps only so many names of what gates leave behind.
void add_created(core::TreeObserved& seen, std::vector<core::ByProduct> created) {
  if (created.size() > core::by_products_max) {
    seen.created_more = created.size() - core::by_products_max;
    created.resize(core::by_products_max);
  }
  seen.created = std::move(created);
}

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

/// Decides on each event, makes events and decisions durable together, and only then acts. A turn
/// that only asks goes on with the answer before the commit: asking does nothing to the outside.
Result<> Loop::hear(std::vector<core::Event> events) {
  std::vector<Entry> entries;
  core::Effects effects;
  while (!events.empty()) {
    for (core::Event& event : events) {
      core::Effects decided = decider_(machine_, event);
      Entry entry{std::move(event), core::to_text(decided), started_by(decided)};
      trace_.add(entry.decision);
      entries.push_back(std::move(entry));
      std::move(decided.begin(), decided.end(), std::back_inserter(effects));
    }
    events.clear();
    if (!answers_.empty() || !only_asks(effects)) break;
    for (const core::Effect& effect : effects) perform(effect);
    effects.clear();
    events.push_back(next_answer());
  }
  TRY(world_.journal.append(entries));
  for (const Entry& entry : entries) {
    if (const auto* ended = std::get_if<core::AttemptEnded>(&entry.event))
      world_.audience.ended(*ended);
  }
  world_.audience.decided(machine_);
  for (const core::Effect& effect : effects) perform(effect);
  if (problem_) return *problem_;
  return {};
}

core::Event Loop::next_answer() {
  ENSURE(!answers_.empty());
  core::Event answer = std::move(answers_.front());
  answers_.erase(answers_.begin());
  // Not before now: the trace is that of every decision before the verdict, whatever was heard in
  // between.
  if (auto* over = std::get_if<core::RunConcluded>(&answer)) over->trace = trace_.hex();
  return answer;
}

void Loop::perform(const core::Effect& effect) {
  match(
      effect,
      [&](const core::StartAttempt& e) {
        const core::Launch launch = world_.reader.fill_prompt(e.launch);
        world_.audience.started(launch);
        launched_.insert_or_assign(launch.key, launch);
        world_.executor.start(launch);
      },
      [&](const core::ObserveTree& e) {
        core::TreeObserved seen{world_.clock.now(), e.key, {}, {}, {}, {}};
        Result<TreeSight> sight = world_.trees.observe(e);
        if (sight) {
          seen.digest = sight->digest.hex();
          seen.tree = std::move(sight->tree);
          seen.by_bytes = std::move(sight->by_bytes);
          add_created(seen, std::move(sight->created));
          seen.head = std::move(sight->head);
          seen.changed = std::move(sight->changed);
          seen.commits = std::move(sight->commits);
        } else if (e.named) {
          seen.problem = sight.error().what;
        }
        answers_.emplace_back(std::move(seen));
      },
      [&](const core::AskSpending& e) {
        const Instant now = world_.clock.now();
        Result<core::agent::Spent> others = world_.journal.reserve(e, now);
        if (others) {
          answers_.emplace_back(core::SpendingReported{now, e.key, *others});
        } else {
          problem_ = others.error();
        }
      },
      [&](const core::InspectWorkspace& e) {
        core::WorkspaceInspected seen{world_.clock.now(), {}};
        if (world_.inspector == nullptr) {
          problem_ = Error{Fault::io, "this machine cannot look into workspaces"};
          return;
        }
        Result<std::vector<core::goals::CheckResult>> results = world_.inspector->inspect(e);
        if (results) {
          seen.results = results.take();
        } else {
          for (const core::goals::Check& check : *e.checks) {
            seen.results.push_back(core::goals::unchecked(check));
            seen.results.back().actual = results.error().what;
          }
        }
        answers_.emplace_back(std::move(seen));
      },
      [&](const core::InspectWork& e) {
        if (Workshop* shop = workshop())
          answers_.emplace_back(core::WorkInspected{world_.clock.now(), e.key, shop->inspect(e)});
      },
      [&](const core::OpenWork& e) {
        if (Workshop* shop = workshop()) done(e.key, shop->open(e));
      },
      [&](const core::MergeWork& e) {
        if (Workshop* shop = workshop()) done(e.key, shop->merge(e));
      },
      [&](const core::CloseWork& e) {
        if (Workshop* shop = workshop()) done(e.key, shop->close(e));
      },
      [&](const core::UpdateSpec& e) {
        if (Workshop* shop = workshop()) done(e.key, shop->update(e));
      },
      [&](const core::OpenCopy& e) {
        if (Workplace* shop = workplace()) done(e.key, shop->copy(e));
      },
      [&](const core::ReadOutputs& e) {
        if (Workplace* shop = workplace())
          answers_.emplace_back(core::OutputsRead{world_.clock.now(), e.key, shop->outputs(e)});
      },
      [&](const core::AdoptWork& e) {
        if (Workplace* shop = workplace()) done(e.key, shop->adopt(e));
      },
      [&](const core::RestoreFiles& e) {
        if (Workplace* shop = workplace()) done(e.key, shop->restore(e));
      },
      [&](const core::CommitWork& e) {
        if (Workplace* shop = workplace()) done(e.key, shop->commit(e));
      },
      [&](const core::TagCommit& e) {
        if (Workplace* shop = workplace()) done(e.key, shop->tag(e));
      },
      [&](const core::RecordRows& e) {
        answers_.emplace_back(core::RowsRecorded{world_.clock.now(), e.key, e.checks, e.telemetry});
      },
      [&](const core::CountRows& e) {
        auto numbers = world_.journal.count(e.questions);
        if (numbers) {
          answers_.emplace_back(core::RowsCounted{world_.clock.now(), e.key, numbers.take()});
        } else {
          problem_ = numbers.error();
        }
      },
      [&](const core::AskApproval& e) { ask(e); },
      [&](const core::WriteBundle& e) {
        if (Workplace* shop = workplace()) done(e.key, shop->write(e));
      },
      [&](const core::StopAttempts&) { world_.executor.stop_all(); },
      [&](const core::Drain&) {
        // Asked twice in one turn, it is the second answer that counts: the first is older than the
        // question.
        std::erase_if(answers_, [](const core::Event& answer) {
          return std::holds_alternative<core::DrainReported>(answer);
        });
        answers_.emplace_back(core::DrainReported{world_.clock.now(), world_.executor.in_flight()});
      },
      [&](const core::Park& e) {
        answers_.emplace_back(core::RunParked{world_.clock.now(), e.until, e.reason});
      },
      [&](const core::Conclude& e) {
        answers_.emplace_back(core::RunConcluded{world_.clock.now(), e.outcome, ""});
      });
}

Workshop* Loop::workshop() {
  if (world_.workshop == nullptr)
    problem_ = Error{Fault::io, "this machine cannot work on a repository"};
  return world_.workshop;
}

Workplace* Loop::workplace() {
  if (world_.workplace == nullptr) problem_ = Error{Fault::io, "this machine cannot run pipelines"};
  return world_.workplace;
}

/// Nobody there to answer is no answer: the run waits until somebody gives one.
void Loop::ask(const core::AskApproval& e) {
  std::optional<Answer> answer;
  if (world_.approvals != nullptr) answer = world_.approvals->ask(e);
  const Instant now = world_.clock.now();
  if (!answer) {
    const std::string ignored = world_.approvals == nullptr ? "" : world_.approvals->ignored();
    answers_.emplace_back(core::RunParked{
        now, std::nullopt,
        "waiting for " + e.question.gate_id + (ignored.empty() ? "" : " (" + ignored + ")")});
  } else if (answer->stop) {
    answers_.emplace_back(core::CancelRequested{now, answer->by, false});
  } else {
    answers_.emplace_back(core::ApprovalGiven{now, e.key, e.question.gate_id, answer->option,
                                              answer->comment, answer->by});
  }
}

void Loop::done(core::AttemptKey key, core::work::WorkResult result) {
  answers_.emplace_back(core::WorkDone{world_.clock.now(), key, std::move(result)});
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
  }
  return {};
}

/// Which attempts an earlier coordinator had in flight.
void Loop::note_launches(const core::Event& event, const core::Effects& effects) {
  if (const auto* ended = std::get_if<core::AttemptEnded>(&event)) launched_.erase(ended->key);
  for (const core::Effect& effect : effects) {
    if (const auto* start = std::get_if<core::StartAttempt>(&effect))
      launched_.insert_or_assign(start->launch.key, start->launch);
  }
}

/// The machine counts what was in flight as lost and tries it again. What the executor still has of
/// it is ended, so that no attempt runs beside its own repetition.
void Loop::end_what_is_left() {
  std::erase_if(launched_, [&](const auto& each) {
    const bool still_there = world_.executor.attach(each.second);
    if (still_there) world_.executor.cancel(each.first);
    return !still_there;
  });
}

core::Event Loop::translate(ProcessEnded&& ended) {
  core::AttemptEnded event{world_.clock.now(), ended.key, "", std::move(ended.evidence)};
  if (const auto launch = launched_.find(ended.key); launch != launched_.end()) {
    event.name = launch->second.name;
    event.evidence.reading = world_.reader.read(launch->second, event.evidence);
    launched_.erase(launch);
  }
  return event;
}

/// What there is to hear next: first the answers to our own questions, one by one, then the
/// outside.
Result<std::vector<core::Event>> Loop::listen() {
  std::vector<core::Event> events;
  if (!answers_.empty()) {
    events.push_back(next_answer());
    return events;
  }
  const Millis longest = std::min(world_.audience.period(), requests_every);
  for (Happening& happening : TRY(world_.executor.wait(longest))) {
    match(
        happening, [&](ProcessEnded& ended) { events.push_back(translate(std::move(ended))); },
        [&](StopAsked& asked) {
          world_.audience.stopping(asked.by);
          events.emplace_back(core::CancelRequested{world_.clock.now(), asked.by});
        });
  }
  hear_requests(events);
  if (events.empty() && world_.executor.in_flight() == 0) {
    events.emplace_back(core::WorldIdle{world_.clock.now()});
  }
  return events;
}

/// A request that lies in the journal's store counts as a signal does.
void Loop::hear_requests(std::vector<core::Event>& events) {
  if (stop_heard_) return;
  const std::optional<std::string> by = world_.journal.stop_asked();
  if (!by) return;
  stop_heard_ = true;
  world_.audience.stopping(*by);
  events.emplace_back(core::CancelRequested{world_.clock.now(), *by});
}

Result<> Loop::turn() {
  std::vector<core::Event> events = TRY(listen());
  if (world_.audience.watches()) world_.audience.watching(world_.executor.agents());
  world_.audience.tick();
  if (events.empty()) return {};
  const bool idle = std::holds_alternative<core::WorldIdle>(events.front());
  TRY(hear(std::move(events)));
  const bool stuck =
      idle && answers_.empty() && world_.executor.in_flight() == 0 && !machine_.is_at_rest();
  if (stuck) return Error{Fault::io, "nothing is running and nothing is left to wait for"};
  return {};
}

Result<core::Machine> Loop::run() {
  while (!machine_.is_at_rest()) {
    if (Result<> turned = turn(); !turned) {
      world_.executor.stop_all();
      return turned.error();
    }
  }
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
  if (!over) loop.end_what_is_left();
  if (!over) TRY(loop.hear({std::move(next)}));
  return loop.run();
}

}  // namespace

Result<core::Machine> resume(World world, const Decider& decider) {
  return go_on(world, decider, core::RunResumed{world.clock.now()});
}

Result<core::Machine> cancel(World world, std::string by, const Decider& decider) {
  return go_on(world, decider, core::CancelRequested{world.clock.now(), std::move(by), true});
}

}  // namespace assay::shell
