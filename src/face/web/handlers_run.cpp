// SPDX-License-Identifier: MIT
// One run: its page, its gates, its attempts by time, its events and decisions, two of them side by
// side, and what can be done with it.
#include "api/ledger.h"
#include "api/pipeline.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "face/shown/run_json.h"
#include "face/shown/text.h"
#include "face/web/archive.h"
#include "face/web/handlers.h"
#include "face/web/shape.h"
#include "format/json/fields.h"

#include <algorithm>
#include <set>

namespace assay::web {

namespace {

constexpr std::size_t critical_told = 500;
constexpr std::size_t compared_told = 1000;
constexpr std::size_t file_bytes_told = 1U << 20;

/// Looks at the run of the address and makes an answer of it.
template <class Shown, class Make>
api::Reply<Shown> look_at(const Call& call, Make make) {
  std::optional<Shown> out;
  TRY(call.archive.kept.look(
      call.at("workspace"), call.at("run"),
      [&](const api::Dossier& dossier, const api::Site& site) -> api::Reply<> {
        api::Reply<Shown> made = make(dossier, site);
        if (!made) return made.error();
        out = made.take();
        return {};
      }));
  return *std::move(out);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (end > at) lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

std::vector<std::string> actions_of(const api::RunView& view, bool asks, bool read_only) {
  std::vector<std::string> actions;
  if (read_only || view.row.outcome) return actions;
  if (asks) actions.emplace_back("answer");
  actions.emplace_back(view.row.alive ? "stop" : "resume");
  return actions;
}

void count_attempts(CountsShown& counts, const std::vector<AttemptRowShown>& attempts) {
  counts.all = attempts.size();
  for (const AttemptRowShown& each : attempts) {
    counts.running += each.state == api::UnitState::running ? 1U : 0U;
    counts.passed += each.state == api::UnitState::passed ? 1U : 0U;
    counts.failed += each.state == api::UnitState::failed ? 1U : 0U;
    counts.error += each.state == api::UnitState::error ? 1U : 0U;
  }
}

template <class Shown>
void cut_page(std::vector<Shown>& all, std::size_t from, std::int32_t limit,
              std::uint64_t& matching, OrNull<std::string>& next) {
  matching = all.size();
  from = std::min(from, all.size());
  const std::size_t to = std::min(all.size(), from + static_cast<std::size_t>(limit));
  if (to < all.size()) next.held = std::to_string(to);
  all.erase(all.begin() + static_cast<std::ptrdiff_t>(to), all.end());
  all.erase(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(from));
}

}  // namespace

api::Reply<RunPageShown> run_page(const Call& call, const NoQuery&) {
  const api::Shelf shelf = TRY(call.archive.kept.shelf(call.at("workspace")));
  return look_at<RunPageShown>(
      call, [&](const api::Dossier& dossier, const api::Site& site) -> api::Reply<RunPageShown> {
        const api::RunView& view = dossier.view;
        const Instant now = call.archive.kept.now();
        const api::ListedRun listed = call.archive.kept.listed(shelf, dossier);
        RunPageShown page;
        page.run = as_shown(listed, now);
        const bool decided = view.row.outcome || view.run.parked();
        const std::vector<std::string> lead =
            lines_of(decided ? shown::lead_of(view.run, false) : "");
        if (!lead.empty()) page.verdict = lead.front();
        if (lead.size() > 1) page.reasons.assign(lead.begin() + 1, lead.end());
        if (auto question = question_of(listed, dossier, site))
          page.question.held = *std::move(question);
        page.actions = actions_of(view, page.question.held.has_value(), call.archive.read_only);
        count_attempts(page.attempts, attempts_shown(view, now));
        add_shape(page, view);
        return page;
      });
}

api::Reply<GatesShown> gates(const Call& call, const GatesQuery& query) {
  const std::size_t from = TRY(offset_of(query.cursor));
  const std::string text = lowered(query.text);
  return look_at<GatesShown>(
      call, [&](const api::Dossier& dossier, const api::Site&) -> api::Reply<GatesShown> {
        const auto* state = std::get_if<core::verify::State>(&dossier.view.run.machine.state);
        if (state == nullptr)
          return Error{Fault::not_found, "it is no verify run: it has no gates"};
        std::vector<std::uint32_t> units;
        for (const std::uint32_t unit : state->schedule.order) {
          const core::verify::CommandSpec& spec = state->plan->manifest.commands[unit];
          const bool other = (query.stage && spec.stage != *query.stage) ||
                             (query.state && state_of(state->commands[unit]) != *query.state) ||
                             (!text.empty() && lowered(spec.id).find(text) == std::string::npos &&
                              lowered(spec.command).find(text) == std::string::npos);
          if (!other) units.push_back(unit);
        }
        GatesShown out;
        cut_page(units, from, query.limit, out.matching, out.next);
        for (const std::uint32_t unit : units) out.gates.push_back(gate_shown(*state, unit));
        return out;
      });
}

api::Reply<AttemptsShown> attempts(const Call& call, const AttemptsQuery& query) {
  const std::size_t from = TRY(offset_of(query.cursor));
  const std::string text = lowered(query.text);
  return look_at<AttemptsShown>(
      call, [&](const api::Dossier& dossier, const api::Site&) -> api::Reply<AttemptsShown> {
        AttemptsShown out;
        out.attempts = attempts_shown(dossier.view, call.archive.kept.now());
        mark_critical(out.attempts);
        std::erase_if(out.attempts, [&](const AttemptRowShown& each) {
          return (!query.name.empty() && each.name != query.name) ||
                 (query.state && each.state != *query.state) || (query.agents && !each.is_agent) ||
                 (!text.empty() && lowered(each.name).find(text) == std::string::npos);
        });
        cut_page(out.attempts, from, query.limit, out.matching, out.next);
        return out;
      });
}

namespace {

void fill_buckets(TimelineShown& out, const std::vector<AttemptRowShown>& attempts,
                  std::int32_t count) {
  const std::int64_t width =
      std::max<std::int64_t>(1, (out.to_ms - out.from_ms + count - 1) / count);
  for (std::int64_t at = out.from_ms; at < out.to_ms; at += width)
    out.buckets.push_back({at, std::min(at + width, out.to_ms), 0, 0, 0});
  if (out.buckets.empty()) return;
  const auto bucket_at = [&](std::int64_t ms) {
    const std::int64_t index = std::clamp<std::int64_t>(
        (ms - out.from_ms) / width, 0, static_cast<std::int64_t>(out.buckets.size()) - 1);
    return static_cast<std::size_t>(index);
  };
  for (const AttemptRowShown& each : attempts) {
    const std::int64_t end = each.start_ms + each.duration_ms;
    BucketShown& last = out.buckets[bucket_at(end)];
    ++last.attempts;
    const bool bad = each.state == api::UnitState::failed || each.state == api::UnitState::error;
    last.failed += bad ? 1U : 0U;
    for (std::size_t i = bucket_at(each.start_ms); i <= bucket_at(end); ++i) {
      BucketShown& bucket = out.buckets[i];
      bucket.busy_ms += std::max<std::int64_t>(
          0, std::min(end, bucket.to_ms) - std::max(each.start_ms, bucket.from_ms));
    }
  }
}

}  // namespace

api::Reply<TimelineShown> timeline(const Call& call, const TimelineQuery& query) {
  return look_at<TimelineShown>(
      call, [&](const api::Dossier& dossier, const api::Site&) -> api::Reply<TimelineShown> {
        const Instant now = call.archive.kept.now();
        const ledger::RunRow& row = dossier.view.row;
        std::vector<AttemptRowShown> all = attempts_shown(dossier.view, now);
        mark_critical(all);
        TimelineShown out;
        out.started_at = to_text(row.started);
        for (const AttemptRowShown& each : all)
          out.length_ms = std::max(out.length_ms, each.start_ms + each.duration_ms);
        if (row.ended || row.alive)
          out.length_ms = std::max(out.length_ms, (row.ended.value_or(now) - row.started).count());
        out.from_ms = query.from;
        out.to_ms = query.to > 0 ? query.to : out.length_ms;
        std::stable_sort(all.begin(), all.end(),
                         [](const AttemptRowShown& a, const AttemptRowShown& b) {
                           return a.start_ms < b.start_ms;
                         });
        for (const AttemptRowShown& each : all) {
          if (each.critical && out.critical.size() < critical_told) out.critical.push_back(each);
        }
        std::erase_if(all, [&](const AttemptRowShown& each) {
          return each.start_ms > out.to_ms || each.start_ms + each.duration_ms < out.from_ms;
        });
        out.matching = all.size();
        if (all.size() <= static_cast<std::size_t>(query.limit))
          out.attempts = std::move(all);
        else
          fill_buckets(out, all, query.buckets);
        return out;
      });
}

api::Reply<EventsShown> events(const Call& call, const EventsQuery& query) {
  const auto since = static_cast<std::uint64_t>(query.since);
  EventsShown out;
  out.last = since;
  bool old = false;
  out = TRY(look_at<EventsShown>(
      call, [&](const api::Dossier& dossier, const api::Site&) -> api::Reply<EventsShown> {
        EventsShown page;
        page.last = since;
        page.over = dossier.view.row.outcome || !dossier.view.row.alive;
        old = since + 1 < dossier.first_step;
        if (old) return page;
        for (std::size_t i = since + 1 - dossier.first_step; i < dossier.steps.size(); ++i) {
          if (page.events.size() == static_cast<std::size_t>(query.limit)) {
            page.more = true;
            break;
          }
          page.events.push_back(as_shown(dossier.steps[i]));
          page.last = page.events.back().seq;
        }
        return page;
      }));
  if (!old) return out;
  // So long ago that they are not kept: the run is told once more from its beginning.
  const api::Site site = TRY(call.archive.kept.site(call.at("workspace")));
  TRY(api::explain_run(call.at("run"), "", site, [&](const api::Explanation& told) {
    if (told.seq <= since) return;
    out.more = out.events.size() == static_cast<std::size_t>(query.limit);
    if (out.more) return;
    out.events.push_back(as_shown(api::Dossier::Step{{}, told}));
    out.last = told.seq;
  }));
  return out;
}

api::Reply<ExplainShown> explain(const Call& call, const ExplainQuery& query) {
  const std::size_t from = TRY(offset_of(query.cursor));
  const api::Site site = TRY(call.archive.kept.site(call.at("workspace")));
  ExplainShown out;
  api::Run run;
  const auto put = [&](const api::Explanation& told) {
    out.decisions.push_back(as_shown(api::Dossier::Step{{}, told}));
  };
  if (query.brief) {
    auto brief = TRY(api::explain_briefly(call.at("run"), query.id, site));
    out.events = brief.events;
    for (const api::Explanation& each : brief.kept) put(each);
    run = std::move(brief.run);
  } else {
    run = TRY(api::explain_run(call.at("run"), query.id, site, put));
    out.events = out.decisions.size();
  }
  out.verdict = shown::lead_of(run, false);
  for (const api::Explanation& each : shown::claims_of(run))
    out.claims.push_back(as_shown(api::Dossier::Step{{}, each}));
  cut_page(out.decisions, from, query.limit, out.matching, out.next);
  return out;
}

// ---- Files and reports --------------------------------------------------------------------------

namespace {

api::Reply<std::string> read_inside(const api::Site& site, const std::string& path) {
  const auto inside = TRY(site.outside.open_inside(site.place.workspace));
  const std::string real = TRY(inside->resolve(path));
  return TRY(inside->read(real));
}

}  // namespace

api::Reply<FileShown> file(const Call& call, const FileQuery& query) {
  return look_at<FileShown>(
      call, [&](const api::Dossier& dossier, const api::Site& site) -> api::Reply<FileShown> {
        const auto* state = std::get_if<core::pipeline::State>(&dossier.view.run.machine.state);
        const Error none{Fault::not_found, "the run names no file '" + query.path + "'"};
        if (state == nullptr) return none;
        std::vector<std::string> named = {state->bundle_path};
        if (!state->waiting_for.empty()) {
          const auto files = core::pipeline::question_of(*state).files;
          named.insert(named.end(), files.begin(), files.end());
        }
        if (std::find(named.begin(), named.end(), query.path) == named.end()) return none;
        std::string text = TRY(read_inside(site, query.path));
        FileShown out{query.path, text.size(), text.size() > file_bytes_told, {}};
        text.resize(whole_characters(text, file_bytes_told));
        out.text = std::move(text);
        return out;
      });
}

namespace {

/// `write`: (state, sink)
template <class Write>
api::Reply<std::string> verify_report(const api::Dossier& dossier, const Write& write) {
  const auto* state = std::get_if<core::verify::State>(&dossier.view.run.machine.state);
  if (state == nullptr || !dossier.view.row.outcome)
    return Error{Fault::not_found, "only a verify run that has ended has this report"};
  std::string text;
  write(*state, [&](std::string_view piece) { text += piece; });
  return text;
}

api::Reply<std::string> journal_of(const api::Dossier& dossier, const api::Site& site) {
  std::string text;
  TRY(api::export_events(dossier.view.row.run_id, site,
                         [&](const std::string& run_id, const shell::EventRow& row) {
                           format::JsonWriter json(text);
                           json.begin_object();
                           format::Fields(json)
                               .text("run_id", run_id)
                               .number("seq", row.seq)
                               .text("at", row.at)
                               .text("kind", row.kind);
                           json.key("body");
                           json.whole(row.body);
                           format::Fields(json).text("decision", row.decision);
                           json.end_object();
                           text += '\n';
                         }));
  return text;
}

api::Reply<std::string> report_text(const std::string& name, const api::Dossier& dossier,
                                    const api::Site& site) {
  if (name == "junit.xml")
    return verify_report(dossier, [](const core::verify::State& state, const auto& sink) {
      format::write_verify_junit(state, sink);
    });
  if (name == "report.md") return verify_report(dossier, format::write_verify_markdown);
  if (name == "events.jsonl") return journal_of(dossier, site);
  if (name == "run.json") {
    std::string text;
    shown::write_run_json(dossier.view, site, [&](std::string_view piece) { text += piece; });
    return text;
  }
  const auto* state = std::get_if<core::pipeline::State>(&dossier.view.run.machine.state);
  if (name == "bundle.md" && state != nullptr && !state->bundle_path.empty())
    return read_inside(site, state->bundle_path);
  return Error{Fault::not_found, "the run has no report '" + name + "'"};
}

}  // namespace

api::Reply<Download> report(const Call& call) {
  const std::string& name = call.at("report");
  return look_at<Download>(
      call, [&](const api::Dossier& dossier, const api::Site& site) -> api::Reply<Download> {
        return Download{dossier.view.row.run_id + "-" + name, "application/octet-stream",
                        TRY(report_text(name, dossier, site))};
      });
}

// ---- Two runs -----------------------------------------------------------------------------------

namespace {

struct Side {
  RunShown run;
  std::string verdict;
  std::string tree;
  std::map<std::string, std::pair<std::string, SideShown>> units;  ///< title and how it stands
  std::set<std::string> passed;
  std::set<std::string> failed;
};

SideShown side_of(const GateRowShown& gate) {
  return {std::string(to_text(gate.state)), gate.reason, gate.duration_ms, gate.tests,
          gate.attempts};
}

void add_units(Side& side, const api::RunView& view) {
  RunPageShown page;
  add_shape(page, view);
  side.tree = page.tree.end;
  if (const auto* state = std::get_if<core::verify::State>(&view.run.machine.state)) {
    for (std::uint32_t unit = 0; unit < state->commands.size(); ++unit) {
      const GateRowShown gate = gate_shown(*state, unit);
      side.units[gate.id] = {gate.command, side_of(gate)};
      const auto& notes = state->commands[unit].notes;
      if (!notes) continue;
      side.passed.insert(notes->passed_tests.begin(), notes->passed_tests.end());
      side.failed.insert(notes->failed_tests.begin(), notes->failed_tests.end());
    }
  }
  if (page.loop.held) {
    for (const LoopTaskShown& task : page.loop.held->tasks)
      side.units[task.id.empty() ? task.title : task.id] = {
          task.title, {std::string(to_text(task.state)), task.last_failure, {}, -1, task.launches}};
  }
  if (page.pipeline.held) {
    for (const StepNodeShown& step : page.pipeline.held->steps)
      side.units[step.id] = {
          step.title,
          {std::string(to_text(step.state)), "", {}, -1, static_cast<std::uint32_t>(step.rounds)}};
  }
  if (page.goals.held) {
    for (const GoalTaskShown& task : page.goals.held->tasks)
      side.units[task.id] = {task.title, {task.score, "", {}, -1, 0}};
  }
}

api::Reply<Side> side_at(const Call& call, const std::string& field, const std::string& given) {
  const std::size_t slash = given.find('/');
  if (slash == std::string::npos)
    return api::Problem{.code = api::Code::bad_value,
                        .field = field,
                        .value = given,
                        .what = "must be WORKSPACE/RUN"};
  const api::Shelf shelf = TRY(call.archive.kept.shelf(given.substr(0, slash)));
  Side side;
  TRY(call.archive.kept.look(shelf.id, given.substr(slash + 1),
                             [&](const api::Dossier& dossier, const api::Site&) -> api::Reply<> {
                               side.run = as_shown(call.archive.kept.listed(shelf, dossier),
                                                   call.archive.kept.now());
                               if (dossier.view.row.outcome)
                                 side.verdict = shown::lead_of(dossier.view.run, false);
                               add_units(side, dossier.view);
                               return {};
                             }));
  return side;
}

std::string change_of(const SideShown& a, const SideShown& b) {
  if (a.state.empty()) return "only_b";
  if (b.state.empty()) return "only_a";
  if (a.state == b.state) return "same";
  const auto good = [](const SideShown& side) {
    return side.state == "passed" || side.state == "pass";
  };
  return good(b) ? "better" : good(a) ? "worse" : "other";
}

}  // namespace

api::Reply<CompareShown> compare(const Call& call, const CompareQuery& query) {
  Side a = TRY(side_at(call, "a", query.a));
  Side b = TRY(side_at(call, "b", query.b));
  CompareShown out{.a = a.run,
                   .b = b.run,
                   .tree_a = a.tree,
                   .tree_b = b.tree,
                   .verdict_a = a.verdict,
                   .verdict_b = b.verdict,
                   .units = {},
                   .fixed_tests = {},
                   .broken_tests = {}};
  std::map<std::string, std::string> titles;
  for (const Side* side : {&a, &b})
    for (const auto& [id, unit] : side->units) titles[id] = unit.first;
  for (const auto& [id, title] : titles) {
    ComparedShown unit{id, title, a.units[id].second, b.units[id].second, {}};
    unit.change = change_of(unit.a, unit.b);
    out.same += unit.change == "same" ? 1U : 0U;
    out.units.push_back(std::move(unit));
  }
  std::stable_partition(out.units.begin(), out.units.end(),
                        [](const ComparedShown& each) { return each.change != "same"; });
  out.units.resize(std::min(out.units.size(), compared_told));
  for (const std::string& test : b.passed)
    if (a.failed.contains(test)) out.fixed_tests.push_back(test);
  for (const std::string& test : b.failed)
    if (a.passed.contains(test)) out.broken_tests.push_back(test);
  return out;
}

// ---- What a person does -------------------------------------------------------------------------

namespace {

/// Starts a coordinator in a process of its own: it goes on when this server ends.
api::Reply<> leave_to(const api::Site& site, std::vector<std::string> words) {
  const std::string program = TRY(site.outside.program());
  std::vector<std::string> argv = {program,          "-C",     site.place.workspace, "--state-dir",
                                   site.place.state, "--quiet"};
  argv.insert(argv.end(), std::make_move_iterator(words.begin()),
              std::make_move_iterator(words.end()));
  TRY(site.outside.leave_behind(argv, site.place.workspace));
  return {};
}

/// What a person would type.
api::Reply<std::vector<std::string>> words_to_resume(const api::RunView& view) {
  const std::string& id = view.row.run_id;
  using Words = std::vector<std::string>;
  if (view.row.machine == "pipeline") return Words{"pipeline", "resume", id};
  if (view.row.machine == "verify") return Words{"verify", "--resume", id};
  if (const auto* state = std::get_if<core::loop::State>(&view.run.machine.state))
    return Words{"loop", "run", state->plan->spec_dir};
  if (const auto* state = std::get_if<core::agent::State>(&view.run.machine.state))
    return Words{"agent", "run", state->plan->order.role, "--resume", id};
  return Error{Fault::bad_input,
               "a run of the machine " + view.row.machine + " is gone on with at the command line"};
}

}  // namespace

api::Reply<DoneShown> answer(const Call& call, const AnswerGiven& given) {
  return look_at<DoneShown>(
      call, [&](const api::Dossier& dossier, const api::Site& site) -> api::Reply<DoneShown> {
        const api::RunView& view = dossier.view;
        const auto* state = std::get_if<core::pipeline::State>(&view.run.machine.state);
        const bool same = state != nullptr && state->waiting_for == given.gate_id &&
                          core::pipeline::answers_to(*state, given.gate_id) ==
                              static_cast<std::uint32_t>(given.ordinal);
        if (state != nullptr && !same)
          return Error{Fault::conflict,
                       "run " + view.row.run_id + " does not ask this any more: look at it again"};
        TRY(api::approve_pipeline(view.row.run_id, given.gate_id,
                                  {given.option, given.comment, call.archive.user}, site));
        if (view.row.alive) return DoneShown{"answered; the run takes it up", false};
        TRY(leave_to(site, {"pipeline", "resume", view.row.run_id}));
        return DoneShown{"answered; the run goes on", true};
      });
}

api::Reply<DoneShown> stop(const Call& call, const Nothing&) {
  return look_at<DoneShown>(
      call, [&](const api::Dossier& dossier, const api::Site& site) -> api::Reply<DoneShown> {
        TRY(api::stop_run(dossier.view.row.run_id, call.archive.user + " (assay web)", site));
        return DoneShown{"asked to stop", false};
      });
}

api::Reply<DoneShown> resume(const Call& call, const Nothing&) {
  return look_at<DoneShown>(
      call, [&](const api::Dossier& dossier, const api::Site& site) -> api::Reply<DoneShown> {
        const ledger::RunRow& row = dossier.view.row;
        if (row.outcome) return Error{Fault::conflict, "run " + row.run_id + " has ended"};
        if (row.alive) return Error{Fault::conflict, "somebody coordinates run " + row.run_id};
        std::vector<std::string> words = TRY(words_to_resume(dossier.view));
        TRY(leave_to(site, std::move(words)));
        return DoneShown{"gone on with", true};
      });
}

api::Reply<DoneShown> wake(const Call& call, const Nothing&) {
  const api::Site site = TRY(call.archive.kept.site(call.at("workspace")));
  TRY(leave_to(site, {"wake"}));
  return DoneShown{"runs whose time has come are gone on with", true};
}

}  // namespace assay::web
