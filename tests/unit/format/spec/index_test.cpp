// SPDX-License-Identifier: MIT
#include "format/spec/index.h"

#include "format/json/tree.h"
#include "unit/format/spec/support.h"

#include <doctest/doctest.h>

using namespace assay;
using namespace assay::format;
using support::has;
using support::tree;

namespace {

Instant at(const char* text) { return *parse_instant(text); }

const Instant noon = at("2026-11-15T12:00:00.500Z");
const Instant later = at("2026-11-15T13:00:00.000Z");

IndexRow row(std::string name, std::string phase, std::uint32_t index = 0,
             std::uint32_t total = 0) {
  return {name, "./specs/" + name, std::move(phase), index, total, false};
}

}  // namespace

TEST_CASE("index: a new one") {
  IndexRow waiting = row("waits", "design");
  waiting.awaiting_approval = true;
  const auto index = write_spec_index(
      "", "./specs", {row("login", "completed", 9, 9), row("fresh", "new"), waiting}, noon);
  CHECK(
      index.json ==
      "{\n  \"version\": \"1.0\",\n  \"updated\": \"2026-11-15T12:00:00Z\",\n  \"specs\": [\n"
      "    {\n      \"name\": \"login\",\n      \"path\": \"./specs/login\",\n"
      "      \"phase\": \"completed\",\n      \"taskIndex\": 9,\n      \"totalTasks\": 9\n    },\n"
      "    {\n      \"name\": \"fresh\",\n      \"path\": \"./specs/fresh\",\n"
      "      \"phase\": \"new\"\n    },\n"
      "    {\n      \"name\": \"waits\",\n      \"path\": \"./specs/waits\",\n"
      "      \"phase\": \"design\",\n      \"awaitingApproval\": true\n    }\n  ],\n"
      "  \"directories\": [\n    {\n      \"path\": \"./specs\",\n      \"specsCount\": 3,\n"
      "      \"isDefault\": true\n    }\n  ]\n}\n");
  CHECK(has(index.markdown, "**Last updated:** 2026-11-15T12:00:00Z\n"));
  CHECK(has(index.markdown, "## Directories (1)\n"));
  CHECK(has(index.markdown, "| ./specs | 3 | Yes |\n"));
  CHECK(has(index.markdown, "## All Specs (3)\n"));
  CHECK(has(index.markdown, "| login | ./specs | completed | done |\n"));
  CHECK(has(index.markdown, "| fresh | ./specs | new |  |\n"));
  CHECK(has(index.markdown, "| waits | ./specs | design | awaiting approval |\n"));
}

TEST_CASE("index: nothing changes if only the time would") {
  const auto first = write_spec_index("", "./specs", {row("a", "execution", 1, 3)}, noon);
  const auto again = write_spec_index(first.json, "./specs", {row("a", "execution", 1, 3)}, later);
  CHECK(again.json == first.json);
  CHECK(again.markdown == first.markdown);
  const auto moved = write_spec_index(first.json, "./specs", {row("a", "execution", 2, 3)}, later);
  CHECK(has(moved.json, "2026-11-15T13:00:00Z"));
  CHECK(has(moved.markdown, "2026-11-15T13:00:00Z"));
  // However somebody else has laid it out.
  const std::string foreign =
      R"({"specs":[{"path":"./specs/a","phase":"new","name":"a"}],"version":"1.0","updated":"then",)"
      R"("directories":[{"isDefault":true,"path":"./specs","specsCount":1}]})";
  CHECK(write_spec_index(foreign, "./specs", {row("a", "new")}, later).json == foreign);
}

TEST_CASE("index: rows of others and foreign fields stay") {
  const std::string old =
      R"({"version": "1.0", "updated": "x", "extra": {"n": 1.50},
          "directories": [{"path": "./other", "specsCount": 7, "isDefault": false}],
          "specs": [{"name": "b", "path": "./other/b", "phase": "design", "note": "keep"},
                    {"name": "a", "path": "./specs/a", "phase": "execution", "taskIndex": 1,
                     "totalTasks": 2, "awaitingApproval": true, "owner": "me"}]})";
  const auto index = write_spec_index(old, "./specs", {row("a", "new"), row("c", "new")}, noon);
  const JsonNode root = tree(index.json);
  CHECK(root.find("extra")->find("n")->text == "1.50");
  const auto& specs = root.find("specs")->items;
  REQUIRE(specs.size() == 3);
  CHECK(specs[0].find("note")->text == "keep");
  CHECK(specs[1].find("owner")->text == "me");
  CHECK(specs[1].find("phase")->text == "new");
  CHECK(specs[1].find("taskIndex") == nullptr);
  CHECK(specs[1].find("awaitingApproval") == nullptr);
  CHECK(specs[2].find("name")->text == "c");
  const auto& directories = root.find("directories")->items;
  REQUIRE(directories.size() == 2);
  CHECK(directories[0].find("specsCount")->text == "1");
  CHECK(directories[1].find("specsCount")->text == "2");
  CHECK(has(index.markdown, "| b | ./other | design |  |\n"));
}

TEST_CASE("index: what is no index is replaced") {
  for (const char* old : {"{", "[]", "null", "{\"specs\": [", "{\"a\": 1, \"a\": 2}"}) {
    const JsonNode root = tree(write_spec_index(old, "./specs", {row("a", "new")}, noon).json);
    CHECK(root.find("version")->text == "1.0");
    CHECK(root.find("specs")->items.size() == 1);
  }
  const JsonNode odd = tree(
      write_spec_index(R"({"specs": 5, "directories": [3]})", "./specs", {row("a", "new")}, noon)
          .json);
  CHECK(odd.find("specs")->items.size() == 1);
}

TEST_CASE("index: hostile names stay inside their string and their cell") {
  const std::string name = "a\"b\\|c\n| x | [l](j) `q` <b> \x1b[31m\xff";
  const auto index = write_spec_index("", "./specs", {row(name, "new")}, noon);
  const JsonNode root = tree(index.json);
  REQUIRE(root.find("specs")->items.size() == 1);
  CHECK(root.find("specs")->items[0].find("name")->text ==
        "a\"b\\|c\n| x | [l](j) `q` <b> \x1b[31m\xEF\xBF\xBD");
  std::size_t rows = 0;
  for (std::size_t i = index.markdown.find("## All"); i < index.markdown.size(); ++i) {
    if (index.markdown.compare(i, 3, "\n| ") == 0) ++rows;
  }
  CHECK(rows == 2);  // the head and the spec
  CHECK(has(index.markdown, "\\| x \\| \\[l\\](j) \\`q\\` \\<b\\> "));
  CHECK_FALSE(has(index.markdown, "\x1b"));
  const auto again = write_spec_index(index.json, "./specs", {row(name, "new")}, later);
  CHECK(again.json == index.json);
}
