// SPDX-License-Identifier: MIT
// One attempt: its evidence, its log, what its agent said, what it changed.
#include "api/logs.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "face/web/archive.h"
#include "face/web/handlers.h"
#include "face/web/shape.h"
#include "format/agent/result.h"
#include "format/dialect.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace assay::web {

namespace {

constexpr std::uint64_t log_bytes_max = 64U << 20;
constexpr std::size_t commands_told = 500;
constexpr std::size_t decisions_told = 50;
constexpr std::size_t files_told = 300;
constexpr std::size_t patch_bytes_told = 64U << 10;
constexpr std::size_t hit_bytes_told = 400;
constexpr std::size_t prompt_bytes_told = 1U << 20;

/// The attempt that an address names.
struct Sight {
  const api::Dossier& dossier;
  const api::Site& site;
  const core::AttemptEnded* ended = nullptr;       ///< null: it is at work
  const api::RunView::Started* started = nullptr;  ///< null: nobody knows
  std::size_t index = 0;                           ///< among those that have ended
  std::string name = {};
  std::uint32_t number = 0;

  bool is_growing() const { return ended == nullptr && dossier.view.row.alive; }
  std::string log_path() const {
    if (ended != nullptr) return ended->evidence.output.log_path;
    return fmt::format("{}/{}-attempt{}.log", site.place.state.logs(dossier.view.row.run_id), name,
                       number);
  }
  /// What lies beside the log.
  std::string beside(std::string_view ending) const {
    std::string path = log_path();
    if (path.ends_with(".log")) path.resize(path.size() - 4);
    return path.append(ending);
  }
};

api::Reply<std::uint32_t> number_of(const std::string& text) {
  std::uint32_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec == std::errc{} && read.ptr == text.data() + text.size()) return number;
  return Error{Fault::not_found, "attempts are counted: '" + text + "' is none"};
}

/// Only names that the journal has: no address reaches another file.
api::Reply<Sight> find_attempt(const Call& call, const api::Dossier& dossier,
                               const api::Site& site) {
  Sight sight{.dossier = dossier, .site = site};
  sight.name = call.at("name");
  sight.number = TRY(number_of(call.at("attempt")));
  const api::RunView& view = dossier.view;
  for (std::size_t i = view.attempts.size(); i-- > 0 && sight.ended == nullptr;) {
    const core::AttemptEnded& each = view.attempts[i];
    if (each.name != sight.name || each.key.attempt != sight.number) continue;
    sight.ended = &each;
    sight.started = &view.attempts_started[i];
    sight.index = i;
  }
  for (const auto& [key, started] : view.in_flight) {
    if (sight.ended == nullptr && started.name == sight.name && key.attempt == sight.number)
      sight.started = &started;
  }
  if (sight.ended != nullptr || sight.started != nullptr) return sight;
  return Error{Fault::not_found, fmt::format("run {} has no attempt {} of '{}'", view.row.run_id,
                                             sight.number, sight.name)};
}

template <class Shown, class Make>
api::Reply<Shown> look_at_attempt(const Call& call, Make make) {
  std::optional<Shown> out;
  const auto use = [&](const api::Dossier& dossier, const api::Site& site) -> api::Reply<> {
    const Sight sight = TRY(find_attempt(call, dossier, site));
    api::Reply<Shown> made = make(sight);
    if (!made) return made.error();
    out = made.take();
    return {};
  };
  TRY(call.archive.kept.look(call.at("workspace"), call.at("run"), use));
  return *std::move(out);
}

/// Empty while nothing was put out.
api::Reply<std::string> read_log(const Sight& sight) {
  auto text = sight.site.files().read(sight.log_path(), log_bytes_max);
  if (text) return text.take();
  if (sight.ended == nullptr && text.error().fault == Fault::not_found) return std::string();
  return text.error();
}

TalkShown talk_of(const Sight& sight, const core::agent::Transcript& said) {
  TalkShown talk;
  const auto agent = sight.dossier.view.agents.find(sight.name);
  if (agent != sight.dossier.view.agents.end()) {
    talk.dialect = core::agent::row_of(agent->second.dialect).name;
    talk.program = agent->second.program;
  }
  talk.model = said.model;
  talk.turns = said.turns;
  talk.input_tokens = said.tokens.input;
  talk.output_tokens = said.tokens.output;
  talk.cached_tokens = said.tokens.cached;
  talk.reasoning_tokens = said.tokens.reasoning;
  talk.micro_usd = or_null(said.micro_usd);
  talk.cost_computed = said.cost_computed;
  talk.ending = spelled(said.ending);
  talk.stop_reason = said.stop_reason;
  talk.final_text = said.final_text;
  for (std::size_t i = 0; i < std::min(said.commands.size(), commands_told); ++i) {
    const core::agent::Command& each = said.commands[i];
    talk.commands.push_back({each.command, {}, each.denied, each.failed});
    if (each.exit_code) talk.commands.back().exit_code.held = *each.exit_code;
  }
  talk.edited = said.edited;
  talk.denials = said.denials;
  talk.errors = said.errors;
  talk.remedy = said.remedy;
  return talk;
}

