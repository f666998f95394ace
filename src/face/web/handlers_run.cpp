// SPDX-License-Identifier: MIT
// One run: its page, its gates, its attempts, its events and decisions.
#include "base/text/ascii.h"
#include "face/shown/text.h"
#include "face/web/archive.h"
#include "face/web/handlers.h"
#include "face/web/look.h"
#include "face/web/shape.h"

#include <algorithm>

namespace assay::web {

namespace {

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
        page.forecast = forecast_of(call.archive, shelf, view);
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

namespace {

/// What is kept of the run tells it; nothing is read again.
api::Reply<ExplainShown> explain_kept(const Call& call, const ExplainQuery& query, bool& too_old) {
  return look_at<ExplainShown>(
      call, [&](const api::Dossier& dossier, const api::Site&) -> api::Reply<ExplainShown> {
        ExplainShown out;
        too_old = !query.brief && dossier.first_step > 1;
        if (too_old) return out;
        for (const api::Dossier::Step& each : query.brief ? dossier.brief : dossier.steps)
          out.decisions.push_back(as_shown(each));
        out.events = dossier.view.row.events;
        out.verdict = shown::lead_of(dossier.view.run, false);
        for (const api::Explanation& each : shown::claims_of(dossier.view.run))
          out.claims.push_back(as_shown(api::Dossier::Step{{}, each}));
        return out;
      });
}

/// Tells the run once more from its beginning.
api::Reply<ExplainShown> explain_anew(const Call& call, const ExplainQuery& query) {
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
  return out;
}

}  // namespace

api::Reply<ExplainShown> explain(const Call& call, const ExplainQuery& query) {
  const std::size_t from = TRY(offset_of(query.cursor));
  bool anew = !query.id.empty();
  ExplainShown out;
  if (!anew) out = TRY(explain_kept(call, query, anew));
  if (anew) out = TRY(explain_anew(call, query));
  cut_page(out.decisions, from, query.limit, out.matching, out.next);
  return out;
}

}  // namespace assay::web
