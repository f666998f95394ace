// SPDX-License-Identifier: MIT
// What a command is for: the row of its tool, and the words that the row asks.
#include "base/text/ascii.h"
#include "format/tools/tools.h"

#include <algorithm>
#include <optional>
#include <string>

namespace assay::format::tools {
namespace {

/// Options of any of the tools whose value is the next word.
constexpr std::string_view valued =
    " -C --cwd --prefix --dir --project --directory --workspace --filter -F --manifest-path "
    "--working-dir -f --file --makefile --justfile -o -W -I --include-dir -x --exclude-task -p -b "
    "-c --project-dir --build-file -S -B --build -pl --projects -P --config --preset --env-file ";

std::optional<std::string_view> value_of(std::string_view verbs, std::string_view verb) {
  if (verb.empty() || verb.find_first_of(" =") != std::string_view::npos) return {};
  const std::string wanted = " " + std::string(verb) + "=";
  const std::size_t at = verbs.find(wanted);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = verbs.substr(at + wanted.size());
  return rest.substr(0, rest.find(' '));
}

Purpose purpose_named(std::string_view word) {
  if (word == "test") return Purpose::test;
  if (word == "lint") return Purpose::lint;
  if (word == "typecheck") return Purpose::typecheck;
  if (word == "format") return Purpose::format;
  if (word == "build") return Purpose::build;
  return word == "setup" ? Purpose::setup : Purpose::other;
}

/// The words that are no options nor their values, up to `--`.
std::vector<std::string_view> operands_of(Argv words) {
  std::vector<std::string_view> operands;
  for (std::size_t i = 1; i < words.size() && words[i] != "--"; ++i) {
    const std::string_view program = base_name(words.front());
    // `mvn -B verify`: what is a folder for cmake is a switch for Maven.
    const bool is_switch = words[i] == "-B" && lists(" mvn mvnw make gmake ", program);
    const bool takes_next =
        (lists(valued, words[i]) && !is_switch) || (words[i] == "-w" && program == "npm");
    if (takes_next) ++i;
    if (takes_next || is_option(words[i]) || words[i].empty()) continue;
    operands.push_back(words[i]);
  }
  return operands;
}

/// A test run if one of them is; else what the first of them is for.
Purpose strongest(const std::vector<Purpose>& purposes, Purpose none) {
  if (std::find(purposes.begin(), purposes.end(), Purpose::test) != purposes.end())
    return Purpose::test;
  return purposes.empty() ? none : purposes.front();
}

Purpose by_verb(const Tool& tool, Argv words) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    const auto value = value_of(tool.verbs, words[i]);
    if (value && *value == "script")  // `deno task unit`
      return i + 1 < words.size() ? purpose_of_name(words[i + 1]) : Purpose::other;
    if (value) return purpose_named(*value);
    if (lists(valued, words[i])) {
      ++i;
    } else if (!is_option(words[i]) && !words[i].starts_with('+')) {
      break;
    }
  }
  return tool.purpose;
}

/// "app/test" and ":app:test" -> "test"; "testOnly *Suite" -> "testOnly".
std::string_view last_part(std::string_view word) {
  word = word.substr(0, word.find(' '));
  return word.substr(word.find_last_of(":/") + 1);
}

Purpose by_words(const Tool& tool, Argv words) {
  std::vector<Purpose> found;
  for (const std::string_view word : words.subspan(1)) {
    if (!is_option(word)) continue;
    if (const auto value = value_of(tool.verbs, word)) found.push_back(purpose_named(*value));
  }
  for (const std::string_view word : operands_of(words)) {
    if (const auto value = value_of(tool.verbs, last_part(word)))
      found.push_back(purpose_named(*value));
  }
  return strongest(found, tool.purpose);
}

Purpose of_target(const Tool& tool, std::string_view name) {
  const std::string_view last = name.substr(name.rfind(':') + 1);
  const bool camel =
      lists(tool.names, "gradle") &&
      (last.starts_with("test") || last.ends_with("Test") || last.ends_with("Tests"));
  return camel ? Purpose::test : purpose_of_target(name);
}

Purpose by_target(const Tool& tool, Argv words) {
  std::vector<Purpose> found;
  for (const std::string_view word : operands_of(words)) {
    if (word.find('=') == std::string_view::npos) found.push_back(of_target(tool, word));
  }
  return strongest(found, tool.purpose);
}

