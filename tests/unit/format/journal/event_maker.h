// SPDX-License-Identifier: MIT
// Events of every kind, made from a seed.
#pragma once

#include "core/ask/event.h"
#include "core/plans.h"
#include "format/goals/impl_task.h"
#include "format/pipeline/pipeline.h"
#include "format/tasks/saying.h"
#include "format/tasks/tasks.h"

#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace assay::test {

using namespace core;
using namespace format;

/// Makes values of every kind, with a liking for limits and for bytes that are no text.
class Maker {
 public:
  explicit Maker(std::uint64_t seed) : rng_(seed) {}

  Event event() {
    const Instant at{Millis{number<std::int64_t>()}};
    switch (below(20)) {
      case 0:
        if (chance())
          return RunStarted{at, text(), std::make_shared<const verify::Plan>(plan()), rules()};
        if (chance())
          return RunStarted{at, text(), std::make_shared<const loop::Plan>(loop_plan()), rules()};
        if (chance())
          return RunStarted{at, text(), std::make_shared<const pipeline::Plan>(pipeline_plan()),
                            rules()};
        if (chance())
          return RunStarted{at, text(), std::make_shared<const goals::Plan>(goals_plan()), rules()};
        return RunStarted{at, text(), std::make_shared<const agent::Plan>(agent_plan()), rules()};
      case 1: return RunResumed{at};
      case 2: return tree_observed(at);
      case 3: return AttemptEnded{at, key(), text(), evidence()};
      case 4: return WorldIdle{at};
      case 5: return DrainReported{at, number<std::uint32_t>()};
      case 6: return CancelRequested{at, text(), chance()};
      case 7: return SpendingReported{at, key(), spent()};
      case 8: return RunParked{at, instant(), text()};
      case 9: return WorkspaceInspected{at, check_results()};
      case 10: return WorkInspected{at, key(), sight()};
      case 11: return WorkDone{at, key(), work_result()};
      case 12: return OutputsRead{at, key(), outputs()};
      case 13: return RowsRecorded{at, key(), check_rows(), telemetry_rows()};
      case 14: return RowsCounted{at, key(), amounts()};
      case 15: return ApprovalGiven{at, key(), text(), text(), text(), text()};
      case 16: return EvidenceRecalled{at, key(), recalled()};
      case 17: return Woken{at, key()};
      case 18: return goals_planned(at);
      default: return RunConcluded{at, static_cast<Outcome>(below(6)), text()};
    }
  }

  Rules rules() { return chance() ? Rules::v0_1 : rules_now; }

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
  using Contract = core::pipeline::Contract;

  core::pipeline::Plan pipeline_plan() {
    core::pipeline::Plan made;
    made.slug = text();
    made.request = text();
    made.source_name = text();
    made.source =
        "version: 1\nname: p\ndescription: d\nsteps:\n"
        "  - {id: setup, title: S, kind: prepare}\n"
        "  - {id: spec, title: T, kind: agents, role: spec, inputs: [request],\n"
        "     outputs: {spec-output.yaml: spec}}\n";
    made.definition = read_pipeline(made.source_name, made.source).definition;
    made.feature_dir = text();
    made.workspace = text();
    made.work_dir = text();
    made.log_dir = text();
    made.approval = static_cast<Approval>(below(2));
    made.concurrency = number<std::int32_t>();
    made.on_exhausted = static_cast<OnExhausted>(below(2));
    made.proof = static_cast<work::ProofDemand>(below(3));
    made.unchanged = chance();
    made.own_tests = texts();
    made.allow_dirty = chance();
    made.from = text();
    made.dirty = texts();
    for (std::size_t i = below(4); i > 0; --i) {
      if (const auto hand = this->hand()) made.hands[text()] = *hand;
    }
    made.budgets = agent_plan().budgets;
    if (chance()) made.gates = std::make_shared<const verify::Plan>(plan());
    made.on_default_branch = chance();
    made.weaker = texts();
    made.isolation = text();
    made.environment = texts();
    made.environment_digest = digest();
    return made;
  }

  agent::PlannedTask planned_task() {
    return {text(), text(), static_cast<agent::TaskSize>(below(2)), risk(), texts(), text()};
  }

