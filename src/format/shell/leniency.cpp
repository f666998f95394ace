// SPDX-License-Identifier: MIT
// The options of test runners, build tools and linters that let a gate pass without having checked
// anything.
#include "format/shell/invocation.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace assay::format::shell {
namespace {

// What follows from an option: a remark that the gate may have run nothing, or that its success
// means nothing.
enum Outcome : std::uint8_t { marks_remark = 1, marks_hidden = 2, marks_both = 3 };

struct Option {
  std::string_view flag;   // also as `flag=value`, unless the value is a no
  std::string_view tools;  // one of them must stand before it; empty: any
  std::string_view value;  // with this value only, joined or as the next word; empty: any; `*x`: if
                           // it contains x
  Outcome outcome;
  std::string_view effect;
  std::string_view unless = "";  // words (or what they begin with) that take the effect away
};

constexpr std::string_view empty_run = "lets the run pass without tests";
constexpr std::string_view lists_only = "lists the tests instead of running them";
constexpr std::string_view dry = "prints what it would do instead of doing it";
constexpr std::string_view skips = "skips the tests";
constexpr std::string_view no_files = "lets the run pass without files";
constexpr std::string_view builds_only = "builds the tests without running them";
constexpr std::string_view asks_only = "asks whether there is something to do instead of doing it";
constexpr std::string_view touches = "touches the files instead of building them";
constexpr std::string_view ignores = "makes it succeed whatever fails";
constexpr std::string_view first_wins = "makes it succeed as soon as one of its commands does";
constexpr std::string_view takes_as_done = "takes a target for done without making it";
constexpr std::string_view lets_pass = "lets errors nobody handles pass";
constexpr std::string_view rewrites = "writes down as expected whatever it sees";

constexpr Option lenient_options[] = {
    // It may have run nothing.
    {"--passWithNoTests", "", "", marks_remark, empty_run},
    {"--pass-with-no-tests", "", "", marks_remark, empty_run},
    {"--suppress-no-test-exit-code", "", "", marks_remark, empty_run},
    {"--allow-no-tests", "", "", marks_remark, empty_run},
    {"--no-tests", "", "ignore", marks_remark, empty_run},
    {"--no-tests", "", "pass", marks_remark, empty_run},
    {"--no-tests", "", "warn", marks_remark, empty_run},
    {"--permit-no-files", "", "", marks_remark, no_files},
    {"--no-error-on-unmatched-pattern", "", "", marks_remark, no_files},
    {"--pass-on-no-patterns", "", "", marks_remark, no_files},
    {"--pass-on-unpruned-suppressions", "", "", marks_remark, no_files},
    {"--allow-empty-input", "", "", marks_remark, no_files},
    {"--if-present", " test lint check typecheck t tests spec ", "", marks_remark,
     "passes if the script does not exist"},
    {"-run", " go ", "^$", marks_remark, skips},
    {"--no-run", " cargo deno ", "", marks_remark, builds_only},
    {"-DskipTests", "", "", marks_remark, skips},
    {"-DskipITs", "", "", marks_remark, skips},
    {"-Dmaven.test.skip", "", "", marks_remark, skips},
    {"-x", " gradle gradlew ", "test", marks_remark, skips},
    {"-x", " gradle gradlew ", "check", marks_remark, skips},
    {"--exclude-task", " gradle gradlew ", "test", marks_remark, skips},
    {"--exclude-task", " gradle gradlew ", "check", marks_remark, skips},
    // It lists, prints or touches instead of doing.
    {"--collect-only", "", "", marks_both, lists_only},
    {"--co", " pytest py.test ", "", marks_both, lists_only},
    {"--fixtures", " pytest py.test ", "", marks_hidden, lists_only},
    {"--setup-plan", " pytest py.test ", "", marks_hidden, dry},
    {"--listTests", "", "", marks_both, lists_only},
    {"--list-tests", "", "", marks_both, lists_only},
    {"--gtest_list_tests", "", "", marks_both, lists_only},
    {"--list", " playwright cargo cucumber jest vitest nox ", "", marks_both, lists_only},
    {"-l", " tox nox ", "", marks_both, lists_only},
    {"-a", " tox ", "", marks_both, lists_only},
    {"--listenvs", " tox ", "", marks_both, lists_only},
    {"--listenvs-all", " tox ", "", marks_both, lists_only},
    {"--showconfig", " tox ", "", marks_both, lists_only},
    {"-N", " ctest ", "", marks_both, lists_only},
    {"--show-only", " ctest ", "", marks_both, lists_only},
    {"-list", " go ", "", marks_both, lists_only},
    {"--count", " bats ", "", marks_both, lists_only},
    {"-c", " bats ", "", marks_both, lists_only},
    {"--list", " busted meson ", "", marks_both, lists_only},
    {"--showConfig", " jest ", "", marks_both, lists_only},
    {"--no-run-tests", " stack ", "", marks_both, builds_only},
    {"--nobuild", " bazel ", "", marks_both, dry},
    {"-t", " dotnet ", "", marks_hidden, lists_only},
    {"--dry-run",
     " mocha rspec hspec cucumber behave gradle gradlew codecept make gmake swift tox ninja bazel ",
     "", marks_both, dry},
    {"--dry-run", " make gmake ", "", marks_both, dry},
    {"--dry", " prove ", "", marks_both, dry},
    {"--dryrun", " robot pabot ", "", marks_both, dry},
    {"-m", " gradle gradlew ", "", marks_both, dry},
    {"-D", " prove ", "", marks_both, dry},
    {"-n", " ninja ", "", marks_both, dry},
    {"-n", " make gmake ", "", marks_both, dry},
    {"--just-print", " make gmake ", "", marks_both, dry},
    {"--recon", " make gmake ", "", marks_both, dry},
    {"-q", " make gmake ", "", marks_both, asks_only},
    {"--question", " make gmake ", "", marks_both, asks_only},
    {"-t", " make gmake ", "", marks_both, touches},
    {"--touch", " make gmake ", "", marks_both, touches},
    {"--notest", " tox ", "", marks_hidden, skips},
    {"--install-only", " nox ", "", marks_hidden, skips},
    {"--syntax-check", " ansible-playbook ", "", marks_hidden, dry},
    // It succeeds whatever happens.
    {"-i", " make gmake ", "", marks_hidden, ignores},
    {"--ignore-errors", " make gmake ", "", marks_hidden, ignores},
    {"-o", " make gmake ", "", marks_hidden, takes_as_done},
    {"--old-file", " make gmake ", "", marks_hidden, takes_as_done},
    {"--assume-old", " make gmake ", "", marks_hidden, takes_as_done},
    {"--exit-zero", "", "", marks_hidden, ignores},
    {"--force-exit-zero", "", "", marks_hidden, ignores},
    {"--no-exit-code", "", "", marks_hidden, ignores},
    {"--no-fail-on-error", "", "", marks_hidden, ignores},
    {"--suppress-tests-failed-exit-code", "", "", marks_hidden, ignores},
    {"--suppress-failed-exit-code", "", "", marks_hidden, ignores},
    {"--pass-on-failing-test-suite", "", "", marks_hidden, ignores},
    {"--exit-code", " trivy golangci-lint gitleaks ", "0", marks_hidden, ignores},
    {"--issues-exit-code", "", "0", marks_hidden, ignores},
    {"--error-exitcode", " valgrind cppcheck ", "0", marks_hidden, ignores},
    {"--failure-exit-code", " rspec ", "0", marks_hidden, ignores},
    {"--ignore-exit-code", " dotnet ", "2", marks_hidden, ignores},
    {"--fail-on-failing-test-suite", "", "false", marks_hidden, ignores},
    {"--no-fail-on-failing-test-suite", "", "", marks_hidden, ignores},
    {"--runtime-set", " phpcs ", "ignore_errors_on_exit", marks_hidden, ignores},
    {"--soft-fail", " tfsec checkov ", "", marks_hidden, ignores},
    {"--continue-on-error", " safety ", "", marks_hidden, ignores},
    {"-no-fail", " gosec ", "", marks_hidden, ignores},
    {"--no-fail", " hadolint ", "", marks_hidden, ignores},
    {"--no-exit-on-warn", " brakeman ", "", marks_hidden, ignores},
    {"--no-exit", " codecept vale ", "", marks_hidden, ignores},
    {"--nostatusrc", " robot pabot ", "", marks_hidden, ignores},
    {"--ignore-exit", " prove ", "", marks_hidden, ignores},
    {"--ignore-fail", " lit llvm-lit ", "", marks_hidden, ignores},
    {"--suppress-exit-code", " newman ", "", marks_hidden, ignores},
    {"--ignore-failure", " hyperfine ", "", marks_hidden, ignores},
    {"-i", " hyperfine ", "", marks_hidden, ignores},
    {"-i", " scons ", "", marks_hidden, ignores},
    {"--ignore-errors", " scons ", "", marks_hidden, ignores},
    {"--force", " grunt tslint ", "", marks_hidden, ignores},
    {"-x", " newman ", "", marks_hidden, ignores},
    {"--no-thresholds", " k6 ", "", marks_hidden, ignores},
    {"--exit-code-on-error", " locust ", "0", marks_hidden, ignores},
    {"--do-not-fail-on-failure", " phpunit ", "", marks_hidden, ignores},
    {"-Dmaven.test.failure.ignore", "", "", marks_hidden, ignores},
    {"-DtestFailureIgnore", "", "", marks_hidden, ignores},
    {"-fn", " mvn mvnw ", "", marks_hidden, ignores},
    {"--fail-never", " mvn mvnw ", "", marks_hidden, ignores},
    // With several packages pnpm fails in the end, and so do lerna, nx and turbo.
    {"--no-bail", " pnpm ", "", marks_hidden, ignores,
     " -r --recursive recursive multi m --filter -F / "},
    {"--script-shell", " npm pnpm yarn npx ", "*true", marks_hidden, ignores},
    {"--script-shell", " npm pnpm yarn npx ", "*echo", marks_hidden, ignores},
    {"--script-shell", " npm pnpm yarn npx ", "./", marks_hidden, ignores},
    {"--race", " run-p npm-run-all npm-run-all2 ", "", marks_hidden, first_wins},
    {"--dry-run", " parallel xargs ", "", marks_both, dry},
    {"--dryrun", " parallel ", "", marks_both, dry},
    {"--conflict-exit-code", " flock ", "0", marks_hidden, "makes it succeed without the lock"},
    {"-E", " flock ", "0", marks_hidden, "makes it succeed without the lock"},
    {"--unhandled-rejections", " node nodejs ", "none", marks_hidden, lets_pass},
    {"--unhandled-rejections", " node nodejs ", "warn", marks_hidden, lets_pass},
    {"--dangerouslyIgnoreUnhandledErrors", "", "", marks_hidden, lets_pass},
    {"--testFailureExitCode", " jest npx ", "0", marks_hidden, ignores},
    {"--halt", " parallel ", "*success", marks_hidden, first_wins},
    {"--halt-on-error", " parallel ", "*success", marks_hidden, first_wins},
    // It writes down as expected what it sees.
    {"-u", " jest vitest ava react-scripts toMatchSnapshot tap ", "", marks_hidden, rewrites},
    {"--updateSnapshot", "", "", marks_hidden, rewrites},
    {"--update-snapshots", " playwright jest vitest ava npx cypress ", "", marks_hidden, rewrites},
    {"--update-snapshot", "", "", marks_hidden, rewrites},
    {"--snapshot-update", "", "", marks_hidden, rewrites},
    {"--ci", " jest ", "false", marks_hidden, "lets it write snapshots that are not there"},
    {"--update", " vitest phpunit jest go ", "", marks_hidden, rewrites},
    {"-d", " phpunit ", "--update-snapshots", marks_hidden, rewrites},
    {"--accept", " cargo-insta insta ", "", marks_hidden, rewrites},
    {"-update", " go ", "", marks_hidden, rewrites},
    {"-update-golden", " go ", "", marks_hidden, rewrites},
    {"--force-regen", " pytest py.test ", "", marks_hidden, rewrites},
    {"--regen-all", " pytest py.test ", "", marks_hidden, rewrites},
    {"--inline-snapshot", " pytest py.test ", "fix", marks_hidden, rewrites},
    {"--inline-snapshot", " pytest py.test ", "*update", marks_hidden, rewrites},
    {"--inline-snapshot", " pytest py.test ", "*fix", marks_hidden, rewrites},
    {"--inline-snapshot", " pytest py.test ", "*create", marks_hidden, rewrites},
    {"--update-goldens", "", "", marks_hidden, rewrites},
    {"--update-golden", "", "", marks_hidden, rewrites},
    {"--record-mode", " pytest py.test ", "rewrite", marks_hidden, rewrites},
    {"--auto-promote", " dune ", "", marks_hidden, rewrites},
    {"-u", " playwright ", "", marks_hidden, rewrites},
    {"--update-snapshots", " bun ", "", marks_hidden, rewrites},
    {"--snapshot", " tap ", "", marks_hidden, rewrites},
    {"-golden.update", " go ", "", marks_hidden, rewrites},
    {"--bless", "", "", marks_hidden, rewrites},
};

struct Setting {
  std::string_view name;
  std::string_view value;  // empty: any but a no
  std::string_view effect;
};

constexpr Setting hostile_settings[] = {
    {"INSTA_UPDATE", "always", rewrites},
    {"INSTA_UPDATE", "unseen", rewrites},
    {"INSTA_UPDATE", "force", rewrites},
    {"INSTA_FORCE_PASS", "", ignores},
    {"UPDATE_EXPECT", "", rewrites},
    {"UPDATE_SNAPSHOT", "", rewrites},
    {"UPDATE_SNAPSHOTS", "", rewrites},
    {"SNAPSHOT_UPDATE", "", rewrites},
    {"UPDATE_GOLDEN", "", rewrites},
    {"UPDATE_GOLDENS", "", rewrites},
    {"npm_config_script_shell", "/bin/true", ignores},
    {"npm_config_script_shell", "true", ignores},
    {"npm_config_script_shell", "/usr/bin/true", ignores},
    {"TRYBUILD", "overwrite", rewrites},
    {"BLESS", "", rewrites},
    {"BASH_ENV", "", "keeps its shells from being observed"},
};

// Variables whose value is more options for a tool.
struct OptionVariable {
  std::string_view name;
  std::string_view tool;
};

constexpr OptionVariable option_variables[] = {
    {"MAKEFLAGS", "make"},        {"GNUMAKEFLAGS", "make"}, {"MFLAGS", "make"},
    {"PYTEST_ADDOPTS", "pytest"}, {"MAVEN_ARGS", "mvn"},    {"MAVEN_OPTS", "mvn"},
    {"SPEC_OPTS", "rspec"},       {"GOFLAGS", "go"},
};

constexpr std::string_view refusals = " false 0 no off ";

// `-kn` is `-k -n`; the letters behind one that takes a value are that value.
bool make_cluster_has(std::string_view text, char letter) {
  if (text.size() < 2 || text[0] != '-' || text[1] == '-') return false;
  for (const char c : text.substr(1)) {
    if (c == letter) return true;
    if (std::string_view("CfIjloW").find(c) != std::string_view::npos) return false;
  }
  return false;
}

bool has_value(const Option& option, Words words, std::size_t at, std::string_view joined) {
  if (option.value.empty()) return !lists(refusals, joined);
  const std::string_view value =
      joined.empty() && at + 1 < words.size() ? std::string_view(words[at + 1].text) : joined;
  if (option.value.starts_with('*'))
    return value.find(option.value.substr(1)) != std::string_view::npos;
  // `-x :app:test` excludes a test task as well.
  const bool task = option.value == "test" || option.value == "check";
  return value == option.value || (task && value.substr(value.rfind(':') + 1) == option.value);
}

bool matches(const Option& option, Words words, std::size_t at) {
  const std::string_view text = words[at].text;
  if (text == option.flag) return has_value(option, words, at, {});
  if (text.starts_with(option.flag) && text[option.flag.size()] == '=') {
    return has_value(option, words, at, text.substr(option.flag.size() + 1));
  }
  // GNU make takes long options by their beginning: `--dry`, `--ign`.
  const bool abbreviated = option.tools == " make gmake " && text.size() > 4 &&
                           text.starts_with("--") && option.flag.starts_with(text);
  if (abbreviated) return true;
  const bool short_make = option.flag.size() == 2 && option.tools == " make gmake ";
  return short_make && make_cluster_has(text, option.flag[1]);
}

bool shares_name(std::string_view wanted, std::string_view seen) {
  while (!wanted.empty()) {
    const std::size_t end = std::min(wanted.find(' '), wanted.size());
    if (lists(seen, wanted.substr(0, end))) return true;
    wanted.remove_prefix(std::min(end + 1, wanted.size()));
  }
  return false;
}

bool is_taken_away(const Option& option, Words words) {
  return std::any_of(words.begin(), words.end(), [&](const Word& word) {
    const std::string_view text = word.text;
    return lists(option.unless, text.substr(0, text.find('='))) ||
           (text.starts_with('/') && lists(option.unless, "/"));
  });
}

std::optional<Leniency> find_option(Outcome outcome, Words words) {
  if (words.empty() || tools::has_trait(program_name(words.front()), tools::Trait::talks))
    return {};
  // Every tool named so far, so that the text is walked once: `npx mocha --dry-run`.
  std::string tools = " ";
  bool handed_on = false;  // behind `--` a letter means what another program makes of it
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Word& word = words[i];
    if (!word.text.starts_with('-')) {
      if (tools.size() < 256) tools.append(base_name(word.text).substr(0, 32)).push_back(' ');
      continue;
    }
    handed_on = handed_on || word.text == "--";
    for (const Option& option : lenient_options) {
      if (i == 0 || (option.outcome & outcome) == 0 || !matches(option, words, i)) continue;
      if (!option.tools.empty() && !shares_name(option.tools, tools)) continue;
      if (handed_on && option.flag.size() == 2) continue;
      if (!option.unless.empty() && is_taken_away(option, words)) continue;
      return Leniency{&word, option.effect};
    }
  }
  return {};
}

}  // namespace

