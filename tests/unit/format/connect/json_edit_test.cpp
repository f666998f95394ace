// SPDX-License-Identifier: MIT
#include "format/connect/json_edit.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace assay::format {
namespace {

bool is_mine(std::string_view raw) { return raw.find("mine") != std::string_view::npos; }

const JsonPath stop{"hooks", "Stop"};

TEST_CASE("json edit: an item is added in the style of the file, and taken out again") {
  struct Row {
    const char* before;
    const char* after;
  };
  const Row rows[] = {
      {"{}", "{\n  \"hooks\": {\n    \"Stop\": [\n      \"mine\"\n    ]\n  }\n}"},
      {"{\"a\": 1}", "{\"a\": 1, \"hooks\": {\n  \"Stop\": [\n    \"mine\"\n  ]\n}}"},
      {"{\n\t\"a\": 1\n}\n",
       "{\n\t\"a\": 1,\n\t\"hooks\": {\n\t\t\"Stop\": [\n\t\t\t\"mine\"\n\t\t]\n\t}\n}\n"},
      {"{\r\n    \"hooks\": {\r\n        \"Stop\": [\r\n            \"yours\"\r\n        ]\r\n    "
       "}\r\n}",
       "{\r\n    \"hooks\": {\r\n        \"Stop\": [\r\n            \"yours\",\r\n            "
       "\"mine\"\r\n        ]\r\n    }\r\n}"},
      {"// a\n{\n  \"a\": 1 // last\n}\n",
       "// a\n{\n  \"a\": 1, // last\n  \"hooks\": {\n    \"Stop\": [\n      \"mine\"\n    ]\n  "
       "}\n}\n"},
      {"{\n  \"a\": [1, 2,],\n}\n",
       "{\n  \"a\": [1, 2,],\n  \"hooks\": {\n    \"Stop\": [\n      \"mine\"\n    ]\n  },\n}\n"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.before);
    const auto after = add_item(row.before, stop, "\"mine\"", is_mine);
    REQUIRE(after);
    CHECK(*after == row.after);
    const auto twice = add_item(*after, stop, "\"mine\"", is_mine);
    REQUIRE(twice);
    CHECK(*twice == *after);
    const auto removed = remove_items(*after, stop, is_mine);
    REQUIRE(removed);
    CHECK(*removed == row.before);
  }
}

TEST_CASE("json edit: an item of ours that says something else is replaced, others stay") {
  const std::string text = R"({"hooks":{"Stop":[{"hooks":[{"x":"mine","v":1}]},{"y":2}]}})";
  const auto after = add_item(text, stop, R"({"hooks":[{"x":"mine","v":2}]})", is_mine);
  REQUIRE(after);
  CHECK(after->find("\"v\":1") == std::string::npos);
  CHECK(after->find("{\"y\":2}") != std::string::npos);
  CHECK(our_items(*after, stop, is_mine)->size() == 1);
}

TEST_CASE("json edit: of a group that somebody shares with us only ours goes") {
  const std::string text = R"({"hooks":{"Stop":[{"matcher":"","hooks":[{"a":1},{"x":"mine"}]}]}})";
  const auto removed = remove_items(text, stop, is_mine);
  REQUIRE(removed);
  CHECK(*removed == R"({"hooks":{"Stop":[{"matcher":"","hooks":[{"a":1}]}]}})");
}

TEST_CASE("json edit: members") {
  const auto set = set_member("{\"mcpServers\": {\"other\": {}}}\n", {"mcpServers", "assay"},
                              R"({"command":"assay"})");
  REQUIRE(set);
  CHECK(*raw_member(*set, {"mcpServers", "assay"}) != "");
  CHECK(*raw_member(*set, {"mcpServers", "other"}) == "{}");
  CHECK(*remove_member(*set, {"mcpServers", "assay"}) == "{\"mcpServers\": {\"other\": {}}}\n");
  CHECK(*set_member(*set, {"mcpServers", "assay"}, R"({"command":"assay"})") == *set);
  const auto other = set_member(*set, {"mcpServers", "assay"}, R"({"command":"b"})");
  REQUIRE(other);
  CHECK(other->find("\"assay\"}") == std::string::npos);
  CHECK(*raw_member(*other, {"nowhere", "x"}) == "");
}

TEST_CASE("json edit: what is no object of JSON is refused with its line, and not touched") {
  for (const char* text :
       {"[]", "{", "{\"a\": }", "{\n\"hooks\": 5\n}", "{\"hooks\": {\"Stop\": {}}}", "{} x",
        "{\"a\" 1}", "nope", "{\"hooks\": []}"}) {
    CAPTURE(text);
    const auto after = add_item(text, stop, "1", is_mine);
    REQUIRE_FALSE(after);
    CHECK(after.error().fault == Fault::bad_input);
    CHECK(after.error().what.find(": ") != std::string::npos);
  }
  CHECK(add_item("{\n\"hooks\": 5\n}", stop, "1", is_mine).error().what.starts_with("2: "));
}

TEST_CASE("json edit: nothing but white space is an empty object; a byte order mark stays") {
  CHECK(add_item("", stop, "1", is_mine));
  CHECK(add_item("  \n", stop, "1", is_mine));
  const auto marked = add_item("\xEF\xBB\xBF{}", stop, "1", is_mine);
  REQUIRE(marked);
  CHECK(marked->starts_with("\xEF\xBB\xBF{"));
}

TEST_CASE("json edit: of a name that is there twice the last one counts, as for every reader") {
  const auto after = add_item(R"({"hooks":{},"hooks":{"Stop":[]}})", stop, "1", is_mine);
  REQUIRE(after);
  CHECK(after->starts_with("{\"hooks\":{},"));
}

}  // namespace
}  // namespace assay::format
