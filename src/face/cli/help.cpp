// SPDX-License-Identifier: MIT
#include "face/cli/help.h"

#include "base/edit_distance.h"
#include "base/text/escape.h"
#include "base/text/join.h"
#include "face/cli/notation.h"
#include "format/problem.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace assay::cli {

namespace {

using Names = std::vector<std::string_view>;

/// In the order in which they are shown; what stands in none comes last.
const std::array<std::pair<const char*, Names>, 4> groups = {{
    {"Is it true?", {"verify", "status", "goals", "tests", "prove", "attest"}},
    {"Let agents work",
     {"agent", "loop", "pipeline", "wake", "notify", "bus", "connect", "disconnect", "hook", "mcp",
      "acp"}},
    {"Look at runs", {"runs", "show", "logs", "explain", "tests", "replay", "ledger"}},
    {"Set up", {"init", "doctor", "ci", "key", "schema", "completion", "man", "help"}},
}};
constexpr const char* other_group = "More";

struct Example {
  const char* path;
  const char* lines;
};

/// For commands whose own footer has none.
constexpr Example examples[] = {
    {"agent presets", "  assay agent presets --format json"},
    {"key show", "  assay key show >key.pem"},
    {"key rotate", "  assay key rotate"},
    {"attest verify", "  assay attest verify HEAD --key key.pem --gates-from origin/main"},
    {"goals check", "  assay goals check .workflow/phase-1"},
    {"goals explain", "  assay goals explain .workflow/phase-1"},
    {"loop run", "  assay loop run specs/shop"},
    {"loop status", "  assay loop status specs/shop"},
    {"loop cancel", "  assay loop cancel specs/shop"},
    {"loop check", "  assay loop check specs/shop"},
    {"pipeline start",
     "  assay pipeline start --request request.md\n"
     "  assay pipeline start --request - --definition quick --approval autonomous <request.md"},
    {"pipeline resume", "  assay pipeline resume"},
    {"pipeline status", "  assay pipeline status last"},
    {"pipeline approve",
     "  assay pipeline approve last gate-post-planning approve --comment 'keep it small'"},
    {"pipeline abort", "  assay pipeline abort last"},
    {"pipeline show", "  assay pipeline show feature >my-pipeline.yaml"},
    {"pipeline check", "  assay pipeline check my-pipeline.yaml"},
    {"pipeline graph", "  assay pipeline graph feature --as dot | dot -Tsvg >feature.svg"},
    {"pipeline artifacts", "  assay pipeline artifacts shipping"},
    {"bus log", "  assay bus log --team t --from coder --to tester --type note --summary 'done'"},
    {"bus read", "  assay bus read --team t --id MSG-001"},
    {"bus list", "  assay bus list --team t --last 10"},
    {"bus status", "  assay bus status --team t"},
    {"bus delete", "  assay bus delete --team t --id MSG-001"},
    {"bus clear", "  assay bus clear --team t"},
    {"wake", "  assay wake\n  assay -C ~/src/shop wake --format json"},
    {"notify list", "  assay notify list"},
    {"notify deliver", "  assay notify deliver --now"},
    {"acp", "  assay acp -- gemini --acp <prompt.md"},
    {"ci github", "  assay ci github >.github/workflows/assay.yml"},
    {"ci gitlab", "  assay ci gitlab >.gitlab-ci.yml"},
    {"runs", "  assay runs --limit 5\n  assay runs --format json"},
    {"tests",
     "  assay tests --failing\n  assay tests --flaky\n  assay tests --test "
     "'tests/test_cart.py::*'"},
    {"runs prune", "  assay runs prune --older-than 30d\n  assay runs prune --keep 20 --dry-run"},
    {"show", "  assay show\n  assay show last --format json"},
    {"replay", "  assay replay last"},
    {"ledger verify", "  assay ledger verify"},
    {"ledger sql", "  assay ledger sql \"SELECT run_id, outcome FROM runs\""},
    {"ledger export", "  assay ledger export last >events.jsonl"},
    {"init", "  assay init"},
    {"doctor", "  assay doctor"},
    {"schema", "  assay schema manifest"},
    {"completion", "  source <(assay completion bash)"},
    {"man", "  assay man | man -l -"},
    {"help", "  assay help loop run"},
    {"verify", "  assay verify\n  assay verify --only unit\n  assay verify --manifest gates.json"},
};

const char* group_of(const std::string& name) {
  for (const auto& [group, names] : groups) {
    if (std::find(names.begin(), names.end(), name) != names.end()) return group;
  }
  return other_group;
}

void add_example(CLI::App& command, const std::string& path) {
  if (command.get_footer().find("xample") != std::string::npos) return;
  for (const Example& example : examples) {
    if (path != example.path) continue;
    const std::string before = command.get_footer().empty() ? "" : command.get_footer() + "\n\n";
    const bool several = std::string_view(example.lines).find('\n') != std::string_view::npos;
    command.footer(before + (several ? "Examples:\n" : "Example:\n") + example.lines);
  }
}

void arrange_below(CLI::App& command, const std::string& path) {
  for (CLI::App* inner : command.get_subcommands({})) {
    const std::string name = path.empty() ? inner->get_name() : path + " " + inner->get_name();
    add_example(*inner, name);
    arrange_below(*inner, name);
  }
}

/// In a list: what a long choice is called is told beside it.
std::string short_value_name(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const std::string name = type.substr(0, type.find_first_of(": {"));
  return name.empty() || name == "TEXT" ? value_name(option) : name;
}

class PlainFormatter final : public CLI::Formatter {
 public:
  std::string make_option_opts(const CLI::Option* option) const override {
    if (!takes_value(*option)) return "";
    std::string text = option->get_positional() ? "" : " " + short_value_name(*option);
    const bool several = option->get_expected_max() >= CLI::detail::expected_max_vector_size;
    if (several) text += " ...";
    if (option->get_required()) text += " (needed)";
    return text;
  }
};

std::string overview(const CLI::App& root) {
  std::string text = root.get_description() +
                     "\n\nThe first three to try\n"
                     "  assay init         find the project's own tests and write assay.yaml\n"
                     "  assay verify       run them, and tell whether they prove anything\n"
                     "  assay explain      what decided, and on what evidence\n";
  std::vector<const char*> order;
  for (const auto& group : groups) order.push_back(group.first);
  order.push_back(other_group);
  for (const char* group : order) {
    std::string lines;
    for (const CLI::App* command : root.get_subcommands({})) {
      if (command->get_group() != group) continue;
      lines += fmt::format("  {:<12} {}\n", command->get_name(), command->get_description());
    }
    if (!lines.empty()) text += fmt::format("\n{}\n{}", group, lines);
  }
  text += "\nFlags of every command\n";
  for (const CLI::Option* option : root.get_options({})) {
    std::string name = option->get_name(false, true);
    if (takes_value(*option)) name += " " + short_value_name(*option);
    text += fmt::format("  {:<20} {}\n", name, option->get_description());
  }
  return text + "\n" + root.get_footer() + "\n";
}

std::vector<const CLI::Option*> options_of(const CLI::App& root, const CLI::App& about) {
  std::vector<const CLI::Option*> all;
  for (const CLI::App* app : {&about, &root}) {
    for (const CLI::Option* option : app->get_options({})) all.push_back(option);
    if (&about == &root) break;
  }
  return all;
}

Names flags_known(const std::vector<const CLI::Option*>& options, std::vector<std::string>& kept) {
  for (const CLI::Option* option : options) {
    for (const std::string& name : option->get_lnames()) kept.push_back("--" + name);
    for (const std::string& name : option->get_snames()) kept.push_back("-" + name);
  }
  return {kept.begin(), kept.end()};
}

/// Where the first flag stands that neither the command nor assay itself has; the end if there is
/// none.
std::size_t unknown_flag_at(const Names& known, const std::vector<std::string>& arguments) {
  for (std::size_t i = 0; i < arguments.size() && arguments[i] != "--"; ++i) {
    const std::string& word = arguments[i];
    if (word.size() < 2 || word.front() != '-') continue;
    const std::string flag = word.substr(0, word.find('='));
    const bool is_short = flag[1] != '-';
    const bool fits = std::any_of(known.begin(), known.end(), [&](std::string_view each) {
      return each == flag || (is_short && each == flag.substr(0, 2));
    });
    if (!fits) return i;
  }
  return arguments.size();
}

/// `--jsn` is `--format json`, `--recovery` is the beginning of `--recovery-mode`.
std::string flag_suggestion(const std::string& flag, const std::vector<const CLI::Option*>& options,
                            const Names& known) {
  if (std::string near = suggestion(flag, known); !near.empty()) return near;
  for (const CLI::Option* option : options) {
    for (const std::string& value : choices_of(*option)) {
      const bool meant = closest(flag.substr(flag.find_first_not_of('-')),
                                 std::array{std::string_view(value)}) == value;
      if (meant && !option->get_lnames().empty())
        return fmt::format(" (did you mean '--{} {}'?)", option->get_lnames().front(), value);
    }
  }
  for (const std::string_view name : known) {
    const bool begins = flag.size() > 4 && name.size() > flag.size() &&
                        !closest(flag, std::array{name.substr(0, flag.size())}).empty();
    if (begins) return fmt::format(" (did you mean '{}'?)", name);
  }
  return "";
}

/// Where the first word stands that is neither a flag nor the value of one nor a command that was
/// understood: where a command should have been. The end if there is none.
std::size_t misspelt_at(const CLI::App& about, const std::vector<const CLI::Option*>& options,
                        const std::vector<std::string>& arguments) {
  std::vector<std::string> understood;
  for (const CLI::App* app = &about; app != nullptr; app = app->get_parent())
    understood.push_back(app->get_name());
  bool value = false;  // of the flag before
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    const bool is_flag = !word.empty() && word.front() == '-';
    const bool passed = std::find(understood.begin(), understood.end(), word) != understood.end();
    if (!word.empty() && !is_flag && !value && !passed) return i;
    value = is_flag && word.find('=') == std::string::npos &&
            std::any_of(options.begin(), options.end(), [&](const CLI::Option* option) {
              return takes_value(*option) && option->check_name(word);
            });
  }
  return arguments.size();
}

