// SPDX-License-Identifier: MIT
// One attempt with its evidence.
#include "base/text/ascii.h"
#include "face/web/handlers.h"
#include "face/web/shape.h"
#include "face/web/sight.h"
#include "format/agent/result.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::web {

namespace {

constexpr std::size_t commands_told = 500;
constexpr std::size_t decisions_told = 50;

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
  const auto log = read_log(sight);
  const auto agent = sight.dossier.view.agents.find(sight.name);
  page.log.there = static_cast<bool>(log);
  page.log.growing = sight.is_growing();
  page.log.stored = log ? (*log)->text().size() : 0;
  page.log.bytes = page.log.stored;
  page.log.readable = agent != sight.dossier.view.agents.end() &&
                      core::agent::row_of(agent->second.dialect).prints_events;
  page.log.has_prompt = sight.site.files().is_regular(sight.beside(".prompt.md"));
  if (sight.ended == nullptr) return;
  const core::Captured& output = sight.ended->evidence.output;
  page.log.bytes = output.bytes;
  page.log.truncated = output.truncated();
  page.log.sha256 = output.log.hex();
  if (log) page.log.failure_at = or_null(failure_in((*log)->text(), page.excerpt));
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

}  // namespace assay::web
