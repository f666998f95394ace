// SPDX-License-Identifier: MIT
// How sentences are read. Each row is one phrasing from practice and exactly what is checked for
// it.
#include "core/ask/form.h"
#include "core/goals/task.h"
#include "format/goals/criterion.h"
#include "format/phrase/names.h"

#include <doctest/doctest.h>
#include <re2/re2.h>

#include <string>
#include <vector>

using namespace assay;
using namespace assay::core::goals;
using format::CriterionContext;
using format::read_criterion;

namespace {

const CriterionContext context{{"src/auth.ts", "src/budget.h", "README.md"}, {"npm test"}};
const CriterionContext bare;

/// One line for a form, so that tables stay readable.
std::string shape(const Form& form) {
  if (const auto* file = std::get_if<FileExists>(&form)) {
    return "file " + file->path + (file->non_empty ? " filled" : "");
  }
  if (const auto* file = std::get_if<FileAbsent>(&form)) return "absent " + file->path;
  if (const auto* command = std::get_if<Command>(&form)) {
    std::string text = "run [" + command->command + "] " + std::to_string(command->expect_exit);
    if (command->is_test) text += " test";
    if (command->min_tests) text += " >=" + std::to_string(*command->min_tests);
    return text;
  }
  if (const auto* value = std::get_if<Value>(&form)) {
    return std::string(value->notation == Notation::json ? "json " : "yaml ") + value->path + " " +
           value->pointer + (value->equals ? " = " + *value->equals : "");
  }
  if (const auto* pattern = std::get_if<Pattern>(&form)) {
    std::string text = "pattern";
    for (const std::string& path : pattern->paths) text += " " + path;
    text += " " + std::to_string(pattern->min) + "..";
    return text + (pattern->max ? std::to_string(*pattern->max) : "");
  }
  return "semantic";
}

std::string shapes(const Criterion& criterion) {
  std::string text;
  for (const Form& form : criterion.forms) text += (text.empty() ? "" : "; ") + shape(form);
  return text;
}

struct Row {
  std::string text;
  std::string want;
};

void check(const std::vector<Row>& rows, const CriterionContext& with) {
  for (const Row& row : rows) {
    CAPTURE(row.text);
    const Criterion criterion = read_criterion(row.text, with);
    CHECK(shapes(criterion) == row.want);
    CHECK(criterion.text == row.text);
    CHECK(!criterion.reading.empty());
  }
}

/// The pattern of a sentence that has exactly one.
std::string pattern_of(const std::string& text) {
  const Criterion criterion = read_criterion(text, context);
  REQUIRE(criterion.forms.size() == 1);
  const auto* pattern = std::get_if<Pattern>(&criterion.forms.front());
  REQUIRE(pattern != nullptr);
  return pattern->pattern;
}

bool finds(const std::string& pattern, const std::string& text) {
  const RE2 expression("(?m)" + pattern);
  REQUIRE(expression.ok());
  return RE2::PartialMatch(text, expression);
}

}  // namespace

TEST_CASE("grammar: files") {
  check(
      {
          {"src/a.ts exists", "file src/a.ts"},
          {"`src/a.ts` exists.", "file src/a.ts"},
          {"- [ ] The file src/a.ts exists", "file src/a.ts"},
          {"File \"docs/guide.md\" is present", "file docs/guide.md"},
          {"Ensure that src/a.ts and src/b.ts exist", "file src/a.ts; file src/b.ts"},
          {"src/a.ts, src/b.ts, and src/c.ts exist", "file src/a.ts; file src/b.ts; file src/c.ts"},
          {"Dockerfile exists", "file Dockerfile"},
          {".github/workflows/ci.yml exists", "file .github/workflows/ci.yml"},
          {"src/handlers/ exists", "file src/handlers/"},
          {"README.md is not empty", "file README.md filled"},
          {"Create src/new.rs", "file src/new.rs filled"},
          {"src/a.ts should exist", "file src/a.ts"},
          {"src/old.ts does not exist", "absent src/old.ts"},
          {"src/old.ts no longer exists", "absent src/old.ts"},
          {"src/old.ts has been removed", "absent src/old.ts"},
          {"Delete src/old.ts", "absent src/old.ts"},
          {"legacy.py is deleted", "absent legacy.py"},
      },
      bare);
}

