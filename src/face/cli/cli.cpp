// SPDX-License-Identifier: MIT
#include "face/cli/cli.h"

#include "api/store_choice.h"
#include "face/cli/commands.h"
#include "face/cli/complete.h"
#include "face/cli/help.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace assay::cli {

namespace {

Screen look_at_screen(const Session& session) {
  Screen screen;
  const auto no_color = session.outside.variable("NO_COLOR");
  const bool dumb = session.outside.variable("TERM") == "dumb";
  const bool color = !session.no_color && !(no_color && !no_color->empty()) && !dumb;
  const bool err_is_terminal = ::isatty(STDERR_FILENO) == 1;
  screen.color_out = color && ::isatty(STDOUT_FILENO) == 1;
  screen.color_err = color && err_is_terminal;
  screen.live = err_is_terminal && !dumb;
  screen.out_is_terminal = ::isatty(STDOUT_FILENO) == 1;
  screen.measure();
  return screen;
}

void add_globals(CLI::App& root, Session& session) {
  root.add_option(
          "-C", session.place_request.workspace,
          "The workspace. Default: the git top level of the current directory, else that directory")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
      ->type_name("DIR");
  root.add_option("--config", session.config_path,
                  "Configuration. Default: assay.yaml of the workspace")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
      ->type_name("FILE");
  root.add_option("--gates-from", session.gates_from,
                  "What decides is what assay.yaml of this ref says, not that of the workspace. "
                  "Default: $ASSAY_GATES_FROM, else as configured")
      ->type_name("REF");
  root.add_option(
          "--state-dir", session.place_request.state_dir,
          "Where ledger and logs are kept. Default: $ASSAY_STATE_DIR, else below $XDG_STATE_HOME")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
      ->type_name("DIR");
  root.add_option(
          "--store", session.store,
          "postgresql://HOST/DATABASE: the ledger of a team, in the place of the one below "
          "the state directory; `sqlite`: that one. Default: $ASSAY_STORE, else `store:` of "
          "~/.config/assay/config.yaml")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
      ->type_name("URL");
  root.add_option_function<std::string>(
          "--format",
          [&session](const std::string& name) {
            session.format = name == "json"       ? OutputFormat::json
                             : name == "markdown" ? OutputFormat::markdown
                                                  : OutputFormat::human;
          },
          "human, json or markdown")
      ->check(CLI::IsMember({"human", "json", "markdown"}))
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
      ->type_name("FORMAT");
  root.add_flag("-q,--quiet", session.quiet, "No progress, no remarks; only the result and errors");
  root.add_flag("--no-color", session.no_color, "No colour, also on a terminal");
}

/// As manual page and completion list them; what is not named here comes after them.
constexpr std::string_view command_order[] = {
    "verify", "agent", "goals",  "loop", "pipeline", "bus",     "connect",    "disconnect",
    "hook",   "mcp",   "runs",   "show", "logs",     "explain", "tests",      "replay",
    "ledger", "key",   "attest", "init", "doctor",   "schema",  "completion", "man"};

std::size_t rank_of(std::string_view name) {
  const auto* const found = std::find(std::begin(command_order), std::end(command_order), name);
  return static_cast<std::size_t>(found - std::begin(command_order));
}

void add_commands(CLI::App& root, Session& session) {
  std::vector<Command> all(commands().begin(), commands().end());
  std::stable_sort(all.begin(), all.end(), [](const Command& a, const Command& b) {
    return rank_of(a.name) < rank_of(b.name);
  });
  for (const Command& command : all) command.add(root, session);
  for (CLI::App* command : root.get_subcommands({})) {
    command->fallthrough();
    for (CLI::App* inner : command->get_subcommands({})) inner->fallthrough();
  }
}

const CLI::App* command_of(const CLI::App& app, const std::string& name) {
  for (const CLI::App* command : app.get_subcommands({})) {
    if (command->get_name() == name) return command;
  }
  return nullptr;
}

void add_help(CLI::App& root, Session& session) {
  auto path = std::make_shared<std::vector<std::string>>();
  CLI::App* help = root.add_subcommand("help", "Explain a command");
  help->add_option("COMMAND", *path, "Which one");
  help->callback([path, &root, &session] {
    const CLI::App* about = &root;
    for (const std::string& name : *path) {
      const CLI::App* inner = command_of(*about, name);
      if (inner == nullptr) {
        return session.fail(Error{Fault::bad_input, "no command '" + name + "'" +
                                                        suggestion(name, command_names(*about))});
      }
      about = inner;
    }
    session.tell(help_of(*about));
  });
}

/// The deepest command the arguments named, for help and suggestions.
const CLI::App& chosen(const CLI::App& root) {
  const CLI::App* at = &root;
  while (!at->get_subcommands().empty()) at = at->get_subcommands().front();
  return *at;
}

/// What was given where a command of `about` stands, and is none; empty: nothing.
std::string unknown_command(const CLI::App& about) {
  const std::vector<std::string> rest = about.remaining();
  const bool has_commands = !about.get_subcommands({}).empty();
  return has_commands && !rest.empty() && rest.front().front() != '-' ? rest.front() : "";
}

int refuse(const CLI::App& root, const CLI::ParseError& error, int argc, const char* const* argv) {
  const CLI::App& about = chosen(root);
  const std::string what = complaint(root, about, error, {argv + 1, argv + argc});
  const std::string path = path_of(about).substr(root.get_name().size());
  std::fprintf(stderr, "assay: %s\nassay: try `assay help%s`\n", what.c_str(), path.c_str());
  return usage_status;
}

}  // namespace

int run(int argc, const char* const* argv, const std::string& version, shell::Outside& outside) {
  Session session{outside, {}, "", OutputFormat::human, false, false, {}, 0, version};
  CLI::App root{"assay: coding agents say they are done; assay finds out.", "assay"};
  root.formatter(plain_formatter());
  root.set_version_flag("--version", "assay " + version);
  root.require_subcommand(1);
  root.footer(
      "`assay help COMMAND` tells more. Exit status: 0 passed, 1 verified failure, 2 usage or bad "
      "input,\n"
      "3 could not find out, 4 waiting for a person, 5 budget used up, 130 cancelled.");
  add_globals(root, session);
  add_commands(root, session);
  add_help(root, session);
  arrange(root);
  root.parse_complete_callback([&session] {
    session.screen = look_at_screen(session);
    session.outside.use_store(api::choose_store(session.outside, session.store));
  });
  if (argc > 1 && std::string_view(argv[1]) == complete_word) {
    complete(root, session, {argv + 2, argv + argc});
    return session.exit_status;
  }
  try {
    root.parse(argc, argv);
  } catch (const CLI::CallForVersion& e) {
    std::fprintf(stdout, "%s\n", e.what());
  } catch (const CLI::CallForHelp&) {
    session.screen = look_at_screen(session);
    const CLI::App& about = chosen(root);
    if (const std::string name = unknown_command(about); !name.empty())
      return refuse(root, CLI::RequiredError("A subcommand"), argc, argv);
    session.tell(help_of(about));
  } catch (const CLI::ParseError& e) {
    return refuse(root, e, argc, argv);
  }
  // Also what could not be written before a remark on stderr.
  const bool lost = std::fflush(stdout) != 0 || std::ferror(stdout) != 0;
  if (lost && session.exit_status == 0) {
    std::fprintf(stderr, "assay: standard output: could not be written\n");
    return error_status;
  }
  return session.exit_status;
}

}  // namespace assay::cli
