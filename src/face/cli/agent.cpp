// SPDX-License-Identifier: MIT
// `assay agent`: run one attempt of a role's agent, and list the CLIs assay knows.
#include "api/agent.h"

#include "base/text/join.h"
#include "face/cli/agent_progress.h"
#include "face/cli/agent_view.h"
#include "face/cli/commands.h"
#include "format/agent/result.h"
#include "format/json/fields.h"

#include <fmt/format.h>
#include <unistd.h>

namespace assay::cli {

namespace {

constexpr std::uint64_t prompt_bytes_max = 16U << 20;

struct AgentFlags {
  std::string role;
  std::string prompt = "-";
  std::string run_id;
  std::string resume;
};

/// Who sits at the terminal is told that he is waited for.
api::Giving prompt_text(Session& session, const std::string& path) {
  const api::Giving read = session.given(path, "--prompt", prompt_bytes_max);
  if (path != "-" || ::isatty(STDIN_FILENO) != 1) return read;
  return [&session, read] {
    session.note(
        "reading the prompt from the terminal: end it with Ctrl-D (or use --prompt FILE)\n");
    return read();
  };
}

void print_attempt(Session& session, const api::Run& run) {
  session.exit_status = exit_status(run);
  const auto& state = run.as<core::agent::State>();
  if (session.format == OutputFormat::json) {
    session.out(format::agent_json(state));
  } else {
    session.tell(agent_report(state, session));
  }
  session.note(parked_hint(state, run.parked()));
}

void run_role(Session& session, const AgentFlags& flags) {
  const auto site = session.site();
  if (!site) return session.fail(site.error());
  if (!flags.resume.empty() && !flags.role.empty())
    return session.fail(Error{Fault::bad_input, "--resume knows its role and prompt: drop ROLE"});
  if (flags.resume.empty() && flags.role.empty())
    return session.fail(Error{Fault::bad_input, "which role? `assay agent run ROLE`"});
  AgentProgress progress(session);
  const auto run =
      flags.resume.empty()
          ? api::run_agent({flags.role, prompt_text(session, flags.prompt), flags.run_id}, *site,
                           progress)
          : api::resume_agent(flags.resume, *site, progress);
  progress.clear();
  if (!run) return session.fail(run.error());
  print_attempt(session, *run);
  tell_where(session, *run, *site);
}

std::string command_line(const core::agent::Preset& preset) {
  std::string line;
  for (const std::string& word : preset.argv) append_part(line, " ", word);
  for (const std::string& word : preset.words) line += " " + word;
  return line;
}

std::vector<std::string> whole_command(const core::agent::Preset& preset) {
  std::vector<std::string> words = preset.argv;
  words.insert(words.end(), preset.words.begin(), preset.words.end());
  return words;
}

void list_presets(Session& session) {
  if (session.format != OutputFormat::json) {
    for (const core::agent::Preset& preset : core::agent::presets())
      session.out(fmt::format("{:<9} {}\n          {}\n", preset.name, command_line(preset),
                              preset.package));
    return;
  }
  std::string out;
  format::JsonWriter json(out, format::JsonLayout::indented);
  json.begin_array();
  for (const core::agent::Preset& preset : core::agent::presets()) {
    json.begin_object();
    format::Fields(json)
        .text("name", preset.name)
        .text("dialect", preset.name)
        .list("command", whole_command(preset))
        .text("install", preset.package);
    json.end_object();
  }
  json.end_array();
  session.out(out + "\n");
}

}  // namespace

void add_agent(CLI::App& root, Session& session) {
  auto flags = std::make_shared<AgentFlags>();
  CLI::App* agent =
      root.add_subcommand("agent", "Run one attempt of a role's agent; list known agents");
  agent->require_subcommand(1);
  CLI::App* run = agent->add_subcommand("run", "Run one attempt and tell what came of it");
  run->add_option("ROLE", flags->role, "A role of agents: in assay.yaml");
  run->add_option("--prompt", flags->prompt, "What it is asked; - is standard input (default)")
      ->type_name("FILE");
  run->add_option("--run-id", flags->run_id, "Name of the run. Default: made from time and chance")
      ->type_name("ID");
  run->add_option("--resume", flags->resume, "Go on with a run that is parked or was interrupted")
      ->type_name("RUN");
  run->footer(
      "Exit status: 0 completed, 1 failed or refused, 2 bad input (nothing was run), 3 could not "
      "find "
      "out\n(timed out, stalled, no proper end), 5 unavailable or out of budget, 130 cancelled.\n\n"
      "Examples:\n"
      "  echo 'Fix the failing test' | assay agent run executor\n"
      "  assay agent run reviewer --prompt review.md --format json\n"
      "  assay agent run --resume last       after a quota is over");
  run->callback([flags, &session] { run_role(session, *flags); });
  CLI::App* presets =
      agent->add_subcommand("presets", "List the agent CLIs assay knows, with their flags");
  presets->callback([&session] { list_presets(session); });
}

}  // namespace assay::cli
