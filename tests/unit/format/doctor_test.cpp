// SPDX-License-Identifier: MIT
#include "format/doctor.h"

#include <doctest/doctest.h>

using assay::format::read_version;

TEST_CASE("doctor: the version is found in what each tool prints") {
  struct Row {
    std::string tool;
    std::string output;
    std::string version;
  };
  const Row rows[] = {
      {"git", "git version 2.39.5\n", "2.39.5"},
      {"git", "git version 2.39.3 (Apple Git-146)\n", "2.39.3"},
      {"bash",
       "GNU bash, version 5.2.15(1)-release (x86_64-pc-linux-gnu)\nCopyright (C) 2022 Free "
       "Software\n",
       "5.2.15"},
      {"claude", "1.0.43 (Claude Code)\n", "1.0.43"},
      {"codex", "codex-cli 0.46.0-alpha.1\n", "0.46.0-alpha.1"},
      {"gemini", "(node:12) Warning: since 21.0.0 this is deprecated\n0.9.0\n", "0.9.0"},
      {"opencode", "v1.1.3\n", "1.1.3"},
      {"qwen", "0.2.1\n", "0.2.1"},
      {"pi", "pi 0.49.3\n", "0.49.3"},
      {"cline", "Cline CLI Version: 2.1.0\nCore 3.38.1\n", "2.1.0"},
      {"cn", "\x1b[1m1.5.7\x1b[0m\n", "1.5.7"},
      {"make", "GNU Make 4.3\nBuilt for x86_64-pc-linux-gnu\n", "4.3"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.tool);
    const auto read = read_version(row.tool, row.output);
    REQUIRE(read.has_value());
    CHECK(read->name == row.tool);
    CHECK(read->version == row.version);
  }
}

TEST_CASE("doctor: no version is no version") {
  for (const std::string output : {"", "bash: git: command not found\n", "version 5\n",
                                   "built x86_64.so\n", "1.\n", ".5.\n", "at 10ab.c\n"}) {
    CAPTURE(output);
    CHECK_FALSE(read_version("git", output).has_value());
  }
}
