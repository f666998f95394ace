// SPDX-License-Identifier: MIT
// `assay completion` and `assay man`: both are written from the parser's own description of the
// commands, so they cannot disagree with it.
#include "face/cli/commands.h"

#include <fmt/format.h>

namespace assay::cli {

namespace {

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  std::vector<const CLI::App*> commands;
  for (const CLI::App* command : app.get_subcommands({})) {
    if (!command->get_group().empty()) commands.push_back(command);
  }
  return commands;
}

std::vector<std::string> flags_of(const CLI::App& app) {
  std::vector<std::string> flags;
  for (const CLI::Option* option : app.get_options({})) {
    for (const std::string& name : option->get_snames()) flags.push_back("-" + name);
    for (const std::string& name : option->get_lnames()) flags.push_back("--" + name);
  }
  return flags;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::string names(const CLI::App& app) {
  std::vector<std::string> words;
  for (const CLI::App* command : commands_of(app)) words.push_back(command->get_name());
  return joined(words);
}

/// What may follow a command: its own commands, its flags, the global flags.
std::string words_after(const CLI::App& root, const CLI::App& command) {
  return joined({names(command), joined(flags_of(command)), joined(flags_of(root))});
}

std::string bash_script(const CLI::App& root) {
  std::string cases;
  for (const CLI::App* command : commands_of(root)) {
    cases +=
        fmt::format("    {}) words=\"{}\" ;;\n", command->get_name(), words_after(root, *command));
  }
  return fmt::format(
      "_assay() {{\n"
      "  local current=\"${{COMP_WORDS[COMP_CWORD]}}\" previous=\"${{COMP_WORDS[COMP_CWORD-1]}}\" "
      "command= words= i\n"
      "  case \"$previous\" in\n"
      "    --manifest|--config|--junit) COMPREPLY=($(compgen -f -- \"$current\")); return ;;\n"
      "    -C|--state-dir) COMPREPLY=($(compgen -d -- \"$current\")); return ;;\n"
      "    --format) COMPREPLY=($(compgen -W 'human json markdown' -- \"$current\")); return ;;\n"
      "  esac\n"
      "  for ((i = 1; i < COMP_CWORD; i++)); do\n"
      "    case \" {} \" in *\" ${{COMP_WORDS[i]}} \"*) command=\"${{COMP_WORDS[i]}}\"; break ;; "
      "esac\n"
      "  done\n"
      "  case \"$command\" in\n{}    *) words=\"{} {}\" ;;\n"
      "  esac\n"
      "  COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
      "}}\n"
      "complete -F _assay assay\n",
      names(root), cases, names(root), joined(flags_of(root)));
}

std::string single_quoted(std::string text) {
  for (std::size_t at = 0; (at = text.find('\'', at)) != std::string::npos; at += 4)
    text.replace(at, 1, "'\\''");
  return "'" + text + "'";
}

std::string zsh_script(const CLI::App& root) {
  std::string described;
  std::string cases;
  for (const CLI::App* command : commands_of(root)) {
    std::string text = command->get_name() + ":" + command->get_description();
    described += "    " + single_quoted(text) + "\n";
    cases +=
        fmt::format("    {}) compadd -- {} ;;\n", command->get_name(), words_after(root, *command));
  }
  return fmt::format(
      "#compdef assay\n"
      "_assay() {{\n"
      "  local -a commands\n"
      "  commands=(\n{}  )\n"
      "  if (( CURRENT == 2 )); then\n"
      "    _describe command commands\n"
      "    compadd -- {}\n"
      "    return\n"
      "  fi\n"
      "  case \"$words[2]\" in\n{}    *) _files ;;\n"
      "  esac\n"
      "}}\n"
      "compdef _assay assay\n",
      described, joined(flags_of(root)), cases);
}

std::string fish_option(const CLI::Option& option, const std::string& condition) {
  std::string text = "complete -c assay " + condition;
  for (const std::string& name : option.get_snames()) text += " -s " + name;
  for (const std::string& name : option.get_lnames()) text += " -l " + name;
  if (option.get_expected_min() > 0) text += " -r";
  return text + " -d " + single_quoted(option.get_description()) + "\n";
}

std::string fish_script(const CLI::App& root) {
  std::string text = "complete -c assay -f\n";
  for (const CLI::Option* option : root.get_options({})) {
    if (!option->get_positional()) text += fish_option(*option, "");
  }
  for (const CLI::App* command : commands_of(root)) {
    const std::string within =
        fmt::format("-n '__fish_seen_subcommand_from {}'", command->get_name());
    text += fmt::format("complete -c assay -n __fish_use_subcommand -a {} -d {}\n",
                        command->get_name(), single_quoted(command->get_description()));
    for (const CLI::App* inner : commands_of(*command)) {
      text += fmt::format("complete -c assay {} -a {} -d {}\n", within, inner->get_name(),
                          single_quoted(inner->get_description()));
    }
    for (const CLI::Option* option : command->get_options({})) {
      if (!option->get_positional()) text += fish_option(*option, within);
    }
  }
  return text;
}

std::string roff(std::string text) {
  std::string out;
  bool line_start = true;
  for (const char c : text) {
    if (c == '\\' || c == '-') out.push_back('\\');
    if (line_start && (c == '.' || c == '\'')) out += "\\&";
    out.push_back(c);
    line_start = c == '\n';
  }
  return out;
}

void man_options(std::string& text, const CLI::App& app) {
  for (const CLI::Option* option : app.get_options({})) {
    std::string name = option->get_name(false, true);
    if (option->get_expected_min() > 0 && !option->get_positional())
      name += " " + option->get_type_name();
    text += fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(name), roff(option->get_description()));
  }
}

void man_command(std::string& text, const CLI::App& command, const std::string& path) {
  text += fmt::format(".SS \"{}\"\n{}.\n", roff(path), roff(command.get_description()));
  man_options(text, command);
  if (!command.get_footer().empty()) text += ".PP\n.nf\n" + roff(command.get_footer()) + "\n.fi\n";
  for (const CLI::App* inner : commands_of(command))
    man_command(text, *inner, path + " " + inner->get_name());
}

std::string man_page(const CLI::App& root) {
  std::string text =
      ".TH ASSAY 1\n.SH NAME\nassay \\- coding agents say they are done; assay finds out\n"
      ".SH SYNOPSIS\n\\fBassay\\fR [options] \\fIcommand\\fR [arguments]\n.SH OPTIONS\n";
  man_options(text, root);
  text += ".SH COMMANDS\n";
  for (const CLI::App* command : commands_of(root))
    man_command(text, *command, "assay " + command->get_name());
  return text + ".SH NOTES\n.nf\n" + roff(root.get_footer()) + "\n.fi\n";
}

}  // namespace

void add_completion(CLI::App& root, Session& session) {
  auto shell_name = std::make_shared<std::string>();
  CLI::App* command =
      root.add_subcommand("completion", "Print a completion script for bash, zsh or fish");
  command->add_option("SHELL", *shell_name, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  command->callback([shell_name, &root, &session] {
    if (*shell_name == "bash") return session.out(bash_script(root));
    if (*shell_name == "zsh") return session.out(zsh_script(root));
    session.out(fish_script(root));
  });
  CLI::App* man = root.add_subcommand("man", "Print the manual page (roff)");
  man->callback([&root, &session] { session.out(man_page(root)); });
}

}  // namespace assay::cli
