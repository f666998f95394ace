// SPDX-License-Identifier: MIT
#include "format/claim/claim.h"

#include "format/claim/path.h"
#include "format/claim/seen.h"

#include <doctest/doctest.h>

#include <chrono>
#include <string>

namespace assay::format {
namespace {

using core::agent::Command;
using core::agent::Mismatch;
using core::agent::Transcript;
using Kind = Claim::Kind;

bool claims(const std::string& text, Kind kind, const std::string& subject = "") {
  for (const Claim& claim : read_claims(text)) {
    if (claim.kind == kind && claim.subject == subject) return true;
  }
  return false;
}

TEST_CASE("claims: tests pass") {
  struct Row {
    const char* text;
    std::optional<std::int64_t> count;
  };
  const Row rows[] = {
      {"All tests pass.", std::nullopt},
      {"All tests are passing now!", std::nullopt},
      {"- \u2705 All 42 unit tests pass", 42},
      {"**All 12/12 tests passed.**", 12},
      {"12 of 12 tests passed", 12},
      {"Result: 17 passed, 0 failed", 17},
      {"The test suite is green.", std::nullopt},
      {"The code passes all existing tests", std::nullopt},
      {"I fixed it. Tests pass with no failures.", std::nullopt},
      {"All tests in `a.test.ts` pass", std::nullopt},
      {"All the unit tests\nnow pass.", std::nullopt},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    bool found = false;
    for (const Claim& claim : read_claims(row.text)) {
      if (claim.kind != Kind::tests_pass) continue;
      found = true;
      CHECK(claim.count == row.count);
    }
    CHECK(found);
  }
}

TEST_CASE("claims: what is denied, doubted, promised, asked, quoted or partial is no claim") {
  for (const char* text : {
           "All tests should pass.",
           "The tests will pass once this is merged.",
           "I did not run the tests, but tests pass in CI.",
           "I didn't check that all tests pass.",
           "Do all tests pass?",
           "10/12 tests passed",
           "10 of 12 tests passed",
           "12 passed, 1 failed",
           "Most tests pass.",
           "Make sure all tests pass.",
           "Run it until all tests pass.",
           "> All tests pass.",
           "```\nAll tests pass.\n```",
           "No tests pass.",
           "I passed test data to the parser.",
           "I will create `src/a.ts`.",
           "Should I have created `src/a.ts`?",
           "Next: create `src/a.ts`",
           "Added tests for `src/a.ts`",
           "Updated the imports to use `src/a.ts`",
           "Added `user.name` to the form",
           "Added `jest.config.js` to the ignore list",
           "Created `config.json` parser",
           "Added Node.js support",
           "Created the branch `feat/login`",
           "Added the route `/api/users.json`",
           "Created `dist/app.js`",
           "The helper created in `src/b.ts` is used",
           "It was based on commit abc1234.",
           "Reverts commit abc1234",
           "I could not commit.",
           "The effaced commit defaced it",
           "The task is not complete.",
           "Only half of the task is done",
           "`npm test` should pass",
           "`npm test` fails",
           "Run `npm test` to see it",
       }) {
    CAPTURE(text);
    const auto found = read_claims(text);
    CHECK_MESSAGE(found.empty(), (found.empty() ? "" : found[0].subject + " | " + found[0].text));
  }
}

TEST_CASE("claims: files, commits, commands, ends") {
  CHECK(claims("Created `src/a.ts`.", Kind::file_changed, "src/a.ts"));
  CHECK(claims("I created src/a.ts and src/b.ts", Kind::file_changed, "src/b.ts"));
  CHECK(claims("- Added `src/a.ts:12` with a helper", Kind::file_changed, "src/a.ts"));
  CHECK(claims("Updated the docs in `docs/manual.md`", Kind::file_changed, "docs/manual.md"));
  CHECK(claims("Added logging to `src/a.py`", Kind::file_changed, "src/a.py"));
  CHECK(claims("Wrote the helper module ./lib/x.rb", Kind::file_changed, "lib/x.rb"));
  CHECK(claims("Updated `package.json` scripts", Kind::file_changed, "package.json"));
  CHECK(claims("- `src/a.ts` (new)", Kind::file_changed, "src/a.ts"));
  CHECK(claims("`src/a.ts` was created.", Kind::file_changed, "src/a.ts"));
  CHECK(claims("Created `Makefile`", Kind::file_changed, "Makefile"));
  CHECK(claims("Committed as abc1234.", Kind::committed, "abc1234"));
  CHECK(claims("TASK_COMPLETE\nstatus: pass\n\ncommit: 0a1b2c3d", Kind::committed, "0a1b2c3d"));
  CHECK(claims("Commit `0a1b2c3d`", Kind::committed, "0a1b2c3d"));
  CHECK(claims("Created commit 0a1b2c3d", Kind::committed, "0a1b2c3d"));
  CHECK(claims("Changes were committed.", Kind::committed, ""));
  CHECK(claims("`npm run lint` passes", Kind::command_passed, "npm run lint"));
  CHECK(claims("- `pytest -q`: passed", Kind::command_passed, "pytest -q"));
  CHECK(claims("There were no failures.", Kind::no_failures));
  CHECK(claims("TASK_COMPLETE", Kind::done));
  CHECK(claims("The implementation is now complete.", Kind::done));
  CHECK(claims("All done!", Kind::done));
}

Transcript ran(std::vector<Command> commands, std::uint32_t edits = 0,
               std::vector<std::string> edited = {}) {
  Transcript transcript;
  transcript.commands = std::move(commands);
  transcript.edits = edits;
  transcript.edited = std::move(edited);
  return transcript;
}

TEST_CASE("claims: tests against what ran") {
  struct Row {
    const char* name;
    Transcript transcript;
    const char* observed;  ///< empty: no mismatch
  };
  const Row rows[] = {
      {"nothing ran", ran({}), "it ran no command"},
      {"only looked", ran({{"ls -la", 0}, {"git status && cat x", 0}, {"npm install", 0}}),
       "none of its 3 commands runs tests"},
      {"unknown program", ran({{"ls", 0}, {"./ci.sh", 0}}), ""},
      {"cannot be read", ran({{"echo 'unclosed", 0}}), ""},
      {"passed", ran({{"npm test", 0}}), ""},
      {"status not told", ran({{"npm test", std::nullopt}}), ""},
      {"failed", ran({{"npm test", 1}}), "'npm test' ended with exit code 1"},
      {"failed in a shell", ran({{"bash -lc 'cd x && npm test'", 1}}), "ended with exit code 1"},
      {"failed behind a pipe", ran({{"pytest -q 2>&1 | tail -5", 1}}), "ended with exit code 1"},
      {"grep found nothing", ran({{"pytest -q 2>&1 | grep FAIL", 1}}), ""},
      {"something after it failed", ran({{"npm test && ./deploy", 1}}), ""},
      {"something before it failed", ran({{"./build.sh && npm test", 1}}), ""},
      {"failed, then passed", ran({{"npm test", 1}, {"npm test", 0}}), ""},
      {"passed, then failed", ran({{"npm test", 0}, {"npm test", 2}}), "exit code 2"},
      {"refused", ran({{"npm test", std::nullopt, true}}), "none of its 1 commands runs tests"},
      {"edited afterwards", ran({{"npm test", 0, false, 1}}, 3, {"src/a.ts"}),
       "'npm test' ran before the last 2 edits"},
      {"edited before", ran({{"npm test", 0, false, 3}}, 3, {"src/a.ts"}), ""},
      {"notes afterwards", ran({{"npm test", 0, false, 2}}, 3, {"src/a.ts", "notes.md"}), ""},
      {"a failing checkout is no test", ran({{"git checkout x", 1}, {"make", 0}}), ""},
  };
  const std::vector<Claim> said = read_claims("All 12 tests pass.");
  REQUIRE(said.size() == 1);
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const auto found = compare_claims(said, {row.transcript, {"a"}, {}});
    if (*row.observed == '\0') {
      CHECK_MESSAGE(found.empty(), (found.empty() ? "" : found[0].observed));
    } else {
      REQUIRE(found.size() == 1);
      CHECK(found[0].claimed == "All 12 tests pass.");
      CHECK_MESSAGE(found[0].observed.find(row.observed) != std::string::npos, found[0].observed);
    }
  }
  const Transcript silent;
  const auto unseen = compare_claims(said, {silent, {}, {}, false});
  REQUIRE(unseen.size() == 1);
  CHECK(unseen[0].observed == "not visible in this agent's output");
}

TEST_CASE("claims: files, commits and ends against the tree") {
  const Transcript transcript = ran({{"npm run lint", 1}, {"npm run build", 0}});
  const std::string sha = "abc1234def5678abc1234def5678abc1234def56";
  struct Row {
    const char* text;
    std::vector<std::string> changed;
    std::vector<std::string> commits;
    const char* observed;
  };
  const Row rows[] = {
      {"Created `src/a.ts`.", {"src/a.ts"}, {}, ""},
      {"Created `a.ts`.", {"src/a.ts"}, {}, ""},
      {"Created `src/a.ts`.", {"packages/x/src/a.ts"}, {}, ""},
      {"Created `src/a.ts`.", {"src/aa.ts"}, {}, "'src/a.ts' did not change"},
      {"Created `a.ts`.", {"src/ba.ts"}, {}, "'a.ts' did not change"},
      {"Created `src/a.ts`.", {}, {}, "'src/a.ts' did not change"},
      {"Committed as abc1234.", {}, {sha}, ""},
      {"Committed as abc1235.", {}, {sha}, "no commit abc1235 was made"},
      {"Committed as abc1234.", {}, {}, "no commit was made"},
      {"TASK_COMPLETE", {"x"}, {}, ""},
      {"TASK_COMPLETE", {}, {sha}, ""},
      {"TASK_COMPLETE", {}, {}, "no file changed and no commit was made"},
      {"`npm run build` passes.", {}, {}, ""},
      {"`npm run lint` passes.", {}, {}, "'npm run lint' ended with exit code 1"},
      {"`npm run e2e` passes.", {}, {}, ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    const auto found =
        compare_claims(read_claims(row.text), {transcript, row.changed, row.commits});
    if (*row.observed == '\0') {
      CHECK_MESSAGE(found.empty(), (found.empty() ? "" : found[0].observed));
    } else {
      REQUIRE(found.size() == 1);
      CHECK(found[0].observed == row.observed);
    }
  }
}

TEST_CASE("claims: test commands are known by what runs") {
  using Use = claim::CommandUse::Kind;
  struct Row {
    const char* command;
    Use use;
  };
  const Row rows[] = {
      {"npm test", Use::tests},
      {"npm t", Use::tests},
      {"npm run test:unit -- --run", Use::tests},
      {"CI=1 npx vitest run", Use::tests},
      {"python -m pytest -q", Use::tests},
      {"poetry run pytest", Use::tests},
      {"timeout 60 cargo test", Use::tests},
      {"cargo check", Use::unknown},
      {"go test ./...", Use::tests},
      {"go build ./...", Use::unknown},
      {"make check", Use::tests},
      {"ctest --test-dir build", Use::tests},
      {"./gradlew check", Use::tests},
      {"git commit -m 'npm test passes'", Use::harmless},
      {"cd x; ls | head", Use::harmless},
      {"echo test", Use::harmless},
      {"./run", Use::unknown},
      {"node script.js", Use::unknown},
  };
  for (const Row& row : rows) {
    CAPTURE(row.command);
    CHECK(claim::use_of(row.command).kind == row.use);
  }
}

TEST_CASE("claims: hostile texts are read in little time") {
  const auto start = std::chrono::steady_clock::now();
  std::string verbs;
  for (int i = 0; i < 20'000; ++i) verbs += "created `a.ts` ";
  read_claims(verbs);
  std::string many;
  for (int i = 0; i < 2'000; ++i) many += "Created `a" + std::to_string(i) + ".ts`.\n";
  CHECK(read_claims(many).size() == 200);
  read_claims(std::string(1 << 19, '`') + "a" + std::string(1 << 19, '`'));
  std::string ticks;
  for (int i = 1; i < 1'000; ++i) ticks += std::string(static_cast<std::size_t>(i), '`') + "a ";
  read_claims(ticks);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(10));
}

}  // namespace
}  // namespace assay::format
