// SPDX-License-Identifier: MIT
// The pipeline machine in a world made from a seed: agents that write good, bad, old or no files, votes of every kind,
// checks that pass or not, answers that come at once or later, and coordinators that die at any moment. What must be
// true of every run is checked from outside.
#include "core/machine.h"
#include "format/embedded.h"
#include "format/pipeline/pipeline.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <deque>
#include <random>
#include <set>

using namespace assay;
using namespace assay::core;
using pipeline::Artifact;
using pipeline::Contract;

namespace {

pipeline::Definition definition(const std::string& name) {
  auto reading = format::read_pipeline(name, *format::embedded("pipelines/" + name + ".yaml"));
  REQUIRE(reading.problems.empty());
  return reading.definition;
}

std::shared_ptr<const pipeline::Plan> plan_of(const std::string& name, std::mt19937_64& rng) {
  auto plan = std::make_shared<pipeline::Plan>();
  plan->slug = "x";
  plan->request = "do it";
  plan->definition = definition(name);
  plan->feature_dir = "docs/feature/x";
  plan->workspace = "/w";
  plan->work_dir = "/s/work";
  plan->approval = rng() % 2 == 0 ? Approval::autonomous : Approval::interactive;
  plan->on_exhausted = rng() % 2 == 0 ? OnExhausted::stop : OnExhausted::proceed;
  plan->concurrency = static_cast<std::int32_t>(1 + rng() % 4);
  for (const pipeline::Step& step : plan->definition.steps) {
    const bool optional = step.dispatch.if_configured && rng() % 2 == 0;
    if (!step.dispatch.role.empty() && !optional) plan->hands[step.dispatch.role].order.role = step.dispatch.role;
  }
  auto gates = std::make_shared<verify::Plan>();
  gates->workspace = gates->cwd = "/w";
  verify::CommandSpec build;
  build.id = "build";
  build.command = "make";
  build.gate_type = verify::GateType::build;
  verify::CommandSpec test = build;
  test.id = "test";
  test.command = "make test";
  test.stage = 1;
  test.gate_type = verify::GateType::test;
  test.must_be_effective = true;
  gates->manifest.commands = {build, test};
  gates->manifest_digest = verify::digest_of(gates->manifest);
  plan->gates = std::move(gates);
  return plan;
}

class World {
 public:
  World(const std::string& name, std::uint64_t seed, bool crashes)
      : rng_(seed), crashes_(crashes), plan_(plan_of(name, rng_)) {
    sour_ = rng_() % 3 == 0 ? 4 : 25;  // how often things go wrong: one in so many
  }

  void run() {
    hear(RunStarted{now(), "r", plan_});
    for (int turns = 0; !machine_.outcome && turns < 20'000; ++turns) {
      if (crashes_ && chance(40)) {
        queue_.clear();
        flying_.clear();
        hear(RunResumed{now()});
        continue;
      }
      if (machine_.parked) {
        hear(RunResumed{now()});
        continue;
      }
      Event next = WorldIdle{now()};
      const bool lands = !flying_.empty() && (queue_.empty() || chance(2));
      if (lands) {
        const std::size_t which = rng_() % flying_.size();
        next = land(which);
      } else if (!queue_.empty()) {
        next = std::move(queue_.front());
        queue_.pop_front();
      }
      hear(next);
    }
    REQUIRE_MESSAGE(machine_.outcome.has_value(), "the run does not end");
    check_end();
  }

  const pipeline::State& state() const { return std::get<pipeline::State>(machine_.state); }
  std::optional<core::Outcome> outcome() const { return machine_.outcome; }

 private:
  Instant now() { return Instant{Millis{++clock_}}; }
  bool chance(std::uint64_t one_in) { return rng_() % one_in == 0; }

