// SPDX-License-Identifier: MIT
// Sentences about commands, test runs, values in JSON and YAML files, and routes.
#include "base/text/glob.h"
#include "format/goals/clauses.h"
#include "format/shell/invocation.h"
#include "format/shell/parser.h"
#include "format/tasks/commands.h"
#include "format/tools/tools.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>

namespace assay::format {

namespace {

using core::goals::Command;
using core::goals::Notation;
using core::goals::Pattern;
using core::goals::Value;

/// Services are spoken of like programs and answer with numbers of their own ("curl x returns
/// 200"), so only tools with a purpose and a few others begin a command.
bool is_program(const PhraseToken& token) {
  if (token.kind != PhraseToken::Kind::word) return false;
  if (tools::lists(" npx bash sh git grep python python3 docker terraform assay ", token.text))
    return true;
  const tools::Tool* tool = tools::find_tool(token.text);
  const bool spoken = tool != nullptr && (tool->spoken == tools::Spoken::command ||
                                          tool->spoken == tools::Spoken::worded);
  return spoken && (tool->purpose != tools::Purpose::other || tool->asked != tools::Asked::never);
}

bool starts_an_end(const Phrase& phrase) {
  Phrase next = phrase;
  return next.eat_any({"passes", "pass", "succeeds", "succeed", "exits", "exit", "returns",
                       "return", "is green", "completes", "complete", "runs", "should", "must",
                       "works"});
}

/// A code span, or words that begin with a known program and go on to the verb.
std::string eat_command(Phrase& phrase) {
  if (phrase.peek().is_marked()) {
    std::string command = phrase.peek().text;
    phrase.skip();
    return command;
  }
  if (!is_program(phrase.peek())) return "";
  std::string command;
  while (!phrase.at_end() && !starts_an_end(phrase)) {
    const PhraseToken& token = phrase.peek();
    // A bare command with quotations or commas in it is prose as likely as shell.
    if (token.kind != PhraseToken::Kind::word) return "";
    command += (command.empty() ? "" : " ") + token.text;
    phrase.skip();
  }
  return phrase.at_end() ? "" : command;
}

bool eat_without_errors(Phrase& phrase) {
  return phrase.eat_any({"without errors", "without error", "with no errors", "with zero errors",
                         "with 0 errors", "without failures", "with no failures",
                         "without any errors", "with zero failures", "with 0 failures", "cleanly",
                         "successfully"});
}

/// "exits 0", "exits with code 2", "passes without errors", "runs at least 3 tests"
bool eat_ending(Phrase& phrase, Command& command) {
  phrase.eat_small();
  if (phrase.eat_any({"exits", "exit", "returns", "return"})) {
    static_cast<void>(phrase.eat("with"));
    static_cast<void>(phrase.eat("exit"));
    static_cast<void>(phrase.eat_any({"code", "status"}));
    if (eat_without_errors(phrase)) return true;
    const auto status = eat_number(phrase);
    if (!status || *status > 255) return false;
    command.expect_exit = static_cast<std::int32_t>(*status);
    return true;
  }
  if (phrase.eat_any({"runs", "run", "executes"})) {
    if (eat_without_errors(phrase)) return true;
    const auto bounds = eat_bounds(phrase);
    if (!bounds || bounds->max || !phrase.eat_any({"tests", "test"})) return false;
    command.min_tests = bounds->min;
    return true;
  }
  if (!phrase.eat_any({"passes", "pass", "succeeds", "succeed", "is green", "completes", "complete",
                       "works"})) {
    return false;
  }
  static_cast<void>(eat_without_errors(phrase));
  if (phrase.eat("with") && !phrase.at_end()) {
    if (phrase.eat_any({"exit code 0", "exit status 0", "status 0", "code 0"})) return true;
    const auto bounds = eat_bounds(phrase);
    if (!bounds || bounds->max || !phrase.eat_any({"tests", "test"})) return false;
    static_cast<void>(phrase.eat_any({"passing", "executed"}));
    command.min_tests = bounds->min;
  }
  return true;
}

MaybeReading command_reading(Command command, const std::string& how, core::Rules rules) {
  if (command.command.find_first_not_of(" \t\n") == std::string::npos) return std::nullopt;
  command.is_test = command.min_tests.has_value() || is_test_command(command.command, rules);
  const std::string why = how + ": " + command.command;
  return ClauseReading{{std::move(command)}, why};
}

bool ends_with_any(std::string_view path, std::initializer_list<std::string_view> endings) {
  return std::any_of(endings.begin(), endings.end(),
                     [&](std::string_view ending) { return path.ends_with(ending); });
}

std::optional<Notation> notation_of(std::string_view path) {
  if (is_glob(path)) return std::nullopt;
  if (ends_with_any(path, {".json"})) return Notation::json;
  if (ends_with_any(path, {".yaml", ".yml"})) return Notation::yaml;
  return std::nullopt;
}

/// "/a/b" stays; "a.b[0]" becomes "/a/b/0".
std::string pointer_of(std::string_view key) {
  if (key.starts_with("/")) return std::string(key);
  std::string pointer;
  std::string part;
  const auto flush = [&] {
    if (!part.empty()) pointer += "/" + pointer_token(part);
    part.clear();
  };
  for (const char c : key) {
    if (c == '.' || c == '[' || c == ']') {
      flush();
    } else {
      part.push_back(c);
    }
  }
  flush();
  return pointer;
}

bool names_key(const PhraseToken& token) {
  if (token.kind == PhraseToken::Kind::comma || token.text.empty() || token.text.size() > 256) {
    return false;
  }
  if (token.text.front() == '/' && !is_json_pointer(token.text)) return false;
  if (token.is_marked()) return token.text.find_first_of(" \n") == std::string::npos;
  return std::all_of(token.text.begin(), token.text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("._-$@/[]").find(c) != std::string_view::npos;
  });
}

/// A quotation is a text; anything else is JSON if it can be, else a text.
std::optional<std::string> value_of(const PhraseToken& token) {
  if (token.kind == PhraseToken::Kind::comma || token.text.size() > 4096) return std::nullopt;
  JsonNode text;
  text.kind = JsonNode::Kind::text;
  text.text = token.text;
  if (token.kind == PhraseToken::Kind::quote) return to_json(text);
  const JsonTree tree = read_json_tree(token.text, 1000);
  if (tree.fault.empty()) return to_json(tree.root);
  // "is correct" is prose; "is 1.2.0" is not.
  const bool bare = token.kind == PhraseToken::Kind::word;
  if (bare && token.text.find_first_of("0123456789") == std::string::npos) return std::nullopt;
  return to_json(text);
}

MaybeReading value_reading(const std::string& path, const std::string& pointer,
                           std::optional<std::string> equals) {
  const auto notation = notation_of(path);
  if (!notation || pointer.empty()) return std::nullopt;
  const std::string why =
      fmt::format("the value {} in {}{}", pointer, path, equals ? " must be " + *equals : "");
  return ClauseReading{{Value{*notation, path, pointer, std::move(equals)}}, why};
}

bool eat_equals(Phrase& phrase) {
  return phrase.eat_any({"is set to", "set to", "equals", "equal to", "is", "=", "==", "with value",
                         "has value", "has the value", "should be", "must be", "to be"});
}

MaybeReading finish_value(Phrase phrase, const std::string& path, const std::string& pointer) {
  if (phrase.at_end()) return value_reading(path, pointer, std::nullopt);
  if (phrase.eat_any({"is present", "exists", "is defined", "is set"}) && phrase.at_end()) {
    return value_reading(path, pointer, std::nullopt);
  }
  if (phrase.peek().kind == PhraseToken::Kind::comma && phrase.peek().text == ":") {
    phrase.skip();
  } else if (!eat_equals(phrase)) {
    return std::nullopt;
  }
  if (phrase.left() != 1) return std::nullopt;
  auto equals = value_of(phrase.peek());
  if (!equals) return std::nullopt;
  return value_reading(path, pointer, std::move(equals));
}

/// What a word before the key says about where it stands.
std::string eat_prefix(Phrase& phrase) {
  if (phrase.eat_any({"npm script", "script", "scripts"})) return "/scripts/";
  if (phrase.eat_any({"dev dependency", "devdependency", "dev-dependency"})) {
    return "/devDependencies/";
  }
  if (phrase.eat_any({"dependency", "runtime dependency"})) return "/dependencies/";
  if (phrase.eat_any({"key", "field", "property", "entry", "option", "setting", "value"})) {
    return "/";
  }
  return "";
}

std::string placed(const std::string& prefix, std::string_view key) {
  return prefix.size() > 1 ? prefix + pointer_token(key) : pointer_of(key);
}

constexpr std::string_view methods[] = {"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"};

bool is_method(std::string_view word) {
  return std::find(std::begin(methods), std::end(methods), word) != std::end(methods);
}

struct Route {
  std::string method;
  std::string path;
};

bool is_route_path(std::string_view path) {
  return path.size() > 1 && path.front() == '/' &&
         std::all_of(path.begin(), path.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  std::string_view("/_-.:{}<>*[]").find(c) != std::string_view::npos;
         });
}

