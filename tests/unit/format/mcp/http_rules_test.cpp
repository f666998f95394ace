// SPDX-License-Identifier: MIT
#include "format/mcp/http_rules.h"

#include <doctest/doctest.h>

namespace assay::format::mcp {
namespace {

const HttpPlace place{8080, "0123456789abcdef0123456789abcdef"};
const std::string bearer = "Bearer " + place.token;

HttpHead good() {
  return {"POST",
          "/mcp",
          {{"Host", "127.0.0.1:8080"},
           {"Authorization", bearer},
           {"Content-Type", "application/json"},
           {"Accept", "application/json, text/event-stream"}}};
}

int caller_status(const HttpHead& head) {
  const auto refusal = check_caller(head, place);
  return refusal ? refusal->status : 200;
}

TEST_CASE("http_rules: of all combinations only the honest ones are let in") {
  struct Row {
    std::string value;  ///< empty: not sent
    bool honest;
  };
  const std::vector<Row> hosts{{"127.0.0.1:8080", true},
                               {"localhost:8080", true},
                               {"[::1]:8080", true},
                               {"", false},
                               {"127.0.0.1", false},
                               {"127.0.0.1:80800", false},
                               {"evil.example.com", false},
                               {"evil.example.com:8080", false},
                               {"127.0.0.1:8080.evil.example.com", false}};
  const std::vector<Row> origins{{"", true},
                                 {"http://127.0.0.1:8080", true},
                                 {"http://localhost:8080", true},
                                 {"https://127.0.0.1:8080", false},
                                 {"http://evil.example.com", false},
                                 {"http://127.0.0.1:9", false},
                                 {"null", false}};
  const std::vector<Row> methods{
      {"POST", true}, {"DELETE", true}, {"GET", false}, {"PUT", false}, {"OPTIONS", false}};
  const std::vector<Row> tokens{
      {bearer, true},       {"bearer " + place.token, true},
      {"", false},          {place.token, false},
      {"Bearer ", false},   {"Bearer 0123456789abcdef0123456789abcdee", false},
      {bearer + "0", false}};
  const std::vector<Row> paths{{"/mcp", true}, {"/mcp?x=1", true}, {"/", false}, {"/mcp/", false}};
  int let_in = 0;
  int refused = 0;
  for (const Row& host : hosts) {
    for (const Row& origin : origins) {
      for (const Row& method : methods) {
        for (const Row& token : tokens) {
          for (const Row& path : paths) {
            HttpHead head{method.value, path.value, {}};
            if (!host.value.empty()) head.headers.emplace_back("host", host.value);
            if (!origin.value.empty()) head.headers.emplace_back("Origin", origin.value);
            if (!token.value.empty()) head.headers.emplace_back("AUTHORIZATION", token.value);
            const bool honest =
                host.honest && origin.honest && method.honest && token.honest && path.honest;
            const int status = caller_status(head);
            CHECK((status == 200) == honest);
            (status == 200 ? let_in : refused) += 1;
          }
        }
      }
    }
  }
  CHECK(let_in == 3 * 3 * 2 * 2 * 2);
  CHECK(refused > 8000);
}

TEST_CASE("http_rules: a header that is there twice is no header") {
  for (const char* name : {"Host", "Authorization"}) {
    HttpHead head = good();
    CHECK(caller_status(head) == 200);
    head.headers.emplace_back(name, *head.header(name));
    CHECK(caller_status(head) != 200);
  }
  HttpHead head = good();
  head.headers.emplace_back("Origin", "http://127.0.0.1:8080");
  CHECK(caller_status(head) == 200);
  head.headers.emplace_back("origin", "http://127.0.0.1:8080");
  CHECK(caller_status(head) == 403);
}

TEST_CASE("http_rules: what a body is, and what may be answered") {
  HttpHead head = good();
  CHECK_FALSE(check_post(head));
  CHECK(takes_events(head));
  head.headers[2].second = "text/plain";
  CHECK(check_post(head)->status == 415);
  head.headers[2].second = "Application/JSON; charset=utf-8";
  CHECK_FALSE(check_post(head));
  head.headers[3].second = "text/html";
  CHECK(check_post(head)->status == 406);
  head.headers[3].second = "*/*";
  CHECK_FALSE(check_post(head));
  CHECK_FALSE(takes_events(head));
  head.headers.pop_back();
  CHECK_FALSE(check_post(head));
}

TEST_CASE("http_rules: headers of a stateless request say what its body says") {
  const RpcMessage message = read_rpc(R"({"jsonrpc":"2.0","id":1,"method":"tools/call",
    "params":{"name":"vérify","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}})")
                                 .messages.front();
  HttpHead head = good();
  CHECK_FALSE(header_mismatch(head, message).empty());
  head.headers.emplace_back("MCP-Protocol-Version", "2026-07-28");
  head.headers.emplace_back("Mcp-Method", "tools/call");
  CHECK_FALSE(header_mismatch(head, message).empty());
  head.headers.emplace_back("Mcp-Name", "=?base64?dsOpcmlmeQ==?=");
  CHECK(header_mismatch(head, message).empty());
  for (const char* wrong :
       {"verify", "v\xc3\xa9rify", "=?base64?!!!!?=", "=?base64?dsOpcmlmeQ?=", ""}) {
    head.headers.back().second = wrong;
    CHECK_FALSE(header_mismatch(head, message).empty());
  }
  head.headers.back().second = "=?base64?dsOpcmlmeQ==?=";
  head.headers[5].second = "tools/list";
  CHECK_FALSE(header_mismatch(head, message).empty());
}

TEST_CASE("http_rules: secrets are the same or not") {
  CHECK(is_same_secret("abc", "abc"));
  for (const char* other : {"", "ab", "abd", "abcd"}) CHECK_FALSE(is_same_secret(other, "abc"));
  CHECK_FALSE(is_same_secret("", ""));
}

}  // namespace
}  // namespace assay::format::mcp
