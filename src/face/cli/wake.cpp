// SPDX-License-Identifier: MIT
// `assay wake`: goes on with parked runs, for cron and systemd timers.
#include "api/wake.h"

#include "base/text/escape.h"
#include "face/cli/commands.h"
#include "format/json/fields.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::cli {

namespace {

using api::WakeResult;

std::string standing_after(const WakeResult& result) {
  if (!result.run) return "left";
  switch (api::rest_of(*result.run)) {
    case api::Rest::ended: return std::string(to_text(*result.run->outcome()));
    case api::Rest::stopped: return "stopped";
    case api::Rest::needs_person: return "waiting";
    case api::Rest::waits: return "parked";
    case api::Rest::running:
    case api::Rest::interrupted: break;
  }
  return "interrupted";
}

std::string wake_json(const std::vector<WakeResult>& results) {
  std::string out;
  format::JsonWriter json(out, format::JsonLayout::indented);
  json.begin_object();
  json.key("runs");
  json.begin_array();
  for (const WakeResult& each : results) {
    json.begin_object();
    format::Fields(json)
        .text("run_id", each.run_id)
        .text("machine", each.machine)
        .text("workspace", each.workspace)
        .flag("woken", each.run.has_value())
        .text("standing", standing_after(each));
    json.key("reason");
    each.left.empty() ? json.null() : json.text(each.left);
    json.key("until");
    each.until ? json.text(to_text(*each.until)) : json.null();
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return out + "\n";
}

void print_woken(Session& session, const std::vector<WakeResult>& results) {
  for (const WakeResult& each : results) {
    const std::string until = each.until && !each.run ? " until " + to_text(*each.until) : "";
    const std::string line =
        each.run
            ? fmt::format("{} {}: woken, now {}\n", each.machine, each.run_id, standing_after(each))
            : fmt::format("{} {}: left{}: {}\n", each.machine,
                          each.run_id.empty() ? each.workspace : each.run_id, until,
                          printable(each.left));
    each.is_problem ? session.problem("assay: " + line) : session.tell(line);
  }
}

/// The workspace that was named; where none was, those of every run of this user.
api::Reply<std::vector<WakeResult>> wake_named(const Session& session, shell::Audience& audience) {
  const auto state = session.outside.variable("ASSAY_STATE_DIR");
  const bool named = !session.place_request.workspace.empty() ||
                     !session.place_request.state_dir.empty() || (state && !state->empty());
  const auto at = [&](const api::Place& place) { return session.site_at(place); };
  if (!named) return api::wake_all(session.outside, at, audience);
  return api::wake_runs(TRY(session.site()), audience);
}

void wake(Session& session) {
  shell::Audience nobody;
  const auto results = wake_named(session, nobody);
  if (!results) return session.fail(results.error());
  const bool problems = std::any_of(results->begin(), results->end(),
                                    [](const WakeResult& each) { return each.is_problem; });
  session.exit_status = problems ? error_status : 0;
  if (session.format == OutputFormat::json) return session.out(wake_json(*results));
  print_woken(session, *results);
}

}  // namespace

void add_wake(CLI::App& root, Session& session) {
  CLI::App* waking = root.add_subcommand(
      "wake", "Go on with parked runs whose time has come or whose question was answered");
  waking->footer(
      "For cron and systemd timers. Without -C: the runs of all workspaces of this user, one after "
      "the other.\nHowever many `assay wake` run at a time, each run is gone on with once.\n"
      "Exit status: 0, also if there was nothing to do; 3 a run whose time had come could not be "
      "gone on with.");
  waking->callback([&session] { wake(session); });
}

}  // namespace assay::cli
