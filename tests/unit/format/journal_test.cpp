// SPDX-License-Identifier: MIT
#include "format/journal.h"

#include "base/match.h"
#include "format/goals/impl_task.h"

#include <doctest/doctest.h>

#include <memory>
#include <random>

using namespace assay;
using namespace assay::core;
using namespace assay::format;

namespace {

using Plan = std::shared_ptr<const verify::Plan>;
using AgentPlan = std::shared_ptr<const agent::Plan>;
using GoalsPlan = std::shared_ptr<const goals::Plan>;

/// Makes values of every kind, with a liking for limits and for bytes that are no text.
class Maker {
 public:
  explicit Maker(std::uint64_t seed) : rng_(seed) {}

  Event event() {
    const Instant at{Millis{number<std::int64_t>()}};
    switch (below(11)) {
      case 0:
        if (chance()) return RunStarted{at, text(), std::make_shared<const verify::Plan>(plan())};
        if (chance())
          return RunStarted{at, text(), std::make_shared<const goals::Plan>(goals_plan())};
        return RunStarted{at, text(), std::make_shared<const agent::Plan>(agent_plan())};
      case 1: return RunResumed{at};
      case 2: return TreeObserved{at, key(), text(), text(), texts(), texts()};
      case 3: return AttemptEnded{at, key(), text(), evidence()};
      case 4: return WorldIdle{at};
      case 5: return DrainReported{at, number<std::uint32_t>()};
      case 6: return CancelRequested{at, text()};
      case 7: return SpendingReported{at, key(), spent()};
      case 8: return RunParked{at, instant(), text()};
      case 9: return WorkspaceInspected{at, check_results()};
      default: return RunConcluded{at, static_cast<Outcome>(below(6)), text()};
    }
  }

  std::string text() {
    static const std::string pieces[] = {
        "a",  "make test", "\"",   "\\",       "\n",       std::string(1, '\0'),
        "é",  "😀",         "\xFF", "\xC3",     "\x1b[31m", "\xED\xB2\x80",
        "/x", "\x7f",      "\t",   "\xF0\x9F", "\xDC\x80", "\\udc80"};
    std::string made;
    for (std::size_t i = below(5); i > 0; --i) made += pieces[below(std::size(pieces))];
    return made;
  }

 private:
  std::vector<goals::CheckResult> check_results() {
    std::vector<goals::CheckResult> results(below(4));
    for (goals::CheckResult& result : results) {
      result = {static_cast<goals::CheckStatus>(below(3)), text(), text(), number<std::uint32_t>()};
    }
    return results;
  }

