// SPDX-License-Identifier: MIT
// What copies of a project need beside what git has of it: dependencies that are installed into the
// workspace, and files of the tests' own. What is kept for the whole user (gems, Go modules,
// Maven's repository) copies have already.
#include "format/gitignore.h"
#include "format/project/survey.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace assay::format::project {
namespace {

/// One way to install into a folder.
struct Installer {
  std::string program;
  std::string command;
  std::string makes;  ///< what it installs into
  std::vector<std::string> inputs;
};

std::optional<Installer> node_installer(const Survey& survey) {
  const auto npm = survey.first_of({"package-lock.json", "npm-shrinkwrap.json"});
  if (survey.has("pnpm-lock.yaml"))
    return Installer{"pnpm",
                     "pnpm install --frozen-lockfile --prefer-offline",
                     "node_modules",
                     {"pnpm-lock.yaml", "package.json", "pnpm-workspace.yaml", ".npmrc"}};
  if (survey.has("yarn.lock") && survey.has(".yarnrc.yml"))
    return Installer{"yarn",
                     "yarn install --immutable",
                     "node_modules",
                     {"yarn.lock", "package.json", ".yarnrc.yml"}};
  if (survey.has("yarn.lock"))
    return Installer{"yarn",
                     "yarn install --frozen-lockfile --prefer-offline",
                     "node_modules",
                     {"yarn.lock", "package.json"}};
  if (const auto bun = survey.first_of({"bun.lock", "bun.lockb"}))
    return Installer{
        "bun", "bun install --frozen-lockfile", "node_modules", {*bun, "package.json"}};
  if (npm)
    return Installer{
        "npm", "npm ci --prefer-offline", "node_modules", {*npm, "package.json", ".npmrc"}};
  return std::nullopt;
}

std::optional<Installer> python_installer(const Survey& survey) {
  if (survey.has("uv.lock"))
    return Installer{"uv", "uv sync --frozen", ".venv", {"uv.lock", "pyproject.toml"}};
  if (survey.has("poetry.lock"))
    return Installer{"poetry",
                     "POETRY_VIRTUALENVS_IN_PROJECT=true poetry install --no-interaction",
                     ".venv",
                     {"poetry.lock", "pyproject.toml"}};
  if (survey.has("Pipfile.lock"))
    return Installer{"pipenv",
                     "PIPENV_VENV_IN_PROJECT=1 pipenv sync --dev",
                     ".venv",
                     {"Pipfile.lock", "Pipfile"}};
  // Without an environment in the workspace the gates use that of the user, and copies too.
  const auto place = survey.first_of({".venv", "venv"});
  const auto list = survey.first_of({"requirements-dev.txt", "dev-requirements.txt",
                                     "requirements-test.txt", "requirements.txt"});
  if (!place || !list) return std::nullopt;
  return Installer{
      "python3",
      fmt::format("python3 -m venv {0} && {0}/bin/pip install -q -r {1}", *place, *list),
      *place,
      {"*requirements*.txt"}};
}

std::optional<Installer> other_installer(const Survey& survey) {
  if (survey.has("composer.lock"))
    return Installer{"composer",
                     "composer install --no-interaction --no-progress --prefer-dist",
                     "vendor",
                     {"composer.lock", "composer.json"}};
  if (survey.has("Gemfile.lock") && survey.has("vendor/bundle"))
    return Installer{"bundle",
                     "BUNDLE_PATH=vendor/bundle BUNDLE_FROZEN=true bundle install --quiet",
                     "vendor/bundle",
                     {"Gemfile.lock", "Gemfile"}};
  if (survey.has("mix.lock"))
    return Installer{"mix", "mix deps.get --check-locked", "deps", {"mix.lock", "mix.exs"}};
  return std::nullopt;
}

class Proposal {
 public:
  Proposal(const ProjectFiles& files, const CiReading& ci, ProjectPlan& plan)
      : files_(files), ci_(ci), plan_(plan) {}

  void add_folder(const std::string& folder) {
    const Survey survey{files_, folder, ci_, plan_};
    for (const auto find : {node_installer, python_installer, other_installer}) {
      if (const auto way = find(survey)) add(survey, *way);
    }
    // Secrets of people are theirs to list; a file for tests is for tests.
    for (const char* name : {".env.test", ".env.testing", ".env.ci"}) {
      if (survey.has(name)) plan_.copies.include.push_back("/" + folder + name);
    }
    if (survey.has(".env"))
      plan_.copies.remarks.push_back("/" + folder +
                                     ".env is there: add it to include if the tests need it");
  }

  void add_builds() {
    const bool compiles = std::any_of(plan_.gates.begin(), plan_.gates.end(), [](const Gate& gate) {
      return contains_any(gate.command, {"cmake", "meson ", "cargo "});
    });
    if (compiles)
      plan_.copies.remarks.emplace_back(
          "a copy is built from nothing, because build folders name the place they were made in; "
          "ccache or sccache make that fast");
  }

 private:
  void add(const Survey& survey, const Installer& way) {
    const std::string& folder = survey.folder();
    const std::string command =
        folder.empty()
            ? way.command
            : fmt::format("(cd {} && {})", folder.substr(0, folder.size() - 1), way.command);
    const bool ignored = is_ignored(folder, way.makes);
    if (!ignored || !survey.has_program(way.program)) {
      plan_.copies.remarks.push_back(
          fmt::format("setup: {}   ({})", command,
                      ignored ? way.program + " is not installed here"
                              : "first let git ignore " + folder + way.makes));
      return;
    }
    std::string& setup = plan_.copies.setup;
    setup += (setup.empty() ? "" : " && ") + command;
    for (const std::string& input : way.inputs) {
      auto& all = plan_.copies.setup_inputs;
      // A name alone means every file of that name: packages of a workspace have their own.
      if (std::find(all.begin(), all.end(), input) == all.end()) all.push_back(input);
    }
  }

  bool is_ignored(const std::string& folder, const std::string& name) const {
    const auto hides = [&](const std::string& where, const std::string& path) {
      const auto rules = IgnoreRules::parse(files_.read(where + ".gitignore").value_or(""));
      for (std::size_t end = path.find('/'); end != std::string::npos;
           end = path.find('/', end + 1)) {
        if (rules.match(path.substr(0, end), PathKind::directory) == IgnoreMatch::ignored)
          return true;
      }
      return rules.match(path, PathKind::directory) == IgnoreMatch::ignored;
    };
    return hides("", folder + name) || (!folder.empty() && hides(folder, name));
  }

  const ProjectFiles& files_;
  const CiReading& ci_;
  ProjectPlan& plan_;
};

}  // namespace

void propose_copies(const ProjectFiles& files, const CiReading& ci, ProjectPlan& plan) {
  std::set<std::string> folders = {""};
  for (const Gate& gate : plan.gates) folders.insert(gate.folder);
  Proposal proposal(files, ci, plan);
  for (const std::string& folder : folders) proposal.add_folder(folder);
  if (!plan.gates.empty()) proposal.add_builds();
}

}  // namespace assay::format::project