/// GET /x, or `GET /x`.
std::optional<Route> eat_route(Phrase& phrase) {
  const PhraseToken& token = phrase.peek();
  const std::size_t space = token.text.find(' ');
  if (token.is_marked() && space != std::string::npos) {
    Route route{token.text.substr(0, space), token.text.substr(space + 1)};
    if (!is_method(route.method) || !is_route_path(route.path)) return std::nullopt;
    phrase.skip();
    return route;
  }
  Route route{token.text, phrase.peek(1).text};
  if (!is_method(route.method) || !is_route_path(route.path)) return std::nullopt;
  phrase.skip();
  phrase.skip();
  return route;
}

/// The method and the quoted path on one line, in either order: app.get("/x"), @GetMapping("/x"),
/// route("/x", methods=["GET"]), "GET /x".
std::string route_pattern(const Route& route) {
  const std::string path = RE2::QuoteMeta(route.path);
  return fmt::format(
      "(?i:\\b{0}(?:mapping)?\\b)[^\\n]*[\"'`]{1}/?[\"'`]|[\"'`]{1}/?[\"'`][^\\n]*"
      "(?i:\\b{0}\\b)|[\"'`](?i:{0})\\s+{1}/?[\"'`]",
      route.method, path);
}

}  // namespace

bool is_test_command(std::string_view command, core::Rules rules) {
  if (rules >= core::Rules::v0_2) return tasklist::is_test_gate(command);
  static const RE2 tests(
      R"((?:^|[\s;&|/:])(?:test|tests|pytest|py\.test|jest|vitest|mocha|ava|ctest|rspec|phpunit|)"
      R"(nextest|tox|nox|unittest|karma|cypress|playwright|behave|bats|check)(?:$|[\s;&|:]))");
  return RE2::PartialMatch({command.data(), command.size()}, tests);
}

