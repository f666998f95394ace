// SPDX-License-Identifier: MIT
// Which lines of output make a failure worth another try, and which only talk about such failures.
#include "format/transient.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

using assay::Fault;
using assay::format::check_pattern;
using assay::format::TransientPatterns;

namespace {

TransientPatterns retrying_on(const std::vector<std::string>& retry_on) {
  auto made = TransientPatterns::make(retry_on);
  REQUIRE(made);
  return made.take();
}

}  // namespace

TEST_CASE("transient: network, names, locks, busy things and downloads") {
  const TransientPatterns patterns = retrying_on({});
  for (const std::string_view line : {
           "curl: (56) Recv failure: Connection reset by peer",
           "curl: (7) Failed to connect to example.org port 443 after 2 ms: Couldn't connect to "
           "server",
           "dial tcp 10.0.0.1:443: connect: connection refused",
           "ssh: connect to host x port 22: Connection timed out",
           "connect: Network is unreachable",
           "ssh: connect to host x port 22: No route to host",
           "Error: read ECONNRESET",
           "Error: connect ETIMEDOUT 1.2.3.4:443",
           "Error: socket hang up",
           "dial tcp 1.2.3.4:443: i/o timeout",
           "java.net.SocketTimeoutException: Read timed out",
           "net/http: TLS handshake timeout",
           "SSL handshake timed out",
           "fatal: the remote end hung up unexpectedly",
           "error: RPC failed; curl 92 HTTP/2 stream 0 was not closed cleanly",
           "curl: (6) Could not resolve host: example.org",
           "Temporary failure in name resolution",
           "getaddrinfo EAI_AGAIN registry.npmjs.org",
           "npm ERR! getaddrinfo ENOTFOUND registry.npmjs.org",
           "dial tcp: lookup proxy.golang.org: no such host",
           "java.net.UnknownHostException: repo.maven.apache.org",
           "E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 7",
           "sqlite3.OperationalError: database is locked",
           "fatal: Unable to create '/x/.git/index.lock': File exists.",
           "Another git process seems to be running in this repository",
           "error: another instance is already running",
           "Error: Error acquiring the state lock",
           "Timeout waiting to lock journal cache (/x). It is currently in use by another Gradle "
           "instance.",
           "bash: ./tool: Text file busy",
           "Error: spawn ETXTBSY",
           "bash: fork: retry: Resource temporarily unavailable",
           "Error: spawn EAGAIN",
           "BlockingIOError: [Errno 11] EWOULDBLOCK",
           "rm: cannot remove 'x': Device or resource busy",
           "EBUSY: resource busy or locked, rmdir 'x'",
           "curl: (22) The requested URL returned error: 503",
           "curl: (22) The requested URL returned error: 429",
           "HTTP/1.1 502 Bad Gateway",
           "HTTP 503",
           "urllib.error.HTTPError: HTTP Error 504: Gateway Time-out",
           "Server returned HTTP response code: 503 for URL: https://x",
           "npm ERR! code E429",
           "unexpected status code 502 from registry",
           "toomanyrequests: You have reached your pull rate limit.",
           "429 Too Many Requests",
           "API rate limit exceeded for 1.2.3.4",
           "npm ERR! network This is a problem related to network connectivity.",
           "pip: Max retries exceeded with url: /simple/x/",
           "[ERROR] Could not transfer artifact a:b:jar:1 from/to central",
           "> Could not GET 'https://repo.maven.apache.org/x.pom'.",
           "error: failed to download from `https://crates.io/x`",
           "warning: spurious network error (2 tries remaining)",
           "E: Failed to fetch http://deb.debian.org/x  Hash Sum mismatch",
           "CONNECTION REFUSED",
       }) {
    CAPTURE(line);
    CHECK(patterns.find(line) == line);
  }
}

