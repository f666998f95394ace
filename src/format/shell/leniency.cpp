// SPDX-License-Identifier: MIT
// The options of test runners, build tools and linters that let a gate pass without having checked
// anything.
#include "format/shell/invocation.h"

#include <algorithm>
#include <array>

namespace assay::format::shell {
namespace {

struct Option {
  std::string_view flag;   // also as `flag=value`, unless the value is a no
  std::string_view tools;  // one of them must stand before it; empty: any
  std::string_view value;  // with this value only, joined or as the next word; empty: any
  std::string_view effect;
};

constexpr std::string_view empty_run = "lets the run pass without tests";
constexpr std::string_view lists_only = "lists the tests instead of running them";
constexpr std::string_view dry = "prints what it would do instead of doing it";
constexpr std::string_view skips = "skips the tests";
constexpr std::string_view no_files = "lets the run pass without files";
constexpr std::string_view builds_only = "builds the tests without running them";

constexpr std::array<Option, 44> opt_outs{{
    {"--passWithNoTests", "", "", empty_run},
    {"--pass-with-no-tests", "", "", empty_run},
    {"--suppress-no-test-exit-code", "", "", empty_run},
    {"--allow-no-tests", "", "", empty_run},
    {"--no-tests", "", "ignore", empty_run},
    {"--no-tests", "", "pass", empty_run},
    {"--no-tests", "", "warn", empty_run},
    {"--permit-no-files", "", "", no_files},
    {"--no-error-on-unmatched-pattern", "", "", no_files},
    {"--pass-on-no-patterns", "", "", no_files},
    {"--pass-on-unpruned-suppressions", "", "", no_files},
    {"--allow-empty-input", "", "", no_files},
    {"--if-present", " test lint check typecheck t tests spec ", "",
     "passes if the script does not exist"},
    {"--collect-only", "", "", lists_only},
    {"--co", " pytest py.test ", "", lists_only},
    {"--listTests", "", "", lists_only},
    {"--list-tests", "", "", lists_only},
    {"--gtest_list_tests", "", "", lists_only},
    {"--list", " playwright cargo cucumber jest vitest ", "", lists_only},
    {"-N", " ctest ", "", lists_only},
    {"--show-only", " ctest ", "", lists_only},
    {"-list", " go ", "", lists_only},
    {"-run", " go ", "^$", skips},
    {"--no-run", " cargo deno ", "", builds_only},
    {"-DskipTests", "", "", skips},
    {"-DskipITs", "", "", skips},
    {"-Dmaven.test.skip", "", "", skips},
    {"-x", " gradle gradlew ", "test", skips},
    {"-x", " gradle gradlew ", "check", skips},
    {"--exclude-task", " gradle gradlew ", "test", skips},
    {"--exclude-task", " gradle gradlew ", "check", skips},
    {"--dry-run", " mocha rspec hspec cucumber behave gradle gradlew codecept make gmake swift ",
     "", dry},
    {"-m", " gradle gradlew ", "", dry},
    {"--dryrun", " robot ", "", dry},
    {"-n", " ninja ", "", dry},
    {"-D", " prove ", "", dry},
    {"--dry", " prove ", "", dry},
    {"-n", " make gmake ", "", dry},
    {"--just-print", " make gmake ", "", dry},
    {"--recon", " make gmake ", "", dry},
    {"-q", " make gmake ", "", "asks whether there is something to do instead of doing it"},
    {"--question", " make gmake ", "", "asks whether there is something to do instead of doing it"},
    {"-t", " make gmake ", "", "touches the files instead of building them"},
    {"--touch", " make gmake ", "", "touches the files instead of building them"},
}};

constexpr std::string_view ignores = "makes it succeed whatever fails";

constexpr std::array<Option, 16> ignored_failures{{
    {"--exit-code", " trivy golangci-lint ", "0", ignores},
    {"--force-exit-zero", "", "", ignores},
    {"--soft-fail", " tfsec checkov ", "", ignores},
    {"--no-fail-on-error", "", "", ignores},
    {"--halt-on-error", "", "never", ignores},
    {"--error-exitcode", " valgrind ", "0", ignores},
    {"--no-exit-code", "", "", ignores},
    {"-i", " make gmake ", "", ignores},
    {"--ignore-errors", " make gmake ", "", ignores},
    {"-Dmaven.test.failure.ignore", "", "", ignores},
    {"-DtestFailureIgnore", "", "", ignores},
    {"-fn", " mvn mvnw ", "", ignores},
    {"--fail-never", " mvn mvnw ", "", ignores},
    {"--exit-zero", "", "", ignores},
    {"--issues-exit-code", "", "0", ignores},
    {"--no-fail", " hadolint ", "", ignores},
}};

constexpr std::array<Option, 27> void_runs{{
    {"--collect-only", " pytest py.test ", "", lists_only},
    {"--co", " pytest py.test ", "", lists_only},
    {"--fixtures", " pytest py.test ", "", lists_only},
    {"--setup-plan", " pytest py.test ", "", dry},
    {"--listTests", "", "", lists_only},
    {"--list-tests", " dotnet phpunit pest bats ", "", lists_only},
    {"--gtest_list_tests", "", "", lists_only},
    {"--list", " playwright ", "", lists_only},
    {"-N", " ctest ", "", lists_only},
    {"--show-only", " ctest ", "", lists_only},
    {"-list", " go ", "", lists_only},
    {"-t", " dotnet ", "", lists_only},
    {"--dry-run",
     " mocha rspec cucumber behave gradle gradlew codecept make gmake tox ninja bazel ", "", dry},
    {"-m", " gradle gradlew ", "", dry},
    {"--dryrun", " robot ", "", dry},
    {"-n", " ninja ", "", dry},
    {"-D", " prove ", "", dry},
    {"--dry", " prove ", "", dry},
    {"-n", " make gmake ", "", dry},
    {"--just-print", " make gmake ", "", dry},
    {"--recon", " make gmake ", "", dry},
    {"-q", " make gmake ", "", "asks whether there is something to do instead of doing it"},
    {"--question", " make gmake ", "", "asks whether there is something to do instead of doing it"},
    {"-t", " make gmake ", "", "touches the files instead of building them"},
    {"--touch", " make gmake ", "", "touches the files instead of building them"},
    {"--notest", " tox ", "", skips},
    {"--syntax-check", " ansible-playbook ", "", dry},
}};

constexpr std::string_view rewrites = "writes down as expected whatever it sees";

constexpr std::array<Option, 17> rewriting{{
    {"-u", " jest vitest ava react-scripts toMatchSnapshot tap ", "", rewrites},
    {"--updateSnapshot", "", "", rewrites},
    {"--update-snapshots", " playwright jest vitest ava npx cypress ", "", rewrites},
    {"--update-snapshot", "", "", rewrites},
    {"--snapshot-update", "", "", rewrites},
    {"--ci", " jest ", "false", "lets it write snapshots that are not there"},
    {"--update", " vitest phpunit jest ", "", rewrites},
    {"-d", " phpunit ", "--update-snapshots", rewrites},
    {"--accept", " cargo-insta insta ", "", rewrites},
    {"-update", " go ", "", rewrites},
    {"--update", " go ", "", rewrites},
    {"-update-golden", " go ", "", rewrites},
    {"--force-regen", " pytest py.test ", "", rewrites},
    {"--regen-all", " pytest py.test ", "", rewrites},
    {"--inline-snapshot", " pytest py.test ", "fix", rewrites},
    {"--inline-snapshot", " pytest py.test ", "update", rewrites},
    {"--bless", "", "", rewrites},
}};

struct Setting {
  std::string_view name;
  std::string_view value;  // empty: any but a no
  std::string_view effect;
};

constexpr std::array<Setting, 12> hostile_settings{{
    {"INSTA_UPDATE", "always", rewrites},
    {"INSTA_UPDATE", "unseen", rewrites},
    {"INSTA_UPDATE", "force", rewrites},
    {"INSTA_FORCE_PASS", "", "makes it succeed whatever fails"},
    {"UPDATE_EXPECT", "", rewrites},
    {"UPDATE_SNAPSHOT", "", rewrites},
    {"UPDATE_SNAPSHOTS", "", rewrites},
    {"SNAPSHOT_UPDATE", "", rewrites},
    {"UPDATE_GOLDEN", "", rewrites},
    {"UPDATE_GOLDENS", "", rewrites},
    {"TRYBUILD", "overwrite", rewrites},
    {"BASH_ENV", "", "keeps its shells from being observed"},
}};

// They take such words as text.
constexpr std::string_view talkers =
    " echo printf grep egrep fgrep rg ag git sed awk test [ cat ls find : true ";
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

template <class Options>
std::optional<Leniency> find_option(const Options& options, Words words) {
  if (words.empty() || lists(talkers, program_name(words.front()))) return {};
  // Every tool named so far, so that the text is walked once: `npx mocha --dry-run`.
  std::string tools = " ";
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Word& word = words[i];
    if (!word.text.starts_with('-')) {
      if (tools.size() < 256) tools.append(base_name(word.text).substr(0, 32)).push_back(' ');
      continue;
    }
    for (const Option& option : options) {
      if (i == 0 || !matches(option, words, i)) continue;
      if (!option.tools.empty() && !shares_name(option.tools, tools)) continue;
      return Leniency{&word, option.effect};
    }
  }
  return {};
}

}  // namespace

