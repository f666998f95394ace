// SPDX-License-Identifier: MIT
#include "format/journal.h"

#include "core/event_records.h"
#include "unit/format/journal/event_maker.h"

#include <doctest/doctest.h>

#include <memory>

using namespace assay;
using namespace assay::core;
using namespace assay::format;
using assay::test::Maker;

namespace {

using Plan = std::shared_ptr<const verify::Plan>;

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
    REQUIRE(is_equal(event, *back));
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
