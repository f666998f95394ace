// SPDX-License-Identifier: MIT
#include "format/manifest/command_draft.h"

#include "format/manifest/rules.h"
#include "format/problem.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace assay::format {

namespace {

using core::verify::CommandSpec;
using core::verify::GateType;

constexpr std::string_view key_names[] = {"id",
                                          "command",
                                          "stage",
                                          "gate_type",
                                          "parallel_safe",
                                          "mutates_workspace",
                                          "required",
                                          "must_be_effective",
                                          "timeout_seconds",
                                          "allow_zero_tests",
                                          "report",
                                          "env",
                                          "retry_on",
                                          "timeout"};

bool belongs(CommandKey key, Origin origin) {
  switch (key) {
    case CommandKey::timeout: return origin == Origin::config;
    case CommandKey::id:
    case CommandKey::command:
    case CommandKey::stage:
    case CommandKey::gate_type:
    case CommandKey::parallel_safe:
    case CommandKey::mutates_workspace:
    case CommandKey::required:
    case CommandKey::must_be_effective:
    case CommandKey::timeout_seconds:
    case CommandKey::allow_zero_tests:
    case CommandKey::report:
    case CommandKey::env:
    case CommandKey::retry_on: return true;
  }
  return true;
}

Objection put_gate_type(const Given& given, GateType& out) {
  const std::optional<GateType> known =
      given.is_text() ? value_of<GateType>(given.text) : std::nullopt;
  if (known) {
    out = *known;
    return {};
  }
  std::size_t unused = 0;
  const auto& names = all_words<GateType>;
  return put_choice(given, {names.begin(), names.end()}, unused);
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

}  // namespace

std::string_view to_text(CommandKey key) { return key_names[static_cast<std::size_t>(key)]; }

std::optional<CommandKey> command_key(std::string_view name, Origin origin) {
  for (std::size_t i = 0; i < std::size(key_names); ++i) {
    const auto key = static_cast<CommandKey>(i);
    if (key_names[i] == name) return belongs(key, origin) ? std::optional(key) : std::nullopt;
  }
  return std::nullopt;
}

std::vector<std::string_view> command_keys(Origin origin) {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < std::size(key_names); ++i) {
    if (belongs(static_cast<CommandKey>(i), origin)) names.push_back(key_names[i]);
  }
  return names;
}

bool CommandDraft::meet(CommandKey key) {
  if (met(key)) return false;
  met_ |= bit(key);
  return true;
}

Objection CommandDraft::put(CommandKey key, const Given& given) {
  switch (key) {
    case CommandKey::id: return put_id(given);
    case CommandKey::command: return put_command(given);
    case CommandKey::stage: return put_integer(given, any_int32, spec_.stage);
    case CommandKey::gate_type: return put_gate_type(given, spec_.gate_type);
    case CommandKey::parallel_safe: return put_boolean(given, spec_.parallel_safe);
    case CommandKey::mutates_workspace: return put_boolean(given, spec_.mutates_workspace);
    case CommandKey::required: return put_boolean(given, spec_.required);
    case CommandKey::must_be_effective: return put_boolean(given, spec_.must_be_effective);
    case CommandKey::allow_zero_tests: return put_boolean(given, spec_.allow_zero_tests);
    case CommandKey::report: return put_report(given);
    case CommandKey::timeout_seconds: return put_seconds(given);
    case CommandKey::timeout: return put_duration(given, spec_.timeout);
    case CommandKey::env: return wrong_type("names with values", given);
    case CommandKey::retry_on: return wrong_type("a list of patterns", given);
  }
  return {};
}

Objection CommandDraft::put_id(const Given& given) {
  Objection objection = put_text(given, spec_.id);
  if (!objection.empty()) return objection;
  return check_id(spec_.id);
}

Objection CommandDraft::put_command(const Given& given) {
  Objection objection = put_text(given, spec_.command);
  if (!objection.empty()) return objection;
  if (is_blank(spec_.command)) return "must not be empty";
  return check_no_nul(spec_.command);
}

Objection CommandDraft::put_report(const Given& given) {
  Objection objection = put_text(given, extras_.report);
  if (!objection.empty()) return objection;
  return check_inner_path(extras_.report);
}

Objection CommandDraft::put_seconds(const Given& given) {
  std::int64_t seconds = 0;
  Objection objection = put_integer(given, timeout_range_s, seconds);
  spec_.timeout = std::chrono::seconds{seconds};
  return objection;
}

Objection CommandDraft::add_env(std::string_view name, const Given& value) {
  std::string text;
  Objection objection = put_text(value, text);
  if (objection.empty()) {
    objection = check_env_name(name);
    if (objection.empty()) objection = check_no_nul(text);
  }
  extras_.env.emplace_back(name, std::move(text));
  return objection;
}

Objection CommandDraft::add_retry_on(const Given& pattern) {
  std::string text;
  Objection objection = put_text(pattern, text);
  if (objection.empty()) objection = check_retry_pattern(text);
  extras_.retry_on.push_back(std::move(text));
  return objection;
}

CommandSpec CommandDraft::finish() {
  if (!met(CommandKey::must_be_effective)) {
    spec_.must_be_effective = spec_.required && spec_.gate_type == GateType::test;
  }
  if (extras_ != core::verify::CommandExtras{}) {
    spec_.extras = std::make_shared<const core::verify::CommandExtras>(std::move(extras_));
  }
  return std::move(spec_);
}

std::vector<std::string> repeated_names(const std::vector<std::string>& names) {
  std::vector<std::string_view> sorted(names.begin(), names.end());
  std::sort(sorted.begin(), sorted.end());
  std::vector<std::string> repeated;
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    const bool known = !repeated.empty() && repeated.back() == sorted[i];
    if (sorted[i] == sorted[i - 1] && !known) repeated.emplace_back(sorted[i]);
  }
  return repeated;
}

}  // namespace assay::format