void add_evidence(AttemptPageShown& page, const core::Evidence& evidence) {
  page.signal = evidence.exit.signal;
  page.detail = evidence.exit.detail;
  page.user_ms = evidence.usage.user.count();
  page.system_ms = evidence.usage.system.count();
  page.max_rss_kib = evidence.usage.max_rss_kib;
  for (const core::Orphan& each : evidence.orphans)
    page.orphans.push_back(fmt::format("{} ({})", each.name, each.pid));
  for (const core::LostFailure& each : evidence.lost)
    page.lost_failures.push_back(fmt::format("{}: exit {}{}{}", each.command, each.status,
                                             each.place.empty() ? "" : " at ", each.place));
  const core::Reading& reading = evidence.reading;
  page.tally_source = reading.tally.source;
  page.tests_skipped = reading.tally.executed < 0 ? -1 : reading.tally.skipped;
  page.failed_tests = reading.failed_tests;
  page.excerpt = reading.excerpt;
  page.transient = reading.transient;
  page.cache_marker = reading.cache_marker;
  page.missing = reading.missing;
}

/// Where the first line of the useful part stands, from the end: what comes last matters.
std::optional<std::uint64_t> failure_in(const std::string& log,
                                        const std::vector<std::string>& excerpt) {
  for (const std::string& line : excerpt) {
    const std::string_view text = trimmed(line, " \t\r");
    const std::size_t found = text.size() < 4 ? std::string::npos : log.rfind(text);
    if (found == std::string::npos) continue;
    const std::size_t before = log.rfind('\n', found);
    return before == std::string::npos || found == 0 ? 0 : before + 1;
  }
  return std::nullopt;
}

void add_log(AttemptPageShown& page, const Sight& sight) {
  const auto text = read_log(sight);
  const auto agent = sight.dossier.view.agents.find(sight.name);
  page.log.there = static_cast<bool>(text);
  page.log.growing = sight.is_growing();
  page.log.stored = text ? text->size() : 0;
  page.log.bytes = page.log.stored;
  page.log.readable = agent != sight.dossier.view.agents.end() &&
                      core::agent::row_of(agent->second.dialect).prints_events;
  page.log.has_prompt = sight.site.files().is_regular(sight.beside(".prompt.md"));
  if (sight.ended == nullptr) return;
  const core::Captured& output = sight.ended->evidence.output;
  page.log.bytes = output.bytes;
  page.log.truncated = output.truncated();
  page.log.sha256 = output.log.hex();
  if (text) page.log.failure_at = or_null(failure_in(*text, page.excerpt));
}

void add_changes(AttemptPageShown& page, const Sight& sight) {
  const core::Machine& machine = sight.dossier.view.run.machine;
  if (const auto* state = std::get_if<core::agent::State>(&machine.state)) {
    page.files_changed = state->files_changed;
    if (state->fused)
      for (const core::agent::Mismatch& each : format::mismatches(*state))
        page.claims.push_back({each.claimed, each.observed});
  }
  if (const auto* state = std::get_if<core::pipeline::State>(&machine.state)) {
    for (const core::pipeline::Job& job : state->jobs) {
      const bool own = sight.name == job.instance || sight.name.ends_with("-" + job.instance);
      if (own) page.files_changed = job.changed;
    }
  }
}

void add_decisions(AttemptPageShown& page, const Sight& sight) {
  for (const api::Dossier::Step& step : sight.dossier.steps) {
    const bool own = step.told.subject == sight.name && !step.told.decided.empty();
    if (own && page.decisions.size() < decisions_told) page.decisions.push_back(as_shown(step));
  }
  for (const core::AttemptEnded& each : sight.dossier.view.attempts) {
    if (each.name == sight.name) page.others.push_back(each.key.attempt);
  }
  if (sight.ended == nullptr) page.others.push_back(sight.number);
}

}  // namespace

api::Reply<AttemptPageShown> attempt_page(const Call& call, const NoQuery&) {
  return look_at_attempt<AttemptPageShown>(
      call, [&](const Sight& sight) -> api::Reply<AttemptPageShown> {
        AttemptPageShown page;
        for (AttemptRowShown& row : attempts_shown(sight.dossier.view, call.archive.kept.now())) {
          const bool own = row.name == sight.name && row.attempt == sight.number;
          if (own) page.attempt = std::move(row);
        }
        if (sight.started != nullptr) {
          page.command = sight.started->command;
          page.cwd = sight.started->cwd;
        }
        if (sight.ended != nullptr) {
          page.tree = sight.dossier.view.attempt_trees[sight.index];
          add_evidence(page, sight.ended->evidence);
          if (sight.ended->evidence.transcript)
            page.talk.held = talk_of(sight, *sight.ended->evidence.transcript);
        }
        add_changes(page, sight);
        add_log(page, sight);
        add_decisions(page, sight);
        return page;
      });
}

