// SPDX-License-Identifier: MIT
// The one conversation of a run with the outside: what was asked, who asked it, and what is done
// with the answer. Asking again after a crash, parking, draining and counting what is in flight are
// written here and nowhere else; a machine says what it asks and names the function for the answer.
#pragma once

#include "base/ensure.h"
#include "base/match.h"
#include "core/ask/effect.h"
#include "core/ask/event.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace assay::core::turn {

/// Who asks: the run itself, or one of its jobs, by its number.
using Asker = std::uint32_t;
inline constexpr Asker the_run = std::numeric_limits<Asker>::max();

/// For machines that have no jobs.
struct NoJob {};

/// What became of an event.
enum class Heard : std::uint8_t {
  nothing,  ///< nobody had asked for it
  by_run,
  by_job,
  drained,  ///< the run is to end, and the outside is empty
};

/// Gives the event to the machine's handler for it. What it has no handler for changes nothing.
template <class Machine>
void tell(Machine& machine, const Event& event) {
  match(event, [&](const auto& e) {
    if constexpr (requires { machine.on(e); }) machine.on(e);
  });
}

/// The key an answer comes back with. There is one question without a key, asked once at a time.
template <class Message>
AttemptKey key_of(const Message& message) {
  if constexpr (requires { message.launch.key; }) {
    return message.launch.key;
  } else if constexpr (requires { message.key; }) {
    return message.key;
  } else {
    return {the_run, 0};
  }
}

/// `Turn` and `Worker` have the functions for the answers, the first for the run and its parts, the
/// second, made of a turn and a job, for jobs. Both may be incomplete where a state is declared.
template <class Turn, class Job = NoJob, class Worker = NoJob>
class Conversation {
 public:
  template <class Answer>
  using OfRun = std::function<void(Turn&, const Answer&)>;
  template <class Answer>
  using OfJob = void (Worker::*)(const Answer&);

  /// The run asks. It waits for one thing at a time: what it waited for before is forgotten.
  template <class Request>
  void ask(Effects& effects, Request request, OfRun<typename Request::Answer> then) {
    ENSURE(then != nullptr);
    put(effects, the_run, std::move(request),
        Then<typename Request::Answer>{std::move(then), nullptr});
  }
  template <class Request>
  void ask(Effects& effects, Request request, void (Turn::*then)(const typename Request::Answer&)) {
    ask(effects, std::move(request),
        OfRun<typename Request::Answer>(
            [then](Turn& turn, const typename Request::Answer& answer) { (turn.*then)(answer); }));
  }

  /// A job asks, likewise.
  template <class Request>
  void ask(Effects& effects, Asker job, Request request, OfJob<typename Request::Answer> then) {
    ENSURE(then != nullptr && job != the_run);
    put(effects, job, std::move(request), Then<typename Request::Answer>{nullptr, then});
  }

  /// Hands an answer to whoever waits for it. While the run drains, whatever else ends leads to
  /// the question whether the outside is empty now.
  Heard hear(Turn& turn, std::vector<Job>& jobs, const Event& event, Effects& effects) {
    if (draining_) {
      if (const std::optional<Heard> heard = hear_draining(event, effects)) return *heard;
    }
    return match(event, [&](const auto& e) { return deliver(turn, jobs, e); });
  }
  Heard hear(Turn& turn, const Event& event, Effects& effects) {
    std::vector<Job> none;
    return hear(turn, none, event, effects);
  }

  /// What the run or the job waits for; null: nothing.
  const Effect* asked(Asker asker) const {
    const auto found = find(asker);
    return found == pending_.end() ? nullptr : &found->request;
  }

  /// What it waits for may be long in coming, and nothing is lost by going away: a time, or what a
  /// person says.
  bool is_patient(Asker asker) const {
    const Effect* request = asked(asker);
    return request != nullptr && (std::holds_alternative<WakeAt>(*request) ||
                                  std::holds_alternative<AskApproval>(*request));
  }

  /// The end of this attempt will be heard.
  bool awaits(AttemptKey key) const {
    return std::any_of(pending_.begin(), pending_.end(), [&](const Pending& each) {
      return each.key == key && is_attempt(each) && !each.unheard;
    });
  }

  /// After a crash: asks again for what was asked. False: nothing was, or it was an attempt, which
  /// died with its coordinator.
  bool again(Asker asker, Effects& effects) const {
    const auto found = find(asker);
    if (found == pending_.end() || is_attempt(*found)) return false;
    effects.push_back(found->request);
    return true;
  }

  /// The attempt that was waited for is gone, unless it is one of those that outlived their
  /// coordinator. False: none was, or it goes on.
  bool lose(Asker asker, const std::vector<AttemptKey>& alive = {}) {
    const auto found = find(asker);
    if (found == pending_.end() || !is_attempt(*found)) return false;
    if (std::find(alive.begin(), alive.end(), found->key) != alive.end()) return false;
    pending_.erase(found);
    return true;
  }

