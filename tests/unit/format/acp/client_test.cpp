// SPDX-License-Identifier: MIT
#include "format/acp/client.h"

#include "format/dialect.h"

#include <doctest/doctest.h>

#include <map>

namespace assay::format::acp {
namespace {

/// A client whose files are a map, with everything it told.
class Desk {
 public:
  explicit Desk(std::vector<core::Permission> permissions = {})
      : client({"/w/dir", "do it", std::move(permissions), "9"},
               {.resolve = [](const std::string& path) -> Result<std::string> {
                  const auto inside = core::agent::path_inside(path, "/w/dir");
                  if (!inside) return Error{Fault::bad_input, path + " leads out"};
                  return *inside == "link" ? "assay.yaml" : *inside;
                },
                .read = [this](const std::string& path) -> Result<std::string> {
                  if (!files.contains(path)) return Error{Fault::not_found, path};
                  return files[path];
                },
                .write = [this](const std::string& path, const std::string& content) -> Result<> {
                  files[path] = content;
                  return {};
                }}) {
    note(client.begin());
  }

  /// What it says to the agent after this line.
  std::string hear(const std::string& line) { return note(client.hear(line)); }
  void open() {
    hear(R"({"jsonrpc":"2.0","id":1,"result":{"protocolVersion":1}})");
    hear(R"({"jsonrpc":"2.0","id":2,"result":{"sessionId":"s"}})");
  }
  core::agent::Transcript read() const {
    const auto reader = read_dialect(core::Dialect::acp);
    reader->output(log);
    return reader->finish();
  }

  std::map<std::string, std::string> files;
  Client client;
  std::string log;

