// SPDX-License-Identifier: MIT
// How runners, compilers and linters write about failures: one row per way of writing. Rows of a
// more telling kind win, except that noise and outcomes are never taken for a cause.
#include "base/ensure.h"
#include "format/excerpt/lines.h"

#include <re2/re2.h>
#include <re2/set.h>

#include <array>
#include <vector>

namespace assay::format::excerpt {
namespace {

/// Lines about dependencies are noise as a rule; a compiler's complaint about one is not.
enum class Weight : std::uint8_t { usual, weak, strong };

struct Rule {
  Kind kind;
  int follow;
  const char* pattern;
  Weight weight = Weight::usual;
};

constexpr Rule rules[] = {
    // Noise: passing tests, progress, advice, frames that are not the project's.
    {Kind::noise, 0, R"(^[^\pL\pN]*$)"},
    {Kind::noise, 0, R"(^\s*(✓|✔|√|☑) )"},
    {Kind::noise, 0, R"(^\s*(ok \d|=== (RUN|PAUSE|CONT)|--- (PASS|SKIP)|PASS\b))"},
    {Kind::noise, 0, R"(^\[ +(RUN|OK) +\]|^\[-{4,}\]|^\[={4,}\])"},
    {Kind::noise, 0, R"(^test .* \.\.\. (ok|ignored)$)"},
    {Kind::noise, 0, R"( \.{3,} +Passed +\d)"},
    {Kind::noise, 0, R"(^\s*not ok .*# *(?i:todo|skip))"},
    {Kind::noise, 0,
     R"(^\s*(Compiling|Checking|Downloading|Downloaded|Fetching|Updating|Finished|Running|Fresh|Resolving|Building|Linking|Installing|Blocking) )"},
    {Kind::noise, 0, R"(^\[ *\d+(%|/\d+)\])"},
    {Kind::noise, 0, R"(^[.sFEx]+ *\[ *\d+%\]$|\.(py|php) [.sFExX]+ +\[ *\d+%\]$)"},
    {Kind::noise, 0, R"(^[.FEWSRIN*]+( +\d+ / \d+ \( *\d+%\))?$)"},
    {Kind::noise, 0, R"(^make(\[\d+\])?: (Entering|Leaving) directory)"},
    {Kind::noise, 0,
     R"(^npm (notice|warn|WARN)|^npm (ERR!|error) (A complete log|    .*-debug|code |errno |path |cwd )|^npm (ERR!|error) *$)"},
    {Kind::noise, 0,
     R"(^\[ERROR\] *$|^\[ERROR\] (-> \[Help|\[Help|To see the full|Re-run Maven|For more information|After correcting|Please refer to|See .*surefire-reports|Failed to execute goal))"},
    {Kind::noise, 0, R"(^\[(INFO|DEBUG|WARNING)\])"},
    {Kind::noise, 0, R"(RUST_BACKTRACE|^note: run with |^stack backtrace:)"},
    {Kind::noise, 0,
     R"(^\s*(at )?\S*.*(node_modules/|node:internal|node:async_hooks|\(internal/|java\.base/|org\.junit\.|jdk\.internal\.|sun\.reflect\.|org\.gradle\.|org\.apache\.maven\.|/site-packages/|<Jasmine>|\[as _onImmediate\]|processTicksAndRejections|processImmediate))",
     Weight::weak},
    {Kind::noise, 0, R"(^> \S+@\S+ \S+$|^> [\w:-]+$)"},  // npm names the script it starts
    {Kind::noise, 0,
     R"(^=+ (FAILURES|ERRORS|short test summary info) =+$|^ *RUNS  |^Snapshots: |^failures:$|^The following tests FAILED:|^There (was|were) \d+ (failure|error)|^Test Summary Report|failing tests:$|^Ran \d+ tests? in|^\s*\d+ pass(ing)?\b)"},
    {Kind::noise, 0,
     R"(^(Use "--rerun-failed|Output from these tests are in|Full log written to|Errors while running CTest|Internal ctest changing))"},

