// SPDX-License-Identifier: MIT
// `assay doctor`: what is missing here, and how to get it.
#include "api/doctor.h"

#include "base/text/escape.h"
#include "face/cli/agent_progress.h"
#include "face/cli/commands.h"
#include "face/cli/problems.h"
#include "format/json/fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace assay::cli {

namespace {

std::string_view health_text(api::Health health) {
  switch (health) {
    case api::Health::good: return "ok";
    case api::Health::missing: return "missing";
    case api::Health::broken: return "broken";
  }
  return "";
}

/// As the command line spells it.
std::string what_of(const api::Finding& finding) {
  return finding.problems.empty() ? finding.what : problem_text(finding.problems.front());
}

std::string remedy_of(const api::Finding& finding) {
  const bool of_ledger = finding.name == "ledger" && !finding.remedy.empty();
  return of_ledger ? "name another place with --state-dir, or move this one away" : finding.remedy;
}

std::string findings_json(const std::vector<api::Finding>& findings) {
  std::string out;
  format::JsonWriter json(out, format::JsonLayout::indented);
  json.begin_array();
  for (const api::Finding& each : findings) {
    json.begin_object();
    format::Fields(json)
        .text("name", each.name)
        .text("health", health_text(each.health))
        .flag("needed", each.needed)
        .text("version", each.version)
        .text("what", what_of(each))
        .text("remedy", remedy_of(each));
    json.end_object();
  }
  json.end_array();
  return out + "\n";
}

std::string line(const api::Finding& each, bool color) {
  const std::string_view tint = each.health == api::Health::good ? "32" : each.needed ? "31" : "33";
  const std::string_view word = health_text(each.health);
  std::string text = fmt::format("{}{} {:<14} {:<10} {}\n", paint(word, tint, color),
                                 std::string(8 - std::min<std::size_t>(word.size(), 8), ' '),
                                 each.name, each.version, printable(what_of(each)));
  if (!each.remedy.empty()) text += fmt::format("         -> {}\n", remedy_of(each));
  return text;
}

void doctor(Session& session, bool with_turns) {
  const auto site = session.site();
  std::vector<api::Finding> findings = api::examine(site, session.outside);
  if (site && with_turns) {
    AgentProgress progress(session);
    for (api::Finding& each : api::try_agents(*site, progress)) findings.push_back(std::move(each));
  }
  for (const api::Finding& each : findings) {
    if (each.needed && each.health != api::Health::good) session.exit_status = 1;
  }
  if (session.format == OutputFormat::json) return session.out(findings_json(findings));
  for (const api::Finding& each : findings) session.tell(line(each, session.screen.color_out));
}

}  // namespace

void add_doctor(CLI::App& root, Session& session) {
  CLI::App* command =
      root.add_subcommand("doctor", "Tell what is missing on this machine, and how to get it");
  auto with_turns = std::make_shared<bool>(false);
  command->add_flag("--agents", *with_turns,
                    "Also one real turn of every role's agent, with a commit, in a repository made "
                    "for it. It costs what a turn costs");
  command->footer(
      "Exit status: 0 what is configured can work, 1 something it needs is missing or broken.");
  command->callback([with_turns, &session] { doctor(session, *with_turns); });
}

}  // namespace assay::cli
