// SPDX-License-Identifier: MIT
#include "core/verify/schedule.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace assay::core::verify {

namespace {

enum class Kind : std::uint8_t { mutating, parallel, serial };

Kind kind_of(const CommandSpec& spec) {
  if (spec.mutates_workspace) return Kind::mutating;
  return spec.parallel_safe ? Kind::parallel : Kind::serial;
}

std::uint32_t expected(const Plan& plan, std::uint32_t unit) {
  return plan.expected_ms.empty() ? 0 : plan.expected_ms[unit];
}

}  // namespace

Schedule schedule_of(const Plan& plan) {
  const auto& commands = plan.manifest.commands;
  ENSURE(plan.expected_ms.empty() || plan.expected_ms.size() == commands.size());
  Schedule schedule;
  schedule.order.resize(commands.size());
  std::iota(schedule.order.begin(), schedule.order.end(), 0U);
  // Stable, so that equals stay in input order. Only parallel commands are moved by how long they
  // took.
  const auto rank = [&](std::uint32_t unit) {
    const Kind kind = kind_of(commands[unit]);
    const std::uint32_t longest_first = kind == Kind::parallel ? ~expected(plan, unit) : 0U;
    return std::tuple(commands[unit].stage, kind, longest_first);
  };
  std::stable_sort(schedule.order.begin(), schedule.order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return rank(a) < rank(b); });
  for (std::uint32_t position = 0; position < schedule.order.size(); ++position) {
    const CommandSpec& spec = commands[schedule.order[position]];
    const bool parallel = kind_of(spec) == Kind::parallel;
    const bool joins = parallel && !schedule.waves.empty() && schedule.waves.back().parallel &&
                       schedule.waves.back().stage == spec.stage;
    if (joins) {
      schedule.waves.back().last = position + 1;
    } else {
      schedule.waves.push_back({position, position + 1, spec.stage, parallel});
    }
  }
  return schedule;
}

}  // namespace assay::core::verify
