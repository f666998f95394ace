// SPDX-License-Identifier: MIT
#include "adapters/reading/missing.h"

#include <unistd.h>

#include <cstdlib>
#include <string_view>
#include <vector>

namespace assay::reading {

namespace {

bool is_there(const std::string& path, int how) { return ::access(path.c_str(), how) == 0; }

std::string search_path(const core::Launch& launch) {
  for (const auto& [name, value] : launch.env) {
    if (name == "PATH") return value;
  }
  const char* path = std::getenv("PATH");
  return path == nullptr ? "" : path;
}

/// Programs that projects keep for themselves.
std::string own_program(const std::string& cwd, const std::string& name) {
  for (const char* folder :
       {".venv/bin/", "venv/bin/", "env/bin/", "node_modules/.bin/", "vendor/bin/", "bin/"}) {
    if (is_there(cwd + "/" + folder + name, X_OK)) return folder + name;
  }
  return "";
}

/// How the project's own tool would start it, by the lock file it left.
std::string by_lock_file(const std::string& cwd, const std::string& name) {
  struct Tool {
    const char* file;
    const char* tool;
    const char* call;
  };
  constexpr Tool tools[] = {
      {"uv.lock", "uv", "uv run "},
      {"poetry.lock", "poetry", "poetry run "},
      {"Pipfile.lock", "pipenv", "pipenv run "},
      {"pdm.lock", "pdm", "pdm run "},
      {"Gemfile.lock", "bundle", "bundle exec "},
      {"pnpm-lock.yaml", "pnpm", "pnpm exec "},
      {"yarn.lock", "yarn", "yarn "},
      {"package-lock.json", "npx", "npx "},
      {"bun.lockb", "bunx", "bunx "},
      {"bun.lock", "bunx", "bunx "},
  };
  for (const Tool& one : tools) {
    if (name != one.tool && is_there(cwd + "/" + one.file, R_OK))
      return "`" + std::string(one.call) + name + "` (" + one.file + " is there)";
  }
  return "";
}

/// A tool that would only start another program: perhaps that one is there.
std::string without_launcher(const std::string& cwd, const std::string& name) {
  if (name != "uv" && name != "poetry" && name != "pipenv" && name != "pdm" && name != "hatch" &&
      name != "tox" && name != "nox")
    return "";
  for (const char* runner : {"pytest", "python3", "python"}) {
    if (std::string own = own_program(cwd, runner); !own.empty()) return own;
  }
  return "";
}

}  // namespace

std::string describe(const format::MissingProgram& program, const core::Launch& launch) {
  const std::string& name = program.name;
  if (program.there) return name + " cannot be executed (is it executable, and a program?)";
  const bool is_path = name.find('/') != std::string::npos;
  std::string text = name + ": no such program";
  text += is_path ? " in " + launch.cwd : " (PATH=" + search_path(launch) + ")";
  const std::string base = name.substr(name.rfind('/') + 1);
  std::string other = own_program(launch.cwd, base);
  if (other.empty() || other == name) other = without_launcher(launch.cwd, base);
  if (other.empty() && !is_path) other = by_lock_file(launch.cwd, base);
  // What can be done stands first: the rest may be cut.
  if (!other.empty())
    text = name + ": no such program, but there is " + other +
           text.substr(name.size() + std::string_view(": no such program").size());
  return text;
}

}  // namespace assay::reading
