// SPDX-License-Identifier: MIT
// What a command gets to see, and what it does not.
#include "unit/adapters/executor/local/harness.h"

#include <doctest/doctest.h>

using namespace assay;
using namespace assay::process;
using namespace assay::process::test;

namespace {

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> all;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    all.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return all;
}

bool has(const std::vector<std::string>& all, const std::string& wanted) {
  return std::find(all.begin(), all.end(), wanted) != all.end();
}

}  // namespace

TEST_CASE("environment: what changes the meaning of a test run is not inherited") {
  for (const char* name : {"PYTEST_ADDOPTS",
                           "PYTEST_PLUGINS",
                           "PYTHONPATH",
                           "PYTHONHOME",
                           "PYTHONSTARTUP",
                           "PYTHONOPTIMIZE",
                           "NODE_OPTIONS",
                           "NODE_PATH",
                           "NODE_ENV",
                           "GTEST_FILTER",
                           "GTEST_TOTAL_SHARDS",
                           "MAKEFLAGS",
                           "MFLAGS",
                           "GNUMAKEFLAGS",
                           "MAKEFILES",
                           "LD_PRELOAD",
                           "LD_LIBRARY_PATH",
                           "LD_AUDIT",
                           "DYLD_INSERT_LIBRARIES",
                           "BASH_ENV",
                           "ENV",
                           "SHELLOPTS",
                           "BASHOPTS",
                           "BASH_FUNC_true%%",
                           "CDPATH",
                           "IFS",
                           "PS4",
                           "GLOBIGNORE",
                           "POSIXLY_CORRECT",
                           "GOFLAGS",
                           "GOTEST",
                           "GOTOOLCHAIN",
                           "CARGO_BUILD_RUSTFLAGS",
                           "CARGO_TARGET_DIR",
                           "RUSTFLAGS",
                           "RUSTC_WRAPPER",
                           "RUST_TEST_THREADS",
                           "JAVA_TOOL_OPTIONS",
                           "_JAVA_OPTIONS",
                           "JDK_JAVA_OPTIONS",
                           "MAVEN_OPTS",
                           "MAVEN_ARGS",
                           "GRADLE_OPTS",
                           "CTEST_OUTPUT_ON_FAILURE",
                           "CTEST_PARALLEL_LEVEL",
                           "PERL5LIB",
                           "PERL5OPT",
                           "PERL5DB",
                           "RUBYOPT",
                           "RUBYLIB",
                           "PROVE_OPTS",
                           "HARNESS_OPTIONS",
                           "GIT_DIR",
                           "GIT_WORK_TREE",
                           "GIT_CONFIG_GLOBAL",
                           "GIT_SSH_COMMAND",
                           "NINJAFLAGS",
                           "NINJA_STATUS",
                           "TESTFLAGS",
                           "CFLAGS",
                           "CXXFLAGS",
                           "LDFLAGS",
                           "JEST_WORKER_ID",
                           "VITEST",
                           "MOCHA_OPTS",
                           "TOX_ENV",
                           "PIP_INDEX_URL",
                           "GCONV_PATH",
                           "LOCPATH",
                           "TMOUT",
                           "ASSAY_RUN_ID",
                           "AWS_SECRET_ACCESS_KEY",
                           "GITHUB_TOKEN",
                           "LC",
                           "xPATH",
                           "PATHx",
                           ""}) {
    CAPTURE(name);
    CHECK_FALSE(is_inherited(name));
  }
}

TEST_CASE("environment: who, where, how text looks and where tools live is inherited") {
  for (const char* name : {"PATH",
                           "HOME",
                           "USER",
                           "LOGNAME",
                           "SHELL",
                           "LANG",
                           "LC_ALL",
                           "LC_CTYPE",
                           "LANGUAGE",
                           "TZ",
                           "TERM",
                           "TMPDIR",
                           "TMP",
                           "TEMP",
                           "XDG_CACHE_HOME",
                           "SSH_AUTH_SOCK",
                           "SSL_CERT_FILE",
                           "SSL_CERT_DIR",
                           "http_proxy",
                           "HTTP_PROXY",
                           "https_proxy",
                           "HTTPS_PROXY",
                           "no_proxy",
                           "NO_PROXY",
                           "CI",
                           "GITHUB_ACTIONS",
                           "JAVA_HOME",
                           "MAVEN_HOME",
                           "GRADLE_USER_HOME",
                           "GOPATH",
                           "GOROOT",
                           "GOCACHE",
                           "GOMODCACHE",
                           "CARGO_HOME",
                           "RUSTUP_HOME",
                           "RUSTUP_TOOLCHAIN",
                           "NVM_DIR",
                           "PYENV_ROOT",
                           "VIRTUAL_ENV",
                           "CONDA_PREFIX",
                           "CONDA_DEFAULT_ENV",
                           "NIX_PATH",
                           "DOTNET_ROOT",
                           "ANDROID_HOME",
                           "ANDROID_SDK_ROOT",
                           "RBENV_ROOT",
                           "GEM_HOME",
                           "GEM_PATH",
                           "ASDF_DIR",
                           "PKG_CONFIG_PATH",
                           "CC",
                           "CXX",
                           "AR"}) {
    CAPTURE(name);
    CHECK(is_inherited(name));
  }
}

