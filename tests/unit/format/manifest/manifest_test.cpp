// SPDX-License-Identifier: MIT
#include "format/manifest.h"

#include "core/verify/records.h"
#include "format/record/read.h"
#include "unit/format/problem_text.h"

#include <doctest/doctest.h>
#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <ctime>
#include <string>

using namespace assay;
using namespace assay::format;
using core::verify::CommandSpec;
using core::verify::GateType;
using core::verify::Manifest;
using support::shown;

namespace {

std::string manifest_problems(std::string_view text) {
  return shown(read_manifest_json("m.json", text).problems);
}

/// One command with these further keys, on line 2.
std::string with(std::string_view keys) {
  return "{\"commands\": [\n{\"id\": \"a\", \"command\": \"x\", " + std::string(keys) + "}]}";
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool sanitized = true;
#elif defined(__has_feature)
constexpr bool sanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
constexpr bool sanitized = false;
#endif

long peak_kib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

/// KiB by which the memory of a process of its own grows while it does `work`; -1 if it went wrong.
template <class Work>
long growth_kib(Work work) {
  malloc_trim(0);  // what earlier tests have freed must not hide anything
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const long before = peak_kib();
    const long grown = work() ? peak_kib() - before : -1;
    const bool told = write(ends[1], &grown, sizeof grown) == static_cast<ssize_t>(sizeof grown);
    _exit(told ? 0 : 1);
  }
  long grown = -1;
  CHECK(read(ends[0], &grown, sizeof grown) == static_cast<ssize_t>(sizeof grown));
  close(ends[0]);
  close(ends[1]);
  int status = 0;
  CHECK(waitpid(child, &status, 0) == child);
  return status == 0 ? grown : -1;
}

std::string large_manifest(int commands) {
  std::string text = "{\"cwd\": \".\", \"commands\": [\n";
  for (int i = 0; i < commands; ++i) {
    const std::string n = std::to_string(i);
    text += (i == 0 ? "" : ",\n");
    text += "{\"id\": \"gate-" + n + "\", \"command\": \"./run --case " + n +
            " --log out.txt\", \"stage\": 1, \"gate_type\": \"test\", \"parallel_safe\": true}";
  }
  return text + "]}";
}

}  // namespace

TEST_CASE("manifest: every key is read") {
  const ManifestReading reading = read_manifest_json("m.json", R"({
    "cwd": "sub/dir", "run_id": "run-1", "flaky_retry_limit": 3,
    "commands": [
      {"id": "unit", "command": "make test", "stage": -2, "gate_type": "test", "parallel_safe": true,
       "mutates_workspace": true, "required": false, "must_be_effective": true, "timeout_seconds": 600,
       "allow_zero_tests": true, "report": "build/junit.xml", "env": {"K": "V", "_x1": ""},
       "retry_on": ["reset by peer", "a|b"]}]})");
  CHECK(shown(reading.problems) == "");
  const Manifest& manifest = reading.manifest;
  CHECK(manifest.cwd == "sub/dir");
  CHECK(manifest.run_id == "run-1");
  CHECK(manifest.flaky_retry_limit == 3);
  REQUIRE(manifest.commands.size() == 1);
  const CommandSpec& spec = manifest.commands[0];
  CHECK(spec.id == "unit");
  CHECK(spec.command == "make test");
  CHECK(spec.stage == -2);
  CHECK(spec.gate_type == GateType::test);
  CHECK(spec.parallel_safe);
  CHECK(spec.mutates_workspace);
  CHECK_FALSE(spec.required);
  CHECK(spec.must_be_effective);
  CHECK(spec.timeout == std::chrono::minutes{10});
  CHECK(spec.allow_zero_tests);
  REQUIRE(spec.extras != nullptr);
  CHECK(spec.extras->report == "build/junit.xml");
  REQUIRE(spec.extras->env.size() == 2);
  CHECK(spec.extras->env[0] == std::pair<std::string, std::string>("K", "V"));
  CHECK(spec.extras->retry_on == std::vector<std::string>{"reset by peer", "a|b"});
}