TEST_CASE("grammar: what is in files") {
  check(
      {
          {"src/budget.h declares BUDGET_MAX", "pattern src/budget.h 1.."},
          {"src/a.ts contains `retry`", "pattern src/a.ts 1.."},
          {"src/a.ts exports `login` and `logout`", "pattern src/a.ts 1..; pattern src/a.ts 1.."},
          {"src/a.py defines class `Budget`", "pattern src/a.py 1.."},
          {"README.md mentions `--retries`", "pattern README.md 1.."},
          {"src/a.ts imports `zod`", "pattern src/a.ts 1.."},
          {"src/a.ts does not contain `console.log`", "pattern src/a.ts 0..0"},
          {"src/ contains no TODO", "pattern src/** 0..0"},
          {"no TODO in src/", "pattern src/** 0..0"},
          {"No TODO or FIXME comments remain in src/", "pattern src/** 0..0; pattern src/** 0..0"},
          {"There are no `console.log` calls in src/**/*.ts", "pattern src/**/*.ts 0..0"},
          {"No references to `oldName` in the codebase", "pattern 0..0"},
          {"src/a.ts contains at least 3 `assert`", "pattern src/a.ts 3.."},
          {"exactly 2 occurrences of `begin` in src/a.sql", "pattern src/a.sql 2..2"},
          {"at most one `unsafe` in src/", "pattern src/** 0..1"},
          {"`retryBudget` is used in src/fetch.ts", "pattern src/fetch.ts 1.."},
          {"`x-trace` appears at least 2 times in src/http.ts", "pattern src/http.ts 2.."},
          {"tests/retry.test.ts has at least 3 tests", "pattern tests/retry.test.ts 3.."},
          {"at least three tests in tests/test_retry.py", "pattern tests/test_retry.py 3.."},
          {"function `parse` is defined in src/parse.go", "pattern src/parse.go 1.."},
          {"parseConfig() is exported from src/config.ts", "pattern src/config.ts 1.."},
      },
      bare);
  check({{"`login` is exported", "pattern src/auth.ts src/budget.h 1.."},
         {"exports `login`", "pattern src/auth.ts src/budget.h 1.."},
         {"no TODO comments remain", "pattern src/auth.ts src/budget.h README.md 0..0"}},
        context);
}

TEST_CASE("grammar: commands and test runs") {
  check(
      {
          {"`npm test` passes", "run [npm test] 0 test"},
          {"npm test passes", "run [npm test] 0 test"},
          {"npm run build succeeds", "run [npm run build] 0"},
          {"Run `make lint`", "run [make lint] 0"},
          {"Running `cargo test` exits 0", "run [cargo test] 0 test"},
          {"`./tool --bad` exits with code 2", "run [./tool --bad] 2"},
          {"`tsc --noEmit` completes without errors", "run [tsc --noEmit] 0"},
          {"tsc --noEmit passes with no errors", "run [tsc --noEmit] 0"},
          {"exit code of `make check` is 0", "run [make check] 0 test"},
          {"`pytest -q` runs at least 3 tests", "run [pytest -q] 0 test >=3"},
          {"`go test ./...` passes with at least 12 tests", "run [go test ./...] 0 test >=12"},
          {"All tests pass with `ctest`", "run [ctest] 0 test"},
          {"tests pass via `npm run unit`", "run [npm run unit] 0 test"},
          {"all tests pass: `make test`", "run [make test] 0 test"},
      },
      bare);
  check({{"All tests pass", "run [npm test] 0 test"},
         {"unit tests pass", "run [npm test] 0 test"},
         {"At least 3 tests pass", "run [npm test] 0 test >=3"}},
        context);
}

TEST_CASE("grammar: values and routes") {
  check(
      {
          {"`version` in package.json is `1.2.0`", "json package.json /version = \"1.2.0\""},
          {"package.json version is \"2.0.0\"", "json package.json /version = \"2.0.0\""},
          {"tsconfig.json has `compilerOptions.strict` set to `true`",
           "json tsconfig.json /compilerOptions/strict = true"},
          {"package.json has a script `lint`", "json package.json /scripts/lint"},
          {"package.json has `lint` script", "json package.json /scripts/lint"},
          {"script `lint` exists in package.json", "json package.json /scripts/lint"},
          {"package.json lists dev dependency `vitest`",
           "json package.json /devDependencies/vitest"},
          {"config/app.yaml sets `server.port` = 8080", "yaml config/app.yaml /server/port = 8080"},
          {"`/jobs/build/runs-on` in .github/workflows/ci.yml is `ubuntu-latest`",
           "yaml .github/workflows/ci.yml /jobs/build/runs-on = \"ubuntu-latest\""},
          {"GET /api/users is defined in src/routes.ts", "pattern src/routes.ts 1.."},
          {"src/routes.ts registers the route `POST /api/users`", "pattern src/routes.ts 1.."},
      },
      bare);
  check({{"Endpoint GET /health exists", "pattern src/auth.ts src/budget.h 1.."}}, context);
}

