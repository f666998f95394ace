// SPDX-License-Identifier: MIT
#include "core/verify/verdict.h"

#include "unit/core/verify/plan_builder.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace {

using namespace assay::core;
using namespace assay::core::verify;

/// One row of the decision table: everything the verdict may look at.
struct Cell {
  Status status = Status::pass;
  bool required = false;
  bool must_be_effective = false;
  bool effective = false;
  bool masked = false;
  bool skipped = false;
};

constexpr int cells = 3 * 32;

Cell cell_of(int n) {
  return {static_cast<Status>(n / 32),
          (n & 1) != 0,
          (n & 2) != 0,
          (n & 4) != 0,
          (n & 8) != 0,
          (n & 16) != 0};
}

CommandSpec spec_of(const Cell& cell, std::string id) {
  CommandSpec spec = command(std::move(id));
  spec.required = cell.required;
  spec.must_be_effective = cell.must_be_effective;
  return spec;
}

CommandState state_of(const Cell& cell) {
  CommandState state;
  state.status = cell.status;
  state.effective = cell.effective;
  state.masked = cell.masked;
  state.attempts = cell.skipped ? 0 : 1;
  state.exit_code = cell.status == Status::fail ? 1 : 0;
  if (cell.skipped) state.reason = Reason::skipped;
  return state;
}

/// What one command has to say to the verdict, as the manual's sentences in the order of their
/// weight. 0: nothing, it does not count; 1: it stands for PASS; 2: FAIL; 3: ERROR.
int voice_of(const Cell& cell) {
  if (!cell.required) return 0;
  if (cell.skipped) return 0;
  int voice = 1;
  if (cell.status == Status::fail) voice = 2;
  if (cell.status == Status::error) voice = 3;
  const bool has_to_prove = cell.must_be_effective || cell.masked;
  if (has_to_prove && !cell.effective) voice = 3;
  return voice;
}

Status joined(const std::vector<Cell>& all) {
  int loudest = 0;
  bool any_required = false;
  for (const Cell& cell : all) {
    any_required = any_required || cell.required;
    loudest = std::max(loudest, voice_of(cell));
  }
  if (!any_required || loudest == 3) return Status::error;
  return loudest == 2 ? Status::fail : Status::pass;
}

State run_of(const std::vector<Cell>& all) {
  std::vector<CommandSpec> specs;
  std::vector<CommandState> states;
  for (const Cell& cell : all) {
    specs.push_back(spec_of(cell, "c" + std::to_string(specs.size())));
    states.push_back(state_of(cell));
  }
  return finished(plan_of(std::move(specs)), std::move(states));
}

bool is_control(unsigned char byte) { return byte < 0x20 || byte == 0x7f; }

}  // namespace

TEST_CASE("verdict: the complete decision table of one command, and of every pair") {
  for (int a = 0; a < cells; ++a) {
    for (int b = -1; b < cells; ++b) {
      std::vector<Cell> all = {cell_of(a)};
      if (b >= 0) all.push_back(cell_of(b));
      const State state = run_of(all);
      const Summary summary = summarize(state);
      const Verdict verdict = verdict_of(state);
      CAPTURE(a);
      CAPTURE(b);
      const Status want = joined(all);
      REQUIRE(summary.overall == want);
      REQUIRE(verdict.overall == want);
      const Outcome outcome = want == Status::pass   ? Outcome::passed
                              : want == Status::fail ? Outcome::failed
                                                     : Outcome::error;
      REQUIRE(verdict.outcome == outcome);
      REQUIRE(!verdict.why.empty());
      for (std::size_t i = 0; i < all.size(); ++i) {
        const std::string id = "c" + std::to_string(i);
        const auto listed = [&](const std::vector<std::string>& ids) {
          return std::count(ids.begin(), ids.end(), id) == 1;
        };
        const Cell& cell = all[i];
        const bool counts = cell.required && !cell.skipped;
        REQUIRE(listed(summary.failed_required_ids) == (counts && cell.status != Status::pass));
        REQUIRE(listed(summary.failed_ineffective_required_ids) ==
                (counts && !cell.effective && (cell.must_be_effective || cell.masked)));
      }
      REQUIRE(summary.commands_passed + summary.commands_failed + summary.commands_error ==
              all.size());
      REQUIRE((want != Status::pass || summary.short_failure_digest.empty()));
    }
  }
}

