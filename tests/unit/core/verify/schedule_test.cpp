// SPDX-License-Identifier: MIT
#include "core/verify/schedule.h"

#include "unit/core/verify/plan_builder.h"

#include <doctest/doctest.h>

namespace {

using namespace assay::core::verify;

CommandSpec made(std::string id, std::int32_t stage, char kind) {
  CommandSpec spec = command(std::move(id));
  spec.stage = stage;
  spec.mutates_workspace = kind == 'm' || kind == 'b';
  spec.parallel_safe = kind == 'p' || kind == 'b';
  return spec;
}

/// "a b|c": waves separated by bars, in order.
std::string drawn(const Plan& plan) {
  const Schedule schedule = schedule_of(plan);
  std::string text;
  std::uint32_t next = 0;
  for (const Wave& wave : schedule.waves) {
    REQUIRE(wave.first == next);
    REQUIRE(wave.last > wave.first);
    if (!text.empty()) text += "|";
    for (std::uint32_t i = wave.first; i < wave.last; ++i) {
      const CommandSpec& spec = plan.manifest.commands[schedule.order[i]];
      REQUIRE(spec.stage == wave.stage);
      REQUIRE(wave.parallel == (spec.parallel_safe && !spec.mutates_workspace));
      if (i > wave.first) text += " ";
      text += spec.id;
    }
    next = wave.last;
  }
  REQUIRE(next == plan.manifest.commands.size());
  return text;
}

}  // namespace

TEST_CASE("schedule: stages ascend; mutating one by one, parallel together, the rest one by one") {
  struct Row {
    const char* name;
    std::vector<CommandSpec> commands;
    std::vector<std::uint32_t> expected_ms;
    const char* want;
  };
  const Row rows[] = {
      {"nothing", {}, {}, ""},
      {"one", {made("a", 0, 's')}, {}, "a"},
      {"stages ascend, negative ones first",
       {made("a", 2, 's'), made("b", -3, 's'), made("c", 0, 's')},
       {},
       "b|c|a"},
      {"three kinds", {made("s", 0, 's'), made("p", 0, 'p'), made("m", 0, 'm')}, {}, "m|p|s"},
      {"mutating in input order", {made("m2", 0, 'm'), made("m1", 0, 'm')}, {}, "m2|m1"},
      {"serial in input order", {made("s2", 0, 's'), made("s1", 0, 's')}, {}, "s2|s1"},
      {"both flags is mutating", {made("b1", 0, 'b'), made("b2", 0, 'b')}, {}, "b1|b2"},
      {"parallel in input order when nothing is known",
       {made("z", 0, 'p'), made("a", 0, 'p')},
       {},
       "z a"},
      {"longest first, unknown last",
       {made("new", 0, 'p'), made("short", 0, 'p'), made("long", 0, 'p')},
       {0, 5, 90},
       "long short new"},
      {"equal times keep input order", {made("b", 0, 'p'), made("a", 0, 'p')}, {7, 7}, "b a"},
      {"times do not move mutating and serial ones",
       {made("m1", 0, 'm'), made("m2", 0, 'm'), made("s1", 0, 's'), made("s2", 0, 's')},
       {1, 9, 1, 9},
       "m1|m2|s1|s2"},
      {"parallel ones of two stages do not join",
       {made("a", 0, 'p'), made("b", 1, 'p')},
       {},
       "a|b"},
      {"the longest possible time", {made("a", 0, 'p'), made("b", 0, 'p')}, {1, 0xffffffff}, "b a"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const auto plan = plan_of(row.commands);
    plan->expected_ms = row.expected_ms;
    CHECK(drawn(*plan) == row.want);
  }
}

TEST_CASE("schedule: many equals stay in input order") {
  for (const char kind : {'m', 'p', 's'}) {
    std::vector<CommandSpec> commands;
    for (int i = 0; i < 300; ++i) commands.push_back(made("c" + std::to_string(i), i % 3, kind));
    const Schedule schedule = schedule_of(*plan_of(commands));
    std::vector<std::uint32_t> want;
    for (std::uint32_t stage = 0; stage < 3; ++stage) {
      for (std::uint32_t i = stage; i < 300; i += 3) want.push_back(i);
    }
    CHECK(schedule.order == want);
  }
}
