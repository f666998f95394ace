// SPDX-License-Identifier: MIT
// A command started without bash must not be told apart from one that bash became.
#include "adapters/executor/local/simple.h"

#include "unit/adapters/executor/local/harness.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <set>
#include <sstream>

namespace assay::process::test {

namespace {

std::set<std::string> line_set(const std::string& text) {
  std::set<std::string> all;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) all.insert(line);
  return all;
}

Environment plain_environment() { return {{"HOME", "/"}, {"PATH", "/usr/bin:/bin"}}; }

bool is_simple(std::string_view command, const Environment& environment = plain_environment()) {
  return simple_command(command, "/", environment).has_value();
}

void write_program(const std::string& path, std::string_view content) {
  std::ofstream(path) << content;
  ::chmod(path.c_str(), 0755);
}

}  // namespace

TEST_CASE("plain words that name a program need no shell") {
  for (const char* command :
       {"env", "/bin/ls -l", "  ls   -l  ", "ls --color=never a/b.c", "true"}) {
    CAPTURE(command);
    CHECK(is_simple(command));
  }
}

TEST_CASE("whatever bash would treat in its own way goes to bash") {
  for (const char* command : {"",
                              " ",
                              "ls|cat",
                              "ls;",
                              "ls &",
                              "ls > x",
                              "ls $HOME",
                              "ls `x`",
                              "ls 'a'",
                              "ls \"a\"",
                              "ls *",
                              "ls ?",
                              "ls [a]",
                              "ls {a,b}",
                              "ls ~",
                              "A=1 ls",
                              "ls #x",
                              "ls\nls",
                              "ls\tx",
                              "!ls",
                              "echo x",
                              "cd /",
                              "time ls",
                              "if",
                              "true x",
                              "false --help",
                              "exit",
                              "exec ls",
                              "test -f x",
                              "[ -f x ]",
                              ": x",
                              "%1",
                              "no-such-program-here",
                              "./no-such-script",
                              "ls \\x",
                              "(ls)",
                              "/",
                              "/usr/bin"}) {
    CAPTURE(command);
    CHECK_FALSE(is_simple(command));
  }
}

TEST_CASE("an environment that changes bash, or where programs are, goes to bash") {
  for (const char* name : {"BASH_ENV", "BASH_FUNC_ls%%", "ENV", "SHELLOPTS", "POSIXLY_CORRECT",
                           "PWD", "OLDPWD", "SHLVL", "_"}) {
    CAPTURE(name);
    CHECK_FALSE(is_simple("ls", {{"PATH", "/usr/bin"}, {name, "x"}}));
  }
  CHECK_FALSE(is_simple("ls", {}));
  CHECK_FALSE(is_simple("ls", {{"PATH", ".:/usr/bin"}}));
  CHECK_FALSE(is_simple("ls", {{"PATH", ":/usr/bin"}}));
  CHECK(is_simple("ls", {{"PATH", "/usr/bin"}, {"X", ""}}));
}

TEST_CASE("the program sees the same environment with and without bash") {
  const Ran direct = run_alone("env");
  CHECK(direct.evidence.exit.code == 0);
  // The number of the attempt differs; and a bash that is observed waits for its last command
  // instead of becoming it, which SHLVL shows.
  const auto comparable = [](const std::string& text) {
    auto lines = line_set(text);
    std::erase_if(lines, [](const std::string& line) {
      return line.starts_with("ASSAY_OBSERVED=") || line.starts_with("SHLVL=") ||
             line.starts_with("BASH_ENV=");  // in the state directory, another one each time
    });
    return lines;
  };
  CHECK(comparable(direct.text) == comparable(run_alone("'env'").text));
  CHECK(line_set(direct.text).contains("SHLVL=0"));
  CHECK(line_set(direct.text).contains("_=/usr/bin/env"));
  CHECK(line_set(direct.text).contains("PWD=/"));
}

TEST_CASE("arguments, exit status and signals are those bash would have given") {
  CHECK(run_alone("printenv ASSAY_ATTEMPT").text == run_alone("'printenv' ASSAY_ATTEMPT").text);
  CHECK(run_alone("ls /no/such/file").text == run_alone("'ls' /no/such/file").text);
  CHECK(run_alone("ls /no/such/file").evidence.exit.code == 2);
  CHECK(run_alone("false").evidence.exit.code == 1);
  CHECK(run_alone("no-such-program-here").evidence.exit.code == 127);
  CHECK(run_alone("/usr").evidence.exit.code == 126);
}

TEST_CASE("what the kernel does not execute is left to bash") {
  const Place place;
  write_program(place / "script", "echo from bash $BASHPID | sed 's/[0-9][0-9]*/N/'\nexit 3\n");
  const Ran ran = run_alone(place / "script");
  CHECK(ran.text == "from bash N\n");
  CHECK(ran.evidence.exit.code == 3);
}

TEST_CASE("a relative program is looked for in the working directory of the command") {
  const Place place;
  write_program(place / "tool", "#!/bin/sh\necho \"$0 $1\"\n");
  const auto processes = must_open(quick(place));
  core::Launch launch = launch_of("./tool one");
  launch.cwd = place.path.string();
  CHECK(slurp(run(*processes, launch).output.log_path) == "./tool one\n");
}

}  // namespace assay::process::test