  goals::Plan goals_plan() {
    goals::Plan plan;
    plan.phase = text();
    plan.phase_dir = text();
    plan.workspace = text();
    plan.round = number<std::uint32_t>();
    for (std::size_t i = 1 + below(2); i > 0; --i) {
      const std::string id = "IMPL-" + std::to_string(i);
      const std::string body =
          R"({"id":")" + id +
          R"(","title":"t","description":"d","depends_on":[],)"
          R"("convergence":{"criteria":["a.c exists","all is well"],"verification":"make"}})";
      plan.sources.push_back({id + ".json", body});
      plan.tasks.push_back(read_impl_task(id + ".json", body).task);
    }
    plan.checks = std::make_shared<const std::vector<goals::Check>>(goals::checks_of(plan.tasks));
    if (chance()) plan.commands = std::make_shared<const verify::Plan>(this->plan());
    if (chance()) {
      const agent::Plan agent = agent_plan();
      plan.judges.push_back({agent.order, agent.timeout, text(), agent.env, texts()});
      plan.budgets = agent.budgets;
    }
    return plan;
  }

  std::size_t below(std::size_t limit) { return static_cast<std::size_t>(rng_() % limit); }
  bool chance() { return below(2) == 0; }

  template <class Number>
  Number number() {
    using Limits = std::numeric_limits<Number>;
    switch (below(5)) {
      case 0: return Number{0};
      case 1: return Limits::max();
      case 2: return Limits::min();
      case 3: return static_cast<Number>(below(1000));
      default: return static_cast<Number>(rng_());
    }
  }

  Millis length() { return Millis{static_cast<std::int64_t>(below(1'000'000))}; }
  AttemptKey key() { return {number<std::uint32_t>(), number<std::uint32_t>()}; }

  Digest digest() {
    Digest made;
    if (chance()) return made;
    for (unsigned char& byte : made.bytes) byte = static_cast<unsigned char>(rng_());
    return made;
  }

  std::vector<std::string> texts() {
    std::vector<std::string> made(below(3));
    for (std::string& one : made) one = text();
    return made;
  }

  verify::CommandSpec command() {
    verify::CommandSpec spec;
    spec.id = text();
    spec.command = text();
    spec.stage = number<std::int32_t>();
    spec.gate_type = static_cast<verify::GateType>(below(6));
    spec.parallel_safe = chance();
    spec.mutates_workspace = chance();
    spec.required = chance();
    spec.must_be_effective = chance();
    spec.allow_zero_tests = chance();
    spec.timeout = chance() ? Millis{0} : length();
    if (chance()) return spec;
    verify::CommandExtras extras;
    extras.report = text() + "r";
    if (chance()) extras.env = {{text(), text()}, {"A", text()}};
    extras.retry_on = texts();
    spec.extras = std::make_shared<const verify::CommandExtras>(std::move(extras));
    return spec;
  }

  CommandLint lint() {
    CommandLint made{chance(), {}};
    for (std::size_t i = below(3); i > 0; --i) {
      made.findings.push_back(
          {static_cast<LintRule>(below(5)), number<std::size_t>(), text(), text()});
    }
    return made;
  }

  verify::Plan plan() {
    verify::Plan made;
    if (chance()) made.manifest.cwd = text();
    made.manifest.run_id = text();
    made.manifest.flaky_retry_limit = number<std::int32_t>();
    for (std::size_t i = below(4); i > 0; --i) made.manifest.commands.push_back(command());
    if (chance()) made.policy = {length(), chance(), static_cast<verify::FlakyPolicy>(below(2))};
    made.workspace = text();
    made.cwd = text();
    made.jobs = number<std::uint32_t>();
    for (std::uint32_t i = 0; i < below(3); ++i) core::verify::add_lint(made, i, lint());
    for (std::size_t i = below(3); i > 0; --i) made.expected_ms.push_back(number<std::uint32_t>());
    made.environment = texts();
    made.environment_digest = digest();
    made.isolation = text();
    made.manifest_digest = digest();
    return made;
  }

  std::optional<Instant> instant() {
    if (chance()) return std::nullopt;
    return Instant{Millis{number<std::int64_t>()}};
  }

  std::optional<std::int64_t> amount() {
    if (chance()) return std::nullopt;
    return number<std::int64_t>();
  }

  agent::Spent spent() {
    return {number<std::int64_t>(), length(), number<std::int64_t>(), number<std::int64_t>(),
            number<std::int64_t>()};
  }

  Limits limits() {
    Limits made{amount(), std::nullopt, amount(), amount()};
    if (chance()) made.wall = length();
    return made;
  }

  agent::Plan agent_plan() {
    agent::Plan made;
    made.order = {.role = text() + "r",
                  .argv = {text() + "a", text(), text()},
                  .dialect = static_cast<Dialect>(below(9)),
                  .prompt = text(),
                  .stall = length(),
                  .linger = length(),
                  .max_turns = number<std::int32_t>(),
                  .max_retries = number<std::uint32_t>()};
    made.workspace = text();
    made.cwd = text();
    made.log_dir = text();
    made.timeout = length();
    if (chance()) made.env = {{text(), text()}, {"A", text()}};
    made.budgets = {limits(), limits(), static_cast<UnknownCost>(below(3))};
    made.environment = texts();
    made.environment_digest = digest();
    made.isolation = text();
    return made;
  }

  agent::Command told_command() {
    agent::Command made{text(), std::nullopt, chance(), number<std::uint32_t>(), chance()};
    if (chance()) made.exit_code = number<std::int32_t>();
    return made;
  }

  agent::Transcript transcript() {
    agent::Transcript made;
    made.ending = static_cast<agent::Ending>(below(3));
    made.stop_reason = text();
    made.final_text = text();
    made.model = text();
    made.turns = number<std::int32_t>();
    made.tokens = {number<std::int64_t>(), number<std::int64_t>(), number<std::int64_t>(),
                   number<std::int64_t>(), number<std::int64_t>()};
    made.tokens_told = chance();
    made.micro_usd = amount();
    for (std::size_t i = below(3); i > 0; --i) made.commands.push_back(told_command());
    made.edited = texts();
    made.edits = number<std::uint32_t>();
    made.tool_calls = number<std::uint32_t>();
    made.denials = texts();
    made.errors = texts();
    made.trouble = static_cast<agent::Trouble>(below(8));
    made.retries = number<std::uint32_t>();
    made.resets_at = instant();
    if (chance()) made.retry_after = length();
    made.limit_reached = chance();
    made.lines = number<std::uint64_t>();
    made.broken_lines = number<std::uint64_t>();
    return made;
  }

  Evidence evidence() {
    Evidence made;
    made.exit = {static_cast<ExitKind>(below(10)), number<int>(), number<int>(), text()};
    made.reading.says_complete = chance();
    if (chance()) made.transcript = std::make_shared<const agent::Transcript>(transcript());
    made.started = Instant{Millis{number<std::int64_t>()}};
    made.duration = Millis{number<std::int64_t>()};
    made.output = {text(), number<std::uint64_t>(), number<std::uint64_t>(), digest(), digest()};
    made.usage = {length(), length(), number<std::uint64_t>()};
    for (std::size_t i = below(3); i > 0; --i) made.orphans.push_back({number<int>(), text()});
    made.reading.tally = {number<std::int64_t>(),
                          number<std::int64_t>(),
                          number<std::int64_t>(),
                          chance(),
                          text(),
                          text()};
    made.reading.cache_marker = text();
    made.reading.transient = text();
    made.reading.excerpt = texts();
    return made;
  }

  std::mt19937_64 rng_;
};

