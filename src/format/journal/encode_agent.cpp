// SPDX-License-Identifier: MIT
#include "format/journal/put.h"

namespace assay::format::journal {

namespace {

using namespace core;
using agent::Order;
using agent::Transcript;

void put_optional(JsonWriter& out, std::string_view key, const std::optional<std::int64_t>& value) {
  if (value) put(out, key, *value);
}

void put_limits(JsonWriter& out, std::string_view key, const Limits& limits) {
  if (limits == Limits{}) return;
  out.key(key);
  out.begin_object();
  put_optional(out, "launches", limits.launches);
  if (limits.wall) put(out, "wall_ms", limits.wall->count());
  put_optional(out, "tokens", limits.tokens);
  put_optional(out, "micro_usd", limits.micro_usd);
  out.end_object();
}

void put_tokens(JsonWriter& out, const agent::Tokens& tokens) {
  if (tokens == agent::Tokens{}) return;
  out.key("tokens");
  out.begin_object();
  put_unless(zero, out, "input", tokens.input);
  put_unless(zero, out, "output", tokens.output);
  put_unless(zero, out, "cached", tokens.cached);
  put_unless(zero, out, "reasoning", tokens.reasoning);
  put_unless(zero, out, "total", tokens.total);
  out.end_object();
}

void put_commands(JsonWriter& out, const std::vector<agent::Command>& commands) {
  if (commands.empty()) return;
  out.key("commands");
  out.begin_array();
  for (const agent::Command& command : commands) {
    out.begin_object();
    put_text(out, "command", command.command);
    if (command.exit_code) put(out, "exit_code", *command.exit_code);
    put_flag(out, "denied", command.denied);
    put_flag(out, "failed", command.failed);
    put_unless<std::uint32_t>(0, out, "edits_before", command.edits_before);
    out.end_object();
  }
  out.end_array();
}

void put_prices(JsonWriter& out, const std::vector<Price>& prices) {
  if (prices.empty()) return;
  out.key("prices");
  out.begin_array();
  for (const Price& price : prices) {
    out.begin_object();
    put_text(out, "model", price.model);
    put_unless(zero, out, "input", price.input);
    put_unless(zero, out, "output", price.output);
    put_optional(out, "cached", price.cached);
    out.end_object();
  }
  out.end_array();
}

void put_spares(JsonWriter& out, const std::vector<agent::Spare>& spares) {
  if (spares.empty()) return;
  out.key("spares");
  out.begin_array();
  for (const agent::Spare& spare : spares) {
    out.begin_object();
    put_text(out, "name", spare.name);
    put_texts(out, "argv", spare.argv);
    put(out, "dialect", word_for(dialect_words, spare.dialect));
    put_texts(out, "pass_env", spare.pass_env);
    put_env(out, spare.env);
    put_texts(out, "sealed", spare.sealed);
    out.end_object();
  }
  out.end_array();
}

}  // namespace

void put_order(JsonWriter& out, std::string_view key, const Order& order) {
  const Order standard;
  out.key(key);
  out.begin_object();
  put_text(out, "role", order.role);
  put_texts(out, "argv", order.argv);
  put(out, "dialect", word_for(dialect_words, order.dialect));
  put_text(out, "prompt", order.prompt);
  put_unless(zero, out, "stall_ms", std::int64_t{order.stall.count()});
  put_unless(std::int64_t{standard.linger.count()}, out, "linger_ms",
             std::int64_t{order.linger.count()});
  put_unless(standard.max_turns, out, "max_turns", order.max_turns);
  put_unless(standard.max_retries, out, "max_retries", order.max_retries);
  put_texts(out, "pass_env", order.pass_env);
  put_prices(out, order.prices);
  put_spares(out, order.spares);
  put_unless<std::uint32_t>(0, out, "spare", order.spare);
  put_texts(out, "sealed", order.sealed);
  out.end_object();
}

void put_budgets(JsonWriter& out, const Budgets& budgets) {
  if (budgets == Budgets{}) return;
  out.key("budgets");
  out.begin_object();
  put_limits(out, "run", budgets.run);
  put_limits(out, "per_day", budgets.per_day);
  put(out, "unknown_cost", word_for(unknown_cost_words, budgets.unknown_cost));
  out.end_object();
}

void put_env(JsonWriter& out, const std::vector<std::pair<std::string, std::string>>& env) {
  if (env.empty()) return;
  out.key("env");
  out.begin_array();
  for (const auto& [name, value] : env) {
    out.text(name);
    out.text(value);
  }
  out.end_array();
}

void put_judgement(JsonWriter& out, const agent::Judgement& judgement) {
  out.key("judgement");
  out.begin_object();
  if (judgement.met) {
    out.key("met");
    out.boolean(*judgement.met);
  }
  out.key("citations");
  out.begin_array();
  for (const agent::Citation& citation : judgement.citations) {
    out.begin_object();
    put_text(out, "path", citation.path);
    put_unless<std::uint32_t>(0, out, "line", citation.line);
    put_text(out, "quote", citation.quote);
    put_flag(out, "holds", citation.holds);
    put_text(out, "why_not", citation.why_not);
    out.end_object();
  }
  out.end_array();
  out.end_object();
}

void put_plan(JsonWriter& out, const agent::Plan& plan) {
  out.key("agent");
  out.begin_object();
  put_order(out, "order", plan.order);
  put_text(out, "workspace", plan.workspace);
  put_text(out, "cwd", plan.cwd);
  put_text(out, "log_dir", plan.log_dir);
  put_unless(zero, out, "timeout_ms", std::int64_t{plan.timeout.count()});
  put_env(out, plan.env);
  put_budgets(out, plan.budgets);
  put_texts(out, "environment", plan.environment);
  put_digest(out, "environment_digest", plan.environment_digest);
  put_text(out, "isolation", plan.isolation);
  out.end_object();
}

void put_spent(JsonWriter& out, const agent::Spent& spent) {
  put_unless(zero, out, "launches", spent.launches);
  put_unless(zero, out, "wall_ms", std::int64_t{spent.wall.count()});
  put_unless(zero, out, "tokens", spent.tokens);
  put_unless(zero, out, "micro_usd", spent.micro_usd);
  put_unless(zero, out, "of_unknown_cost", spent.of_unknown_cost);
}

void put_transcript(JsonWriter& out, const Transcript& transcript) {
  out.key("transcript");
  out.begin_object();
  put(out, "ending", word_for(ending_words, transcript.ending));
  put_text(out, "stop_reason", transcript.stop_reason);
  put_text(out, "final_text", transcript.final_text);
  put_text(out, "model", transcript.model);
  put_unless<std::int32_t>(0, out, "turns", transcript.turns);
  put_tokens(out, transcript.tokens);
  put_flag(out, "tokens_told", transcript.tokens_told);
  put_optional(out, "micro_usd", transcript.micro_usd);
  put_commands(out, transcript.commands);
  put_texts(out, "edited", transcript.edited);
  put_unless<std::uint32_t>(0, out, "edits", transcript.edits);
  put_unless<std::uint32_t>(0, out, "tool_calls", transcript.tool_calls);
  put_texts(out, "denials", transcript.denials);
  put_texts(out, "errors", transcript.errors);
  if (transcript.trouble != agent::Trouble::none)
    put(out, "trouble", word_for(trouble_words, transcript.trouble));
  put_unless<std::uint32_t>(0, out, "retries", transcript.retries);
  if (transcript.resets_at)
    put(out, "resets_at_ms", transcript.resets_at->time_since_epoch().count());
  if (transcript.retry_after) put(out, "retry_after_ms", transcript.retry_after->count());
  put_flag(out, "limit_reached", transcript.limit_reached);
  put_unless<std::uint64_t>(0, out, "lines", transcript.lines);
  put_unless<std::uint64_t>(0, out, "broken_lines", transcript.broken_lines);
  put_unless<std::uint32_t>(0, out, "edition", transcript.edition);
  put_text(out, "cause", transcript.cause);
  put_text(out, "remedy", transcript.remedy);
  put_unless<std::uint32_t>(0, out, "spare", transcript.spare);
  put_flag(out, "cost_computed", transcript.cost_computed);
  out.end_object();
}

}  // namespace assay::format::journal