TEST_CASE("manifest: what is left out has its default") {
  const ManifestReading reading =
      read_manifest_json("m.json", R"({"commands": [{"id": "a", "command": "x"}]})");
  CHECK(shown(reading.problems) == "");
  CHECK(reading.manifest.cwd == ".");
  CHECK(reading.manifest.run_id == "");
  CHECK(reading.manifest.flaky_retry_limit == 1);
  REQUIRE(reading.manifest.commands.size() == 1);
  CommandSpec standard;
  standard.id = "a";
  standard.command = "x";
  CHECK(reading.manifest.commands[0] == standard);
  CHECK(reading.manifest.commands[0].extras == nullptr);
}

TEST_CASE("manifest: a required test gate must be effective unless it says otherwise") {
  struct Row {
    const char* keys;
    bool want;
  };
  const Row rows[] = {
      {R"("gate_type": "test")", true},
      {R"("gate_type": "test", "required": true)", true},
      {R"("gate_type": "test", "required": false)", false},
      {R"("required": false, "gate_type": "test")", false},
      {R"("gate_type": "lint")", false},
      {R"("must_be_effective": false, "gate_type": "test")", false},
      {R"("must_be_effective": true, "gate_type": "lint")", true},
  };
  for (const Row& row : rows) {
    CAPTURE(row.keys);
    const ManifestReading reading = read_manifest_json("m.json", with(row.keys));
    CHECK(shown(reading.problems) == "");
    REQUIRE(reading.manifest.commands.size() == 1);
    CHECK(reading.manifest.commands[0].must_be_effective == row.want);
  }
}

