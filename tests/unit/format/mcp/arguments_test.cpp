// SPDX-License-Identifier: MIT
#include "format/mcp/arguments.h"

#include "format/mcp/harmless.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace assay::format::mcp {
namespace {

using nlohmann::json;

struct Sample {
  std::string name = "last";
  std::int32_t count = 5;
  bool flag = false;
  std::vector<std::string> only;
};
constexpr auto fields_of(Of<Sample>) {
  return record<Sample>(field("name", &Sample::name, required, "A name."),
                        field("count", &Sample::count, Range{0, 30}, "How many."),
                        field("flag", &Sample::flag, "Whether."),
                        field("only", &Sample::only, "These."));
}

std::vector<std::string> wrong_with(std::string_view text, Sample& out) {
  const JsonTree tree = read_json_tree(text, 1000);
  REQUIRE(tree.fault.empty());
  return read_arguments(tree.root, out);
}

TEST_CASE("arguments: read by their list") {
  Sample sample;
  CHECK(wrong_with(R"({"name":"n","count":30,"flag":true,"only":["a","b"]})", sample).empty());
  CHECK(sample.name == "n");
  CHECK(sample.count == 30);
  CHECK(sample.flag);
  CHECK(sample.only == std::vector<std::string>{"a", "b"});
  Sample usual;
  CHECK(wrong_with(R"({"name":"n","count":null})", usual).empty());
  CHECK(usual.count == 5);
}

TEST_CASE("arguments: everything that is wrong is told") {
  Sample sample;
  const auto wrong = wrong_with(R"({"count":31,"flag":"yes","only":[1],"onyl":[]})", sample);
  CHECK(wrong == std::vector<std::string>{"unknown argument 'onyl' (did you mean 'only'?)",
                                          "missing argument 'name'",
                                          "count must be between 0 and 30, not 31",
                                          "flag must be true or false, not the text 'yes'",
                                          "only must be a list of strings that are not empty"});
  CHECK(wrong_with("[]", sample) == std::vector<std::string>{"arguments must be an object"});
  CHECK(wrong_with(R"({"name":""})", sample).size() == 1);
  CHECK(wrong_with(R"({"name":7})", sample).size() == 1);
}

TEST_CASE("arguments: the schema comes from the same list") {
  const json schema = json::parse(schema_of<Sample>(Notation::json));
  CHECK(schema["type"] == "object");
  CHECK(schema["required"] == json({"name"}));
  CHECK(schema["additionalProperties"] == false);
  CHECK(schema["properties"]["count"]["maximum"] == 30);
  CHECK(schema["properties"]["only"]["items"]["type"] == "string");
}

TEST_CASE("harmless: texts of a document are printable, whatever their bytes") {
  const auto made =
      harmless_json("{\"a\":\"\\u001b[31mred\\u202e\",\"b\":[\"\\udcff\",\"\\\\udc\"]}", 1000);
  REQUIRE(made);
  const json read = json::parse(*made);
  CHECK(read["a"].get<std::string>().find('\x1b') == std::string::npos);
  CHECK(read["a"].get<std::string>().find("\xe2\x80\xae") == std::string::npos);
  CHECK(read["b"][0] == "\\xff");
  CHECK(read["b"][1] == "\\udc");
  CHECK_FALSE(harmless_json("{", 1000));
  CHECK_FALSE(harmless_json("[1,2,3]", 3));
}

TEST_CASE("harmless: of a long text the end, from a line's beginning on") {
  std::size_t left_out = 7;
  CHECK(harmless_text("a\n\x1b[31mb\x1b[0m\n", 100, left_out) == "a\nb\n");
  CHECK(left_out == 0);
  CHECK(harmless_text("first\nsecond\nthird\n", 10, left_out) == "third\n");
  CHECK(left_out == 13);
  CHECK(harmless_text(std::string(50, 'x'), 10, left_out) == std::string(10, 'x'));
  CHECK(left_out == 40);
}

}  // namespace
}  // namespace assay::format::mcp
