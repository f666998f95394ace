// SPDX-License-Identifier: MIT
#include "face/web/streams.h"

#include "face/web/given.h"
#include "face/web/shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace assay::web {

namespace {

constexpr std::size_t listeners_max = 300;
constexpr Millis look_every{100};
/// All runs of all ledgers are looked at less often.
constexpr int all_every = 10;
constexpr std::size_t steps_at_once = 2000;

shell::HttpHeaders stream_headers() {
  return {{"Content-Type", "text/event-stream; charset=utf-8"},
          {"Cache-Control", "no-store"},
          {"X-Content-Type-Options", "nosniff"},
          {"X-Accel-Buffering", "no"}};
}

}  // namespace

std::string event_text(std::string_view name, std::uint64_t id, std::string_view data) {
  std::string text = fmt::format("event: {}\n", name);
  if (id != 0) text += fmt::format("id: {}\n", id);
  // JSON has no line breaks of its own.
  return text.append("data: ").append(data).append("\n\n");
}

Streams::Streams(Archive& archive) : archive_(archive), thread_([this] { run(); }) {}

Streams::~Streams() {
  closing_ = true;
  thread_.join();
}

bool Streams::add(Listener listener) {
  const std::lock_guard lock(guard_);
  if (listeners_.size() >= listeners_max) return false;
  listeners_.push_back(std::make_shared<Listener>(std::move(listener)));
  return true;
}

bool Streams::follow_run(std::shared_ptr<shell::HttpExchange> exchange, std::string shelf,
                         std::string run_id, std::uint64_t since) {
  return add({.exchange = std::move(exchange),
              .shelf = std::move(shelf),
              .run_id = std::move(run_id),
              .since = since});
}

bool Streams::follow_all(std::shared_ptr<shell::HttpExchange> exchange) {
  return add({.exchange = std::move(exchange), .shelf = {}, .run_id = {}});
}

void Streams::say(Listener& listener, std::string text) {
  listener.begun = true;
  listener.exchange->say(stream_headers(), std::move(text));
}

void Streams::tell_logs(Listener& listener, const api::Dossier& dossier, const api::Site& site) {
  const std::string folder = site.place.state.logs(dossier.view.row.run_id);
  for (const auto& [key, started] : dossier.view.in_flight) {
    const std::string path = fmt::format("{}/{}-attempt{}.log", folder, started.name, key.attempt);
    const std::string stamp = site.files().stamp(path);
    const std::uint64_t size = std::strtoull(stamp.c_str(), nullptr, 10);
    std::uint64_t& told = listener.logs[path];
    if (stamp.empty() || size == told) continue;
    told = size;
    say(listener, event_text("log", 0, json_of(LogGrownShown{started.name, key.attempt, size})));
  }
}

void Streams::tell_run(Listener& listener) {
  const auto shelf = archive_.kept.shelf(listener.shelf);
  if (!shelf) {
    listener.over = true;
    return;
  }
  const auto look = [&](const api::Dossier& dossier, const api::Site& site) -> api::Reply<> {
    const std::uint64_t first = std::max(listener.since + 1, dossier.first_step);
    std::string text;
    std::size_t told = 0;
    for (std::uint64_t seq = first; seq - dossier.first_step < dossier.steps.size(); ++seq) {
      if (++told > steps_at_once) break;
      const api::Dossier::Step& step = dossier.steps[seq - dossier.first_step];
      text += event_text("step", seq, json_of(as_shown(step)));
      listener.since = seq;
    }
    RunShown run = as_shown(archive_.kept.listed(*shelf, dossier), archive_.kept.now());
    const std::int64_t duration = std::exchange(run.duration_ms, 0);
    const std::string row = json_of(run);
    if (row != listener.last_row) {
      run.duration_ms = duration;
      text += event_text("run", 0, json_of(run));
      listener.last_row = row;
    }
    if (!text.empty()) say(listener, std::move(text));
    tell_logs(listener, dossier, site);
    const bool rests = dossier.view.row.outcome || !dossier.view.row.alive;
    listener.over = rests && listener.since >= dossier.view.row.events;
    return {};
  };
  if (!archive_.kept.look(listener.shelf, listener.run_id, look)) listener.over = true;
  if (listener.over) say(listener, event_text("over", 0, "{}"));
}

void Streams::tell_all(Listener& listener) {
  std::string text;
  const bool first = !listener.begun;
  for (const api::Shelf& shelf : archive_.kept.shelves()) {
    const auto runs = archive_.kept.runs(shelf);
    if (!runs) continue;
    for (const api::ListedRun& run : *runs) {
      const std::string state(to_text(run.state));
      std::string row = fmt::format("{} {}", run.row.events, state);
      std::string& told = listener.rows[shelf.id + "/" + run.row.run_id];
      if (told == row) continue;
      told = std::move(row);
      if (!first)
        text += event_text("run", 0,
                           json_of(RunChangedShown{shelf.id, run.row.run_id, run.row.machine,
                                                   run.state, run.row.events}));
    }
  }
  if (first) text = ":\n\n";
  if (!text.empty()) say(listener, std::move(text));
}

void Streams::tell(Listener& listener) {
  listener.run_id.empty() ? tell_all(listener) : tell_run(listener);
  if (listener.over) listener.exchange->end();
}

void Streams::run() {
  for (int round = 0; !closing_; ++round) {
    std::vector<std::shared_ptr<Listener>> all;
    {
      const std::lock_guard lock(guard_);
      std::erase_if(listeners_, [](const std::shared_ptr<Listener>& each) {
        return each->over || each->exchange->is_gone();
      });
      all = listeners_;
    }
    for (const auto& each : all) {
      const bool due = !each->run_id.empty() || !each->begun || round % all_every == 0;
      if (due && !closing_) tell(*each);
    }
    std::this_thread::sleep_for(look_every);
  }
}

}  // namespace assay::web