TEST_CASE("verdict: nothing that is wrong with the run itself lets it pass") {
  const Cell good{Status::pass, true, true, true, false, false};
  CHECK(verdict_of(run_of({good})).outcome == Outcome::passed);
  SUBCASE("more spawned than completed") {
    State state = run_of({good});
    ++state.spawned;
    CHECK(verdict_of(state).outcome == Outcome::error);
    CHECK(verdict_of(state).why == "not every attempt came to an end");
  }
  SUBCASE("more completed than spawned") {
    State state = run_of({good});
    ++state.completed;
    CHECK(verdict_of(state).outcome == Outcome::error);
  }
  SUBCASE("something in flight") {
    State state = run_of({good});
    state.in_flight = 1;
    CHECK(summarize(state).overall == Status::error);
  }
  SUBCASE("a command without a terminal result") {
    State state = run_of({good, good});
    state.commands[1].step = Step::in_flight;
    CHECK(summarize(state).manifest_mismatches ==
          std::vector<std::string>{"c1: no terminal result"});
    CHECK(verdict_of(state).outcome == Outcome::error);
  }
  SUBCASE("a missing result") {
    State state = run_of({good, good});
    state.commands.pop_back();
    CHECK(summarize(state).overall == Status::error);
  }
  SUBCASE("another manifest") {
    State state = run_of({good});
    auto plan = std::make_shared<Plan>(*state.plan);
    plan->manifest.commands[0].command = "true";
    state.plan = plan;
    CHECK(verdict_of(state).outcome == Outcome::error);
    CHECK(summarize(state).manifest_mismatches.size() == 1);
  }
  SUBCASE("cancelled") {
    State state = run_of({good});
    state.cancelled = true;
    CHECK(verdict_of(state).outcome == Outcome::cancelled);
    CHECK(summarize(state).overall == Status::error);
  }
  SUBCASE("no command at all") { CHECK(verdict_of(run_of({})).why == "no command is required"); }
}

TEST_CASE("verdict: the reason names those that failed or are unknown, three at most") {
  const Cell bad{Status::fail, true, false, true, false, false};
  const Cell unknown{Status::error, true, false, true, false, false};
  CHECK(verdict_of(run_of({bad})).why == "c0 failed");
  CHECK(verdict_of(run_of({bad, bad, bad, bad, bad})).why == "c0, c1, c2 and 2 more failed");
  CHECK(verdict_of(run_of({bad, unknown})).why == "c0 failed and c1 could not be decided");
}

TEST_CASE("summary line: at most 240 bytes, no control characters, never half a character") {
  const std::string long_name(500, 'x');
  const std::string nasty =
      "a\nb\tc\x1b[31m\x7f \xc2\x9b"
      "31m \xc2\x85 end";
  std::string euros;
  for (int i = 0; i < 200; ++i) euros += "\xe2\x82\xac";
  for (const std::string& text :
       {long_name, nasty, euros, "y" + euros, "yy" + euros, std::string()}) {
    for (const Reason reason :
         {Reason::none, Reason::ineffective, Reason::masked, Reason::detached, Reason::flaky,
          Reason::timeout, Reason::signaled, Reason::limit, Reason::spawn_failed,
          Reason::unrecorded, Reason::lost, Reason::cancelled, Reason::skipped}) {
      State state = run_of({Cell{Status::error, true, true, false, false, false}});
      CommandState& row = state.commands[0];
      row.reason = reason;
      row.note().detail = text;
      row.note().ineffective_reason = text;
      row.note().orphans = {text, text};
      row.note().tally_source = text;
      const std::string line = summary_line(state, 0);
      CAPTURE(line);
      CHECK(!line.empty());
      CHECK(line.size() <= 240);
      CHECK(std::none_of(line.begin(), line.end(),
                         [](char c) { return is_control(static_cast<unsigned char>(c)); }));
      CHECK(line.find("\xc2\x9b") == std::string::npos);
      CHECK(line.find("\xc2\x85") == std::string::npos);
      std::size_t leads = 0, tails = 0;
      for (const char c : line) {
        const auto byte = static_cast<unsigned char>(c);
        leads += byte >= 0xe0 ? 1 : 0;
        tails += (byte & 0xc0) == 0x80 ? 1 : 0;
      }
      CHECK(tails == 2 * leads);
    }
  }
}

