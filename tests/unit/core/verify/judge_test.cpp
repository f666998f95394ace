// SPDX-License-Identifier: MIT
#include "core/verify/judge.h"

#include "unit/core/verify/plan_builder.h"

#include <doctest/doctest.h>

namespace {

using namespace assay::core;
using namespace assay::core::verify;

Evidence ended(ExitKind kind, int code = -1, int signal = 0, std::string transient = "") {
  Evidence evidence;
  evidence.exit = {kind, code, signal, ""};
  evidence.reading.transient = std::move(transient);
  return evidence;
}

CommandLint lint_with(LintRule rule) {
  CommandLint lint;
  lint.findings.push_back({rule, 0, "x", "why"});
  return lint;
}

}  // namespace

TEST_CASE("judge: what each way to end says, and which budget a retry would come from") {
  struct Row {
    const char* name;
    Evidence evidence;
    Status status;
    Reason reason;
    int exit_code;
    Retry retry;
  };
  const Row rows[] = {
      {"exit 0", ended(ExitKind::exited, 0), Status::pass, Reason::none, 0, Retry::never},
      {"exit 0 with a transient line", ended(ExitKind::exited, 0, 0, "reset"), Status::pass,
       Reason::none, 0, Retry::never},
      {"exit 1", ended(ExitKind::exited, 1), Status::fail, Reason::none, 1, Retry::never},
      {"exit 255", ended(ExitKind::exited, 255), Status::fail, Reason::none, 255, Retry::never},
      {"exit 1, transient", ended(ExitKind::exited, 1, 0, "reset"), Status::fail, Reason::none, 1,
       Retry::transient},
      {"signal 11", ended(ExitKind::signaled, -1, 11), Status::fail, Reason::signaled, 139,
       Retry::transient},
      {"timeout by TERM", ended(ExitKind::timed_out, -1, 15), Status::error, Reason::timeout, 143,
       Retry::transient},
      {"timeout by KILL", ended(ExitKind::timed_out, -1, 9), Status::error, Reason::timeout, 137,
       Retry::transient},
      {"timeout that exits 0", ended(ExitKind::timed_out, 0), Status::error, Reason::timeout, 143,
       Retry::transient},
      {"timeout that exits 3", ended(ExitKind::timed_out, 3), Status::error, Reason::timeout, 3,
       Retry::transient},
      {"cancelled", ended(ExitKind::cancelled, -1, 15), Status::error, Reason::cancelled, 143,
       Retry::never},
      {"cancelled that exits 0", ended(ExitKind::cancelled, 0), Status::error, Reason::cancelled,
       143, Retry::never},
      {"limited", ended(ExitKind::limited, -1, 9), Status::error, Reason::limit, 137, Retry::never},
      {"limited that exits 0", ended(ExitKind::limited, 0), Status::error, Reason::limit, 143,
       Retry::never},
      {"spawn failed", ended(ExitKind::spawn_failed), Status::error, Reason::spawn_failed, -1,
       Retry::infrastructure},
      {"spawn failed with code 0", ended(ExitKind::spawn_failed, 0), Status::error,
       Reason::spawn_failed, -1, Retry::infrastructure},
      {"unrecorded with code 0", ended(ExitKind::unrecorded, 0), Status::error, Reason::unrecorded,
       -1, Retry::infrastructure},
      {"lost", ended(ExitKind::lost), Status::error, Reason::lost, -1, Retry::infrastructure},
      {"lost with code 0", ended(ExitKind::lost, 0), Status::error, Reason::lost, -1,
       Retry::infrastructure},
      {"nothing observed", Evidence{}, Status::error, Reason::lost, -1, Retry::infrastructure},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const Judgement judgement = judge(row.evidence);
    CHECK(judgement.status == row.status);
    CHECK(judgement.reason == row.reason);
    CHECK(judgement.exit_code == row.exit_code);
    CHECK(judgement.retry == row.retry);
  }
}

TEST_CASE("judge: only exit 0 by itself passes, whatever else the evidence holds") {
  for (int kind = 0; kind <= static_cast<int>(ExitKind::unrecorded); ++kind) {
    for (const int code : {-1, 0, 1, 127}) {
      for (const int signal : {0, 9, 15}) {
        CAPTURE(kind);
        CAPTURE(code);
        CAPTURE(signal);
        const bool passes =
            judge(ended(static_cast<ExitKind>(kind), code, signal)).status == Status::pass;
        CHECK(passes == (kind == 0 && code == 0));
      }
    }
  }
}

TEST_CASE(
    "effectiveness: every combination of gate, demands, lint and count, against the manual read as "
    "a list") {
  int cases = 0;
  for (const GateType gate : {GateType::test, GateType::build, GateType::custom}) {
    for (int bits = 0; bits < 64; ++bits) {
      const bool must = bits & 1, zero_ok = bits & 2, cached = bits & 4, marker = bits & 8,
                 shows_failure = bits & 16;
      const bool green = bits & 32;
      for (const std::int64_t executed : {-1, 0, 1, 12}) {
        for (const int rule : {-1, 0, 1, 2, 3, 4}) {
          CommandSpec spec = command("a");
          spec.gate_type = gate;
          spec.must_be_effective = must;
          spec.allow_zero_tests = zero_ok;
          Evidence evidence = ended(ExitKind::exited, green ? 0 : 1);
          evidence.reading.tally.executed = executed;
          evidence.reading.tally.cached = cached;
          evidence.reading.tally.failed = shows_failure ? 2 : 0;
          if (marker) evidence.reading.cache_marker = "(cached)";
          const CommandLint lint =
              rule < 0 ? CommandLint{} : lint_with(static_cast<LintRule>(rule));
          const Effectiveness effect = effectiveness(spec, rule < 0 ? nullptr : &lint, evidence);

          // The oracle: reasons to disbelieve, each from one sentence of the manual.
          const bool by_text = rule == static_cast<int>(LintRule::masked) ||
                               rule == static_cast<int>(LintRule::constant);
          const bool test = gate == GateType::test;
          const bool by_cache = green && (cached || marker) && (test || must);
          const bool by_count = test && !zero_ok && executed < 1;
          const bool lost = green && shows_failure;  // of a gate of any kind
          CAPTURE(bits);
          CAPTURE(executed);
          CAPTURE(rule);
          CHECK(effect.proved() == !(by_text || by_cache || by_count || lost));
          CHECK((effect.reason == Reason::masked) == (by_text || lost));
          CHECK(effect.why.empty() == effect.proved());
          ++cases;
        }
      }
    }
  }
  CHECK(cases == 3 * 64 * 4 * 6);
}

TEST_CASE("effectiveness: the reason says what is wrong and how to make it right") {
  CommandSpec spec = command("a");
  spec.gate_type = GateType::test;
  Evidence evidence = ended(ExitKind::exited, 0);
  CHECK(effectiveness(spec, nullptr, evidence).why.find("unknown") != std::string::npos);
  evidence.reading.tally.hint = "use go test -json";
  CHECK(effectiveness(spec, nullptr, evidence).why.ends_with("use go test -json"));
  evidence.reading.tally = {
      .executed = 0, .failed = 0, .skipped = 7, .cached = false, .source = "", .hint = ""};
  CHECK(effectiveness(spec, nullptr, evidence).why == "no test ran: all 7 were skipped");
  evidence.reading.cache_marker = "FULL TURBO";
  CHECK(effectiveness(spec, nullptr, evidence).why.find("FULL TURBO") != std::string::npos);
}
