// SPDX-License-Identifier: MIT
#include "format/pipeline/bundle.h"

#include "base/text/ascii.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

namespace assay::pipeline_test {
namespace {

using core::pipeline::Bundle;
using format::write_bundle_json;
using format::write_bundle_markdown;

Bundle sample() {
  Bundle bundle;
  bundle.run_id = "r1";
  bundle.slug = "login";
  bundle.definition = "feature";
  bundle.confidence = core::pipeline::Confidence::medium;
  bundle.confidence_why = "one reviewer did not approve";
  bundle.baseline = "abc123";
  bundle.tag = "pipeline-baseline-r1";
  bundle.tasks = {
      {"t1",
       "First",
       "Standard",
       "yellow",
       true,
       {{"tests", "baseline", true, "make test", 10},
        {"tests", "after", false, "make test", 11},
        {"tests", "after", true, "make test", 12},
        {"build", "after", true, "make", -1}},
       {},
       {"src/a.c"}},
      {"t2",
       "Second",
       "Large",
       "red",
       false,
       {{"tests", "baseline", true, "make test", 10}, {"tests", "after", false, "make test", 9}},
       {"tests passed before and fails now"},
       {"src/b.c"}}};
  bundle.votes = {{"design", "reviewer-security", "security", "m", 1, "approve", "approve", "fine"},
                  {"code", "reviewer-security", "security", "m", 2, "needs_revision", "approve",
                   "fine, they say"}};
  bundle.approvals = {{"gate-plan", "approve", "kim", "2026-01-01T00:00:00Z", "go on", false},
                      {"gate-research", "proceed", "", "2026-01-01T00:00:01Z", "", true}};
  bundle.contradicted = {"t2 says its tests pass; they do not"};
  bundle.blast_radius = {{"src/a.c", "yellow"}, {"src/b.c", "red"}, {"t/c", "green"}};
  bundle.known_issues = {"researcher-impact ended in an error"};
  bundle.dispatches = {{"1", "researcher", "researcher-impact", "2026-01-01T23:59:30.000Z",
                        "2026-01-02T00:01:00.000Z", "ERROR", 1, 1, "stalled"},
                       {"2", "spec", "spec", "", "", "DONE", 1, 0, ""}};
  bundle.rollback_before = "git restore --source=abc123 -- src/a.c";
  bundle.rollback_after = "git revert --no-edit HEAD";
  return bundle;
}

TEST_CASE("bundle: every section with its figures") {
  const std::string text = write_bundle_markdown(sample());
  for (const char* part : {
           "# Evidence Bundle: login\n",
           "- **Run:** `r1`\n",
           "- **Confidence:** Medium (one reviewer did not approve)\n",
           "\n## Verification Summary\n",
           "| Tasks verified | Checks passed | Checks failed | Regressions |\n|---|---|---|---|\n"
           "| 1 of 2 | 2 | 2 | 1 |\n",
           "| t1 | First | Standard | yellow | yes | 0 |\n",
           "| t2 | Second | Large | red | NO | 1 |\n",
           "| tests | passed | passed | 10 | 12 | `make test` |\n",
           "| build | not run | passed | - | - | `make` |\n",
           "| tests | passed | FAILED | 10 | 9 | `make test` |\n",
           "\n## Regressions\n\n- t2: tests passed before and fails now\n",
           "\n## Review Summary\n",
           "| 1 | reviewer-security | security | m | approve | fine |\n",
           "| needs\\_revision (its file says approve) | fine, they say |\n",
           "\n## Approvals\n",
           "| gate-plan | approve | kim | 2026-01-01T00:00:00Z | go on |\n",
           "| gate-research | proceed | auto\\_selected |",
           "\n## Claims That Evidence Contradicts\n\n- t2 says its tests pass; they do not\n",
           "\n## Rollback Command\n",
           "```sh\ngit restore --source=abc123 -- src/a.c\n```\n",
           "```sh\ngit revert --no-edit HEAD\n```\n",
           "\n## Blast Radius\n",
           "| 3 | 1 | 1 | 1 | 1 |\n",
           "| `src/b.c` | red |\n",
           "\n## Known Issues\n\n- researcher-impact ended in an error\n",
           "\n## Pipeline Telemetry\n\n- Dispatches: 2\n- Errors: 1\n",
           "| ERROR | 2026-01-01T23:59:30.000Z | 90 s | 1 | stalled |\n",
           "| DONE | - | - | 0 | - |\n",
       }) {
    CAPTURE(part);
    CHECK(contains(text, part));
  }
}

TEST_CASE("bundle: sections come in their order") {
  const std::string text = write_bundle_markdown(sample());
  std::size_t last = 0;
  for (const char* section :
       {"# Evidence Bundle", "## Verification Summary", "## Regressions", "## Review Summary",
        "## Approvals", "## Claims", "## Rollback Command", "## Blast Radius", "## Known Issues",
        "## Pipeline Telemetry"}) {
    CAPTURE(section);
    const std::size_t at = text.find(section);
    REQUIRE(at != std::string::npos);
    CHECK(at >= last);
    last = at;
  }
}

TEST_CASE("bundle: with nothing to tell it says so") {
  const std::string text = write_bundle_markdown({});
  CHECK(contains(text, "No known issues."));
  CHECK(contains(text, "Nobody reviewed."));
  CHECK(contains(text, "There is nothing to roll back."));
  CHECK_FALSE(contains(text, "## Approvals"));
  CHECK_FALSE(contains(text, "## Claims"));
  CHECK_FALSE(contains(text, "## Regressions"));
  CHECK(nlohmann::json::parse(write_bundle_json({})).at("tasks").empty());
}

/// What somebody writes who wants to be read as something else.
const std::vector<std::string>& hostile() {
  static const std::vector<std::string> texts = {"x | y | **NO**",
                                                 "line\n## Known Issues\n\nNo known issues.",
                                                 "`code` ``more``",
                                                 "```\n# out",
                                                 "<!-- hidden",
                                                 "<script>alert(1)</script>",
                                                 "[link](http://evil)",
                                                 "![i](x)",
                                                 "\x1b[2Jgone",
                                                 "\xff\xfe broken",
                                                 "back\\slash | \\|",
                                                 "~~~",
                                                 "| a |\n|---|",
                                                 "$x$ @team #1 &lt;",
                                                 "\r\nX",
                                                 "\u202Eright to left",
                                                 std::string("zero\0byte", 9),
                                                 "`",
                                                 " ` ",
                                                 "trailing \\"};
  return texts;
}

Bundle with_everywhere(const std::string& text) {
  Bundle bundle = sample();
  for (std::string* field :
       {&bundle.run_id, &bundle.slug, &bundle.definition, &bundle.confidence_why, &bundle.baseline,
        &bundle.tag, &bundle.rollback_before, &bundle.rollback_after})
    *field = text;
  for (auto& task : bundle.tasks) {
    task.id = task.title = task.size = task.risk = text;
    task.files = {text};
    if (!task.regressions.empty()) task.regressions = {text};
    for (auto& check : task.checks) check.name = check.command = text;
  }
  for (auto& vote : bundle.votes)
    vote.instance = vote.focus = vote.model = vote.verdict = vote.summary = text;
  for (auto& approval : bundle.approvals)
    approval.gate_id = approval.option = approval.by = approval.at = approval.comment = text;
  for (auto& file : bundle.blast_radius) file.path = text;
  bundle.contradicted = bundle.known_issues = {text};
  for (auto& row : bundle.dispatches)
    row.step = row.agent = row.instance = row.started_at = row.notes = text;
  return bundle;
}

/// Lines outside of fenced blocks.
std::vector<std::string> lines_of(const std::string& markdown) {
  std::vector<std::string> lines;
  std::istringstream in(markdown);
  std::string fence;
  for (std::string line; std::getline(in, line);) {
    const std::size_t ticks = std::min(line.find_first_not_of('`'), line.size());
    if (fence.empty() && ticks >= 3) {
      fence = line.substr(0, ticks);
    } else if (!fence.empty()) {
      if (line == fence) fence.clear();
    } else {
      lines.push_back(line);
    }
  }
  CHECK(fence == "");
  return lines;
}

/// Cells of a row as a renderer of tables sees them: bars that are not escaped.
std::size_t bars_in(const std::string& line) {
  std::size_t bars = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\\' && i + 1 < line.size()) {
      ++i;
    } else if (line[i] == '|') {
      ++bars;
    }
  }
  return bars;
}

