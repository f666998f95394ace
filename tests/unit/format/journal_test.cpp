// SPDX-License-Identifier: MIT
#include "format/journal.h"

#include "base/match.h"
#include "unit/format/event_maker.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <random>

using namespace assay;
using namespace assay::core;
using namespace assay::format;
using assay::test::Maker;

namespace {

using Plan = std::shared_ptr<const verify::Plan>;
using AgentPlan = std::shared_ptr<const agent::Plan>;
using GoalsPlan = std::shared_ptr<const goals::Plan>;
using LoopPlan = std::shared_ptr<const loop::Plan>;
using PipelinePlan = std::shared_ptr<const core::pipeline::Plan>;

/// Converts to anything: so many of them make a T of so many fields.
struct AnyField {
  template <class Field>
  operator Field() const;  // NOLINT: implicit, and never defined
};
template <class Plan, class... Fields>
constexpr std::size_t fields_of() {
  if constexpr (requires { Plan{Fields{}..., AnyField{}}; })
    return fields_of<Plan, Fields..., AnyField>();
  else
    return sizeof...(Fields);
}

// A field that is in a plan and in no codec is lost when a run is resumed. A new one belongs into
// both codecs (src/format/journal), into event_maker.h and into same() below; then it is counted.
static_assert(fields_of<verify::Plan>() == 17);
static_assert(fields_of<agent::Plan>() == 10);
static_assert(fields_of<goals::Plan>() == 11);
static_assert(fields_of<loop::Plan>() == 24);
static_assert(fields_of<core::pipeline::Plan>() == 25);
static_assert(fields_of<work::Hand>() == 3);

bool same(const Captured& a, const Captured& b) {
  return a.log_path == b.log_path && a.bytes == b.bytes && a.stored == b.stored &&
         a.stream == b.stream && a.log == b.log;
}

template <class Value>
bool same_value(const std::shared_ptr<const Value>& a, const std::shared_ptr<const Value>& b) {
  return a && b ? *a == *b : !a && !b;
}

bool same(const Evidence& a, const Evidence& b) {
  return a.exit == b.exit && a.started == b.started && a.duration == b.duration &&
         same(a.output, b.output) && a.usage.user == b.usage.user &&
         a.usage.system == b.usage.system && a.usage.max_rss_kib == b.usage.max_rss_kib &&
         a.orphans == b.orphans && a.lost == b.lost && a.reading.swallowed == b.reading.swallowed &&
         a.reading.tally == b.reading.tally && a.reading.passed_tests == b.reading.passed_tests &&
         a.reading.failed_tests == b.reading.failed_tests &&
         a.reading.cache_marker == b.reading.cache_marker &&
         a.reading.transient == b.reading.transient && a.reading.excerpt == b.reading.excerpt &&
         a.reading.says_complete == b.reading.says_complete &&
         same_value(a.reading.saying, b.reading.saying) &&
         same_value(a.reading.pull_request, b.reading.pull_request) &&
         !a.transcript == !b.transcript && (!a.transcript || *a.transcript == *b.transcript);
}

bool same(const agent::Plan& a, const agent::Plan& b) {
  return a.order == b.order && a.workspace == b.workspace && a.cwd == b.cwd &&
         a.log_dir == b.log_dir && a.timeout == b.timeout && a.env == b.env &&
         a.budgets == b.budgets && a.environment == b.environment &&
         a.environment_digest == b.environment_digest && a.isolation == b.isolation;
}

bool same(const verify::Plan& a, const verify::Plan& b) {
  return a.manifest == b.manifest && a.policy == b.policy && a.workspace == b.workspace &&
         a.cwd == b.cwd && a.jobs == b.jobs && a.name_tests == b.name_tests && a.lint == b.lint &&
         a.lints == b.lints && a.log_dir == b.log_dir && a.expected_ms == b.expected_ms &&
         a.environment == b.environment && a.environment_digest == b.environment_digest &&
         a.isolation == b.isolation && a.left_out == b.left_out &&
         a.compared_with == b.compared_with && a.weaker == b.weaker &&
         a.manifest_digest == b.manifest_digest;
}

bool same(const goals::Plan& a, const goals::Plan& b) {
  const bool commands =
      a.commands && b.commands ? same(*a.commands, *b.commands) : !a.commands && !b.commands;
  return a.phase == b.phase && a.phase_dir == b.phase_dir && a.workspace == b.workspace &&
         a.report == b.report && a.round == b.round && a.sources == b.sources &&
         a.tasks == b.tasks && *a.checks == *b.checks && a.judges == b.judges &&
         a.budgets == b.budgets && commands;
}

bool same(const std::optional<work::Hand>& a, const std::optional<work::Hand>& b) {
  if (!a || !b) return !a && !b;
  return a->order == b->order && a->timeout == b->timeout && a->env == b->env;
}

bool same(const loop::Plan& a, const loop::Plan& b) {
  const bool gates = a.gates && b.gates ? same(*a.gates, *b.gates) : !a.gates && !b.gates;
  return a.spec == b.spec && a.spec_dir == b.spec_dir && a.workspace == b.workspace &&
         a.work_dir == b.work_dir && a.log_dir == b.log_dir && *a.pinned == *b.pinned &&
         a.tasks == b.tasks && a.verified == b.verified && a.settings == b.settings &&
         a.until == b.until && same(a.executor, b.executor) && same(a.qa, b.qa) &&
         same(a.reviewer, b.reviewer) && a.budgets == b.budgets && gates && a.policy == b.policy &&
         a.isolation == b.isolation && a.environment == b.environment &&
         a.environment_digest == b.environment_digest && a.reading == b.reading &&
         a.tests == b.tests && a.setup == b.setup && a.guarded == b.guarded && a.before == b.before;
}

bool same(const std::map<std::string, work::Hand>& a, const std::map<std::string, work::Hand>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
    return x.first == y.first && same(std::optional(x.second), std::optional(y.second));
  });
}

