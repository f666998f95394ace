// SPDX-License-Identifier: MIT
#include "sim/campaign.h"

namespace assay::sim {

namespace {

enum class Weather : std::uint8_t { calm, interruptions, storm };

Weather weather_of(std::uint64_t seed) {
  const std::uint64_t roll = mix(seed ^ 0x77ea) % 10;
  if (roll == 0) return Weather::calm;
  return roll <= 3 ? Weather::interruptions : Weather::storm;
}

bool interrupts(FaultKind kind) {
  return kind >= FaultKind::append_error_before && kind <= FaultKind::takeover;
}

/// In 1/1000 per opportunity. Interruptions have far more opportunities than ends of attempts have.
ByFault rates_of(std::uint64_t seed, Weather weather) {
  ByFault rates;
  if (weather == Weather::calm) return rates;
  Chance chance(seed ^ 0x4a7e5);
  constexpr std::uint32_t often[] = {0, 20, 80, 200};
  constexpr std::uint32_t seldom[] = {0, 3, 10, 30};
  for (std::size_t i = 0; i < fault_kinds; ++i) {
    const auto kind = static_cast<FaultKind>(i);
    const std::uint32_t roll = chance.below(4);
    const bool rare =
        interrupts(kind) || kind == FaultKind::cancel || kind == FaultKind::workshop_error;
    const bool may =
        weather == Weather::storm || interrupts(kind) || kind == FaultKind::clock_backwards;
    rates[kind] = !may ? 0 : rare ? seldom[roll] : often[roll];
  }
  // Both need another thing to have happened first, so they get a better chance when it has.
  if (weather == Weather::storm) {
    rates[FaultKind::second_cancel] = 600;
    rates[FaultKind::reordered_completion] = 800;
    rates[FaultKind::cancel] *= 2;
  }
  return rates;
}

/// I11: however often a run is interrupted, it ends as if it had not been.
Finding compare_with_calm(Subject& subject, std::uint64_t seed, const Plant* plant,
                          const std::vector<std::string>& results) {
  Cluster calm(subject, {.seed = seed, .rates = {}, .plant = plant, .keep_transcript = false});
  calm.run();
  if (!calm.finding().empty()) return calm.finding();
  if (!subject.is_comparable(calm.machine())) return "";
  const std::vector<std::string> expected = subject.results(calm.machine());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (results[i] == expected[i]) continue;
    return "I11 result " + std::to_string(i) + " is '" + results[i] + "', without interruptions '" +
           expected[i] + "'";
  }
  return "";
}

}  // namespace

SeedReport run_seed(const SubjectMaker& make, std::uint64_t seed, const Plant* plant,
                    Transcript transcript) {
  const Weather weather = weather_of(seed);
  const std::unique_ptr<Subject> subject = make(seed);
  Cluster cluster(*subject, {.seed = seed,
                             .rates = subject->tempered(rates_of(seed, weather)),
                             .plant = plant,
                             .keep_transcript = transcript == Transcript::keep});
  cluster.run();
  SeedReport report;
  report.finding = cluster.finding();
  report.trace = cluster.trace();
  report.faults = cluster.counts();
  report.entries = cluster.entries();
  report.parks = cluster.parks();
  report.early_resumes = cluster.early_resumes();
  report.found_again = cluster.found_again();
  report.transcript = cluster.transcript();
  if (!report.finding.empty()) return report;
  report.outcome = *cluster.machine().outcome;
  report.compared = weather == Weather::interruptions && !cluster.torn() &&
                    subject->is_comparable(cluster.machine());
  if (report.compared) {
    report.finding =
        compare_with_calm(*make(seed), seed, plant, subject->results(cluster.machine()));
  }
  return report;
}

}  // namespace assay::sim
