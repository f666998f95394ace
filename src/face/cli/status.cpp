// SPDX-License-Identifier: MIT
// `assay status`: what is known about the tree as it is now.
#include "api/status.h"

#include "base/text/escape.h"
#include "face/cli/commands.h"
#include "face/shown/records.h"
#include "format/record/put.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::cli {

namespace {

using api::Freshness;
using api::GateStatus;

constexpr std::size_t files_named = 5;

std::string status_json(const api::TreeStatus& status) {
  std::string out;
  format::JsonWriter json(out, format::JsonLayout::indented);
  format::stored::put_value(json, shown::as_shown(status));
  return out + "\n";
}

std::string_view color_of(Freshness state) {
  switch (state) {
    case Freshness::fresh: return "32";
    case Freshness::failed: return "31";
    case Freshness::stale: return "33";
    case Freshness::none: return "35";
  }
  return "0";
}

std::string_view meaning_of(Freshness state, bool same_tree) {
  switch (state) {
    case Freshness::fresh: return "every required gate passed on this tree";
    case Freshness::failed: return "a required gate failed on this tree";
    case Freshness::stale:
      return same_tree ? "the last results are about this tree, but not about all they depend on"
                       : "the last results are about another tree";
    case Freshness::none: return "no result that counts for a required gate";
  }
  return "";
}

std::string gate_row(const GateStatus& gate, std::size_t width, bool color) {
  const std::string word = fmt::format("{:<6}", to_text(gate.state));
  std::string row =
      fmt::format("  {}  {:<{}}", paint(word, color_of(gate.state), color), gate.id, width);
  if (!gate.required) row += "  (optional)";
  if (!gate.run_id.empty())
    row += fmt::format("  run {}, {} ago", gate.run_id, to_human(gate.age.value_or(Millis{0})));
  if (!gate.why.empty()) row += ": " + printable(gate.why);
  return row + "\n";
}

std::string changed_line(const std::vector<std::string>& changed) {
  if (changed.empty()) return "";
  std::string text = "changed since: ";
  for (std::size_t i = 0; i < changed.size() && i < files_named; ++i)
    text += (i == 0 ? "" : ", ") + printable(changed[i]);
  if (changed.size() > files_named)
    text += fmt::format(" and {} more", changed.size() - files_named);
  return text + "\n";
}

std::string status_report(const api::TreeStatus& status, bool color) {
  std::size_t width = 0;
  for (const GateStatus& gate : status.gates) width = std::max(width, gate.id.size());
  std::string text;
  for (const GateStatus& gate : status.gates) text += gate_row(gate, width, color);
  text += fmt::format("\n{}: {}\n", paint(to_text(status.state), color_of(status.state), color),
                      meaning_of(status.state, status.same_tree));
  text += changed_line(status.changed);
  if (status.state == Freshness::failed) {
    text += fmt::format("next: `assay explain {}` tells why\n", status.run_id);
  } else if (status.state != Freshness::fresh) {
    text += status.is_sealed ? "next: assay verify\n" : "next: assay verify --reuse\n";
  }
  return text + fmt::format("tree {}\n", status.tree.substr(0, 12));
}

int exit_of(Freshness state) {
  switch (state) {
    case Freshness::fresh: return 0;
    case Freshness::failed: return 1;
    case Freshness::stale:
    case Freshness::none: return 3;
  }
  return 3;
}

void status(Session& session) {
  const auto site = session.site();
  if (!site) return session.fail(site.error());
  const auto status = api::status(*site);
  if (!status) return session.fail(status.error());
  session.exit_status = exit_of(status->state);
  if (session.format == OutputFormat::json) return session.out(status_json(*status));
  session.tell(status_report(*status, session.screen.color_out));
}

}  // namespace

void add_status(CLI::App& root, Session& session) {
  CLI::App* command =
      root.add_subcommand("status", "What is known about the tree as it is now; runs nothing");
  command->footer(
      "FRESH: every required gate has a PASS on this very tree (exit 0). FAILED: one failed on it "
      "(1). STALE: results are about\n"
      "another tree (3). NONE: there are none that count (3).\n\n"
      "Examples:\n"
      "  assay status                        before you push\n"
      "  assay status --format json          for scripts: state, tree, gates, changed files");
  command->callback([&session] { status(session); });
}

}  // namespace assay::cli
