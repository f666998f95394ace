// SPDX-License-Identifier: MIT
// What everybody who looks into workspaces for goals promises: one result per check, in order, and
// no word about what would have to be run or judged.
#include "adapters/scan/scanner.h"
#include "support/fake_workspace.h"
#include "support/temp_dir.h"

#include <doctest/doctest.h>

#include <memory>

namespace assay {
namespace {

using core::goals::Check;
using core::goals::CheckResult;
using core::goals::CheckStatus;

struct InMemory {
  fake::Inspector inspector;
  void put(const std::string& path) { inspector.files[path] = "text\n"; }
  Result<std::vector<CheckResult>> inspect(const std::vector<Check>& checks) {
    return inspector.inspect({std::make_shared<const std::vector<Check>>(checks), {}});
  }
};

struct OnDisk {
  support::TempDir dir;
  void put(const std::string& path) { dir.write(path, "text\n"); }
  Result<std::vector<CheckResult>> inspect(const std::vector<Check>& checks) {
    return scan::Scanner::inspect(dir.path(), {checks, {}}, 1);
  }
};

Check check(core::goals::Form form) {
  Check made;
  made.type = std::string(core::goals::type_word(form));
  made.form = std::move(form);
  return made;
}

TEST_CASE_TEMPLATE("inspector: files that are to be there, and files that are to be gone", Kind,
                   InMemory, OnDisk) {
  Kind kind;
  kind.put("there");
  const auto results = kind.inspect({check(core::goals::FileExists{"there", true, false}),
                                     check(core::goals::FileExists{"missing", true, false}),
                                     check(core::goals::FileAbsent{"there"}),
                                     check(core::goals::FileAbsent{"missing"})});
  REQUIRE(results);
  REQUIRE(results->size() == 4);
  CHECK((*results)[0].status == CheckStatus::ok);
  CHECK((*results)[1].status == CheckStatus::gap);
  CHECK((*results)[2].status == CheckStatus::gap);
  CHECK((*results)[3].status == CheckStatus::ok);
}

TEST_CASE_TEMPLATE("inspector: commands and questions to judges stay as they are", Kind, InMemory,
                   OnDisk) {
  Kind kind;
  const std::vector<Check> checks{check(core::goals::Command{"true", 0, false, {}}),
                                  check(core::goals::Semantic{"it is well made"})};
  const auto results = kind.inspect(checks);
  REQUIRE(results);
  REQUIRE(results->size() == 2);
  CHECK((*results)[0] == core::goals::unchecked(checks[0]));
  CHECK((*results)[1] == core::goals::unchecked(checks[1]));
}

TEST_CASE_TEMPLATE("inspector: no checks, no results", Kind, InMemory, OnDisk) {
  Kind kind;
  const auto results = kind.inspect({});
  REQUIRE(results);
  CHECK(results->empty());
}

}  // namespace
}  // namespace assay
