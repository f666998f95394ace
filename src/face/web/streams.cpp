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
/// A run that is followed is looked at this often, which costs a read of one row if nothing came.
constexpr Millis look_every{40};
/// All runs of all ledgers are looked at less often.
constexpr int all_every = 6;
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
  {
    const std::lock_guard lock(guard_);
    closing_ = true;
  }
  bell_.notify_all();
  thread_.join();
}

bool Streams::add(Joining joining) {
  if (open_.fetch_add(1) >= listeners_max) {
    --open_;
    return false;
  }
  {
    const std::lock_guard lock(guard_);
    joining_.push_back(std::move(joining));
  }
  bell_.notify_all();
  return true;
}

bool Streams::follow_run(std::shared_ptr<shell::HttpExchange> exchange, const api::Shelf& shelf,
                         const std::string& run_id, std::uint64_t since) {
  return add({{std::move(exchange), since}, shelf, run_id});
}

bool Streams::follow_all(std::shared_ptr<shell::HttpExchange> exchange) {
  return add({{std::move(exchange)}, {}, {}});
}

void Streams::seat(std::vector<Joining> joining) {
  for (Joining& each : joining) {
    if (each.run_id.empty()) {
      of_all_.push_back(std::move(each.listener));
      continue;
    }
    Followed& followed = followed_[each.shelf.id + "/" + each.run_id];
    followed.shelf = std::move(each.shelf);
    followed.run_id = std::move(each.run_id);
    followed.listeners.push_back(std::move(each.listener));
  }
}

/// Who has gone is forgotten, and what nobody follows any more.
void Streams::clear() {
  const auto drop_gone = [&](std::vector<Listener>& listeners) {
    open_ -=
        std::erase_if(listeners, [](const Listener& each) { return each.exchange->is_gone(); });
  };
  drop_gone(of_all_);
  for (auto& [key, followed] : followed_) {
    if (followed.over) {
      open_ -= followed.listeners.size();
      followed.listeners.clear();
    }
    drop_gone(followed.listeners);
  }
  std::erase_if(followed_, [](const auto& each) { return each.second.listeners.empty(); });
  if (!of_all_.empty()) return;
  lists_.clear();
  rows_.clear();
}

std::string Streams::steps_since(std::uint64_t& since, const api::Dossier& dossier) const {
  std::string text;
  std::size_t told = 0;
  for (std::uint64_t seq = std::max(since + 1, dossier.first_step);
       seq - dossier.first_step < dossier.steps.size() && told < steps_at_once; ++seq, ++told) {
    text += event_text("step", seq, json_of(as_shown(dossier.steps[seq - dossier.first_step])));
    since = seq;
  }
  return text;
}

/// What has grown since the last look; `all`: how long every log is that is being written.
std::string Streams::logs_grown(Followed& followed, const api::Dossier& dossier,
                                const api::Site& site, std::string& all) const {
  const std::string folder = site.place.state.logs(dossier.view.row.run_id);
  std::string grown;
  for (const auto& [key, started] : dossier.view.in_flight) {
    const std::string path = fmt::format("{}/{}-attempt{}.log", folder, started.name, key.attempt);
    const std::string stamp = site.files().stamp(path);
    if (stamp.empty()) continue;
    const std::uint64_t size = std::strtoull(stamp.c_str(), nullptr, 10);
    const std::string event =
        event_text("log", 0, json_of(LogGrownShown{started.name, key.attempt, size}));
    all += event;
    if (std::exchange(followed.logs[path], size) != size) grown += event;
  }
  return grown;
}

void Streams::tell_listeners(Followed& followed, const api::Dossier& dossier,
                             const api::Site& site) {
  RunShown run = as_shown(archive_.kept.listed(followed.shelf, dossier), archive_.kept.now());
  const std::string row_text = event_text("run", 0, json_of(run));
  run.duration_ms = 0;  // it changes all the time
  std::string row = json_of(run);
  const bool changed = row != followed.row;
  followed.row = std::move(row);
  std::string all_logs;
  const std::string grown = logs_grown(followed, dossier, site, all_logs);
  const bool rests = dossier.view.row.outcome || !dossier.view.row.alive;
  bool behind = false;
  std::map<std::uint64_t, std::pair<std::uint64_t, std::string>> texts;  // by where one stands
  for (Listener& each : followed.listeners) {
    auto [known, is_new] = texts.try_emplace(each.since, each.since, "");
    if (is_new) known->second.second = steps_since(known->second.first, dossier);
    std::string text = known->second.second;
    each.since = known->second.first;
    if (changed || !each.begun) text += row_text;
    text += each.begun ? grown : all_logs;
    each.begun = true;
    behind = behind || each.since < dossier.view.row.events;
    if (!text.empty()) each.exchange->say(stream_headers(), std::move(text));
  }
  followed.over = rests && !behind;
}

void Streams::tell_run(Followed& followed) {
  const auto look = [&](const api::Dossier& dossier, const api::Site& site) -> api::Reply<> {
    tell_listeners(followed, dossier, site);
    return {};
  };
  if (!archive_.kept.look(followed.shelf, followed.run_id, look)) followed.over = true;
  if (!followed.over) return;
  for (Listener& each : followed.listeners) {
    each.exchange->say(stream_headers(), event_text("over", 0, "{}"));
    each.exchange->end();
  }
}

/// Of lists that were read again; the first time nobody is told what there is already.
std::string Streams::changed_runs() {
  std::string text;
  const bool first = lists_.empty();
  for (const api::Shelf& shelf : archive_.kept.shelves()) {
    const auto list = archive_.kept.runs(shelf);
    if (!list || std::exchange(lists_[shelf.id], (*list)->version) == (*list)->version) continue;
    for (const api::ListedRun& run : (*list)->runs) {
      const Told now{run.row.events, run.state};
      const auto [told, is_new] = rows_.try_emplace(shelf.id + "/" + run.row.run_id);
      if (!is_new && told->second == now) continue;
      told->second = now;
      if (!first)
        text += event_text("run", 0,
                           json_of(RunChangedShown{shelf.id, run.row.run_id, run.row.machine,
                                                   run.state, run.row.events}));
    }
  }
  return text;
}

void Streams::tell_all() {
  const std::string changes = changed_runs();
  for (Listener& each : of_all_) {
    // Who has just come asks for the whole by himself.
    const std::string& text = each.begun ? changes : ":\n\n";
    each.begun = true;
    if (!text.empty()) each.exchange->say(stream_headers(), text);
  }
}

void Streams::run() {
  for (int round = 0;; ++round) {
    std::vector<Joining> joining;
    {
      std::unique_lock lock(guard_);
      const bool idle = followed_.empty() && of_all_.empty();
      const auto called = [this] { return closing_ || !joining_.empty(); };
      if (idle)
        bell_.wait(lock, called);
      else
        bell_.wait_for(lock, look_every, called);
      if (closing_) return;
      joining.swap(joining_);
    }
    const bool greets = !joining.empty();
    seat(std::move(joining));
    for (auto& [key, followed] : followed_) tell_run(followed);
    if (!of_all_.empty() && (greets || round % all_every == 0)) tell_all();
    clear();
  }
}

}  // namespace assay::web
