// SPDX-License-Identifier: MIT
// `assay runs`: the runs of this workspace, newest first. `assay runs prune`: takes away what old
// ones left on the disk.
#include "api/history.h"
#include "base/text/columns.h"
#include "base/text/escape.h"
#include "face/cli/amounts.h"
#include "face/cli/commands.h"
#include "face/cli/spending.h"
#include "face/cli/table.h"
#include "format/json/fields.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::cli {

namespace {

std::string runs_json(const std::vector<ledger::RunRow>& rows,
                      const std::vector<api::RunNote>& notes) {
  std::string out;
  format::JsonWriter json(out, format::JsonLayout::indented);
  json.begin_array();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ledger::RunRow& row = rows[i];
    json.begin_object();
    format::Fields(json)
        .text("run_id", row.run_id)
        .text("machine", row.machine)
        .text("name", notes[i].name)
        .text("workspace", row.workspace)
        .text("status", shown::state_of(row))
        .text("started_at", to_text(row.started));
    json.key("ended_at");
    if (row.ended) {
      json.text(to_text(*row.ended));
    } else {
      json.null();
    }
    format::Fields(json)
        .number("events", row.events)
        .number("launches", notes[i].spent.launches)
        .number("tokens", notes[i].spent.tokens);
    json.key("cost_usd");
    if (notes[i].spent.of_unknown_cost > 0) {
      json.null();
    } else {
      json.millionths(notes[i].spent.micro_usd);
    }
    json.end_object();
  }
  json.end_array();
  out.push_back('\n');
  return out;
}

std::string cost_of(const core::agent::Spent& spent) {
  if (spent.launches == 0) return "";
  if (spent.of_unknown_cost == 0) return usd_text(spent.micro_usd);
  return spent.micro_usd == 0 ? "unknown" : usd_text(spent.micro_usd) + "+";
}

/// A column, and how gladly it is given up where the window is too narrow; 0: never.
struct RunColumn {
  const char* title;
  int spare;
};
constexpr RunColumn run_columns[] = {{"RUN", 0},     {"KIND", 0}, {"NAME", 0}, {"STATUS", 0},
                                     {"STARTED", 1}, {"TOOK", 2}, {"COST", 3}};
constexpr std::size_t name_column = 2;
constexpr std::size_t name_least = 8;

/// The start stands in the id as well, so that goes first; then the name is cut.
void fit(std::vector<Row>& rows, std::size_t width) {
  for (int spare = 1; spare <= 3 && width_of(rows) > width; ++spare) {
    if (spare == 2) {
      const bool named = rows.front().size() > name_column && rows.front()[name_column] == "NAME";
      if (named) cut_column(rows, name_column, width, name_least);
      if (width_of(rows) <= width) return;
    }
    for (const RunColumn& column : run_columns) {
      if (column.spare == spare) drop_column(rows, column.title);
    }
  }
}

std::string runs_table(const std::vector<ledger::RunRow>& rows,
                       const std::vector<api::RunNote>& notes, const Session& session) {
  constexpr std::size_t name_max = 32;
  const bool named = std::any_of(notes.begin(), notes.end(),
                                 [](const api::RunNote& note) { return !note.name.empty(); });
  const bool paid = std::any_of(notes.begin(), notes.end(),
                                [](const api::RunNote& note) { return note.spent.launches > 0; });
  std::vector<Row> lines(1);
  for (const RunColumn& column : run_columns) lines.front().emplace_back(column.title);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ledger::RunRow& row = rows[i];
    const std::string_view tint = row.outcome == core::Outcome::passed ? "32"
                                  : row.outcome                        ? "31"
                                                                       : "33";
    lines.push_back({row.run_id, row.machine, cut_to_columns(printable(notes[i].name), name_max),
                     paint(shown::state_of(row), tint, session.screen.color_out),
                     local_time(row.started), row.ended ? to_human(*row.ended - row.started) : "",
                     cost_of(notes[i].spent)});
  }
  if (!paid) drop_column(lines, "COST");
  if (!named) drop_column(lines, "NAME");
  if (session.screen.out_is_terminal) fit(lines, static_cast<std::size_t>(session.screen.width));
  return table(lines);
}