  void hear(const Event& event) {
    if (const auto* rows = std::get_if<RowsRecorded>(&event))
      rows_.insert(rows_.end(), rows->checks.begin(), rows->checks.end());
    for (const Effect& effect : decide(machine_, event)) answer(effect);
  }

  void done(AttemptKey key, std::string head = "c1") {
    loop::WorkResult result;
    result.head = std::move(head);
    queue_.emplace_back(WorkDone{now(), key, result});
  }

  void answer(const Effect& effect) {
    if (const auto* e = std::get_if<StartAttempt>(&effect)) return start(e->launch);
    if (const auto* e = std::get_if<AskSpending>(&effect)) return queue_.emplace_back(SpendingReported{now(), e->key, {}}), void();
    if (const auto* e = std::get_if<InspectWork>(&effect)) return look(*e);
    if (const auto* e = std::get_if<ReadOutputs>(&effect)) return read(*e);
    if (const auto* e = std::get_if<OpenCopy>(&effect)) return done(e->key);
    if (const auto* e = std::get_if<AdoptWork>(&effect)) return adopt(*e);
    if (const auto* e = std::get_if<CloseWork>(&effect)) return done(e->key);
    if (const auto* e = std::get_if<RestoreFiles>(&effect)) return done(e->key);
    if (const auto* e = std::get_if<TagCommit>(&effect)) return done(e->key);
    if (const auto* e = std::get_if<WriteBundle>(&effect)) return done(e->key);
    if (const auto* e = std::get_if<CommitWork>(&effect)) return commit(*e);
    if (const auto* e = std::get_if<RecordRows>(&effect))
      return queue_.emplace_back(RowsRecorded{now(), e->key, e->checks, e->telemetry}), void();
    if (const auto* e = std::get_if<CountRows>(&effect)) return count(*e);
    if (const auto* e = std::get_if<AskApproval>(&effect)) return approve(*e);
    if (std::holds_alternative<StopAttempts>(effect)) {
      for (auto& [launch, cancelled] : flying_) cancelled = true;
    }
    if (std::holds_alternative<Drain>(effect))
      queue_.emplace_back(DrainReported{now(), static_cast<std::uint32_t>(flying_.size())});
    if (const auto* e = std::get_if<Park>(&effect)) queue_.emplace_back(RunParked{now(), e->until, e->reason});
    if (const auto* e = std::get_if<Conclude>(&effect)) queue_.emplace_back(RunConcluded{now(), e->outcome, ""});
  }

  void start(const Launch& launch) {
    CHECK_MESSAGE(++launches_ < 2000, "launches without end");
    CHECK_MESSAGE((!blocked_ || !launch.agent), "an agent is started after a blocker");
    CHECK_FALSE(committed_);
    if (launch.agent) {
      std::size_t agents = 1;
      for (const auto& [other, cancelled] : flying_) {
        agents += other.agent ? 1U : 0U;
        CHECK(other.cwd != launch.cwd);
      }
      CHECK(agents <= static_cast<std::size_t>(plan_->concurrency));
      ++stamp_;  // what it writes is new, whenever it is read
    }
    flying_.emplace_back(launch, false);
  }

  Event land(std::size_t which) {
    const auto [launch, cancelled] = flying_[which];
    flying_.erase(flying_.begin() + static_cast<std::ptrdiff_t>(which));
    AttemptEnded ended{now(), launch.key, launch.name, {}};
    ended.evidence.exit = {cancelled ? ExitKind::cancelled : ExitKind::exited, 0, 0, ""};
    if (launch.agent) {
      auto said = std::make_shared<agent::Transcript>();
      said->ending = agent::Ending::success;
      said->final_text = "done";
      if (chance(sour_)) ended.evidence.exit.code = 1;
      ended.evidence.transcript = std::move(said);
    } else {
      const bool baseline = launch.cwd.find("baseline") != std::string::npos;
      const bool fails = !baseline && chance(sour_);
      if (fails) ended.evidence.exit.code = 1;
      ended.evidence.reading.tally.executed = baseline ? 3 : 3 + static_cast<std::int64_t>(rng_() % 3);
    }
    return ended;
  }

