// SPDX-License-Identifier: MIT
#include "format/config/settings_digest.h"

#include <doctest/doctest.h>

namespace assay::format {
namespace {

Digest of(const std::string& more, const DecidingTexts& texts = {}) {
  const ConfigReading reading = read_config(
      "assay.yaml",
      "version: 1\nverify:\n  commands: [{id: a, command: make test, gate_type: test}]\n" + more);
  REQUIRE(reading.problems.empty());
  return settings_digest(reading.config, texts);
}

TEST_CASE("settings digest: everything that decides is in it") {
  const Digest plain = of("");
  CHECK(of("") == plain);
  for (const char* more :
       {"  env: {A: b}\n", "  env: {A: c}\n", "  pass_env: [A]\n", "  flaky: fail\n",
        "  protected: [tests]\n", "  default_timeout: 1m\n", "  known_failures: k.yaml\n",
        "  may_change: [x]\n", "  cwd: sub\n", "workspace: {setup: make deps}\n"}) {
    CAPTURE(more);
    CHECK(of(more) != plain);
  }
  CHECK(of("  env: {A: b}\n") != of("  env: {A: c}\n"));
  CHECK(of("", {.known_failures = "x"}) != plain);
  CHECK(of("", {.worktreeinclude = "x"}) != plain);
}

TEST_CASE("settings digest: what does not decide, and what is left to its default, is not") {
  CHECK(of("budgets: {launches: 3}\n") == of(""));
  CHECK(of("gates_from: origin/main\n") == of(""));
  CHECK(of("  flaky: pass\n") == of(""));
}

}  // namespace
}  // namespace assay::format