    // Outcomes: consequences of a failure told elsewhere.
    {Kind::outcome, 0, R"(^make(\[\d+\])?: \*\*\* \[)"},
    {Kind::outcome, 0,
     R"(^ninja: build stopped|^FAILED: |^collect2: error|^BUILD FAILED|^\[ERROR\] BUILD|^FAIL\s*$|^FAIL[ \t]+\S+[ \t]+[\d.]+s$|^FAILED?$)"},
    {Kind::outcome, 0,
     R"(^error: (test failed|could not compile|aborting due to|process didn't exit)|^error: \d+ target)"},
    {Kind::outcome, 0, R"(^(Tests|Test Suites|Test Files|Tests run): +\d)"},
    {Kind::outcome, 0, R"(^(ERROR|error|failures?|FAILURES|ERRORS)[:!]?$)"},
    {Kind::outcome, 0,
     R"(^=+ .*\d+ (failed|error).* in [\d.]+s.*=+$|^(OK|FAILED) \((failures|errors|skipped)=)"},
    {Kind::outcome, 0,
     R"(^test result: FAILED|^\d+ examples?, \d+ failure|^\s*\d+ (failing|failed|fail)$|^\d+% tests passed)"},
    {Kind::outcome, 0, R"(^> Task :.* FAILED$|^FAILURE: Build failed|^npm (ERR!|error) )"},

    // Details.
    {Kind::detail, 0,
     R"(^_{3,} .+ _{3,}$|^> {2,}\S|^\s*> *\d+ \||^Traceback \(most recent|^\s*File ".+", line \d+)"},
    {Kind::detail, 0, R"(^\s*TEST CASE: |^  REQUIRE\(|^  CHECK\(|^with expansion:)"},

    // Causes: failing tests by name.
    {Kind::cause, 0, R"(^(FAILED|ERROR) \S+(::| - |\.py\b))"},
    {Kind::cause, 1, R"(^(FAIL|ERROR|XPASS): \S)"},
    {Kind::cause, 3, R"(^\s*● )"},
    {Kind::cause, 1, R"(^\s*(✕|✘|✗|✖|×|❌|\[FAIL\]|\[FAILED\]) ?\S)"},
    {Kind::cause, 0, R"( ✘ )"},
    {Kind::cause, 2, R"(^\s*FAIL +\S)"},
    {Kind::cause, 1, R"(^\s*--- FAIL: )"},
    {Kind::cause, 0, R"( \.\.\. FAILED|\.{2,} ?\*\*\*(Failed|Not Run|Timeout|Exception))"},
    {Kind::cause, 0,
     R"(^\s*\d+ - .+ \((Failed|Timeout|SEGFAULT|ILLEGAL|NUMERICAL|Not Run|BAD_COMMAND|Subprocess .*|OTHER_FAULT|ABORT\w*)\))"},
    {Kind::cause, 0, R"(^\[  FAILED  \] [^\d])"},
    {Kind::cause, 2, R"(^\S.* > .+ FAILED$| FAILED$)"},
    {Kind::cause, 0, R"(^\[ERROR\] )"},
    {Kind::cause, 3, R"(^\s*\d+\) \S)"},
    {Kind::cause, 3, R"(^\s*not ok\b)"},
    {Kind::cause, 0, R"(^rspec \S+:\d+ #)"},
    {Kind::cause, 4, R"(^(Failure|Error)( ->|:| \() ?\S|^\s+(Failure|Error):$)"},
    {Kind::cause, 3, R"(^\s*Failed \S+ \[|Error Message:|\*failed\*|^\*\*error:|^==== .* FAILED$)"},
    {Kind::cause, 0, R"(^\s*\d+/\d+ .* (FAIL|ERROR|TIMEOUT)\b)"},

    {Kind::cause, 0, R"(^\(fail\) \S)"},
    {Kind::cause, 4, R"(^── (Failure|Error) \()"},

    // Causes: what an assertion expected and got.
    {Kind::cause, 1, R"(^<.*> (expected|was expected)\b)"},
    {Kind::cause, 2, R"(^\s*(Passed in|Expected|Actual|Got|Received|expected|actual|got):$)"},
    {Kind::detail, 8, R"(^(stdout|stderr):$)"},
    {Kind::cause, 0, R"(^E  )"},
    {Kind::cause, 0,
     R"(^#? *(Expected|Received|expected|received|got|actual|Actual|left|right|wanted|want|Which is|but was)\b[^a-z]*[:<=])"},
    {Kind::cause, 3, R"(^\s*Difference( \(|:))"},
    {Kind::cause, 0,
     R"(^\s+(error|message|location): \S|^\s+Expected .* (to|but) |^\s+(Expected equality|Value of:))"},
    {Kind::cause, 4, R"((: Failure|FAILED:|Failure/Error:.*|is NOT correct!|Assertion Failed)$)"},
    {Kind::cause, 1, R"((?i)\bassert(ion)?\b.*\bfail|^Failed asserting|^ASSERT:|^#\s+Failed test)"},
    {Kind::cause, 3, R"(panicked at |^panic: |^fatal error: |^goroutine \d+ \[running\])"},
    {Kind::cause, 1,
     R"(^\s*(=> |Caused by: |Uncaught |Unhandled |Exception in thread .* )?([A-Za-z_][\w$]*[.:]+)*[A-Z]\w*(Error|Exception|Failed|Failure)( \[\w+\])?(:|$))"},

