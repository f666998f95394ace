// SPDX-License-Identifier: MIT
#include "format/project/ci.h"

#include "base/text/ascii.h"
#include "base/text/join.h"
#include "base/text/path.h"
#include "format/project/survey.h"
#include "format/yaml/tree.h"

#include <algorithm>
#include <cctype>

namespace assay::format::project {
namespace {

constexpr std::size_t ci_files_max = 20;
constexpr std::size_t ci_commands_max = 400;
constexpr std::size_t ci_text_max = 1U << 20;

using Node = YamlNode;

const Node& none() {
  static const Node nothing;
  return nothing;
}

const Node& at(const Node& map, std::string_view key) {
  if (map.kind != Node::Kind::map) return none();
  for (std::size_t i = 0; i + 1 < map.items.size(); i += 2) {
    if (map.items[i].text == key) return map.items[i + 1];
  }
  return none();
}

std::string scalar_at(const Node& map, std::string_view key) {
  const Node& node = at(map, key);
  return node.kind == Node::Kind::scalar ? node.text : std::string{};
}

bool is_there(const Node& node) { return node.kind != Node::Kind::null; }

/// A name of a job, stage or file that has nothing to do with verifying a change.
bool is_aside(std::string_view name) {
  const std::string low = lowered(name);
  for (const char* word :
       {"release", "publish",  "deploy",     "pages",     "codeql", "scorecard", "stale",
        "label",   "nightly",  "benchmark",  "fuzz",      "docker", "windows",   "macos",
        "osx",     "backport", "dependabot", "changelog", "mingw",  "msvc"}) {
    if (contains(low, word)) return true;
  }
  return false;
}

/// Calls `each` for the scalar or for every scalar in the list, nested lists included.
template <class Each>
void for_scalars(const Node& node, const Each& each) {
  if (node.kind == Node::Kind::scalar) each(node.text);
  if (node.kind != Node::Kind::list) return;
  for (const Node& item : node.items) for_scalars(item, each);
}

template <class Each>
void for_entries(const Node& map, const Each& each) {
  if (map.kind != Node::Kind::map) return;
  for (std::size_t i = 0; i + 1 < map.items.size(); i += 2)
    each(map.items[i].text, map.items[i + 1]);
}

template <class Each>
void for_items(const Node& list, const Each& each) {
  if (list.kind != Node::Kind::list) return;
  for (const Node& item : list.items) each(item);
}

/// "a/b/../c" -> "a/c/"; nothing if it leaves the workspace or is not a plain path.
std::optional<std::string> folder_after(const std::string& folder, std::string_view step) {
  if (step.empty() || step.front() == '/' || step.front() == '~' || step.front() == '-' ||
      step.find_first_of("$*?`") != std::string_view::npos)
    return std::nullopt;
  const std::string path = folder + std::string{step};
  const PathParts plain = path_parts(path);
  if (plain.leaves) return std::nullopt;
  return plain.parts.empty() ? std::string() : joined(plain.parts, "/") + "/";
}

/// Expressions that mean the workspace become a dot; other lines with expressions are taken out.
std::string without_expressions(std::string_view script) {
  std::string out;
  for (const std::string_view raw : lines_of(script)) {
    std::string line{raw};
    for (const char* spelling :
         {"${{ github.workspace }}", "${{github.workspace}}", "$GITHUB_WORKSPACE",
          "$(Build.SourcesDirectory)", "$CI_PROJECT_DIR"}) {
      for (std::size_t p = line.find(spelling); p != std::string::npos; p = line.find(spelling))
        line.replace(p, std::string_view{spelling}.size(), ".");
    }
    if (contains(line, "${{") || contains(line, "$((") || contains(line, "<<")) {
      // Behind a `cd` to an unknown folder the working directory is unknown.
      if (contains(line, "cd ") || (!line.empty() && trimmed(line).back() == '\\')) break;
      continue;
    }
    out += line + "\n";
  }
  return out;
}

void read_github_step(const Node& step, const std::string& job_folder, const std::string& source,
                      CiReading& out) {
  const std::string run = scalar_at(step, "run");
  const std::string shell = scalar_at(step, "shell");
  const std::string condition = lowered(scalar_at(step, "if"));
  if (run.empty() || scalar_at(step, "continue-on-error") == "true") return;
  if (!shell.empty() && shell.substr(0, 4) != "bash" && shell.substr(0, 2) != "sh") return;
  for (const char* word :
       {"windows", "macos", "failure()", "always()", "cancel", "refs/tags", "release"}) {
    if (contains(condition, word)) return;
  }
  if (is_aside(scalar_at(step, "name"))) return;
  const std::string written = scalar_at(step, "working-directory");
  if (written.empty()) return add_script(run, job_folder, source, out);
  const std::string dir = without_expressions(written);
  const auto folder = folder_after("", trimmed(lines_of(dir).empty() ? "" : lines_of(dir).front()));
  if (folder && !dir.empty()) add_script(run, *folder, source, out);
}

/// Whether a workflow is about changes at all, and not about releases or the clock.
bool verifies_changes(const Node& root) {
  const Node& on = at(root, "on");
  if (!is_there(on)) return true;
  bool wanted = false;
  for_scalars(on, [&](const std::string& name) {
    wanted = wanted || name == "push" || name == "pull_request" || name == "workflow_call";
  });
  if (is_there(at(on, "pull_request")) || is_there(at(on, "workflow_call"))) return true;
  for_entries(on, [&](const std::string& name, const Node& value) {
    if (name == "pull_request" || name == "workflow_call" || name == "merge_group") wanted = true;
    if (name == "push")
      wanted = wanted || !is_there(at(value, "tags")) || is_there(at(value, "branches"));
  });
  return wanted;
}

void read_scripts_of(const Node& job, const std::string& source, CiReading& out) {
  for (const char* key : {"script", "commands"}) {
    std::string all;
    for_scalars(at(job, key), [&](const std::string& line) { all += line + "\n"; });
    if (!all.empty()) add_script(all, "", source, out);
  }
}

void read_azure_steps(const Node& steps, const std::string& source, CiReading& out) {
  for_items(steps, [&](const Node& step) {
    for (const char* key : {"script", "bash"}) {
      const std::string script = scalar_at(step, key);
      const std::string dir = scalar_at(step, "workingDirectory");
      const auto folder = folder_after("", dir.empty() ? "." : dir);
      if (!script.empty() && folder) add_script(script, *folder, source, out);
    }
  });
}

std::string text_in(const ProjectFiles& files, const std::string& path, CiReading& out) {
  std::string text = files.read(path).value_or("");
  if (text.size() > ci_text_max) text.clear();
  if (out.text.size() < ci_text_max) out.text += text + "\n";
  return text;
}

}  // namespace

void add_script(std::string_view script, std::string folder, const std::string& source,
                CiReading& out) {
  const Splitting parts = split_script(without_expressions(script));
  if (!parts.plain) return;
  for (const Simple& simple : parts.commands) {
    if (simple.words.front() == "cd" || simple.words.front() == "pushd") {
      const auto next = simple.words.size() == 2 && simple.literal
                            ? folder_after(folder, simple.words[1])
                            : std::nullopt;
      if (!next) return;
      folder = *next;
      continue;
    }
    if (out.commands.size() >= ci_commands_max) return;
    out.commands.push_back({simple, folder, source});
  }
}

void read_github(std::string_view yaml, const std::string& source, CiReading& out) {
  const YamlReading reading = read_yaml(yaml);
  if (!reading.faults.empty() || is_aside(base_of(source)) || !verifies_changes(reading.root))
    return;
  for_entries(at(reading.root, "jobs"), [&](const std::string& id, const Node& job) {
    const std::string os = lowered(scalar_at(job, "runs-on"));
    if (is_aside(id) || is_aside(scalar_at(job, "name")) || is_there(at(job, "services")) ||
        contains(os, "windows") || contains(os, "macos"))
      return;
    const std::string dir = scalar_at(at(at(job, "defaults"), "run"), "working-directory");
    const auto folder = folder_after("", dir.empty() ? "." : dir);
    if (!folder) return;
    for_items(at(job, "steps"),
              [&](const Node& step) { read_github_step(step, *folder, source, out); });
  });
}

void read_gitlab(std::string_view yaml, const std::string& source, CiReading& out) {
  const YamlReading reading = read_yaml(yaml);
  if (!reading.faults.empty()) return;
  for_entries(reading.root, [&](const std::string& id, const Node& job) {
    if (job.kind != Node::Kind::map || id.empty() || id.front() == '.' || is_aside(id) ||
        is_aside(scalar_at(job, "stage")) || is_there(at(job, "services")) ||
        scalar_at(job, "when") == "manual")
      return;
    read_scripts_of(job, source, out);
  });
}

void read_circle(std::string_view yaml, const std::string& source, CiReading& out) {
  const YamlReading reading = read_yaml(yaml);
  if (!reading.faults.empty()) return;
  for_entries(at(reading.root, "jobs"), [&](const std::string& id, const Node& job) {
    if (is_aside(id)) return;
    for_items(at(job, "steps"), [&](const Node& step) {
      const Node& run = at(step, "run");
      const std::string script =
          run.kind == Node::Kind::scalar ? run.text : scalar_at(run, "command");
      const std::string dir = scalar_at(run, "working_directory");
      const auto folder = folder_after("", dir.empty() ? "." : dir);
      if (!script.empty() && folder) add_script(script, *folder, source, out);
    });
  });
}

void read_azure(std::string_view yaml, const std::string& source, CiReading& out) {
  const YamlReading reading = read_yaml(yaml);
  if (!reading.faults.empty()) return;
  const auto read_jobs = [&](const Node& jobs) {
    for_items(jobs, [&](const Node& job) {
      if (!is_aside(scalar_at(job, "job")) && !is_aside(scalar_at(job, "displayName")))
        read_azure_steps(at(job, "steps"), source, out);
    });
  };
  read_azure_steps(at(reading.root, "steps"), source, out);
  read_jobs(at(reading.root, "jobs"));
  for_items(at(reading.root, "stages"), [&](const Node& stage) {
    if (!is_aside(scalar_at(stage, "stage"))) read_jobs(at(stage, "jobs"));
  });
}

void read_travis(std::string_view yaml, const std::string& source, CiReading& out) {
  const YamlReading reading = read_yaml(yaml);
  if (!reading.faults.empty()) return;
  read_scripts_of(reading.root, source, out);
  for (const char* key : {"jobs", "matrix"}) {
    for_items(at(at(reading.root, key), "include"),
              [&](const Node& job) { read_scripts_of(job, source, out); });
  }
}

void read_drone(std::string_view yaml, const std::string& source, CiReading& out) {
  const YamlReading reading = read_yaml(yaml);
  if (!reading.faults.empty()) return;
  for (const char* key : {"steps", "pipeline"}) {
    const Node& steps = at(reading.root, key);
    for_items(steps, [&](const Node& step) {
      if (!is_aside(scalar_at(step, "name"))) read_scripts_of(step, source, out);
    });
    for_entries(steps, [&](const std::string& id, const Node& step) {
      if (!is_aside(id)) read_scripts_of(step, source, out);
    });
  }
}

CiReading read_ci(const ProjectFiles& files) {
  CiReading out;
  using ReadOne = void (*)(std::string_view, const std::string&, CiReading&);
  const auto read_one = [&](const std::string& path, ReadOne reader) {
    if (files.exists(path)) reader(text_in(files, path, out), path, out);
  };
  const auto read_folder = [&](const std::string& folder, ReadOne reader) {
    std::size_t read = 0;
    for (const std::string& name : files.list(folder)) {
      if (!ends_with(name, ".yml") && !ends_with(name, ".yaml")) continue;
      if (++read <= ci_files_max) read_one(folder + "/" + name, reader);
    }
  };
  read_folder(".github/workflows", read_github);
  read_one(".gitlab-ci.yml", read_gitlab);
  read_one(".circleci/config.yml", read_circle);
  read_one("azure-pipelines.yml", read_azure);
  read_one(".azure-pipelines.yml", read_azure);
  read_one(".travis.yml", read_travis);
  read_one(".woodpecker.yml", read_drone);
  read_folder(".woodpecker", read_drone);
  read_one(".drone.yml", read_drone);
  return out;
}

}  // namespace assay::format::project
