// SPDX-License-Identifier: MIT
#include "format/claim/seen.h"

#include "format/shell/invocation.h"
#include "format/shell/parser.h"
#include "format/tools/tools.h"

#include <algorithm>
#include <vector>

namespace assay::format::claim {

namespace {

using UseKind = CommandUse::Kind;
using tools::Purpose;
using tools::Trait;

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
    const Purpose purpose = tools::purpose_of(shell::texts_of(words));
    if (purpose == Purpose::test) {
      step.kind = UseKind::tests;
    } else if (tools::has_trait(program, Trait::harmless) || purpose == Purpose::setup) {
      step.kind = UseKind::harmless;
      step.reader = command.join == shell::Join::pipe && tools::has_trait(program, Trait::reader);
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
