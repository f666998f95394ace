// SPDX-License-Identifier: MIT
// Makefiles: their explicit targets, and the gates among them.
#include "format/project/survey.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace assay::format::project {
namespace {

using core::verify::GateType;
using Names = std::vector<std::string>;

bool is_target_name(std::string_view word) {
  return !word.empty() && word.front() != '.' && std::all_of(word.begin(), word.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.' ||
           c == '/';
  });
}

/// "CFLAGS = x", "CFLAGS := x" and the like, also after a target: "debug: CFLAGS += -g".
bool is_assignment(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) return false;
  std::string_view left = text.substr(0, equals);
  while (!left.empty() &&
         (left.back() == ':' || left.back() == '+' || left.back() == '?' || left.back() == '!')) {
    left.remove_suffix(1);
  }
  left = trimmed(left);
  for (const char* word : {"export ", "override ", "private "}) {
    if (left.substr(0, std::string_view{word}.size()) == word)
      left = trimmed(left.substr(std::string_view{word}.size()));
  }
  return left.find_first_of(" \t:$()") == std::string_view::npos;
}

void add_rule(std::string_view line, Names& targets) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || is_assignment(line)) return;
  std::string_view prerequisites = line.substr(colon + 1);
  if (!prerequisites.empty() && prerequisites.front() == ':') prerequisites.remove_prefix(1);
  if (is_assignment(prerequisites.substr(0, prerequisites.find(';')))) return;
  std::string_view names = line.substr(0, colon);
  while (!(names = trimmed(names)).empty()) {
    const std::size_t end = std::min(names.find_first_of(" \t"), names.size());
    const std::string name{names.substr(0, end)};
    const bool known = std::find(targets.begin(), targets.end(), name) != targets.end();
    if (is_target_name(name) && !known && targets.size() < 500) targets.push_back(name);
    names.remove_prefix(end);
  }
}

std::optional<std::string> first_in(const Names& targets, const std::vector<const char*>& wanted) {
  for (const char* name : wanted) {
    if (std::find(targets.begin(), targets.end(), name) != targets.end()) return name;
  }
  return std::nullopt;
}

/// Nothing but compilers and file tools: it makes a test program, it does not run one.
bool only_builds(std::string_view plan) {
  const Splitting parts = split_script(plan);
  return !parts.commands.empty() &&
         std::all_of(parts.commands.begin(), parts.commands.end(), [](const Simple& one) {
           return is_one_of(base_of(one.words.front()),
                            " cc gcc g++ c++ clang clang++ ar ranlib ld strip mkdir cp mv ln rm "
                            "touch echo printf install true : libtool as ");
         });
}

/// The worst that a target does, and the scripts of the project that it starts.
Hazard hazard_with_scripts(const Survey& survey, std::string_view plan) {
  Hazard worst = hazard_in(plan);
  for (const Simple& one : split_script(plan).commands) {
    const bool interpreted = is_one_of(base_of(one.words.front()), " sh bash dash zsh ");
    const std::string path = interpreted && one.words.size() > 1 ? one.words[1] : one.words.front();
    if (worst.danger == Danger::outward || !contains(path, "/") || !survey.has(path)) continue;
    const std::string text = survey.text(path);
    if (!contains(text.substr(0, text.find('\n')), "sh")) continue;
    const Hazard inside = hazard_in(text);
    if (inside.danger == Danger::outward) worst = inside;
  }
  return worst;
}

/// Adds a target as a gate unless it is dangerous or proves nothing; false: it was left out.
bool add_target(Survey& survey, const std::string& target, Gate gate) {
  if (const auto plan = survey.rehearse_make(target)) {
    const bool test = gate.gate_type == GateType::test;
    const Hazard hazard = test ? hazard_in(*plan) : hazard_with_scripts(survey, *plan);
    const bool fixes_in_test = hazard.danger == Danger::rewrites && test;
    if (hazard.danger != Danger::none && !fixes_in_test) {
      survey.leave_out("make " + target, "it " + hazard.why);
      return false;
    }
    if (!plan->empty() && proves_nothing(*plan) && gate.gate_type != GateType::build) {
      survey.leave_out("make " + target, "nothing in it can fail");
      return false;
    }
    if (test && only_builds(*plan)) {
      survey.leave_out("make " + target, "it only builds");
      return false;
    }
    if (fixes_in_test) {
      gate.mutates_workspace = true;
      gate.tried = false;
      gate.comment = "it " + hazard.why;
    }
  }
  survey.add("make", from(Provenance::script, "Makefile", std::move(gate)));
  return true;
}

