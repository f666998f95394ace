// SPDX-License-Identifier: MIT
// From results to a report, from one round to the next, and into the files others read.
#include "core/goals/report.h"

#include "core/goals/rounds.h"
#include "format/goals/verification.h"
#include "format/yaml/front_matter.h"
#include "format/yaml/tree.h"
#include "support/json_schema.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <yaml-cpp/yaml.h>

#include <fstream>
#include <random>
#include <string>
#include <vector>

using namespace assay;
using namespace assay::core::goals;
using namespace assay::format;

namespace {

Task judged_task(std::string id, std::vector<std::string> criteria) {
  Task made;
  made.source = ".task/" + id + ".json";
  made.title = "Title of " + id;
  made.id = std::move(id);
  for (std::string& text : criteria) made.criteria.push_back({text, {Semantic{text}}, ""});
  return made;
}

const CheckResult ok{CheckStatus::ok, "fine", "", 0};
const CheckResult gap{CheckStatus::gap, "not so", "src/a b.c", 7};
const CheckResult unknown{CheckStatus::could_not_check, "no permission", "", 0};

Report report_of(const std::vector<Task>& tasks, const std::vector<CheckResult>& results) {
  return compile_report("2", tasks, checks_of(tasks), results);
}

std::string random_text(std::mt19937_64& chance) {
  const std::vector<std::string> nasty{"---",
                                       "...",
                                       "\n---\n",
                                       ": ",
                                       "\"",
                                       "'",
                                       "\\",
                                       "#",
                                       "- ",
                                       "\t",
                                       "\r\n",
                                       "{",
                                       "}",
                                       "[",
                                       "|",
                                       ">",
                                       "%",
                                       "@",
                                       "`",
                                       "&a",
                                       "*a",
                                       "!!x",
                                       "é",
                                       "漢",
                                       "\U0001F600",
                                       "\u2028",
                                       "\uFEFF",
                                       "\u0085",
                                       "\u202E",
                                       "<!--",
                                       std::string("\0", 1),
                                       "\x7f",
                                       "\uFFFE",
                                       "~",
                                       "null",
                                       "true",
                                       "1",
                                       " "};
  std::string text;
  for (auto pieces = chance() % 12; pieces > 0; --pieces) {
    if (chance() % 2 == 0) {
      text += nasty[chance() % nasty.size()];
      continue;
    }
    // Any code point that is one.
    char32_t c = 0;
    do {
      c = static_cast<char32_t>(chance() % (chance() % 2 == 0 ? 0x300 : 0x110000));
    } while (c >= 0xD800 && c <= 0xDFFF);
    if (c < 0x80) {
      text.push_back(static_cast<char>(c));
    } else if (c < 0x800) {
      text.push_back(static_cast<char>(0xC0 | (c >> 6)));
      text.push_back(static_cast<char>(0x80 | (c & 0x3F)));
    } else if (c < 0x10000) {
      text.push_back(static_cast<char>(0xE0 | (c >> 12)));
      text.push_back(static_cast<char>(0x80 | ((c >> 6) & 0x3F)));
      text.push_back(static_cast<char>(0x80 | (c & 0x3F)));
    } else {
      text.push_back(static_cast<char>(0xF0 | (c >> 18)));
      text.push_back(static_cast<char>(0x80 | ((c >> 12) & 0x3F)));
      text.push_back(static_cast<char>(0x80 | ((c >> 6) & 0x3F)));
      text.push_back(static_cast<char>(0x80 | (c & 0x3F)));
    }
  }
  return text;
}

std::string front_matter_of(const std::string& markdown) {
  const std::size_t end = markdown.find("\n---\n", 3);
  REQUIRE(markdown.starts_with("---\n"));
  REQUIRE(end != std::string::npos);
  return markdown.substr(4, end - 3);
}

}  // namespace

TEST_CASE("report: scores, gaps and the one status") {
  const std::vector<Task> tasks{judged_task("A", {"a", "b"}), judged_task("B", {"c"})};
  struct Row {
    std::vector<CheckResult> results;
    Status status;
    std::vector<Score> scores;
    std::size_t gaps;
  };
  const Row rows[] = {
      {{ok, ok, ok}, Status::passed, {Score::pass, Score::pass}, 0},
      {{ok, gap, ok}, Status::gaps_found, {Score::partial, Score::pass}, 1},
      {{gap, gap, ok}, Status::gaps_found, {Score::fail, Score::pass}, 2},
      {{ok, ok, unknown}, Status::error, {Score::pass, Score::fail}, 1},
      {{gap, ok, unknown}, Status::error, {Score::partial, Score::fail}, 2},
  };
  for (const Row& row : rows) {
    const Report report = report_of(tasks, row.results);
    CHECK(report.status == row.status);
    CHECK(report.gaps.size() == row.gaps);
    for (std::size_t i = 0; i < row.scores.size(); ++i)
      CHECK(report.tasks[i].score == row.scores[i]);
  }
  CHECK(report_of(tasks, {ok, ok, ok}).tasks_passed == 2);
  const Gap found = report_of(tasks, {ok, ok, unknown}).gaps.front();
  CHECK(found.actual == "could not check: no permission");
  CHECK(found.unchecked);
}

