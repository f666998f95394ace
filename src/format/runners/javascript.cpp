// SPDX-License-Identifier: MIT
#include "format/runners/javascript.h"

#include "format/runners/families.h"

#include <array>

namespace assay::format {
namespace {

constexpr std::array javascript_recognisers = {
    Recogniser{
        "jest",
        {"Test Suites:", "No tests found, exiting", "No tests found related", "numTotalTests"},
        find_jest,
        Closing::once},
    Recogniser{"vitest",
               {"Test Files", "No test files found, exiting", " > "},
               find_vitest,
               Closing::once},
    Recogniser{"mocha",
               {" passing (", "No test files found", "<testsuite name=\"Mocha Tests\""},
               find_mocha,
               Closing::once},
    Recogniser{"mocha", {"\"passes\":"}, find_mocha_json, Closing::once},
    Recogniser{
        "cypress", {"(Run Finished)", "no spec files were found"}, find_cypress, Closing::once},
    Recogniser{"node", {"duration_ms ", "Could not find '"}, find_node_test, Closing::once},
    Recogniser{"bun", {" across ", "matched 0 tests", "No tests found!"}, find_bun, Closing::once},
    Recogniser{"deno",
               {" passed | ", " passed (", "No test modules found", "filtered out ("},
               find_deno,
               Closing::once},
    Recogniser{
        "ava",
        {"\u2500", "No tests found in ", "find any files to test", "find any matching tests"},
        find_ava,
        Closing::once},
    Recogniser{"tap",
               {"# { total: ", "Asserts:", "No valid test files found"},
               find_node_tap,
               Closing::once},
    Recogniser{"qunit", {"# todo ", "No files were found matching"}, find_qunit, Closing::once},
    Recogniser{"uvu", {"Total:"}, find_uvu, Closing::once},
    Recogniser{"lab", {"Test duration:"}, find_lab, Closing::once},
    Recogniser{"jasmine",
               {" spec, ", " specs, ", "No specs found", " specs "},
               find_jasmine,
               Closing::once},
    Recogniser{"karma", {": Executed ", "TOTAL:", "SUMMARY:"}, find_karma},
    Recogniser{"playwright",
               {"Running ", "No tests found", "Listing tests:", "\"unexpected\":"},
               find_playwright,
               Closing::once},
    Recogniser{"wtr",
               {" test files | ", "Could not find any test files with pattern"},
               find_web_test_runner,
               Closing::once},
    Recogniser{"testcafe", {"Running tests in:"}, find_testcafe, Closing::once},
    Recogniser{"tape", {"No test files found!", "Error: Cannot find module '"}, find_tape},
    Recogniser{"npm",
               {"no test specified", "issing script", "ot found", "Couldn't find a script",
                "has a \"test\" script", "> echo "},
               find_npm_script},
    Recogniser{"turbo", {": ", ":\n", "$ ", "  | ", "] "}, find_workspace_tasks, Closing::once},
    // Not plainly "nx": these sightings are only of what was replayed, and must not silence the
    // runners of other tasks.
    Recogniser{"nx cache", {"> nx run "}, find_nx_tasks},
};

}  // namespace

std::span<const Recogniser> js_family() { return javascript_recognisers; }

}  // namespace assay::format