/// "The following argument was not expected: extra" -> "extra"
std::string unexpected(std::string_view said) {
  const std::size_t colon = said.find(": ");
  if (colon == std::string_view::npos) return std::string(said);
  const std::string_view words = said.substr(colon + 2);
  return std::string(words.substr(0, words.find(' ')));
}

/// `--format jsn`: what may stand there is known.
std::string wrong_choice(const std::vector<const CLI::Option*>& options,
                         const std::vector<std::string>& arguments) {
  for (const CLI::Option* option : options) {
    const std::vector<std::string> choices = choices_of(*option);
    const Names names(choices.begin(), choices.end());
    for (std::size_t i = 0; i < arguments.size() && !choices.empty(); ++i) {
      const std::string& word = arguments[i];
      const std::size_t equals = word.find('=');
      const bool joined = word.starts_with("--") && equals != std::string::npos &&
                          option->check_name(word.substr(0, equals));
      const bool apart = i > 0 && option->check_name(arguments[i - 1]);
      if (!joined && !apart && !option->get_positional()) continue;
      const std::string value = joined ? word.substr(equals + 1) : word;
      const bool flag = value.starts_with("-") || value.empty();
      if (flag || std::find(names.begin(), names.end(), value) != names.end()) continue;
      const std::string near = suggestion(value, names);
      if (option->get_positional() && near.empty()) continue;
      return fmt::format("{}: {} is not one of {}{}", option->get_name(), assay::quoted(value),
                         fmt::join(choices, ", "), near);
    }
  }
  return "";
}

}  // namespace

