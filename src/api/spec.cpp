// SPDX-License-Identifier: MIT
#include "api/spec.h"

#include "api/foresight.h"
#include "base/text/escape.h"
#include "format/spec/state.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::api {

namespace {

using format::TaskFinding;

constexpr std::uint64_t spec_file_max = 8U << 20;

/// Empty: there is none.
std::string find_folder(const Site& site, const std::string& written) {
  std::vector<std::string> candidates = {written};
  if (!written.starts_with("/")) {
    candidates.push_back(site.place.workspace + "/" + written);
    candidates.push_back(site.place.workspace + "/specs/" + written);
  }
  for (const std::string& path : candidates) {
    if (!site.files().is_directory(path)) continue;
    if (auto real = site.files().real_path(path)) return real.take();
  }
  return "";
}

Problem no_tasks(const Spec& spec, const Error& error) {
  const bool missing = error.fault == Fault::not_found;
  return {.code = Code::tasks_missing,
          .field = "spec_dir",
          .value = spec.relative,
          .what = missing ? fmt::format("Tasks file missing at {}/tasks.md", spec.relative)
                          : error.what,
          .hint =
              "Write the list of tasks there: `- [ ] 1.1 Title` with Do, Files, Done when, "
              "Verify, Commit"};
}

bool has_gates(const format::Config& config) { return !config.verify.manifest.commands.empty(); }

std::vector<TaskFinding> findings_of(const Spec& spec, const format::Config& config) {
  return format::lint_tasks(spec.reading, spec.text, {has_gates(config)});
}

/// Whatever else holds, such a Verify proves nothing.
bool proves_nothing(const TaskFinding& finding) {
  return finding.rule == "verify-masked" || finding.rule == "verify-constant" ||
         finding.rule == "verify-detaches" || finding.rule == "verify-unparsable";
}

bool is_about_ticked_task(const Spec& spec, const TaskFinding& finding) {
  const auto& tasks = spec.reading.tasks;
  const auto after = std::find_if(tasks.begin(), tasks.end(), [&](const core::loop::Task& task) {
    return task.line > finding.line;
  });
  const bool of_task = finding.rule.find("verify") != std::string::npos;
  return of_task && after != tasks.begin() && std::prev(after)->checked;
}

/// As compilers tell it, with what to do about it below.
std::string one_finding(const Spec& spec, const TaskFinding& finding) {
  return fmt::format("{}/tasks.md:{}: error: {} [{}]{}", spec.relative, finding.line,
                     finding.message, finding.rule,
                     finding.hint.empty() ? "" : "\n    " + finding.hint);
}

}  // namespace

Reply<Spec> find_spec(const Site& site, const std::string& written) {
  Spec spec;
  spec.path = find_folder(site, written);
  if (spec.path.empty())
    return Problem{.code = Code::spec_missing,
                   .field = "spec_dir",
                   .value = written,
                   .what = fmt::format("Spec directory missing at {}/", written),
                   .hint = "Create the spec, or name the folder that holds its tasks.md"};
  if (!spec.path.starts_with(site.place.workspace + "/"))
    return Problem{
        .code = Code::spec_outside,
        .field = "spec_dir",
        .value = spec.path,
        .what = fmt::format("{} is not inside the workspace {}", spec.path, site.place.workspace),
        .hint = "Name a folder of the workspace"};
  spec.relative = spec.path.substr(site.place.workspace.size() + 1);
  spec.name = spec.path.substr(spec.path.rfind('/') + 1);
  auto text = read_of_workspace(site, spec.path + "/tasks.md", spec_file_max);
  if (!text) return no_tasks(spec, text.error());
  spec.text = text.take();
  spec.reading = format::read_tasks(spec.text);
  if (!spec.reading.problems.empty()) return problems_of(spec.reading.problems);
  return spec;
}

