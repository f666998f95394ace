// SPDX-License-Identifier: MIT
#include "format/hook/reason.h"

#include "base/text/utf8.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>

namespace assay::format {
namespace {

using core::verify::Status;

core::verify::State failed_state(std::size_t gates, std::size_t lines) {
  core::verify::Plan plan;
  for (std::size_t i = 0; i < gates; ++i) {
    core::verify::CommandSpec spec;
    spec.id = "gate" + std::to_string(i);
    spec.command = "make test";
    spec.required = true;
    plan.manifest.commands.push_back(std::move(spec));
  }
  core::verify::State state;
  state.run_id = "R1";
  state.plan = std::make_shared<const core::verify::Plan>(std::move(plan));
  state.commands.resize(gates);
  for (auto& command : state.commands) {
    command.step = core::verify::Step::finished;
    command.status = Status::fail;
    command.said_no = true;
    command.attempts = 1;
    command.exit_code = 1;
    command.has_log = true;
    command.note().failed_tests = {"tests/test_cart.py::test_total"};
    for (std::size_t i = 0; i < lines; ++i)
      command.note().excerpt.push_back("test_cart.py:12: expected 3, got 4 " + std::to_string(i));
  }
  return state;
}

TEST_CASE("reason: which gate, which test, expected and got, where, and what shows more") {
  const std::string reason = block_reason(failed_state(1, 2), "a required command failed", "stop");
  for (const char* part : {"gate gate0: make test", "failing: tests/test_cart.py::test_total",
                           "test_cart.py:12: expected 3, got 4", "assay logs R1 gate0",
                           "assay explain R1", "a required command failed"}) {
    CAPTURE(part);
    CHECK(reason.find(part) != std::string::npos);
  }
}

TEST_CASE("reason: however much there is to say, it fits, and ends with the way on") {
  for (const std::size_t gates : {1U, 4U, 40U}) {
    auto state = failed_state(gates, 20);
    for (auto& command : state.commands) {
      for (std::string& line : command.notes->excerpt) line += std::string(150, 'x') + "\xC3\xA4";
    }
    const std::string reason = block_reason(state, "why", "stop");
    CAPTURE(gates);
    CHECK(characters(reason) <= reason_characters_max);
    CHECK(reason.find("assay explain R1") != std::string::npos);
  }
}

TEST_CASE("reason: no escape sequences, no secrets, no endless text") {
  CHECK(for_model("a\033[31mred\033[0m\033]0;title\007b") == "aredb");
  const std::string masked = for_model("token ghp_0123456789abcdefghijklmnopqrstuvwxyzAB end");
  CHECK(masked.find("0123456789abcdef") == std::string::npos);
  CHECK(characters(for_model(std::string(100'000, 'y'))) <= reason_characters_max);
  CHECK(for_model("") == "");
}

}  // namespace
}  // namespace assay::format
