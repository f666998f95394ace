// SPDX-License-Identifier: MIT
// `assay export html`: a finished run as one file, for a pull request or an archive.
#include "face/web/export.h"

#include "face/cli/commands.h"

namespace assay::cli {

namespace {

void export_page(Session& session, const std::string& run, const std::string& out) {
  const auto site = session.site();
  if (!site) return session.fail(site.error());
  const auto found = api::find_run(run, *site);
  if (!found) return session.fail(found.error());
  web::Archive archive(
      session.outside, [&](const api::Place& place) { return session.site_at(place); },
      site->place.state);
  archive.version = session.version;
  archive.read_only = true;
  const auto shelves = archive.kept.shelves();
  if (shelves.empty()) return session.fail(Error{Fault::not_found, "there is no run yet"});
  const auto page = web::export_html(archive, shelves.front().id, found->run_id);
  if (!page) return session.fail(page.error());
  if (out.empty()) return session.out(*page);
  const auto written = session.outside.files().replace(out, *page);
  if (!written) session.fail(written.error());
}

}  // namespace

void add_export(CLI::App& root, Session& session) {
  auto run = std::make_shared<std::string>("last");
  auto out = std::make_shared<std::string>();
  CLI::App* command = root.add_subcommand("export", "Write a run for others");
  command->require_subcommand(1);
  CLI::App* html =
      command->add_subcommand("html", "A finished run as one page that needs no server");
  html->add_option("RUN", *run, "Run id, a unique prefix of one, or 'last' (default)");
  html->add_option("-o,--out", *out, "Write it there. Default: standard output")->type_name("FILE");
  html->footer(
      "The file has everything in it and fetches nothing. Logs of the newest parts and of what "
      "failed are in it, too:\n"
      "look at it before you give it to others.\n\n"
      "Example:\n"
      "  assay export html last --out run.html");
  html->callback([run, out, &session] { export_page(session, *run, *out); });
}

}  // namespace assay::cli
