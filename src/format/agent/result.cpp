// SPDX-License-Identifier: MIT
#include "format/agent/result.h"

#include "format/claim/claim.h"
#include "format/json/fields.h"

#include <algorithm>

namespace assay::format {

namespace {

using namespace core::agent;

void put_tokens(JsonWriter& json, const Tokens& tokens) {
  json.key("tokens");
  json.begin_object();
  Fields(json)
      .number("input", tokens.input)
      .number("output", tokens.output)
      .number("cached", tokens.cached)
      .number("reasoning", tokens.reasoning);
  json.end_object();
}

template <class Integer>
void put_or_null(JsonWriter& json, std::string_view key, const std::optional<Integer>& value) {
  json.key(key);
  value ? json.number(*value) : json.null();
}

void put_commands(JsonWriter& json, const std::vector<Command>& commands) {
  json.key("commands");
  json.begin_array();
  for (const Command& command : commands) {
    json.begin_object();
    Fields(json).text("command", command.command);
    put_or_null(json, "exit_code", command.exit_code);
    json.end_object();
  }
  json.end_array();
}

void put_claims(JsonWriter& json, const std::vector<Mismatch>& claims) {
  json.key("claims");
  json.begin_array();
  for (const Mismatch& each : claims) {
    json.begin_object();
    Fields(json).text("claimed", each.claimed).text("observed", each.observed);
    json.end_object();
  }
  json.end_array();
}

/// When it may be tried again; nothing if that is unknown.
std::optional<Instant> resets_at(const State& state) {
  const std::optional<Instant> told = available_again(state.evidence);
  return told || !state.refusal ? told : state.refusal->until;
}

void put_rate_limit(JsonWriter& json, const State& state) {
  json.key("rate_limit");
  const std::optional<Instant> when = resets_at(state);
  if (!when && !transcript_of(state.evidence).limit_reached) return json.null();
  json.begin_object();
  json.key("resets_at");
  when ? json.text(to_text(*when)) : json.null();
  json.end_object();
}

void put_cost(JsonWriter& json, const std::optional<std::int64_t>& micro_usd) {
  json.key("cost_usd");
  micro_usd ? json.millionths(*micro_usd) : json.null();
}

}  // namespace

std::vector<Mismatch> mismatches(const State& state) {
  const Transcript& said = transcript_of(state.evidence);
  const bool shows_tools = core::agent::row_of(state.plan->order.dialect).shows_tools;
  return compare_claims(read_claims(said.final_text),
                        {said, state.files_changed, state.commits, shows_tools});
}

AgentVerdict verdict_of(const State& state) {
  if (state.fused) return {state.fused->outcome, state.fused->reason};
  if (state.refusal && !state.cancelled) return {Outcome::unavailable, state.refusal->why};
  if (state.cancelled) return {Outcome::cancelled, "cancelled before it was started"};
  return {Outcome::protocol_error, "it has not ended"};
}

std::string agent_json(const State& state) {
  const Transcript& said = transcript_of(state.evidence);
  const core::Exit& exit = state.evidence.exit;
  const AgentVerdict verdict = verdict_of(state);
  std::string out;
  JsonWriter json(out, JsonLayout::indented);
  json.begin_object();
  Fields(json)
      .text("run_id", state.run_id)
      .text("role", state.plan->order.role)
      .text("outcome", to_text(verdict.outcome))
      .text("reason", verdict.reason)
      .text("rule", state.fused ? state.fused->rule : "")
      .number("exit_code", exit.code);
  put_or_null(json, "signal", exit.signal == 0 ? std::nullopt : std::optional<int>(exit.signal));
  Fields(json)
      .flag("terminal_event", said.ending != Ending::none)
      .text("final_text", said.final_text)
      .text("model", said.model)
      .text("stop_reason", said.stop_reason)
      .number("turns", said.turns);
  put_tokens(json, said.tokens);
  put_cost(json, said.micro_usd);
  put_commands(json, said.commands);
  Fields(json).list("files_changed", state.files_changed).list("commits", state.commits);
  put_claims(json, mismatches(state));
  Fields(json).list("denials", said.denials).list("errors", said.errors);
  put_rate_limit(json, state);
  std::vector<std::string> orphans;
  for (const core::Orphan& orphan : state.evidence.orphans)
    orphans.push_back(orphan.name + " (" + std::to_string(orphan.pid) + ")");
  Fields(json)
      .number("broken_lines", said.broken_lines)
      .list("orphans", orphans)
      .text("log_path", state.evidence.output.log_path)
      .number("duration_ms", state.evidence.duration.count());
  json.end_object();
  return out + "\n";
}

}  // namespace assay::format
