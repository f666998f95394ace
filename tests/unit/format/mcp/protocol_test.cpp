// SPDX-License-Identifier: MIT
#include "format/mcp/protocol.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace assay::format::mcp {
namespace {

using nlohmann::json;

JsonNode node(std::string_view text) {
  JsonTree tree = read_json_tree(text, 1000);
  REQUIRE(tree.fault.empty());
  return tree.root;
}

TEST_CASE("protocol: a handshake agrees on what was asked for, else on the newest with one") {
  CHECK(agreed("2024-11-05") == Revision::first);
  CHECK(agreed("2025-03-26") == Revision::batches);
  CHECK(agreed("2025-06-18") == Revision::structured);
  CHECK(agreed("2025-11-25") == Revision::newest_handshake);
  for (const char* other : {"2026-07-28", "1999-01-01", "", "2025-06-18 "})
    CHECK(agreed(other) == Revision::newest_handshake);
}

TEST_CASE("protocol: what a request says about itself") {
  CHECK_FALSE(meta_of({}).version);
  CHECK_FALSE(meta_of(node(R"({"_meta":7})")).version);
  const Meta meta = meta_of(node(R"({"_meta":{"progressToken":"p",
    "io.modelcontextprotocol/protocolVersion":"2026-07-28",
    "io.modelcontextprotocol/clientCapabilities":{}}})"));
  CHECK(meta.version == "2026-07-28");
  CHECK(meta.has_capabilities);
  CHECK(meta.progress_token == "\"p\"");
  CHECK(meta_of(node(R"({"_meta":{"progressToken":3}})")).progress_token == "3");
  CHECK(meta_of(node(R"({"_meta":{"progressToken":[]}})")).progress_token.empty());
}

TEST_CASE("protocol: the stateless revision says more in every result") {
  const json old = json::parse(result_of(Revision::structured, "\"a\":1", {5, true}, "1"));
  CHECK(old == json::parse(R"({"a":1})"));
  const json fresh = json::parse(result_of(Revision::stateless, "\"a\":1", {5, true}, "1"));
  CHECK(fresh["resultType"] == "complete");
  CHECK(fresh["ttlMs"] == 5);
  CHECK(fresh["cacheScope"] == "public");
  CHECK(fresh["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "assay");
  const json plain = json::parse(result_of(Revision::stateless, "", {}, "1"));
  CHECK_FALSE(plain.contains("ttlMs"));
}

TEST_CASE("protocol: discovery names every revision, the newest first") {
  const json found = json::parse(discovery_result("0.2.0"));
  CHECK(found["supportedVersions"] ==
        json({"2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}));
  CHECK(found["capabilities"] == json::parse(R"({"tools":{},"resources":{}})"));
  CHECK(found["ttlMs"].get<int>() >= 0);
  const json data = json::parse(unsupported_version("1900-01-01"));
  CHECK(data["requested"] == "1900-01-01");
  CHECK(data["supported"].size() == 5);
}

TEST_CASE("protocol: older revisions are not told what they do not know") {
  const ToolShown tool{"t", "T", "about", "{}", "{\"type\":\"object\"}"};
  const auto shown = [&](Revision revision) {
    return json::parse("{" + tools_member(revision, {&tool, 1}) + "}")["tools"][0];
  };
  CHECK_FALSE(shown(Revision::first).contains("annotations"));
  CHECK(shown(Revision::batches).contains("annotations"));
  CHECK_FALSE(shown(Revision::batches).contains("outputSchema"));
  CHECK(shown(Revision::structured).contains("outputSchema"));
  const auto called = [](Revision revision) {
    return json::parse("{" + call_members(revision, R"({"a":"b"})") + "}");
  };
  CHECK_FALSE(called(Revision::batches).contains("structuredContent"));
  CHECK(called(Revision::stateless)["structuredContent"]["a"] == "b");
  CHECK(json::parse(called(Revision::first)["content"][0]["text"].get<std::string>())["a"] == "b");
  CHECK(json::parse("{" + call_error_members("no") + "}")["isError"] == true);
  CHECK(progress_params("\"p\"", 1, 2, "m") ==
        R"({"progressToken":"p","progress":1,"total":2,"message":"m"})");
  CHECK(progress_params("7", 0, 0, "") == R"({"progressToken":7,"progress":0})");
}

}  // namespace
}  // namespace assay::format::mcp
