// SPDX-License-Identifier: MIT
#include "core/agent/budget.h"

#include "core/agent/prices.h"

#include <doctest/doctest.h>

namespace {

using namespace assay;
using namespace assay::core;
using namespace assay::core::agent;
using namespace std::chrono_literals;

const Instant noon = Instant{std::chrono::sys_days{std::chrono::year{2026} / 11 / 15}} + 12h;
const Instant tomorrow = noon + 12h;
constexpr std::int64_t usd = 1'000'000;

Evidence cost(Millis wall, std::int64_t tokens, std::optional<std::int64_t> micro_usd) {
  Transcript said;
  said.tokens.total = tokens;
  said.micro_usd = micro_usd;
  Evidence evidence;
  evidence.exit = {ExitKind::exited, 0, 0, ""};
  evidence.duration = wall;
  evidence.transcript = std::make_shared<const Transcript>(std::move(said));
  return evidence;
}

Purse purse_of(Limits run, Limits per_day = {}, UnknownCost unknown = UnknownCost::refuse) {
  Purse purse;
  purse.budgets = {run, per_day, unknown};
  purse.started = noon;
  return purse;
}

void spend(Purse& purse, std::uint32_t attempt, const Evidence& evidence, Instant at = noon) {
  reserve(purse, {0, attempt}, at);
  settle(purse, {0, attempt}, evidence);
}

std::string why(const Purse& purse, Instant now = noon) {
  const std::optional<Refusal> refusal = check(purse, now);
  return refusal ? refusal->why : "";
}

}  // namespace

TEST_CASE("budget: without limits nothing is refused") {
  Purse purse = purse_of({});
  for (std::uint32_t i = 1; i <= 50; ++i) spend(purse, i, cost(1h, 1'000'000, std::nullopt));
  CHECK_FALSE(check(purse, noon + 1000h));
  CHECK(purse.spent == Spent{50, 50h, 50'000'000, 0, 50});
}

