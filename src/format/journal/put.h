// SPDX-License-Identifier: MIT
// Writing stored values field by field: what has its default is left out, and the reader fills it
// in.
#pragma once

#include "base/digest.h"
#include "core/ask/event.h"
#include "core/plans.h"
#include "format/journal/words.h"
#include "format/json/writer.h"

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format::journal {

using core::AttemptKey;

inline void put(JsonWriter& out, std::string_view key, std::string_view text) {
  out.key(key);
  out.text(text);
}

template <std::integral Number>
void put(JsonWriter& out, std::string_view key, Number number) {
  out.key(key);
  out.number(number);
}

constexpr std::int64_t zero = 0;  ///< the commonest of the values that are left out

/// Leaves out what the reader fills in by itself.
template <class Value>
void put_unless(const Value& standard, JsonWriter& out, std::string_view key, const Value& value) {
  if (value != standard) put(out, key, value);
}

inline void put_text(JsonWriter& out, std::string_view key, const std::string& text) {
  if (!text.empty()) put(out, key, std::string_view(text));
}

inline void put_flag(JsonWriter& out, std::string_view key, bool flag) {
  if (!flag) return;
  out.key(key);
  out.boolean(true);
}

inline void put_digest(JsonWriter& out, std::string_view key, const Digest& digest,
                       const Digest& standard = {}) {
  if (digest != standard) put(out, key, std::string_view(digest.hex()));
}

inline void put_texts(JsonWriter& out, std::string_view key,
                      const std::vector<std::string>& texts) {
  if (texts.empty()) return;
  out.key(key);
  out.begin_array();
  for (const std::string& text : texts) out.text(text);
  out.end_array();
}

inline void put_key(JsonWriter& out, AttemptKey key) {
  put(out, "unit", key.unit);
  put(out, "attempt", key.attempt);
}

/// The larger parts of stored events, each under a key of its own.
void put_plan(JsonWriter& out, const core::verify::Plan& plan);
void put_plan(JsonWriter& out, const core::agent::Plan& plan);
void put_plan(JsonWriter& out, const core::goals::Plan& plan);
void put_plan(JsonWriter& out, const core::loop::Plan& plan);
void put_plan(JsonWriter& out, const core::pipeline::Plan& plan);
void put_outputs(JsonWriter& out, const core::pipeline::Outputs& outputs);
void put_rows(JsonWriter& out, const core::RowsRecorded& rows);
void put_numbers(JsonWriter& out, const core::RowsCounted& counted);
void put_hand(JsonWriter& out, const core::loop::Hand& hand);
void put_sight(JsonWriter& out, const core::loop::WorkSight& sight);
void put_work_result(JsonWriter& out, const core::loop::WorkResult& result);
void put_saying(JsonWriter& out, const core::loop::Saying& saying);
void put_pull_request(JsonWriter& out, const core::loop::PullRequestSight& sight);
void put_results(JsonWriter& out, const std::vector<core::goals::CheckResult>& results);
void put_evidence(JsonWriter& out, const core::Evidence& evidence);
void put_transcript(JsonWriter& out, const core::agent::Transcript& transcript);
void put_judgement(JsonWriter& out, const core::agent::Judgement& judgement);
void put_order(JsonWriter& out, std::string_view key, const core::agent::Order& order);
void put_env(JsonWriter& out, const std::vector<std::pair<std::string, std::string>>& env);
void put_budgets(JsonWriter& out, const core::Budgets& budgets);
void put_spent(JsonWriter& out, const core::agent::Spent& spent);

}  // namespace assay::format::journal