bool same(const Captured& a, const Captured& b) {
  return a.log_path == b.log_path && a.bytes == b.bytes && a.stored == b.stored &&
         a.stream == b.stream && a.log == b.log;
}

bool same(const Evidence& a, const Evidence& b) {
  return a.exit == b.exit && a.started == b.started && a.duration == b.duration &&
         same(a.output, b.output) && a.usage.user == b.usage.user &&
         a.usage.system == b.usage.system && a.usage.max_rss_kib == b.usage.max_rss_kib &&
         a.orphans == b.orphans && a.reading.tally == b.reading.tally &&
         a.reading.cache_marker == b.reading.cache_marker &&
         a.reading.transient == b.reading.transient && a.reading.excerpt == b.reading.excerpt &&
         a.reading.says_complete == b.reading.says_complete && !a.transcript == !b.transcript &&
         (!a.transcript || *a.transcript == *b.transcript);
}

bool same(const agent::Plan& a, const agent::Plan& b) {
  return a.order == b.order && a.workspace == b.workspace && a.cwd == b.cwd &&
         a.log_dir == b.log_dir && a.timeout == b.timeout && a.env == b.env &&
         a.budgets == b.budgets && a.environment == b.environment &&
         a.environment_digest == b.environment_digest && a.isolation == b.isolation;
}

bool same(const verify::Plan& a, const verify::Plan& b) {
  return a.manifest == b.manifest && a.policy == b.policy && a.workspace == b.workspace &&
         a.cwd == b.cwd && a.jobs == b.jobs && a.lint == b.lint && a.lints == b.lints &&
         a.log_dir == b.log_dir && a.expected_ms == b.expected_ms &&
         a.environment == b.environment && a.environment_digest == b.environment_digest &&
         a.isolation == b.isolation && a.manifest_digest == b.manifest_digest;
}

bool same(const goals::Plan& a, const goals::Plan& b) {
  const bool commands =
      a.commands && b.commands ? same(*a.commands, *b.commands) : !a.commands && !b.commands;
  return a.phase == b.phase && a.phase_dir == b.phase_dir && a.workspace == b.workspace &&
         a.round == b.round && a.sources == b.sources && a.tasks == b.tasks &&
         *a.checks == *b.checks && a.judges == b.judges && a.budgets == b.budgets && commands;
}

