// SPDX-License-Identifier: MIT
#include "format/runners/jvm.h"

#include "format/runners/families.h"

#include <array>

namespace assay::format {
namespace {

constexpr std::array jvm_recognisers = {
    Recogniser{"mvn",
               {"Tests run:", "Tests are skipped.", "No tests to run.", "surefire", "failsafe"},
               find_maven},
    Recogniser{"gradle",
               {":test", "Test ", " completed, ", "No tests found for given includes",
                "Results: ", "did not discover any tests"},
               find_gradle},
    Recogniser{"ant", {"[junit"}, find_ant_junit},
    Recogniser{"JUnitCore", {"OK (", "Tests run: "}, find_junit4, Closing::once},
    Recogniser{"ConsoleLauncher", {" tests successful "}, find_junit_console, Closing::once},
    Recogniser{"testng", {"Total tests run: "}, find_testng, Closing::once},
    Recogniser{"sbt",
               {"Total number of tests run:", ": Total ", "No tests were executed",
                "No tests to run for", "Test run "},
               find_sbt},
    Recogniser{"kotest", {"Specs: "}, find_kotest},
    Recogniser{"lein", {" containing ", " assertions, "}, find_clojure_test},
};

}  // namespace

std::span<const Recogniser> jvm_family() { return jvm_recognisers; }

}  // namespace assay::format