TEST_CASE("transient: a test that talks about such failures has not met one") {
  const TransientPatterns patterns = retrying_on({});
  for (const std::string_view line : {
           "",
           "FAILED (failures=1)",
           "AssertionError: expected 503 to equal 200",
           "assert status == 429",
           "    assert response.status_code == 503",
           "E   assert 503 == 200",
           "got 503, want 200",
           "expected: \"Connection refused\", actual: \"ok\"",
           "Expected status code 503 but received 200",
           "  \xE2\x9C\x93 retries after ECONNRESET (3 ms)",
           "  \xE2\x9C\x95 handles socket hang up",
           "ok 3 - reports connection refused",
           "not ok 4 - survives connection reset",
           "test net::connection_refused ... ok",
           "test net::connection refused ... FAILED",
           "--- FAIL: TestConnection/connection_refused (0.00s)",
           "FAILED tests/test_net.py::test_x - ConnectionError: Connection refused",
           "should reconnect when the connection was reset",
           "    throw new Error('socket hang up')",
           "    raise ConnectionError(\"Connection refused\")",
           "// connection refused is handled below",
           "[ RUN      ] Net.ConnectionRefused",
           "503 tests passed, 1 failed",
           "line 503: syntax error",
           "error: 429 problems found",
           "src/a.c:502: error: expected ';'",
           "Blocking waiting for file lock on package cache",
           "Segmentation fault",
           "No space left on device",
           "permission denied",
           "npm ERR! Test failed.  See above for more details.",
           "the rate limit is 5",
           "mocked error: ECONNRESET",
           "1 test timed out",
       }) {
    CAPTURE(line);
    CHECK(patterns.find(line).empty());
  }
}

TEST_CASE("transient: the last such line is the one that is told") {
  const TransientPatterns patterns = retrying_on({});
  CHECK(patterns.find("start\nread ECONNRESET\nsocket hang up\nmake: *** [test] Error 1\n") ==
        "socket hang up");
  CHECK(patterns.find("\x1b[31mError:\x1b[0m read ECONNRESET\r\n") == "Error: read ECONNRESET");
}

TEST_CASE("transient: patterns of the command are added") {
  const TransientPatterns patterns = retrying_on({"flux capacitor [0-9]+", "^E1984$"});
  CHECK(patterns.find("the Flux Capacitor 7 melted") == "the Flux Capacitor 7 melted");
  CHECK(patterns.find("a\nE1984\nb") == "E1984");
  CHECK(patterns.find("xE1984").empty());
  CHECK(patterns.find("assert flux capacitor 7") == "assert flux capacitor 7");
  CHECK(patterns.find("read ECONNRESET") == "read ECONNRESET");
}

TEST_CASE("transient: a bad pattern is an error that names it") {
  const std::vector<std::string> bad{"fine", "(unclosed"};
  const auto made = TransientPatterns::make(bad);
  REQUIRE(!made);
  CHECK(made.error().fault == Fault::bad_input);
  CHECK(made.error().what.find("(unclosed") != std::string::npos);
  CHECK(made.error().what.find("missing )") != std::string::npos);
  CHECK(!check_pattern("a{5000}"));
  CHECK(!check_pattern("(?=x)"));
  CHECK(!check_pattern(""));
  CHECK(check_pattern("a|b"));
}

TEST_CASE("transient: output is bounded and made printable") {
  const TransientPatterns patterns = retrying_on({});
  const std::string far = "ECONNRESET\n" + std::string(2U << 20U, 'x');
  CHECK(patterns.find(far).empty());
  CHECK(patterns.find(std::string(2U << 20U, '\n') + "ECONNRESET") == "ECONNRESET");
  std::string wide = "ECONNRESET ";
  for (int i = 0; i < 300; ++i) wide += "\xE2\x82\xAC";
  const std::string cut = patterns.find(wide);
  CHECK(cut.size() <= 200);
  CHECK(cut.size() > 195);
  const std::string dirty = patterns.find("ECONNRESET \x07\xff\xe2\x80\xae end");
  CHECK(dirty.find('\x07') == std::string::npos);
  CHECK(dirty.find('\xff') == std::string::npos);
  CHECK(dirty.find("\xe2\x80\xae") == std::string::npos);
}