bool same(const Event& a, const Event& b) {
  if (a.index() != b.index() || instant_of(a) != instant_of(b)) return false;
  return match(
      a,
      [&](const RunStarted& e) {
        const auto& o = std::get<RunStarted>(b);
        if (e.run_id != o.run_id || e.plan.index() != o.plan.index()) return false;
        return match(
            e.plan, [&](const Plan& plan) { return same(*plan, *std::get<Plan>(o.plan)); },
            [&](const AgentPlan& plan) { return same(*plan, *std::get<AgentPlan>(o.plan)); },
            [&](const GoalsPlan& plan) { return same(*plan, *std::get<GoalsPlan>(o.plan)); });
      },
      [](const RunResumed&) { return true; },
      [&](const TreeObserved& e) {
        const auto& o = std::get<TreeObserved>(b);
        return e.key == o.key && e.digest == o.digest && e.head == o.head &&
               e.changed == o.changed && e.commits == o.commits;
      },
      [&](const SpendingReported& e) {
        const auto& o = std::get<SpendingReported>(b);
        return e.key == o.key && e.others_today == o.others_today;
      },
      [&](const WorkspaceInspected& e) {
        return e.results == std::get<WorkspaceInspected>(b).results;
      },
      [&](const AttemptEnded& e) {
        const auto& o = std::get<AttemptEnded>(b);
        return e.key == o.key && e.name == o.name && same(e.evidence, o.evidence);
      },
      [](const WorldIdle&) { return true; },
      [&](const DrainReported& e) { return e.alive == std::get<DrainReported>(b).alive; },
      [&](const CancelRequested& e) { return e.by == std::get<CancelRequested>(b).by; },
      [&](const RunParked& e) {
        const auto& o = std::get<RunParked>(b);
        return e.until == o.until && e.reason == o.reason;
      },
      [&](const RunConcluded& e) {
        const auto& o = std::get<RunConcluded>(b);
        return e.outcome == o.outcome && e.trace == o.trace;
      });
}

std::string error_of(std::string_view kind, std::string_view body) {
  const Result<Event> event = decode(kind, Instant{}, body);
  return event ? "" : event.error().what;
}

}  // namespace

TEST_CASE("journal: every event reads back as it was written") {
  std::size_t kinds[std::variant_size_v<Event>] = {};
  for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
    CAPTURE(seed);
    const Event event = Maker(seed).event();
    const StoredEvent stored = encode(event);
    CAPTURE(stored.body);
    const Result<Event> back = decode(stored.kind, instant_of(event), stored.body);
    REQUIRE_MESSAGE(back, back.error().what);
    REQUIRE(same(event, *back));
    REQUIRE(encode(*back).body == stored.body);
    ++kinds[event.index()];
  }
  for (const std::size_t count : kinds) CHECK(count > 250);
}

TEST_CASE("journal: the stored form does not change") {
  AttemptEnded ended{Instant{Millis{5}}, {3, 1}, "unit", {}};
  ended.evidence.exit = {ExitKind::exited, 0, 0, ""};
  ended.evidence.started = Instant{Millis{1'763'242'212'347}};
  ended.evidence.duration = Millis{12};
  const Digest digest = digest_of("ok\n");
  ended.evidence.output = {
      "/home/me/.local/state/assay/project-0123456789/runs/20261115-213012347-k7f3q9/logs/"
      "unit-1.log",
      3, 3, digest, digest};
  ended.evidence.usage = {Millis{4}, Millis{2}, 3400};
  const StoredEvent stored = encode(ended);
  CHECK(stored.kind == "attempt_ended");
  CHECK(
      stored.body ==
      "{\"unit\":3,\"attempt\":1,\"name\":\"unit\",\"exit\":\"exited\",\"code\":0,"
      "\"started_ms\":1763242212347,\"duration_ms\":12,\"output\":{\"log_path\":\"/home/me/.local/"
      "state/assay/"
      "project-0123456789/runs/20261115-213012347-k7f3q9/logs/unit-1.log\",\"bytes\":3,\"stream\":"
      "\"dc51b8c96c2d745df3bd5590d990230a482fd247123599548e0632fdbf97fc22\"},\"user_ms\":4,"
      "\"system_ms\":2,"
      "\"max_rss_kib\":3400}");
  CHECK(stored.body.size() < 400);
  CHECK(encode(RunResumed{}).body == "{}");
  CHECK(encode(WorldIdle{}).kind == "world_idle");
  CHECK(encode(DrainReported{{}, 0}).body == "{\"alive\":0}");
  CHECK(encode(TreeObserved{{}, {1, 2}, "\xFF", {}, {}, {}}).body ==
        "{\"unit\":1,\"attempt\":2,\"digest\":\"\\udcff\"}");
  CHECK(encode(CancelRequested{{}, "SIGINT"}).body == "{\"by\":\"SIGINT\"}");
  CHECK(encode(RunConcluded{{}, Outcome::exhausted, "t"}).body ==
        "{\"outcome\":\"exhausted\",\"trace\":\"t\"}");
  const Instant noon{Millis{1'800'000'000'000}};
  CHECK(encode(RunParked{{}, noon, "quota"}).body ==
        "{\"until_ms\":1800000000000,\"reason\":\"quota\"}");
  CHECK(encode(RunParked{}).body == "{}");
  CHECK(encode(SpendingReported{{}, {0, 2}, {3, Millis{4}, 5, 6, 7}}).body ==
        "{\"unit\":0,\"attempt\":2,\"launches\":3,\"wall_ms\":4,\"tokens\":5,\"micro_usd\":6,"
        "\"of_unknown_cost\":7}");
  agent::Plan asked;
  asked.order = {
      .role = "dev", .argv = {"claude", "-p"}, .dialect = Dialect::claude, .prompt = "Go"};
  asked.budgets.run.launches = 3;
  CHECK(encode(RunStarted{{}, "r1", std::make_shared<const agent::Plan>(asked)}).body ==
        "{\"run_id\":\"r1\",\"agent\":{\"order\":{\"role\":\"dev\",\"argv\":[\"claude\",\"-p\"],"
        "\"dialect\":\"claude\",\"prompt\":\"Go\"},\"budgets\":{\"run\":{\"launches\":3},"
        "\"unknown_cost\":\"refuse\"}}}");
  const RunStarted started{{}, "r1", std::make_shared<const verify::Plan>()};
  CHECK(encode(started).body == "{\"run_id\":\"r1\",\"verify\":{\"manifest\":{\"commands\":[]}}}");
}

