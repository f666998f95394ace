// SPDX-License-Identifier: MIT
// The campaign: thousands of runs in a faulty world, and the proof that the campaign would notice a
// bug.
//   SEEDS=100000 sim      so many seeds
//   SEED=4711 sim         only this one, with its transcript
#include "sim/campaign.h"
#include "sim/verify_subject.h"

#include <doctest/doctest.h>
#include <fmt/core.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <map>

namespace {

using namespace assay;

constexpr std::uint64_t seeds_by_default = 5'000;
constexpr std::uint64_t seeds_per_plant = 4'000;

std::uint64_t from_environment(const char* name, std::uint64_t fallback) {
  const char* text = std::getenv(name);
  return text == nullptr ? fallback : std::strtoull(text, nullptr, 10);
}

std::string command_for(std::uint64_t seed) {
  char path[4096];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  return fmt::format("SEED={} {}", seed,
                     length > 0 ? std::string(path, static_cast<std::size_t>(length)) : "sim");
}

std::string last_words;

extern "C" void on_abort(int) {
  // A broken ENSURE ends the program; whoever reads that needs to know the seed.
  if (write(STDERR_FILENO, last_words.data(), last_words.size()) < 0) _exit(134);
  _exit(134);
}

/// Says how to repeat `seed`, should the machine stop the program by one of its own checks.
void announce(std::uint64_t seed) {
  last_words = "\nthe machine stopped itself; repeat with: " + command_for(seed) + "\n";
  std::signal(SIGABRT, on_abort);
}

sim::SeedReport verify_seed(std::uint64_t seed, const sim::Plant* plant = nullptr,
                            sim::Transcript transcript = sim::Transcript::leave) {
  const auto make = [](std::uint64_t s) { return std::make_unique<sim::VerifySubject>(s); };
  return sim::run_seed(make, seed, plant, transcript);
}

std::string story(std::uint64_t seed, const sim::Plant* plant = nullptr) {
  std::string text;
  for (const std::string& line : verify_seed(seed, plant, sim::Transcript::keep).transcript)
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

}  // namespace

TEST_CASE("sim: every invariant holds in every run of the campaign") {
  const bool single = std::getenv("SEED") != nullptr;
  const std::uint64_t first = single ? from_environment("SEED", 0) : 1;
  const std::uint64_t count = single ? 1 : from_environment("SEEDS", seeds_by_default);
  sim::ByFault faults;
  std::map<core::Outcome, std::uint64_t> outcomes;
  std::uint64_t compared = 0;
  std::uint64_t entries = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    announce(seed);
    const sim::SeedReport report = verify_seed(seed);
    if (single) std::fputs(story(seed).c_str(), stdout);
    if (!report.finding.empty()) {
      FAIL(report.finding << "\nrepeat with: " << command_for(seed) << "\n"
                          << (single ? "" : story(seed)));
    }
    if (seed % 100 == 0) {
      INFO("seed " << seed);
      REQUIRE(verify_seed(seed).trace == report.trace);
    }
    for (std::size_t i = 0; i < sim::fault_kinds; ++i) faults.values[i] += report.faults.values[i];
    ++outcomes[report.outcome];
    compared += report.compared ? 1 : 0;
    entries += report.entries;
  }
  if (single) return;
  fmt::print("sim: {} runs, {} journal entries, {} interrupted runs compared\n", count, entries,
             compared);
  for (const auto& [outcome, times] : outcomes)
    fmt::print("sim: {:>7} {}\n", times, to_text(outcome));
  for (std::size_t i = 0; i < sim::fault_kinds; ++i) {
    fmt::print("sim: {:>7} x {}\n", faults.values[i], sim::fault_names[i]);
  }
  if (count < seeds_by_default) return;
  // A campaign whose faults hardly ever happen proves nothing.
  for (std::size_t i = 0; i < sim::fault_kinds; ++i) {
    INFO(sim::fault_names[i]);
    CHECK(faults.values[i] >= count / 50);
  }
  CHECK(compared >= count / 10);
  for (const core::Outcome outcome : {core::Outcome::passed, core::Outcome::failed,
                                      core::Outcome::error, core::Outcome::cancelled}) {
    INFO(to_text(outcome));
    CHECK(outcomes[outcome] >= count / 50);
  }
}

TEST_CASE("sim: every planted bug is found, and by the check that is meant to find it") {
  if (std::getenv("SEED") != nullptr) return;
  for (const sim::Plant& plant : sim::verify_plants()) {
    INFO(plant.name);
    std::uint64_t seed = 1;
    sim::Finding finding;
    for (; seed <= seeds_per_plant && finding.empty(); ++seed) {
      announce(seed);
      finding = verify_seed(seed, &plant).finding;
    }
    REQUIRE_MESSAGE(!finding.empty(), "planted, but not found in " << seeds_per_plant << " seeds");
    fmt::print("sim: found after {:>4} seeds: {} ({})\n", seed - 1, plant.name, finding);
    CHECK_MESSAGE(one_of(finding, plant.found_by), finding);
  }
}