TEST_CASE("bundle: nothing that is written into it changes its shape") {
  std::vector<std::string> headings;
  for (const std::string& line : lines_of(write_bundle_markdown(with_everywhere("x")))) {
    if (line.starts_with("## ")) headings.push_back(line);
  }
  for (const std::string& text : hostile()) {
    CAPTURE(text);
    const std::string markdown = write_bundle_markdown(with_everywhere(text));
    CHECK(markdown.find('\x1b') == std::string::npos);
    CHECK(markdown.find('\0') == std::string::npos);
    CHECK(markdown.find('\r') == std::string::npos);
    std::vector<std::string> now;
    std::size_t width = 0;
    for (const std::string& line : lines_of(markdown)) {
      CAPTURE(line);
      if (line.starts_with("## ")) now.push_back(line);
      if (line.starts_with("|")) {
        if (width == 0) width = bars_in(line);
        CHECK(bars_in(line) == width);
      } else {
        width = 0;
      }
      for (const char* evil : {"<script", "<!--", "](http"}) {
        const std::size_t at = line.find(evil);
        const bool in_code = at != std::string::npos && line.rfind('`', at) != std::string::npos;
        if (at != std::string::npos && !in_code) CHECK(line[at - 1] == '\\');
      }
    }
    CHECK(now == headings);
  }
}