TEST_CASE("grammar: everything else is semantic, also what nearly fits") {
  check(
      {
          {"The code is clean", "semantic"},
          {"retry tests pass", "semantic"},
          {"All tests pass", "semantic"},  // nobody says which
          {"src/a.ts exists and works well", "semantic"},
          {"`npm test` passes on Windows", "semantic"},
          {"`npm test` passes without warnings", "semantic"},
          {"`npm test` fails", "semantic"},
          {"src/a.ts contains good error handling", "semantic"},
          {"../secret.txt exists", "semantic"},
          {"/etc/passwd exists", "semantic"},
          {"src/../../x.ts exists", "semantic"},
          {"config.yaml is correct", "semantic"},
          {"Everything in config.yaml is correct", "semantic"},
          {"GET /api/users returns 200", "semantic"},
          {"npm test", "semantic"},
          {"no regressions", "semantic"},
          {"at least 0 tests in a.test.ts", "semantic"},
          {"Users can log in and/or out", "semantic"},
          {"src/*.ts exists", "semantic"},
          {"`` exists", "semantic"},
          {"Run ``", "semantic"},
          {"---\nstatus: passed\n---", "semantic"},
          {"", "semantic"},
      },
      bare);
}

TEST_CASE("grammar: declarations are told from mere mentions") {
  struct Case {
    std::string criterion;
    std::string yes;
    std::string no;
  };
  const std::vector<Case> cases{
      {"src/a.ts exports `login`", "export async function login(x) {",
       "import { login } from './x'"},
      {"src/a.ts exports `login`", "export {\n  logout,\n  login,\n};", "// export function login"},
      {"src/a.ts exports `login`", "module.exports = { login, logout };", "login();"},
      {"src/a.ts exports `log`", "export const log = 1", "export const login = 1"},
      {"src/a.ts defines `login`", "const login = () => 1;", "return login(x);"},
      {"src/a.py defines `parse`", "    async def parse(self):", "x = parse(y)"},
      {"src/a.py defines `LIMIT`", "LIMIT: int = 3", "if LIMIT == 3:"},
      {"src/a.rs exports `Budget`", "pub(crate) struct Budget {", "struct Budget {"},
      {"src/a.rs defines `Budget`", "struct Budget {", "let b = Budget { x };"},
      {"src/a.go defines `Parse`", "func (p *Parser) Parse() error {", "x := Parse()"},
      {"src/A.java defines `run`", "  public static void run(String[] a) {", "    run(a);"},
      {"src/a.kt defines `run`", "suspend fun run() {}", "return run()"},
      {"src/a.rb defines `parse`", "  def self.parse(x)", "  x.parse"},
      {"src/budget.h declares BUDGET_MAX", "#define BUDGET_MAX 3", "  return BUDGET_MAX;"},
      {"src/budget.h declares BUDGET_MAX", "  constexpr int BUDGET_MAX = 3;", "// BUDGET_MAX"},
      {"src/a.cpp defines `spend`", "int Budget::spend(int n) {", "  return spend(n);"},
      {"src/a.cpp defines `Budget`", "class Budget {", "  Budget b(3);"},
      {"src/a.ts imports `zod`", "import { z } from 'zod'", "const zod = 1"},
      {"src/a.ts contains `a.b`", "x a.b y", "x axb y"},
      {"src/routes.ts registers the route `GET /api/users`", "app.get('/api/users', list)",
       "app.post('/api/users', add)"},
      {"src/routes.py registers the route `GET /api/users`",
       "@app.route(\"/api/users\", methods=[\"GET\"])", "# GET the /api/users list"},
      {"src/routes.go registers the route `GET /api/users`", "r.GET(\"/api/users\", h)",
       "r.GET(\"/api/users2\", h)"},
      {"tests/a.test.ts has at least 1 test", "  it('works', () => {", "// it('works')"},
      {"tests/test_a.py has at least 1 test", "def test_x():", "def helper_test():"},
  };
  for (const Case& each : cases) {
    CAPTURE(each.criterion);
    const std::string pattern = pattern_of(each.criterion);
    CAPTURE(pattern);
    CHECK(finds(pattern, each.yes));
    CHECK(!finds(pattern, each.no));
  }
}

TEST_CASE("grammar: patterns and paths that prove nothing or lead out are refused") {
  CHECK(format::pattern_objection("a+").empty());
  CHECK(format::pattern_objection("a*") == "matches the empty text, so it proves nothing");
  CHECK(format::pattern_objection("^$") == "matches the empty text, so it proves nothing");
  CHECK(!format::pattern_objection("(a").empty());
  CHECK(!format::pattern_objection("a)(b").empty());
  CHECK(!format::pattern_objection("(?=a)").empty());
  CHECK(!format::pattern_objection("((a{100}){100}){100}").empty());
  CHECK(format::pattern_objection("(a+)+$").empty());  // linear here
  CHECK(format::path_objection("src/**/*.ts").empty());
  CHECK(format::path_objection("!src/x.ts").empty());
  for (const std::string path :
       {"", "!", "/etc/passwd", "..", "a/../../b", "../a", "!../a", "a/.."}) {
    CAPTURE(path);
    CHECK(!format::path_objection(path).empty());
  }
  CHECK(!format::path_objection(std::string("a\0b", 3)).empty());
}
