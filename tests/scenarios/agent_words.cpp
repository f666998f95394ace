// SPDX-License-Identifier: MIT
// The words of a scenario that are about agents: what one may cost, and what it said.
#include "scenarios/transcript.h"

namespace assay::scenarios {

namespace {

using core::agent::Trouble;

Result<> read_limit(const std::string& name, const std::string& value, core::Limits& limits) {
  if (name == "launches")
    limits.launches = TRY(number(value));
  else if (name == "tokens")
    limits.tokens = TRY(number(value));
  else if (name == "cents")
    limits.micro_usd = TRY(number(value)) * 10'000;
  else if (name == "wall")
    limits.wall = TRY(parse_duration(value));
  else
    return unknown(name);
  return {};
}

}  // namespace

Result<core::agent::Plan> read_agent(std::string_view line) {
  const std::vector<std::string> words = words_of(line);
  if (words.empty()) return unknown(line);
  core::agent::Plan plan;
  plan.order.role = words[0];
  plan.order.argv = {"agent"};
  plan.order.dialect = core::Dialect::claude;
  plan.workspace = plan.cwd = "/workspace";
  plan.budgets.unknown_cost = core::UnknownCost::refuse;
  const std::map<std::string, core::UnknownCost> policies = {
      {"refuse", core::UnknownCost::refuse},
      {"count-tokens", core::UnknownCost::count_tokens},
      {"ignore", core::UnknownCost::ignore}};
  for (std::size_t i = 1; i < words.size(); ++i) {
    const auto [key, value] = setting(words[i]);
    if (key == "text")
      plan.order.dialect = core::Dialect::text;
    else if (key == "fallback")
      plan.order.spares.push_back({value, {value}, core::Dialect::codex});
    else if (key == "unknown-cost")
      plan.budgets.unknown_cost = TRY(one_of(policies, value));
    else if (key.starts_with("day-"))
      TRY(read_limit(key.substr(4), value, plan.budgets.per_day));
    else
      TRY(read_limit(key, value, plan.budgets.run));
  }
  return plan;
}

Result<> read_said(const std::string& word, core::Evidence& evidence,
                   core::agent::Transcript& said) {
  const std::map<std::string, Trouble> troubles = {
      {"other", Trouble::other},       {"protocol", Trouble::protocol},
      {"refused", Trouble::refused},   {"limit", Trouble::limit},
      {"model", Trouble::model},       {"auth", Trouble::auth},
      {"overload", Trouble::overload}, {"quota", Trouble::quota}};
  const auto [key, value] = setting(word);
  if (key == "success")
    said.ending = core::agent::Ending::success;
  else if (key == "failure")
    said.ending = core::agent::Ending::failure;
  else if (key == "says")
    said.final_text = value;
  else if (key == "edited")
    said.edited.push_back(value), ++said.edits;
  else if (key == "complete")
    evidence.reading.says_complete = true;
  else if (key == "tokens")
    said.tokens.total = TRY(number(value)), said.tokens_told = true;
  else if (key == "cents")
    said.micro_usd = TRY(number(value)) * 10'000;
  else if (key == "trouble")
    said.trouble = TRY(one_of(troubles, value));
  else if (key == "error")
    said.errors.push_back(value);
  else if (key == "denied")
    said.denials.push_back(value);
  else if (key == "limit-reached")
    said.limit_reached = true;
  else if (key == "resets")
    said.resets_at = Setup::midnight + TRY(parse_duration(value));
  else if (key == "now")
    said.edition = core::agent::transcript_edition;
  else if (key == "cause")
    said.cause = value;
  else if (key == "remedy")
    said.remedy = value;
  else if (key == "spare")
    said.spare = static_cast<std::uint32_t>(TRY(number(value)));
  else if (key == "retry-after")
    said.retry_after = TRY(parse_duration(value));
  else
    return Error{Fault::not_found, word};
  return {};
}

Result<core::agent::Spent> read_spent(std::span<const std::string> words) {
  core::Limits amounts;
  for (const std::string& word : words) {
    const auto [key, value] = setting(word);
    TRY(read_limit(key, value, amounts));
  }
  return core::agent::Spent{amounts.launches.value_or(0), amounts.wall.value_or(Millis{0}),
                            amounts.tokens.value_or(0), amounts.micro_usd.value_or(0), 0};
}

}  // namespace assay::scenarios