TEST_CASE("report: nothing asked is nothing proved") {
  CHECK(compile_report("1", {}, {}, {}).status == Status::error);
  const std::vector<Task> tasks{judged_task("A", {})};
  const Report report = report_of(tasks, {});
  CHECK(report.status == Status::gaps_found);
  CHECK(report.tasks_passed == 0);
}

TEST_CASE("rounds: closed, dropped, still open, new, regressed") {
  const std::vector<Task> first{
      judged_task("A", {"stays", "closes", "breaks", "vanishes", "fine"})};
  const RoundRecord before = record_of(report_of(first, {gap, gap, ok, gap, ok}), 1);
  CHECK(before.met.size() == 2);
  const std::vector<Task> second{
      judged_task("A", {"stays", "closes", "breaks", "appears", "fine"})};
  const Progress progress = progress_since(before, report_of(second, {gap, ok, gap, gap, ok}));
  const auto items = [](const std::vector<Gap>& gaps) {
    std::string text;
    for (const Gap& each : gaps) text += each.item + " ";
    return text;
  };
  CHECK(progress.since == 1);
  CHECK(items(progress.closed) == "closes ");
  CHECK(items(progress.dropped) == "vanishes ");
  CHECK(items(progress.still_open) == "stays ");
  CHECK(items(progress.fresh) == "appears ");
  CHECK(items(progress.regressed) == "breaks ");
  CHECK(fingerprint("a", "bc", "d") != fingerprint("ab", "c", "d"));
}

TEST_CASE("rounds: what a verification.md remembers is enough to compare with") {
  const std::vector<Task> tasks{judged_task("A", {"x: \"y\"\n---", "b", "c"})};
  const Report report = report_of(tasks, {gap, ok, gap});
  const auto record =
      read_verification_record("v.md", write_verification_markdown({report, 3, std::nullopt}));
  REQUIRE(record);
  CHECK(record->round == 3);
  CHECK(record->met == record_of(report, 3).met);
  const Progress progress = progress_since(*record, report_of(tasks, {ok, gap, gap}));
  CHECK(progress.closed.size() == 1);
  CHECK(progress.regressed.size() == 1);
  CHECK(progress.still_open.size() == 1);
}

TEST_CASE("verification.md: the shape of the seed") {
  const std::vector<Task> tasks{judged_task("IMPL-101", {"a", "b"}),
                                judged_task("IMPL-102", {"c"})};
  const std::string text =
      write_verification_markdown({report_of(tasks, {ok, gap, ok}), 0, std::nullopt});
  CHECK(text ==
        "---\nphase: 2\nstatus: gaps_found\ntasks_checked: 2\ntasks_passed: 1\ngaps:\n"
        "  - task: \"IMPL-101\"\n    type: \"semantic\"\n    item: \"b\"\n    expected: \"b\"\n"
        "    actual: \"not so\"\n---\n\n# Phase 2 Verification\n\n## Summary\n\n"
        "- Status: gaps_found\n- Tasks Checked: 2\n- Passed: 1\n- Total Gaps: 1\n\n"
        "## Task Results\n\n### IMPL-101: Title of IMPL-101 - PARTIAL\n\n- [x] (semantic) a\n"
        "- [ ] (semantic) b\n\n### IMPL-102: Title of IMPL-102 - PASS\n\n- [x] (semantic) c\n\n"
        "## Gaps\n\n### Gap 1: IMPL-101 - semantic\n\n- Item: b\n- Expected: b\n- Actual: not so\n"
        "- Where: src/a b.c:7\n");
  const std::string passed =
      write_verification_markdown({report_of(tasks, {ok, ok, ok}), 0, std::nullopt});
  CHECK(passed.find("gaps: []\n") != std::string::npos);
  CHECK(passed.find("## Gaps") == std::string::npos);
}

TEST_CASE("verification.md: no text of a task can break its line, hide the rest or end the block") {
  const std::string hostile = "ok\n---\n# fake\n- [x] (file) done\n<!-- \x1b[2J";
  const std::vector<Task> tasks{judged_task("A", {hostile})};
  const std::string text = write_verification_markdown({report_of(tasks, {gap}), 0, std::nullopt});
  std::size_t rules = 0;
  for (std::size_t at = text.find("---\n"); at != std::string::npos;
       at = text.find("---\n", at + 1)) {
    if (at == 0 || text[at - 1] == '\n') ++rules;
  }
  CHECK(rules == 2);
  CHECK(text.find("\n# fake") == std::string::npos);
  CHECK(text.find("\n- [x]") == std::string::npos);
  CHECK(text.find('\x1b') == std::string::npos);
  CHECK(text.find("\n- [ ] (semantic) ok --- # fake - [x] (file) done \\<!-- ") !=
        std::string::npos);
}

