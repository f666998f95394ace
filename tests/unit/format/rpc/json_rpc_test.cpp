// SPDX-License-Identifier: MIT
#include "format/rpc/json_rpc.h"

#include <doctest/doctest.h>

namespace assay::format {
namespace {

using Kind = RpcMessage::Kind;

RpcMessage only(std::string_view text) {
  RpcText read = read_rpc(text);
  REQUIRE_FALSE(read.is_batch);
  REQUIRE(read.messages.size() == 1);
  return read.messages.front();
}

TEST_CASE("json_rpc: requests, notifications and responses are told apart") {
  const RpcMessage request = only(R"({"jsonrpc":"2.0","id":7,"method":"a/b","params":{"x":[1]}})");
  CHECK(request.kind == Kind::request);
  CHECK(request.id == "7");
  CHECK(request.method == "a/b");
  CHECK(request.params.find("x") != nullptr);
  CHECK(only(R"({"jsonrpc":"2.0","method":"a"})").kind == Kind::notification);
  CHECK(only(R"({"jsonrpc":"2.0","id":1,"result":{}})").kind == Kind::response);
  CHECK(only(R"({"jsonrpc":"2.0","id":1,"error":{}})").kind == Kind::response);
  CHECK(only(R"({"jsonrpc":"2.0","id":1,"method":"a","params":null})").kind == Kind::request);
}

TEST_CASE("json_rpc: an id is a string or an integer, and comes back as it was written") {
  for (const std::string id : {"0", "-5", "9007199254740993", "\"\"", "\"a\\u0000b\"", "\"7\""}) {
    const RpcMessage message = only(R"({"jsonrpc":"2.0","method":"m","id":)" + id + "}");
    CHECK_MESSAGE(message.kind == Kind::request, id);
    CHECK(message.id == id);
  }
  for (const char* id : {"null", "1.5", "true", "[1]", "{}", "1e3"}) {
    const RpcMessage message =
        only(R"({"jsonrpc":"2.0","method":"m","id":)" + std::string(id) + "}");
    CHECK_MESSAGE(message.kind == Kind::broken, id);
    CHECK(message.code == RpcCode::invalid_request);
    CHECK(message.id.empty());
  }
}

TEST_CASE("json_rpc: what is no message says why, with its id where that can be told") {
  const auto code = [](std::string_view text) {
    const RpcMessage message = only(text);
    CHECK(message.kind == Kind::broken);
    CHECK_FALSE(message.fault.empty());
    return message.code;
  };
  CHECK(code("{") == RpcCode::parse_error);
  CHECK(code("garbage") == RpcCode::parse_error);
  CHECK(code("{\"jsonrpc\":\"2.0\",\"method\":\"\xff\"}") == RpcCode::parse_error);
  CHECK(code(R"({"jsonrpc":"2.0","method":"a","method":"b"})") == RpcCode::parse_error);
  CHECK(code("7") == RpcCode::invalid_request);
  CHECK(code("{}") == RpcCode::invalid_request);
  CHECK(code(R"({"jsonrpc":"1.0","id":1,"method":"a"})") == RpcCode::invalid_request);
  CHECK(code(R"({"jsonrpc":"2.0","id":1,"method":7})") == RpcCode::invalid_request);
  CHECK(code(R"({"jsonrpc":"2.0","id":1})") == RpcCode::invalid_request);
  CHECK(code(R"({"jsonrpc":"2.0","id":1,"method":"a","params":[1]})") == RpcCode::invalid_params);
  CHECK(only(R"({"jsonrpc":"2.0","id":"x","method":"a","params":1})").id == "\"x\"");
  CHECK(code(std::string(100'000, '[')) == RpcCode::parse_error);
}

TEST_CASE("json_rpc: a batch has messages of its own, an empty one is broken") {
  const RpcText read = read_rpc(R"([{"jsonrpc":"2.0","id":1,"method":"a"},7])");
  CHECK(read.is_batch);
  REQUIRE(read.messages.size() == 2);
  CHECK(read.messages[0].kind == Kind::request);
  CHECK(read.messages[1].kind == Kind::broken);
  const RpcText none = read_rpc("[]");
  CHECK(none.is_batch);
  REQUIRE(none.messages.size() == 1);
  CHECK(none.messages[0].kind == Kind::broken);
}

TEST_CASE("json_rpc: answers") {
  CHECK(rpc_result("7", "{\"a\":1}") == R"({"jsonrpc":"2.0","id":7,"result":{"a":1}})");
  CHECK(rpc_error("", RpcCode::parse_error, "no \"JSON\"") ==
        R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no \"JSON\""}})");
  CHECK(rpc_error("\"a\"", RpcCode::unsupported_version, "v", "[1]") ==
        R"({"jsonrpc":"2.0","id":"a","error":{"code":-32022,"message":"v","data":[1]}})");
  CHECK(rpc_notification("m", "{}") == R"({"jsonrpc":"2.0","method":"m","params":{}})");
}

TEST_CASE("json_rpc: lines, however they are cut") {
  const std::string text = "one\r\n\ntwo\nrest";
  for (std::size_t size = 1; size <= text.size(); ++size) {
    LineSplitter splitter(100);
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size(); at += size) {
      for (const auto& line : splitter.feed(std::string_view(text).substr(at, size)))
        lines.push_back(line.text);
    }
    CHECK(lines == std::vector<std::string>{"one", "", "two"});
    const auto rest = splitter.finish();
    REQUIRE(rest);
    CHECK(rest->text == "rest");
    CHECK_FALSE(splitter.finish());
  }
}

TEST_CASE("json_rpc: a line that is too long is told once, and the next is read") {
  LineSplitter splitter(8);
  std::size_t told = 0;
  for (int i = 0; i < 1000; ++i) told += splitter.feed("xxxxxxxx").size();
  CHECK(told == 0);
  const auto lines = splitter.feed("\n12345678\n123456789\n");
  REQUIRE(lines.size() == 3);
  CHECK(lines[0].too_long);
  CHECK(lines[0].text.empty());
  CHECK_FALSE(lines[1].too_long);
  CHECK(lines[1].text == "12345678");
  CHECK(lines[2].too_long);
}

}  // namespace
}  // namespace assay::format