  /// The attempt that is waited for outlived its coordinator: its end will be told.
  bool goes_on(Asker asker, const std::vector<AttemptKey>& alive) const {
    const auto found = find(asker);
    return found != pending_.end() && is_attempt(*found) &&
           std::find(alive.begin(), alive.end(), found->key) != alive.end();
  }

  /// The run will end: no job hears anything any more. Attempts stay in flight until they are over.
  void stop_listening() {
    std::erase_if(pending_, [](const Pending& each) { return !is_attempt(each); });
    for (Pending& each : pending_) each.unheard = true;
  }

  /// The coordinator goes away; what the run asked itself will be asked anew.
  void park(Effects& effects, std::optional<Instant> until, std::string why) {
    std::erase_if(pending_, [](const Pending& each) { return each.asker == the_run; });
    effects.emplace_back(Park{.until = until, .reason = std::move(why)});
  }

  /// The last question: does the outside hold anything? Nothing else is listened to.
  void drain(Effects& effects) {
    stop_listening();
    draining_ = true;
    effects.emplace_back(Drain{});
  }
  bool is_draining() const { return draining_; }
  /// The outside is empty, and there is something left to do.
  void go_on() {
    ENSURE(draining_);
    draining_ = false;
  }

  std::uint32_t in_flight() const {
    return static_cast<std::uint32_t>(std::count_if(pending_.begin(), pending_.end(), is_attempt));
  }

 private:
  template <class Answer>
  struct Then {
    OfRun<Answer> run;
    OfJob<Answer> job = nullptr;
  };
  /// The answers of all requests, each once.
  template <class... Answer>
  struct Answers {
    using AnyThen = std::variant<Then<Answer>...>;
    template <class Message>
    static constexpr bool has = (std::is_same_v<Message, Answer> || ...);
    template <class Message>
    using With = std::conditional_t<has<Message>, Answers, Answers<Answer..., Message>>;
  };
  template <class Known, class... Request>
  struct Collect {
    using Type = Known;
  };
  template <class Known, class Request, class... More>
  struct Collect<Known, Request, More...> : Collect<Known, More...> {};
  template <class Known, class Request, class... More>
  requires requires { typename Request::Answer; }
  struct Collect<Known, Request, More...>
      : Collect<typename Known::template With<typename Request::Answer>, More...> {};
  template <class... Request>
  static auto collect(const std::variant<Request...>*) ->
      typename Collect<Answers<>, Request...>::Type;
  using All = decltype(collect(static_cast<const Effect*>(nullptr)));

  struct Pending {
    Asker asker = the_run;
    AttemptKey key;
    Effect request;
    typename All::AnyThen then;
    bool unheard = false;  ///< its end is awaited, and changes nothing
  };

  static bool is_attempt(const Pending& pending) {
    return std::holds_alternative<StartAttempt>(pending.request);
  }

  auto find(Asker asker) const {
    return std::find_if(pending_.begin(), pending_.end(),
                        [&](const Pending& each) { return each.asker == asker; });
  }

  template <class Request>
  void put(Effects& effects, Asker asker, Request request, typename All::AnyThen then) {
    ENSURE(!draining_);
    if (const auto old = find(asker); old != pending_.end()) pending_.erase(old);
    const AttemptKey key = key_of(request);
    effects.emplace_back(std::move(request));
    pending_.push_back({.asker = asker,
                        .key = key,
                        .request = effects.back(),
                        .then = std::move(then),
                        .unheard = false});
  }

  std::optional<Heard> hear_draining(const Event& event, Effects& effects) const {
    if (const auto* report = std::get_if<DrainReported>(&event)) {
      if (report->alive == 0) return Heard::drained;
      effects.emplace_back(StopAttempts{});
      return Heard::by_run;
    }
    const bool asks = std::holds_alternative<AttemptEnded>(event) ||
                      std::holds_alternative<WorldIdle>(event) ||
                      std::holds_alternative<RunResumed>(event);
    if (!asks) return std::nullopt;
    effects.emplace_back(Drain{});
    return Heard::by_run;
  }

  template <class Message>
  Heard deliver(Turn& turn, std::vector<Job>& jobs, const Message& message) {
    if constexpr (All::template has<Message>) {
      const AttemptKey key = key_of(message);
      const auto found = std::find_if(pending_.begin(), pending_.end(), [&](const Pending& each) {
        return each.key == key && !each.unheard && std::holds_alternative<Then<Message>>(each.then);
      });
      if (found == pending_.end()) return Heard::nothing;
      const Asker asker = found->asker;
      const auto then = std::get<Then<Message>>(found->then);
      pending_.erase(found);
      if (asker == the_run) {
        then.run(turn, message);
        return Heard::by_run;
      }
      ENSURE(asker < jobs.size());
      if constexpr (!std::is_same_v<Worker, NoJob>) {
        (Worker(turn, jobs[asker]).*then.job)(message);
      }
      return Heard::by_job;
    } else {
      return Heard::nothing;
    }
  }

  std::vector<Pending> pending_;  ///< in the order in which it was asked
  bool draining_ = false;
};

}  // namespace assay::core::turn
