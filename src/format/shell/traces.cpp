// SPDX-License-Identifier: MIT
#include "format/shell/traces.h"

#include "base/text/escape.h"
#include "format/shell/literal.h"
#include "format/shell/observed.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::format {
namespace {

constexpr std::size_t trace_max = 160;

std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

// `make: [Makefile:2: test] Error 1 (ignored)`, `make[1]: *** [Makefile:5: all] Error 2`
struct MakeTrace {
  std::string_view file;
  std::size_t line = 0;
  bool ignored = false;
  bool found = false;
};

MakeTrace make_trace(std::string_view line) {
  MakeTrace trace;
  const bool make = line.starts_with("make: ") || line.starts_with("make[") ||
                    line.starts_with("gmake: ") || line.starts_with("gmake[");
  const std::size_t open = line.find(": ");
  if (!make || open == std::string_view::npos) return trace;
  std::string_view rest = line.substr(open + 2);
  const bool stops = rest.starts_with("*** ");
  if (stops) rest.remove_prefix(4);
  const std::size_t close = rest.find(']');
  if (!rest.starts_with('[') || close == std::string_view::npos) return trace;
  const std::string_view behind = rest.substr(close + 1);
  trace.ignored = behind.find("(ignored)") != std::string_view::npos;
  trace.found = behind.starts_with(" Error ") && (stops || trace.ignored);
  const std::string_view inside = rest.substr(1, close - 1);
  const std::size_t colon = inside.find(':');
  if (colon == std::string_view::npos) return trace;
  trace.file = inside.substr(0, colon);
  const std::string_view number = inside.substr(colon + 1);
  const auto parsed =
      shell::literal_number(number.substr(0, std::min(number.find(':'), number.size())));
  trace.line = parsed && *parsed > 0 ? static_cast<std::size_t>(*parsed) : 0;
  return trace;
}

std::string recipe_at(std::string_view text, std::size_t number) {
  for (std::size_t at = 1; at < number && !text.empty(); ++at) take_line(text);
  std::string_view line = take_line(text);
  const std::size_t begin = line.find_first_not_of(" \t@-+");
  return begin == std::string_view::npos ? "" : std::string(line.substr(begin));
}

bool only_tidies(const MakeTrace& trace, const shell::Sources& sources) {
  if (trace.line == 0 || !sources) return false;
  const auto text = sources(std::string(trace.file));
  if (!text) return false;
  std::string recipe = recipe_at(*text, trace.line);
  while (recipe.ends_with('\\')) recipe.pop_back();
  // A variable of make's own stands for something that cannot be looked up here.
  std::replace(recipe.begin(), recipe.end(), '$', '_');
  std::replace(recipe.begin(), recipe.end(), '(', '_');
  std::replace(recipe.begin(), recipe.end(), ')', '_');
  return shell::is_question(recipe, 1, recipe);
}

bool npm_trace(std::string_view line) {
  return line.starts_with("npm ERR! Lifecycle script") ||
         line.starts_with("npm ERR! code ELIFECYCLE") ||
         line.starts_with("npm error Lifecycle script") ||
         line.starts_with("npm error code ELIFECYCLE") ||
         (line.find("ELIFECYCLE") != std::string_view::npos &&
          line.find("Command failed") != std::string_view::npos) ||
         line.starts_with("npm error command failed") || line.starts_with("npm ERR! Test failed");
}

// What else tells of a failure it goes on after; `tool` must be named in the command, or in what it
// may start.
struct TraceWords {
  std::string_view tool;
  std::string_view words;
};

constexpr TraceWords trace_words[] = {
    {"tox", "command failed but result from testenv is ignored"},
    {"tox", "command failed but is marked ignore outcome so handling it as success"},
    {"tox", ": ignored failed command"},
    {"tox", ": IGNORED FAIL code "},
    {"pnpm", "No projects matched the filters"},
    {"nx", "No tasks were run"},
};

// `[test] npm run unit exited with code 1`: concurrently may go by another one. What it ends itself
// has 128 and more, or the name of a signal.
bool concurrently_trace(std::string_view line, std::string_view command) {
  constexpr std::string_view words = " exited with code ";
  const std::size_t at = line.rfind(words);
  if (!line.starts_with('[') || at == std::string_view::npos ||
      command.find("concurrently") == std::string_view::npos)
    return false;
  const auto code = shell::literal_number(line.substr(at + words.size()));
  return code && *code > 0 && *code < 128;
}

// `py: exit 1 (0.01 seconds) /work> rm nosuch pid=12`, the line before: what failed was tidying up.
bool tox_tidies(std::string_view before) {
  const std::size_t begin = before.find("> ");
  if (before.find(": exit ") == std::string_view::npos || begin == std::string_view::npos)
    return false;
  const std::string_view command = before.substr(begin + 2);
  return shell::is_question(command.substr(0, command.find(" pid=")), 1, "");
}

bool tool_trace(std::string_view line, std::string_view command) {
  if (concurrently_trace(line, command)) return true;
  return std::any_of(std::begin(trace_words), std::end(trace_words), [&](const TraceWords& trace) {
    return line.find(trace.words) != std::string_view::npos &&
           command.find(trace.tool) != std::string_view::npos;
  });
}

}  // namespace

bool may_pass_over(std::string_view command) {
  for (const std::string_view word :
       {"make", "npm", "pnpm", "yarn", ".sh", "./", "tox", "concurrently", "nx"}) {
    if (command.find(word) != std::string_view::npos) return true;
  }
  return false;
}

std::string passed_over(std::string_view log, std::string_view command,
                        const shell::Sources& sources) {
  std::string_view before;
  for (std::string_view line; !log.empty(); before = line) {
    line = take_line(log);
    const MakeTrace trace = make_trace(line);
    if (!npm_trace(line) && !trace.found && !tool_trace(line, command)) continue;
    if (!trace.found && tox_tidies(before)) continue;
    if (trace.found && trace.ignored && only_tidies(trace, sources)) continue;
    return fmt::format("`{}` stands in the output, and the exit status is 0",
                       printable(line.substr(0, trace_max)));
  }
  return {};
}

}  // namespace assay::format