TEST_CASE("journal: what this version does not know is refused by name") {
  struct Row {
    const char* kind;
    const char* body;
    const char* want;
  };
  const Row rows[] = {
      {"run_paused", "{}", "run_paused: unknown kind of event (written by a newer assay?)"},
      {"world_idle", R"({"x":1})", "world_idle: unknown key 'x' (written by a newer assay?)"},
      {"attempt_ended", R"({"unit":1,"attempt":1,"name":"a","exit":"exited","mood":"good"})",
       "attempt_ended: unknown key 'mood' (written by a newer assay?)"},
      {"attempt_ended", R"({"unit":1,"attempt":1,"name":"a","exit":"vanished"})",
       "attempt_ended: unknown word 'vanished'"},
      {"attempt_ended", R"({"unit":1,"attempt":1,"name":"a","exit":"lost","tally":{"guessed":1}})",
       "attempt_ended: unknown key 'guessed' (written by a newer assay?)"},
      {"attempt_ended", R"({"unit":1,"attempt":1,"name":"a"})",
       "attempt_ended: missing key 'exit'"},
      {"attempt_ended", R"({"unit":1,"unit":2})", "attempt_ended: duplicate key 'unit'"},
      {"attempt_ended", R"({"unit":-1})", "attempt_ended: -1 is out of range"},
      {"attempt_ended", R"({"unit":4294967296})", "attempt_ended: 4294967296 is out of range"},
      {"attempt_ended", R"({"unit":1.5})", "attempt_ended: expected an integer"},
      {"attempt_ended", R"({"output":{"stream":"12"}})", nullptr},
      {"run_concluded", R"({"trace":"t"})", "run_concluded: missing key 'outcome'"},
      {"run_concluded", R"({"outcome":"won"})", "run_concluded: unknown word 'won'"},
      {"drain_reported", "{}", "drain_reported: missing key 'alive'"},
      {"run_resumed", "{} {}", "run_resumed: more text after the end of the document"},
      {"run_resumed", "", "run_resumed: the document ends too early"},
      {"run_resumed", "[]", "run_resumed: expected an object"},
      {"cancel_requested", "{\"by\":\"\xFF\"}", "cancel_requested: invalid UTF-8 (byte 0xff)"},
      {"run_started", R"({"run_id":"r"})", "run_started: a run has exactly one plan"},
      {"run_started", R"({"run_id":"r","verify":{}})", "run_started: missing key 'manifest'"},
      {"run_started", R"({"verify":{"manifest":{"commands":[{"id":"a","command":"x","mood":1}]}}})",
       nullptr},
      {"run_started", R"({"verify":{"manifest":{"commands":[{"id":"a"}]}}})", nullptr},
      {"run_started", R"({"run_id":"r","agent":{}})", "run_started: missing key 'order'"},
      {"run_started",
       R"({"run_id":"r","agent":{"order":{"role":"a","argv":["x"],"dialect":"text"}},"verify":{"manifest":{"commands":[]}}})",
       "run_started: a run has exactly one plan"},
      {"run_started", R"({"run_id":"r","agent":{"order":{"role":"a","argv":["x"]}}})",
       "run_started: missing key 'dialect'"},
      {"run_started", R"({"run_id":"r","agent":{"order":{"dialect":"klingon"}}})",
       "run_started: unknown word 'klingon'"},
      {"run_started", R"({"run_id":"r","agent":{"order":{"argv":"x"}}})", nullptr},
      {"run_started", R"({"run_id":"r","agent":{"order":{"max_turns":2147483648}}})",
       "run_started: 2147483648 is out of range"},
      {"run_started", R"({"run_id":"r","agent":{"env":["A"]}})",
       "run_started: env: a name without a value"},
      {"run_started", R"({"run_id":"r","agent":{"budgets":{"run":{"euros":1}}}})",
       "run_started: unknown key 'euros' (written by a newer assay?)"},
      {"run_started", R"({"run_id":"r","agent":{"budgets":{"run":{"launches":null}}}})", nullptr},
      {"attempt_ended", R"({"unit":1,"attempt":1,"name":"a","exit":"stalled","transcript":{}})",
       "attempt_ended: missing key 'ending'"},
      {"attempt_ended", R"({"transcript":{"ending":"success","commands":[1]}})", nullptr},
      {"attempt_ended", R"({"transcript":{"ending":"success","commands":[{"mood":1}]}})",
       "attempt_ended: unknown key 'mood' (written by a newer assay?)"},
      {"attempt_ended", R"({"transcript":{"trouble":"boredom"}})",
       "attempt_ended: unknown word 'boredom'"},
      {"attempt_ended", R"({"transcript":{"turns":1,"turns":2}})",
       "attempt_ended: duplicate key 'turns'"},
      {"attempt_ended", R"({"transcript":{"lines":-1}})", "attempt_ended: -1 is out of range"},
      {"attempt_ended", R"({"transcript":[]})", "attempt_ended: expected an object"},
      {"spending_reported", R"({"unit":1})", "spending_reported: missing key 'attempt'"},
      {"spending_reported", R"({"unit":1,"attempt":1,"tokens":1e3})", nullptr},
      {"spending_reported", R"({"unit":1,"attempt":1,"euros":1})",
       "spending_reported: unknown key 'euros' (written by a newer assay?)"},
      {"run_parked", R"({"until_ms":"soon"})", nullptr},
      {"run_parked", R"({"mood":1})", "run_parked: unknown key 'mood' (written by a newer assay?)"},
      {"tree_observed", R"({"unit":1,"attempt":1,"changed":"all"})", nullptr},
  };
  for (const Row& row : rows) {
    CAPTURE(row.kind);
    CAPTURE(row.body);
    const std::string error = error_of(row.kind, row.body);
    CHECK(error != "");
    if (row.want != nullptr) CHECK(error == row.want);
    CHECK(error.substr(0, std::string_view(row.kind).size()) == row.kind);
  }
}

