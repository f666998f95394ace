// SPDX-License-Identifier: MIT
// The release build compiles the files of a folder together. What one of them calls by a name, all
// of them must mean by it: where one hides the other, the compiler says nothing.
#include "unit/layers/names.h"

#include "support/source_dir.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

using namespace assay::layers;

namespace {

namespace fs = std::filesystem;

/// These are compiled file by file (tests/CMakeLists.txt).
const std::set<std::string> apart{"tests/sim", "tests/contract", "tests/fuzz"};

Sources all_sources() {
  Sources sources;
  for (const char* top : {"src", "tests"}) {
    for (const auto& entry :
         fs::recursive_directory_iterator(fs::path(assay::support::source_dir) / top)) {
      const fs::path path = entry.path().lexically_relative(assay::support::source_dir);
      const bool header = path.extension() == ".h";
      const bool code = path.extension() == ".cpp" && !apart.contains(path.parent_path());
      if (!entry.is_regular_file() || (!header && !code)) continue;
      std::ifstream file(entry.path());
      sources[path] = std::string(std::istreambuf_iterator<char>(file), {});
    }
  }
  return sources;
}

std::string in_core(const std::string& text) {
  return "namespace assay::core {\n" + text + "\n}\n";
}
std::string own(const std::string& text) { return "namespace {\n" + text + "\n}\n"; }

std::size_t found_in(const std::string& one, const std::string& other) {
  return clashes({{"src/base/text.h", "namespace assay { int quoted(int); struct Id { int a; }; }"},
                  {"src/core/one.cpp", in_core(one)},
                  {"src/core/other.cpp", "#include \"base/text.h\"\n" + in_core(other)}})
      .size();
}

}  // namespace

TEST_CASE("names: no file has a name for itself that a neighbour could take for another") {
  const Sources sources = all_sources();
  CHECK(sources.size() > 700);
  for (const std::string& clash : clashes(sources)) FAIL_CHECK(clash);
}

TEST_CASE("names: the same name in two files is a clash if a call could mean either") {
  const std::string taken = own("int size(long a) { return 1; }");
  CHECK(found_in(taken, own("int size(int a) { return 2; }")) == 1);
  CHECK(found_in(taken, own("int size(int a, int b = 2) { return 2; }")) == 1);
  CHECK(found_in(taken, own("int size(int a, int b) { return 2; }")) == 0);
  CHECK(found_in(taken, own("constexpr int size = 3;")) == 1);
  CHECK(found_in(taken, own("struct size { int a; };")) == 1);
  CHECK(found_in(own("using Kind = A::Kind;"), own("using Kind = A::Kind;")) == 0);
  CHECK(found_in(own("using Kind = A::Kind;"), own("using Kind = B::Kind;")) == 1);
  CHECK(found_in(own("template <class T> T size(T a) { return a; }"), taken) == 1);
  CHECK(found_in("namespace a {" + taken + "}", "namespace b {" + taken + "}") == 0);
}

TEST_CASE("names: a name that hides what a neighbour means by it is a clash") {
  const std::string hides = own("int quoted(long a) { return 1; }");
  CHECK(found_in(hides, "int f() { return quoted(1); }") == 1);
  CHECK(found_in(hides, "int f() { return assay::quoted(1); }") == 0);
  CHECK(found_in(hides, "int f() { return 1; } // quoted(1)") == 0);
  CHECK(found_in(hides, "const char* f() { return \"quoted\"; }") == 0);
  CHECK(found_in(own("int helper() { int quoted = 1; return quoted; }"),
                 "int f() { return quoted(1); }") == 0);
  CHECK(found_in(own("struct Id { long b; };"), "Id f() { return {}; }") == 1);
}
