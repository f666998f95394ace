// SPDX-License-Identifier: MIT
// The server without anything that carries its messages, on a real workspace.
#include "face/mcp/server.h"

#include "api/history.h"
#include "api/verify.h"
#include "face/mcp/batch.h"
#include "unit/api/bench.h"

#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include <set>
#include <thread>

namespace assay::mcp {
namespace {

using nlohmann::json;

constexpr const char* two_gates =
    "version: 1\nverify:\n  commands:\n"
    "    - {id: good, command: test -f README}\n"
    "    - {id: bad, command: \"printf '\\\\033[31mred\\\\033[0m\\\\n'; exit 1\"}\n";

/// A client that hears what the server says.
class Client {
 public:
  Client() : server_([this] { return api::Reply<api::Site>(bench.site()); }, "0.2.0") {}

  json ask(const std::string& method, json params = json::object(), json id = 1) {
    send({{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(params)}});
    return heard(id);
  }
  void send(const json& message) {
    server_.hear(peer_, format::read_rpc(message.dump()).messages.front(), outlet());
  }
  json heard(const json& id) {
    for (int i = 0; i < 600; ++i) {
      {
        const std::lock_guard lock(guard_);
        for (const json& each : said_) {
          if (!each.contains("method") && each["id"] == id) return each;
        }
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return nullptr;
  }
  std::vector<json> notifications() {
    const std::lock_guard lock(guard_);
    std::vector<json> all;
    for (const json& each : said_) {
      if (each.contains("method")) all.push_back(each);
    }
    return all;
  }
  void shake_hands(const std::string& version = "2025-11-25") {
    const json answer = ask("initialize",
                            {{"protocolVersion", version},
                             {"capabilities", json::object()},
                             {"clientInfo", {{"name", "t"}, {"version", "1"}}}},
                            "hello");
    REQUIRE(answer["result"]["protocolVersion"] == version);
  }
  json call(const std::string& tool, json arguments = json::object()) {
    const json id = "call-" + std::to_string(++calls_);
    return ask("tools/call", {{"name", tool}, {"arguments", std::move(arguments)}}, id);
  }
  Outlet outlet() {
    Outlet out;
    out.answer = [this](const std::string& text, auto) { keep(text); };
    out.notify = [this](const std::string& text) { keep(text); };
    out.drop = [this] { ++dropped; };
    return out;
  }
  Server& server() { return server_; }
  std::shared_ptr<Peer> peer() { return peer_; }

  api::Bench bench;
  std::atomic<int> dropped = 0;

 private:
  void keep(const std::string& text) {
    const std::lock_guard lock(guard_);
    said_.push_back(json::parse(text));
  }

  std::mutex guard_;
  std::vector<json> said_;
  int calls_ = 0;
  std::shared_ptr<Peer> peer_ = std::make_shared<Peer>();
  Server server_;
};

json stateless_meta(json more = json::object()) {
  more["io.modelcontextprotocol/protocolVersion"] = "2026-07-28";
  more["io.modelcontextprotocol/clientCapabilities"] = json::object();
  return {{"_meta", more}};
}

bool fits(const json& schema, const json& document) {
  valijson::Schema parsed;
  valijson::SchemaParser parser;
  parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(schema), parsed);
  valijson::Validator validator;
  return validator.validate(parsed, valijson::adapters::NlohmannJsonAdapter(document), nullptr);
}

TEST_CASE("mcp server: nothing but ping before the handshake; afterwards it is believed") {
  Client client;
  CHECK(client.ask("tools/list", json::object(), 1)["error"]["code"] == -32602);
  CHECK(client.ask("ping", json::object(), 2)["result"] == json::object());
  CHECK(client.ask("initialize", json::object(), 3)["error"]["code"] == -32602);
  for (const char* version : {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}) {
    Client each;
    each.shake_hands(version);
    CHECK(each.ask("tools/list")["result"]["tools"].size() == 11);
    CHECK(each.ask("server/discover", json::object(), 9)["error"]["code"] == -32602);
  }
}

TEST_CASE("mcp server: stateless requests stand for themselves") {
  Client client;
  const json found = client.ask("server/discover", stateless_meta(), "d");
  CHECK(found["result"]["resultType"] == "complete");
  CHECK(client.ask("tools/list", stateless_meta(), 2)["result"]["tools"].size() == 11);
  CHECK(client.ask("tools/list", json::object(), 3)["error"]["code"] == -32602);
  CHECK(client.ask("ping", stateless_meta(), 4)["error"]["code"] == -32601);
  CHECK(client.ask("initialize", stateless_meta(), 5)["error"]["code"] == -32601);
  json other = stateless_meta();
  other["_meta"]["io.modelcontextprotocol/protocolVersion"] = "1900-01-01";
  const json refused = client.ask("tools/list", other, 6);
  CHECK(refused["error"]["code"] == -32022);
  CHECK(refused["error"]["data"]["requested"] == "1900-01-01");
  json bare = stateless_meta();
  bare["_meta"].erase("io.modelcontextprotocol/clientCapabilities");
  CHECK(client.ask("tools/list", bare, 7)["error"]["code"] == -32602);
}

TEST_CASE("mcp server: unknown methods, tools, arguments and messages") {
  Client client;
  client.shake_hands();
  CHECK(client.ask("prompts/list", json::object(), 1)["error"]["code"] == -32601);
  CHECK(client.ask("tools/call", {{"name", "approve"}}, 2)["error"]["code"] == -32602);
  CHECK(client.ask("tools/call", json::object(), 3)["error"]["code"] == -32602);
  const json wrong = client.call("verify_wait", {{"secnods", 3}});
  CHECK(wrong["result"]["isError"] == true);
  CHECK(wrong["result"]["content"][0]["text"] ==
        "unknown argument 'secnods' (did you mean 'seconds'?)");
  client.send({{"jsonrpc", "2.0"}, {"id", 7}, {"result", json::object()}});
  client.send({{"jsonrpc", "2.0"}, {"method", "notifications/strange"}});
  client.send({{"jsonrpc", "2.0"}, {"method", "notifications/cancelled"}});
  client.send({{"jsonrpc", "2.0"},
               {"method", "notifications/cancelled"},
               {"params", {{"requestId", "never"}}}});
  CHECK(client.ask("ping", json::object(), 8)["result"] == json::object());
}

TEST_CASE("mcp server: no tool approves, skips or edits") {
  std::set<std::string> names;
  for (const Tool& tool : all_tools()) {
    names.insert(tool.shown.name);
    const json input = json::parse(tool.shown.input_schema);
    CHECK(input["type"] == "object");
    CHECK(input["additionalProperties"] == false);
    for (const auto& [name, schema] : input["properties"].items())
      CHECK_MESSAGE(schema.contains("description"), tool.shown.name << " " << name);
    for (const char* never : {"manifest", "command", "env", "cwd"})
      CHECK_FALSE(input["properties"].contains(never));
  }
  CHECK(names == std::set<std::string>{"verify_start", "verify_wait", "status", "explain", "logs",
                                       "runs", "tests", "goals_check", "prove", "loop_status",
                                       "pipeline_status"});
}

TEST_CASE("mcp server: answers fit their schemas, and are the same as text") {
  Client client;
  client.bench.write("assay.yaml", two_gates);
  client.bench.write("specs/s/tasks.md",
                     "# Tasks\n\n- [ ] 1.1 Do it\n  - **Verify**: `test -f x`\n");
  REQUIRE(api::run_verify({.run_id = "r"}, client.bench.site(), client.bench.nobody));
  client.shake_hands();
  const struct {
    const char* tool;
    json arguments;
  } rows[] = {{"status", json::object()},
              {"verify_wait", {{"run_id", "r"}}},
              {"explain", json::object()},
              {"explain", {{"run_id", "r"}, {"id", "bad"}}},
              {"logs", json::object()},
              {"logs", {{"id", "good"}, {"lines", 1}}},
              {"runs", {{"limit", 1}}},
              {"tests", {{"which", "all"}}},
              {"loop_status", {{"spec_dir", "specs/s"}}}};
  for (const auto& row : rows) {
    const json answer = client.call(row.tool, row.arguments);
    REQUIRE_MESSAGE(answer["result"]["isError"] == false, row.tool << answer.dump());
    const json& structured = answer["result"]["structuredContent"];
    CHECK_MESSAGE(fits(json::parse(find_tool(row.tool)->shown.output_schema), structured),
                  row.tool << structured.dump());
    CHECK(json::parse(answer["result"]["content"][0]["text"].get<std::string>()) == structured);
  }
  const json waited = client.call("verify_wait")["result"]["structuredContent"];
  CHECK(waited["state"] == "ended");
  CHECK(waited["result"]["overall_status"] == "FAIL");
  CHECK(waited["result"]["not_passed"][0]["id"] == "bad");
  const json logs = client.call("logs")["result"]["structuredContent"];
  REQUIRE(logs["logs"].size() == 1);  // of what failed
  CHECK(logs["logs"][0]["id"] == "bad");
  CHECK(logs["logs"][0]["text"] == "red\n");
  CHECK(client.call("pipeline_status")["result"]["isError"] == true);
  CHECK(client.call("verify_wait", {{"run_id", "none"}})["result"]["isError"] == true);
  CHECK(client.call("prove", {{"job", "../x"}})["result"]["isError"] == true);
  CHECK(client.call("goals_check")["result"]["isError"] == true);
}

TEST_CASE("mcp server: resources are runs, reports, logs and schemas") {
  Client client;
  client.bench.write("assay.yaml", two_gates);
  REQUIRE(api::run_verify({.run_id = "r"}, client.bench.site(), client.bench.nobody));
  client.shake_hands();
  const json listed = client.ask("resources/list", json::object(), "l")["result"]["resources"];
  CHECK(listed[0]["uri"] == "assay://runs/r");
  CHECK(client.ask("resources/templates/list", json::object(), "t")["result"]["resourceTemplates"]
            .size() == 5);
  int id = 100;
  const auto read = [&](const std::string& uri) {
    return client.ask("resources/read", {{"uri", uri}}, ++id);
  };
  for (const json& each : listed) {
    const json contents = read(each["uri"])["result"]["contents"];
    REQUIRE(contents.size() == 1);
    CHECK(contents[0]["mimeType"] == each["mimeType"]);
    CHECK(json::parse(contents[0]["text"].get<std::string>()).is_object());
  }
  CHECK(read("assay://runs/r/report.md")["result"]["contents"][0]["text"]
            .get<std::string>()
            .starts_with("## Verification"));
  CHECK(read("assay://runs/r/junit.xml")["result"]["contents"][0]["text"].get<std::string>().find(
            "testcase") != std::string::npos);
  CHECK(read("assay://runs/r/logs/bad")["result"]["contents"][0]["text"] == "red\n");
  for (const char* uri :
       {"assay://runs/last", "assay://runs/", "assay://runs/r/", "assay://runs/r/logs/",
        "assay://runs/r/logs/none", "assay://runs/../r", "assay://schemas/none",
        "file:///etc/passwd", "", "assay://runs/r/../../x"})
    CHECK_MESSAGE(read(uri)["error"]["code"] == -32002, uri);
  json modern = stateless_meta();
  modern["uri"] = "assay://runs/none";
  const json missing = client.ask("resources/read", modern, "m");
  CHECK(missing["error"]["code"] == -32602);
  CHECK(missing["error"]["data"]["uri"] == "assay://runs/none");
}

TEST_CASE(
    "mcp server: a run that is under way is waited for, with progress; a cancelled wait stops it") {
  Client client;
  client.bench.write("assay.yaml",
                     "version: 1\nverify:\n  commands:\n    - {id: long, command: sleep 60}\n");
  std::thread run([&] {
    const auto ended = api::run_verify({.run_id = "r"}, client.bench.site(), client.bench.nobody);
    CHECK(ended->outcome() == core::Outcome::cancelled);
  });
  // As one that a tool has started.
  REQUIRE(
      client.bench.outside().files().make_directories(client.bench.site().place.state.job("r")));
  client.shake_hands();
  for (int i = 0; i < 100 && !api::find_run("r", client.bench.site()); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  const json soon = client.call("verify_wait", {{"run_id", "r"}, {"seconds", 1}});
  CHECK(soon["result"]["structuredContent"]["state"] == "running");
  CHECK(client.notifications().empty());  // nobody asked for progress
  client.send({{"jsonrpc", "2.0"},
               {"id", 77},
               {"method", "tools/call"},
               {"params",
                {{"name", "verify_wait"},
                 {"arguments", {{"run_id", "r"}, {"seconds", 30}}},
                 {"_meta", {{"progressToken", "p"}}}}}});
  CHECK(client.ask("ping", json::object(), 78)["result"] == json::object());  // meanwhile
  CHECK(client.ask("tools/call", {{"name", "runs"}}, 77)["error"]["code"] == -32600);
  for (int i = 0; i < 100 && client.notifications().empty(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  REQUIRE_FALSE(client.notifications().empty());
  CHECK(client.notifications()[0]["method"] == "notifications/progress");
  CHECK(client.notifications()[0]["params"]["progressToken"] == "p");
  CHECK(client.notifications()[0]["params"]["total"] == 1);
  client.send({{"jsonrpc", "2.0"},
               {"method", "notifications/cancelled"},
               {"params", {{"requestId", 77}, {"reason", "enough"}}}});
  run.join();
  for (int i = 0; i < 200 && client.dropped == 0; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  CHECK(client.dropped == 1);
}

TEST_CASE("mcp server: when it ends, waits end and runs go on") {
  Client client;
  client.bench.write(
      "assay.yaml",
      "version: 1\nverify:\n  commands:\n    - {id: long, command: sleep 2 && test -f README}\n");
  std::thread run([&] {
    const auto ended = api::run_verify({.run_id = "r"}, client.bench.site(), client.bench.nobody);
    CHECK(ended->outcome() == core::Outcome::passed);
  });
  client.shake_hands();
  for (int i = 0; i < 100 && !api::find_run("r", client.bench.site()); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  client.send({{"jsonrpc", "2.0"},
               {"id", 5},
               {"method", "tools/call"},
               {"params", {{"name", "verify_wait"}, {"arguments", {{"run_id", "r"}}}}}});
  client.server().close();
  CHECK(client.heard(5)["result"]["structuredContent"]["state"] == "running");
  CHECK(client.call("runs")["error"]["code"] == -32603);
  run.join();
}

TEST_CASE("mcp server: a stream of changes is acknowledged, and is silent until it is cancelled") {
  Client client;
  json params = stateless_meta();
  params["notifications"] = {{"toolsListChanged", true}};
  client.send(
      {{"jsonrpc", "2.0"}, {"id", "s"}, {"method", "subscriptions/listen"}, {"params", params}});
  REQUIRE(client.notifications().size() == 1);
  const json told = client.notifications()[0];
  CHECK(told["method"] == "notifications/subscriptions/acknowledged");
  CHECK(told["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"] == "s");
  CHECK(told["params"]["notifications"] == json::object());
  CHECK(client.peer()->busy() == 1);
  client.send({{"jsonrpc", "2.0"},
               {"method", "notifications/cancelled"},
               {"params", {{"requestId", "s"}}}});
  CHECK(client.peer()->busy() == 0);
}

TEST_CASE("mcp server: the answers of a batch come together") {
  Client client;
  client.shake_hands("2025-03-26");
  const auto messages = format::read_rpc(R"([{"jsonrpc":"2.0","id":1,"method":"ping"},
    {"jsonrpc":"2.0","method":"notifications/initialized"},
    {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"runs"}},7])")
                            .messages;
  std::mutex guard;
  std::vector<std::string> sent;
  const auto batch = Batch::of(messages, [&](const std::string& answers) {
    const std::lock_guard lock(guard);
    sent.push_back(answers);
  });
  for (const RpcMessage& each : messages)
    client.server().hear(client.peer(), each, Batch::outlet(batch));
  client.server().close();
  REQUIRE(sent.size() == 1);
  CHECK(json::parse(sent[0]).size() == 3);
  std::string nothing = "unset";
  Batch::of({}, [&](const std::string& answers) { nothing = answers; });
  CHECK(nothing.empty());
}

}  // namespace
}  // namespace assay::mcp