Purpose by_script(const Tool& tool, Argv words) {
  std::vector<std::string_view> operands = operands_of(words);
  if (operands.empty()) return base_name(words.front()) == "yarn" ? Purpose::setup : tool.purpose;
  if (const auto value = value_of(tool.verbs, operands.front())) return purpose_named(*value);
  const bool runs = lists(" run run-script run-many affected ", operands.front());
  if (!runs && lists(tool.names, "npm")) return tool.purpose;
  if (runs) operands.erase(operands.begin());
  std::vector<Purpose> found;
  for (const std::string_view operand : operands) {
    const Tool* other = find_tool(operand);  // `yarn jest`
    const bool is_runner = other != nullptr && other->purpose == Purpose::test;
    found.push_back(
        is_runner
            ? Purpose::test
            : purpose_of_name(last_part(operand) == "test" ? std::string_view("test") : operand));
    if (lists(" npm pnpm yarn bun composer ", base_name(words.front()))) break;
  }
  return strongest(found, tool.purpose);
}

/// `tox -e lint,py312`, `nox -s tests`
Purpose by_environment(const Tool& tool, Argv words) {
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    if (!lists(" -e -s --env --session --sessions ", words[i])) continue;
    const Purpose named = purpose_of_name(words[i + 1]);
    return named == Purpose::other || named == Purpose::setup ? tool.purpose : named;
  }
  return tool.purpose;
}

Purpose by_row(const Tool& tool, Argv words) {
  switch (tool.asked) {
    case Asked::never: return tool.purpose;
    case Asked::verb: return by_verb(tool, words);
    case Asked::words: return by_words(tool, words);
    case Asked::target: return by_target(tool, words);
    case Asked::script: return by_script(tool, words);
    case Asked::environment: return by_environment(tool, words);
  }
  return tool.purpose;
}

/// `node node_modules/jest/bin/jest.js`, `python manage.py test`: where the script stands; 0: none.
std::size_t script_at(const Tool& tool, Argv words) {
  const std::string_view name = base_name(words.front());
  if (!is_interpreter(name) || lists(" bun deno ", name)) return 0;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (lists(" -c -e -r -m ", words[i]) || value_of(tool.verbs, words[i])) return 0;
    if (!is_option(words[i])) return i;
  }
  return 0;
}

/// English words in which "test" is no test.
bool is_other_word(std::string_view name) {
  return lists(" latest fastest greatest contest attest protest attestation ", name);
}

}  // namespace

Purpose purpose_of_name(std::string_view name) {
  const std::string low = lowered(name);
  const auto has = [&](std::string_view part) { return low.find(part) != std::string::npos; };
  const auto has_any = [&](std::initializer_list<std::string_view> parts) {
    return std::any_of(parts.begin(), parts.end(), has);
  };
  if (has_any({"install", "setup", "deps", "prepare"})) return Purpose::setup;
  if (has_any({"watch", "release", "publish", "deploy", "bench", "update", "serve", "debug",
               "clean", "docs"}))
    return Purpose::other;
  if (has("lint")) return Purpose::lint;
  if (has_any({"typecheck", "type-check", "types"}) || low == "tsc" || low == "mypy")
    return Purpose::typecheck;
  const bool formats = has_any({"format", "fmt", "prettier", "style"});
  if (formats) return has_any({"check", "verify"}) ? Purpose::format : Purpose::other;
  if ((has("test") && !is_other_word(low)) || low == "spec" || low == "unit") return Purpose::test;
  if (low == "build" || low == "compile" || low == "all") return Purpose::build;
  return Purpose::other;
}

Purpose purpose_of_target(std::string_view name) {
  const std::string_view last = name.substr(name.rfind(':') + 1);
  return last == "check" || last == "verify" ? Purpose::test : purpose_of_name(name);
}

Purpose purpose_of(Argv words) {
  words = bare_words(words);
  if (words.empty()) return Purpose::other;
  const Tool* tool = find_tool(words.front());
  if (tool == nullptr) return Purpose::other;
  const std::size_t at = script_at(*tool, words);
  if (at == 0) return by_row(*tool, words);
  std::vector<std::string_view> script(words.begin() + static_cast<std::ptrdiff_t>(at),
                                       words.end());
  script.front() = without_script_ending(base_name(script.front()));
  tool = find_tool(script.front());
  return tool == nullptr ? Purpose::other : by_row(*tool, script);
}

bool includes_tests(Argv words) {
  words = bare_words(words);
  if (purpose_of(words) == Purpose::test) return true;
  const Tool* tool = words.empty() ? nullptr : find_tool(words.front());
  if (tool == nullptr) return false;
  const std::vector<std::string_view> operands = operands_of(words);
  return std::any_of(operands.begin(), operands.end(),
                     [&](std::string_view word) { return lists(tool->tests_on, last_part(word)); });
}

}  // namespace assay::format::tools
