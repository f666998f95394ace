// SPDX-License-Identifier: MIT
// An agent that does what a scenario file says: for tests, examples and the demo. It works, talks
// in any dialect, fails, hangs, leaves things behind and lies, each on request.
//   assay-scripted-agent SCENARIO.yaml [--dialect D]       the prompt comes on stdin
#include "scripted-agent/scenario.h"
#include "scripted-agent/voice.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <thread>

namespace assay::scripted_agent {

namespace {

namespace fs = std::filesystem;
using format::YamlNode;

constexpr int bad_scenario = 64;

[[noreturn]] void give_up(const std::string& what) {
  std::fprintf(stderr, "assay-scripted-agent: %s\n", what.c_str());
  std::exit(bad_scenario);
}

int shell(const std::string& command) {
  std::fflush(stdout);
  // Like the tools of real agents: in a session of its own, and quiet on our streams.
  const pid_t pid = ::fork();
  if (pid == 0) {
    ::setsid();
    if (std::freopen("/dev/null", "w", stdout) == nullptr) ::_exit(127);
    ::execl("/bin/bash", "bash", "-c", command.c_str(), nullptr);
    ::_exit(127);
  }
  int status = 0;
  ::waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void leave_daemon(const std::string& command) {
  if (::fork() == 0) {
    ::setsid();
    if (::fork() != 0) ::_exit(0);
    ::signal(SIGHUP, SIG_IGN);
    ::execl("/bin/bash", "bash", "-c", command.c_str(), nullptr);
    ::_exit(127);
  }
  ::wait(nullptr);
}

void write_file(const std::string& path, const std::string& text, std::ios::openmode mode) {
  const fs::path file(path);
  std::error_code ignored;
  if (file.has_parent_path()) fs::create_directories(file.parent_path(), ignored);
  std::ofstream out(file, std::ios::binary | mode);
  out << text;
  if (!out.flush()) give_up(path + ": cannot be written");
}

std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char letter : text)
    out += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return out + "'";
}

std::optional<std::int64_t> number(const YamlNode& map, std::string_view key) {
  const YamlNode* node = member(map, key);
  return node == nullptr ? std::nullopt : std::optional<std::int64_t>(std::stoll(node->text));
}

const std::map<std::string, End> ends = {{"success", End::success},    {"error", End::error},
                                         {"refused", End::refused},    {"quota", End::quota},
                                         {"overload", End::overload},  {"auth", End::auth},
                                         {"max_turns", End::max_turns}};

class Player {
 public:
  Player(Voice& voice, std::string prompt) : voice_(voice), prompt_(std::move(prompt)) {}

  int play(const Rule& rule) {
    voice_.begin();
    for (const Step& step : rule.steps) {
      if (const auto exit = perform(step)) return *exit;
    }
    if (!ended_) voice_.end(End::success, usage_, "");
    return status_;
  }

 private:
  /// The exit status, if the step is the last one.
  std::optional<int> perform(const Step& step) {
    const YamlNode& value = step.value;
    const std::string text = expanded(value.text);
    if (step.verb == "write" || step.verb == "append") {
      const std::string path = text_of(value, "path");
      write_file(path, text_of(value, "text"),
                 step.verb == "write" ? std::ios::trunc : std::ios::app);
      if (text_of(value, "silent") != "true") voice_.edit(path);
    } else if (step.verb == "delete") {
      std::error_code ignored;
      fs::remove_all(text, ignored);
    } else if (step.verb == "run") {
      const int code = shell(text);
      voice_.tool(text, code);
    } else if (step.verb == "quietly") {
      shell(text);
    } else if (step.verb == "claim_run") {
      const auto code = number(value, "exit_code");
      voice_.tool(text_of(value, "command"),
                  code ? std::optional<int>(static_cast<int>(*code)) : std::nullopt);
    } else if (step.verb == "claim_edit") {
      voice_.edit(text);
    } else if (step.verb == "commit") {
      shell("git add -A && git -c user.name=agent -c user.email=agent@example.com commit -q -m " +
            quoted(text));
    } else if (step.verb == "say") {
      voice_.say(text);
    } else if (step.verb == "print") {
      std::cout << text << std::endl;
    } else if (step.verb == "stderr") {
      std::cerr << text << std::endl;
    } else if (step.verb == "deny") {
      voice_.deny(text);
    } else if (step.verb == "retry") {
      voice_.retry();
    } else if (step.verb == "save_prompt") {
      write_file(text, prompt_, std::ios::trunc);
    } else if (step.verb == "sleep") {
      std::fflush(stdout);
      std::this_thread::sleep_for(std::chrono::duration<double>(std::stod(text)));
    } else if (step.verb == "daemon") {
      leave_daemon(text);
    } else if (step.verb == "ignore_term") {
      ::signal(SIGTERM, SIG_IGN);
    } else if (step.verb == "on_term_exit") {
      static int code = 0;
      code = std::stoi(text);
      ::signal(SIGTERM, [](int) { ::_exit(code); });
    } else if (step.verb == "hang") {
      std::fflush(stdout);
      for (;;) ::pause();
    } else if (step.verb == "crash") {
      std::fflush(stdout);
      ::signal(SIGSEGV, SIG_DFL);
      ::raise(text.empty() ? SIGSEGV : std::stoi(text));
    } else if (step.verb == "usage") {
      usage_.input = number(value, "input").value_or(usage_.input);
      usage_.output = number(value, "output").value_or(usage_.output);
      usage_.cached = number(value, "cached").value_or(usage_.cached);
      usage_.micro_usd = number(value, "micro_usd");
    } else if (step.verb == "end") {
      end(value, text);
    } else if (step.verb == "no_end") {
      ended_ = true;
    } else if (step.verb == "status") {
      status_ = std::stoi(text);
    } else if (step.verb == "exit") {
      return std::stoi(text);
    } else {
      give_up("no step is called '" + step.verb + "'");
    }
    return std::nullopt;
  }

  /// `end: error`, or `end: {as: quota, why: "1800000000"}`.
  void end(const YamlNode& value, const std::string& word) {
    const bool detailed = value.kind == YamlNode::Kind::map;
    const auto how = ends.find(detailed ? text_of(value, "as") : word);
    if (how == ends.end()) give_up("no end is called '" + word + "'");
    voice_.end(how->second, usage_, detailed ? text_of(value, "why") : "");
    ended_ = true;
  }

  Voice& voice_;
  std::string prompt_;
  Usage usage_;
  bool ended_ = false;
  int status_ = 0;
};

int run(int argc, char** argv) {
  if (argc < 2) give_up("usage: assay-scripted-agent SCENARIO.yaml [--dialect D]");
  const std::string prompt{std::istreambuf_iterator<char>(std::cin), {}};
  auto scenario = read_scenario(argv[1]);
  if (!scenario) give_up(scenario.error().what);
  if (argc == 4 && std::string(argv[2]) == "--dialect") scenario->dialect = argv[3];
  const auto voice = make_voice(scenario->dialect, scenario->model);
  if (!voice) give_up("no dialect is called '" + scenario->dialect + "'");
  const Rule* rule = choose(*scenario, prompt);
  if (rule == nullptr) give_up("no rule fits");
  return Player(*voice, prompt).play(*rule);
}

}  // namespace

}  // namespace assay::scripted_agent

int main(int argc, char** argv) { return assay::scripted_agent::run(argc, argv); }