TEST_CASE("journal: every beginning of a body is refused") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const StoredEvent stored = encode(Maker(seed).event());
    for (std::size_t size = 0; size < stored.body.size(); ++size) {
      CAPTURE(size);
      REQUIRE(error_of(stored.kind, stored.body.substr(0, size)) != "");
    }
  }
}

TEST_CASE("journal: a plan of 100,000 commands is written in one piece and read back") {
  verify::Plan plan;
  for (int i = 0; i < 100'000; ++i) {
    verify::CommandSpec spec;
    spec.id = "gate-" + std::to_string(i);
    spec.command = "./run --case " + std::to_string(i) + " --log out.txt";
    spec.parallel_safe = true;
    plan.manifest.commands.push_back(std::move(spec));
  }
  const verify::Manifest manifest = plan.manifest;
  const Event event = RunStarted{{}, "r", std::make_shared<const verify::Plan>(std::move(plan))};
  const StoredEvent stored = encode(event);
  CHECK(stored.body.size() < 12'000'000);
  CHECK(stored.body.capacity() < stored.body.size() * 2);
  const Result<Event> back = decode(stored.kind, {}, stored.body);
  REQUIRE(back);
  CHECK(std::get<Plan>(std::get<RunStarted>(*back).plan)->manifest == manifest);
}