std::optional<Leniency> find_opt_out(Words words) { return find_option(opt_outs, words); }

std::optional<Leniency> find_void(Words words) { return find_option(void_runs, words); }

std::optional<Leniency> find_rewrites(Words words) { return find_option(rewriting, words); }

std::optional<std::string_view> find_hostile_assignment(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) return {};
  const std::string_view name = text.substr(0, equals);
  std::string_view value = text.substr(equals + 1);
  for (const Setting& setting : hostile_settings) {
    if (setting.name != name || value.empty() || lists(refusals, value)) continue;
    if (setting.value.empty() || setting.value == value) return setting.effect;
  }
  if (name != "MAKEFLAGS" && name != "GNUMAKEFLAGS" && name != "MFLAGS") return {};
  for (bool first = true; !value.empty(); first = false) {
    const std::size_t end = std::min(value.find(' '), value.size());
    const std::string_view flag = value.substr(0, end);
    std::string letters(flag);
    // The first word may be letters without a dash.
    if (first && !flag.starts_with('-') && flag.find('=') == std::string_view::npos)
      letters.insert(letters.begin(), '-');
    if (flag == "--ignore-errors" || make_cluster_has(letters, 'i')) return ignores;
    if (flag == "--dry-run" || flag == "--just-print" || make_cluster_has(letters, 'n')) return dry;
    if (flag == "--touch" || make_cluster_has(letters, 't')) return dry;
    if (flag == "--question" || make_cluster_has(letters, 'q')) return dry;
    value.remove_prefix(std::min(end + 1, value.size()));
  }
  return {};
}

std::optional<Leniency> find_ignored_failures(Words words) {
  return find_option(ignored_failures, words);
}

}  // namespace assay::format::shell
