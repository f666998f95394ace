// SPDX-License-Identifier: MIT
#include "api/goals.h"

#include "api/bus.h"
#include "api/phase.h"
#include "unit/api/bench.h"

namespace assay::api {
namespace {

class PhaseBench : public Bench {
 public:
  explicit PhaseBench(const std::string& criteria) {
    write(
        "phase-3/.task/IMPL-1.json",
        R"({"id":"IMPL-1","title":"T","description":"d","depends_on":[],"convergence":{"criteria":[)" +
            criteria + R"(],"verification":"test -e README"}})");
    write("phase-3/summary-IMPL-1.md", "---\ntask: IMPL-1\n---\nok\n");
    commit_all();
  }
};

GoalsRequest phase_three() {
  GoalsRequest request;
  request.phase_dir = "phase-3";
  return request;
}

TEST_CASE("goals: what holds passes, and the report is written") {
  PhaseBench bench("\"README exists\"");
  const auto check = check_goals(phase_three(), bench.site(), bench.nobody);
  REQUIRE_MESSAGE(check, plain_text(check.error().front()));
  CHECK(check->run.outcome() == core::Outcome::passed);
  CHECK(check->result.report.phase == "3");
  CHECK(check->report_path == bench.site().place.workspace + "/phase-3/verification.md");
  CHECK(bench.read("phase-3/verification.md") == check->markdown);
}

TEST_CASE(
    "goals: a gap is a verified failure; the next round tells what was closed; a team hears it") {
  PhaseBench bench("\"nothing.txt exists\"");
  GoalsRequest request = phase_three();
  request.round = 1;
  request.files.team = "shop";
  request.files.sarif = bench.path("gaps.sarif");
  const auto first = check_goals(request, bench.site(), bench.nobody);
  REQUIRE(first);
  CHECK(first->run.outcome() == core::Outcome::failed);
  CHECK(first->problems.empty());
  CHECK(bench.read("gaps.sarif").find("nothing.txt") != std::string::npos);
  const auto heard = list_messages({}, {bench.path(""), "shop"}, bench.outside());
  REQUIRE(heard);
  REQUIRE(heard->messages.size() == 1);
  CHECK(heard->messages.front().type == "gaps_found");
  bench.write("nothing.txt", "x");
  request.round = 2;
  const auto second = check_goals(request, bench.site(), bench.nobody);
  REQUIRE(second);
  REQUIRE(second->result.progress);
  CHECK(second->result.progress->closed.size() == 1);
}

TEST_CASE("goals: every problem of a phase at once; missing summaries can be allowed") {
  PhaseBench bench("\"README exists\"");
  bench.write("phase-3/.task/IMPL-2.json", "{");
  bench.write("phase-4/.task/IMPL-1.json", "{}");
  CHECK(code_of(check_goals(phase_three(), bench.site(), bench.nobody)) == Code::in_file);
  const auto none = read_phase(bench.site(), bench.path("phase-4"), Summaries::needed);
  REQUIRE_FALSE(none);
  CHECK(none.error().back().code == Code::no_summaries);
  CHECK(none.error().back().field == "allow_missing_summaries");
  CHECK_FALSE(find_phase(bench.site(), "phase-9"));
}

TEST_CASE("goals: a judge is a configured role, and as many have to differ as was said") {
  PhaseBench bench("\"The code is elegant\"");
  GoalsRequest request = phase_three();
  request.judges = {"judge"};
  CHECK(code_of(check_goals(request, bench.site(), bench.nobody)) == Code::bad_input);
  bench.write("assay.yaml", "version: 1\ngoals: {judges: 2}\n" + scripted("echo no"));
  request.judges = {"judge", "other"};
  const auto same = check_goals(request, bench.site(), bench.nobody);
  CHECK(code_of(same) == Code::too_few_judges);
  CHECK(same.error().front().field == "judges");
}

TEST_CASE("goals: explaining reads every criterion and runs nothing") {
  PhaseBench bench("\"README exists\", \"The code is elegant\"");
  const auto tasks = explain_goals("phase-3", bench.site(), bench.notes());
  REQUIRE(tasks);
  REQUIRE(tasks->size() == 1);
  CHECK(tasks->front().criteria.size() == 2);
}

}  // namespace
}  // namespace assay::api
