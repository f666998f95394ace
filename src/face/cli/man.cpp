// SPDX-License-Identifier: MIT
// `assay man`: the manual page. Commands and flags are taken from the parser's own description of
// them, so they cannot disagree with it.
#include "base/text/join.h"
#include "face/cli/commands.h"
#include "face/cli/help.h"
#include "face/cli/notation.h"

#include <fmt/format.h>

namespace assay::cli {

namespace {

/// What fits beside the margin of a page of 80 columns.
constexpr std::size_t sample_columns = 68;

/// Text in which groff changes nothing.
std::string roff(std::string_view text) {
  std::string out;
  bool line_start = true;
  for (const char c : text) {
    if (line_start && (c == '.' || c == '\'')) out += "\\&";
    line_start = c == '\n';
    switch (c) {
      case '\\': out += "\\e"; break;
      case '-': out += "\\-"; break;
      case '\'': out += "\\(aq"; break;
      case '`': out += "\\(ga"; break;
      case '^': out += "\\(ha"; break;
      case '~': out += "\\(ti"; break;
      default: out.push_back(c);
    }
  }
  return out;
}

std::string bold(std::string_view text) { return "\\fB" + roff(text) + "\\fR"; }
std::string italic(std::string_view text) { return "\\fI" + roff(text) + "\\fR"; }

/// A command line that is too long goes on in the next line, as a shell would take it.
std::string sample(std::string_view line) {
  std::string text;
  while (line.size() > sample_columns) {
    std::size_t cut = line.rfind(' ', sample_columns - 2);
    if (cut == std::string_view::npos || cut == 0) break;
    text += roff(line.substr(0, cut)) + " \\e\n";
    line = line.substr(cut + 1);
    text += "    ";
  }
  return text + roff(line) + "\n";
}

/// What help says below the flags: sentences are filled, what is indented stays as it is.
std::string footer_text(const std::string& footer) {
  std::string text;
  bool in_sample = false;
  for (std::size_t at = 0; at < footer.size();) {
    const std::size_t end = std::min(footer.find('\n', at), footer.size());
    const std::string_view line = std::string_view(footer).substr(at, end - at);
    at = end + 1;
    const bool is_sample = line.starts_with("  ");
    if (is_sample != in_sample) text += is_sample ? ".RS 2\n.nf\n" : ".fi\n.RE\n";
    in_sample = is_sample;
    if (is_sample) {
      text += sample(line.substr(2));
    } else {
      text += line.empty() ? ".PP\n" : roff(line) + "\n";
    }
  }
  return text.empty() ? "" : ".PP\n" + text + (in_sample ? ".fi\n.RE\n" : "");
}

std::string option_text(const CLI::Option& option) {
  std::string text;
  for (const std::string& name : option.get_snames()) append_part(text, ", ", bold("-" + name));
  for (const std::string& name : option.get_lnames()) append_part(text, ", ", bold("--" + name));
  if (text.empty()) return italic(option.get_name(true, false));
  const std::string value = value_name(option);
  return value.empty() ? text : text + " " + italic(value);
}

void add_options(std::string& text, const CLI::App& app) {
  for (const CLI::Option* option : app.get_options({})) {
    // Every command has it, and it is told once.
    if (app.get_parent() != nullptr && option->check_name("--help")) continue;
    text += fmt::format(".TP\n{}\n{}.\n", option_text(*option), roff(option->get_description()));
  }
}

/// A command has the footer of the program before its own; on one page it is told once.
std::string own_footer(const CLI::App& command) {
  const CLI::App* root = &command;
  while (root->get_parent() != nullptr) root = root->get_parent();
  const std::string footer = command.get_footer();
  if (!footer.starts_with(root->get_footer())) return footer;
  const std::size_t begin = footer.find_first_not_of('\n', root->get_footer().size());
  return begin == std::string::npos ? "" : footer.substr(begin);
}

void add_command(std::string& text, const CLI::App& command) {
  text += fmt::format(".SS \"{}\"\n{}.\n", roff(path_of(command)), roff(command.get_description()));
  add_options(text, command);
  text += footer_text(own_footer(command));
  for (const CLI::App* inner : commands_of(command)) add_command(text, *inner);
}

struct ManEntry {
  const char* name;
  const char* text;
};

constexpr ManEntry man_statuses[] = {
    {"0", "Passed, or done."},
    {"1", "Verified failure: FAIL, gaps found, a task that failed."},
    {"2", "Usage or bad input; nothing was run."},
    {"3", "ERROR: could not find out, a gate proved nothing, attempts are used up."},
    {"4", "Waiting for a person."},
    {"5", "Budget or quota used up, or an agent is not available."},
    {"130", "Cancelled; everything that was started was stopped and recorded."},
};

constexpr ManEntry man_files[] = {
    {"assay.yaml", "Gates, roles, budgets and limits, at the root of the workspace."},
    {"$XDG_STATE_HOME/assay/NAME-DIGEST/",
     "Ledger and logs of a workspace. Default of the first part: ~/.local/state."},
    {"ledger.db", "In there: every event and decision, hash-chained."},
    {"runs/RUN/logs/", "In there: what commands and agents put out."},
    {".assay/prompts/ROLE.md", "In the workspace: prompt of a role, instead of the built-in one."},
};

constexpr ManEntry man_variables[] = {
    {"ASSAY_STATE_DIR", "Where ledger and logs are kept; --state-dir wins."},
    {"ASSAY_GATES_FROM", "As --gates-from, for every command; the flag wins."},
    {"ASSAY_MCP_TOKEN",
     "What `assay mcp --http` asks of every request, instead of a token it makes."},
    {"ASSAY_ISOLATED",
     "Set for agents and gates that are kept from the state of who started them."},
    {"XDG_STATE_HOME", "Where state directories are kept by default."},
    {"NO_COLOR", "If it is set and not empty: no colour."},
    {"TERM", "If it is dumb: no colour, no live view."},
    {"GITHUB_ACTIONS, GITHUB_STEP_SUMMARY",
     "If the first is true: annotations on stderr, and a table in the file that the second names."},
};

constexpr ManEntry man_samples[] = {
    {"assay init", "Find the project's own gates, try them, write assay.yaml."},
    {"assay verify", "Run them: one verdict."},
    {"assay verify --only unit --junit report.xml", "One of them, with a report for a CI service."},
    {"assay explain", "Why the last run ended as it did."},
    {"assay logs last unit", "What one of its commands put out."},
    {"assay loop run specs/shop", "Let agents do the tasks of a spec, each verified."},
};

void add_entries(std::string& text, const char* heading, const auto& entries) {
  text += fmt::format(".SH {}\n", heading);
  for (const ManEntry& entry : entries)
    text += fmt::format(".TP\n{}\n{}\n", bold(entry.name), roff(entry.text));
}

std::string man_page(const CLI::App& root, const std::string& version) {
  std::string text = fmt::format(
      ".TH ASSAY 1 \"\" \"assay {}\" \"User Commands\"\n.nh\n.ad l\n"
      ".SH NAME\nassay \\- find out whether the work of coding agents is done\n"
      ".SH SYNOPSIS\n\\fBassay\\fR [\\fIoptions\\fR] \\fIcommand\\fR [\\fIarguments\\fR]\n"
      ".SH DESCRIPTION\n",
      roff(version));
  text += roff(
      "assay runs coding agents and verification commands, and decides from evidence it produced "
      "itself whether work is finished.\n"
      "A gate that passed without running a test, an exit status hidden behind `|| true`, a result "
      "from a cache: none of them becomes a PASS.\n"
      "Every decision is in a ledger, and can be explained and replayed.\n");
  text += ".SH OPTIONS\nThey may stand before or after the command.\n";
  add_options(text, root);
  text += ".SH COMMANDS\n";
  for (const CLI::App* command : commands_of(root)) add_command(text, *command);
  add_entries(text, "EXIT STATUS", man_statuses);
  add_entries(text, "FILES", man_files);
  add_entries(text, "ENVIRONMENT", man_variables);
  add_entries(text, "EXAMPLES", man_samples);
  return text;
}

}  // namespace

void add_man(CLI::App& root, Session& session) {
  CLI::App* man = root.add_subcommand("man", "Print the manual page (roff)");
  man->callback([&root, &session] { session.out(man_page(root, session.version)); });
}

}  // namespace assay::cli
