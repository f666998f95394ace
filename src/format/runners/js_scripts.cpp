// SPDX-License-Identifier: MIT
// What package managers say when a script does not exist or does nothing, and the monorepo tools
// that run the scripts of many packages and put a name before each line or a heading before each
// task.
#include "format/runners.h"
#include "format/runners/families.h"
#include "format/runners/sight.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>

namespace assay::format {
namespace {

/// "> x@1.0.0 test", then "> echo ok": a script of nothing but echo tests nothing.
bool only_echoes(const Transcript& transcript, std::size_t at) {
  const std::string_view line = transcript.line(at);
  if (at == 0 || !starts_with(line, "> echo ")) return false;
  const std::string_view heading = transcript.line(at - 1);
  return starts_with(heading, "> ") && line.find_first_of("&|;`$") == std::string_view::npos;
}

bool says_no_script(std::string_view line) {
  return contains(line, "Error: no test specified") || contains(line, "Missing script: ") ||
         contains(line, "missing script: ") || contains(line, "Couldn't find a script named") ||
         contains(line, "error: Script not found \"") ||
         (starts_with(line, "error Command \"") && contains(line, "\" not found")) ||
         (contains(line, "None of the selected packages ha") && contains(line, " script"));
}

/// "web:test: ", "packages/a test: ", "[web]: ", "web-1  | ": who prints the rest of the line.
struct Prefix {
  std::string_view task;
  std::string_view rest;
};

bool is_task_name(std::string_view name) {
  constexpr std::size_t longest = 100;
  return !name.empty() && name.size() <= longest &&
         name.find_first_of(" \t\"'()<>=") == std::string_view::npos;
}

std::string_view after_gap(std::string_view rest) {
  if (!rest.empty() && rest.front() == ' ') rest.remove_prefix(1);
  return rest;
}

/// turbo: "web:test: text", "@scope/web#test: text".
std::optional<Prefix> turbo_prefix(std::string_view line) {
  const std::size_t end = line.find(": ");
  const std::size_t colon =
      end == std::string_view::npos && ends_with(line, ":") ? line.size() - 1 : end;
  if (colon == std::string_view::npos) return std::nullopt;
  const std::string_view task = line.substr(0, colon);
  if (!is_task_name(task) || task.find_first_of(":#") == std::string_view::npos)
    return std::nullopt;
  if (starts_with(task, "file:") || starts_with(task, "node:")) return std::nullopt;
  return Prefix{task, after_gap(line.substr(colon + 1))};
}

/// pnpm -r: "packages/a test: text", "packages/a test:unit: text", and "packages/a test$ vitest
/// run" for the command. The name of a script may have colons; the one that ends it has a blank
/// behind it.
std::optional<Prefix> pnpm_prefix(std::string_view line) {
  const std::size_t gap = line.find(' ');
  if (gap == std::string_view::npos || !is_task_name(line.substr(0, gap))) return std::nullopt;
  std::size_t end = gap + 1;
  while (end < line.size() && !is_blank(line[end])) ++end;
  if (end == gap + 1) return std::nullopt;
  const char mark = line[end - 1];
  if (mark != ':' && mark != '$') return std::nullopt;
  const std::string_view script = line.substr(gap + 1, end - gap - 2);
  if (!is_task_name(script) || !contains(script, "test")) return std::nullopt;
  return Prefix{line.substr(0, end - 1), after_gap(line.substr(end))};
}

/// concurrently: "[0] text", "[unit] text".
std::optional<Prefix> numbered_prefix(std::string_view line) {
  if (!starts_with(line, "[")) return std::nullopt;
  const std::size_t end = line.find(']');
  if (end == std::string_view::npos || !is_task_name(line.substr(1, end - 1))) return std::nullopt;
  return Prefix{line.substr(0, end + 1), after_gap(line.substr(end + 1))};
}

/// lerna run --stream: "web: text", "@scope/web: text".
std::optional<Prefix> lerna_prefix(std::string_view line) {
  std::size_t colon = line.find(": ");
  if (colon == std::string_view::npos && ends_with(line, ":")) colon = line.size() - 1;
  if (colon == std::string_view::npos || !is_task_name(line.substr(0, colon))) return std::nullopt;
  return Prefix{line.substr(0, colon), after_gap(line.substr(colon + 1))};
}

/// docker compose: "web-1  | text"; Yarn: "[web]: text".
std::optional<Prefix> other_prefix(std::string_view line) {
  if (starts_with(line, "[")) {
    const std::size_t end = line.find("]: ");
    if (end == std::string_view::npos || !is_task_name(line.substr(1, end - 1)))
      return std::nullopt;
    return Prefix{line.substr(0, end + 1), line.substr(end + 3)};
  }
  const std::size_t bar = line.find('|');
  if (bar == std::string_view::npos || bar < 2 || line[bar - 1] != ' ') return std::nullopt;
  const std::string_view task = trim(line.substr(0, bar));
  if (!is_task_name(task) || !is_digit(task.back())) return std::nullopt;
  return Prefix{task, after_gap(line.substr(bar + 1))};
}

using FindPrefix = std::optional<Prefix> (*)(std::string_view);

/// The scheme the wrapper at work uses; none if no wrapper shows itself.
FindPrefix prefix_scheme(const Transcript& transcript) {
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (starts_with(line, "\u2022 Running ") || contains(line, ": cache miss, executing ") ||
        contains(line, ": cache hit, replaying ") ||
        contains(line, ": cache bypass, force executing ")) {
      return turbo_prefix;
    }
    if (starts_with(line, "Scope: ") && contains(line, " workspace project")) return pnpm_prefix;
    if (starts_with(line, "Attaching to ")) return other_prefix;
  }
  if (transcript.command_names("pnpm")) return pnpm_prefix;
  if (transcript.command_names("concurrently")) return numbered_prefix;
  if (transcript.command_names("lerna")) return lerna_prefix;
  if (transcript.command_names("yarn") && transcript.command_mentions("foreach"))
    return other_prefix;
  return nullptr;
}

struct ScriptTask {
  std::string output;
  bool cached = false;
};

struct Tasks {
  static constexpr std::size_t most = 2000;