/// The targets of this purpose that CI runs, in its order.
Names ci_targets(const Survey& survey, Purpose purpose) {
  Names targets;
  for (const CiCommand* command : survey.ci_commands()) {
    const std::vector<std::string>& words = command->simple.words;
    if (words.size() != 2 || words[0] != "make" || !is_target_name(words[1]) ||
        contains(words[1], "/"))
      continue;
    // CI runs `make check-unit` for its tests as often as for anything else: it is worth a try.
    const bool may_test = purpose == Purpose::test && contains(words[1], "check-") &&
                          purpose_of_name(words[1]) == Purpose::other;
    if (may_test || purpose_of_target(words[1]) == purpose) targets.push_back(words[1]);
  }
  return targets;
}

void add_test_target(Survey& survey, const Names& targets) {
  Names wanted = ci_targets(survey, Purpose::test);
  for (const char* name :
       {"test", "check", "tests", "unittest", "unit-test", "test-unit", "runtests", "run-tests"})
    wanted.emplace_back(name);
  for (const std::string& name : wanted) {
    if (std::find(targets.begin(), targets.end(), name) == targets.end()) continue;
    if (add_target(survey, name, test_gate("make " + name))) return;
  }
}

/// A makefile that only builds its test program and leaves running it to people.
void add_test_program(Survey& survey, const Names& targets) {
  for (const std::string& target : targets) {
    const bool named =
        contains(target, "test") && !ends_with(target, ".o") && !contains(target, "/");
    if (!named || purpose_of_name(target) != Purpose::test || survey.has(target)) continue;
    const auto plan = survey.rehearse_make(target);
    if (!plan || !contains(*plan, "-o " + target + " ") || hazard_in(*plan).danger != Danger::none)
      continue;
    return survey.add("make", from(Provenance::script, "Makefile",
                                   test_gate(fmt::format("make {0} && ./{0}", target))));
  }
}

void add_targets(Survey& survey, const Names& targets, bool alone) {
  if (alone) {
    const auto build = first_in(targets, {"build", "all"});
    if (build) {
      add_target(survey, *build, build_gate("make " + *build));
    } else if (!targets.empty() &&
               !first_in({targets.front()}, {"test", "tests", "check", "help", "clean", "install",
                                             "lint", "run", "default", "deps", "release"})) {
      add_target(survey, targets.front(), build_gate("make", "the default target"));
    }
  }
  if (!survey.has_own_test()) add_test_target(survey, targets);
  if (!survey.has_gate(GateType::test)) add_test_program(survey, targets);
  const std::pair<GateType, std::vector<const char*>> readers[] = {
      {GateType::lint, {"lint", "lint-check", "check-lint"}},
      {GateType::typecheck, {"typecheck", "type-check", "types", "mypy"}},
      {GateType::format, {"format-check", "fmt-check", "check-format", "check-fmt"}}};
  for (const auto& [type, names] : readers) {
    const auto target = first_in(targets, names);
    if (target && !survey.has_gate(type))
      add_target(survey, *target, reading_gate(type, "make " + *target));
  }
}

}  // namespace

std::vector<std::string> make_targets(std::string_view makefile) {
  Names targets;
  bool in_define = false;
  bool continued = false;
  for (std::string_view line : lines_of(makefile)) {
    const bool skip = continued;
    continued = ends_with(trimmed(line), "\\");
    if (skip || line.empty() || line.front() == '\t') continue;
    line = trimmed(line.substr(0, line.find('#')));
    if (line.substr(0, 7) == "define ") in_define = true;
    if (line == "endef") in_define = false;
    if (!in_define) add_rule(line, targets);
  }
  return targets;
}

void find_make(Survey& survey) {
  const auto file = survey.first_of({"GNUmakefile", "makefile", "Makefile"});
  if (!file) return;
  if (survey.has("configure.ac") || survey.has("Makefile.PL") || survey.has("config.status"))
    return;
  const Names targets = make_targets(survey.text(*file));
  if (targets.empty()) return;
  const bool alone = !survey.has_own_test() && !survey.has_gate(GateType::build);
  survey.found("Make", *file);
  add_targets(survey, targets, alone);
  if (!survey.has_gate(GateType::test))
    survey.note(fmt::format("{} has no target `test` or `check`", *file));
}

}  // namespace assay::format::project
