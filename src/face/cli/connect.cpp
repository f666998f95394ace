// SPDX-License-Identifier: MIT
// `assay connect` and `assay disconnect`: an agent's files get what calls assay, and lose it again.
#include "api/connect.h"

#include "base/text/escape.h"
#include "base/text/join.h"
#include "face/cli/commands.h"
#include "format/connect/diff.h"
#include "format/connect/pieces.h"
#include "format/json/fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace assay::cli {

namespace {

using Change = api::FileChange::Kind;

std::string_view change_word(Change kind) {
  switch (kind) {
    case Change::created: return "created";
    case Change::changed: return "changed";
    case Change::same: return "as it was";
    case Change::removed: return "removed";
    case Change::left_alone: return "left alone";
  }
  return "";
}

std::string connected_json(const api::Connected& connected, const api::ConnectRequest& request) {
  std::string out;
  format::JsonWriter json(out, format::JsonLayout::indented);
  json.begin_object();
  format::Fields(json).text("agent", request.agent).flag("dry_run", request.dry_run);
  json.key("files");
  json.begin_array();
  for (const api::FileChange& file : connected.files) {
    json.begin_object();
    format::Fields(json)
        .text("path", file.path)
        .text("change", change_word(file.kind))
        .list("pieces", file.pieces)
        .text("why", file.why);
    json.end_object();
  }
  json.end_array();
  format::Fields(json).list("remarks", connected.remarks);
  json.end_object();
  return out + "\n";
}

std::string file_line(const api::FileChange& file) {
  const std::string& more = file.kind == Change::left_alone ? file.why : joined(file.pieces, ", ");
  return fmt::format("  {:<10}  {}{}{}\n", change_word(file.kind), printable(file.path),
                     more.empty() ? "" : ": ", printable(more));
}

/// "connected", where all of it is true.
std::string outcome_text(const api::Connected& connected, std::string_view done) {
  if (connected.files.empty()) return "nothing to do";
  if (connected.lacks_hooks) return fmt::format("not {}: hooks are missing", done);
  const bool whole = std::none_of(connected.files.begin(), connected.files.end(),
                                  [](const auto& file) { return file.kind == Change::left_alone; });
  return fmt::format("{}{}", done, whole ? "" : " in part");
}

void report(Session& session, const api::ConnectRequest& request,
            const api::Reply<api::Connected>& connected, std::string_view done) {
  if (!connected) return session.fail(connected.error());
  for (const api::FileChange& file : connected->files) {
    if (file.kind == Change::left_alone) session.exit_status = 1;
  }
  if (session.format == OutputFormat::json) return session.out(connected_json(*connected, request));
  if (request.dry_run) {
    for (const api::FileChange& file : connected->files) {
      session.out(format::diff_text(file.path, file.before, file.after));
      if (file.kind == Change::left_alone) session.problem(file_line(file));
    }
  } else {
    session.tell(fmt::format("{}: {}\n", request.agent, outcome_text(*connected, done)));
    for (const api::FileChange& file : connected->files) session.tell(file_line(file));
  }
  for (const std::string& remark : connected->remarks) session.note("note: " + remark + "\n");
}

void add_flags(CLI::App& command, api::ConnectRequest& request) {
  std::vector<std::string> names;
  for (const std::string_view name : format::door_names()) names.emplace_back(name);
  command.add_option("AGENT", request.agent, "Which one")->required()->check(CLI::IsMember(names));
  command.add_flag("--user", request.user, "For every project of yours, not for this one alone");
  command.add_flag("--dry-run", request.dry_run,
                   "Show what would change as a diff; change nothing");
}

}  // namespace

void add_connect(CLI::App& root, Session& session) {
  auto request = std::make_shared<api::ConnectRequest>();
  CLI::App* command = root.add_subcommand(
      "connect", "Let an agent meet assay: hooks, MCP server, skill, instructions");
  add_flags(*command, *request);
  command->add_flag("--pre-commit", request->pre_commit, "git: verify before commits, too");
  command->footer(
      "Other entries, comments, order, line ends and modes of the files stay as they are; twice is "
      "once.\n`assay disconnect` gives back the bytes.\n\n"
      "Exit status: 0 connected, 1 a file was left alone (told), 2 bad input.\n\n"
      "Examples:\n"
      "  assay connect claude --dry-run    what would change\n"
      "  assay connect claude              hooks, server, skill and agents of this project\n"
      "  assay connect codex --user        for every project of yours\n"
      "  assay connect git                 a pre-push hook beside those that are there");
  command->callback([request, &session] {
    const auto site = session.site();
    if (!site) return session.fail(site.error());
    report(session, *request, api::connect(*request, *site), "connected");
    const bool told = session.exit_status == 0 && !request->dry_run && !session.quiet &&
                      session.format == OutputFormat::human && request->agent != "opencode";
    if (told)
      session.tell("next: `assay hook check " + request->agent + "` proves that it fires\n");
  });
}

void add_disconnect(CLI::App& root, Session& session) {
  auto request = std::make_shared<api::ConnectRequest>();
  CLI::App* command =
      root.add_subcommand("disconnect", "Take out of an agent's files what connect put there");
  add_flags(*command, *request);
  command->footer(
      "A file that nobody else has changed since is given back byte for byte.\n\n"
      "Examples:\n"
      "  assay disconnect claude\n"
      "  assay disconnect codex --user --dry-run");
  command->callback([request, &session] {
    const auto site = session.site();
    if (!site) return session.fail(site.error());
    report(session, *request, api::disconnect(*request, *site), "disconnected");
  });
}

}  // namespace assay::cli
