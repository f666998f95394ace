// SPDX-License-Identifier: MIT
// What the lint says about command texts. Where bash itself can be asked, it is.
#include "format/shell/lint.h"

#include <doctest/doctest.h>
#include <spawn.h>
#include <sys/wait.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

extern char** environ;

using assay::core::CommandLint;
using assay::core::LintRule;
using assay::format::lint_command;

namespace {

constexpr char letters[] = {'d', 'm', 'c', 'o', 'u'};

// "d" detaches, "m" masked, "c" constant, "o" opts out, "u" unparsable, "|" contains a pipeline.
std::string rules(std::string_view command) {
  const CommandLint lint = lint_command(command);
  std::string out;
  for (const LintRule rule : {LintRule::detaches, LintRule::masked, LintRule::constant,
                              LintRule::opts_out, LintRule::unparsable}) {
    if (lint.has(rule)) out.push_back(letters[static_cast<int>(rule)]);
  }
  if (lint.contains_pipeline) out.push_back('|');
  return out;
}

struct LintRow {
  std::string_view command;
  std::string_view want;
};

template <std::size_t n>
void check_lints(const LintRow (&rows)[n]) {
  for (const LintRow& row : rows) {
    CAPTURE(row.command);
    CHECK(rules(row.command) == row.want);
  }
}

int run_bash(const std::string& command) {
  std::string bash = "/bin/bash";
  std::string option = "-o";
  std::string pipefail = "pipefail";
  std::string flag = "-c";
  std::string text = command;
  char* argv[] = {bash.data(), option.data(), pipefail.data(), flag.data(), text.data(), nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (const int fd : {0, 1, 2}) {
    posix_spawn_file_actions_addopen(&actions, fd, "/dev/null", fd == 0 ? 0 : 1, 0);
  }
  pid_t pid = 0;
  REQUIRE(posix_spawn(&pid, bash.c_str(), &actions, nullptr, argv, environ) == 0);
  posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  REQUIRE(waitpid(pid, &status, 0) == pid);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

}  // namespace

TEST_CASE("lint: honest gates have no findings") {
  check_lints({
      {"make test", ""},
      {"cd x && make test", ""},
      {"FOO=1 make test", ""},
      {"FOO=1 BAR=\"a b\" make -j4 test", ""},
      {"make test; rc=$?; cleanup; exit $rc", ""},
      {"make test; rc=$?\ncleanup\nexit \"$rc\"", ""},
      {"test -f x || make x", ""},
      {"a || b", ""},
      {"cmd && echo ok", ""},
      {"cmd || exit 1", ""},
      {"cmd || exit $?", ""},
      {"cmd || exit", ""},
      {"cmd || { echo failed; exit 1; }", ""},
      {"cmd || (echo x; false)", ""},
      {"cmd || false", ""},
      {"cmd || ! true", ""},
      {"cmd && echo ok || { echo bad; exit 1; }", ""},
      {"! grep -q TODO src", ""},
      {"x=$(make test)", ""},
      {"x=`make test`", ""},
      {"exit 1", ""},
      {"false", ""},
      {"exit $rc", ""},
      {"make test; exit", ""},
      {"make test; exit $?", ""},
      {"make test && exit 0", ""},
      {"make test || exit 1; echo done", ""},
      {"set -e; make test; echo done", ""},
      {"set -euo pipefail\nmake lint\nmake test\necho done\n", ""},
      {"set -o errexit; make test; echo done", ""},
      {"bash -ec 'make test; echo done'", ""},
      {"bash -e -o pipefail -c 'make test | tee log; echo done'", ""},
      {"npm ci || true; npm test", ""},
      {"rm -f x || true; make test", ""},
      {"if [ -f Makefile ]; then make test; fi", ""},
      {"if make test; then echo ok; else exit 1; fi", ""},
      {"if ! make test; then echo bad; exit 1; fi", ""},
      {"for f in *.sh; do bash -n \"$f\" || exit 1; done", ""},
      {"for i in 1 2 3; do make test && exit 0; sleep 1; done; exit 1", ""},
      {"while ! nc -z db 5432; do sleep 1; done; make test", ""},
      {"case $OS in linux) make test;; *) exit 1;; esac", ""},
      {"f() { make test; }; f", ""},
      {"f() { make test; return $?; }\nf", ""},
      {"(cd sub && make test)", ""},
      {"{ make lint; make test; }", ""},
      {"exec make test", ""},
      {"exec >log 2>&1; make test", ""},
      {"exec {fd}<list; make test", ""},
      {"time make test", ""},
      {"time -p make test", ""},
      {"command -v cc", ""},
      {"[ -f x ]", ""},
      {"[[ -f x && -d y ]]", ""},
      {"[[ $x == y ]]", ""},
      {"(( n > 0 ))", ""},
      {"trap 'rm -rf tmp' EXIT; make test", ""},
      {"trap 'rc=$?; rm -rf tmp; exit $rc' EXIT; make test", ""},
      {"trap 'rm tmp; exit' EXIT; make test", ""},
      {"trap 'exit 0' TERM; make test", ""},
      {"set +e; make test; rc=$?; set -e; cleanup; exit $rc", ""},
      {": < required.txt", ""},
      {"wait $pid", ""},
      {"ninja -k 0", ""},
      {"make -k test", ""},
      {"make -j4 -C sub test", ""},
      {"cargo test --no-fail-fast", ""},
      {"eval 'make test'", ""},
      {"eval \"$cmd\"", ""},
      {"\"$CMD\" --flag", ""},
      {"$(which make) test", ""},
      {"./true", ""},
      {"docker run image sh -c 'make test'", ""},
      {"find . -name '*.sh' -exec sh -n {} +", ""},
  });
}

TEST_CASE("lint: what looks like a background job but is none") {
  check_lints({
      {"a && b", ""},
      {"make test 2>&1", ""},
      {"make test >&2", ""},
      {"make test &>log", ""},
      {"make test &>>log", ""},
      {"make test 3<&0", ""},
      {"make test 2>&-", ""},
      {"curl 'http://x/?a=1&b=2'", ""},
      {"curl \"http://x/?a=1&b=2\"", ""},
      {"curl http://x/?a=1\\&b=2", ""},
      {"grep '&' file", ""},
      {"grep $'&\\'&' file", ""},
      {"make test # run & hide", ""},
      {"# a & b\nmake test", ""},
      {"cat <<EOF | grep x\na & b\nnohup\nEOF", "|"},
      {"grep x <<'EOF'\n$(a & b)\nEOF", ""},
      {"grep x <<-EOF\n\ta & b\n\tEOF", ""},
      {"grep x <<A; grep y <<B\na &\nA\nb &\nB\n", ""},
      {"grep x <<< 'a & b'", ""},
      {"[[ a&&b ]]", ""},
      {"[[ $x =~ ^(a&b|c)$ ]]", ""},
      {"(( a & b ))", ""},
      {"x=$(( a & b )) && make test", ""},
      {"make test X=$((1 & 2))", ""},
      {"make X=$[1 & 2]", ""},
      {"grep nohup file", ""},
      {"make setsid", ""},
      {"grep -r 'disown' src", ""},
      {"make \"nohup\"", ""},
      {"make ${x:-\"a & b\"}", ""},
      {"case $x in a\\&b) make;; *) exit 1;; esac", ""},
      {"a &\\\n& b", ""},
      {"make test >file'&'", ""},
      {"systemd-run --wait --pipe make test", ""},
      {"tmux ls", ""},
      {"screen -ls", ""},
      {"docker run image sh -c 'server & make test'", ""},
  });
}

TEST_CASE("lint: detaching is found wherever it is executed") {
  check_lints({
      {"make test &", "d"},
      {"make test&", "d"},
      {"a & b", "d"},
      {"a & wait", "m"},
      {"a &\nwait $!", ""},
      {"(a &)", "d"},
      {"{ a & }", "d"},
      {"f() { a & }; f", "d"},
      {"f() { a & }; make test", "d"},
      {"x=$(a & b)", "d"},
      {"make test \"$(a &)\"", "d"},
      {"make test `a &`", "d"},
      {"make test \"`a \\`b &\\``\"", "d"},
      {"make ${x:-$(a &)}", "d"},
      {"make \"${x:-$(a &)}\"", "d"},
      {"make $(( $(a &) + 1 ))", "d"},
      {"grep x <(a &)", "d"},
      {"cat <<EOF | grep x\n$(a &)\nEOF", "d|"},
      {"grep x <<EOF\n`a &`\nEOF", "d"},
      {"if a & then b; fi", "d"},
      {"while true; do a & done", "d"},
      {"case x in x) a & ;; *) exit 1;; esac", "d"},
      {"a | b &", "d|"},
      {"a && b & ", "d"},
      {"nohup make test", "d"},
      {"nohup make test &", "d"},
      {"/usr/bin/nohup make test", "d"},
      {"\\nohup make test", "d"},
      {"n'oh'up make test", "d"},
      {"no\\\nhup make test", "d"},
      {"setsid make test", "d"},
      {"FOO=1 setsid make test", "d"},
      {"env FOO=1 nohup make test", "d"},
      {"env -i -u X nohup make test", "d"},
      {"exec nohup make test", "d"},
      {"exec -a name setsid make", "d"},
      {"command nohup make test", "d"},
      {"sudo -u me nohup make test", "d"},
      {"time nohup make test", "d"},
      {"! nohup make test", "d"},
      {"timeout 10 setsid make", "d"},
      {"make test; disown", "d"},
      {"disown -a && make test", "d"},
      {"bash -c 'make test &'", "d"},
      {"bash -lc \"make $x &\"", "d"},
      {"sh -c 'nohup make'", "d"},
      {"eval 'make test &'", "d"},
      {"sudo bash -c 'bash -c \"a &\"'", "d"},
      {"bash <<'EOF'\nmake test &\nEOF", "d"},
      {"bash <<< 'make test &'", "d"},
      {"xargs sh -c 'a &'", "d"},
      {"coproc make test", "d"},
      {"coproc NAME { make test; }", "d"},
      {"tmux new-session -d 'make test'", "d"},
      {"screen -dmS x make test", "d"},
      {"systemd-run make test", "d"},
      {"echo x | at now", "d|"},
      {"a &\n'", "du"},
  });
}

TEST_CASE("lint: a failure that cannot reach the exit status is masked") {
  check_lints({
      {"make test || true", "m"},
      {"make test || :", "m"},
      {"make test || exit 0", "m"},
      {"make test || exit 256", "m"},
      {"make test || echo failed", "m"},
      {"make test || return 0", "m"},
      {"make test || printf x", "m"},
      {"make test ||true", "m"},
      {"make test||true", "m"},
      {"make test ||\n  true", "m"},
      {"make test || /bin/true", "m"},
      {"make test || command true", "m"},
      {"make test || 'true'", "m"},
      {"make test || t\"ru\"e", "m"},
      {"make test || { echo bad; }", "m"},
      {"make test || (exit 0)", "m"},
      {"make test || bash -c true", "m"},
      {"make test |\\\n| true", "m"},
      {"make test; true", "m"},
      {"make test; :", "m"},
      {"make test; exit 0", "m"},
      {"make test; echo done", "m"},
      {"make test; echo $?", "m"},
      {"make test; echo done; exit $?", "m"},
      {"make test;echo a;echo b", "m"},
      {"make lint\nmake test\necho done", "m"},
      {"make test\nexit 0\n", "m"},
      {"make test; cat <<EOF\ndone\nEOF", "m"},
      {"make test; sleep 1", "m"},
      {"sleep 2", "c"},
      {"sleep 0.5s", "c"},
      {"sleep 1 && make test; sleep 1", "m"},
      {"make test && true || true", "m"},
      {"cmd && echo ok || echo bad", "m"},
      {"make test || true && echo ok", "m"},
      {"make lint || true; make test || true", "m"},
      {"set +e; make test", "m"},
      {"set +o errexit; make test", "m"},
      {"set +eu; make test", "m"},
      {"set -e; set +e; make test", "m"},
      {"set +o pipefail; make test | tee log", "m|"},
      {"set +euo pipefail; make test", "m"},
      {"shopt -uo pipefail; make test | cat", "m|"},
      {"shopt -u -o pipefail; make test", "m"},
      {"trap 'exit 0' EXIT; make test", "m"},
      {"trap 'rm x; exit 0' EXIT; make test", "m"},
      {"trap 'exit 0' ERR; make test", "m"},
      {"trap \"exit 0\" 0; make test", "m"},
      {"if make test; then echo ok; fi", "m"},
      {"if make test; then echo ok; else echo bad; fi", "m"},
      {"if a; then echo x; elif b; then echo y; fi", "m"},
      {"while make test; do :; done", "m"},
      {"until make test; do sleep 1; done", "m"},
      {"for i in 1 2; do make test || true; done", "m"},
      {"for i in 1 2; do if make test; then exit 0; fi; done", "m"},
      {"for ((i=0; i<3; i++)); do make test; true; done", "m"},
      {"case $x in a) make test || true;; esac", "m"},
      {"(make test) || true", "m"},
      {"{ make test; } || true", "m"},
      {"(make test || true)", "m"},
      {"(make test; exit 0)", "m"},
      {"( set -e; make test && echo ok; echo done )", "m"},
      {"f() { make test; return 0; }; f", "m"},
      {"f() { make test || true; }; f", "m"},
      {"function f { make test; true; }; f", "m"},
      {"set -e; f() { make test; true; }; f || true", "m"},
      {"set -e; make test && echo ok; echo done", "m"},
      {"bash -c 'make test || true'", "m"},
      {"sh -c \"make test; exit 0\"", "m"},
      {"sh -c 'make test || echo $?'", "m"},
      {"eval 'make test || true'", "m"},
      {"env A=1 bash -c 'make test || true'", "m"},
      {"sudo -E sh -ec 'make test || true'", "m"},
      {"bash -c 'bash -c \"make test || true\"'", "m"},
      {"bash -c 'make test | tee log'", "m"},
      {"bash <<'EOF'\nmake test || true\nEOF", "m"},
      {"docker run image sh -c 'make test || true'", "m"},
      {"timeout 10 make test || true", "m"},
      {"make test | tee log || true", "m|"},
      {"! make test || true", "m"},
      {"export X=$(make test) ; make test || true", "m"},
      {"exit 0; make test", "m"},
      {"make -i test", "m"},
      {"make -ki test", "m"},
      {"make --ignore-errors", "m"},
      {"mvn -Dmaven.test.failure.ignore test", "m"},
      {"mvn -Dmaven.test.failure.ignore=true test", "m"},
      {"mvn -fn test", "m"},
      {"flake8 --exit-zero", "m"},
      {"prove -r t ; exit 0", "m"},
      {"make test || true # really", "m"},
      {"echo start; make test || true", "m"},
      {"make 'a || b' || true", "m"},
  });
  CHECK(rules("mvn -Dmaven.test.failure.ignore=false test").empty());
  CHECK(rules("make -f input test").empty());
}

TEST_CASE("lint: pipelines keep the status because of pipefail") {
  check_lints({
      {"make test | tee log", "|"},
      {"make test |& tee log", "|"},
      {"make test 2>&1 | cat", "|"},
      {"make test | true", "|"},
      {"make test |\n tee log", "|"},
      {"x=$(a | b)", "|"},
      {"make test `a | b`", "|"},
      {"make test \"$(a | b)\"", "|"},
      {"echo a | cat", "|"},
      {"eval 'a | b'", "|"},
      {"a || b", ""},
      {"grep 'a|b' file", ""},
      {"grep a\\|b file", ""},
      {"make test # | tee", ""},
      {"make test >| log", ""},
      {"[[ a =~ b|c ]]", ""},
      {"case $x in a|b) make;; *) exit 1;; esac", ""},
      {"make $((1 | 2))", ""},
      {"echo a | true", "c|"},
      {"true | true", "c|"},
  });
}

TEST_CASE("lint: a command in which nothing can fail is constant") {
  check_lints({
      {"", "c"},
      {"   \n\t ", "c"},
      {"# only a comment", "c"},
      {"true", "c"},
      {":", "c"},
      {"exit 0", "c"},
      {"exit", "c"},
      {"echo ok", "c"},
      {"printf x", "c"},
      {"/bin/true", "c"},
      {"[ 1 ]", "c"},
      {"[[ 1 == 1 ]]", "c"},
      {"test 1", "c"},
      {"[ 1 = 1 ]", "c"},
      {"[ 1 -lt 2 ]", "c"},
      {"[[ -n x ]]", "c"},
      {"[ -z '' ]", "c"},
      {"[ ! 1 = 2 ]", "c"},
      {"((1))", "c"},
      {"(exit 0)", "c"},
      {"{ true; }", "c"},
      {"! false", "c"},
      {"sleep 0; true", "c"},
      {"cd .", "c"},
      {"bash -c true", "c"},
      {"sh -c 'exit 0'", "c"},
      {"command true", "c"},
      {"eval true", "c"},
      {"return 0", "c"},
      {"true && true", "c"},
      {"echo a && echo b", "c"},
      {"echo $(make test)", "c"},
      {"echo `make test`", "c"},
      {"export X=$(make test)", "c"},
      {"x=1", "c"},
      {"x=1 true", "c"},
      {"echo ok >/dev/null 2>&1", "c"},
      {"echo 'all tests passed'", "c"},
      {"true || make_nothing=1", "c"},
      {"env true", "c"},
      {"exec true", "c"},
      {"sudo true", "c"},
      {"timeout 5 true", "c"},
      {"nice -n 5 true", "c"},
      {"f() { :; }; f", "c"},
      {"make() { true; }; make test", "c"},
      {"for i in 1 2; do echo $i; done", "c"},
      {"if true; then echo x; fi", "c"},
      {"cat <<EOF\nok\nEOF", "c"},
      {"true; true;", "c"},
      {"set -e", "c"},
      {"time true", "c"},
      {"'true'", "c"},
      {"$'tru\\x65'", "c"},
      {"true\n", "c"},
      {"case x in *) echo y;; esac", "c"},
      {"echo a # || false", "c"},
  });
}

TEST_CASE("lint: options that accept an empty run are named") {
  check_lints({
      {"jest --passWithNoTests", "o"},
      {"npx vitest run --passWithNoTests=true", "o"},
      {"jest --passWithNoTests=false", ""},
      {"npm test -- --passWithNoTests", "o"},
      {"npx playwright test --pass-with-no-tests", "o"},
      {"deno test --permit-no-files", "o"},
      {"pytest --collect-only", "mo"},
      {"python -m pytest --co -q", "mo"},
      {"ctest --no-tests=ignore", "o"},
      {"ctest --no-tests ignore", "o"},
      {"ctest --no-tests=error", ""},
      {"ctest -N", "mo"},
      {"mvn -DskipTests verify", "o"},
      {"mvn -DskipTests=false verify", ""},
      {"mvn -Dmaven.test.skip=true verify", "o"},
      {"./gradlew build -x test", "o"},
      {"./gradlew build -x :app:test", "o"},
      {"./gradlew build -x lint", ""},
      {"gradle test --dry-run", "mo"},
      {"npx mocha --dry-run", "mo"},
      {"rspec --dry-run", "mo"},
      {"npm publish --dry-run", ""},
      {"jest --listTests", "mo"},
      {"npx playwright test --list", "mo"},
      {"cargo test -- --list", "mo"},
      {"cargo test --no-run", "o"},
      {"npm run test --if-present", "o"},
      {"make -n test", "mo"},
      {"make -kn test", "mo"},
      {"make --dry-run test", "mo"},
      {"make -j4 test", ""},
      {"go test -run '^$' ./...", "o"},
      {"./run --gtest_list_tests", "mo"},
      {"grep -- --passWithNoTests package.json", ""},
      {"git log --grep=--collect-only", ""},
      {"make test || jest --passWithNoTests", "o"},
      {"bash -c 'jest --passWithNoTests'", "o"},
      {"jest '--passWithNoTests' || true", "mo"},
  });
}

TEST_CASE("lint: what bash refuses is unparsable") {
  check_lints({
      {"echo 'x", "u"},
      {"echo \"x", "u"},
      {"echo $(x", "u"},
      {"echo `x", "u"},
      {"echo ${x", "u"},
      {"echo $((1", "u"},
      {"cat <<EOF\nx", "u"},
      {"cat <<EOF", "u"},
      {"if true; then x", "u"},
      {"while x; do y", "u"},
      {"case x in a) y", "u"},
      {"{ x", "u"},
      {"(x", "u"},
      {"x)", "u"},
      {"x }; }", "u"},
      {"fi", "u"},
      {"; x", "u"},
      {"x ;; y", "u"},
      {"&& x", "u"},
      {"x &&", "u"},
      {"x |", "u|"},
      {"x & ; y", "du"},
      {"()", "u"},
      {"x >", "u"},
      {"f() x", "u"},
      {"[[ x", "u"},
      {"echo \"$(x \"", "u"},
      {"for x in a; x; done", "u"},
      {"bash -c 'echo \"x'", "u"},
      {"$'x", "u"},
      {"if x; then\r\n y\r\nfi\r\n", "u"},
      {std::string_view("make test || true\0; false", 26), "u"},
      {std::string_view("\0", 1), "u"},
  });
}

TEST_CASE("lint: a carriage return belongs to the word, as for bash") {
  // `true\r` is a program that does not exist, so the failure is not hidden.
  CHECK(rules("make test || true\r\n").empty());
  CHECK(run_bash("false || true\r\n") == 127);
  CHECK(rules("make test\r\nexit 0\n") == "m");
  const CommandLint lint = lint_command("if x; then\r\n y\r\nfi\r\n");
  REQUIRE(lint.findings.size() == 1);
  CHECK(lint.findings[0].why.find("carriage returns") != std::string::npos);
}

TEST_CASE("lint: a finding says where, what and how to get out") {
  const CommandLint lint = lint_command("make test || true");
  REQUIRE(lint.findings.size() == 1);
  CHECK(lint.findings[0].offset == 10);
  CHECK(lint.findings[0].excerpt == "|| true");
  CHECK(lint.findings[0].why ==
        "`|| true` hides the exit status: remove it, or make the command `required: false`");

  struct Place {
    std::string_view command;
    std::string_view excerpt;
  };
  const Place places[] = {
      {"make test; echo done", "; echo done"},
      {"make test\necho done", "echo done"},
      {"a & b", "&"},
      {"env -i nohup x", "nohup"},
      {"bash -c 'make test || true'", "|| true"},
      {"sh -c \"make test; exit 0\"", "; exit 0"},
      {"bash <<'EOF'\nmake test || :\nEOF", "|| :"},
      {"jest --ci --passWithNoTests", "--passWithNoTests"},
      {"set +e; make test", "set +e"},
      {"make `a &` test", "&"},
  };
  for (const Place& place : places) {
    CAPTURE(place.command);
    const CommandLint found = lint_command(place.command);
    REQUIRE(found.findings.size() == 1);
    CHECK(found.findings[0].excerpt == place.excerpt);
    CHECK(found.findings[0].offset == place.command.find(place.excerpt));
    CHECK(!found.findings[0].why.empty());
  }
}

TEST_CASE("lint: an excerpt is at most 60 bytes of valid text") {
  std::string command = "make test || echo '";
  for (int i = 0; i < 40; ++i) command += "\xC3\xA9\xE2\x82\xAC";
  const CommandLint lint = lint_command(command + "'");
  REQUIRE(lint.findings.size() == 1);
  const std::string& excerpt = lint.findings[0].excerpt;
  CHECK(excerpt.size() <= 60);
  CHECK(excerpt.size() > 55);
  CHECK((static_cast<unsigned char>(excerpt.back()) & 0xC0) == 0x80);

  const CommandLint hostile = lint_command("make || echo \x1b[31m\xff\x80");
  REQUIRE(hostile.findings.size() == 1);
  CHECK(hostile.findings[0].excerpt.find('\x1b') == std::string::npos);
  CHECK(hostile.findings[0].excerpt.find('\xff') == std::string::npos);
}

TEST_CASE("lint: findings come in the order of the text") {
  const CommandLint lint = lint_command("jest --passWithNoTests || true; nohup x || true");
  REQUIRE(lint.findings.size() >= 3);
  CHECK(std::is_sorted(lint.findings.begin(), lint.findings.end(),
                       [](const auto& a, const auto& b) { return a.offset < b.offset; }));
}

TEST_CASE("lint: hostile size and depth are bounded") {
  const auto repeat = [](std::string_view piece, std::size_t bytes) {
    std::string out;
    while (out.size() + piece.size() <= bytes) out += piece;
    return out;
  };
  constexpr std::size_t mebibyte = 1U << 20U;
  constexpr std::size_t large = 1U << 16U;
  CHECK(rules("make " + repeat("a ", mebibyte)).empty());
  CHECK(rules(repeat("a;", large)).empty());
  CHECK(rules(repeat("a||", large) + "true") == "m");
  CHECK(rules(repeat("a &", large)) == "d");
  CHECK(rules(repeat("(", large)) == "u");
  CHECK(rules(repeat("$(", large)) == "u");
  CHECK(rules(repeat("$((", large)) == "u");
  CHECK(rules(repeat("$((a # ((\n) );", large)) == "u");
  CHECK(rules(repeat("${x:-", large)) == "u");
  CHECK(rules(repeat("\"$(\"", large)) == "u");
  CHECK(rules(repeat("`", large)).empty());
  CHECK(rules(repeat("{ ", large)) == "u");
  CHECK(rules(repeat("if ", large)) == "u");
  CHECK(rules(repeat("! ", large)) == "c");
  CHECK(rules(repeat("<<a ", large)) == "u");
  CHECK(rules(repeat("f() { f; f; }; ", large)) == "c");
  CHECK(rules(repeat("a=", large)) == "c");
  CHECK(rules(repeat("eval ", large)).empty());
  CHECK(rules("echo '" + repeat("x", mebibyte) + "'") == "c");
  CHECK(rules(repeat("x", 17 * mebibyte)) == "u");

  std::string calls = "f0() { make test; }; ";
  for (int i = 1; i < 2000; ++i) {
    const std::string before = "f" + std::to_string(i - 1);
    calls += "f" + std::to_string(i) + "() { " + before + "; " + before + "; }; ";
  }
  CHECK(rules(calls + "f1999").find('m') == std::string::npos);

  std::string nested = "make test || true";
  for (int i = 0; i < 10; ++i) {
    std::string quoted = "bash -c '";
    for (const char c : nested) c == '\'' ? quoted += "'\\''" : quoted += c;
    nested = quoted + "'";
  }
  CHECK(rules(nested) == "u");
}

TEST_CASE("lint: bash agrees that what is called constant succeeds") {
  for (const std::string command : {"true",
                                    ":",
                                    "exit 0",
                                    "exit",
                                    "echo ok",
                                    "[ 1 ]",
                                    "[[ 1 == 1 ]]",
                                    "[ ! 1 = 2 ]",
                                    "((1))",
                                    "(exit 0)",
                                    "! false",
                                    "echo $(false)",
                                    "export X=$(false)",
                                    "bash -c true",
                                    "eval true",
                                    "f() { :; }; f",
                                    "make() { true; }; make test",
                                    "if true; then echo x; fi",
                                    "true | true",
                                    "case x in *) echo y;; esac",
                                    "cat <<EOF\nok\nEOF",
                                    "$'tru\\x65'",
                                    "# only a comment",
                                    "",
                                    "true || make_nothing=1",
                                    "[ -z '' ]",
                                    "exec true",
                                    "env true"}) {
    CAPTURE(command);
    CHECK(rules(command).find('c') != std::string::npos);
    CHECK(run_bash(command) == 0);
  }
}

TEST_CASE("lint: bash agrees on which texts hide a failing gate") {
  // `false` stands for a gate that fails; the lint sees one that may.
  for (const std::string shape :
       {"G || true", "G; echo done", "G && echo ok || echo bad", "if G; then echo ok; fi",
        "until ! G; do :; done", "(G || true)", "f() { G; return 0; }; f", "bash -c 'G | cat'",
        "set -e; G && echo ok; echo done", "trap 'exit 0' EXIT; G", "trap 'exit 0' ERR; G",
        "( set -e; G && echo ok; echo done )", "G; echo done; exit $?", "eval 'G || true'",
        "set -e; f() { G; true; }; f || true", "bash <<'EOF'\nG || true\nEOF", "G || exit 256",
        "G |\\\n| true",
        // And these do not.
        "G", "G | cat", "G | true", "x=$(G)", "set -e; G; echo done", "G || exit 1; echo done",
        "G; exit", "G; exit $?", "G; rc=$?; true; exit $rc", "G || { echo bad; exit 1; }",
        "G || (echo x; false)", "if G; then echo ok; else exit 1; fi", "G && exit 0",
        "for i in 1 2; do G || exit 1; done", "bash -ec 'G; echo done'", "f() { G; }; f",
        "set -e; f() { G && true; }; f; echo done", "trap 'true' EXIT; G", "exec G", "! ! G",
        "trap 'rc=$?; true; exit $rc' EXIT; G", "G || true\r", "{ G; } && echo ok"}) {
    std::string seen = shape;
    std::string run = shape;
    for (std::size_t at = 0; (at = seen.find('G', at)) != std::string::npos; at += 9)
      seen.replace(at, 1, "make test");
    for (std::size_t at = 0; (at = run.find('G', at)) != std::string::npos; at += 5)
      run.replace(at, 1, "false");
    CAPTURE(shape);
    const bool hidden = run_bash(run) == 0;
    CHECK((rules(seen).find('m') != std::string::npos) == hidden);
  }
}

TEST_CASE("lint: what is said about a failure is no check of it") {
  for (const char* command :
       {"./check || cmp a a", "./check || expr 1", "./check || let 1", "./check || find . -name x",
        "./check || sha256sum f", "./check || git init -q .", "./check || read x <<<1"}) {
    CAPTURE(command);
    CHECK(lint_command(command).has(LintRule::masked));
  }
  for (const char* command : {"grep -q a f || grep -q b f", "[ -f a ] || cmp b c",
                              "./check || [ $? -eq 5 ]", "./check || ./other"}) {
    CAPTURE(command);
    CHECK(lint_command(command).findings.empty());
  }
}

TEST_CASE("lint: a test run whose failure nobody keeps") {
  for (const char* command :
       {"pytest || echo failed; ./next", "pytest || bad=1; ./next",
        "if pytest; then echo fine; fi; ./next", "if ! pytest; then echo no; fi; ./next",
        "pytest && echo fine; ./next", "export OUT=$(pytest); ./next",
        "./show \"$(go test ./...)\"", "trap - ERR; pytest; ./next", "sh -c 'pytest a; pytest b'",
        "dash -c 'go test ./...; ./next'"}) {
    CAPTURE(command);
    CHECK(lint_command(command).has(LintRule::masked));
  }
  for (const char* command :
       {"pytest || bad=1; ./next; exit $bad",
        "pytest || { echo no; bad=1; }; ./next; exit ${bad:-0}",
        "if ! pytest; then ((bad++)); fi; ./next; exit $bad", "command -v pytest || ./get; ./next",
        "if ! command -v pytest; then echo none; fi; ./next", "pytest || rc=$?; ./next; exit $rc",
        "pytest || exit 1; ./next", "sh -ec 'pytest; ./next'", "pytest a; pytest b",
        "sh -c './prepare; pytest'", "sh -c 'pytest --version; pytest'", "out=$(pytest); ./next",
        "./show \"$(pytest --version)\"", "pytest $(git ls-files t)",
        "./prepare || echo no; pytest", "if pytest; then ./a; else exit 1; fi; ./next",
        "eslint . || echo no; pytest"}) {
    CAPTURE(command);
    CHECK(lint_command(command).findings.empty());
  }
}

TEST_CASE("lint: interpreters that start a command and drop its status") {
  for (const char* command :
       {"lua -e 'os.execute(\"./check\")'", "Rscript -e 'system(\"./check\")'",
        "julia -e 'run(ignorestatus(`./check`))'", "elixir -e 'System.cmd(\"./check\", [])'",
        "emacs --batch --eval '(shell-command \"./check\")'", "octave --eval 'system(\"./check\")'",
        "guile -c '(system \"./check\")'", "groovy -e '\"./check\".execute()'",
        "expect -c 'spawn ./check; expect eof'", "gdb -batch -ex run --args ./check"}) {
    CAPTURE(command);
    CHECK(lint_command(command).has(LintRule::masked));
  }
  for (const char* command :
       {"lua -e 'os.exit(os.execute(\"./check\"))'", "julia -e 'run(`./check`)'",
        "julia -e 'using Pkg; Pkg.test()'", "Rscript -e 'devtools::test()'",
        "elixir -e '{_, 0} = System.cmd(\"./check\", [])'", "lua tests/run.lua",
        "emacs --batch -l ert -l t.el -f ert-run-tests-batch-and-exit",
        "gdb -batch -return-child-result -ex run --args ./check", "gdb -batch -ex bt core"}) {
    CAPTURE(command);
    CHECK(lint_command(command).findings.empty());
  }
}

TEST_CASE("lint: an answer whose program stands in an expansion") {
  for (const char* command :
       {"./check || ${T:-true}", "./check || \"${T-:}\"", "./check || ${T:=/bin/true}",
        "./check || $(which true)", "./check || `command -v true`", "./check || $(type -P true)",
        "./check || $SHELL -c :", "./check || $BASH -c 'exit 0'"}) {
    CAPTURE(command);
    CHECK(lint_command(command).has(LintRule::masked));
  }
  for (const char* command :
       {"./check || ${DIE:-exit} 1", "./check || ${RETRY:-./check}", "./check || $(which false)",
        "${PYTHON:-python3} -m pytest", "$(command -v pytest) -q", "\"${MAKE:-make}\" test",
        "$SHELL -c './check'", "${SUDO:-} ./check", "$(npm bin)/jest"}) {
    CAPTURE(command);
    CHECK(!lint_command(command).has(LintRule::masked));
  }
}

TEST_CASE("lint: statuses that are answered with nothing, or by hand") {
  CHECK(lint_command("exit $(( $(./check >/dev/null; echo $?) * 0 ))").has(LintRule::constant));
  for (const char* command :
       {"./check || exit \"${CODE:-0}\"", "./check || exit ${CODE:-0}",
        "./check; exit $(( $? * 0 ))", "until ./check; do break; done",
        "until ./check; do exit 0; done", "set +e; ./check; ./next",
        "set +e; ./check; [ $? -eq 1 ]; ./next", "./check || help true",
        "./check || bash -n run.sh", "./check || xargs true </dev/null",
        "./check || mapfile x </dev/null", "make -f - <<< 'all: ; ./check || true'",
        "pytest a.py || pytest b.py",
        "python3 -m pytest tests/a.py >/dev/null || python3 -m pytest tests/b.py -q"}) {
    CAPTURE(command);
    CHECK(lint_command(command).has(LintRule::masked));
  }
  for (const char* command :
       {"until ./check; do sleep 1; done", "until curl -sf localhost; do sleep 1; done; ./check",
        "set +e; ./refuses; [ $? -eq 1 ] || exit 1; ./check", "./check || exit ${CODE:-1}",
        "CODE=2; ./check || exit ${CODE:-0}", "pytest tests || pytest --lf tests",
        "pytest -n 4 tests/ || pytest -n 0 tests/", "go test ./... || go test -v ./...",
        "pytest tests/a.py || pytest", "cargo test || cargo test -- --test-threads=1"}) {
    CAPTURE(command);
    CHECK(!lint_command(command).has(LintRule::masked));
  }
}

TEST_CASE("lint: loops and choices that never come to their check") {
  for (const char* command :
       {"while false; do ./check; done", "until true; do ./check; done",
        "for i in; do ./check; done", "T=; for i in $T; do ./check $i; done",
        "for i in $(true); do ./check; done", "for i in $(echo) $(printf ''); do ./check; done",
        "case x in y) ./check;; esac", "case x in y|z) ./check;; *) echo no;; esac",
        "find . -name check | xargs -I{} sh -c './{}; true'",
        "ls | xargs -n1 sh -c './check || true'"}) {
    CAPTURE(command);
    CHECK(lint_command(command).has(LintRule::masked));
  }
  for (const char* command :
       {"T=a; for i in $T; do ./check $i || exit 1; done",
        "T=; for i in \"$T\"; do ./check $i || exit 1; done",
        "for i in $TESTS; do ./check $i || exit 1; done",
        "for i in $(ls tests); do ./check $i || exit 1; done",
        "T=; for i in $T a; do ./check $i || exit 1; done", "for i; do ./check $i || exit 1; done",
        "for i in a b; do ./check $i || exit 1; done", "case linux in linux*) ./check;; esac",
        "case $OS in y) ./check;; *) ./other;; esac", "case x in y) ./no;; x) ./check;; esac",
        "until ./ready; do sleep 1; done; ./check", "ls | xargs -n1 sh -c './check'",
        "./check | xargs -n1 echo", "find . -name '*.sh' | xargs shellcheck", "./check | tee log",
        "ls tests | while read t; do ./check $t || exit 1; done"}) {
    CAPTURE(command);
    CHECK(!lint_command(command).has(LintRule::masked));
  }
}

TEST_CASE("lint: editors that start a command and drop its status") {
  for (const char* command :
       {"vim -es +'!./check' +q", "nvim --headless -c '!./check' -c q", "sed '1e ./check' Makefile",
        "sed -n 's/.*/.\\/check/e' list", "tclsh <<< 'catch {exec ./check}'"}) {
    CAPTURE(command);
    CHECK(lint_command(command).has(LintRule::masked));
  }
  for (const char* command :
       {"vim -es +'!./check' +cquit", "vim -es -u NONE -S test.vim +q!",
        "nvim --headless -c 'PlenaryBustedDirectory tests/' -c qa!",
        "sed -n '/e /p' file | grep -q x", "sed 's/some/e/' a | diff - b", "tclsh tests/all.tcl"}) {
    CAPTURE(command);
    CHECK(!lint_command(command).has(LintRule::masked));
  }
}

TEST_CASE("lint: commands that can only fail are told") {
  using assay::format::always_fails;
  for (const char* command : {"false", "exit 3", "ls; exit 4", "! true", "(exit 5)", "test 1 = 2",
                              "sh -c 'exit 2'", "./check; exit 1"}) {
    CAPTURE(command);
    CHECK(always_fails(command));
  }
  for (const char* command : {"true", "./check", "grep -q x f", "./check || exit 3", "! ./check",
                              "exit $?", "test -f x", "if"}) {
    CAPTURE(command);
    CHECK_FALSE(always_fails(command));
  }
}
