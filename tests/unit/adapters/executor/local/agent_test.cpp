// SPDX-License-Identifier: MIT
// Agents are real processes: what they are given, how long they may be silent, and that nothing of
// them is left.
#include "unit/adapters/executor/local/harness.h"

#include <doctest/doctest.h>

#include <chrono>
#include <cstdlib>
#include <optional>

using namespace assay;
using namespace assay::process;
using namespace assay::process::test;
using namespace std::chrono_literals;
using core::Dialect;
using core::ExitKind;

namespace {

constexpr const char* success =
    R"({"type":"result","subtype":"success","is_error":false,"num_turns":1,"result":"done","usage":{"input_tokens":1,"output_tokens":2}})";

/// An agent that is a script for bash.
core::agent::Order order_of(const std::string& script, Dialect dialect = Dialect::text) {
  core::agent::Order order;
  order.role = "dev";
  order.argv = {"/bin/bash", "-c", script};
  order.dialect = dialect;
  return order;
}

core::Launch agent_launch(core::agent::Order order) {
  core::Launch launch;
  launch.key = {0, 1};
  launch.name = "dev";
  launch.cwd = "/";
  launch.agent = std::make_shared<const core::agent::Order>(std::move(order));
  return launch;
}

Ran run_agent(const core::Launch& launch) {
  const Place place;
  const auto processes = must_open(quick(place));
  Ran ran{run(*processes, launch), {}};
  ran.text = slurp(ran.evidence.output.log_path);
  return ran;
}

Ran run_agent(core::agent::Order order) { return run_agent(agent_launch(std::move(order))); }

const core::agent::Transcript& said(const Ran& ran) {
  REQUIRE(ran.evidence.transcript != nullptr);
  return *ran.evidence.transcript;
}

/// A variable of this process, for one test.
struct Variable {
  const char* name;
  Variable(const char* which, const char* value) : name(which) { ::setenv(which, value, 1); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  ~Variable() { ::unsetenv(name); }
};

bool has_line(const std::string& text, const std::string& line) {
  return ("\n" + text).find("\n" + line + "\n") != std::string::npos;
}

/// The numbers of processes that scripts wrote into files.
pid_t pid_in(const std::string& path) {
  const std::string text = slurp(path);
  REQUIRE_FALSE(text.empty());
  return static_cast<pid_t>(std::stol(text));
}

std::string sleeper(const std::string& pidfile) {
  return "bash -c 'echo $$ >" + pidfile + "; exec sleep 1000'";
}

/// Until the file has its line: a script that goes on too early would leave nothing to be found.
std::string wait_for(const std::string& pidfile) {
  return "until [ -s " + pidfile + " ]; do sleep 0.01; done; ";
}

}  // namespace

TEST_CASE("agent: the prompt comes on standard input, which then ends") {
  core::agent::Order order = order_of("cat; echo; echo END");
  order.prompt = "Fix the \"parser\".\n$HOME `id` \\ \xFF\n";
  const Ran ran = run_agent(order);
  CHECK(ran.evidence.exit.kind == ExitKind::exited);
  CHECK(ran.evidence.exit.code == 0);
  CHECK(ran.text == order.prompt + "\nEND\n");
  order.prompt = "";
  CHECK(run_agent(order).text == "\nEND\n");
}

TEST_CASE("agent: a prompt of 5 MB arrives whole, and nobody has to read it") {
  core::agent::Order order = order_of("wc -c");
  order.prompt = std::string(5 << 20, 'p');
  CHECK(run_agent(order).text == "5242880\n");
  order.argv.back() = "exec 0<&-; echo bye";
  const Ran ran = run_agent(order);
  CHECK(ran.evidence.exit.code == 0);
  CHECK(ran.text == "bye\n");
  order.argv.back() = "echo bye";
  CHECK(run_agent(order).text == "bye\n");
}

TEST_CASE("agent: stderr is no part of the stream, and tears no line of it apart in the log") {
  const std::string line = success;
  const std::string script = "printf '%s' '" + line.substr(0, 40) +
                             "'; sleep 0.1; echo noise >&2; sleep 0.1; printf '%s\\n' '" +
                             line.substr(40) + "'";
  const Ran ran = run_agent(order_of(script, Dialect::claude));
  CHECK(said(ran).ending == core::agent::Ending::success);
  CHECK(said(ran).broken_lines == 0);
  CHECK(said(ran).final_text == "done");
  CHECK(ran.text == line + "\nnoise\n");
}

TEST_CASE("agent: a flood on stderr is kept although stdout is in the middle of a line") {
  const std::string line = success;
  const std::string script =
      "printf '%s' '" + line.substr(0, 40) +
      "'; sleep 0.1; head -c 300000 /dev/zero | tr '\\0' e >&2; sleep 0.1; printf '%s\\n' '" +
      line.substr(40) + "'";
  const Ran ran = run_agent(order_of(script, Dialect::claude));
  CHECK(said(ran).ending == core::agent::Ending::success);
  CHECK(ran.text.size() == line.size() + 1 + 300'000);
}

TEST_CASE("agent: what is on stderr when the agent ends in the middle of a line is not lost") {
  const Ran ran = run_agent(order_of("printf half; sleep 0.1; echo why >&2", Dialect::claude));
  CHECK(ran.text == "halfwhy\n");
  CHECK(said(ran).ending == core::agent::Ending::none);
}

TEST_CASE("agent: silence has a limit") {
  const Place place;
  core::agent::Order order = order_of("echo hi; " + sleeper(place / "pid"));
  order.stall = 400ms;
  const Ran ran = run_agent(order);
  CHECK(ran.evidence.exit.kind == ExitKind::stalled);
  CHECK(ran.evidence.duration >= 400ms);
  CHECK(ran.evidence.duration < 10s);
  CHECK(said(ran).final_text == "hi\n");
  CHECK_FALSE(is_alive(pid_in(place / "pid")));
}

TEST_CASE("agent: a word on either stream ends the silence") {
  core::agent::Order order =
      order_of("for i in 1 2 3 4; do sleep 0.4; echo $i; sleep 0.4; echo $i >&2; done");
  order.stall = 2s;
  const Ran ran = run_agent(order);
  CHECK(ran.evidence.exit.kind == ExitKind::exited);
  CHECK_MESSAGE(ran.evidence.duration > 2s, "or it would have ended before the limit anyway");
}

TEST_CASE("agent: who has said his last word and does not go is ended, and keeps his success") {
  const Place place;
  core::agent::Order order =
      order_of("echo '" + std::string(success) + "'; " + sleeper(place / "pid"), Dialect::claude);
  order.linger = 300ms;
  const Ran ran = run_agent(order);
  CHECK(ran.evidence.exit.kind == ExitKind::held);
  CHECK(said(ran).ending == core::agent::Ending::success);
  CHECK(ran.evidence.duration >= 300ms);
  CHECK(ran.evidence.duration < 10s);
  CHECK_FALSE(is_alive(pid_in(place / "pid")));
}

TEST_CASE("agent: chatter after the last word buys no time") {
  core::agent::Order order =
      order_of("echo '" + std::string(success) + "'; while sleep 0.05; do echo bye >&2; done",
               Dialect::claude);
  order.linger = 300ms;
  order.stall = 60s;
  const Ran ran = run_agent(order);
  CHECK(ran.evidence.exit.kind == ExitKind::held);
  CHECK(ran.evidence.duration < 10s);
}

TEST_CASE("agent: who goes within the time he has is not ended") {
  core::agent::Order order =
      order_of("echo '" + std::string(success) + "'; sleep 0.2; exit 3", Dialect::claude);
  order.linger = 20s;
  const Ran ran = run_agent(order);
  CHECK(ran.evidence.exit.kind == ExitKind::exited);
  CHECK(ran.evidence.exit.code == 3);
}

TEST_CASE("agent: turns have a limit") {
  std::string script;
  for (const char* id : {"m1", "m2", "m3", "m4"}) {
    script += "echo '{\"type\":\"assistant\",\"message\":{\"id\":\"" + std::string(id) +
              "\",\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"go on\"}]}}'; ";
  }
  core::agent::Order order = order_of(script + "exec sleep 1000", Dialect::claude);
  order.max_turns = 3;
  const Ran ran = run_agent(order);
  CHECK(ran.evidence.exit.kind == ExitKind::limited);
  CHECK(ran.evidence.exit.detail == "went over its limit of 3 turns");
  CHECK(said(ran).turns == 4);
  order.argv.back() = script;
  order.max_turns = 4;
  CHECK(run_agent(order).evidence.exit.kind == ExitKind::exited);
}

TEST_CASE("agent: a time limit, and a cancellation, keep what was said until then") {
  core::Launch launch = agent_launch(order_of("echo hi; exec sleep 1000"));
  launch.timeout = 400ms;
  const Ran timed = run_agent(launch);
  CHECK(timed.evidence.exit.kind == ExitKind::timed_out);
  CHECK(said(timed).final_text == "hi\n");

  const Place place;
  const auto processes = must_open(quick(place));
  launch.timeout = 0ms;
  processes->start(launch);
  processes->stop_all();
  const auto ends = all_ends(*processes);
  REQUIRE(ends.size() == 1);
  CHECK(ends[0].evidence.exit.kind == ExitKind::cancelled);
  CHECK(ends[0].evidence.transcript != nullptr);
}

TEST_CASE(
    "agent: keys of its provider reach an agent, those of others do not, and commands get none") {
  const Variable key("ANTHROPIC_API_KEY", "for-agents-only");
  const Variable other("OPENAI_API_KEY", "for-agents-of-others");
  const Variable token("GH_TOKEN", "for-agents-too");
  const Variable options("NODE_OPTIONS", "--require ./evil.js");
  const Variable preload("LD_PRELOAD_X", "x");
  core::Launch launch = agent_launch(order_of("env", Dialect::claude));
  launch.env = {{"ROLE", "dev"}, {"HOME", "/elsewhere"}};
  const std::string agent = run_agent(launch).text;
  CHECK(has_line(agent, "ANTHROPIC_API_KEY=[masked]"));
  CHECK(agent.find("OPENAI_API_KEY") == std::string::npos);
  CHECK(agent.find("GH_TOKEN") == std::string::npos);
  CHECK(has_line(agent, "ROLE=dev"));
  CHECK(has_line(agent, "HOME=/elsewhere"));
  CHECK(agent.find("NODE_OPTIONS") == std::string::npos);
  CHECK(agent.find("LD_PRELOAD_X") == std::string::npos);
  for (const char* command : {"env", "env; true"}) {
    INFO(command);
    const std::string text = run_alone(command).text;
    CHECK(text.find("PATH=") != std::string::npos);
    CHECK(text.find("for-agents") == std::string::npos);
  }
}

TEST_CASE("agent: values that its order only names come from the configuration of now") {
  core::AgentSpec dev;
  dev.role = "dev";
  dev.command = {"x"};
  dev.env = {{"ADDRESS", "http://one"}, {"UNNAMED", "no"}};
  core::AgentSpec other = dev;
  other.role = "other";
  other.env = {{"ADDRESS", "http://two"}};
  core::agent::Order order = order_of("env");
  order.sealed = {"ADDRESS"};
  order.spares = {{"other", {"x"}, Dialect::text, {}, {}, {"ADDRESS"}}};
  const auto told = [&](std::vector<core::AgentSpec> agents) {
    const Place place;
    process::Options options = quick(place);
    options.agents = std::move(agents);
    const auto processes = must_open(std::move(options));
    Ran ran{run(*processes, agent_launch(order)), {}};
    ran.text = slurp(ran.evidence.output.log_path);
    return ran;
  };
  const std::string first = told({dev, other}).text;
  CHECK(has_line(first, "ADDRESS=http://one"));
  CHECK(first.find("UNNAMED") == std::string::npos);
  dev.env[0].second = "http://moved";
  CHECK(has_line(told({dev, other}).text, "ADDRESS=http://moved"));
  order.spare = 1;
  CHECK(has_line(told({dev, other}).text, "ADDRESS=http://two"));

  const Ran gone = told({dev});
  CHECK(gone.evidence.exit.kind == ExitKind::spawn_failed);
  CHECK(gone.evidence.exit.detail ==
        "agents.other.env: ADDRESS was set when the run began, and is not now");
  CHECK(said(gone).remedy == "set it again under agents.other.env");
}

TEST_CASE("agent: what cannot be started says why, and leaves no log") {
  struct Row {
    std::vector<std::string> argv;
    const char* why;
  };
  const Row rows[] = {
      {{"no-such-agent-cli", "-p"}, "no-such-agent-cli: no such program in PATH"},
      {{"/no/such/agent"}, "/no/such/agent"},
      {{"/etc/passwd"}, "/etc/passwd"},
      {{}, "the agent has no command"},
      {{std::string("a\0b", 3)}, "zero byte"},
  };
  for (const Row& row : rows) {
    INFO(row.why);
    core::agent::Order order = order_of("");
    order.argv = row.argv;
    const Place place;
    const auto processes = must_open(quick(place));
    const core::Evidence evidence = run(*processes, agent_launch(order));
    CHECK(evidence.exit.kind == ExitKind::spawn_failed);
    CHECK_MESSAGE(evidence.exit.detail.find(row.why) != std::string::npos, evidence.exit.detail);
    CHECK(std::filesystem::is_empty(place.path / "logs"));
  }
  core::Launch nowhere = agent_launch(order_of("true"));
  nowhere.cwd = "/no/such/place";
  CHECK(run_agent(nowhere).evidence.exit.detail.find("/no/such/place") != std::string::npos);
}

TEST_CASE("agent: tools that moved into sessions of their own, and daemons, end with it") {
  const Place place;
  const std::string tool = place / "tool";
  const std::string daemon = place / "daemon";
  const std::string hidden = place / "hidden";
  const std::string script = "setsid " + sleeper(tool) + " & ( setsid " + sleeper(daemon) +
                             " >/dev/null 2>&1 </dev/null & ) ; env -i /usr/bin/setsid /bin/" +
                             sleeper(hidden) + " >/dev/null 2>&1 & " + wait_for(tool) +
                             wait_for(daemon) + wait_for(hidden) + "echo bye";
  const Ran ran = run_agent(order_of(script));
  CHECK(ran.evidence.exit.kind == ExitKind::exited);
  CHECK(ran.text == "bye\n");
  for (const std::string& file : {tool, daemon, hidden}) {
    INFO(file);
    CHECK_FALSE(is_alive(pid_in(file)));
  }
  CHECK(ran.evidence.orphans.size() >= 3);
}

TEST_CASE("agent: tools in sessions of their own end with an agent that is ended") {
  const Place place;
  const std::string tool = place / "tool";
  core::agent::Order order =
      order_of("setsid " + sleeper(tool) + " & " + wait_for(tool) + "echo '" + success +
                   "'; trap '' TERM; while :; do sleep 1; done",
               Dialect::claude);
  order.linger = 200ms;
  const Ran ran = run_agent(order);
  CHECK(ran.evidence.exit.kind == ExitKind::held);
  CHECK(ran.evidence.exit.signal == SIGKILL);
  CHECK_FALSE(is_alive(pid_in(tool)));
}
