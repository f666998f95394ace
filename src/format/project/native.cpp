// SPDX-License-Identifier: MIT
// CMake, Meson and Autotools. Each gets a build folder of its own: two of them in one folder
// overwrite each other's programs, and a test run then proves nothing about its own.
#include "format/project/survey.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <functional>

namespace assay::format::project {
namespace {

using core::verify::GateType;

constexpr std::size_t build_files_max = 300;
constexpr int build_levels_max = 4;

bool is_native_aside(const std::string& name) {
  return name.front() == '.' ||
         is_one_of(name,
                   " node_modules/ vendor/ third_party/ 3rdparty/ thirdparty/ extern/ external/ "
                   "deps/ subprojects/ build/ examples/ example/ docs/ doc/ dist/ target/ ");
}

/// Calls `each(folder, name)` for the build files below, this folder included.
void for_build_files(const Survey& survey, const std::function<bool(const std::string&)>& wanted,
                     const std::function<void(const std::string&, const std::string&)>& each) {
  std::size_t seen = 0;
  const std::function<void(const std::string&, int)> look = [&](const std::string& folder,
                                                                int level) {
    for (const std::string& name : survey.list(folder)) {
      if (name.empty() || seen > build_files_max) return;
      if (name.back() == '/') {
        if (level < build_levels_max && !is_native_aside(name)) look(folder + name, level + 1);
      } else if (wanted(name)) {
        ++seen;
        each(folder, name);
      }
    }
  };
  look("", 0);
}

bool speaks_of_tests(std::string_view name) {
  std::string low;
  for (const char c : name) low += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return contains(low, "test") &&
         !contains_any(low, {"install", "valgrind", "fuzz", "cover", "sanit", "bench", "perf",
                             "doc", "exclude", "skip", "disable", "no_test", "without", "gpu",
                             "cuda", "package", "network", "download", "fetch"});
}

std::string word_at(std::string_view text, std::size_t& at) {
  while (at < text.size() && (std::isspace(static_cast<unsigned char>(text[at])) != 0 ||
                              text[at] == '\'' || text[at] == '"' || text[at] == '('))
    ++at;
  std::string word;
  while (at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 ||
                              text[at] == '_' || text[at] == '-'))
    word += text[at++];
  return word;
}

/// option(FOO_BUILD_TESTS "Build the tests" OFF): tests that are not built unless asked for.
void add_cmake_options(std::string_view text, std::vector<std::string>& options) {
  for (std::size_t at = text.find("option"); at != std::string_view::npos;
       at = text.find("option", at + 6)) {
    std::size_t cursor = at + 6;
    while (cursor < text.size() && text[cursor] == ' ') ++cursor;
    if (cursor >= text.size() || text[cursor] != '(') continue;
    const std::string name = word_at(text, cursor);
    const std::string_view rest =
        text.substr(cursor, std::min(text.find(')', cursor), text.size()) - cursor);
    const bool off = ends_with(trimmed(rest), "OFF") || ends_with(trimmed(rest), "Off") ||
                     ends_with(trimmed(rest), "off") || ends_with(trimmed(rest), "FALSE");
    std::string option = fmt::format(" -D{}=ON", name);
    const bool known = std::find(options.begin(), options.end(), option) != options.end();
    if (!name.empty() && off && speaks_of_tests(name) && !known && options.size() < 4)
      options.push_back(std::move(option));
  }
}

/// add_executable(tests ...): a test program that no add_test() names. People start it by hand.
void add_test_programs(std::string_view text, const std::string& folder,
                       std::vector<std::string>& programs) {
  constexpr std::size_t programs_max = 6;
  for (std::size_t at = text.find("add_executable"); at != std::string_view::npos;
       at = text.find("add_executable", at + 1)) {
    std::size_t cursor = at + std::string_view{"add_executable"}.size();
    const std::string name = word_at(text, cursor);
    const bool whole =
        cursor < text.size() &&
        (std::isspace(static_cast<unsigned char>(text[cursor])) != 0 || text[cursor] == ')');
    const std::string program = folder + name;
    const bool known = std::find(programs.begin(), programs.end(), program) != programs.end();
    if (whole && !name.empty() && speaks_of_tests(name) && !known && programs.size() < programs_max)
      programs.push_back(program);
  }
}

/// What CI gives to cmake to have the tests built.
void add_ci_options(const Survey& survey, std::vector<std::string>& options) {
  for (const CiCommand* command : survey.ci_commands()) {
    if (base_of(command->simple.words.front()) != "cmake") continue;
    for (const std::string& word : command->simple.words) {
      const std::string_view name = std::string_view{word}.substr(0, word.find('='));
      const bool on = ends_with(word, "=ON") || ends_with(word, "=On") || ends_with(word, "=1") ||
                      ends_with(word, "=TRUE") || ends_with(word, "=on");
      if (!starts_with(word, "-D") || !on || !speaks_of_tests(name)) continue;
      std::string option = fmt::format(" {}=ON", name);
      if (std::find(options.begin(), options.end(), option) == options.end() && options.size() < 4)
        options.push_back(std::move(option));
    }
  }
}

bool ci_runs_program(const Survey& survey, std::string_view programs) {
  const auto commands = survey.ci_commands();
  return std::any_of(commands.begin(), commands.end(), [&](const CiCommand* command) {
    return is_one_of(base_of(command->simple.words.front()), programs);
  });
}

struct Systems {
  bool cmake = false, meson = false, autotools = false;
  int count() const { return int{cmake} + int{meson} + int{autotools}; }
};

bool has_cmake(const Survey& survey) {
  const std::string text = without_hash_comments(survey.text("CMakeLists.txt"));
  return contains_any(text, {"project(", "project (", "PROJECT(", "PROJECT ("});
}

Systems systems_of(const Survey& survey) {
  Systems systems;
  systems.cmake = has_cmake(survey);
  systems.meson = contains(without_hash_comments(survey.text("meson.build")), "project(");
  systems.autotools = survey.first_of({"configure.ac", "configure.in", "configure"}).has_value();
  return systems;
}

/// Which of several build systems is the project's main one: the one its CI uses.
std::string_view main_system(const Survey& survey, const Systems& systems) {
  if (systems.cmake && ci_runs_program(survey, " ctest ")) return "cmake";
  if (systems.meson && ci_runs_program(survey, " meson ")) return "meson";
  if (systems.autotools && ci_runs_program(survey, " configure autoreconf autogen.sh "))
    return "autotools";
  return systems.cmake ? "cmake" : systems.meson ? "meson" : "autotools";
}

std::string build_folder(const Survey& survey, std::string_view system, const char* mark) {
  const bool alone = systems_of(survey).count() == 1;
  const bool free = !survey.has("build") || survey.has(std::string{"build/"} + mark);
  if (alone && free) return "build";
  if (survey.ignores("build")) return fmt::format("build/{}", system);
  return fmt::format("build-{}", system);
}

bool is_ignored_build(const Survey& survey, const std::string& folder) {
  return survey.ignores(folder) || (starts_with(folder, "build/") && survey.ignores("build"));
}

void add_native(Survey& survey, std::string_view system, Gate build, std::vector<Gate> tests) {
  const bool second = main_system(survey, systems_of(survey)) != system;
  build.second = second;
  build.slot = fmt::format("{}:build", system);
  build.comment += build.comment.empty() ? "" : "";
  survey.add(system, build);
  for (Gate& test : tests) {
    test.second = second;
    test.needs = build.slot;
    survey.add(system, std::move(test));
  }
}

}  // namespace

