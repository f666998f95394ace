// SPDX-License-Identifier: MIT
#include "core/agent/budget.h"

#include <algorithm>

namespace assay::core::agent {

namespace {

using std::chrono::days;

/// One limit against what is used: settled and reserved alike.
struct Line {
  const char* name;
  std::optional<std::int64_t> limit;
  std::int64_t used;
};

std::string amount(const char* name, std::int64_t value) {
  const std::string_view what = name;
  if (what == "usd") {
    const std::int64_t cents = (value + 5'000) / 10'000;
    const std::string rest = std::to_string(cents % 100);
    return "$" + std::to_string(cents / 100) + "." + (rest.size() < 2 ? "0" : "") + rest;
  }
  return what == "wall" ? to_human(Millis{value}) : std::to_string(value);
}

std::optional<std::string> used_up(const Limits& limits, const Spent& used, Millis wall,
                                   const std::string& section) {
  const std::optional<std::int64_t> wall_limit =
      limits.wall ? std::optional<std::int64_t>(limits.wall->count()) : std::nullopt;
  const Line lines[] = {{"launches", limits.launches, used.launches},
                        {"wall", wall_limit, wall.count()},
                        {"tokens", limits.tokens, used.tokens},
                        {"usd", limits.micro_usd, used.micro_usd}};
  for (const Line& line : lines) {
    if (!line.limit || line.used < *line.limit) continue;
    return section + "." + line.name + ": " + amount(line.name, line.used) + " used of " +
           amount(line.name, *line.limit);
  }
  return std::nullopt;
}

Spent total_of(const Purse& purse) {
  Spent all = purse.spent;
  for (const auto& [key, held] : purse.reserved) all += held.spent;
  return all;
}

/// What the run itself has spent or reserved on a day: what it spent on others counts there.
Spent own_on(const Purse& purse, Instant day) {
  const auto settled = purse.spent_on.find(day);
  Spent all = settled == purse.spent_on.end() ? Spent{} : settled->second;
  for (const auto& [key, held] : purse.reserved) {
    if (held.day == day) all += held.spent;
  }
  return all;
}

Spent largest_of(const Spent& a, const Spent& b) {
  return {0, std::max(a.wall, b.wall), std::max(a.tokens, b.tokens),
          std::max(a.micro_usd, b.micro_usd), 0};
}

/// A limit in USD means nothing once somebody spends without telling.
bool refuses_unknown(const Purse& purse, const Limits& limits, const Spent& used) {
  return limits.micro_usd && used.of_unknown_cost > 0 &&
         purse.budgets.unknown_cost == UnknownCost::refuse;
}

Refusal unknown_cost(std::optional<Instant> until) {
  return {
      "budgets.usd: an attempt did not tell its cost, and budgets.unknown_cost is 'refuse' "
      "(set it to count_tokens or ignore)",
      until};
}

}  // namespace

Spent spent_by(const Evidence& evidence) {
  Spent spent{1, evidence.duration, 0, 0, 0};
  // What never ran has cost nothing, and says so.
  if (evidence.exit.kind == ExitKind::spawn_failed) return spent;
  if (evidence.transcript) {
    spent.tokens = evidence.transcript->tokens.total;
    spent.micro_usd = evidence.transcript->micro_usd.value_or(0);
  }
  const bool known = evidence.transcript && evidence.transcript->micro_usd;
  spent.of_unknown_cost = known ? 0 : 1;
  return spent;
}

Instant day_of(Instant at) { return std::chrono::floor<days>(at); }

std::optional<Refusal> check(const Purse& purse, Instant now) {
  if (purse.closed && (!purse.closed->until || now < *purse.closed->until)) return purse.closed;
  const Spent run = total_of(purse);
  if (auto why = used_up(purse.budgets.run, run, now - purse.started, "budgets"))
    return Refusal{*why, std::nullopt};
  if (refuses_unknown(purse, purse.budgets.run, run)) return unknown_cost(std::nullopt);
  Spent today = own_on(purse, day_of(now));
  today += purse.others_today;
  const Instant tomorrow = day_of(now) + days{1};
  if (auto why = used_up(purse.budgets.per_day, today, today.wall, "budgets.per_day"))
    return Refusal{*why, tomorrow};
  if (refuses_unknown(purse, purse.budgets.per_day, today)) return unknown_cost(tomorrow);
  return std::nullopt;
}

void reserve(Purse& purse, AttemptKey key, Instant now) {
  Spent spent = purse.largest;
  spent.launches = 1;
  purse.reserved[key] = {day_of(now), spent};
}

void settle(Purse& purse, AttemptKey key, const Evidence& evidence) {
  const auto held = purse.reserved.find(key);
  if (held == purse.reserved.end()) return;
  const Spent spent = spent_by(evidence);
  purse.spent += spent;
  purse.spent_on[held->second.day] += spent;
  purse.largest = largest_of(purse.largest, spent);
  purse.reserved.erase(held);
}

std::uint32_t spare_of(const Purse& purse, const std::string& role, Instant now) {
  const auto fallen = purse.fallen.find(role);
  if (fallen == purse.fallen.end()) return 0;
  return fallen->second.until && now >= *fallen->second.until ? 0 : fallen->second.spare;
}

bool fall_back(Purse& purse, const Order& order, const Evidence& evidence, Refusal& refusal) {
  if (order.spares.empty()) return false;
  const std::uint32_t next = transcript_of(evidence).spare + 1;
  const auto fallen = purse.fallen.find(order.role);
  if (fallen != purse.fallen.end() && fallen->second.until) {
    refusal.until =
        refusal.until ? std::min(*refusal.until, *fallen->second.until) : fallen->second.until;
  }
  if (next > order.spares.size()) {
    purse.fallen.erase(order.role);
    return false;
  }
  Fallen& now = purse.fallen[order.role];
  // Somebody who worked beside this one may have noticed before.
  now.spare = std::max(now.spare, next);
  now.until = refusal.until;
  return true;
}

Dialect dialect_of(const Order& order, const Evidence& evidence) {
  const std::uint32_t spare = transcript_of(evidence).spare;
  return spare == 0 || spare > order.spares.size() ? order.dialect
                                                   : order.spares[spare - 1].dialect;
}

void close(Purse& purse, Refusal refusal) { purse.closed = std::move(refusal); }

}  // namespace assay::core::agent
