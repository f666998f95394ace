// SPDX-License-Identifier: MIT
#include "face/cli/pipeline_progress.h"

#include "base/text/columns.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace assay::cli {
namespace {

PipelineSight seventeen_steps(std::size_t current) {
  PipelineSight sight;
  sight.title = "feature  shop";
  for (int i = 0; i < 17; ++i) sight.steps.push_back("  [ ] " + std::to_string(i) + " step");
  sight.current = current;
  sight.workers = {{{7, 1}, "reviewer-security", "at work", 2, 0, "verdict.yaml is missing"},
                   {{8, 1}, "reviewer-correctness", "done", 1, 1234, ""}};
  sight.gates = {"holds: review_blockers (0)", "fails: review_approvals (1)"};
  sight.waiting = "1 of 2 agents";
  sight.spent = "9 launches, 1234 tokens";
  return sight;
}

std::size_t line_of(const std::vector<std::string>& lines, std::string_view text) {
  const auto found = std::find_if(lines.begin(), lines.end(), [&](const std::string& line) {
    return line.find(text) != std::string::npos;
  });
  return static_cast<std::size_t>(found - lines.begin());
}

TEST_CASE(
    "pipeline view: who is at work stands under the step under way, with what is known of it") {
  const auto lines = draw(seventeen_steps(5), Millis{65'000},
                          {{{7, 1}, "claude  12.0s  Edit a.py  3 turns"}}, 100, 40);
  REQUIRE(lines.size() == 1 + 17 + 3 + 2 + 1);
  CHECK(lines[0].find("feature  shop") == 0);
  CHECK(lines[0].find("9 launches, 1234 tokens") != std::string::npos);
  const std::size_t step = line_of(lines, "] 5 step");
  CHECK(lines[step + 1].find("reviewer-security") != std::string::npos);
  CHECK(lines[step + 1].find("claude  12.0s  Edit a.py  3 turns") != std::string::npos);
  CHECK(lines[step + 2].find("attempt 2: verdict.yaml is missing") != std::string::npos);
  CHECK(lines[step + 3].find("done") != std::string::npos);
  CHECK(lines[step + 3].find("1.2k tokens") != std::string::npos);
  CHECK(lines[step + 4].find("] 6 step") != std::string::npos);
  CHECK(lines[lines.size() - 2] == "gate: fails: review_approvals (1)");
  CHECK(lines.back() == "waits for 1 of 2 agents");
}

TEST_CASE("pipeline view: fits every screen, and the step under way is always on it") {
  for (const int height : {1, 5, 8, 12, 24}) {
    for (std::size_t current = 0; current < 17; ++current) {
      CAPTURE(height);
      CAPTURE(current);
      const auto lines = draw(seventeen_steps(current), Millis{1}, {}, 60, height);
      CHECK(lines.size() <= static_cast<std::size_t>(std::max(4, height - 1)));
      CHECK(line_of(lines, "] " + std::to_string(current) + " step") < lines.size());
    }
  }
}

TEST_CASE("pipeline view: long lines are cut between characters, many workers are counted") {
  PipelineSight sight = seventeen_steps(0);
  const std::string letters = "abcdefghijklmnopqr";  // with "waits for " 28 bytes
  sight.waiting = letters;
  for (int i = 0; i < 2; ++i) sight.waiting.append("\xE6\x97\xA5");  // two columns each
  for (int i = 0; i < 20; ++i)
    sight.workers.push_back({{20, 1}, "w" + std::to_string(i), "waiting", 0, 0, ""});
  const auto lines = draw(sight, Millis{1}, {}, 30, 60);
  for (const std::string& line : lines) CHECK(columns(line) <= 29);
  CHECK(lines.back() == "waits for abcdefghijklmnopqr");
  CHECK(line_of(lines, "+14 more") < lines.size());
}

}  // namespace
}  // namespace assay::cli
