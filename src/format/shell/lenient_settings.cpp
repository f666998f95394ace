// SPDX-License-Identifier: MIT
// Settings of tools in files of the workspace that let failures pass.
#include "base/text/join.h"
#include "format/shell/carriers.h"
#include "format/shell/settings.h"

#include <algorithm>

namespace assay::format::shell {
namespace {

bool is_script_shell(std::string_view path) {
  std::string name(path.substr(path.find_last_of("/\\") + 1));
  if (name.ends_with(".exe")) name.resize(name.size() - 4);
  return tools::is_shell(name) || lists(" pwsh powershell cmd busybox ", name) ||
         name.find('$') != std::string::npos;
}

struct OptionFile {
  std::string_view tools;
  const char* file;
  const char* section;  // empty: the file is nothing but options
  const char* key;
};

constexpr OptionFile option_files[] = {
    {" pytest py.test ", "pytest.ini", "pytest", "addopts"},
    {" pytest py.test ", "pyproject.toml", "tool.pytest.ini_options", "addopts"},
    {" pytest py.test ", "tox.ini", "pytest", "addopts"},
    {" pytest py.test ", "setup.cfg", "tool:pytest", "addopts"},
    {" rspec ", ".rspec", "", ""},
    {" prove ", ".proverc", "", ""},
    {" mvn mvnw ", ".mvn/maven.config", "", ""},
};

// Elements of an XML file that count wherever they stand, but not in profiles, which may be off.
struct Element {
  std::string_view tools;
  const char* file;
  std::string_view name;
};

constexpr Element elements[] = {
    {" mvn mvnw ", "pom.xml", "testFailureIgnore"},
    {" mvn mvnw ", "pom.xml", "maven.test.failure.ignore"},
};

std::string without_parts(std::string_view text, std::string_view open, std::string_view close) {
  std::string out;
  while (!text.empty()) {
    const std::size_t begin = std::min(text.find(open), text.size());
    out += text.substr(0, begin);
    text.remove_prefix(begin);
    const std::size_t end = text.find(close);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + close.size());
  }
  return out;
}

// `test { ignoreFailures = true }`, also for Kotlin; those of other plugins are no tests.
bool gradle_ignores_tests(std::string_view text) {
  const std::string plain = without_parts(text, "/*", "*/");
  std::vector<bool> about_tests;
  std::string head;
  const auto names_tests = [](std::string_view words) {
    return words.find("test") != words.npos || words.find("Test") != words.npos;
  };
  std::string_view rest = plain;
  while (!rest.empty()) {
    const char c = rest.front();
    if (rest.starts_with("//")) {
      rest.remove_prefix(std::min(rest.find('\n'), rest.size()));
      continue;
    }
    if (c == '{') about_tests.push_back(names_tests(head));
    if (c == '}' && !about_tests.empty()) about_tests.pop_back();
    if (rest.starts_with("ignoreFailures") || rest.starts_with("setIgnoreFailures")) {
      std::string_view value = rest.substr(rest.find("ailures") + 7);
      value.remove_prefix(std::min(value.find_first_not_of(" =(\t"), value.size()));
      const bool within =
          std::find(about_tests.begin(), about_tests.end(), true) != about_tests.end();
      if (value.starts_with("true") && (within || names_tests(head))) return true;
    }
    if (c == '{' || c == '}' || c == '\n' || c == ';') {
      head.clear();
    } else {
      head.push_back(c);
    }
    rest.remove_prefix(1);
  }
  return false;
}

std::string option_setting(std::string_view tool, const std::string& folder,
                           const Sources& sources) {
  for (const OptionFile& file : option_files) {
    if (!lists(file.tools, tool)) continue;
    const auto text = sources(path_in(folder, file.file));
    if (!text) continue;
    std::string given = *text;
    const std::string_view name = file.file;
    if (*file.section != '\0') {
      const Settings settings = name.ends_with(".toml") ? read_toml(*text) : read_ini(*text);
      given = joined(lines_of(settings, file.section, file.key), " ");
    }
    if (const auto effect = find_hostile_option(tool, given))
      return std::string(name) + ": an option there " + std::string(*effect);
  }
  return {};
}

// `script-shell=/bin/true` in .npmrc: what runs the scripts is no shell.
std::string shell_setting(std::string_view tool, const std::string& folder,
                          const Sources& sources) {
  if (!lists(" npm pnpm yarn npx ", tool)) return {};
  const auto text = sources(path_in(folder, ".npmrc"));
  if (!text) return {};
  const Settings settings = read_ini(*text);
  const auto& lines = lines_of(settings, "", "script-shell");
  if (lines.empty() || is_script_shell(lines.front())) return {};
  return ".npmrc: `script-shell` is no shell, so that the scripts may not run";
}

// `"dry-run": true` in .mocharc.json, `dry-run: true` in .mocharc.yml
std::string mocha_setting(std::string_view tool, const std::string& folder,
                          const Sources& sources) {
  if (!lists(" mocha _mocha ", tool)) return {};
  for (const char* file : {".mocharc.json", ".mocharc.jsonc", ".mocharc.yml", ".mocharc.yaml"}) {
    const auto text = sources(path_in(folder, file));
    if (!text) continue;
    const YamlReading reading = read_yaml(*text);
    for (const char* key : {"dry-run", "dryRun"}) {
      if (reading.faults.empty() && is_true(member(&reading.root, key)))
        return std::string(file) + ": `" + key + "` lets the tests pass without running them";
    }
  }
  return {};
}

// A conftest.py that calls failures something else.
std::string conftest_setting(std::string_view tool, const std::string& folder,
                             const Sources& sources) {
  if (!lists(" pytest py.test ", tool)) return {};
  for (const char* file : {"conftest.py", "tests/conftest.py", "test/conftest.py"}) {
    const auto text = sources(path_in(folder, file));
    if (!text) continue;
    std::string squeezed;
    for (const char c : *text) {
      if (c != ' ' && c != '\t') squeezed.push_back(c == '"' ? '\'' : c);
    }
    for (const std::string_view sets : {".outcome='passed'", ".outcome='skipped'", ".exitstatus=0",
                                        ".testsfailed=0", ".wasxfail="}) {
      if (squeezed.find(sets) != std::string::npos)
        return std::string(file) + ": `" + std::string(sets.substr(1)) +
               "` calls a failure something else";
    }
  }
  return {};
}

// `python3 -m unittest` beside a unittest.py: what runs is that file.
std::string shadowed_runner(Words words, const std::string& folder, const Sources& sources) {
  if (words.size() < 3 || !tools::is_python(program_name(words.front()))) return {};
  for (std::size_t at = 1; at + 1 < words.size() && words[at].text.starts_with('-'); ++at) {
    if (lists(" -I -P -IP ", words[at].text)) return {};  // does not look here
    if (words[at].text != "-m") continue;
    const std::string& module = words[at + 1].text;
    if (!lists(" unittest pytest doctest ", module)) return {};
    for (const char* file : {".py", "/__init__.py", "/__main__.py"}) {
      if (sources(path_in(folder, module + file)))
        return module + file + " of the workspace runs instead of the module of that name";
    }
    return {};
  }
  return {};
}

}  // namespace