void list_runs(Session& session, std::size_t longest) {
  const auto site = session.site();
  if (!site) return session.fail(site.error());
  const auto rows = api::list_runs(longest, *site);
  if (!rows) return session.fail(rows.error());
  const auto notes = api::notes_on(*rows, *site);
  if (session.format == OutputFormat::json) return session.out(runs_json(*rows, notes));
  if (rows->empty()) return session.note("no runs yet: `assay verify` makes one\n");
  session.out(runs_table(*rows, notes, session));
  if (rows->size() == longest)
    session.note(fmt::format("the newest {}; `assay runs --limit N` shows more\n", longest));
}

struct PruneFlags {
  std::vector<std::string> runs;
  std::optional<std::size_t> keep;
  std::string older_than;
  bool dry_run = false;
};

void prune(Session& session, const PruneFlags& flags) {
  if (flags.runs.empty() && !flags.keep && flags.older_than.empty())
    return session.fail(
        Error{Fault::bad_input, "which runs? name them, or say --keep N or --older-than 30d"});
  if (!flags.runs.empty() && (flags.keep || !flags.older_than.empty()))
    return session.fail(
        Error{Fault::bad_input, "runs that are named are pruned: drop --keep and --older-than"});
  api::PruneRequest request{flags.runs, flags.keep, std::nullopt, flags.dry_run};
  if (!flags.older_than.empty()) {
    const auto age = parse_duration(flags.older_than);
    if (!age) return session.fail(Error{Fault::bad_input, "--older-than " + age.error().what});
    request.older_than = *age;
  }
  const auto site = session.site();
  if (!site) return session.fail(site.error());
  const auto done = api::prune_runs(request, *site);
  if (!done) return session.fail(done.error());
  shell::Pruned sum;
  for (const api::PrunedRun& run : *done) {
    sum.files += run.pruned.files;
    sum.bytes += run.pruned.bytes;
  }
  if (session.format == OutputFormat::json) {
    std::string out;
    format::JsonWriter json(out, format::JsonLayout::indented);
    json.begin_object();
    std::vector<std::string> ids;
    for (const api::PrunedRun& run : *done) ids.push_back(run.run_id);
    format::Fields(json).list("runs", ids).number("files", sum.files).number("bytes", sum.bytes);
    json.end_object();
    return session.out(out + "\n");
  }
  for (const api::PrunedRun& run : *done) {
    session.out(flags.dry_run ? fmt::format("{}  would be pruned\n", run.run_id)
                              : fmt::format("{}  {} files, {}\n", run.run_id, run.pruned.files,
                                            bytes_text(run.pruned.bytes)));
  }
  if (done->empty()) return session.note("nothing to prune\n");
  if (!flags.dry_run)
    session.note(fmt::format("{} runs, {}; their events and verdicts stay\n", done->size(),
                             bytes_text(sum.bytes)));
}

}  // namespace

void add_runs(CLI::App& root, Session& session) {
  auto longest = std::make_shared<std::size_t>(50);
  CLI::App* command = root.add_subcommand("runs", "List the runs of this workspace, newest first");
  command->add_option("-n,--limit,--max", *longest, "At most so many. Default: 50")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
  command->callback([longest, command, &session] {
    if (command->get_subcommands().empty()) list_runs(session, *longest);
  });
  auto flags = std::make_shared<PruneFlags>();
  CLI::App* pruning = command->add_subcommand(
      "prune", "Remove logs and prompts of runs that have ended; their events stay");
  pruning->add_option("RUN", flags->runs, "These runs");
  pruning->add_option("--keep", flags->keep, "All but the newest so many")->type_name("N");
  pruning->add_option("--older-than", flags->older_than, "Those that ended longer ago: 30d, 12h")
      ->type_name("TIME");
  pruning->add_flag("--dry-run", flags->dry_run, "Only tell which");
  pruning->callback([flags, &session] { prune(session, *flags); });
}

}  // namespace assay::cli