  agent::Risk risk() { return static_cast<agent::Risk>(below(3)); }

  agent::Review review() {
    const auto count = [this] { return number<std::int64_t>(); };
    return {text(),
            text(),
            text(),
            static_cast<agent::Vote>(below(3)),
            {count(), count(), count(), count()},
            text()};
  }

  agent::TaskPlan task_plan() {
    agent::TaskPlan made{risk(), {}, {}};
    for (std::size_t i = below(3); i > 0; --i)
      made.waves.push_back({text(), texts(), number<std::int64_t>()});
    for (std::size_t i = below(3); i > 0; --i) made.tasks.push_back(planned_task());
    return made;
  }

  agent::TaskFile task_file() {
    agent::TaskFile made{planned_task(), text(), texts(), texts(), texts(), {}};
    for (std::size_t i = below(3); i > 0; --i) made.files_to_modify.push_back({text(), risk()});
    return made;
  }

  core::pipeline::Outputs outputs() {
    core::pipeline::Outputs made;
    made.artifacts.resize(below(3));
    for (core::pipeline::Artifact& artifact : made.artifacts) {
      artifact = {text(),   static_cast<Contract>(below(13)),
                  chance(), text(),
                  {},       texts(),
                  {},       text(),
                  {},       {},
                  {},       {}};
      if (chance()) artifact.whole = core::pipeline::Beginning{below(1000), text()};
      if (chance()) artifact.status = static_cast<agent::CompletionStatus>(below(3));
      if (chance()) artifact.review = review();
      if (chance()) artifact.plan = task_plan();
      if (chance()) artifact.task = task_file();
      for (std::size_t i = below(3); i > 0; --i)
        artifact.concerns.push_back(
            {static_cast<agent::Severity>(below(4)), text(), text(), text()});
      for (std::size_t i = below(3); i > 0; --i) artifact.changes.push_back({text(), text()});
      artifact.task_type = text();
    }
    made.inputs = texts();
    made.missing = texts();
    return made;
  }

  TreeObserved tree_observed(Instant at) {
    TreeObserved made{at, key(), text(), text(), texts(), texts()};
    made.tree = text();
    made.created.resize(below(3));
    for (ByProduct& each : made.created) each = {text(), text()};
    made.created_more = number<std::uint64_t>();
    made.by_bytes = texts();
    made.problem = text();
    made.inputs = texts();
    return made;
  }

  std::vector<Recalled> recalled() {
    std::vector<Recalled> made(below(3));
    for (Recalled& each : made)
      each = {number<std::uint32_t>(), text(), number<std::uint32_t>(),
              number<std::int64_t>(),  text(), number<std::uint32_t>()};
    return made;
  }

  std::vector<core::pipeline::CheckRow> check_rows() {
    std::vector<core::pipeline::CheckRow> rows(below(4));
    for (core::pipeline::CheckRow& row : rows) {
      row = {text(),
             text(),
             text(),
             text(),
             text(),
             {},
             text(),
             chance(),
             text(),
             text(),
             number<std::int64_t>()};
      if (chance()) row.exit_code = number<int>();
    }
    return rows;
  }

  std::vector<core::pipeline::TelemetryRow> telemetry_rows() {
    std::vector<core::pipeline::TelemetryRow> rows(below(4));
    for (core::pipeline::TelemetryRow& row : rows) {
      row = {text(),
             text(),
             text(),
             text(),
             text(),
             text(),
             number<std::int64_t>(),
             number<std::int64_t>(),
             text()};
    }
    return rows;
  }

  std::vector<std::optional<std::int64_t>> amounts() {
    std::vector<std::optional<std::int64_t>> made(below(4));
    for (auto& one : made) one = amount();
    return made;
  }