  void look(const InspectWork& e) {
    loop::WorkSight sight;
    sight.tree = "t" + std::to_string(stamp_);
    sight.head = "c0";
    if (!e.since.empty()) sight.changed = {"src/" + e.name + ".c"};
    queue_.emplace_back(WorkInspected{now(), e.key, sight});
  }

  void adopt(const AdoptWork& e) {
    loop::WorkResult result;
    if (chance(20)) result.status = loop::WorkResult::Status::conflict;
    queue_.emplace_back(WorkDone{now(), e.key, result});
  }

  void read(const ReadOutputs& e) {
    pipeline::Outputs outputs;
    for (const pipeline::Output& wanted : e.outputs) {
      if (wanted.folder()) {
        for (int i = 1; i <= 2; ++i) outputs.artifacts.push_back(made(wanted, wanted.path + "t" + std::to_string(i) + ".yaml", i));
      } else {
        outputs.artifacts.push_back(made(wanted, wanted.path, 0));
      }
    }
    // What a blocker among votes means for the run does not depend on who reads it when.
    queue_.emplace_back(OutputsRead{now(), e.key, outputs});
  }

  Artifact made(const pipeline::Output& wanted, const std::string& path, int task) {
    Artifact artifact;
    artifact.path = path;
    artifact.contract = wanted.contract;
    artifact.exists = stamp_ > 0 && !chance(sour_ * 4);
    artifact.stamp = std::to_string(stamp_) + (chance(sour_ * 4) ? "" : std::to_string(clock_));
    if (chance(sour_ * 4)) artifact.problems = {path + ":1: not what was agreed"};
    if (wanted.contract != Contract::text && wanted.contract != Contract::verdict && wanted.contract != Contract::task)
      artifact.status = agent::CompletionStatus::done;
    if (wanted.contract == Contract::plan) {
      agent::TaskPlan tasks;
      tasks.tasks = {{"t1", "one", agent::TaskSize::standard, agent::Risk::green, {}, ""},
                     {"t2", "two", agent::TaskSize::standard, agent::Risk::green, chance(2) ? std::vector<std::string>{"t1"} : std::vector<std::string>{}, ""}};
      tasks.waves = {{"w", {"t1", "t2"}, 2}};
      artifact.plan = tasks;
    }
    if (wanted.contract == Contract::task) {
      agent::TaskFile file;
      file.task.id = "t" + std::to_string(task);
      file.task.size = agent::TaskSize::standard;
      file.files_to_modify = {{"src/" + std::to_string(task) + ".c", agent::Risk::green}};
      artifact.task = file;
    }
    if (wanted.contract == Contract::impl_task) {
      agent::TaskFile file;
      file.task.id = "t" + std::to_string(task);
      artifact.task = file;
    }
    if (wanted.contract == Contract::verdict) {
      agent::Review review;
      const std::size_t dash = path.rfind('-');
      review.review_focus = path.substr(dash + 1, path.rfind('.') - dash - 1);
      review.scope = path.find("design") != std::string::npos ? "design" : "code";
      review.verdict = chance(sour_) ? agent::Vote::needs_revision : agent::Vote::approve;
      if (chance(sour_ * 6)) review.findings_count.blocker = 1;
      if (chance(sour_)) review.findings_count.critical = 1;
      artifact.review = review;
    }
    return artifact;
  }