TEST_CASE("bundle: long text is cut, at a character") {
  Bundle bundle = sample();
  bundle.known_issues = {"x\xe2\x82\xac" + std::string(2'000'000, 'y')};
  std::string euros;
  for (int i = 0; i < 500; ++i) euros += "\xe2\x82\xac";
  bundle.contradicted = {euros};
  const std::string text = write_bundle_markdown(bundle);
  CHECK(text.size() < 20'000);
  CHECK(contains(text, euros.substr(0, 999) + "...\n"));
}

TEST_CASE("bundle: as JSON it says everything as it was") {
  const Bundle bundle = sample();
  const auto json = nlohmann::json::parse(write_bundle_json(bundle));
  CHECK(json.at("run_id") == "r1");
  CHECK(json.at("slug") == "login");
  CHECK(json.at("definition") == "feature");
  CHECK(json.at("confidence") == "Medium");
  CHECK(json.at("baseline") == "abc123");
  CHECK(json.at("tasks").size() == 2);
  CHECK(json.at("tasks")[0].at("verified") == true);
  CHECK(json.at("tasks")[0].at("checks")[0].at("tests") == 10);
  CHECK(json.at("tasks")[0].at("checks")[3].at("tests") == -1);
  CHECK(json.at("tasks")[1].at("regressions").size() == 1);
  CHECK(json.at("tasks")[1].at("files")[0] == "src/b.c");
  CHECK(json.at("votes")[1].at("verdict") == "needs_revision");
  CHECK(json.at("votes")[1].at("claimed") == "approve");
  CHECK(json.at("votes")[1].at("round") == 2);
  CHECK(json.at("approvals")[1].at("auto_selected") == true);
  CHECK(json.at("approvals")[0].at("comment") == "go on");
  CHECK(json.at("contradicted").size() == 1);
  CHECK(json.at("blast_radius")[1].at("risk") == "red");
  CHECK(json.at("known_issues").size() == 1);
  CHECK(json.at("dispatches")[0].at("retry_count") == 1);
  CHECK(json.at("rollback").at("before_commit") == bundle.rollback_before);
  CHECK(json.at("rollback").at("after_commit") == bundle.rollback_after);
}

TEST_CASE("bundle: hostile text is JSON, too") {
  for (const std::string& text : hostile()) {
    CAPTURE(text);
    const std::string written = write_bundle_json(with_everywhere(text));
    // Bytes that are no UTF-8 are written as lone surrogates, which not every reader takes.
    if (contains(text, "\xff")) {
      CHECK(contains(written, "\\udcff"));
      continue;
    }
    CHECK(nlohmann::json::parse(written).at("known_issues")[0] == text);
  }
}

}  // namespace
}  // namespace assay::pipeline_test