  std::map<std::string, ScriptTask, std::less<>> by_name;
  std::size_t first = 0;
  std::size_t last = 0;

  void hear(const Prefix& prefix, std::size_t line) {
    if (by_name.empty()) first = line;
    last = line;
    auto found = by_name.find(prefix.task);
    if (found == by_name.end()) {
      if (by_name.size() == most) return;
      found = by_name.emplace(std::string(prefix.task), ScriptTask{}).first;
    }
    found->second.output.append(prefix.rest).push_back('\n');
    if (starts_with(prefix.rest, "cache hit, replaying ")) found->second.cached = true;
  }
};

/// Each task's output is read on its own; what a cache replayed did not run.
Sighting sum_of(const Tasks& tasks) {
  Sighting all = sight(tasks.first, tasks.last, {});
  bool known = false;
  for (const auto& [name, task] : tasks.by_name) {
    const core::Tally one = read_runner_output({}, task.output);
    if (!one.known()) continue;
    known = true;
    if (task.cached || one.cached) {
      all.tally.cached = true;
      continue;
    }
    all.tally.executed += one.executed;
    all.tally.failed += one.failed;
    all.tally.skipped += one.skipped;
    if (all.tally.source.empty()) all.tally.source = one.source;
  }
  if (!known) all.tally.executed = -1;
  all.tally.cached = all.tally.cached && all.tally.executed == 0;
  return all;
}

void find_npm_script(const Transcript& transcript, std::vector<Sighting>& out) {
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    if (says_no_script(transcript.line(i)) || only_echoes(transcript, i)) {
      out.push_back(sight(i, i, {}, Strength::remark));
    }
  }
}

void find_workspace_tasks(const Transcript& transcript, std::vector<Sighting>& out) {
  // The output of a single task is read without a command line, and is not taken apart again.
  if (transcript.command().empty()) return;
  const FindPrefix prefix_of = prefix_scheme(transcript);
  if (prefix_of == nullptr) return;
  Tasks tasks;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    if (const auto prefix = prefix_of(transcript.line(i))) tasks.hear(*prefix, i);
  }
  if (tasks.by_name.empty()) return;
  const Sighting sum = sum_of(tasks);
  if (sum.tally.known()) out.push_back(sum);
}

void find_nx_tasks(const Transcript& transcript, std::vector<Sighting>& out) {
  std::optional<std::size_t> cached;  // heading of the task whose recorded output is being shown
  const auto close = [&](std::size_t end) {
    if (!cached) return;
    Sighting replay = sight(*cached, end, {});
    replay.tally.cached = true;
    out.push_back(replay);
    cached.reset();
  };
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (starts_with(trim_left(line), "> nx run ")) {
      close(i - 1);
      const bool replayed = ends_with(line, "[local cache]") || ends_with(line, "[remote cache]") ||
                            contains(line, "[existing outputs match the cache");
      if (replayed) cached = i;
    } else if (cached && contains(line, " NX ")) {
      close(i - 1);
    }
  }
  if (cached) close(transcript.size() - 1);
}

}  // namespace

std::span<const Recogniser> js_scripts_family() {
  static constexpr Recogniser family[] = {
      {"npm",
       {"no test specified", "issing script", "ot found", "Couldn't find a script",
        "has a \"test\" script", "> echo "},
       find_npm_script},
      {"turbo", {": ", ":\n", "$ ", "  | ", "] "}, find_workspace_tasks, Closing::once},
      // Not plainly "nx": these sightings are only of what was replayed, and must not silence the
      // runners of other tasks.
      {"nx cache", {"> nx run "}, find_nx_tasks},
  };
  return family;
}

}  // namespace assay::format