std::vector<TaskFinding> lint_spec(const Site& site, const Spec& spec,
                                   const format::Config& config) {
  std::vector<TaskFinding> findings = findings_of(spec, config);
  for (const core::loop::Task& task : spec.reading.tasks) {
    for (const core::loop::TaskCommand& command : task.commands) {
      if (command.lint.has(core::LintRule::masked) || command.lint.has(core::LintRule::constant))
        continue;
      for (const core::LintFinding& finding :
           foreseen_losses(site, command.command, site.place.workspace)) {
        findings.push_back(
            {task.line, "verify-starts-masked", false,
             fmt::format("`{}`: {}", printable(command.command), finding.why),
             "let the command that checks decide the exit status, unless a task before it will"});
      }
    }
  }
  std::stable_sort(findings.begin(), findings.end(),
                   [](const TaskFinding& a, const TaskFinding& b) { return a.line < b.line; });
  return findings;
}

std::vector<TaskFinding> obstacles(const Spec& spec, const format::Config& config) {
  std::vector<TaskFinding> found = findings_of(spec, config);
  std::erase_if(found, [&](const TaskFinding& finding) {
    if (!finding.is_error || finding.rule.starts_with("parallel-")) return true;
    // A tick is no better than the Verify it is checked by.
    return !proves_nothing(finding) && is_about_ticked_task(spec, finding);
  });
  return found;
}

Reply<> check_list(const Spec& spec, const format::Config& config, const std::string& until) {
  Problem unverifiable{.code = Code::tasks_unverifiable,
                       .field = "spec_dir",
                       .value = spec.relative,
                       .what = "nothing was run: these tasks could not be verified"};
  for (const TaskFinding& finding : obstacles(spec, config))
    unverifiable.items.push_back(one_finding(spec, finding));
  const auto& tasks = spec.reading.tasks;
  if (const std::size_t errors = unverifiable.items.size(); errors > 0) {
    unverifiable.items.push_back(
        fmt::format("{} tasks, {} errors, 0 warnings", tasks.size(), errors));
    return unverifiable;
  }
  const bool blind =
      !has_gates(config) && std::any_of(tasks.begin(), tasks.end(), [](const auto& task) {
        return !task.checked && !task.verify && task.commands.empty();
      });
  if (blind)
    return Problem{
        .code = Code::no_verify,
        .field = "spec_dir",
        .value = spec.relative,
        .what = fmt::format("nothing was run: tasks of {}/tasks.md have no Verify, and assay.yaml "
                            "has no verify: commands that could stand in for it",
                            spec.relative)};
  const bool known =
      until.empty() ||
      std::any_of(tasks.begin(), tasks.end(), [&](const auto& task) { return task.id == until; });
  if (known) return {};
  return Problem{
      .code = Code::bad_value, .field = "until", .value = until, .what = "no task has this id"};
}

Reply<> check_state(const Site& site, const Spec& spec, const OnNote& tell) {
  const auto text = read_of_workspace(site, spec.path + "/.ralph-state.json", spec_file_max);
  if (!text && text.error().fault == Fault::not_found) return {};
  if (!text) return text.error();
  const format::StateReading state = format::read_spec_state(*text);
  if (!state.problem.empty())
    return Problem{
        .code = Code::state_corrupt,
        .field = "spec_dir",
        .value = spec.relative,
        .what = fmt::format("State file missing or corrupt at {}/.ralph-state.json", spec.relative),
        .hint = state.problem + "; remove it"};
  const auto& tasks = spec.reading.tasks;
  const auto open =
      std::find_if(tasks.begin(), tasks.end(), [](const auto& task) { return !task.checked; });
  const auto index = static_cast<std::size_t>(open - tasks.begin());
  const bool told = state.fields && (state.fields->task_index > 0 || state.fields->total_tasks > 0);
  if (told && (state.fields->task_index != index || state.fields->total_tasks != tasks.size()))
    tell({Note::Kind::note,
          fmt::format(".ralph-state.json says task {} of {}, tasks.md says {} of "
                      "{}: tasks.md and evidence decide",
                      state.fields->task_index, state.fields->total_tasks, index, tasks.size())});
  return {};
}

Reply<SpecCheck> check_spec(const Site& site, const std::string& written) {
  Spec spec = TRY(find_spec(site, written));
  const LoadedConfig loaded = TRY(load_config(site));
  std::vector<TaskFinding> findings = lint_spec(site, spec, loaded.config);
  return SpecCheck{std::move(spec), std::move(findings)};
}

}  // namespace assay::api
