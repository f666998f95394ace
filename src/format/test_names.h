// SPDX-License-Identifier: MIT
// Which tests passed, failed and did not run, by name, as far as the console of a runner tells.
#pragma once

#include "format/test_list.h"

#include <string_view>

namespace assay::format {

/// From what a runner printed: unittest -v, pytest -v, go test -v and -json, cargo, CTest, Meson,
/// GoogleTest, cmocka, Criterion, TAP (bats, prove -v, tape), node:test, mocha, jest and vitest
/// (verbose), ava, Playwright, bun, deno, .NET, Gradle, minitest -v, rspec --format documentation,
/// phpunit --testdox, automake, JUnit's console; Catch2, doctest and ExUnit what failed. A runner
/// that names only what failed names that. What is only announced is no test.
void read_test_names(std::string_view output, TestList& list);

}  // namespace assay::format
