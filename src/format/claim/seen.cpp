// SPDX-License-Identifier: MIT
#include "format/claim/seen.h"

#include "format/runners/scan.h"
#include "format/shell/invocation.h"
#include "format/shell/parser.h"

#include <algorithm>
#include <vector>

namespace assay::format::claim {

namespace {

using UseKind = CommandUse::Kind;
using shell::lists;

constexpr std::string_view runners =
    " pytest py.test jest vitest mocha ava karma ctest tox nox rspec phpunit pest bats prove busted"
    " gotestsum cypress cucumber behave unittest testem ";
// Tools that run tests when asked with a word like "test".
constexpr std::string_view tools =
    " npm pnpm yarn bun deno node cargo go dotnet swift flutter dart mix bazel bazelisk meson stack"
    " cabal sbt lein gradle gradlew ./gradlew mvn mvnw ./mvnw make gmake ninja just task rake"
    " composer zig forge hardhat rails ng nx turbo playwright assay ";
// Tools that run what follows them.
constexpr std::string_view carriers =
    " npx bunx pnpx poetry uv pipenv hatch bundle python python3 coverage dotenv xvfb-run run exec "
    "-m"
    " dlx ";
constexpr std::string_view harmless =
    " ls cat cd pwd echo printf head tail wc grep rg egrep fgrep find fd tree stat file which type "
    "sed"
    " awk cut sort uniq tr diff mkdir touch rm rmdir cp mv ln chmod git gh jq yq true export set "
    "sleep"
    " date env less more basename dirname realpath readlink tee curl wget nl test [ ";
// Behind a pipe they fail only with what they read from.
constexpr std::string_view readers = " tail head cat tee ";

bool asks_for_tests(const shell::Word& word) {
  const std::string& text = word.text;
  return starts_with(text, "test") || text == "check" || text == "verify" || text == "--test" ||
         text == "nextest" || ends_with(text, ":test");
}

bool runs_tests(shell::Words words) {
  std::size_t at = 0;
  while (at < words.size() && lists(carriers, shell::program_name(words[at]))) ++at;
  if (at == words.size()) return false;
  const std::string_view program = shell::program_name(words[at]);
  if (lists(runners, program)) return true;
  if (!lists(tools, program)) return false;
  if (program == "cargo" || program == "go") {  // `cargo check` compiles, `go test` tests
    return words.size() > at + 1 && (words[at + 1].text == "test" ||
                                     words[at + 1].text == "nextest" || words[at + 1].text == "t");
  }
  if (program == "npm" && words.size() == at + 2 && words[at + 1].text == "t") return true;
  return std::any_of(words.begin() + static_cast<std::ptrdiff_t>(at) + 1, words.end(),
                     asks_for_tests);
}

/// Installing changes the machine, and tests nothing.
bool installs(shell::Words words) {
  return words.size() > 1 &&
         lists(" npm pnpm yarn bun pip pip3 cargo go apt apt-get brew ",
               shell::program_name(words[0])) &&
         lists(" install i ci add get fetch mod ", words[1].text);
}

struct Step {
  UseKind kind = UseKind::unknown;
  bool reader = false;  ///< at the end of a pipe
  bool negated = false;
};

class Walker {
 public:
  std::vector<Step> steps;

  void walk(const shell::List& list, int depth) {
    constexpr int deepest = 8;
    constexpr std::size_t steps_max = 1000;
    for (const shell::Item& item : list.items) {
      for (const shell::Command& command : item.commands) {
        if (depth > deepest || steps.size() > steps_max) return;
        if (command.kind == shell::CommandKind::simple) {
          take(command, item.background, depth);
        } else {
          steps.push_back({});
          for (const shell::List& part : command.parts) walk(part, depth + 1);
        }
      }
    }
  }

 private:
  void take(const shell::Command& command, bool background, int depth) {
    const shell::Words words =
        shell::resolve(shell::Words(command.words).subspan(command.assignments)).words;
    if (words.empty()) return;
    const auto script = shell::find_script(words);
    if (script && script->text != nullptr && script->text->literal) {
      const shell::Parsed inner = shell::parse(script->text->text, {}, depth + 1);
      if (inner.error) return steps.push_back({});
      return walk(inner.list, depth + 1);
    }
    Step step;
    step.negated = command.negated || background;
    const std::string_view program = shell::program_name(words[0]);
    if (runs_tests(words)) {
      step.kind = UseKind::tests;
    } else if (lists(harmless, program) || installs(words)) {
      step.kind = UseKind::harmless;
      step.reader = command.join == shell::Join::pipe && lists(readers, program);
    }
    steps.push_back(step);
  }
};

bool ends_in_tests(const std::vector<Step>& steps) {
  std::size_t end = steps.size();
  while (end > 0 && steps[end - 1].reader) --end;
  if (end == 0 || steps[end - 1].kind != UseKind::tests || steps[end - 1].negated) return false;
  return std::all_of(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(end) - 1,
                     [](const Step& step) { return step.kind == UseKind::harmless; });
}

}  // namespace

CommandUse use_of(std::string_view command) {
  constexpr std::size_t command_max = 65'536;
  if (command.size() > command_max) return {};
  const shell::Parsed parsed = shell::parse(command, {});
  if (parsed.error) return {};
  Walker walker;
  walker.walk(parsed.list, 0);
  const auto is = [&](UseKind kind) {
    return [kind](const Step& step) { return step.kind == kind; };
  };
  if (std::any_of(walker.steps.begin(), walker.steps.end(), is(UseKind::tests)))
    return {UseKind::tests, ends_in_tests(walker.steps)};
  const bool all = std::all_of(walker.steps.begin(), walker.steps.end(), is(UseKind::harmless));
  return {all ? UseKind::harmless : UseKind::unknown, false};
}

}  // namespace assay::format::claim