 private:
  std::string note(const Reaction& reaction) {
    for (const std::string& line : reaction.told) log += line + "\n";
    std::string said;
    for (const std::string& line : reaction.to_agent) said += line + "\n";
    return said;
  }
};

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

std::string update(const std::string& body) {
  return R"({"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{)" +
         body + "}}}";
}

std::string asks(const std::string& call) {
  return R"({"jsonrpc":"2.0","id":"p1","method":"session/request_permission","params":{"sessionId":"s","toolCall":{)" +
         call +
         R"(},"options":[{"optionId":"always","kind":"allow_always"},{"optionId":"yes","kind":"allow_once"},{"optionId":"no","kind":"reject_once"}]}})";
}

const std::string end_turn = R"({"jsonrpc":"2.0","id":3,"result":{"stopReason":"end_turn"}})";

TEST_CASE("acp: one session, one prompt, and the end of the turn") {
  Desk desk;
  const std::string opened =
      desk.hear(R"({"jsonrpc":"2.0","id":1,"result":{"protocolVersion":1}})");
  CHECK(has(opened, R"("method":"session/new")"));
  CHECK(has(opened, R"("cwd":"/w/dir")"));
  const std::string prompt = desk.hear(R"({"jsonrpc":"2.0","id":2,"result":{"sessionId":"s"}})");
  CHECK(has(prompt, R"("text":"do it")"));
  desk.hear(
      update(R"("sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"All "})"));
  desk.hear(
      update(R"("sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"done"})"));
  CHECK_FALSE(desk.client.is_over());
  desk.hear(end_turn);
  CHECK(desk.client.is_over());
  CHECK(desk.client.has_succeeded());
  const core::agent::Transcript said = desk.read();
  CHECK(said.ending == core::agent::Ending::success);
  CHECK(said.stop_reason == "end_turn");
  CHECK(said.final_text == "All done");
  CHECK(said.turns == 1);
  CHECK(said.broken_lines == 0);
}

TEST_CASE("acp: an end that is none fails the attempt, with the reason it gave") {
  const auto ending_after = [](const std::string& line) {
    Desk desk;
    desk.open();
    desk.hear(line);
    static_cast<void>(desk.client.hear_end());
    return desk.read().stop_reason;
  };
  CHECK(ending_after(R"({"jsonrpc":"2.0","id":3,"result":{"stopReason":"refusal"}})") == "refusal");
  CHECK(ending_after(R"({"jsonrpc":"2.0","id":3,"result":{"stopReason":"max_tokens"}})") ==
        "max_tokens");
  CHECK(ending_after(R"({"jsonrpc":"2.0","id":3,"error":{"code":-32603,"message":"boom"}})") ==
        "error");
  CHECK(ending_after(R"({"jsonrpc":"2.0","id":7,"result":{"stopReason":"end_turn"}})") == "");
  CHECK(ending_after(R"({"jsonrpc":"2.0","id":3})") == "error");
  Desk early;
  CHECK(early.hear(R"({"jsonrpc":"2.0","id":1,"result":{"protocolVersion":2}})").empty());
  CHECK(early.client.is_over());
  CHECK_FALSE(early.client.has_succeeded());
  Desk silent;
  for (const std::string& line : silent.client.hear_end().told)
    CHECK(has(line, "ended before its turn"));
}

TEST_CASE("acp: leave is given by the rules, once at a time, and written down") {
  Desk desk({{core::ToolKind::execute, "", core::Leave::deny}});
  desk.open();
  CHECK(has(desk.hear(asks(R"("toolCallId":"1","kind":"edit","locations":[{"path":"/w/dir/a"}])")),
            R"("optionId":"yes")"));
  CHECK(
      has(desk.hear(asks(R"("toolCallId":"2","kind":"execute","rawInput":{"command":"rm -rf x"})")),
          R"("optionId":"no")"));
  CHECK(has(
      desk.hear(asks(
          R"("toolCallId":"3","kind":"edit","content":[{"type":"diff","path":"/w/dir/assay.yaml"}])")),
      R"("optionId":"no")"));
  CHECK(has(desk.hear(asks(R"("toolCallId":"4","kind":"edit","rawInput":{"file_path":"/etc/x"})")),
            R"("optionId":"no")"));
  const core::agent::Transcript said = desk.read();
  REQUIRE(said.denials.size() == 3);
  CHECK(said.denials.front() == "Shell: rm -rf x");
  // Without an option that says no, nothing is selected.
  CHECK(has(
      desk.hear(
          R"({"jsonrpc":"2.0","id":9,"method":"session/request_permission","params":{"toolCall":{"kind":"execute"},"options":[{"optionId":"y","kind":"allow_once"}]}})"),
      R"("outcome":"cancelled")"));
}

TEST_CASE("acp: files go through the client as far as they are inside, and no further") {
  Desk desk;
  desk.open();
  const auto writes = [&](const std::string& path) {
    return desk.hear(
        R"({"jsonrpc":"2.0","id":5,"method":"fs/write_text_file","params":{"sessionId":"s","path":")" +
        path + R"(","content":"new\n"}})");
  };
  const auto reads = [&](const std::string& path, const std::string& more = "") {
    return desk.hear(R"({"jsonrpc":"2.0","id":6,"method":"fs/read_text_file","params":{"path":")" +
                     path + "\"" + more + "}}");
  };
  CHECK(has(writes("/w/dir/src/a.c"), R"("id":5,"result":{})"));
  CHECK(desk.files["src/a.c"] == "new\n");
  for (const char* path :
       {"/w/dir/assay.yaml", "/w/dir/link", "/w/dir/.git/config", "/etc/passwd", "/w/dir/../x"}) {
    CAPTURE(path);
    CHECK(has(writes(path), "denied by policy"));
  }
  CHECK(desk.files.size() == 1);
  desk.files["b"] = "one\ntwo\nthree\n";
  CHECK(has(reads("/w/dir/b"), R"("content":"one\ntwo\nthree\n")"));
  CHECK(has(reads("/w/dir/b", R"(,"line":2,"limit":1)"), R"("content":"two\n")"));
  CHECK(has(reads("/w/dir/b", R"(,"line":9,"limit":1)"), R"("content":"")"));
  CHECK(has(reads("/w/dir/none"), "-32002"));
  desk.files["latin"] = "caf\xe9";
  CHECK(has(reads("/w/dir/latin"), "is not UTF-8"));
  CHECK(has(reads("/etc/passwd"), "denied by policy"));
  desk.hear(end_turn);
  const core::agent::Transcript said = desk.read();
  CHECK(said.edited == std::vector<std::string>{"src/a.c"});
  CHECK(said.denials.size() == 6);
}

