// SPDX-License-Identifier: MIT
// Maven, Gradle, .NET, Ruby and PHP projects.
#include "format/project/survey.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::format::project {
namespace {

using core::verify::GateType;

std::optional<std::string> file_ending(const std::vector<std::string>& names,
                                       std::initializer_list<const char*> endings) {
  for (const char* ending : endings) {
    const auto at = std::find_if(names.begin(), names.end(),
                                 [&](const std::string& name) { return ends_with(name, ending); });
    if (at != names.end()) return *at;
  }
  return std::nullopt;
}

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

bool has_rake_test(std::string_view rakefile) {
  return contains(rakefile, "TestTask") || contains(rakefile, "task :test") ||
         contains(rakefile, "task test:") || contains(rakefile, "task \"test\"");
}

}  // namespace

void find_maven(Survey& survey) {
  if (!survey.has("pom.xml")) return;
  survey.found("Maven", "pom.xml");
  const std::string mvn = survey.has("mvnw") ? "./mvnw" : "mvn";
  Gate build = build_gate(mvn + " -B test-compile", "");
  build.mutates_workspace = !survey.ignores("target");
  survey.add("maven", build);
  survey.add("maven", test_gate(mvn + " -B test", ""));
}

void find_gradle(Survey& survey) {
  const auto file = survey.first_of(
      {"build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"});
  if (!file) return;
  survey.found("Gradle", *file);
  const std::string gradle = survey.has("gradlew") ? "./gradlew" : "gradle";
  Gate build = build_gate(gradle + " testClasses", "");
  build.mutates_workspace = !survey.ignores("build");
  survey.add("gradle", build);
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
  const auto file = file_ending(survey.list(), {".sln", ".slnx", ".csproj", ".fsproj", ".vbproj"});
  if (!file) return;
  survey.found(".NET", *file);
  Gate build = build_gate("dotnet build --nologo", "");
  build.mutates_workspace = !survey.ignores("bin") && !survey.ignores("[Bb]in");
  survey.add("dotnet", build);
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
  const std::string exec = survey.has("Gemfile") ? "bundle exec " : "";
  if (survey.has(".rubocop.yml"))
    survey.add("rubocop", reading_gate(GateType::lint, exec + "rubocop"));
  if (survey.first_of({".rspec", "spec/spec_helper.rb"}) || survey.mentions("Gemfile", "rspec")) {
    return survey.add("ruby", test_gate(exec + "rspec", ""));
  }
  if (survey.has("bin/rails") && survey.has("test"))
    return survey.add("rails", test_gate("bin/rails test", ""));
  if (has_rake_test(survey.text("Rakefile")))
    return survey.add("ruby", test_gate(exec + "rake test", ""));
  survey.note("no rspec and no rake task `test` was found: no test gate written");
}

void find_php(Survey& survey) {
  const auto file = survey.first_of({"composer.json", "phpunit.xml", "phpunit.xml.dist"});
  if (!file) return;
  survey.found("PHP", *file);
  if (survey.first_of({"phpstan.neon", "phpstan.neon.dist", "phpstan.dist.neon"})) {
    survey.add("phpstan",
               reading_gate(GateType::typecheck, "vendor/bin/phpstan analyse --no-progress"));
  }
  if (survey.first_of({"phpcs.xml", "phpcs.xml.dist", ".phpcs.xml"})) {
    survey.add("phpcs", reading_gate(GateType::lint, "vendor/bin/phpcs"));
  }
  if (survey.first_of({".php-cs-fixer.php", ".php-cs-fixer.dist.php"})) {
    survey.add("php-cs-fixer",
               reading_gate(GateType::format, "vendor/bin/php-cs-fixer fix --dry-run --diff"));
  }
  if (survey.has("tests/Pest.php") || survey.mentions("composer.json", "pestphp/pest")) {
    survey.add("php", test_gate("vendor/bin/pest", ""));
  } else if (survey.first_of({"phpunit.xml", "phpunit.xml.dist"}) ||
             survey.mentions("composer.json", "phpunit/phpunit")) {
    survey.add("php", test_gate("vendor/bin/phpunit", ""));
  } else {
    survey.note("neither PHPUnit nor Pest was found: no test gate written");
  }
  if (!survey.has("vendor"))
    survey.note("vendor is missing: run `composer install` first, assay installs nothing");
}

}  // namespace assay::format::project
