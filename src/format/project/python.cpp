// SPDX-License-Identifier: MIT
// Python projects: pytest, unittest or Django, and the checkers they configure.
#include "format/project/survey.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::format::project {
namespace {

using core::verify::GateType;

bool is_test_file(std::string_view name) {
  return ends_with(name, ".py") && (name.substr(0, 4) == "test" || ends_with(name, "_test.py"));
}

bool has_test_files(const Survey& survey, const std::string& folder) {
  const auto names = survey.list(folder);
  return std::any_of(names.begin(), names.end(),
                     [](const std::string& name) { return is_test_file(name); });
}

/// How the project's own interpreter is called.
std::string interpreter(const Survey& survey) {
  if (survey.has("uv.lock")) return "uv run --no-sync python";
  if (survey.has("poetry.lock")) return "poetry run python";
  if (survey.first_of({"Pipfile", "Pipfile.lock"})) return "pipenv run python";
  if (survey.has(".venv/bin/python")) return ".venv/bin/python";
  if (survey.has("venv/bin/python")) return "venv/bin/python";
  return "python3";
}

bool uses_pytest(const Survey& survey) {
  if (survey.first_of(
          {"pytest.ini", ".pytest.ini", "conftest.py", "tests/conftest.py", "test/conftest.py"}))
    return true;
  for (const char* file :
       {"pyproject.toml", "setup.cfg", "setup.py", "tox.ini", "noxfile.py", "Pipfile",
        "requirements.txt", "requirements-dev.txt", "requirements_dev.txt", "dev-requirements.txt",
        "requirements-test.txt", "test-requirements.txt", "requirements/dev.txt",
        "requirements/test.txt"}) {
    if (survey.mentions(file, "pytest")) return true;
  }
  return survey.ci_runs("pytest");
}

/// Where unittest has to start to find anything.
std::string unittest_start(const Survey& survey) {
  for (const char* folder : {"tests", "test"}) {
    const std::string name = folder;
    if (has_test_files(survey, name)) return survey.has(name + "/__init__.py") ? "" : " -s " + name;
  }
  return "";
}

void add_test(Survey& survey, const std::string& python) {
  if (uses_pytest(survey)) {
    return survey.add("python", test_gate(python + " -m pytest",
                                          "pytest fails by itself when it collects nothing"));
  }
  if (survey.has("manage.py")) {
    return survey.add("django", test_gate(python + " manage.py test -v 2", ""));
  }
  const bool tests = has_test_files(survey, "") || has_test_files(survey, "tests") ||
                     has_test_files(survey, "test");
  if (!tests) return survey.note("no Python tests were found: no test gate written");
  survey.add(
      "python",
      test_gate(fmt::format("{} -m unittest discover -v{}", python, unittest_start(survey)), ""));
}

bool configures(const Survey& survey, std::string_view tool,
                std::initializer_list<const char*> files) {
  if (survey.first_of(files)) return true;
  return survey.mentions("pyproject.toml", fmt::format("[tool.{}", tool)) ||
         survey.mentions("setup.cfg", fmt::format("[{}]", tool)) ||
         survey.mentions("tox.ini", fmt::format("[{}]", tool));
}

void add_checkers(Survey& survey, const std::string& python) {
  const std::string module = python + " -m ";
  if (configures(survey, "ruff", {"ruff.toml", ".ruff.toml"})) {
    survey.add("ruff", reading_gate(GateType::lint, module + "ruff check ."));
    if (survey.mentions("pyproject.toml", "[tool.ruff.format]") || survey.ci_runs("ruff format")) {
      survey.add("ruff", reading_gate(GateType::format, module + "ruff format --check ."));
    }
  }
  if (configures(survey, "flake8", {".flake8"})) {
    survey.add("flake8", reading_gate(GateType::lint, module + "flake8"));
  }
  if (configures(survey, "black", {})) {
    survey.add("black", reading_gate(GateType::format, module + "black --check ."));
  }
  if (configures(survey, "mypy", {"mypy.ini", ".mypy.ini"})) {
    survey.add("mypy", reading_gate(GateType::typecheck, module + "mypy ."));
  }
  if (configures(survey, "pyright", {"pyrightconfig.json"})) {
    survey.add("pyright", reading_gate(GateType::typecheck, "pyright"));
  }
}

}  // namespace

void find_python(Survey& survey) {
  auto marker =
      survey.first_of({"pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", "Pipfile",
                       "manage.py", "pytest.ini", "tox.ini", "noxfile.py", "conftest.py"});
  if (!marker && has_test_files(survey, "")) marker = "test files";
  if (!marker && has_test_files(survey, "tests")) marker = "tests/";
  if (!marker) return;
  survey.found("Python", *marker);
  const std::string python = interpreter(survey);
  add_checkers(survey, python);
  add_test(survey, python);
  if (survey.has("tox.ini"))
    survey.note("tox.ini is there: `tox` would test in environments of its own");
  if (survey.has("noxfile.py"))
    survey.note("noxfile.py is there: `nox` would test in environments of its own");
}

}  // namespace assay::format::project
