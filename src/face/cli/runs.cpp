// SPDX-License-Identifier: MIT
// `assay runs`: the runs of this workspace, newest first.
#include "api/history.h"
#include "face/cli/commands.h"
#include "format/json/fields.h"

#include <fmt/format.h>

namespace assay::cli {

namespace {

std::string_view state_text(const shell::RunRow& row) {
  if (row.outcome) return to_text(*row.outcome);
  if (row.alive) return "running";
  return row.parked ? "parked" : "interrupted";
}

std::string runs_json(const std::vector<shell::RunRow>& rows) {
  std::string out;
  format::JsonWriter json(out, format::JsonLayout::indented);
  json.begin_array();
  for (const shell::RunRow& row : rows) {
    json.begin_object();
    format::Fields(json)
        .text("run_id", row.run_id)
        .text("machine", row.machine)
        .text("workspace", row.workspace)
        .text("status", state_text(row))
        .text("started_at", to_text(row.started));
    json.key("ended_at");
    if (row.ended) {
      json.text(to_text(*row.ended));
    } else {
      json.null();
    }
    format::Fields(json).number("events", row.events);
    json.end_object();
  }
  json.end_array();
  out.push_back('\n');
  return out;
}

std::string runs_table(const std::vector<shell::RunRow>& rows, const Session& session) {
  std::string text;
  for (const shell::RunRow& row : rows) {
    const std::string_view state = state_text(row);
    const bool good = row.outcome == core::Outcome::passed;
    const std::string took = row.ended ? to_human(*row.ended - row.started) : "";
    text += fmt::format("{}  {}  {}{}  {:>8}  {}\n", row.run_id, row.machine,
                        paint(state, good ? "32" : "33", session.screen.color_out),
                        std::string(state.size() < 11 ? 11 - state.size() : 0, ' '), took,
                        to_text(row.started));
  }
  return text;
}

}  // namespace

void add_runs(CLI::App& root, Session& session) {
  auto longest = std::make_shared<std::size_t>(50);
  CLI::App* command = root.add_subcommand("runs", "List the runs of this workspace, newest first");
  command->add_option("-n,--max", *longest, "At most so many. Default: 50")->type_name("N");
  command->callback([longest, &session] {
    const auto place = session.place();
    if (!place) return session.fail(place.error());
    const auto rows = api::list_runs(*longest, *place, session.outside);
    if (!rows) return session.fail(rows.error());
    if (session.format == OutputFormat::json) return session.out(runs_json(*rows));
    if (rows->empty()) session.note("no runs yet: `assay verify` makes one\n");
    session.out(runs_table(*rows, session));
  });
}

}  // namespace assay::cli
