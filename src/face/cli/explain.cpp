// SPDX-License-Identifier: MIT
// `assay explain`: what decided a run, and the evidence behind it; with --all every event and what
// followed from it.
#include "api/history.h"
#include "base/text/escape.h"
#include "face/cli/commands.h"
#include "face/shown/records.h"
#include "face/shown/text.h"
#include "format/record/put.h"

#include <fmt/format.h>

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
  format::stored::put_value(json, shown::as_shown(each));
  session.out(out);
  out.clear();
}

struct ExplainFlags {
  std::string run = "last";
  std::string id;
  bool all = false;
};

/// The decisions that turned the run, after what decided it in the end.
void explain_briefly(Session& session, const ExplainFlags& flags, const api::Site& site) {
  const auto told = api::explain_briefly(flags.run, flags.id, site);
  if (!told) return session.fail(told.error());
  session.tell(shown::lead_of(told->run, session.screen.color_out));
  for (const api::Explanation& each : shown::claims_of(told->run)) print_human(session, each);
  session.tell("\nwhat was decided on the way\n");
  for (const api::Explanation& each : told->kept) print_human(session, each);
  if (told->kept.size() < told->events)
    session.tell(fmt::format("{} of {} events; `assay explain {} --all` tells each\n",
                             told->kept.size(), told->events, flags.run));
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
  for (const api::Explanation& each : shown::claims_of(*told)) tell(each);
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
