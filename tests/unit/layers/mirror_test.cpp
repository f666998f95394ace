// SPDX-License-Identifier: MIT
// A unit test stands where what it tests stands: tests/unit mirrors src.
#include "support/source_dir.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>

namespace {

namespace fs = std::filesystem;

const fs::path unit_tests = fs::path(assay::support::source_dir) / "tests" / "unit";

/// What a test includes, also by headers of tests.
void add_includes(const fs::path& file, std::set<std::string>& found) {
  const std::string start = "#include \"";
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(start)) continue;
    const std::string name = line.substr(start.size(), line.rfind('"') - start.size());
    const fs::path of_tests = unit_tests.parent_path() / name;
    if (found.insert(name).second && fs::exists(of_tests)) add_includes(of_tests, found);
  }
}

/// Something of the folder, or the header in front of it: format/runners.h of format/runners.
bool tests_something_of(const std::string& folder, const fs::path& file) {
  std::set<std::string> includes;
  add_includes(file, includes);
  for (const std::string& name : includes) {
    const bool inside = fs::path(name).parent_path() == folder;
    if (inside || name == folder + ".h") return true;
  }
  return false;
}

}  // namespace

TEST_CASE("layers: a unit test stands in the folder of what it tests") {
  int tests = 0;
  for (const auto& entry : fs::recursive_directory_iterator(unit_tests)) {
    const std::string folder = entry.path().parent_path().lexically_relative(unit_tests).string();
    const bool is_test = entry.path().filename().string().ends_with("_test.cpp");
    if (!is_test || folder == "layers") continue;
    ++tests;
    CHECK_MESSAGE(fs::is_directory(fs::path(assay::support::source_dir) / "src" / folder),
                  entry.path() << ": there is no folder src/" << folder);
    CHECK_MESSAGE(tests_something_of(folder, entry.path()),
                  entry.path() << " includes nothing of src/" << folder);
  }
  CHECK(tests > 100);
}