TEST_CASE("manifest: each wrong value of a command has its message, line and path") {
  const char* const id_rule =
      " is not a valid id (letters, digits, '.', '_' and '-', at most 128, the first a letter or "
      "digit)\n";
  const std::string c = "m.json:2: commands[0]";
  struct Row {
    const char* keys;
    std::string want;
  };
  const Row rows[] = {
      {R"("paralell_safe": true)",
       ": unknown key 'paralell_safe' (did you mean 'parallel_safe'?)\n"},
      {R"("source_command": "x")",
       ": unknown key 'source_command' (known: id, command, stage, gate_type, parallel_safe, "
       "mutates_workspace, required, must_be_effective, timeout_seconds, allow_zero_tests, report, "
       "env, retry_on, inputs, resources)\n"},
      {R"("timeout": "90s")",
       ": unknown key 'timeout' (known: id, command, stage, gate_type, parallel_safe, "
       "mutates_workspace, required, must_be_effective, timeout_seconds, allow_zero_tests, report, "
       "env, retry_on, inputs, resources)\n"},
      {R"("timeout_ms": 5)",
       ": unknown key 'timeout_ms' (known: id, command, stage, gate_type, parallel_safe, "
       "mutates_workspace, required, must_be_effective, timeout_seconds, allow_zero_tests, report, "
       "env, retry_on, inputs, resources)\n"},
      {R"("": {"deep": [1, {"x": []}]})",
       ": unknown key '' (known: id, command, stage, gate_type, parallel_safe, mutates_workspace, "
       "required, must_be_effective, timeout_seconds, allow_zero_tests, report, env, "
       "retry_on, inputs, resources)\n"},
      {"\"a\\u001b[31m\": 1",
       ": unknown key 'a\\x1b[31m' (known: id, command, stage, gate_type, parallel_safe, "
       "mutates_workspace, required, must_be_effective, timeout_seconds, allow_zero_tests, report, "
       "env, retry_on, inputs, resources)\n"},
      {R"("stage": 1, "stage": 2)", ": duplicate key 'stage'\n"},
      {R"("stage": 1, "st\u0061ge": [2])", ": duplicate key 'stage'\n"},
      {R"("stage": "1")", ".stage: must be an integer, not the text '1'\n"},
      {R"("stage": 1.5)", ".stage: must be an integer, not 1.5\n"},
      {R"("stage": 1e3)", ".stage: must be an integer, not 1e3\n"},
      {R"("stage": null)", ".stage: must be an integer, not null\n"},
      {R"("stage": [1])", ".stage: must be an integer, not a list\n"},
      {R"("stage": {"a": 1})", ".stage: must be an integer, not an object\n"},
      {R"("stage": 2147483648)",
       ".stage: must be between -2147483648 and 2147483647, not 2147483648\n"},
      {R"("stage": 99999999999999999999999)",
       ".stage: must be between -2147483648 and 2147483647, not 99999999999999999999999\n"},
      {R"("stage": 18446744073709551615)",
       ".stage: must be between -2147483648 and 2147483647, not 18446744073709551615\n"},
      {R"("gate_type": "tets")",
       ".gate_type: 'tets' is not one of test, typecheck, lint, build, format, custom (did you "
       "mean 'test'?)\n"},
      {R"("gate_type": "zzz")",
       ".gate_type: 'zzz' is not one of test, typecheck, lint, build, format, custom\n"},
      {R"("gate_type": 1)", ".gate_type: must be a string, not 1\n"},
      {R"("required": "yes")", ".required: must be true or false, not the text 'yes'\n"},
      {R"("parallel_safe": 1)", ".parallel_safe: must be true or false, not 1\n"},
      {R"("mutates_workspace": null)", ".mutates_workspace: must be true or false, not null\n"},
      {R"("must_be_effective": "true")",
       ".must_be_effective: must be true or false, not the text 'true'\n"},
      {R"("allow_zero_tests": 0)", ".allow_zero_tests: must be true or false, not 0\n"},
      {R"("timeout_seconds": 0)", ".timeout_seconds: must be between 1 and 31536000, not 0\n"},
      {R"("timeout_seconds": -5)", ".timeout_seconds: must be between 1 and 31536000, not -5\n"},
      {R"("timeout_seconds": 0.5)", ".timeout_seconds: must be an integer, not 0.5\n"},
      {R"("timeout_seconds": 31536001)",
       ".timeout_seconds: must be between 1 and 31536000, not 31536001\n"},
      {R"("report": "/tmp/x.xml")", ".report: '/tmp/x.xml' must be a relative path\n"},
      {R"("report": "../x.xml")", ".report: '../x.xml' leaves the directory it is relative to\n"},
      {R"("report": "a/../../x")", ".report: 'a/../../x' leaves the directory it is relative to\n"},
      {R"("report": "a/./..//../x")",
       ".report: 'a/./..//../x' leaves the directory it is relative to\n"},
      {R"("report": "")", ".report: must not be empty\n"},
      {R"("report": "a\u0000b")", ".report: contains a NUL character\n"},
      {R"("report": ["a"])", ".report: must be a string, not a list\n"},
      {R"("env": ["a"])", ".env: must be names with values, not a list\n"},
      {R"("env": {"1A": "x"})",
       ".env: '1A' is not a name for an environment variable (letters, digits and '_', no digit "
       "first)\n"},
      {R"("env": {"A=B": "x"})",
       ".env: 'A=B' is not a name for an environment variable (letters, digits and '_', no digit "
       "first)\n"},
      {R"("env": {"": "x"})",
       ".env: '' is not a name for an environment variable (letters, digits and '_', no digit "
       "first)\n"},
      {R"("env": {"A": 1})", ".env: must be a string, not 1\n"},
      {R"("env": {"A": {"B": "C"}})", ".env: must be a string, not an object\n"},
      {R"("env": {"A": "x\u0000"})", ".env: contains a NUL character\n"},
      {R"("env": {"A": "1", "B": "2", "A": "3"})", ".env: duplicate key 'A'\n"},
      {R"("retry_on": "reset")", ".retry_on: must be a list of patterns, not the text 'reset'\n"},
      {R"("retry_on": ["ok", 5])", ".retry_on[1]: must be a string, not 5\n"},
      {R"("retry_on": [["a"]])", ".retry_on[0]: must be a string, not a list\n"},
      {R"("retry_on": [""])", ".retry_on[0]: an empty pattern matches every line\n"},
      {R"("retry_on": ["a", "(b"])", ".retry_on[1]: pattern `(b`: missing ): (b\n"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.keys);
    CHECK(manifest_problems(with(row.keys)) == c + row.want);
  }
  CHECK(manifest_problems(R"({"commands": [{"id": "a b", "command": "x"}]})") ==
        "m.json:1: commands[0].id: 'a b'" + std::string(id_rule));
  CHECK(manifest_problems(R"({"commands": [{"id": "", "command": "x"}]})") ==
        "m.json:1: commands[0].id: ''" + std::string(id_rule));
  CHECK(manifest_problems(R"({"commands": [{"id": "../../etc", "command": "x"}]})") ==
        "m.json:1: commands[0].id: '../../etc'" + std::string(id_rule));
  CHECK(manifest_problems(R"({"commands": [{"id": "a", "command": " \n\t"}]})") ==
        "m.json:1: commands[0].command: must not be empty\n");
  CHECK(manifest_problems(R"({"commands": [{"id": "a", "command": "x\u0000y"}]})") ==
        "m.json:1: commands[0].command: contains a NUL character\n");
  CHECK(manifest_problems(R"({"commands": [{"id": 7, "command": ["x"]}]})") ==
        "m.json:1: commands[0].id: must be a string, not 7\n"
        "m.json:1: commands[0].command: must be a string, not a list\n");
  CHECK(manifest_problems("{\"commands\": [\n{},\n7]}") ==
        "m.json:2: commands[0]: missing key 'id'\n"
        "m.json:2: commands[0]: missing key 'command'\n"
        "m.json:3: commands[1]: must be an object, not 7\n");
}

TEST_CASE("manifest: what is wrong around the commands has its message and line") {
  const std::string one = R"("commands": [{"id": "a", "command": "x"}])";
  struct Row {
    std::string text;
    std::string want;
  };
  const Row rows[] = {
      {"", "m.json:1: the document ends too early\n"},
      {"  \n ", "m.json:2: the document ends too early\n"},
      {"[]", "m.json:1: must be an object, not a list\n"},
      {"null", "m.json:1: must be an object, not null\n"},
      {"{}", "m.json:1: missing key 'commands'\n"},
      {R"({"commands": []})", "m.json:1: commands: must not be empty\n"},
      {R"({"commands": {}})", "m.json:1: commands: must be a list, not an object\n"},
      {"{\"comands\": [],\n" + one + "}",
       "m.json:1: unknown key 'comands' (did you mean 'commands'?)\n"},
      {"{\"response_mode\": \"minimal_json\",\n" + one + "}",
       "m.json:1: unknown key 'response_mode' (known: cwd, run_id, flaky_retry_limit, commands)\n"},
      {"{" + one + ",\n" + one + "}", "m.json:2: duplicate key 'commands'\n"},
      {"{\"cwd\": \"\",\n" + one + "}", "m.json:1: cwd: must not be empty\n"},
      {"{\"cwd\": 1,\n" + one + "}", "m.json:1: cwd: must be a string, not 1\n"},
      {"{\"cwd\": \"a\\u0000\",\n" + one + "}", "m.json:1: cwd: contains a NUL character\n"},
      {"{\"run_id\": \"a:b\",\n" + one + "}",
       "m.json:1: run_id: 'a:b' is not a valid id (letters, digits, '.', '_' and '-', at most 128, "
       "the first a "
       "letter or digit)\n"},
      {"{\"flaky_retry_limit\": -1,\n" + one + "}",
       "m.json:1: flaky_retry_limit: must be between 0 and 10, not -1\n"},
      {"{\"flaky_retry_limit\": 11,\n" + one + "}",
       "m.json:1: flaky_retry_limit: must be between 0 and 10, not 11\n"},
      {"\xEF\xBB\xBF{" + one + "}",
       "m.json:1: starts with a byte order mark; save it as plain UTF-8\n"},
      {"{" + one + "}\n\n{}", "m.json:3: more text after the end of the document\n"},
      {"{" + one + "}\n  x", "m.json:2: more text after the end of the document\n"},
      {"{" + one + ",\n}", "m.json:2: expected a key in double quotes, found '}'\n"},
      {"{" + one, "m.json:1: the document ends too early\n"},
      {"{\n'commands': []}", "m.json:2: expected a key in double quotes or '}', found '''\n"},
      {"{\"commands\" []}", "m.json:1: no ':' after the key\n"},
      {"{\"commands\": [}", "m.json:1: expected a value or ']', found '}'\n"},
      {"{\"commands\": [tru]}", "m.json:1: expected a value or ']', found 't'\n"},
      {"{\"cwd\": \"a\nb\"}", "m.json:1: unterminated string\n"},
      {"{\"cwd\": \"a", "m.json:1: unterminated string\n"},
      {"{\"flaky_retry_limit\": 01}", "m.json:1: a number with a leading zero\n"},
      {"{\"flaky_retry_limit\": -}", "m.json:1: a number without digits\n"},
      {"{\"flaky_retry_limit\": 1.}", "m.json:1: a number without digits after the point\n"},
      {"{\"flaky_retry_limit\": 1e}", "m.json:1: a number without digits in its exponent\n"},
      {std::string("{\0}", 3),
       "m.json:1: expected a key in double quotes or '}', found byte 0x00\n"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(manifest_problems(row.text) == row.want);
  }
}

TEST_CASE("manifest: strings that are no text are refused one by one") {
  const std::string head = "{\"commands\": [\n{\"id\": \"a\", \"command\": \"x";
  struct Row {
    std::string bytes;
    const char* want;
  };
  const Row rows[] = {
      {"\xFF", "invalid UTF-8 (byte 0xff)"},
      {"\xC0\xAF", "invalid UTF-8 (byte 0xc0)"},
      {"\xED\xA0\x80", "invalid UTF-8 (byte 0xed)"},
      {"\xF5\x80\x80\x80", "invalid UTF-8 (byte 0xf5)"},
      {"\xE2\x82", "invalid UTF-8 (byte 0xe2)"},
      {std::string(1, '\0'), "a control character (byte 0x00) that is not escaped"},
      {"\t", "a control character (byte 0x09) that is not escaped"},
      {"\\q", "an unknown escape"},
      {"\\u12g4", "\\u without four hex digits"},
      {"\\ud800", "half of a surrogate pair"},
      {"\\ud800\\u0041", "half of a surrogate pair"},
      {"\\udc80", "half of a surrogate pair"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.want);
    CHECK(manifest_problems(head + row.bytes + "\"}, {\"id\": \"b\", \"command\": \"\"}]}") ==
          "m.json:2: commands[0].command: " + std::string(row.want) +
              "\nm.json:2: commands[1].command: must not be empty\n");
  }
}

TEST_CASE("manifest: escapes and every plane of Unicode are read") {
  const ManifestReading reading =
      read_manifest_json("m",
                         "{\"commands\": [{\"id\": \"a\", \"command\": "
                         "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\u20AC\\ud83d\\ude00 é€😀\"}]}");
  CHECK(shown(reading.problems) == "");
  REQUIRE(reading.manifest.commands.size() == 1);
  CHECK(reading.manifest.commands[0].command == "\"\\/\b\f\n\r\té€😀 é€😀");
}

TEST_CASE("manifest: a duplicate id names both places") {
  CHECK(manifest_problems("{\"commands\": [\n"
                          "{\"id\": \"b\", \"command\": \"x\"},\n"
                          "{\"id\": \"a\", \"command\": \"x\"},\n"
                          "{\"command\": \"x\",\n \"id\": \"b\"},\n"
                          "{\"id\": \"b\", \"command\": \"x\"}]}") ==
        "m.json:5: commands[2].id: duplicate id 'b', first used on line 2 by commands[0]\n"
        "m.json:6: commands[3].id: duplicate id 'b', first used on line 2 by commands[0]\n");
}

TEST_CASE("manifest: all problems are listed in order of appearance, also those found late") {
  CHECK(manifest_problems("{\"commands\": [\n"
                          "{\"id\": \"a\", \"command\": \"x\"},\n"
                          "{\"id\": \"a\", \"command\": \"x\"},\n"
                          "{\"id\": \"c\", \"command\": \"x\", \"stage\": true}],\n"
                          "\"cwd\": 5}") ==
        "m.json:3: commands[1].id: duplicate id 'a', first used on line 2 by commands[0]\n"
        "m.json:4: commands[2].stage: must be an integer, not true\n"
        "m.json:5: cwd: must be a string, not 5\n");
}

TEST_CASE("manifest: after a hundred problems only their number is told") {
  std::string text = "{\"commands\": [\n";
  for (int i = 0; i < 5000; ++i) text += "{\"id\": \"same\", \"command\": \"x\", \"bad\": 1},\n";
  text += "{\"id\": \"last\", \"command\": \"x\"}]}";
  const std::vector<Problem> problems = read_manifest_json("m.json", text).problems;
  REQUIRE(problems.size() == 101);
  CHECK(problems[0].where == "m.json:2: commands[0]");
  CHECK(problems[1].what == "duplicate id 'same', first used on line 2 by commands[0]");
  CHECK(problems[1].where == "m.json:3: commands[1].id");
  CHECK(problems[100] == Problem{"m.json", "and 9899 more problems"});
}

TEST_CASE("manifest: nesting has a limit, reached or not") {
  const auto nested = [](int depth) {
    const auto n = static_cast<std::size_t>(depth);
    return "{\"x\": " + std::string(n, '[') + std::string(n, ']') + "}";
  };
  CHECK(manifest_problems(nested(63)) ==
        "m.json:1: missing key 'commands'\nm.json:1: unknown key 'x' (known: cwd, run_id, "
        "flaky_retry_limit, commands)\n");
  CHECK(manifest_problems(nested(64)) ==
        "m.json:1: unknown key 'x' (known: cwd, run_id, flaky_retry_limit, commands)\nm.json:1: "
        "nested more than 64 deep\n");
  CHECK(manifest_problems("{\"x\": " + std::string(1'000'000, '[')) ==
        "m.json:1: unknown key 'x' (known: cwd, run_id, flaky_retry_limit, commands)\nm.json:1: "
        "nested more than 64 deep\n");
}

TEST_CASE("manifest: every beginning of a good text is a bad text, and none is a crash") {
  const std::string text =
      R"({"cwd": ".", "commands": [{"id": "a", "command": "x\u00e9", "env": {"K": "é"}, "retry_on": ["x"], "stage": -1}]})";
  REQUIRE(manifest_problems(text) == "");
  for (std::size_t size = 0; size < text.size(); ++size) {
    CAPTURE(size);
    CHECK(manifest_problems(text.substr(0, size)) != "");
  }
}

TEST_CASE("manifest: the stored form reads back the same, invalid bytes and all") {
  Manifest manifest;
  manifest.cwd = "/w/\xFF";
  manifest.run_id = "r";
  manifest.flaky_retry_limit = 4;
  CommandSpec spec;
  spec.id = "odd id \xC3";
  spec.command = std::string("a\0b\n\"\\\x1b\x7f", 9) + "\xED\xB2\x80é😀";
  spec.stage = -7;
  spec.gate_type = GateType::test;
  spec.required = false;
  spec.must_be_effective = true;
  spec.timeout = Millis{1500};
  spec.extras = std::make_shared<core::verify::CommandExtras>(
      core::verify::CommandExtras{"r", {{"A\"", "\x80"}, {"B", ""}}, {"(", "x"}});
  manifest.commands = {spec, CommandSpec{}};
  std::string text;
  JsonWriter out(text);
  stored::put_value(out, manifest);
  JsonReader json(text, JsonReader::Strings::bytes);
  stored::In in{json};
  Manifest back;
  REQUIRE(stored::read_value(in, back));
  CHECK(back == manifest);
}

TEST_CASE("manifest: 100,000 commands are read in little memory and time") {
  const std::string text = large_manifest(100'000);
  REQUIRE(text.size() > 12'000'000);
  // Processor time: other work on the machine does not count.
  const std::clock_t begin = std::clock();
  const ManifestReading reading = read_manifest_json("m.json", text);
  const double took_s = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  CHECK(shown(reading.problems) == "");
  CHECK(reading.manifest.commands.size() == 100'000);
  CHECK(reading.manifest.commands[99'999].id == "gate-99999");
  CHECK(reading.manifest.commands.capacity() < 110'000);
  MESSAGE("read in s: ", took_s);
  // Room for a debug build with sanitizers; optimised it takes less than a tenth.
  CHECK(took_s < 5);
  if (sanitized) return;
  const long grown = growth_kib([&] {
    const ManifestReading again = read_manifest_json("m.json", text);
    return again.problems.empty() && again.manifest.commands.size() == 100'000;
  });
  MESSAGE("grew by KiB: ", grown);
  CHECK(grown > 0);
  CHECK(grown < 26 * 1024);
}