  work::WorkSight sight() {
    work::WorkSight made{text(),  text(), text(),  text(),  chance(),
                         texts(), {},     texts(), texts(), {}};
    for (std::size_t i = below(3); i > 0; --i) made.commits.push_back({text(), text(), texts()});
    made.added = texts();
    made.empty = texts();
    made.ignored = texts();
    made.origin = text();
    made.since_origin = texts();
    made.committed_since = chance();
    made.name = text();
    for (std::size_t i = below(3); i > 0; --i) made.texts.read.push_back({text(), text(), text()});
    for (std::size_t i = below(3); i > 0; --i) made.texts.gone.push_back({text(), text(), text()});
    made.texts.asks_less = chance();
    for (std::size_t i = below(3); i > 0; --i) made.ticked.push_back(number<std::uint32_t>());
    made.differs = texts();
    made.reached = texts();
    made.repository = text();
    return made;
  }

  work::WorkResult work_result() {
    return {static_cast<work::WorkResult::Status>(below(3)), text(), text(), texts()};
  }

  std::shared_ptr<const loop::Saying> saying() {
    auto made = std::make_shared<loop::Saying>();
    agent::Signals& signals = made->signals;
    signals.task_complete = chance();
    signals.all_tasks_complete = chance();
    if (chance()) signals.verification = chance();
    if (chance()) signals.review = chance();
    signals.modification_asked = chance();
    if (chance())
      signals.modification = {static_cast<agent::ModificationKind>(below(3)),
                              text(),
                              text(),
                              {"- [ ] 1.1 t\n  - **Do**: d\n", text()}};
    if (chance()) signals.failure = agent::FailureBlock{text(), text(), text(), text(), text()};
    signals.contradictions = texts();
    for (std::size_t i = below(3); i > 0; --i)
      signals.remarks.push_back(
          {static_cast<agent::SignalRemark::Kind>(below(4)), below(100), text()});
    made->feedback = text();
    made->spec_level = chance();
    read_proposals(*made);
    return made;
  }

  std::shared_ptr<const PullRequestSight> pull_request() {
    auto made = std::make_shared<PullRequestSight>();
    *made = {text(), number<std::uint32_t>(), number<std::uint32_t>(), {}, text(), text()};
    for (std::size_t i = below(3); i > 0; --i)
      made->issues.push_back({text(), text(), text(), text()});
    return made;
  }

  std::optional<work::Hand> hand() {
    if (chance()) return std::nullopt;
    const agent::Plan agent = agent_plan();
    return work::Hand{agent.order, agent.timeout, agent.env};
  }

  loop::Plan loop_plan() {
    loop::Plan made;
    made.spec = text();
    made.spec_dir = text();
    made.workspace = text();
    made.work_dir = text();
    made.log_dir = text();
    made.pinned = std::make_shared<const std::string>(
        "## Phase 1: x\n- [ ] 1.1 one\n  - **Verify**: `make test`\n- [x] 1.2 [P] two\n");
    made.tasks = read_tasks(*made.pinned).tasks;
    made.verified = {chance(), chance()};
    made.reading = chance() ? loop::Reading::v0_1 : loop::Reading::v0_2;
    made.tests = texts();
    made.setup = texts();
    made.guarded = texts();
    made.own_tests = texts();
    for (std::size_t i = below(3); i > 0; --i)
      made.before.push_back({text(), static_cast<verify::Status>(below(3)), number<std::int64_t>(),
                             number<std::int64_t>(), number<std::int32_t>()});
    LoopSettings& settings = made.settings;
    for (std::int32_t* each :
         {&settings.max_task_iterations, &settings.max_global_iterations,
          &settings.max_fix_tasks_per_original, &settings.max_fix_task_depth,
          &settings.max_modifications_per_task, &settings.max_modification_depth, &settings.jobs,
          &settings.max_group, &settings.review_every, &settings.max_review_iterations,
          &settings.same_failure_limit, &settings.max_ci_cycles, &settings.max_ci_failures}) {
      if (chance()) *each = number<std::int32_t>();
    }
    settings.recovery_mode = chance();
    settings.review = chance();
    settings.review_on_silence = static_cast<OnSilence>(below(2));
    settings.allow_fewer_tests = chance();
    settings.proof = static_cast<work::ProofDemand>(below(3));
    settings.ci_wait = length();
    settings.max_pull_request_time = length();
    made.until = text();
    made.executor = hand();
    made.qa = hand();
    made.reviewer = hand();
    made.budgets = agent_plan().budgets;
    if (chance()) made.gates = std::make_shared<const verify::Plan>(plan());
    made.policy = {length(), chance(), static_cast<verify::FlakyPolicy>(below(2))};
    made.isolation = text();
    made.environment = texts();
    made.environment_digest = digest();
    return made;
  }