  void count(const CountRows& e) {
    RowsCounted counted{now(), e.key, {}};
    for (const pipeline::RowQuestion& question : e.questions) {
      std::set<std::string> names;
      for (const pipeline::CheckRow& row : rows_) {
        if (row.task_id != question.task_id || row.round != question.round) continue;
        const bool review = row.phase == "review";
        if ((question.name == "review_blockers" && review && row.verdict == "blocker") ||
            (question.name == "review_approvals" && review && row.verdict == "approve") ||
            (question.name == "review_submitted" && review) ||
            (question.name == "review_criticals" && review && row.severity == "Critical") ||
            (question.name == "checks_passed" && row.phase == "after" && row.passed))
          names.insert(row.check_name);
      }
      counted.numbers.emplace_back(static_cast<std::int64_t>(names.size()));
      if (question.name == "review_blockers" && !names.empty()) blocked_ = true;
    }
    queue_.emplace_back(std::move(counted));
  }

  void approve(const AskApproval& e) {
    REQUIRE_FALSE(e.question.options.empty());
    if (chance(3)) return queue_.emplace_back(RunParked{now(), std::nullopt, "waiting"}), void();
    const auto& option = e.question.options[rng_() % e.question.options.size()];
    queue_.emplace_back(ApprovalGiven{now(), e.key, e.question.gate_id, option.id, "words", "me"});
  }

  void commit(const CommitWork& e) {
    const pipeline::State& s = state();
    CHECK(flying_.empty());
    CHECK(s.checks_passed);
    CHECK(e.verified == s.verified_tree);
    CHECK_FALSE(e.verified.empty());
    CHECK(s.confidence != "Low");
    CHECK_FALSE(s.went_on_exhausted);
    for (const pipeline::TaskRecord& task : s.tasks) CHECK(task.verified);
    CHECK_FALSE(blocked_);
    committing_ = true;
    done(e.key, "c9");
  }

  void check_end() {
    const pipeline::State& s = state();
    for (const auto& [name, used] : s.loops) {
      const pipeline::Loop* loop = pipeline::find_loop(plan_->definition, name);
      REQUIRE(loop != nullptr);
      CHECK(used <= loop->budget);
    }
    if (blocked_) CHECK(machine_.outcome == core::Outcome::error);
    if (s.went_on_exhausted) CHECK(machine_.outcome != core::Outcome::passed);
    if (!s.commit.empty()) CHECK(committing_);
    if (machine_.outcome == core::Outcome::passed) {
      for (const pipeline::TaskRecord& task : s.tasks) CHECK(task.verified);
    }
    // A row is recorded once for each task, check and round.
    std::set<std::tuple<std::string, std::string, std::string, std::int64_t>> seen;
    for (const pipeline::CheckRow& row : rows_)
      CHECK_MESSAGE((seen.insert({row.task_id, row.phase, row.check_name, row.round}).second), row.check_name);
  }

  std::mt19937_64 rng_;
  bool crashes_;
  std::uint64_t sour_ = 4;
  std::shared_ptr<const pipeline::Plan> plan_;
  Machine machine_;
  std::deque<Event> queue_;
  std::vector<std::pair<Launch, bool>> flying_;
  std::vector<pipeline::CheckRow> rows_;
  std::int64_t clock_ = 1'700'000'000'000;
  std::uint64_t stamp_ = 0;
  int launches_ = 0;
  bool blocked_ = false;
  bool committing_ = false;
  bool committed_ = false;
};

}  // namespace

TEST_CASE("pipeline machine: what must be true of every run is, for hundreds of worlds, with and without crashes") {
  std::map<core::Outcome, int> outcomes;
  int commits = 0;
  for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
    CAPTURE(seed);
    World world(seed % 3 == 0 ? "quick" : "feature", seed, seed % 2 == 0);
    world.run();
    ++outcomes[*world.outcome()];
    commits += world.state().commit.empty() ? 0 : 1;
  }
  // A world in which everything ends alike would prove nothing.
  CHECK(outcomes[core::Outcome::passed] > 50);
  CHECK(outcomes[core::Outcome::error] > 50);
  CHECK(outcomes[core::Outcome::exhausted] > 20);
  CHECK(outcomes[core::Outcome::cancelled] > 10);
  CHECK(commits > 50);
}