api::Reply<LogShown> log(const Call& call, const LogQuery& query) {
  return look_at_attempt<LogShown>(call, [&](const Sight& sight) -> api::Reply<LogShown> {
    const std::string text = TRY(read_log(sight));
    const auto size = static_cast<std::int64_t>(text.size());
    std::size_t from = static_cast<std::size_t>(
        std::clamp<std::int64_t>(query.tail > 0 ? size - query.tail : query.from, 0, size));
    // The beginning of its line, unless that is far away.
    const auto far = static_cast<std::size_t>(query.bytes);
    const std::size_t line = from == 0 ? 0 : text.rfind('\n', from - 1) + 1;
    if (from - line <= far) from = line;
    std::size_t to =
        std::min(text.size(), from + static_cast<std::size_t>(std::max(query.bytes, query.tail)));
    const std::size_t end = to == 0 ? std::string::npos : text.rfind('\n', to - 1);
    const bool cuts = to < text.size() && text[to - 1] != '\n';
    if (cuts && end != std::string::npos && end + 1 > from) to = end + 1;
    const auto first = text.begin();
    const auto at = static_cast<std::ptrdiff_t>(from);
    return LogShown{from,
                    to,
                    text.size(),
                    1 + static_cast<std::uint64_t>(std::count(first, first + at, '\n')),
                    text.substr(from, to - from),
                    sight.is_growing()};
  });
}

api::Reply<LogHitsShown> log_search(const Call& call, const SearchQuery& query) {
  return look_at_attempt<LogHitsShown>(call, [&](const Sight& sight) -> api::Reply<LogHitsShown> {
    const std::string text = TRY(read_log(sight));
    const std::string folded = query.case_sensitive ? text : lowered(text);
    const std::string wanted = query.case_sensitive ? query.text : lowered(query.text);
    LogHitsShown out;
    std::uint64_t line = 1;
    std::size_t counted = 0;
    for (std::size_t hit = folded.find(wanted); hit != std::string::npos;) {
      const std::size_t begin = hit == 0 ? 0 : folded.rfind('\n', hit - 1) + 1;
      const std::size_t end = std::min(folded.find('\n', hit), folded.size());
      line += static_cast<std::uint64_t>(
          std::count(text.begin() + static_cast<std::ptrdiff_t>(counted),
                     text.begin() + static_cast<std::ptrdiff_t>(begin), '\n'));
      counted = begin;
      ++out.matching;
      const bool told = begin >= static_cast<std::size_t>(query.from);
      const bool full = out.hits.size() == static_cast<std::size_t>(query.limit);
      if (told && full && !out.next.held) out.next.held = begin;
      if (told && !full)
        out.hits.push_back(
            {begin, line, text.substr(begin, std::min(end - begin, hit_bytes_told))});
      hit = folded.find(wanted, end);
    }
    return out;
  });
}

api::Reply<Download> raw_log(const Call& call) {
  return look_at_attempt<Download>(call, [&](const Sight& sight) -> api::Reply<Download> {
    return Download{
        fmt::format("{}-{}-attempt{}.log", sight.dossier.view.row.run_id, sight.name, sight.number),
        "application/octet-stream", TRY(read_log(sight))};
  });
}

namespace {

/// Hears what an agent did, each moment with its time where the lines have one.
std::vector<MomentShown> moments_of(core::Dialect dialect, std::string_view log,
                                    std::string_view times, bool over) {
  std::vector<MomentShown> moments;
  std::optional<std::int64_t> now;
  const auto reader = format::read_dialect(dialect);
  reader->listen([&](const format::Moment& moment) {
    moments.push_back({spelled(moment.kind), moment.text, {now}});
  });
  if (!times.empty()) now = 0;
  std::size_t line = 1;
  for (format::LineTime next; format::take_line_time(times, next);) {
    std::size_t end = 0;
    for (; line < next.line && end < log.size(); ++line)
      end = std::min(log.find('\n', end), log.size() - 1) + 1;
    reader->output(log.substr(0, end));
    log.remove_prefix(end);
    now = next.after.count();
  }
  reader->output(log);
  if (over) reader->finish();
  return moments;
}

}  // namespace