void find_cmake(Survey& survey) {
  if (!has_cmake(survey)) return;
  survey.found("CMake", "CMakeLists.txt");
  bool top = false;
  std::vector<std::string> folders;
  std::vector<std::string> options;
  std::vector<std::string> programs;
  for_build_files(
      survey,
      [](const std::string& name) { return name == "CMakeLists.txt" || ends_with(name, ".cmake"); },
      [&](const std::string& folder, const std::string& name) {
        const std::string text = without_hash_comments(survey.text(folder + name));
        add_cmake_options(text, options);
        if (name == "CMakeLists.txt") add_test_programs(text, folder, programs);
        const bool enables = contains_any(
            text, {"enable_testing", "include(CTest", "include (CTest", "ENABLE_TESTING",
                   "INCLUDE(CTest", "INCLUDE (CTest", "include( CTest"});
        const bool adds =
            contains_any(text, {"add_test", "ADD_TEST", "_discover_tests", "_add_tests"});
        if (enables && (folder.empty() || name != "CMakeLists.txt")) top = true;
        if ((enables || adds) && !folder.empty() && name == "CMakeLists.txt")
          folders.push_back(folder);
      });
  add_ci_options(survey, options);
  const std::string dir = build_folder(survey, "cmake", "CMakeCache.txt");
  std::string flags;
  for (const std::string& option : options) flags += option;
  Gate build = build_gate(
      fmt::format("cmake -S . -B {0}{1} && cmake --build {0} --parallel \"$(nproc)\"", dir, flags),
      fmt::format("configures and builds in {}/", dir));
  build.mutates_workspace = !is_ignored_build(survey, dir);
  std::vector<Gate> tests;
  const auto add_test = [&](const std::string& folder) {
    tests.push_back(
        test_gate(fmt::format("ctest --test-dir {} --output-on-failure --no-tests=error", folder),
                  "--no-tests=error: an empty test list is a failure"));
  };
  if (top) add_test(dir);
  for (std::size_t i = 0; i < folders.size() && tests.size() < 4; ++i)
    add_test(dir + "/" + folders[i].substr(0, folders[i].size() - 1));
  if (tests.empty() && !programs.empty()) {
    std::string command;
    for (const std::string& program : programs)
      command += fmt::format("{}./{}/{}", command.empty() ? "" : " && ", dir, program);
    tests.push_back(test_gate(command, "no add_test() names what this runs"));
  }
  if (tests.empty())
    survey.note(
        "CMake: no file calls enable_testing() or add_test(), so ctest would find nothing: no "
        "CTest gate written");
  add_native(survey, "cmake", std::move(build), std::move(tests));
}

