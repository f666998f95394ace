// SPDX-License-Identifier: MIT
// Python projects: pytest, unittest or Django, by the interpreter that has what they need.
#include "format/project/survey.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::format::project {
namespace {

constexpr int python_levels_max = 3;
constexpr std::size_t python_files_max = 200;

struct PythonTests {
  bool any = false;
  bool pytest = false;    ///< functions or fixtures only pytest understands
  bool unittest = false;  ///< classes of unittest
  bool trailing = false;  ///< named x_test.py
  std::string folder;     ///< the first folder with tests, "" for the top
};

bool is_python_test(std::string_view name) {
  return ends_with(name, ".py") && (starts_with(name, "test_") || ends_with(name, "_test.py") ||
                                    starts_with(name, "tests.py") || name == "test.py");
}

bool is_python_aside(const std::string& name) {
  return name.front() == '.' ||
         is_one_of(name,
                   " node_modules/ vendor/ venv/ env/ build/ dist/ docs/ examples/ site-packages/ "
                   "__pycache__/ third_party/ target/ ");
}

void look_for_tests(const Survey& survey, const std::string& folder, int level, std::size_t& seen,
                    PythonTests& tests) {
  for (const std::string& name : survey.list(folder)) {
    if (name.empty() || seen > python_files_max) return;
    if (name.back() == '/') {
      const bool own_project =
          survey.has(folder + name + "setup.py") || survey.has(folder + name + "pyproject.toml");
      if (level < python_levels_max && !is_python_aside(name) && !own_project)
        look_for_tests(survey, folder + name, level + 1, seen, tests);
      continue;
    }
    if (!is_python_test(name)) continue;
    ++seen;
    const std::string text = "\n" + survey.text(folder + name);
    const bool cases =
        contains_any(text, {"import unittest", "from unittest", "TestCase", "django.test"});
    const bool functions =
        contains_any(text, {"\ndef test_", "\nasync def test_", "import pytest", "\nclass Test"});
    if (!cases && !functions) continue;  // a helper script that happens to be named like a test
    if (!tests.any) tests.folder = folder;
    tests.any = true;
    tests.unittest = tests.unittest || cases;
    tests.pytest = tests.pytest || (functions && !cases) || contains(text, "import pytest");
    tests.trailing = tests.trailing || (ends_with(name, "_test.py") && !starts_with(name, "test"));
  }
}

/// How the project's own interpreter can be called, best first.
std::vector<std::string> interpreters(const Survey& survey) {
  std::vector<std::string> all;
  for (const char* path : {".venv/bin/python", "venv/bin/python", "env/bin/python"}) {
    if (survey.has(path)) all.emplace_back(path);
  }
  if (survey.has("uv.lock") && survey.has_program("uv"))
    all.emplace_back("uv run --no-sync python");
  if (survey.has("poetry.lock") && survey.has_program("poetry"))
    all.emplace_back("poetry run python");
  if (survey.first_of({"Pipfile", "Pipfile.lock"}) && survey.has_program("pipenv"))
    all.emplace_back("pipenv run python");
  all.emplace_back("python3");
  return all;
}

bool configures_pytest(const Survey& survey) {
  if (survey.first_of(
          {"pytest.ini", ".pytest.ini", "conftest.py", "tests/conftest.py", "test/conftest.py"}))
    return true;
  for (const char* file :
       {"pyproject.toml", "setup.cfg", "setup.py", "tox.ini", "noxfile.py", "Pipfile",
        "requirements.txt", "requirements-dev.txt", "requirements_dev.txt", "dev-requirements.txt",
        "requirements-test.txt", "test-requirements.txt", "requirements/dev.txt",
        "requirements/test.txt", "requirements/tests.txt", "dev.requirements.txt"}) {
    if (survey.mentions(file, "pytest")) return true;
  }
  return false;
}

/// What CI hands to pytest or unittest, if it can be run as it is: paths that exist, no plugins.
std::optional<std::string> ci_module_call(const Survey& survey, std::string_view module) {
  for (const CiCommand* command : survey.ci_commands()) {
    const std::vector<std::string> words = bare_words(command->simple.words);
    if (words.empty() || !command->simple.literal || base_of(words.front()) != module) continue;
    std::string call{module};
    bool usable = true;
    for (std::size_t i = 1; i < words.size(); ++i) {
      const bool option = words[i].front() == '-';
      if (module == "pytest" && option) continue;
      const bool plain = words[i].find_first_of(" '\"$*") == std::string::npos;
      if (module == "pytest" && !survey.has(words[i])) usable = false;
      call += plain ? " " + words[i] : " '" + words[i] + "'";
    }
    if (usable) return call;
  }
  return std::nullopt;
}

/// What comes before the interpreter. Code below src/ is found there first: without it the tests
/// would be run against another copy that happens to be installed, or against none.
std::vector<std::string> import_places(const Survey& survey) {
  const std::vector<std::string> names = survey.list("src");
  const bool here = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    return name.back() == '/' ? survey.has("src/" + name + "__init__.py") : ends_with(name, ".py");
  });
  if (here) return {"PYTHONPATH=src ", ""};
  return names.empty() ? std::vector<std::string>{""}
                       : std::vector<std::string>{"", "PYTHONPATH=src "};
}

