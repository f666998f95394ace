// SPDX-License-Identifier: MIT
// `assay doctor`: what is missing here, and how to get it.
#include "api/doctor.h"

#include "face/cli/agent_progress.h"
#include "face/cli/commands.h"
#include "format/doctor.h"
#include "format/json/fields.h"
#include "format/text/escape.h"

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

std::string version_of(const api::Finding& finding) {
  const auto version = format::read_version(finding.name, finding.answer);
  return version ? version->version : "";
}

/// The configuration, as one more thing that can be ill; what it says, if it is not.
api::Finding examine_config(Session& session, const api::Place& place, format::Config& config) {
  const std::string path =
      session.config_path.empty() ? place.workspace + "/assay.yaml" : session.config_path;
  api::Finding finding{"configuration", api::Health::good, true, path, "", ""};
  const auto text = session.outside.files().read(path, 4U << 20);
  if (!text) {
    const bool absent = text.error().fault == Fault::not_found;
    finding.needed = !absent;
    finding.health = absent ? api::Health::missing : api::Health::broken;
    finding.what = text.error().what;
    finding.remedy = "assay init";
    return finding;
  }
  const format::ConfigReading reading = format::read_config("assay.yaml", *text);
  config = reading.config;
  if (reading.problems.empty()) return finding;
  config = {};
  finding.health = api::Health::broken;
  finding.what = reading.problems.front().where + ": " + reading.problems.front().what;
  finding.remedy = "correct it; `assay schema assay` is its schema";
  return finding;
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
        .text("version", version_of(each))
        .text("what", each.what)
        .text("remedy", each.remedy);
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
                                 each.name, version_of(each), format::printable(each.what));
  if (!each.remedy.empty()) text += fmt::format("         -> {}\n", each.remedy);
  return text;
}

/// The program a gate starts, as far as its first word is plainly one.
std::string program_of(std::string_view command) {
  command = command.substr(std::min(command.find_first_not_of(" \t\n"), command.size()));
  const std::string word(command.substr(0, command.find_first_of(" \t\n;|&<>()")));
  constexpr std::string_view shells_own[] = {
      "cd",   "test",  "[",    "[[",     "if",     "for",    "while", "until", "case",  "set",
      "true", "false", "echo", "printf", "export", "source", ".",     "exec",  "eval",  "time",
      "!",    "{",     ":",    "trap",   "ulimit", "umask",  "wait",  "read",  "unset", "command"};
  const bool plain = !word.empty() && word.find_first_of("\"'$`=~*?{}[]!#\\") == std::string::npos;
  const bool own =
      std::find(std::begin(shells_own), std::end(shells_own), word) != std::end(shells_own);
  return plain && !own ? word : "";
}

/// Gates whose program is not there; those that are fine are not worth a line each.
std::vector<api::Finding> examine_gates(Session& session, const api::Place& place,
                                        const format::Config& config) {
  std::vector<api::Finding> findings;
  for (const core::verify::CommandSpec& gate : config.verify.manifest.commands) {
    const std::string program = program_of(gate.command);
    if (program.empty()) continue;
    if (!api::program_path(program, place.workspace, session.outside).empty()) continue;
    findings.push_back({"gate " + gate.id, api::Health::missing, gate.required,
                        program + ": not there", "", "install it, or change the gate's command"});
  }
  return findings;
}

std::vector<core::agent::Agent> roles_of(const format::Config& config) {
  std::vector<core::agent::Agent> roles;
  for (const core::AgentSpec& spec : config.agents) {
    if (auto agent = core::agent::resolve(config.agents, spec.role)) roles.push_back(agent.take());
  }
  return roles;
}

constexpr std::string_view trial =
    "This is a trial. Create the file hello.txt in the current directory with the single line "
    "`hello`, then commit exactly that file with git, with the message `trial: hello`. Do nothing "
    "else. <target>hello.txt</target>\n";

/// The same command line is tried once, however many roles use it.
std::vector<api::Finding> try_roles(Session& session, const format::Config& config) {
  std::vector<api::Finding> findings;
  std::vector<core::agent::Agent> tried;
  AgentProgress progress(session);
  for (const core::agent::Agent& role : roles_of(config)) {
    const bool again = std::any_of(tried.begin(), tried.end(), [&](const auto& other) {
      return other.argv == role.argv && other.env == role.env && other.pass_env == role.pass_env;
    });
    if (again) continue;
    tried.push_back(role);
    core::agent::Agent alone = role;
    if (alone.role == "*") alone.role = "any";
    alone.spares.clear();
    findings.push_back(
        api::try_role(alone, std::string(trial), config.budgets, session.outside, progress));
    progress.clear();
  }
  return findings;
}

void append(std::vector<api::Finding>& all, std::vector<api::Finding> more) {
  for (api::Finding& each : more) all.push_back(std::move(each));
}

void doctor(Session& session, bool with_turns) {
  const auto place = session.place();
  std::vector<api::Finding> findings = api::examine(place, session.outside);
  if (place) {
    format::Config config;
    findings.push_back(examine_config(session, *place, config));
    append(findings, examine_gates(session, *place, config));
    append(findings, api::examine_roles(roles_of(config), *place, session.outside));
    if (with_turns) append(findings, try_roles(session, config));
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