std::string lenient_setting(Words words, const std::string& folder, const Sources& sources) {
  if (sources) {
    if (std::string found = shadowed_runner(words, folder, sources); !found.empty()) return found;
  }
  words = launched_words(words);
  if (words.empty() || !sources || !words.front().literal) return {};
  const std::string_view tool = base_name(words.front().text);
  if (std::string found = option_setting(tool, folder, sources); !found.empty()) return found;
  if (std::string found = shell_setting(tool, folder, sources); !found.empty()) return found;
  if (std::string found = conftest_setting(tool, folder, sources); !found.empty()) return found;
  if (std::string found = mocha_setting(tool, folder, sources); !found.empty()) return found;
  const bool maven = lists(" mvn mvnw ", tool);
  const bool gradle = lists(" gradle gradlew ", tool);
  if ((!maven && !gradle) || !tools::includes_tests(texts_of(words))) return {};
  for (const Element& element : elements) {
    if (!lists(element.tools, tool)) continue;
    const auto text = sources(path_in(folder, element.file));
    if (!text) continue;
    const std::string plain =
        without_parts(without_parts(*text, "<!--", "-->"), "<profile>", "</profile>");
    const std::string set = "<" + std::string(element.name) + ">true<";
    if (plain.find(set) != std::string::npos)
      return std::string(element.file) + ": `" + set.substr(0, set.size() - 1) +
             "` makes it succeed whatever fails";
  }
  for (const char* file : {"build.gradle", "build.gradle.kts"}) {
    const auto text = gradle ? sources(path_in(folder, file)) : std::nullopt;
    if (text && gradle_ignores_tests(*text))
      return std::string(file) + ": `ignoreFailures` makes it succeed whatever fails";
  }
  return {};
}

}  // namespace assay::format::shell
