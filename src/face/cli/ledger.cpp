// SPDX-License-Identifier: MIT
// `assay ledger`: check the hash chains, ask in SQL, export events.
#include "api/ledger.h"

#include "base/match.h"
#include "base/text/escape.h"
#include "face/cli/commands.h"
#include "format/json/fields.h"

#include <fmt/format.h>

namespace assay::cli {

namespace {

std::string report_json(const ledger::ChainReport& report) {
  std::string out;
  format::JsonWriter json(out, format::JsonLayout::indented);
  json.begin_object();
  format::Fields(json)
      .flag("sound", report.sound())
      .number("runs", report.runs)
      .number("events", report.events)
      .number("logs", report.logs)
      .number("pruned", report.pruned)
      .number("signed", report.sealed)
      .number("unsigned", report.unsealed)
      .number("problem_count", report.problem_count);
  json.key("problems");
  json.begin_array();
  for (const ledger::ChainProblem& each : report.problems) {
    json.begin_object();
    format::Fields(json)
        .text("run_id", each.run_id)
        .number("seq", each.seq)
        .text("what", each.what);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return out + "\n";
}

void verify_chains(Session& session, const std::string& run) {
  const auto site = session.site();
  if (!site) return session.fail(site.error());
  const auto report = api::verify_ledger(run, *site);
  if (!report) return session.fail(report.error());
  session.exit_status = report->sound() ? 0 : 1;
  if (session.format == OutputFormat::json) return session.out(report_json(*report));
  for (const ledger::ChainProblem& each : report->problems) {
    session.out(fmt::format("{}{}: {}\n", each.run_id.empty() ? "ledger" : each.run_id,
                            each.seq == 0 ? "" : fmt::format(" event {}", each.seq),
                            printable(each.what)));
  }
  session.out(fmt::format(
      "{} runs, {} events, {} logs{}: {}{}\n", report->runs, report->events, report->logs,
      report->pruned == 0 ? "" : fmt::format(" ({} pruned)", report->pruned),
      report->sound() ? "sound" : fmt::format("{} problems", report->problem_count),
      report->unsealed == 0
          ? ""
          : fmt::format("; {} unsigned: ended before there was a key", report->unsealed)));
}

std::string cell_text(const shell::Cell& cell) {
  return match(
      cell, [](std::monostate) { return std::string(); },
      [](std::int64_t value) { return std::to_string(value); },
      [](double value) { return fmt::format("{}", value); },
      [](const std::string& value) { return printable(value); },
      [](const shell::Blob& value) { return fmt::format("<{} bytes>", value.bytes.size()); });
}

void write_cell(format::JsonWriter& json, const shell::Cell& cell) {
  match(
      cell, [&](std::monostate) { json.null(); }, [&](std::int64_t value) { json.number(value); },
      [&](double value) { json.text(fmt::format("{}", value)); },
      [&](const std::string& value) { json.text(value); },
      [&](const shell::Blob& value) {
        std::string hex;
        for (const char c : value.bytes)
          hex += fmt::format("{:02x}", static_cast<unsigned char>(c));
        json.text(hex);
      });
}

void sql(Session& session, const std::string& text) {
  const auto site = session.site();
  if (!site) return session.fail(site.error());
  const bool as_json = session.format == OutputFormat::json;
  std::string out;
  format::JsonWriter json(out, format::JsonLayout::indented);
  if (as_json) json.begin_array();
  const auto columns = api::query_ledger(
      text, *site,
      [&](std::span<const std::string> names, std::span<const shell::Cell> cells) -> Result<> {
        if (as_json) json.begin_object();
        for (std::size_t i = 0; i < cells.size(); ++i) {
          if (as_json) {
            json.member(names[i]);
            write_cell(json, cells[i]);
          } else {
            out += (i == 0 ? "" : "|") + cell_text(cells[i]);
          }
        }
        if (as_json) json.end_object();
        if (!as_json) out.push_back('\n');
        session.out(out);
        out.clear();
        return {};
      });
  if (!columns) return session.fail(columns.error());
  if (!as_json) return;
  json.end_array();
  session.out(out + "\n");
}

/// One JSON object per line: exactly the stored bytes, with what the chain needs to be checked
/// elsewhere.
void export_lines(Session& session, const std::string& run) {
  const auto site = session.site();
  if (!site) return session.fail(site.error());
  const auto done =
      api::export_events(run, *site, [&](const std::string& run_id, const shell::EventRow& event) {
        std::string out;
        format::JsonWriter json(out);
        json.begin_object();
        format::Fields(json)
            .text("run_id", run_id)
            .number("seq", event.seq)
            .text("at", event.at)
            .text("kind", event.kind)
            .text("body", event.body)
            .text("decision", event.decision);
        json.end_object();
        session.out(out + "\n");
      });
  if (!done) session.fail(done.error());
}

/// For tools that know nothing of assay: the tables of pipelines as files of their own.
void export_tables(Session& session, const std::string& directory, const std::string& run) {
  const auto site = session.site();
  if (!site) return session.fail(site.error());
  const auto done = api::export_rows(directory, run, *site);
  if (!done) return session.fail(done.error());
  if (session.format == OutputFormat::json) {
    std::string out;
    format::JsonWriter json(out, format::JsonLayout::indented);
    json.begin_object();
    format::Fields(json)
        .text("verification_ledger", done->checks_path)
        .number("checks", done->checks)
        .text("pipeline_telemetry", done->telemetry_path)
        .number("telemetry", done->telemetry);
    json.end_object();
    return session.out(out + "\n");
  }
  session.out(fmt::format("{}: {} rows\n{}: {} rows\n", done->checks_path, done->checks,
                          done->telemetry_path, done->telemetry));
}

std::string copy_json(const ledger::CopyReport& report) {
  std::string out;
  format::JsonWriter json(out, format::JsonLayout::indented);
  json.begin_object();
  format::Fields(json)
      .flag("sound", report.sound())
      .number("copied", report.copied)
      .number("events", report.events)
      .number("already_there", report.already)
      .number("checked_runs", report.check.runs)
      .number("checked_logs", report.check.logs)
      .number("problem_count", report.check.problem_count);
  json.key("left");
  json.begin_array();
  for (const ledger::CopyReport::Left& each : report.left) {
    json.begin_object();
    format::Fields(json).text("run_id", each.run_id).text("why", each.why);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return out + "\n";
}

void copy(Session& session, const api::CopyRequest& request) {
  const auto site = session.site();
  if (!site) return session.fail(site.error());
  const auto report =
      api::copy_ledger(request, *site, [&](const std::string& run, std::uint64_t events) {
        session.note(fmt::format("{}: {} events\n", run, events));
      });
  if (!report) return session.fail(report.error());
  session.exit_status = report->sound() ? 0 : 1;
  if (session.format == OutputFormat::json) return session.out(copy_json(*report));
  for (const ledger::CopyReport::Left& each : report->left)
    session.out(fmt::format("{}: not copied: {}\n", each.run_id, printable(each.why)));
  for (const ledger::ChainProblem& each : report->check.problems)
    session.out(fmt::format("{}: {}\n", each.run_id, printable(each.what)));
  session.out(fmt::format(
      "{} runs copied ({} events), {} were there already; {} runs and {} logs checked there: {}\n",
      report->copied, report->events, report->already, report->check.runs, report->check.logs,
      report->check.sound() ? "sound" : fmt::format("{} problems", report->check.problem_count)));
}

}  // namespace

void add_ledger(CLI::App& root, Session& session) {
  CLI::App* ledger = root.add_subcommand("ledger", "Check, query and export the ledger");
  ledger->require_subcommand(1);

  auto checked = std::make_shared<std::string>();
  CLI::App* check = ledger->add_subcommand(
      "verify", "Check every hash chain, signature and log digest; exit 1 if one is broken");
  check->add_option("RUN", *checked, "Only this run");
  check->callback([checked, &session] { verify_chains(session, *checked); });

  auto text = std::make_shared<std::string>();
  CLI::App* query = ledger->add_subcommand("sql", "Run one SELECT; nothing can be changed");
  query->add_option("SELECT", *text, "The statement")->required();
  query->callback([text, &session] { sql(session, *text); });

  auto exported = std::make_shared<std::string>();
  CLI::App* lines =
      ledger->add_subcommand("export", "Print events as JSON lines, exactly as stored");
  lines->add_option("RUN,--run", *exported, "Only this run");
  auto directory = std::make_shared<std::string>();
  lines
      ->add_option("--anvil", *directory,
                   "Write verification-ledger.db and pipeline-telemetry.db there instead")
      ->type_name("DIR");
  lines->callback([exported, directory, &session] {
    return directory->empty() ? export_lines(session, *exported)
                              : export_tables(session, *directory, *exported);
  });

  auto order = std::make_shared<api::CopyRequest>();
  CLI::App* copied = ledger->add_subcommand(
      "copy",
      "Copy runs, with chains, signatures and logs, into another store, and check them "
      "there; what is there already stays");
  const std::string stores = "sqlite, postgresql (as configured) or postgresql://HOST/DATABASE";
  copied->add_option("--from", order->from, stores)->required()->type_name("STORE");
  copied->add_option("--to", order->to, stores)->required()->type_name("STORE");
  copied->callback([order, &session] { copy(session, *order); });
}

}  // namespace assay::cli