    // Causes: compilers, linters, formatters.
    {Kind::cause, 2, R"(^\S[^:]*:\d+(:\d+)?: (fatal )?(error|ERROR|Error)\b)", Weight::strong},
    {Kind::cause, 1,
     R"(^\S+ ?\(\d+(,\d+)?\): (fatal )?error\b|: error (TS|CS|FS|MSB|NU|NETSDK)\d+)",
     Weight::strong},
    {Kind::cause, 1, R"(^error(\[\w+\])?: )"},
    {Kind::cause, 0, R"(^\s+--> \S+:\d+:\d+)"},
    {Kind::cause, 0,
     R"(^\s*\S+\.(go|py|pyi|rb|php|lua|ex|exs|c|h|t|sh|js|ts|kt|swift|scala):\d+:(\d+:)? ?\S)"},
    {Kind::cause, 0, R"(^\s+\d+:\d+ +(error|Error) +\S)"},
    {Kind::cause, 0,
     R"(undefined reference to|multiple definition of|cannot find -l|undefined symbol)"},
    {Kind::cause, 0, R"(^would reformat |^Diff in |^\[(warn|error)\] \S|^Would reformat: )"},
    {Kind::cause, 1, R"(^\* What went wrong:|^CMake Error|^meson\.build:\d+:\d+: ERROR)"},

    // Causes: crashes and things that were not there.
    {Kind::cause, 2,
     R"(Segmentation fault|SIGSEGV|SIGABRT|core dumped|terminate called|Sanitizer: |: runtime error: |stack overflow|[Oo]ut of memory|^Killed$|Bus error|Illegal instruction|Floating point exception|stack smashing)"},
    {Kind::cause, 0,
     R"(: command not found$|: not found$|No such file or directory|Permission denied|: syntax error|No rule to make target|Cannot find module|ModuleNotFoundError|No module named|Missing script|timed out after)"},
    {Kind::cause, 1, R"((?i)^\s*(error|fatal)( \w+)?: \S)"},
    {Kind::cause, 0,
     R"(^Bail out!|^Dubious, test returned|^Failed \d+/\d+ subtests|^  Failed tests?: )"},
};

class RuleSet {
 public:
  RuleSet() : set_(options(), RE2::UNANCHORED) {
    for (const Rule& rule : rules) ENSURE(set_.Add(rule.pattern, nullptr) >= 0);
    ENSURE(set_.Compile());
  }

  Reading read(std::string_view line) const {
    std::vector<int> hits;
    if (!set_.Match(re2::StringPiece{line.data(), line.size()}, &hits)) return {};
    Reading best;
    bool weak_noise = false;
    bool strong_cause = false;
    for (const int hit : hits) {
      const Rule& rule = rules[static_cast<std::size_t>(hit)];
      strong_cause = strong_cause || rule.weight == Weight::strong;
      weak_noise = weak_noise || rule.weight == Weight::weak;
      if (rule.weight == Weight::weak) continue;
      if (rule.kind == Kind::noise) return {Kind::noise, 0};
      if (rule.kind == Kind::outcome) best = {Kind::outcome, 0};
      if (best.kind == Kind::outcome || rule.kind < best.kind) continue;
      if (rule.kind > best.kind || rule.follow > best.follow) best = {rule.kind, rule.follow};
    }
    if (weak_noise && !strong_cause) return {Kind::noise, 0};
    return best;
  }

 private:
  static RE2::Options options() {
    RE2::Options options;
    options.set_max_mem(std::int64_t{32} << 20);
    options.set_log_errors(false);
    return options;
  }

  RE2::Set set_;
};

}  // namespace

Reading read_line(std::string_view line) {
  static const RuleSet set;
  constexpr std::size_t read_max = 600;
  return set.read(line.substr(0, read_max));
}

}  // namespace assay::format::excerpt
