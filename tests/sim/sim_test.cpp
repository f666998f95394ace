// SPDX-License-Identifier: MIT
// The campaign: thousands of runs in a faulty world, and the proof that the campaign would notice a
// bug.
//   SEEDS=100000 sim      so many seeds
//   SEED=4711 sim         only this one, with its transcript
#include "sim/agent_subject.h"
#include "sim/campaign.h"
#include "sim/loop_subject.h"
#include "sim/pipeline_subject.h"
#include "sim/verify_subject.h"
#include "sim/watched_subject.h"

#include <doctest/doctest.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>

namespace {

using namespace assay;

constexpr std::uint64_t seeds_per_plant = 4'000;

/// A machine under test.
struct Kind {
  const char* name;
  sim::SubjectMaker make;
  std::uint64_t seeds_by_default;
  std::uint64_t seldom;  ///< each fault must happen in one of so many runs
  const std::vector<sim::Plant>& plants;
  std::vector<core::Outcome> outcomes;  ///< each must happen now and then
};

const Kind& verify_kind() {
  using core::Outcome;
  static const Kind kind{"verify",
                         [](std::uint64_t s) { return std::make_unique<sim::VerifySubject>(s); },
                         5'000,
                         50,
                         sim::verify_plants(),
                         {Outcome::passed, Outcome::failed, Outcome::error, Outcome::cancelled}};
  return kind;
}

/// The same machine on a tree that moves.
const Kind& watched_kind() {
  using core::Outcome;
  static const Kind kind{"watched",
                         [](std::uint64_t s) { return std::make_unique<sim::WatchedSubject>(s); },
                         3'000,
                         50,
                         sim::watched_plants(),
                         {Outcome::passed, Outcome::failed, Outcome::error, Outcome::cancelled}};
  return kind;
}

const Kind& agent_kind() {
  using core::Outcome;
  static const Kind kind{"agent",
                         [](std::uint64_t s) { return std::make_unique<sim::AgentSubject>(s); },
                         2'000,
                         200,  // one attempt gives the world few opportunities
                         sim::agent_plants(),
                         {Outcome::passed, Outcome::failed, Outcome::error, Outcome::cancelled,
                          Outcome::out_of_budget}};
  return kind;
}

const Kind& loop_kind() {
  using core::Outcome;
  static const Kind kind{
      "loop",
      [](std::uint64_t s) { return std::make_unique<sim::LoopSubject>(s); },
      1'500,
      50,
      sim::loop_plants(),
      {Outcome::passed, Outcome::error, Outcome::exhausted, Outcome::out_of_budget}};
  return kind;
}

const Kind& pipeline_kind() {
  using core::Outcome;
  static const Kind kind{"pipeline",
                         [](std::uint64_t s) { return std::make_unique<sim::PipelineSubject>(s); },
                         1'500,
                         50,
                         sim::pipeline_plants(),
                         {Outcome::passed, Outcome::error, Outcome::exhausted, Outcome::cancelled}};
  return kind;
}

std::uint64_t from_environment(const char* name, std::uint64_t fallback) {
  const char* text = std::getenv(name);
  return text == nullptr ? fallback : std::strtoull(text, nullptr, 10);
}

std::string command_for(const Kind& kind, std::uint64_t seed) {
  char path[4096];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  return fmt::format("SEED={} {} -tc='sim: {}*'", seed,
                     length > 0 ? std::string(path, static_cast<std::size_t>(length)) : "sim",
                     kind.name);
}

std::string last_words;

extern "C" void on_abort(int) {
  // A broken ENSURE ends the program; whoever reads that needs to know the seed.
  if (write(STDERR_FILENO, last_words.data(), last_words.size()) < 0) _exit(134);
  _exit(134);
}

/// Says how to repeat `seed`, should the machine stop the program by one of its own checks.
void announce(const Kind& kind, std::uint64_t seed) {
  last_words = "\nthe machine stopped itself; repeat with: " + command_for(kind, seed) + "\n";
  std::signal(SIGABRT, on_abort);
}

std::string story(const Kind& kind, std::uint64_t seed, const sim::Plant* plant = nullptr) {
  std::string text;
  for (const std::string& line :
       sim::run_seed(kind.make, seed, plant, sim::Transcript::keep).transcript)
    text += line + "\n";
  return text;
}

bool one_of(std::string_view finding, std::string_view prefixes) {
  while (!prefixes.empty()) {
    const std::size_t end = std::min(prefixes.find('|'), prefixes.size());
    if (finding.starts_with(prefixes.substr(0, end))) return true;
    prefixes.remove_prefix(std::min(end + 1, prefixes.size()));
  }
  return false;
}

struct Totals {
  sim::ByFault faults;
  std::map<core::Outcome, std::uint64_t> outcomes;
  std::uint64_t compared = 0;
  std::uint64_t entries = 0;
  std::uint64_t parks = 0;
  std::uint64_t early_resumes = 0;
  std::uint64_t found_again = 0;