  std::vector<goals::CheckResult> check_results() {
    std::vector<goals::CheckResult> results(below(4));
    for (goals::CheckResult& result : results) {
      result = {static_cast<goals::CheckStatus>(below(3)), text(), text(), number<std::uint32_t>()};
    }
    return results;
  }

  GoalsPlanned goals_planned(Instant at) {
    GoalsPlanned made{.at = at, .key = key()};
    if (chance()) made.plan = std::make_shared<const goals::Plan>(goals_plan());
    made.problem = text();
    return made;
  }

  goals::Plan goals_plan() {
    goals::Plan plan;
    plan.phase = text();
    plan.phase_dir = text();
    plan.workspace = text();
    plan.report = text();
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

  verify::KnownList known() {
    verify::KnownList made{text(), {}, chance(), {}};
    for (std::size_t i = below(3); i > 0; --i)
      made.lines.push_back({text(), text(), text(), text(), number<std::uint32_t>(), chance()});
    for (std::size_t i = below(3); i > 0; --i) made.not_alone.push_back(number<std::uint32_t>());
    return made;
  }

  verify::TestBase base() {
    verify::TestBase made{text(), text(), text(), {}};
    for (std::size_t i = below(3); i > 0; --i)
      made.gates.push_back(
          {number<std::uint32_t>(), chance(), texts(), texts(), texts(), chance()});
    return made;
  }

  TestsNamed named() {
    const auto count = [this] { return number<std::uint64_t>(); };
    return {text(), digest(), count(), count(), count(), count(), count(), count(), chance()};
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
    made.name_tests = chance();
    made.keeps_outcomes = chance();
    if (chance()) made.known = known();
    if (chance()) made.base = base();
    made.policy.base = text();
    made.policy.known_failures = text();
    made.log_dir = text();
    for (std::uint32_t i = 0; i < below(3); ++i) core::verify::add_lint(made, i, lint());
    for (std::size_t i = below(3); i > 0; --i) made.expected_ms.push_back(number<std::uint32_t>());
    made.left_out = texts();
    made.compared_with = text();
    made.weaker = texts();
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
    made.order.pass_env = texts();
    made.order.sealed = texts();
    if (chance())
      made.order.spares = {{text(), texts(), static_cast<Dialect>(below(9)), texts(), {}, texts()},
                           {text(), {}, Dialect::text, {}, {{"A", text()}}, {}}};
    made.order.spare = number<std::uint32_t>();
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
    made.trouble = static_cast<agent::Trouble>(below(9));
    made.retries = number<std::uint32_t>();
    made.resets_at = instant();
    if (chance()) made.retry_after = length();
    made.limit_reached = chance();
    made.lines = number<std::uint64_t>();
    made.broken_lines = number<std::uint64_t>();
    made.edition = number<std::uint32_t>();
    made.cause = text();
    made.remedy = text();
    made.spare = number<std::uint32_t>();
    made.cost_computed = chance();
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
    for (std::size_t i = below(3); i > 0; --i) made.lost.push_back({text(), number<int>(), text()});
    if (chance()) made.reading.swallowed = text();
    made.reading.tally = {number<std::int64_t>(),
                          number<std::int64_t>(),
                          number<std::int64_t>(),
                          chance(),
                          text(),
                          text(),
                          text()};
    made.reading.missing = text();
    made.reading.passed_tests = texts();
    made.reading.failed_tests = texts();
    if (chance()) made.reading.tests = std::make_shared<const TestsNamed>(named());
    made.reading.cache_marker = text();
    made.reading.transient = text();
    made.reading.excerpt = texts();
    if (chance()) made.reading.saying = saying();
    if (chance()) made.reading.pull_request = pull_request();
    return made;
  }

  std::mt19937_64 rng_;
};

}  // namespace assay::test