void find_meson(Survey& survey) {
  if (!contains(without_hash_comments(survey.text("meson.build")), "project(")) return;
  survey.found("Meson", "meson.build");
  bool tests = false;
  for_build_files(
      survey, [](const std::string& name) { return name == "meson.build"; },
      [&](const std::string& folder, const std::string& name) {
        const std::string text = "\n" + without_hash_comments(survey.text(folder + name));
        tests =
            tests || contains_any(text, {"\ntest(", " test(", "\ntest (", "gnome.test", ".test("});
      });
  std::string flags;
  for (const char* file : {"meson.options", "meson_options.txt"}) {
    const std::string text = without_hash_comments(survey.text(file));
    for (std::size_t at = text.find("option("); at != std::string::npos;
         at = text.find("option(", at + 7)) {
      std::size_t cursor = at + 7;
      const std::string name = word_at(text, cursor);
      const std::string block =
          text.substr(cursor, std::min(text.find("option(", cursor), text.size()) - cursor);
      if (!speaks_of_tests(name)) continue;
      if (contains(block, "boolean") && contains(block, "false"))
        flags += fmt::format(" -D{}=true", name);
      if (contains(block, "feature") && contains(block, "disabled"))
        flags += fmt::format(" -D{}=enabled", name);
    }
  }
  const std::string dir = build_folder(survey, "meson", "meson-private");
  Gate build = build_gate(fmt::format("meson setup {0}{1} && meson compile -C {0}", dir, flags),
                          "meson setup leaves a folder that is already configured as it is");
  build.mutates_workspace = !is_ignored_build(survey, dir);
  std::vector<Gate> gates;
  if (tests) {
    gates.push_back(test_gate(fmt::format("meson test -C {} --print-errorlogs", dir)));
  } else {
    survey.note("no test() was found in any meson.build: no test gate written");
  }
  add_native(survey, "meson", std::move(build), std::move(gates));
}

void find_autotools(Survey& survey) {
  const auto file = survey.first_of({"configure.ac", "configure.in", "configure"});
  if (!file) return;
  bool tests = false;
  for_build_files(
      survey,
      [](const std::string& name) { return name == "Makefile.am" || name == "Makefile.in"; },
      [&](const std::string& folder, const std::string& name) {
        const std::string text = "\n" + survey.text(folder + name);
        tests = tests || contains_any(text, {"\nTESTS", "check_PROGRAMS",
                                             "check-local:", "\ncheck:", "\ntest:"});
      });
  const bool automake = survey.has("Makefile.am");
  if (!automake && !survey.has("configure")) return;
  survey.found("Autotools", *file);
  std::string make = "configure";
  std::string command = "test -f config.status || ./configure; make";
  const std::string generate = survey.has("autogen.sh")     ? "NOCONFIGURE=1 ./autogen.sh"
                               : survey.has("bootstrap.sh") ? "./bootstrap.sh"
                               : survey.has("bootstrap")    ? "./bootstrap"
                                                            : "autoreconf -fi";
  const std::string configure =
      automake ? "{ test -f config.status || ./configure; }" : "./configure";
  command = survey.has("configure") && !automake ? configure + " && make"
            : survey.has("configure")
                ? configure + " && make"
                : fmt::format("{{ test -f configure || {}; }} && {} && make", generate, configure);
  Gate build = build_gate(command, "configures and builds in the source folder");
  std::vector<Gate> gates;
  if (tests) {
    const bool check = automake || contains(survey.text("Makefile.in"), "check:");
    gates.push_back(test_gate(check ? "make check" : "make test"));
  }
  add_native(survey, "autotools", std::move(build), std::move(gates));
}

}  // namespace assay::format::project