  void add(const sim::SeedReport& report) {
    for (std::size_t i = 0; i < sim::fault_kinds; ++i) faults.values[i] += report.faults.values[i];
    ++outcomes[report.outcome];
    compared += report.compared ? 1 : 0;
    entries += report.entries;
    parks += report.parks;
    early_resumes += report.early_resumes;
    found_again += report.found_again;
  }

  void print(const Kind& kind, std::uint64_t count) const {
    fmt::print("sim: {}: {} runs, {} journal entries, {} interrupted runs compared\n", kind.name,
               count, entries, compared);
    if (parks > 0) fmt::print("sim: {:>7} x parked, {} x woken too early\n", parks, early_resumes);
    if (found_again > 0) fmt::print("sim: {:>7} x a job found again\n", found_again);
    for (const auto& [outcome, times] : outcomes)
      fmt::print("sim: {:>7} {}\n", times, to_text(outcome));
    for (std::size_t i = 0; i < sim::fault_kinds; ++i)
      fmt::print("sim: {:>7} x {}\n", faults.values[i], sim::fault_names[i]);
  }
};

/// A campaign whose faults hardly ever happen proves nothing.
void check_worth(const Kind& kind, const Totals& totals, std::uint64_t count,
                 const std::vector<sim::FaultKind>& impossible) {
  for (std::size_t i = 0; i < sim::fault_kinds; ++i) {
    const auto fault = static_cast<sim::FaultKind>(i);
    if (std::find(impossible.begin(), impossible.end(), fault) != impossible.end()) continue;
    INFO(sim::fault_names[i]);
    CHECK(totals.faults.values[i] >= count / kind.seldom);
  }
  CHECK(totals.compared >= count / 10);
  for (const core::Outcome outcome : kind.outcomes) {
    INFO(to_text(outcome));
    CHECK(totals.outcomes.count(outcome) > 0);
    CHECK(totals.outcomes.at(outcome) >= count / 50);
  }
}

/// Nothing if only one seed was asked for.
std::optional<Totals> campaign(const Kind& kind, std::uint64_t& count) {
  const bool single = std::getenv("SEED") != nullptr;
  const std::uint64_t first = single ? from_environment("SEED", 0) : 1;
  count = single ? 1 : from_environment("SEEDS", kind.seeds_by_default);
  Totals totals;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    announce(kind, seed);
    const sim::SeedReport report = sim::run_seed(kind.make, seed);
    if (single) std::fputs(story(kind, seed).c_str(), stdout);
    if (!report.finding.empty()) {
      FAIL(report.finding << "\nrepeat with: " << command_for(kind, seed) << "\n"
                          << (single ? "" : story(kind, seed)));
    }
    if (seed % 100 == 0) {
      INFO("seed " << seed);
      REQUIRE(sim::run_seed(kind.make, seed).trace == report.trace);
    }
    totals.add(report);
  }
  if (single) return std::nullopt;
  totals.print(kind, count);
  return totals;
}