std::vector<std::string_view> command_names(const CLI::App& app) {
  std::vector<std::string_view> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

void arrange(CLI::App& root) {
  for (CLI::App* command : root.get_subcommands({})) command->group(group_of(command->get_name()));
  arrange_below(root, "");
}

std::shared_ptr<CLI::Formatter> plain_formatter() { return std::make_shared<PlainFormatter>(); }

std::string path_of(const CLI::App& command) {
  const CLI::App* parent = command.get_parent();
  return parent == nullptr ? command.get_name() : path_of(*parent) + " " + command.get_name();
}

std::string help_of(const CLI::App& command) {
  if (command.get_parent() == nullptr) return overview(command);
  return command.get_formatter()->make_help(&command, path_of(command), CLI::AppFormatMode::Normal);
}

std::string complaint(const CLI::App& root, const CLI::App& about, const CLI::ParseError& error,
                      const std::vector<std::string>& arguments) {
  const bool lacks = error.get_name() == "RequiredError";
  const bool lacks_command = lacks && about.get_require_subcommand_min() > 0;
  const bool has_extras = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
  const std::vector<const CLI::Option*> options = options_of(root, about);
  const std::size_t word_at = misspelt_at(about, options, arguments);
  const bool has_word = word_at < arguments.size();
  if (has_extras || lacks) {
    std::vector<std::string> kept;
    const Names known = flags_known(options, kept);
    const std::size_t at = unknown_flag_at(known, arguments);
    // Behind a command that nobody knows any flag is unknown.
    if (at < arguments.size() && !(lacks_command && word_at < at)) {
      const std::string flag = arguments[at].substr(0, arguments[at].find('='));
      return fmt::format("`{}` has no flag {}{}", path_of(about), assay::quoted(flag),
                         flag_suggestion(flag, options, known));
    }
  }
  if (lacks_command && has_word)
    return "no command " + assay::quoted(arguments[word_at]) +
           suggestion(arguments[word_at], command_names(about));
  if (lacks_command) {
    return about.get_parent() == nullptr ? "no command given"
                                         : fmt::format("`{}` needs one of: {}", path_of(about),
                                                       fmt::join(command_names(about), ", "));
  }
  if (has_extras) {
    const std::string word = unexpected(error.what());
    return fmt::format("`{}` has no place for {}{}", path_of(about), assay::quoted(word),
                       suggestion(word, command_names(about)));
  }
  if (error.get_name() == "ValidationError") {
    if (std::string choice = wrong_choice(options, arguments); !choice.empty()) return choice;
  }
  return printable(error.what());
}

}  // namespace assay::cli