bool same(const core::pipeline::Plan& a, const core::pipeline::Plan& b) {
  const bool gates = a.gates && b.gates ? same(*a.gates, *b.gates) : !a.gates && !b.gates;
  return a.slug == b.slug && a.request == b.request && a.source == b.source &&
         a.source_name == b.source_name && a.definition == b.definition &&
         a.feature_dir == b.feature_dir && a.workspace == b.workspace && a.work_dir == b.work_dir &&
         a.log_dir == b.log_dir && a.state_dir == b.state_dir && a.program == b.program &&
         a.weaker == b.weaker && a.approval == b.approval && a.concurrency == b.concurrency &&
         a.on_exhausted == b.on_exhausted && a.allow_dirty == b.allow_dirty && a.from == b.from &&
         a.dirty == b.dirty && same(a.hands, b.hands) && a.budgets == b.budgets && gates &&
         a.on_default_branch == b.on_default_branch && a.isolation == b.isolation &&
         a.environment == b.environment && a.environment_digest == b.environment_digest;
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
            [&](const GoalsPlan& plan) { return same(*plan, *std::get<GoalsPlan>(o.plan)); },
            [&](const LoopPlan& plan) { return same(*plan, *std::get<LoopPlan>(o.plan)); },
            [&](const PipelinePlan& plan) { return same(*plan, *std::get<PipelinePlan>(o.plan)); });
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
      [&](const WorkInspected& e) {
        const auto& o = std::get<WorkInspected>(b);
        return e.key == o.key && e.sight == o.sight;
      },
      [&](const WorkDone& e) {
        const auto& o = std::get<WorkDone>(b);
        return e.key == o.key && e.result == o.result;
      },
      [&](const OutputsRead& e) {
        const auto& o = std::get<OutputsRead>(b);
        return e.key == o.key && e.outputs == o.outputs;
      },
      [&](const RowsRecorded& e) {
        const auto& o = std::get<RowsRecorded>(b);
        return e.key == o.key && e.checks == o.checks && e.telemetry == o.telemetry;
      },
      [&](const RowsCounted& e) {
        const auto& o = std::get<RowsCounted>(b);
        return e.key == o.key && e.numbers == o.numbers;
      },
      [&](const ApprovalGiven& e) {
        const auto& o = std::get<ApprovalGiven>(b);
        return e.key == o.key && e.gate_id == o.gate_id && e.option == o.option &&
               e.comment == o.comment && e.by == o.by;
      },
      [&](const AttemptEnded& e) {
        const auto& o = std::get<AttemptEnded>(b);
        return e.key == o.key && e.name == o.name && same(e.evidence, o.evidence);
      },
      [](const WorldIdle&) { return true; },
      [&](const DrainReported& e) { return e.alive == std::get<DrainReported>(b).alive; },
      [&](const CancelRequested& e) {
        const auto& o = std::get<CancelRequested>(b);
        return e.by == o.by && e.for_good == o.for_good;
      },
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
  for (std::uint64_t seed = 1; seed <= 6000; ++seed) {
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
        "{\"run_id\":\"r1\",\"rules\":2,\"agent\":{\"order\":{\"role\":\"dev\",\"argv\":["
        "\"claude\",\"-p\"],"
        "\"dialect\":\"claude\",\"prompt\":\"Go\"},\"budgets\":{\"run\":{\"launches\":3},"
        "\"unknown_cost\":\"count_tokens\"}}}");
  CHECK(encode(RowsCounted{{}, {1, 2}, {3, std::nullopt, -1}}).body ==
        "{\"unit\":1,\"attempt\":2,\"numbers\":[3,null,-1]}");
  CHECK(encode(ApprovalGiven{{}, {1, 1}, "gate-plan", "approve", "go on", "me"}).body ==
        "{\"unit\":1,\"attempt\":1,\"gate\":\"gate-plan\",\"option\":\"approve\","
        "\"comment\":\"go on\",\"by\":\"me\"}");
  RowsRecorded rows{{}, {1, 1}, {}, {}};
  rows.checks.push_back(
      {"T-1", "after", "tests", "make", "make test", 2, "1 failed", false, "", "", 2});
  rows.telemetry.push_back({"verify", "assay", "", "a", "b", "DONE", 1, 0, ""});
  CHECK(encode(rows).body ==
        "{\"unit\":1,\"attempt\":1,\"checks\":[{\"task\":\"T-1\",\"phase\":\"after\","
        "\"check\":\"tests\",\"tool\":\"make\",\"command\":\"make test\",\"exit_code\":2,"
        "\"snippet\":\"1 failed\",\"round\":2}],\"telemetry\":[{\"step\":\"verify\","
        "\"agent\":\"assay\",\"started_at\":\"a\",\"completed_at\":\"b\",\"status\":\"DONE\","
        "\"dispatches\":1,\"retries\":0}]}");
  core::pipeline::Artifact verdict;
  verdict.path = "v.yaml";
  verdict.contract = core::pipeline::Contract::verdict;
  verdict.exists = true;
  verdict.stamp = "s";
  verdict.review = agent::Review{"m", "security", "code", agent::Vote::blocker, {1, 0, 0, 0}, "no"};
  CHECK(encode(OutputsRead{{}, {4, 1}, {{verdict}, {}, {"spec.md"}}}).body ==
        "{\"unit\":4,\"attempt\":1,\"artifacts\":[{\"path\":\"v.yaml\",\"contract\":\"verdict\","
        "\"exists\":true,\"stamp\":\"s\",\"review\":{\"model\":\"m\",\"focus\":\"security\","
        "\"scope\":\"code\",\"verdict\":\"blocker\",\"blocker\":1,\"summary\":\"no\"}}],"
        "\"missing\":[\"spec.md\"]}");
  const RunStarted started{{}, "r1", std::make_shared<const verify::Plan>(), Rules::v0_1};
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
      {"rows_counted", R"({"unit":1,"attempt":1,"numbers":[1.5]})",
       "rows_counted: expected an integer or null"},
      {"rows_counted", R"({"unit":1,"attempt":1,"numbers":[9223372036854775808]})",
       "rows_counted: expected an integer or null"},
      {"rows_counted", R"({"unit":1,"attempt":1})", "rows_counted: missing key 'numbers'"},
      {"rows_recorded", R"({"unit":1,"attempt":1,"checks":[{"task":"a"}]})",
       "rows_recorded: missing key 'round'"},
      {"rows_recorded", R"({"checks":[{"mood":"a"}]})",
       "rows_recorded: unknown key 'mood' (written by a newer assay?)"},
      {"rows_recorded", R"({"telemetry":[7]})", "rows_recorded: expected an object"},
      {"rows_recorded", R"({"checks":[{"exit_code":2147483648}]})",
       "rows_recorded: 2147483648 is out of range"},
      {"outputs_read", R"({"unit":1,"attempt":1,"artifacts":[{"path":"a"}]})",
       "outputs_read: missing key 'contract'"},
      {"outputs_read", R"({"artifacts":[{"contract":"poem"}]})",
       "outputs_read: unknown word 'poem'"},
      {"outputs_read", R"({"artifacts":[{"review":{"verdict":"maybe"}}]})",
       "outputs_read: unknown word 'maybe'"},
      {"outputs_read", R"({"artifacts":[{"review":{}}]})", "outputs_read: missing key 'verdict'"},
      {"outputs_read", R"({"artifacts":[{"plan":{"risk":"red","tasks":[{"size":"Large"}]}}]})",
       "outputs_read: missing key 'risk'"},
      {"approval_given", R"({"unit":1,"attempt":1,"gate":"g"})",
       "approval_given: missing key 'option'"},
      {"run_started", R"({"run_id":"r","pipeline":{}})", "run_started: missing key 'source'"},
      {"run_started",
       R"({"run_id":"r","pipeline":{"source":"steps: 7","steps":1,"approval":"autonomous","concurrency":4,"on_exhausted":"stop"}})",
       "run_started: its definition is read in another way by this version of assay"},
      {"run_started", R"({"run_id":"r","pipeline":{"hands":{"a":{}}}})",
       "run_started: missing key 'order'"},
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
