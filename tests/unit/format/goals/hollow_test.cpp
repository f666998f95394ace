// SPDX-License-Identifier: MIT
// Commands of criteria that prove themselves.
#include "format/goals/hollow.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

using assay::format::PhaseFile;

const std::vector<PhaseFile> phase_files{
    {"specs/phase/.task/IMPL-1.json",
     R"({"criteria": [{"type": "command", "command": "grep -r retry_budget ."}]})"},
    {"specs/phase/summary-IMPL-1.md", "All criteria are met.\n"}};

std::string why(const std::string& command, int expect_exit = 0) {
  assay::core::goals::Command wanted;
  wanted.command = command;
  wanted.expect_exit = expect_exit;
  return assay::format::why_hollow(wanted, "specs/phase", phase_files);
}

}  // namespace

TEST_CASE("hollow: a search that reads the task that asks for it") {
  for (const char* command :
       {"grep -r retry_budget .", "grep -rq retry_budget", "grep -rn retry_budget ./specs/",
        "grep -rqi RETRY_BUDGET specs", "egrep -r 'retry_(budget|limit)' *",
        "grep -rE 'retry_\\w+' $PWD", "grep -r --include='*.json' retry_budget .",
        "grep -r --exclude-dir=node_modules retry_budget .", "cd . && grep -rq retry_budget .",
        "(grep -rq retry_budget .)", "grep -rq -e retry_budget .", "grep -q criteria */*/*.md"}) {
    CAPTURE(command);
    CHECK(why(command).find("own words") != std::string::npos);
  }
}

TEST_CASE("hollow: a search that leaves the phase out or cannot find itself") {
  for (const char* command :
       {"grep -r retry_budget src", "grep -r --include='*.py' retry_budget .",
        "grep -r --exclude-dir=specs retry_budget .", "grep -rE 'retry_budget *=' .",
        "grep -rF 'retry_budget = 3' .", "grep -q retry_budget README.md", "rg retry_budget",
        "npm test", "grep -r 'retry_budget\\(x\\)' ."}) {
    CAPTURE(command);
    CHECK(why(command).empty());
  }
}

TEST_CASE("hollow: what the phase says of itself") {
  CHECK_FALSE(why("test -s specs/phase/summary-IMPL-1.md").empty());
  CHECK_FALSE(why("ls ./specs/phase/").empty());
  CHECK_FALSE(why("cat specs/phase/.task/IMPL-1.json | jq .").empty());
  CHECK(why("ls specs/phase2").empty());
  CHECK(why("ls specs").empty());
}

TEST_CASE("hollow: a failure is wanted, and there is no other end") {
  CHECK_FALSE(why("exit 3", 3).empty());
  CHECK_FALSE(why("./tool --bad; exit 2", 2).empty());
  CHECK(why("./tool --bad", 2).empty());
  CHECK(why("grep -q x src/a.py", 1).empty());
  CHECK(why("false").empty());  // it is a gap anyway
}
