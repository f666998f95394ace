// SPDX-License-Identifier: MIT
// `assay explain`: what decided a run, and the evidence behind it; with --all every event and what
// followed from it.
#include "api/history.h"
#include "api/verify.h"
#include "base/match.h"
#include "base/text/escape.h"
#include "base/text/utf8.h"
#include "core/goals/state.h"
#include "core/verify/verdict.h"
#include "face/cli/commands.h"
#include "face/cli/loop_view.h"
#include "face/cli/pipeline_view.h"
#include "format/agent/result.h"
#include "format/json/fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace assay::cli {

namespace {

void print_human(Session& session, const api::Explanation& each) {
  // A decision without an event worth telling stands in its place.
  const bool alone = each.happened.empty();
  session.tell(fmt::format("{:>5}  {}  {}\n", each.seq, each.at.substr(11, 12),
                           printable(alone ? each.decided : each.happened)));
  if (!each.decided.empty() && !alone) {
    session.tell(fmt::format("       {} {}\n", paint("->", "36", session.screen.color_out),
                             printable(each.decided)));
  }
}

void print_json(std::string& out, format::JsonWriter& json, const api::Explanation& each,
                Session& session) {
  json.begin_object();
  format::Fields(json)
      .number("seq", each.seq)
      .text("at", each.at)
      .text("command_id", each.subject)
      .text("event", each.happened)
      .text("decision", each.decided);
  json.end_object();
  session.out(out);
  out.clear();
}

/// What an agent claimed and evidence contradicts, after everything that happened.
std::vector<api::Explanation> claims_of(const api::Run& run) {
  std::vector<api::Explanation> all;
  const auto* state = std::get_if<core::agent::State>(&run.machine.state);
  if (state == nullptr || !state->fused) return all;
  const Instant ended = state->evidence.started + state->evidence.duration;
  for (const core::agent::Mismatch& each : format::mismatches(*state)) {
    all.push_back({0, to_text(ended), state->plan->order.role, "claimed: " + each.claimed,
                   "observed: " + each.observed});
  }
  return all;
}

std::string tinted(std::string_view word, bool good, const Session& session) {
  return paint(word, good ? "1;32" : "1;31", session.screen.color_out);
}

std::string_view rule_of(core::verify::Status overall) {
  switch (overall) {
    case core::verify::Status::pass:
      return "every required command passed, and those that had to prove something did";
    case core::verify::Status::fail:
      return "a required command ran and said no; nothing worse happened (ERROR > FAIL > PASS)";
    case core::verify::Status::error:
      return "of a required command it could not be found out, or its pass proves nothing "
             "(ERROR > FAIL > PASS)";
  }
  return "";
}

std::string lead_of(const core::verify::State& state, const core::verify::Verdict& verdict,
                    const Session& session) {
  const bool good = verdict.overall == core::verify::Status::pass;
  std::string text =
      fmt::format("{}: {}\nrule: {}\n", tinted(to_text(verdict.overall), good, session),
                  printable(verdict.why), rule_of(verdict.overall));
  constexpr std::size_t deciders_max = 20;
  std::size_t told = 0;
  std::size_t passed = 0;
  for (std::uint32_t unit = 0; unit < state.commands.size(); ++unit) {
    const core::verify::CommandSpec& spec = state.plan->manifest.commands[unit];
    const core::verify::CommandState& command = state.commands[unit];
    if (!stands_in_the_way(spec, command)) {
      passed += command.status == core::verify::Status::pass ? 1U : 0U;
      continue;
    }
    if (++told > deciders_max) continue;
    text += fmt::format("  {}  {}\n", printable(spec.id),
                        printable(core::verify::summary_line(state, unit)));
    if (!command.notes) continue;
    for (const std::string& line : command.notes->excerpt)
      text += "      " + printable(line) + "\n";
    if (command.has_log)
      text += fmt::format("      log: assay logs {} {}\n", state.run_id, spec.id);
  }
  if (told > deciders_max) text += fmt::format("  and {} more\n", told - deciders_max);
  return passed == 0 ? text : text + fmt::format("  {} passed\n", passed);
}

std::string lead_of(const core::agent::State& state, const Session& session) {
  const format::AgentVerdict verdict = format::verdict_of(state);
  std::string text = fmt::format(
      "{}: {}\n",
      tinted(to_text(verdict.outcome), verdict.outcome == core::agent::Outcome::completed, session),
      printable(verdict.reason));
  return state.fused ? text + fmt::format("rule: {}\n", state.fused->rule) : text;
}

std::string lead_of(const core::goals::State& state, const Session& session) {
  const core::goals::Report report = core::goals::report_of(state);
  constexpr std::size_t gaps_shown = 8;
  const bool good = report.status == core::goals::Status::passed;
  std::string text = fmt::format("{}: {} gap{}\nrule: passed only without a single gap\n",
                                 tinted(to_text(report.status), good, session), report.gaps.size(),
                                 report.gaps.size() == 1 ? "" : "s");
  for (std::size_t i = 0; i < std::min(report.gaps.size(), gaps_shown); ++i) {
    const core::goals::Gap& gap = report.gaps[i];
    text += fmt::format("  {}  ({}) {}: {}\n", printable(gap.task), gap.type, first_line(gap.item),
                        first_line(gap.actual));
  }
  return text;
}

std::string lead_of_loop(const api::Run& run, const Session& session) {
  const format::LoopStanding standing = loop_standing(run);
  const core::loop::State& state = standing.state;
  const std::string_view status = format::status_of(standing);
  std::string text = fmt::format("{}: {}\n", tinted(status, status == "DONE", session),
                                 first_line(format::reason_of(standing)));
  text +=
      "rule: a task is ticked only if every layer lets it through; the first that does not "
      "decides\n";
  for (const core::loop::TaskState& task : state.tasks) {
    if (task.done || task.last_failure.empty()) continue;
    text += fmt::format("  {} {}\n", printable(task.task.id), first_line(task.task.title));
    for (const core::loop::Layer& layer : task.layers) {
      if (layer.status == core::loop::LayerStatus::failed)
        text += fmt::format("      {}: {}\n", layer.name, first_line(layer.why));
    }
  }
  return text;
}

std::string lead_of_pipeline(const api::Run& run, const Session& session) {
  const format::PipelineStanding standing = pipeline_standing(run);
  const core::pipeline::State& state = standing.state;
  const std::string_view status = format::status_of(standing);
  const core::pipeline::Step& step = current_step(state);
  std::string text =
      fmt::format("{}: {}\n", tinted(status, status == "DONE", session), first_line(state.why));
  text += fmt::format("at step {} ({})\n", printable(step.id), printable(step.title));
  for (const std::string& note : state.gate_notes) text += "  " + first_line(note) + "\n";
  for (const core::pipeline::Job& job : state.jobs) {
    if (!job.failure.empty())
      text += fmt::format("  {}: {}\n", printable(job.instance), first_line(job.failure));
  }
  return text;
}

/// What decided: verdict, rule and evidence.
std::string lead_of(const api::Run& run, const Session& session) {
  if (!run.outcome() && !run.parked()) return "it is not decided yet\n";
  return match(
      run.machine.state, [](std::monostate) { return std::string(); },
      [&](const core::verify::State& state) {
        return lead_of(state, api::verdict_of(run), session);
      },
      [&](const core::agent::State& state) { return lead_of(state, session); },
      [&](const core::goals::State& state) { return lead_of(state, session); },
      [&](const core::loop::State&) { return lead_of_loop(run, session); },
      [&](const core::pipeline::State&) { return lead_of_pipeline(run, session); });
}

struct ExplainFlags {
  std::string run = "last";
  std::string id;
  bool all = false;
};

/// Its beginning, where it is long: --all has the whole.
void shorten(std::string& text) {
  constexpr std::size_t most = 240;
  const std::size_t end = std::min(text.find('\n'), whole_characters(text, most));
  if (end >= text.size()) return;
  text.resize(end);
  text += " ...";
}

/// The decisions that turned the run, after what decided it in the end.
void explain_briefly(Session& session, const ExplainFlags& flags, const api::Site& site) {
  std::vector<api::Explanation> kept;
  std::size_t events = 0;
  std::set<std::string> said;
  const auto told = api::explain_run(flags.run, flags.id, site, [&](api::Explanation each) {
    ++events;
    const bool is_new = !each.decided.empty() && said.insert(each.decided).second;
    const bool as_expected = !each.weighty && each.decided.starts_with("PASS");
    if (as_expected || (!each.weighty && !is_new)) return;
    // An answer to a question of assay's own says nothing; what followed does.
    if (!each.weighty && each.subject.empty()) each.happened.clear();
    shorten(each.decided);
    kept.push_back(std::move(each));
  });
  if (!told) return session.fail(told.error());
  session.tell(lead_of(*told, session));
  for (const api::Explanation& each : claims_of(*told)) print_human(session, each);
  session.tell("\nwhat was decided on the way\n");
  for (const api::Explanation& each : kept) print_human(session, each);
  if (kept.size() < events)
    session.tell(fmt::format("{} of {} events; `assay explain {} --all` tells each\n", kept.size(),
                             events, flags.run));
}

void explain(Session& session, const ExplainFlags& flags) {
  const auto site = session.site();
  if (!site) return session.fail(site.error());
  const bool as_json = session.format == OutputFormat::json;
  if (!as_json && !flags.all && flags.id.empty()) return explain_briefly(session, flags, *site);
  std::string out;
  format::JsonWriter json(out, format::JsonLayout::indented);
  bool opened = false;
  const auto tell = [&](const api::Explanation& each) {
    if (!as_json) return print_human(session, each);
    if (!opened) json.begin_array();
    opened = true;
    print_json(out, json, each, session);
  };
  const auto told = api::explain_run(flags.run, flags.id, *site, tell);
  if (!told) return session.fail(told.error());
  for (const api::Explanation& each : claims_of(*told)) tell(each);
  if (!as_json) return;
  if (!opened) json.begin_array();
  json.end_array();
  session.out(out + "\n");
}

}  // namespace

void add_explain(CLI::App& root, Session& session) {
  auto flags = std::make_shared<ExplainFlags>();
  CLI::App* command =
      root.add_subcommand("explain", "Tell what decided a run, and on what evidence");
  command->add_option("RUN", flags->run, "Run id, a unique prefix of one, or 'last' (default)");
  command->add_option("ID", flags->id, "Every event about this command, task or agent");
  command->add_flag("-a,--all", flags->all, "Every event and what followed from it");
  command->footer(
      "Examples:\n"
      "  assay explain                 what decided the newest run\n"
      "  assay explain last unit       everything about the command `unit`\n"
      "  assay explain last --all      every event");
  command->callback([flags, &session] { explain(session, *flags); });
}

}  // namespace assay::cli