TEST_CASE("failure digest: at most 8 lines under 200 bytes, required failures only") {
  for (const std::size_t failing : {1U, 2U, 3U, 5U, 8U, 9U, 40U}) {
    State state =
        run_of(std::vector<Cell>(failing, Cell{Status::fail, true, false, true, false, false}));
    for (CommandState& row : state.commands) {
      row.note().excerpt = std::vector<std::string>(20, "line\x1b " + std::string(300, 'z'));
    }
    const std::vector<std::string> lines = summarize(state).short_failure_digest;
    CAPTURE(failing);
    CHECK(lines.size() <= 8);
    CHECK(lines.size() >= std::min<std::size_t>(failing, 8));
    CHECK(lines.front().starts_with("c0: FAIL exit 1"));
    for (const std::string& line : lines) {
      CHECK(line.size() < 200);
      CHECK(std::none_of(line.begin(), line.end(),
                         [](char c) { return is_control(static_cast<unsigned char>(c)); }));
    }
  }
  const State optional = run_of({Cell{Status::fail, false, true, false, true, false},
                                 Cell{Status::pass, true, false, true, false, false}});
  CHECK(summarize(optional).short_failure_digest.empty());
}

TEST_CASE(
    "verdict: what was skipped is not called ineffective, but it does not stand for a pass "
    "either") {
  const Cell skipped{Status::error, true, true, false, true, true};
  CHECK_FALSE(is_ineffective(spec_of(skipped, "a"), state_of(skipped)));
  CHECK(stands_in_the_way(spec_of(skipped, "a"), state_of(skipped)));
}

TEST_CASE("log path: that of the last attempt, or none") {
  State state = run_of({Cell{Status::pass, true, false, true, false, false}});
  CHECK(log_path(state, 0).empty());
  state.commands[0].has_log = true;
  state.commands[0].attempts = 3;
  CHECK(log_path(state, 0) == "/logs/c0-attempt3.log");
}

namespace {

std::vector<CommandState> one_passed() {
  std::vector<CommandState> results(1);
  results.front().status = Status::pass;
  results.front().attempts = 1;
  return results;
}

}  // namespace

TEST_CASE("verdict: protected files that changed are told in every one, and fail nobody") {
  auto plan = plan_of({command("unit")});
  plan->policy.protected_paths = {"tests/**"};
  plan->guarded_by = "1234567890abcdef";
  plan->protected_changed = {"tests/a"};
  State state = finished(plan, one_passed());
  state.tree.protected_changed = {"tests/a", "tests/b"};
  CHECK(protected_changed(state) == std::vector<std::string>{"tests/a", "tests/b"});
  const Verdict verdict = verdict_of(state);
  CHECK(verdict.overall == Status::pass);
  CHECK(verdict.why.ends_with("; protected_changed: tests/a, tests/b (base 1234567890ab)"));
  state.commands.front().status = Status::fail;
  CHECK(summarize(state).short_failure_digest.back().starts_with("protected_changed: tests/a"));
}

TEST_CASE("verdict: a seal that does not hold is no pass") {
  auto plan = plan_of({command("unit")});
  plan->sealing = {.on = true, .problem = "assay.yaml is not what the base has"};
  const Verdict verdict = verdict_of(finished(plan, one_passed()));
  CHECK(verdict.overall == Status::error);
  CHECK(verdict.why == "not sealed: assay.yaml is not what the base has");
}