TEST_CASE("verification.md: front matter reads back for any text, here and by yaml-cpp") {
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    CAPTURE(seed);
    std::mt19937_64 chance(seed);
    Report report;
    report.phase = random_text(chance);
    report.status = Status::gaps_found;
    for (int i = 0; i < 2; ++i) {
      report.gaps.push_back({random_text(chance), random_text(chance), random_text(chance),
                             random_text(chance), random_text(chance), "", 0, false});
    }
    report.tasks.push_back({report.gaps[0].task, random_text(chance), "", Score::fail, {}});
    const std::string text = write_verification_markdown({report, 2, std::nullopt});
    const auto own = read_front_matter("v.md", text);
    REQUIRE_MESSAGE(own, (own ? "" : own.error().what));
    const YAML::Node other = YAML::Load(front_matter_of(text));
    REQUIRE(other["gaps"].size() == 2);
    const YamlNode& gaps = *find(*own, "gaps");
    for (std::size_t i = 0; i < 2; ++i) {
      const Gap& want = report.gaps[i];
      const std::pair<const char*, std::string> fields[] = {{"task", want.task},
                                                            {"type", want.type},
                                                            {"item", want.item},
                                                            {"expected", want.expected},
                                                            {"actual", want.actual}};
      for (const auto& [key, value] : fields) {
        CHECK(find(gaps.items[i], key)->text == value);
        CHECK(other["gaps"][i][key].as<std::string>() == value);
      }
    }
    CHECK(find(*own, "phase")->text == report.phase);
  }
}

TEST_CASE("verification.md: bytes that are no text become replacement characters") {
  CHECK(yaml_quoted("a\xFFz") == "\"a\xEF\xBF\xBDz\"");
  CHECK(yaml_quoted("\xED\xA0\x80").find("\xED") == std::string::npos);
}

TEST_CASE("front matter reader: what is no record of a round is refused") {
  for (const std::string text :
       {"", "---", "---\n", "---\n---\n", "---\na: 1\n", "---\ngaps: 3\n---\n",
        "---\ngaps:\n  - 3\n---\n", "---\ngaps:\n  - task: x\n---\n", "---\ngaps: [\n---\n"}) {
    CAPTURE(text);
    CHECK(!read_verification_record("v.md", text));
  }
  const auto plain =
      read_verification_record("v.md", "---\ngaps: []\nmet: {a: b}\nround: -1\n---\n");
  REQUIRE(plain);
  CHECK(plain->round == 0);
}

TEST_CASE("json and SARIF: well formed, and as their schemas say") {
  const std::vector<Task> tasks{judged_task("A", {"a \"q\"\n", "b"}), judged_task("B", {"c"})};
  const Report first = report_of(tasks, {gap, ok, unknown});
  GoalsResult result{report_of(tasks, {gap, gap, unknown}), 2, {}};
  result.progress = progress_since(record_of(first, 1), result.report);
  const nlohmann::json json = nlohmann::json::parse(write_goals_json(result));
  CHECK(json["status"] == "error");
  CHECK(json["tasks_checked"] == 2);
  CHECK(json["gaps"].size() == 3);
  CHECK(json["gaps"][0]["line"] == 7);
  CHECK(json["gaps"][2]["unchecked"] == true);
  CHECK(json["progress"]["regressed"].size() == 1);
  CHECK(json["tasks"][0]["checks"][1]["status"] == "gap");
  const support::Schema schema("goals-result.schema.json");
  const auto accepts = [&schema](const nlohmann::json& value) { return schema.accepts(value); };
  CHECK(accepts(json));
  nlohmann::json wrong = json;
  wrong["status"] = "ok";
  CHECK(!accepts(wrong));
  wrong = json;
  wrong["gaps"][0].erase("actual");
  CHECK(!accepts(wrong));

  const nlohmann::json sarif = nlohmann::json::parse(write_goals_sarif(result, "1.2.3"));
  CHECK(sarif["version"] == "2.1.0");
  const nlohmann::json& run = sarif["runs"][0];
  CHECK(run["tool"]["driver"]["name"] == "assay goals");
  CHECK(run["tool"]["driver"]["rules"][0]["id"] == "goals/semantic");
  CHECK(run["invocations"][0]["executionSuccessful"] == false);
  REQUIRE(run["results"].size() == 3);
  const nlohmann::json& place = run["results"][0]["locations"][0]["physicalLocation"];
  CHECK(place["artifactLocation"]["uri"] == "src/a%20b.c");
  CHECK(place["region"]["startLine"] == 7);
  CHECK(run["results"][0]["baselineState"] == "unchanged");
  CHECK(run["results"][1]["baselineState"] == "new");
  CHECK(run["results"][2]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] ==
        ".task/B.json");
}
