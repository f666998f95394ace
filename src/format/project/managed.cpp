// SPDX-License-Identifier: MIT
// Maven, Gradle, .NET, Ruby and PHP projects.
#include "format/project/survey.h"

#include <fmt/format.h>

#include <cctype>

namespace assay::format::project {
namespace {

/// A project file in this folder or one or two below refers to the test SDK.
bool has_dotnet_tests(const Survey& survey, const std::string& folder, int levels) {
  constexpr std::size_t names_max = 200;
  auto names = survey.list(folder);
  if (names.size() > names_max) names.resize(names_max);
  for (const std::string& name : names) {
    const std::string path = folder + name;
    if (ends_with(name, ".csproj") || ends_with(name, ".fsproj") || ends_with(name, ".vbproj")) {
      if (survey.mentions(path, "Microsoft.NET.Test.Sdk") || survey.mentions(path, "MSTest.Sdk"))
        return true;
    }
    const bool below =
        levels > 0 && name.back() == '/' && name.front() != '.' && name != "bin/" && name != "obj/";
    if (below && has_dotnet_tests(survey, path, levels - 1)) return true;
  }
  return false;
}

/// The name of the task that tests: `Rake::TestTask.new(:spec)`, `task "test"`, `task test: :x`.
std::string rake_test_task(std::string_view rakefile) {
  const auto names = [&](const std::string& name) {
    for (const char* head : {"task :", "task \"", "task '", "task(:", "task ", "TestTask.new(:",
                             "TestTask.new :", "TestTask.new(\"", "TestTask.new('",
                             "RakeTask.new(:", "RakeTask.new :", "RakeTask.new(\""}) {
      const std::string written = head + name;
      for (std::size_t at = rakefile.find(written); at != std::string_view::npos;
           at = rakefile.find(written, at + 1)) {
        const std::size_t end = at + written.size();
        const char next = end < rakefile.size() ? rakefile[end] : ' ';
        const bool bare = ends_with(head, "task ");
        if (bare ? next == ':' : std::isalnum(static_cast<unsigned char>(next)) == 0 && next != '_')
          return true;
      }
    }
    return false;
  };
  if (names("test")) return "test";
  if (names("spec") || contains(rakefile, "RakeTask.new")) return "spec";
  return contains(rakefile, "TestTask") ? "test" : "";
}

}  // namespace

void find_maven(Survey& survey) {
  if (!survey.has("pom.xml")) return;
  survey.found("Maven", "pom.xml");
  const std::string mvn = survey.has("mvnw") ? "./mvnw" : "mvn";
  survey.add("maven", test_gate(mvn + " -B test", ""));
}

void find_gradle(Survey& survey) {
  const auto file = survey.first_of(
      {"build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"});
  if (!file) return;
  survey.found("Gradle", *file);
  const std::string gradle = survey.has("gradlew") ? "./gradlew" : "gradle";
  const bool several = survey.mentions("settings.gradle", "include") ||
                       survey.mentions("settings.gradle.kts", "include");
  Gate test = test_gate(
      gradle + " cleanTest test --no-build-cache",
      "Gradle prints no counts: they are read from its reports, and cleanTest makes it run at all");
  test.report = several && !survey.has("src/test") ? "*/build/test-results/test/*.xml"
                                                   : "build/test-results/test/*.xml";
  survey.add("gradle", test);
  if (several)
    survey.note(
        "Gradle has several projects: check that `report` matches the reports of all of them");
}

void find_dotnet(Survey& survey) {
  const auto file = survey.first_ending({".sln", ".slnx", ".csproj", ".fsproj", ".vbproj"});
  if (!file) return;
  survey.found(".NET", *file);
  if (has_dotnet_tests(survey, "", 2)) {
    survey.add("dotnet", test_gate("dotnet test --nologo", ""));
  } else {
    survey.note("no project refers to Microsoft.NET.Test.Sdk: no test gate written");
  }
}

void find_ruby(Survey& survey) {
  const auto file = survey.first_of({"Gemfile", "Rakefile", ".rspec", "spec/spec_helper.rb"});
  if (!file) return;
  survey.found("Ruby", *file);
  const bool spec = survey.first_of({".rspec", "spec/spec_helper.rb"}).has_value() ||
                    survey.mentions("Gemfile", "rspec");
  const std::string task = rake_test_task(survey.text("Rakefile"));
  // A task that only starts rspec adds nothing to rspec itself.
  const bool rake = !task.empty() && !(spec && task == "spec");
  const bool rails = survey.has("bin/rails") && survey.has("test");
  if (!spec && !rake && !rails)
    return survey.note("no rspec and no rake task `test` was found: no test gate written");
  // With bundler first; without it where its gems are not installed but the programs are.
  for (const char* exec : {"bundle exec ", ""}) {
    if (*exec != 0 && !survey.has("Gemfile")) continue;
    const std::string run = exec;
    if (rails) survey.add("ruby", test_gate("bin/rails test"));
    if (rake)
      survey.add("ruby", from(Provenance::script, "Rakefile", test_gate(run + "rake " + task)));
    if (spec) survey.add(rake ? "rspec" : "ruby", test_gate(run + "rspec"));
  }
}

void find_php(Survey& survey) {
  const auto file = survey.first_of({"composer.json", "phpunit.xml", "phpunit.xml.dist"});
  if (!file) return;
  survey.found("PHP", *file);
  const JsonNode composer = survey.json("composer.json");
  const JsonNode* scripts = composer.find("scripts");
  const JsonNode* script = scripts == nullptr ? nullptr : scripts->find("test");
  const bool pest =
      survey.has("tests/Pest.php") || survey.mentions("composer.json", "pestphp/pest");
  const bool unit = survey.first_of({"phpunit.xml", "phpunit.xml.dist"}) ||
                    survey.mentions("composer.json", "phpunit/phpunit");
  if (script != nullptr && script->kind == JsonNode::Kind::text && survey.has_program("composer")) {
    if (hazard_in(script->text).danger == Danger::none && !proves_nothing(script->text))
      survey.add("php",
                 from(Provenance::script, "composer.json", test_gate("composer run-script test")));
  }
  if (pest) survey.add("php", test_gate("vendor/bin/pest"));
  if (unit) survey.add("php", test_gate("vendor/bin/phpunit"));
  if (unit && survey.has_program("phpunit")) survey.add("php", test_gate("phpunit"));
  if (!pest && !unit) survey.note("neither PHPUnit nor Pest was found: no test gate written");
  if (!survey.has("vendor") && survey.has("composer.json")) survey.set_up("composer install");
}

}  // namespace assay::format::project
