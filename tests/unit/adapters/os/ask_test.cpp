// SPDX-License-Identifier: MIT
#include "adapters/os/ask.h"

#include "adapters/os/process_table.h"
#include "adapters/repository/git/call.h"
#include "unit/adapters/workshop/repository.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>

namespace assay::test {
namespace {

using os::Answer;
using os::Question;
using Monotonic = std::chrono::steady_clock;

Question shell(const std::string& script) {
  Question question;
  question.argv = {"/bin/sh", "-c", script};
  question.cwd = "/";
  return question;
}

TEST_CASE("ask: output, complaint and exit status are told apart") {
  const auto answer = os::put(shell("echo out; echo err >&2; exit 3"));
  REQUIRE(answer);
  CHECK(answer->output == "out\n");
  CHECK(answer->complaint == "err\n");
  CHECK(answer->status == 3);
  CHECK(os::put(shell("kill -9 $$"))->status == -1);
  Question missing = shell("");
  missing.argv = {"/nonexistent/program"};
  CHECK(os::put(missing).error().fault == Fault::not_found);
  CHECK_FALSE(os::ask({"/bin/false"}, "/"));
  CHECK(*os::ask({"/bin/echo", "x"}, "/") == "x\n");
}

TEST_CASE("ask: input and environment are what was given") {
  Question question = shell("cat; echo \"$A|$HOME\"");
  question.input = std::string(300'000, 'x');
  question.environment = {{"A=b"}};
  CHECK(os::put(question)->output == question.input + "b|\n");
  CHECK(os::put(shell("cat"))->output == "");
}

bool lives(pid_t group) {
  const std::vector<os::Seen> all = os::all_processes();
  return std::any_of(all.begin(), all.end(),
                     [&](const os::Seen& seen) { return seen.group == group && !seen.is_dead(); });
}

TEST_CASE("ask: one that does not end is ended with all it started") {
  Question question = shell("trap '' TERM; sleep 60 & echo $$; sleep 60");
  question.patience = Millis(500);
  const auto began = Monotonic::now();
  const auto answer = os::put(question);
  REQUIRE(answer);
  CHECK(answer->too_late);
  CHECK(answer->status == -1);
  CHECK(Monotonic::now() - began < std::chrono::seconds(20));
  const pid_t group = std::atoi(answer->output.c_str());
  REQUIRE(group > 1);
  // A killed process takes its time to go.
  for (int tries = 0; tries < 100 && lives(group); ++tries) Repository::run_in("/", "sleep 0.05");
  CHECK_FALSE(lives(group));
}

TEST_CASE("ask: one that says too much is cut") {
  Question question = shell("yes");
  question.answer_max = 10'000;
  const auto answer = os::put(question);
  REQUIRE(answer);
  CHECK(answer->too_long);
  CHECK(answer->output.size() == 10'000);
  Question exact = shell("printf 1234567890");
  exact.answer_max = 10;
  CHECK_FALSE(os::put(exact)->too_long);
  const auto noisy = os::put(shell("yes complaint | head -c 1000000 >&2"));
  CHECK(noisy->complaint.size() == 16'384);
  CHECK(noisy->status == 0);
}

TEST_CASE("ask: what a program leaves behind is not waited for") {
  const auto began = Monotonic::now();
  const auto answer = os::put(shell("echo done; sleep 30 & exit 0"));
  REQUIRE(answer);
  CHECK(answer->output == "done\n");
  CHECK(answer->status == 0);
  CHECK_FALSE(answer->too_late);
  CHECK(Monotonic::now() - began < std::chrono::seconds(9));
}

TEST_CASE("call: errors have git's words without its advice, on one line") {
  Repository repository;
  const auto answer = git::tell({repository.work, {"checkout", "-q", "nowhere"}});
  REQUIRE_FALSE(answer);
  CHECK(has(answer.error().what, "git checkout: "));
  CHECK_FALSE(has(answer.error().what, "\n"));
  CHECK_FALSE(has(answer.error().what, "hint:"));
}

TEST_CASE("call: no transport can be reached, not even by a partial clone") {
  Repository repository;
  const std::string mark = repository.dir / "ran";
  repository.git("config remote.origin.url 'ext::sh -c touch% " + mark + "'");
  repository.git("config remote.origin.promisor true");
  repository.git("config protocol.ext.allow always");
  repository.git("config extensions.partialClone origin");
  CHECK_FALSE(git::tell({repository.work, {"cat-file", "-p", std::string(40, '1')}}));
  CHECK_FALSE(git::tell({repository.work, {"fetch", "origin"}}));
  CHECK_FALSE(exists(mark));
}

TEST_CASE("call: pieces between zero bytes, without what may be cut") {
  CHECK(git::split_zero(std::string_view("a\0b c\0\0cut", 10)) == Paths{"a", "b c", ""});
  CHECK(git::split_zero("").empty());
  CHECK(git::is_commit(std::string(40, 'a')));
  CHECK(git::is_commit(std::string(64, '0')));
  CHECK_FALSE(git::is_commit(std::string(40, 'g')));
  CHECK_FALSE(git::is_commit("HEAD"));
}

}  // namespace
}  // namespace assay::test