bool runs_no_tests(std::string_view command) {
  using tools::Purpose;
  const shell::Parsed parsed = shell::parse(command, {});
  if (parsed.error || parsed.list.items.empty() || tasklist::is_test_gate(command)) return false;
  const auto& commands = parsed.list.items.front().commands;
  const shell::Command& first = commands.front();
  if (first.kind != shell::CommandKind::simple) return false;
  const auto words = shell::texts_of(shell::Words(first.words).subspan(first.assignments));
  const tools::Argv bare = tools::bare_words(words);
  const tools::Tool* tool = bare.empty() ? nullptr : tools::find_tool(bare.front());
  // A script of the project may be anything, so it must stand alone.
  const bool alone = commands.size() == 1 && parsed.list.items.size() == 1;
  if (tool == nullptr || (tool->asked == tools::Asked::script && !alone)) return false;
  if (tool->asked == tools::Asked::target) return false;
  const Purpose purpose = tools::purpose_of(words);
  return purpose != Purpose::other && purpose != Purpose::setup && purpose != Purpose::test;
}

MaybeReading read_command_clause(Phrase phrase, const CriterionContext& context) {
  Command command;
  phrase.eat_small();
  if (phrase.eat_any({"exit code of", "exit status of"})) {
    command.command = eat_command(phrase);
    if (!phrase.eat("is")) return std::nullopt;
    const auto status = eat_number(phrase);
    if (!status || *status > 255 || !phrase.at_end()) return std::nullopt;
    command.expect_exit = static_cast<std::int32_t>(*status);
    return command_reading(command, "a command and its exit status", context.rules);
  }
  const bool told = phrase.eat_any({"run", "running", "execute", "executing"});
  static_cast<void>(phrase.eat_any({"command", "the command"}));
  const bool code = phrase.peek().kind == PhraseToken::Kind::code;
  const bool bare = is_program(phrase.peek());
  if (!code && !bare) return std::nullopt;
  command.command = eat_command(phrase);
  if (told && code && phrase.at_end())
    return command_reading(command, "a command to be run", context.rules);
  static_cast<void>(phrase.eat("command"));
  if (!eat_ending(phrase, command) || !phrase.at_end()) return std::nullopt;
  return command_reading(command, "a command and how it must end", context.rules);
}