TEST_CASE("environment: configured variables win, the rest is sorted and unique") {
  const char* given[] = {"PATH=/bin", "HOME=/first", "LD_PRELOAD=x.so", "HOME=/second", "NO_EQUALS",
                         "LANG=",     "=::=",        "TZ=a=b",          nullptr};
  const Environment got =
      base_environment(const_cast<char**>(given), {{"TZ", "UTC"}, {"GOFLAGS", "-race"}});
  const Environment want = {
      {"GOFLAGS", "-race"}, {"HOME", "/first"}, {"LANG", ""}, {"PATH", "/bin"}, {"TZ", "UTC"}};
  CHECK(got == want);
  CHECK(base_environment(nullptr, {}).empty());
}

TEST_CASE("environment: the record names everything and changes with every value") {
  const Environment one = {{"A", "1"}, {"B", "2"}};
  CHECK(record_of(one).names == std::vector<std::string>{"A", "B"});
  CHECK(record_of(one).digest == digest_of(std::string("A=1\0B=2\0", 8)));
  CHECK(record_of(one) != record_of({{"A", "1"}, {"B", "3"}}));
  CHECK(record_of(one).digest != record_of({{"A", "1\nB=2"}}).digest);
}

TEST_CASE("environment: a command sees exactly what is allowed, configured and its own") {
  ::setenv("LD_PRELOAD_NOT", "x", 1);
  ::setenv("PYTEST_ADDOPTS", "-k nothing", 1);
  ::setenv("BASH_ENV", "/dev/full", 1);
  ::setenv("BASH_FUNC_env%%", "() { echo smuggled; }", 1);
  ::setenv("LC_ALL", "C", 1);
  const Place place;
  Options options = quick(place);
  options.env = {{"CONFIGURED", "yes"}, {"SHARED", "options"}};
  const auto processes = must_open(options);
  core::Launch launch = launch_of("env", 7, 3);
  launch.env = {{"SHARED", "launch"}, {"GTEST_FILTER", "A.*"}, {"ASSAY_ATTEMPT", "99"}};
  const auto seen = lines(slurp(run(*processes, launch).output.log_path));
  for (const char* name : {"LD_PRELOAD_NOT", "PYTEST_ADDOPTS", "BASH_ENV", "BASH_FUNC_env%%"}) {
    ::unsetenv(name);
  }
  for (const char* wanted : {"LC_ALL=C", "CONFIGURED=yes", "SHARED=launch", "GTEST_FILTER=A.*",
                             "ASSAY_RUN_ID=run-1", "ASSAY_COMMAND_ID=c7", "ASSAY_ATTEMPT=3"}) {
    CAPTURE(wanted);
    CHECK(has(seen, wanted));
  }
  for (const std::string& line : seen) {
    CAPTURE(line);
    const std::string name = line.substr(0, line.find('='));
    const bool is_bash_own = name == "PWD" || name == "SHLVL" || name == "_" || name == "OLDPWD";
    const bool is_ours = name.rfind("ASSAY_", 0) == 0 || name == "CONFIGURED" || name == "SHARED" ||
                         name == "GTEST_FILTER" || name == "BASH_ENV";
    CHECK((is_inherited(name) || is_bash_own || is_ours));
  }
  CHECK(has(processes->environment().names, "CONFIGURED"));
  CHECK_FALSE(has(processes->environment().names, "PYTEST_ADDOPTS"));
}

TEST_CASE("descriptors: a command has exactly 0, 1 and 2") {
  const int leak = ::open("/dev/null", O_RDONLY);  // not close-on-exec, as a careless library would
  REQUIRE(leak > 2);
  const Ran ran = run_alone("ls /proc/$$/fd; readlink /proc/self/fd/0");
  ::close(leak);
  CHECK(ran.text == "0\n1\n2\n/dev/null\n");
}

TEST_CASE("descriptors: a process without standard descriptors of its own can still run commands") {
  const Place place;
  const int code = in_fork([&] {
    for (int fd = 0; fd < 1024; ++fd) ::close(fd);
    const auto processes = must_open(quick(place));
    const auto evidence = run(*processes, launch_of("echo out; echo err >&2"));
    return slurp(evidence.output.log_path) == "out\nerr\n" ? 0 : 1;
  });
  CHECK(code == 0);
}

TEST_CASE("session: every command leads a session and a group of its own, without a terminal") {
  const Ran ran = run_alone("cut -d' ' -f1,5,6,7 < /proc/$$/stat; exec 3</dev/tty");
  const std::string pid = ran.text.substr(0, ran.text.find(' '));
  CHECK(lines(ran.text)[0] == pid + " " + pid + " " + pid + " 0");
  CHECK(std::stoi(pid) != ::getsid(0));
  CHECK(ran.evidence.exit.code == 1);
}

TEST_CASE("signals: a command starts with nothing blocked and nothing ignored") {
  struct sigaction ignore {};
  struct sigaction before {};
  ignore.sa_handler = SIG_IGN;
  ::sigaction(SIGUSR1, &ignore, &before);
  const Ran ran = run_alone("exec grep -E '^Sig(Blk|Ign)' /proc/self/status", Millis{0},
                            [](Options& options) { options.handle_signals = true; });
  ::sigaction(SIGUSR1, &before, nullptr);
  // 32 and 33 belong to the C library, which lets nobody touch them: they are as our own parent
  // left them.
  constexpr unsigned long long of_the_library = 0x180000000ULL;
  const std::size_t ignored = ran.text.find("SigIgn:\t");
  REQUIRE(ignored != std::string::npos);
  CHECK(ran.text.substr(0, ignored) == "SigBlk:\t0000000000000000\n");
  CHECK((std::stoull(ran.text.substr(ignored + 8), nullptr, 16) & ~of_the_library) == 0);
}

TEST_CASE("limits: no core dumps") { CHECK(run_alone("ulimit -c").text == "0\n"); }