void add_pytest(Survey& survey, const std::vector<std::string>& pythons,
                const std::string& source) {
  const std::string comment = "pytest fails by itself when it collects nothing";
  const auto add = [&](Provenance origin, const std::string& command) {
    survey.add("python", from(origin, source, test_gate(command, comment)));
  };
  const auto call = ci_module_call(survey, "pytest");
  for (const std::string& place : import_places(survey)) {
    if (call && *call != "pytest") add(Provenance::ci, place + pythons.front() + " -m " + *call);
    for (const std::string& python : pythons) add(Provenance::tool, place + python + " -m pytest");
    for (const char* program : {"pytest", "pytest-3"}) {
      if (survey.has_program(program)) add(Provenance::tool, place + program);
    }
  }
}

/// Ways to have unittest find the tests, best first.
std::vector<std::string> unittest_calls(const Survey& survey, const PythonTests& tests) {
  std::vector<std::string> calls;
  if (const auto call = ci_module_call(survey, "unittest")) calls.push_back("-m " + *call);
  const std::string pattern = tests.trailing ? " -p '*_test.py'" : "";
  std::string folder = tests.folder;
  if (!folder.empty()) folder.pop_back();
  const bool package = folder.empty() || survey.has(folder + "/__init__.py");
  if (!package) calls.push_back(fmt::format("-m unittest discover -v -s {}{}", folder, pattern));
  calls.push_back("-m unittest discover -v" + pattern);
  if (package && !folder.empty())
    calls.push_back(fmt::format("-m unittest discover -v -s {} -t .{}", folder, pattern));
  return calls;
}

void add_unittest(Survey& survey, const std::vector<std::string>& pythons, const PythonTests& tests,
                  const std::string& source) {
  const bool asked = ci_module_call(survey, "unittest").has_value();
  for (const std::string& place : import_places(survey)) {
    for (const std::string& python : pythons) {
      for (const std::string& call : unittest_calls(survey, tests)) {
        const bool from_ci = asked && contains(call, "unittest") && !contains(call, "discover -v");
        survey.add("python", from(from_ci ? Provenance::ci : Provenance::inferred, source,
                                  test_gate(place + python + " " + call)));
      }
    }
  }
}

}  // namespace

void find_python(Survey& survey) {
  PythonTests tests;
  std::size_t seen = 0;
  look_for_tests(survey, "", 0, seen, tests);
  auto marker =
      survey.first_of({"pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", "Pipfile",
                       "manage.py", "pytest.ini", "tox.ini", "noxfile.py", "conftest.py"});
  if (!marker && tests.any) marker = tests.folder.empty() ? "test files" : tests.folder;
  if (!marker) return;
  const bool python_project = tests.any || survey.has("manage.py") || !survey.folder().empty() ||
                              survey.first_of({"setup.py", "pytest.ini", "conftest.py"}) ||
                              survey.mentions("pyproject.toml", "[project]") ||
                              survey.mentions("pyproject.toml", "[build-system]");
  if (!python_project) return;
  survey.found("Python", *marker);
  const std::vector<std::string> pythons = interpreters(survey);
  if (survey.has("manage.py")) {
    for (const std::string& python : pythons)
      survey.add("python", test_gate(python + " manage.py test -v 2"));
  }
  const bool pytest = configures_pytest(survey) || tests.pytest || ci_module_call(survey, "pytest");
  if (pytest && (tests.any || survey.first_of({"tests", "test", "pytest.ini", "conftest.py"}) ||
                 configures_pytest(survey)))
    add_pytest(survey, pythons, *marker);
  if (tests.unittest || (ci_module_call(survey, "unittest") && tests.any))
    add_unittest(survey, pythons, tests, *marker);
  if (!survey.has_gate(core::verify::GateType::test))
    survey.note("no Python tests were found: no test gate written");
  for (const char* file : {"tox.ini", "noxfile.py"}) {
    if (survey.has(file))
      survey.note(fmt::format("{} is there: `{}` would test in environments of its own", file,
                              std::string_view{file}.substr(0, 3)));
  }
}

}  // namespace assay::format::project
