// SPDX-License-Identifier: MIT
// The message log of a team: many writers, broken lines, hostile places.
#include "adapters/bus/bus.h"

#include "format/bus/bus.h"
#include "support/temp_dir.h"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

using namespace assay;
using core::bus::Line;
using core::bus::Message;

namespace {

const std::string log_path = ".workflow/.team/crew/.msg/messages.jsonl";

Message message(std::string summary) {
  return {"",           "2026-11-15T21:30:12.347+00:00",
          "verifier",   "coordinator",
          "gaps_found", std::move(summary),
          "",           ""};
}

bus::Bus open(const support::TempDir& dir) {
  auto opened = bus::Bus::open(dir.path(), "crew");
  REQUIRE(opened);
  return opened.take();
}

std::string text_of(const support::TempDir& dir) {
  std::ifstream file(dir / log_path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string log(bus::Bus& bus, const std::string& summary) {
  const auto logged = bus.log(message(summary));
  REQUIRE_MESSAGE(logged, (logged ? "" : logged.error().what));
  return logged->id;
}

}  // namespace

TEST_CASE("bus: messages get the next id and are read back") {
  const support::TempDir dir;
  bus::Bus bus = open(dir);
  CHECK(bus.read()->empty());
  CHECK(log(bus, "a \"b\"\nc é") == "MSG-001");
  Message second = message("two");
  second.ref = "phase-1/verification.md";
  second.data = R"({"x":[1,2.50,null]})";
  const auto logged = bus.log(second);
  REQUIRE(logged);
  CHECK(logged->id == "MSG-002");
  const auto lines = bus.read();
  REQUIRE(lines);
  REQUIRE(lines->size() == 2);
  CHECK(lines->at(0).message->summary == "a \"b\"\nc é");
  CHECK(*lines->at(1).message == *logged);
  CHECK(text_of(dir).ends_with(
      "{\"id\":\"MSG-002\",\"ts\":\"2026-11-15T21:30:12.347+00:00\",\"from\":\"verifier\",\"to\":"
      "\"coordinator\",\"type\":\"gaps_found\",\"summary\":\"two\",\"ref\":\"phase-1/"
      "verification.md\","
      "\"data\":{\"x\":[1,2.50,null]}}\n"));
}

TEST_CASE("bus: sixteen writers with a thousand messages each never share an id") {
  constexpr int writers = 16;
  constexpr int each = 1000;
  const support::TempDir dir;
  std::vector<pid_t> children;
  for (int writer = 0; writer < writers; ++writer) {
    const pid_t child = ::fork();
    if (child == 0) {
      auto opened = bus::Bus::open(dir.path(), "crew");
      for (int i = 0; opened && i < each; ++i) {
        if (!opened->log(message(std::to_string(writer) + "/" + std::to_string(i)))) ::_exit(1);
      }
      ::_exit(opened ? 0 : 1);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK(status == 0);
  }
  const auto lines = open(dir).read();
  REQUIRE(lines);
  REQUIRE(lines->size() == writers * each);
  std::set<std::string> summaries;
  std::uint64_t expected = 0;
  bool increasing = true;
  for (const Line& line : *lines) {
    REQUIRE(line.message);
    increasing = increasing && format::bus_number(line.message->id) == ++expected;
    summaries.insert(line.message->summary);
  }
  CHECK(increasing);
  CHECK(summaries.size() == writers * each);
}

TEST_CASE("bus: broken lines are reported, kept, and their ids not given again") {
  const support::TempDir dir;
  dir.write(
      log_path,
      "not json\n{\"id\":\"MSG-041\",\"from\":\"a\"\n\n{\"id\":\"MSG-007\",\"from\":\"a\",\"to\":"
      "\"b\",\"summary\":\"s \\\"MSG-900\\\"\",\"new\":1}\n[1]\nunfinished {\"id\":\"MSG-0");
  bus::Bus bus = open(dir);
  CHECK(log(bus, "next") == "MSG-042");
  CHECK(text_of(dir).find("unfinished {\"id\":\"MSG-0\n{\"id\":\"MSG-042\"") != std::string::npos);
  const auto lines = bus.read();
  REQUIRE(lines);
  REQUIRE(lines->size() == 6);
  std::vector<std::size_t> broken;
  for (const Line& line : *lines) {
    if (!line.message) broken.push_back(line.number);
    CHECK(line.fault.empty() == line.message.has_value());
  }
  CHECK(broken == std::vector<std::size_t>{1, 2, 5, 6});
  CHECK(lines->at(2).message->type == "message");
  REQUIRE(bus.remove("MSG-007"));
  const std::string rest = text_of(dir);
  CHECK(rest.find("not json\n{\"id\":\"MSG-041\",\"from\":\"a\"\n[1]\nunfinished") == 0);
  CHECK(rest.find("MSG-007") == std::string::npos);
}

TEST_CASE("bus: what was deleted leaves the rest alone, and its id is not given again") {
  const support::TempDir dir;
  bus::Bus bus = open(dir);
  for (const char* text : {"a", "b", "c"}) log(bus, text);
  REQUIRE(bus.remove("MSG-003"));
  const auto again = bus.remove("MSG-003");
  REQUIRE(!again);
  CHECK(again.error().fault == Fault::not_found);
  CHECK(log(bus, "d") == "MSG-004");
  CHECK(*bus.clear() == 3);
  CHECK(bus.read()->empty());
  CHECK(log(bus, "fresh") == "MSG-001");
}

TEST_CASE("bus: a log that somebody else wrote to is read again") {
  const support::TempDir dir;
  bus::Bus bus = open(dir);
  log(bus, "a");
  std::ofstream(dir / log_path, std::ios::app) << "{\"id\":\"MSG-100\",\"summary\":\"x\"}\n";
  CHECK(log(bus, "b") == "MSG-101");
  // A counter that was tampered with cannot make an id appear twice.
  std::ofstream(dir / ".workflow/.team/crew/.msg/messages.lock") << "1 2 3 4 5\n";
  CHECK(log(bus, "c") == "MSG-102");
}

TEST_CASE("bus: no name and no link leads elsewhere") {
  const support::TempDir dir;
  for (const std::string& team : std::vector<std::string>{"", ".", "..", "../x", "a/b", "/etc",
                                                          "a\nb", std::string(200, 'a')}) {
    CAPTURE(team);
    const auto opened = bus::Bus::open(dir.path(), team);
    REQUIRE(!opened);
    CHECK(opened.error().fault == Fault::bad_input);
  }
  const support::TempDir other;
  std::filesystem::create_directories(dir / ".workflow/.team");
  std::filesystem::create_directory_symlink(other.path(), dir / ".workflow/.team/crew");
  bus::Bus bus = open(dir);
  CHECK(!bus.log(message("x")));
  CHECK(!bus.read());
  CHECK(std::filesystem::is_empty(other.path()));

  const support::TempDir third;
  std::filesystem::create_directories(third / ".workflow/.team/crew/.msg");
  std::filesystem::create_symlink(other / "stolen", third / log_path);
  bus::Bus linked = open(third);
  CHECK(!linked.log(message("x")));
  CHECK(!std::filesystem::exists(other / "stolen"));
  std::filesystem::remove(third / log_path);
  REQUIRE(::mkfifo((third / log_path).c_str(), 0600) == 0);
  CHECK(!linked.log(message("x")));
  CHECK(!linked.read());
}

TEST_CASE("bus: ids") {
  CHECK(format::bus_id(7) == "MSG-007");
  CHECK(format::bus_id(12345) == "MSG-12345");
  CHECK(format::bus_number("MSG-007") == 7);
  for (const char* wrong : {"", "MSG-", "MSG--1", "MSG-1x", "msg-1", "MSG-99999999999999999999"}) {
    CAPTURE(wrong);
    CHECK(format::bus_number(wrong) == 0);
  }
}