api::Reply<TranscriptShown> transcript(const Call& call, const TranscriptQuery& query) {
  return look_at_attempt<TranscriptShown>(
      call, [&](const Sight& sight) -> api::Reply<TranscriptShown> {
        const auto agent = sight.dossier.view.agents.find(sight.name);
        const bool readable = agent != sight.dossier.view.agents.end() &&
                              core::agent::row_of(agent->second.dialect).prints_events;
        if (!readable)
          return Error{Fault::not_found, sight.name + " has no transcript: read its log"};
        const std::string text = TRY(read_log(sight));
        const auto times = sight.site.files().read(sight.beside(".times"), log_bytes_max);
        std::vector<MomentShown> all =
            moments_of(agent->second.dialect, text, times ? *times : "", sight.ended != nullptr);
        TranscriptShown out{
            {}, static_cast<std::uint64_t>(query.first), all.size(), sight.is_growing()};
        for (std::size_t i = out.first; i < all.size(); ++i) {
          if (out.moments.size() == static_cast<std::size_t>(query.limit)) break;
          out.moments.push_back(std::move(all[i]));
        }
        return out;
      });
}

api::Reply<FileShown> prompt(const Call& call, const NoQuery&) {
  return look_at_attempt<FileShown>(call, [&](const Sight& sight) -> api::Reply<FileShown> {
    std::string text = TRY(sight.site.files().read(sight.beside(".prompt.md"), log_bytes_max));
    FileShown out{"prompt.md", text.size(), text.size() > prompt_bytes_told, {}};
    text.resize(whole_characters(text, prompt_bytes_told));
    out.text = std::move(text);
    return out;
  });
}

// ---- What it changed ----------------------------------------------------------------------------

namespace {

struct Span {
  std::string from = {};  ///< empty: the commit before `to`
  std::string to = {};
  std::string why = {};  ///< there is none
};

/// The commits between which the work of the attempt lies.
Span span_of(const Sight& sight) {
  const core::Machine& machine = sight.dossier.view.run.machine;
  if (const auto* state = std::get_if<core::agent::State>(&machine.state)) {
    if (state->commits.empty()) return {.why = "it made no commit"};
    return {state->head_before, state->commits.back(), {}};
  }
  if (const auto* state = std::get_if<core::loop::State>(&machine.state)) {
    for (core::loop::TaskKey key = 0; key < state->tasks.size(); ++key) {
      const core::loop::TaskState& task = state->tasks[key];
      const bool own = sight.name.starts_with(core::loop::id_of(task.task, key) + "-");
      if (own && !task.commit.empty()) return {{}, task.commit, {}};
    }
    return {.why = "its task has no commit"};
  }
  if (const auto* state = std::get_if<core::pipeline::State>(&machine.state)) {
    if (!state->commit.empty()) return {state->origin.head, state->commit, {}};
    return {.why = "the run has made no commit yet"};
  }
  return {.why = "gates change nothing that would be kept"};
}

DiffFileShown file_of(std::string_view part) {
  DiffFileShown file;
  const std::size_t named = part.find(" b/");
  file.path = part.substr(named + 3, part.find('\n') - named - 3);
  const std::size_t body = part.find("\n@@ ");
  const std::string_view head = part.substr(0, body);
  file.status = head.find("\nnew file") != head.npos       ? "added"
                : head.find("\ndeleted file") != head.npos ? "deleted"
                                                           : "modified";
  file.binary = head.find("\nBinary files") != head.npos;
  if (body == part.npos) return file;
  const std::string_view patch = part.substr(body + 1);
  for (std::size_t at = 0; at < patch.size();
       at = std::min(patch.find('\n', at), patch.size()) + 1) {
    file.added += patch[at] == '+' ? 1U : 0U;
    file.removed += patch[at] == '-' ? 1U : 0U;
  }
  file.cut = patch.size() > patch_bytes_told;
  file.patch = patch.substr(0, std::min(patch.size(), patch_bytes_told));
  return file;
}

std::vector<DiffFileShown> files_of(std::string_view patch) {
  constexpr std::string_view mark = "diff --git ";
  std::vector<DiffFileShown> files;
  for (std::size_t at = patch.find(mark); at != patch.npos && files.size() < files_told;) {
    const std::size_t next = patch.find("\ndiff --git ", at);
    files.push_back(file_of(patch.substr(at, next == patch.npos ? next : next + 1 - at)));
    at = next == patch.npos ? next : next + 1;
  }
  return files;
}

}  // namespace

api::Reply<DiffShown> diff(const Call& call, const NoQuery&) {
  return look_at_attempt<DiffShown>(call, [&](const Sight& sight) -> api::Reply<DiffShown> {
    const Span span = span_of(sight);
    DiffShown out{false, span.why, span.from, span.to, {}};
    if (!span.why.empty()) return out;
    const auto patch =
        sight.site.outside.patch_between(sight.site.place.workspace, span.from, span.to);
    if (!patch) {
      out.why = patch.error().what;
      return out;
    }
    out.known = true;
    out.files = files_of(*patch);
    return out;
  });
}

}  // namespace assay::web
