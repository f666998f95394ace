// SPDX-License-Identifier: MIT
// `assay replay`: decide a run again from its journal.
#include "api/history.h"
#include "base/text/escape.h"
#include "face/cli/commands.h"
#include "format/json/fields.h"

#include <fmt/format.h>

namespace assay::cli {

namespace {

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
  const auto site = session.site();
  if (!site) return session.fail(site.error());
  const auto report = api::replay_run(run, *site);
  if (!report) return session.fail(report.error());
  session.exit_status = report->differences.empty() ? 0 : 1;
  if (session.format == OutputFormat::json) return session.out(replay_json(*report));
  for (const api::Difference& each : report->differences) {
    session.tell(fmt::format("event {}: recorded '{}', decided now '{}'\n", each.seq,
                             printable(each.recorded), printable(each.now)));
  }
  session.tell(
      fmt::format("{}: {} events, {}\n", report->run_id, report->events,
                  report->differences.empty() ? "every decision is the same" : "decisions differ"));
}

}  // namespace

void add_replay(CLI::App& root, Session& session) {
  auto run = std::make_shared<std::string>("last");
  CLI::App* command = root.add_subcommand(
      "replay", "Decide a run again from its journal; exit 1 if anything differs");
  command->add_option("RUN", *run, "Run id, a unique prefix of one, or 'last' (default)");
  command->callback([run, &session] { replay(session, *run); });
}

}  // namespace assay::cli
