// SPDX-License-Identifier: MIT
// The families of recognisers, one function and one or more files each.
#pragma once

#include "format/runners/recogniser.h"

#include <span>

namespace assay::format {

std::span<const Recogniser> c_family();  // gtest, Catch2, doctest, Boost.Test, Check, cmocka, ...
std::span<const Recogniser> driver_family();  // CTest, Meson, automake, Bazel, DejaGnu, Kyua, make
std::span<const Recogniser>
python_family();  // pytest, unittest, nose2, Django, doctest, trial, behave, robot
std::span<const Recogniser> go_family();     // go test, gotestsum
std::span<const Recogniser> rust_family();   // cargo test, nextest
std::span<const Recogniser> shell_family();  // bats, shunit2
std::span<const Recogniser> tap_family();    // prove, any TAP stream, JUnit XML on the console
std::span<const Recogniser> js_family();     // Jest, Vitest, Mocha, node --test, Deno, Bun, ...
std::span<const Recogniser> jvm_family();    // Maven, Gradle, JUnit, TestNG, Ant, sbt
std::span<const Recogniser> ruby_family();   // RSpec, Minitest, test-unit, Cucumber
std::span<const Recogniser> php_family();    // PHPUnit, Pest
std::span<const Recogniser> beam_family();   // ExUnit, EUnit, Common Test
std::span<const Recogniser> functional_family();  // Hspec, Tasty, OUnit, Alcotest
std::span<const Recogniser> scripting_family();   // busted, LuaUnit, tcltest, testthat, Nim
std::span<const Recogniser> dotnet_family();      // dotnet test, NUnit, xUnit
std::span<const Recogniser> apple_family();       // XCTest, Swift Testing, Dart and Flutter

}  // namespace assay::format
