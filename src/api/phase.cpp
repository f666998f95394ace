// SPDX-License-Identifier: MIT
#include "api/phase.h"

#include "format/goals/impl_task.h"
#include "format/goals/summary.h"

namespace assay::api {

namespace {

constexpr std::uint64_t summary_bytes_max = 4U << 20;

/// "phase-3" is phase 3; any other folder is called by its name.
std::string phase_name(const std::string& directory) {
  const std::string name = directory.substr(directory.rfind('/') + 1);
  constexpr std::string_view prefix = "phase-";
  const std::string rest = name.starts_with(prefix) ? name.substr(prefix.size()) : "";
  const bool number = !rest.empty() && rest.find_first_not_of("0123456789") == std::string::npos;
  return number ? rest : name;
}

std::vector<std::string> names_like(const Site& site, const std::string& directory,
                                    std::string_view prefix, std::string_view suffix) {
  std::vector<std::string> names;
  for (const std::string& name : site.files().list(directory)) {
    if (name.starts_with(prefix) && name.ends_with(suffix)) names.push_back(name);
  }
  return names;
}

void add(Problems& problems, const std::string& where, const std::string& what) {
  problems.push_back({.code = Code::in_file, .value = where, .what = where + ": " + what});
}

void read_tasks(const Site& site, const std::string& phase, core::goals::Plan& plan,
                Problems& problems) {
  const std::vector<std::string> names = names_like(site, phase + "/.task", "IMPL-", ".json");
  if (names.empty()) add(problems, phase + "/.task", "no IMPL-*.json in it: nothing was planned");
  for (const std::string& name : names) {
    const auto text =
        read_of_workspace(site, phase + "/.task/" + name, format::impl_task_bytes_max);
    if (!text) {
      add(problems, ".task/" + name, text.error().what);
      continue;
    }
    format::ImplTaskReading reading = format::read_impl_task(".task/" + name, *text);
    const Problems found = problems_of(reading.problems);
    problems.insert(problems.end(), found.begin(), found.end());
    plan.sources.push_back({".task/" + name, *text});
    plan.tasks.push_back(std::move(reading.task));
  }
  if (!problems.empty()) return;
  for (const std::string& what : core::goals::dependency_problems(plan.tasks))
    add(problems, ".task", what);
}

void check_summaries(const Site& site, const std::string& phase, Problems& problems) {
  const std::vector<std::string> names = names_like(site, phase, "summary-", ".md");
  if (names.empty())
    problems.push_back({.code = Code::no_summaries,
                        .field = "allow_missing_summaries",
                        .value = phase,
                        .what = phase + ": no summary-*.md in it: nothing was executed"});
  for (const std::string& name : names) {
    const auto text = read_of_workspace(site, phase + "/" + name, summary_bytes_max);
    const auto summary = text ? format::read_task_summary(name, *text) : text.error();
    if (!summary) add(problems, name, summary.error().what);
  }
}

}  // namespace

Result<std::string> find_phase(const Site& site, const std::string& written) {
  shell::Files& files = site.files();
  if (files.is_directory(written)) return files.real_path(written);
  const std::string below = site.place.workspace + "/" + written;
  if (!written.starts_with("/") && files.is_directory(below)) return files.real_path(below);
  return Error{Fault::bad_input,
               written + ": no such directory (it should hold .task/IMPL-*.json)"};
}

std::vector<format::PhaseFile> phase_files(const core::goals::Plan& plan, const std::string& folder,
                                           const Site& site) {
  const std::string before = folder == "." ? "" : folder + "/";
  std::vector<format::PhaseFile> files;
  for (const core::goals::Source& source : plan.sources)
    files.push_back({before + source.name, source.text});
  for (const std::string& name : site.files().list(plan.phase_dir)) {
    if (!name.ends_with(".md")) continue;
    const auto text = read_of_workspace(site, plan.phase_dir + "/" + name, summary_bytes_max);
    if (text) files.push_back({before + name, *text});
  }
  return files;
}

Reply<core::goals::Plan> read_phase(const Site& site, const std::string& phase,
                                    Summaries summaries) {
  core::goals::Plan plan;
  plan.phase = phase_name(phase);
  plan.phase_dir = phase;
  Problems problems;
  read_tasks(site, phase, plan, problems);
  if (summaries == Summaries::needed) check_summaries(site, phase, problems);
  if (!problems.empty()) return problems;
  return plan;
}

}  // namespace assay::api