void find_every_plant(const Kind& kind) {
  if (std::getenv("SEED") != nullptr) return;
  for (const sim::Plant& plant : kind.plants) {
    INFO(plant.name);
    std::uint64_t seed = 1;
    sim::Finding finding;
    for (; seed <= seeds_per_plant && finding.empty(); ++seed) {
      announce(kind, seed);
      finding = sim::run_seed(kind.make, seed, &plant).finding;
    }
    REQUIRE_MESSAGE(!finding.empty(), "planted, but not found in " << seeds_per_plant << " seeds");
    fmt::print("sim: found after {:>4} seeds: {} ({})\n", seed - 1, plant.name, finding);
    CHECK_MESSAGE(one_of(finding, plant.found_by), finding);
  }
}

}  // namespace

TEST_CASE("sim: verify: every invariant holds in every run of the campaign") {
  std::uint64_t count = 0;
  const std::optional<Totals> totals = campaign(verify_kind(), count);
  if (totals && count >= verify_kind().seeds_by_default)
    check_worth(verify_kind(), *totals, count,
                {sim::FaultKind::workshop_error, sim::FaultKind::abort});
  if (totals && count >= verify_kind().seeds_by_default) CHECK(totals->found_again >= count / 20);
}

TEST_CASE("sim: verify: every planted bug is found, and by the check that is meant to find it") {
  find_every_plant(verify_kind());
}

TEST_CASE("sim: watched: every invariant holds in every run of the campaign") {
  std::uint64_t count = 0;
  const std::optional<Totals> totals = campaign(watched_kind(), count);
  if (!totals || count < watched_kind().seeds_by_default) return;
  for (const core::Outcome outcome : watched_kind().outcomes) {
    INFO(to_text(outcome));
    CHECK(totals->outcomes.count(outcome) > 0);
    CHECK(totals->outcomes.at(outcome) >= count / 50);
  }
}

TEST_CASE("sim: watched: every planted bug is found, and by the check that is meant to find it") {
  find_every_plant(watched_kind());
}

TEST_CASE("sim: agent: every invariant holds in every run of the campaign") {
  std::uint64_t count = 0;
  const std::optional<Totals> totals = campaign(agent_kind(), count);
  if (!totals || count < agent_kind().seeds_by_default) return;
  // One attempt at a time has nothing to be reordered with.
  check_worth(agent_kind(), *totals, count,
              {sim::FaultKind::reordered_completion, sim::FaultKind::workshop_error,
               sim::FaultKind::abort});
  CHECK(totals->parks >= count / 5);
  CHECK(totals->early_resumes >= count / 50);
}

TEST_CASE("sim: agent: every planted bug is found, and by the check that is meant to find it") {
  find_every_plant(agent_kind());
}

TEST_CASE("sim: loop: every invariant holds in every run of the campaign") {
  std::uint64_t count = 0;
  const std::optional<Totals> totals = campaign(loop_kind(), count);
  if (!totals || count < loop_kind().seeds_by_default) return;
  check_worth(loop_kind(), *totals, count, {sim::FaultKind::abort});
  CHECK(totals->parks >= count / 5);
  CHECK(totals->early_resumes >= count / 50);
}

TEST_CASE("sim: loop: every planted bug is found, and by the check that is meant to find it") {
  find_every_plant(loop_kind());
}

TEST_CASE("sim: pipeline: every invariant holds in every run of the campaign") {
  std::uint64_t count = 0;
  const std::optional<Totals> totals = campaign(pipeline_kind(), count);
  if (!totals || count < pipeline_kind().seeds_by_default) return;
  check_worth(pipeline_kind(), *totals, count, {});
  CHECK(totals->parks >= count / 5);
}

TEST_CASE("sim: pipeline: every planted bug is found, and by the check that is meant to find it") {
  find_every_plant(pipeline_kind());
}