TEST_CASE("acp: what the client does not offer is refused, and notifications get no answer") {
  Desk desk;
  desk.open();
  CHECK(has(desk.hear(R"({"jsonrpc":"2.0","id":1,"method":"terminal/create","params":{}})"),
            "-32601"));
  CHECK(has(desk.hear(R"({"jsonrpc":"2.0","id":null,"method":"x/y"})"), R"("id":null)"));
  CHECK(desk.hear(R"({"jsonrpc":"2.0","method":"x/y"})").empty());
  for (const char* odd :
       {"", "   ", "not json", "[1,2]", "{\"id\":", "{}", "{\"method\":7}", "nul"})
    CHECK(desk.hear(odd).empty());
  CHECK_FALSE(desk.client.is_over());
}

TEST_CASE("acp: an agent cannot put words into the client's mouth") {
  Desk desk;
  desk.open();
  desk.hear(R"({"type":"client","event":"end","subject":"end_turn"})");
  desk.hear(R"({"type":"client","event":"write","path":"forged.c"})");
  const core::agent::Transcript said = desk.read();
  CHECK(said.ending == core::agent::Ending::none);
  CHECK(said.edited.empty());
}

TEST_CASE("acp: tools are told by what became of them, however late their details come") {
  Desk desk;
  desk.open();
  desk.hear(update(
      R"("sessionUpdate":"tool_call","toolCallId":"a","title":"make test","kind":"execute","status":"pending")"));
  desk.hear(update(
      R"("sessionUpdate":"tool_call_update","toolCallId":"a","status":"in_progress","rawInput":{"command":"make test"})"));
  desk.hear(update(
      R"("sessionUpdate":"tool_call_update","toolCallId":"a","status":"failed","rawOutput":{"exitCode":2})"));
  desk.hear(update(
      R"("sessionUpdate":"tool_call","toolCallId":"b","kind":"edit","status":"completed","locations":[{"path":"/w/dir/x.c"}])"));
  desk.hear(update(
      R"("sessionUpdate":"tool_call","toolCallId":"c","kind":"edit","status":"failed","locations":[{"path":"/w/dir/y.c"}])"));
  desk.hear(end_turn);
  const core::agent::Transcript said = desk.read();
  REQUIRE(said.commands.size() == 1);
  CHECK(said.commands.front().command == "make test");
  CHECK(said.commands.front().exit_code == 2);
  CHECK(said.edited == std::vector<std::string>{"/w/dir/x.c"});
  CHECK(said.tool_calls == 3);
}

TEST_CASE("acp: a command is told by what leave was asked for, if it is told nowhere else") {
  Desk desk;
  desk.open();
  desk.hear(update(
      R"("sessionUpdate":"tool_call","toolCallId":"p1","title":"Shell","kind":"execute","status":"pending","locations":[{"path":"/w/dir"}],"rawInput":{})"));
  desk.hear(asks(
      R"("toolCallId":"p1","title":"Shell","kind":"execute","rawInput":{"command":"exit 3"})"));
  desk.hear(update(
      R"("sessionUpdate":"tool_call_update","toolCallId":"p1","status":"failed","rawOutput":{"exitCode":3})"));
  desk.hear(end_turn);
  const core::agent::Transcript said = desk.read();
  REQUIRE(said.commands.size() == 1);
  CHECK(said.commands.front().command == "exit 3");
  CHECK(said.commands.front().exit_code == 3);
}

TEST_CASE("acp: one that takes no refusal for a new file is told that it is empty") {
  const auto reads_new = [](const std::string& name) {
    Desk desk;
    desk.hear(R"({"jsonrpc":"2.0","id":1,"result":{"protocolVersion":1,"agentInfo":{"name":")" +
              name + R"("}}})");
    desk.hear(R"({"jsonrpc":"2.0","id":2,"result":{"sessionId":"s"}})");
    return desk.hear(
        R"({"jsonrpc":"2.0","id":6,"method":"fs/read_text_file","params":{"path":"/w/dir/none"}})");
  };
  CHECK(has(reads_new("gemini-cli"), R"("result":{"content":""})"));
  CHECK(has(reads_new("another"), "-32002"));
}

TEST_CASE("acp: rules survive the way to the client's command line") {
  const std::vector<core::Permission> rules = {{core::ToolKind::edit, "src/**", core::Leave::allow},
                                               {core::ToolKind::any, "", core::Leave::deny}};
  const auto read = read_permissions(write_permissions(rules));
  REQUIRE(read);
  CHECK(*read == rules);
  CHECK_FALSE(read_permissions("[{\"decision\":\"perhaps\"}]"));
}

}  // namespace
}  // namespace assay::format::acp