std::optional<Leniency> find_opt_out(Words words) { return find_option(marks_remark, words); }

std::optional<Leniency> find_hidden_failures(Words words) {
  return find_option(marks_hidden, words);
}

std::optional<std::string_view> find_hostile_option(std::string_view tool, std::string_view text) {
  std::vector<Word> words(1);
  words.front().text = tool;
  while (!text.empty()) {
    const std::size_t begin = std::min(text.find_first_not_of(" \t\r\n\"'"), text.size());
    text.remove_prefix(begin);
    const std::size_t end = std::min(text.find_first_of(" \t\r\n\"'"), text.size());
    Word& word = words.emplace_back();
    word.text = text.substr(0, end);
    text.remove_prefix(end);
    // The first word for make may be letters without a dash.
    const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    if (tool == "make" && words.size() == 2 && !word.text.empty() &&
        std::all_of(word.text.begin(), word.text.end(), is_letter))
      word.text.insert(0, 1, '-');
  }
  const auto found = find_hidden_failures(words);
  return found ? std::optional(found->effect) : std::nullopt;
}

std::optional<std::string_view> find_hostile_assignment(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) return {};
  const std::string_view name = text.substr(0, equals);
  const std::string_view value = text.substr(equals + 1);
  for (const Setting& setting : hostile_settings) {
    if (setting.name != name) continue;
    if (name != "BASH_ENV" && (value.empty() || lists(refusals, value))) continue;
    if (setting.value.empty() || setting.value == value) return setting.effect;
  }
  for (const OptionVariable& variable : option_variables) {
    if (variable.name == name) return find_hostile_option(variable.tool, value);
  }
  return {};
}

}  // namespace assay::format::shell