TEST_CASE("budget: what an attempt has spent") {
  CHECK(spent_by(cost(90s, 1'200, 25'000)) == Spent{1, 90s, 1'200, 25'000, 0});
  CHECK(spent_by(cost(90s, 1'200, std::nullopt)) == Spent{1, 90s, 1'200, 0, 1});
  CHECK(spent_by(cost(90s, 0, 0)) == Spent{1, 90s, 0, 0, 0});
  Evidence lost;
  lost.exit.kind = ExitKind::lost;
  CHECK(spent_by(lost) == Spent{1, 0ms, 0, 0, 1});
  Evidence never;
  never.exit.kind = ExitKind::spawn_failed;
  // What never ran has a known cost.
  CHECK(spent_by(never) == Spent{1, 0ms, 0, 0, 0});
}

TEST_CASE("budget: each limit of the run refuses for good once it is used up, and not before") {
  struct Row {
    const char* name;
    Limits limits;
    Evidence just_below;
    Evidence rest;
    const char* why;
  };
  Limits launches;
  launches.launches = 2;
  Limits tokens;
  tokens.tokens = 1'000;
  Limits dollars;
  dollars.micro_usd = 2 * usd;
  const Row rows[] = {
      {"launches", launches, cost(1s, 5, 1), cost(1s, 5, 1), "budgets.launches: 2 used of 2"},
      {"tokens", tokens, cost(1s, 999, 1), cost(1s, 1, 1), "budgets.tokens: 1000 used of 1000"},
      {"usd", dollars, cost(1s, 5, 2 * usd - 1), cost(1s, 5, 55'001),
       "budgets.usd: $2.06 used of $2.00"},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    Purse purse = purse_of(row.limits);
    CHECK(why(purse).empty());
    spend(purse, 1, row.just_below);
    CHECK(why(purse).empty());
    spend(purse, 2, row.rest);
    CHECK(why(purse) == row.why);
    CHECK_FALSE_MESSAGE(check(purse, noon)->until, "no day makes it better");
    CHECK(why(purse, noon + 100h) == row.why);
  }
}

TEST_CASE("budget: the wall limit of a run counts from its start, busy or not") {
  Limits limits;
  limits.wall = 1h;
  const Purse purse = purse_of(limits);
  CHECK(why(purse, noon + 59min).empty());
  CHECK(why(purse, noon + 1h) == "budgets.wall: 1h00m used of 1h00m");
  CHECK_MESSAGE(why(purse, noon - 5h).empty(), "a clock that was put back refuses nothing");
}

TEST_CASE("budget: the limits of a day count what others have spent, and are over at midnight") {
  struct Row {
    const char* name;
    Limits limits;
    Spent others;
    const char* why;
  };
  Limits launches;
  launches.launches = 5;
  Limits wall;
  wall.wall = 2h;
  Limits tokens;
  tokens.tokens = 1'000;
  Limits dollars;
  dollars.micro_usd = 10 * usd;
  const Row rows[] = {
      {"launches", launches, {4, {}, 0, 0, 0}, "budgets.per_day.launches: 5 used of 5"},
      {"wall", wall, {4, 119min, 0, 0, 0}, "budgets.per_day.wall: 2h00m used of 2h00m"},
      {"tokens", tokens, {4, {}, 990, 0, 0}, "budgets.per_day.tokens: 1000 used of 1000"},
      {"usd", dollars, {4, {}, 0, 9 * usd, 0}, "budgets.per_day.usd: $10.00 used of $10.00"},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    Purse purse = purse_of({}, row.limits);
    purse.others_today = row.others;
    CHECK(why(purse).empty());
    spend(purse, 1, cost(1min, 10, usd));
    CHECK(why(purse) == row.why);
    CHECK(check(purse, noon)->until == tomorrow);
    purse.others_today = {};
    CHECK(why(purse).empty());
  }
}

TEST_CASE("budget: what a run spent yesterday does not count today") {
  Limits per_day;
  per_day.launches = 2;
  Purse purse = purse_of({}, per_day);
  spend(purse, 1, cost(1s, 1, 1));
  spend(purse, 2, cost(1s, 1, 1));
  CHECK(check(purse, noon)->until == tomorrow);
  CHECK(why(purse, tomorrow - 1ms) == "budgets.per_day.launches: 2 used of 2");
  CHECK(why(purse, tomorrow).empty());
  spend(purse, 3, cost(1s, 1, 1), tomorrow);
  CHECK(why(purse, tomorrow).empty());
  spend(purse, 4, cost(1s, 1, 1), tomorrow);
  CHECK(check(purse, tomorrow)->until == tomorrow + 24h);
  CHECK_MESSAGE(check(purse, noon), "a clock that was put back finds that day as it was");
  CHECK(purse.spent.launches == 4);
}

TEST_CASE("budget: an attempt counts for the day it was reserved on, whenever it ends") {
  Limits per_day;
  per_day.tokens = 100;
  Purse purse = purse_of({}, per_day);
  reserve(purse, {0, 1}, tomorrow - 1ms);
  settle(purse, {0, 1}, cost(2h, 100, 1));
  CHECK(check(purse, noon)->until == tomorrow);
  CHECK(why(purse, tomorrow + 2h).empty());
  reserve(purse, {0, 2}, tomorrow - 1ms);
  CHECK_MESSAGE(why(purse, tomorrow).empty(), "what is held back for yesterday is not for today");
}

TEST_CASE("budget: what an unknown cost means for a limit in USD is a policy") {
  Limits dollars;
  dollars.micro_usd = 2 * usd;
  struct Row {
    UnknownCost policy;
    bool refused;
  };
  for (const Row& row : {Row{UnknownCost::refuse, true}, Row{UnknownCost::count_tokens, false},
                         Row{UnknownCost::ignore, false}}) {
    INFO(static_cast<int>(row.policy));
    Purse run = purse_of(dollars, {}, row.policy);
    CHECK(why(run).empty());
    spend(run, 1, cost(1s, 1'000, std::nullopt));
    CHECK(check(run, noon).has_value() == row.refused);
    if (row.refused) {
      CHECK(why(run).find("unknown_cost is 'refuse'") != std::string::npos);
      CHECK_FALSE(check(run, noon)->until);
    }
    Purse day = purse_of({}, dollars, row.policy);
    day.others_today.of_unknown_cost = 1;
    CHECK(check(day, noon).has_value() == row.refused);
    if (row.refused) CHECK(check(day, noon)->until == tomorrow);
  }
  Limits tokens;
  tokens.tokens = 1'000;
  Purse counted = purse_of(tokens, {}, UnknownCost::count_tokens);
  spend(counted, 1, cost(1s, 1'000, std::nullopt));
  CHECK(why(counted) == "budgets.tokens: 1000 used of 1000");
  Purse no_limit = purse_of(tokens);
  spend(no_limit, 1, cost(1s, 1, std::nullopt));
  CHECK_MESSAGE(why(no_limit).empty(), "without a limit in USD nobody needs to tell");
}

TEST_CASE("budget: what is in flight is held back, as much as the largest so far") {
  Limits limits;
  limits.launches = 10;
  limits.tokens = 1'000;
  Purse purse = purse_of(limits);
  reserve(purse, {0, 1}, noon);
  CHECK(purse.reserved.at({0, 1}).spent == Spent{1, 0ms, 0, 0, 0});
  settle(purse, {0, 1}, cost(5s, 400, usd));
  spend(purse, 2, cost(9s, 300, usd / 2));
  CHECK(purse.largest == Spent{0, 9s, 400, usd, 0});
  reserve(purse, {0, 3}, noon);
  CHECK(purse.reserved.at({0, 3}).spent == Spent{1, 9s, 400, usd, 0});
  CHECK_MESSAGE(why(purse) == "budgets.tokens: 1100 used of 1000", "settled 700, held back 400");
  settle(purse, {0, 3}, cost(1s, 10, 0));
  CHECK(why(purse).empty());
  CHECK(purse.spent == Spent{3, 15s, 710, usd + usd / 2, 0});
}

TEST_CASE("budget: attempts in flight count as launches, and reserving twice is reserving once") {
  Limits limits;
  limits.launches = 2;
  Purse purse = purse_of(limits);
  reserve(purse, {0, 1}, noon);
  reserve(purse, {0, 1}, noon);
  CHECK(why(purse).empty());
  reserve(purse, {1, 1}, noon);
  CHECK(why(purse) == "budgets.launches: 2 used of 2");
}

TEST_CASE("budget: a second settlement changes nothing, nor does one of what was never reserved") {
  Purse purse = purse_of({});
  spend(purse, 1, cost(1s, 100, usd));
  settle(purse, {0, 1}, cost(1s, 100, usd));
  settle(purse, {7, 1}, cost(1s, 9'999, usd));
  CHECK(purse.spent == Spent{1, 1s, 100, usd, 0});
  CHECK(purse.largest.tokens == 100);
  CHECK(purse.reserved.empty());
}

TEST_CASE("budget: a closed purse is closed until its time, or until somebody opens it") {
  Purse purse = purse_of({});
  close(purse, {"quota reached", noon + 1h});
  CHECK(why(purse) == "quota reached");
  CHECK(check(purse, noon)->until == noon + 1h);
  CHECK(why(purse, noon + 1h - 1ms) == "quota reached");
  CHECK(why(purse, noon + 1h).empty());
  close(purse, {"nobody knows until when", std::nullopt});
  CHECK(why(purse, noon + 10'000h) == "nobody knows until when");
  purse.closed.reset();
  CHECK(why(purse).empty());
}

TEST_CASE("budget: days begin at midnight, UTC") {
  CHECK(day_of(noon) == noon - 12h);
  CHECK(day_of(noon - 12h) == noon - 12h);
  CHECK(day_of(noon - 12h - 1ms) == noon - 36h);
  CHECK(day_of(Instant{-1ms}) == Instant{-24h});
}

TEST_CASE("budget: when the first choice is not available, the next one does its work") {
  Purse purse = purse_of({});
  Order order;
  order.role = "dev";
  order.dialect = Dialect::claude;
  order.spares = {{"codex", {"codex"}, Dialect::codex}, {"own", {"own"}, Dialect::text}};
  const auto ended = [](std::uint32_t spare) {
    Transcript said;
    said.spare = spare;
    Evidence evidence;
    evidence.transcript = std::make_shared<const Transcript>(std::move(said));
    return evidence;
  };
  CHECK(spare_of(purse, "dev", noon) == 0);
  Refusal first{"quota", noon + 2h};
  CHECK(fall_back(purse, order, ended(0), first));
  CHECK(spare_of(purse, "dev", noon) == 1);
  CHECK(spare_of(purse, "other", noon) == 0);
  CHECK_MESSAGE(spare_of(purse, "dev", noon + 2h) == 0, "the first choice is there again");
  CHECK(dialect_of(order, ended(0)) == Dialect::claude);
  CHECK(dialect_of(order, ended(1)) == Dialect::codex);
  Refusal late{"quota", noon + 2h};
  CHECK_MESSAGE(fall_back(purse, order, ended(0), late), "one beside it noticed the same");
  CHECK(spare_of(purse, "dev", noon) == 1);
  Refusal second{"no login", std::nullopt};
  CHECK(fall_back(purse, order, ended(1), second));
  CHECK(spare_of(purse, "dev", noon) == 2);
  Refusal last{"quota", noon + 5h};
  CHECK_FALSE(fall_back(purse, order, ended(2), last));
  CHECK_MESSAGE(last.until == noon + 2h, "as early as any of them may be there again");
  CHECK_MESSAGE(spare_of(purse, "dev", noon) == 0, "whoever resumes begins with the first choice");
}

TEST_CASE("budget: nobody to fall back on") {
  Purse purse = purse_of({});
  Refusal refusal{"quota", std::nullopt};
  CHECK_FALSE(fall_back(purse, Order{}, Evidence{}, refusal));
}

TEST_CASE("prices: the cost of an agent that tells none, and marked as computed") {
  const std::vector<Price> prices = {{"gpt-5*", 2 * usd, 10 * usd, usd / 2}, {"*", usd, usd, {}}};
  Transcript said;
  said.model = "gpt-5-codex";
  said.tokens = {1'000'000, 100'000, 400'000, 0, 1'100'000};  // cached is part of the input
  said.tokens_told = true;
  add_cost(said, prices);
  CHECK(said.micro_usd == 600'000 * 2 + 1'000'000 + 400'000 / 2);
  CHECK(said.cost_computed);
  Transcript beside = {};
  beside.model = "other";
  beside.tokens = {100, 10, 50, 0, 160};
  beside.tokens_told = true;
  add_cost(beside, prices);
  CHECK(beside.micro_usd == 160);
  Transcript told;
  told.micro_usd = 7;
  told.tokens_told = true;
  add_cost(told, prices);
  CHECK(told.micro_usd == 7);
  CHECK_FALSE(told.cost_computed);
  Transcript silent;
  add_cost(silent, prices);
  CHECK_FALSE(silent.micro_usd);
}
