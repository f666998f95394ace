// SPDX-License-Identifier: MIT
// `assay explain`: each decision of a run with the evidence behind it. `assay replay`: decides it
// all again.
#include "api/history.h"
#include "face/cli/commands.h"
#include "format/agent/result.h"
#include "format/json/fields.h"
#include "format/text/escape.h"

#include <fmt/format.h>

namespace assay::cli {

namespace {

void print_human(Session& session, const api::Explanation& each) {
  session.out(fmt::format("{:>5}  {}  {}\n", each.seq, each.at.substr(11, 12),
                          format::printable(each.happened)));
  if (!each.decided.empty()) {
    session.out(fmt::format("       {} {}\n", paint("->", "36", session.screen.color_out),
                            format::printable(each.decided)));
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
std::vector<api::Explanation> claims_of(const core::Machine& machine) {
  std::vector<api::Explanation> all;
  const auto* state = std::get_if<core::agent::State>(&machine.state);
  if (state == nullptr || !state->fused) return all;
  const Instant ended = state->evidence.started + state->evidence.duration;
  for (const core::agent::Mismatch& each : format::mismatches(*state)) {
    all.push_back({0, to_text(ended), state->plan->order.role, "claimed: " + each.claimed,
                   "observed: " + each.observed});
  }
  return all;
}

void explain(Session& session, const std::string& run, const std::string& id) {
  const auto place = session.place();
  if (!place) return session.fail(place.error());
  std::string out;
  format::JsonWriter json(out, format::JsonLayout::indented);
  const bool as_json = session.format == OutputFormat::json;
  bool opened = false;
  const auto tell = [&](const api::Explanation& each) {
    if (!as_json) return print_human(session, each);
    if (!opened) json.begin_array();
    opened = true;
    print_json(out, json, each, session);
  };
  const auto told = api::explain_run(run, id, *place, session.outside, tell);
  if (!told) return session.fail(told.error());
  for (const api::Explanation& each : claims_of(*told)) tell(each);
  if (!as_json) return;
  if (!opened) json.begin_array();
  json.end_array();
  session.out(out + "\n");
}

std::string replay_json(const api::ReplayReport& report) {
  std::string out;
  format::JsonWriter json(out, format::JsonLayout::indented);
  json.begin_object();
  format::Fields(json).text("run_id", report.run_id).number("events", report.events);
  json.key("differences");
  json.begin_array();
  for (const api::Difference& each : report.differences) {
    json.begin_object();
    format::Fields(json)
        .number("seq", each.seq)
        .text("recorded", each.recorded)
        .text("now", each.now);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return out + "\n";
}

void replay(Session& session, const std::string& run) {
  const auto place = session.place();
  if (!place) return session.fail(place.error());
  const auto report = api::replay_run(run, *place, session.outside);
  if (!report) return session.fail(report.error());
  session.exit_status = report->differences.empty() ? 0 : 1;
  if (session.format == OutputFormat::json) return session.out(replay_json(*report));
  for (const api::Difference& each : report->differences) {
    session.out(fmt::format("event {}: recorded '{}', decided now '{}'\n", each.seq,
                            format::printable(each.recorded), format::printable(each.now)));
  }
  session.out(
      fmt::format("{}: {} events, {}\n", report->run_id, report->events,
                  report->differences.empty() ? "every decision is the same" : "decisions differ"));
}

}  // namespace

void add_explain(CLI::App& root, Session& session) {
  auto run = std::make_shared<std::string>("last");
  auto id = std::make_shared<std::string>();
  CLI::App* command =
      root.add_subcommand("explain", "Tell each decision of a run and the evidence behind it");
  command->add_option("RUN", *run, "Run id, a unique prefix of one, or 'last' (default)");
  command->add_option("ID", *id, "Only this command");
  command->callback([run, id, &session] { explain(session, *run, *id); });
}

void add_replay(CLI::App& root, Session& session) {
  auto run = std::make_shared<std::string>("last");
  CLI::App* command = root.add_subcommand(
      "replay", "Decide a run again from its journal; exit 1 if anything differs");
  command->add_option("RUN", *run, "Run id, a unique prefix of one, or 'last' (default)");
  command->callback([run, &session] { replay(session, *run); });
}

}  // namespace assay::cli
