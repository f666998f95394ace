// SPDX-License-Identifier: MIT
#include "format/journal/fields.h"
#include "format/journal/parts.h"

namespace assay::format::journal {

namespace {

using namespace core;
using agent::Order;
using agent::Transcript;

template <class Value>
Result<> read_optional(JsonReader& in, std::optional<Value>& out) {
  return read(in, out.emplace());
}

Result<> read_limits(JsonReader& in, Limits& limits) {
  TRY(read_object(in, [&](std::string_view key) -> Result<> {
    if (key == "launches") return read_optional(in, limits.launches);
    if (key == "wall_ms") return read_optional(in, limits.wall);
    if (key == "tokens") return read_optional(in, limits.tokens);
    if (key == "micro_usd") return read_optional(in, limits.micro_usd);
    return unknown_field(key);
  }));
  return {};
}

Result<> read_tokens(JsonReader& in, agent::Tokens& tokens) {
  TRY(read_object(in, [&](std::string_view key) -> Result<> {
    if (key == "input") return read(in, tokens.input);
    if (key == "output") return read(in, tokens.output);
    if (key == "cached") return read(in, tokens.cached);
    if (key == "reasoning") return read(in, tokens.reasoning);
    if (key == "total") return read(in, tokens.total);
    return unknown_field(key);
  }));
  return {};
}

Result<> read_commands(JsonReader& in, std::vector<agent::Command>& commands) {
  return read_array(in, [&]() -> Result<> {
    if (in.token() != JsonToken::begin_object) return bad_body("expected an object");
    agent::Command& command = commands.emplace_back();
    TRY(read_fields(in, [&](std::string_view key) -> Result<> {
      if (key == "command") return read(in, command.command);
      if (key == "exit_code") return read_optional(in, command.exit_code);
      if (key == "denied") return read(in, command.denied);
      if (key == "failed") return read(in, command.failed);
      if (key == "edits_before") return read(in, command.edits_before);
      return unknown_field(key);
    }));
    return {};
  });
}

Result<> read_transcript_field(JsonReader& in, std::string_view key, Transcript& out) {
  if (key == "ending") return read(in, ending_words, out.ending);
  if (key == "stop_reason") return read(in, out.stop_reason);
  if (key == "final_text") return read(in, out.final_text);
  if (key == "model") return read(in, out.model);
  if (key == "turns") return read(in, out.turns);
  if (key == "tokens") return read_tokens(in, out.tokens);
  if (key == "tokens_told") return read(in, out.tokens_told);
  if (key == "micro_usd") return read_optional(in, out.micro_usd);
  if (key == "commands") return read_commands(in, out.commands);
  if (key == "edited") return read(in, out.edited);
  if (key == "edits") return read(in, out.edits);
  if (key == "tool_calls") return read(in, out.tool_calls);
  if (key == "denials") return read(in, out.denials);
  if (key == "errors") return read(in, out.errors);
  if (key == "trouble") return read(in, trouble_words, out.trouble);
  if (key == "retries") return read(in, out.retries);
  if (key == "resets_at_ms") return read_optional(in, out.resets_at);
  if (key == "retry_after_ms") return read_optional(in, out.retry_after);
  if (key == "limit_reached") return read(in, out.limit_reached);
  if (key == "lines") return read(in, out.lines);
  if (key == "broken_lines") return read(in, out.broken_lines);
  if (key == "edition") return read(in, out.edition);
  if (key == "cause") return read(in, out.cause);
  if (key == "remedy") return read(in, out.remedy);
  if (key == "spare") return read(in, out.spare);
  if (key == "cost_computed") return read(in, out.cost_computed);
  return unknown_field(key);
}

Result<> read_citations(JsonReader& in, std::vector<agent::Citation>& citations) {
  return read_array(in, [&]() -> Result<> {
    if (in.token() != JsonToken::begin_object) return bad_body("expected an object");
    agent::Citation& citation = citations.emplace_back();
    TRY(read_fields(in, [&](std::string_view key) -> Result<> {
      if (key == "path") return read(in, citation.path);
      if (key == "line") return read(in, citation.line);
      if (key == "quote") return read(in, citation.quote);
      if (key == "holds") return read(in, citation.holds);
      if (key == "why_not") return read(in, citation.why_not);
      return unknown_field(key);
    }));
    return {};
  });
}

Result<> read_prices(JsonReader& in, std::vector<Price>& prices) {
  return read_array(in, [&]() -> Result<> {
    if (in.token() != JsonToken::begin_object) return bad_body("expected an object");
    Price& price = prices.emplace_back();
    TRY(read_fields(in, [&](std::string_view key) -> Result<> {
      if (key == "model") return read(in, price.model);
      if (key == "input") return read(in, price.input);
      if (key == "output") return read(in, price.output);
      if (key == "cached") return read_optional(in, price.cached);
      return unknown_field(key);
    }));
    return {};
  });
}

Result<> read_spares(JsonReader& in, std::vector<agent::Spare>& spares) {
  return read_array(in, [&]() -> Result<> {
    if (in.token() != JsonToken::begin_object) return bad_body("expected an object");
    agent::Spare& spare = spares.emplace_back();
    TRY(read_fields(in, [&](std::string_view key) -> Result<> {
      if (key == "name") return read(in, spare.name);
      if (key == "argv") return read(in, spare.argv);
      if (key == "dialect") return read(in, dialect_words, spare.dialect);
      if (key == "pass_env") return read(in, spare.pass_env);
      if (key == "env") return read_env(in, spare.env);
      if (key == "sealed") return read(in, spare.sealed);
      return unknown_field(key);
    }));
    return {};
  });
}

}  // namespace

Result<> read_order(JsonReader& in, Order& order) {
  const auto met = TRY(read_object(in, [&](std::string_view key) -> Result<> {
    if (key == "role") return read(in, order.role);
    if (key == "argv") return read(in, order.argv);
    if (key == "dialect") return read(in, dialect_words, order.dialect);
    if (key == "prompt") return read(in, order.prompt);
    if (key == "stall_ms") return read(in, order.stall);
    if (key == "linger_ms") return read(in, order.linger);
    if (key == "max_turns") return read(in, order.max_turns);
    if (key == "max_retries") return read(in, order.max_retries);
    if (key == "pass_env") return read(in, order.pass_env);
    if (key == "prices") return read_prices(in, order.prices);
    if (key == "spares") return read_spares(in, order.spares);
    if (key == "spare") return read(in, order.spare);
    if (key == "sealed") return read(in, order.sealed);
    return unknown_field(key);
  }));
  return check_present(met, {"role", "argv", "dialect"});
}

Result<> read_budgets(JsonReader& in, Budgets& budgets) {
  TRY(read_object(in, [&](std::string_view key) -> Result<> {
    if (key == "run") return read_limits(in, budgets.run);
    if (key == "per_day") return read_limits(in, budgets.per_day);
    if (key == "unknown_cost") return read(in, unknown_cost_words, budgets.unknown_cost);
    return unknown_field(key);
  }));
  return {};
}

/// Name, value, name, value, ...
Result<> read_env(JsonReader& in, std::vector<std::pair<std::string, std::string>>& env) {
  std::vector<std::string> texts;
  TRY(read(in, texts));
  if (texts.size() % 2 != 0) return bad_body("env: a name without a value");
  for (std::size_t i = 0; i < texts.size(); i += 2)
    env.emplace_back(std::move(texts[i]), std::move(texts[i + 1]));
  return {};
}

Result<> read_judgement(JsonReader& in, std::optional<agent::Judgement>& out) {
  agent::Judgement& judgement = out.emplace();
  TRY(read_object(in, [&](std::string_view key) -> Result<> {
    if (key == "met") return read_optional(in, judgement.met);
    if (key == "citations") return read_citations(in, judgement.citations);
    return unknown_field(key);
  }));
  return {};
}

Result<agent::Plan> read_agent_plan(JsonReader& in) {
  agent::Plan plan;
  const auto met = TRY(read_object(in, [&](std::string_view key) -> Result<> {
    if (key == "order") return read_order(in, plan.order);
    if (key == "workspace") return read(in, plan.workspace);
    if (key == "cwd") return read(in, plan.cwd);
    if (key == "log_dir") return read(in, plan.log_dir);
    if (key == "timeout_ms") return read(in, plan.timeout);
    if (key == "env") return read_env(in, plan.env);
    if (key == "budgets") return read_budgets(in, plan.budgets);
    if (key == "environment") return read(in, plan.environment);
    if (key == "environment_digest") return read(in, plan.environment_digest);
    if (key == "isolation") return read(in, plan.isolation);
    return unknown_field(key);
  }));
  TRY(check_present(met, {"order"}));
  return plan;
}

Result<> read_transcript(JsonReader& in, std::shared_ptr<const Transcript>& out) {
  Transcript transcript;
  const auto met = TRY(read_object(
      in, [&](std::string_view key) { return read_transcript_field(in, key, transcript); }));
  TRY(check_present(met, {"ending"}));
  out = std::make_shared<const Transcript>(std::move(transcript));
  return {};
}

Result<> read_spent_field(JsonReader& in, std::string_view key, agent::Spent& spent) {
  if (key == "launches") return read(in, spent.launches);
  if (key == "wall_ms") return read(in, spent.wall);
  if (key == "tokens") return read(in, spent.tokens);
  if (key == "micro_usd") return read(in, spent.micro_usd);
  if (key == "of_unknown_cost") return read(in, spent.of_unknown_cost);
  return unknown_field(key);
}

}  // namespace assay::format::journal