MaybeReading read_tests_clause(Phrase phrase, const CriterionContext& context) {
  Command command;
  const auto bounds = eat_bounds(phrase);
  if (bounds && bounds->max) return std::nullopt;
  if (bounds) command.min_tests = bounds->min;
  static_cast<void>(phrase.eat_any({"all", "all of"}));
  phrase.eat_small();
  static_cast<void>(phrase.eat_any({"existing", "unit", "automated", "integration"}));
  if (!phrase.eat_any({"tests", "test", "test suite", "test suites", "test cases", "suite"})) {
    return std::nullopt;
  }
  phrase.eat_small();
  if (!phrase.eat_any({"pass", "passes", "succeed", "succeeds", "are green", "is green", "run"})) {
    return std::nullopt;
  }
  static_cast<void>(eat_without_errors(phrase));
  if (phrase.eat_any({"with", "via", "using", "in", "under", "by running"}) || phrase.eat_comma()) {
    command.command = eat_command(phrase);
    if (!phrase.at_end()) return std::nullopt;
    command.is_test = true;
    if (command.command.empty()) return std::nullopt;
    const std::string why = "a test run: " + command.command;
    return ClauseReading{{command}, why};
  }
  if (!phrase.at_end() || context.test_commands.empty()) return std::nullopt;
  ClauseReading reading;
  command.is_test = true;
  for (const std::string& each : context.test_commands) {
    command.command = each;
    reading.forms.emplace_back(command);
  }
  reading.why = fmt::format("a test run by the task's own test commands: {}",
                            fmt::join(context.test_commands, "; "));
  return reading;
}

MaybeReading read_value_clause(Phrase phrase, const CriterionContext& context) {
  phrase.eat_small();
  Phrase turned = phrase;
  // "`a.b` in x.json is 3", "script `x` exists in package.json"
  const std::string before = eat_prefix(turned);
  if (names_key(turned.peek()) && !names_path(turned.peek(), context.files)) {
    const std::string pointer = placed(before, turned.peek().text);
    turned.skip();
    static_cast<void>(eat_prefix(turned));
    const bool exists = turned.eat_any({"exists", "is defined", "is present", "is set"});
    if (turned.eat("in") && notation_of(turned.peek().text)) {
      const std::string path = turned.peek().text;
      turned.skip();
      if (exists)
        return turned.at_end() ? value_reading(path, pointer, std::nullopt) : std::nullopt;
      if (!turned.at_end()) return finish_value(turned, path, pointer);
    }
  }
  if (!names_path(phrase.peek(), context.files) || !notation_of(phrase.peek().text)) {
    return std::nullopt;
  }
  const std::string path = phrase.peek().text;
  phrase.skip();
  const bool verb = phrase.eat_any(
      {"has", "sets", "contains", "defines", "declares", "lists", "includes", "have", "set"});
  phrase.eat_small();
  const std::string prefix = eat_prefix(phrase);
  if (!names_key(phrase.peek())) return std::nullopt;
  const std::string key = phrase.peek().text;
  phrase.skip();
  std::string where = placed(prefix, key);
  if (prefix.empty()) {
    const std::string after = eat_prefix(phrase);
    if (!after.empty()) where = placed(after, key);
    // "x.json contains `y`" speaks of a text, not of a key.
    if (phrase.at_end() && (after.empty() || !verb)) return std::nullopt;
  }
  return finish_value(phrase, path, where);
}

MaybeReading read_route_clause(Phrase phrase, const CriterionContext& context) {
  phrase.eat_small();
  std::vector<std::string> places;
  if (names_path(phrase.peek(), context.files)) {
    places.push_back(as_glob(phrase.peek().text));
    phrase.skip();
    if (!phrase.eat_any({"defines", "exposes", "registers", "implements", "handles", "has", "adds",
                         "declares", "serves", "contains"})) {
      return std::nullopt;
    }
    phrase.eat_small();
  }
  static_cast<void>(phrase.eat_any({"route", "endpoint", "api endpoint"}));
  const auto route = eat_route(phrase);
  if (!route) return std::nullopt;
  static_cast<void>(phrase.eat_any({"route", "endpoint", "handler"}));
  if (places.empty()) {
    phrase.eat_small();
    if (!phrase.eat_any({"exists", "is defined", "is registered", "is implemented", "is handled",
                         "exist", "be defined", "is exposed", "is declared", "is added"})) {
      return std::nullopt;
    }
    if (auto named = eat_places(phrase, context)) {
      places = std::move(*named);
    } else {
      std::copy_if(context.files.begin(), context.files.end(), std::back_inserter(places),
                   [](const std::string& path) { return is_source(path); });
    }
  }
  if (places.empty() || !phrase.at_end()) return std::nullopt;
  const std::string why =
      fmt::format("the route {} {} in {}", route->method, route->path, fmt::join(places, ", "));
  return ClauseReading{
      {Pattern{route_pattern(*route), places, 1, {}, core::goals::Blank::comments}}, why};
}

}  // namespace assay::format
