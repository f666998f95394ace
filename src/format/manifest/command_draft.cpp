// SPDX-License-Identifier: MIT
#include "format/manifest/command_draft.h"

#include "core/verify/records.h"
#include "format/keys/put.h"
#include "format/problem.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace assay::format {

namespace {

using core::verify::CommandExtras;
using core::verify::CommandSpec;
using core::verify::GateType;

CommandSpec& part(CommandDraft& draft, const CommandSpec*) { return draft.spec(); }
CommandExtras& part(CommandDraft& draft, const CommandExtras*) { return draft.extras(); }

/// What the rule of a list says about one text in it.
Objection check_item(Rule rule, const std::string& text) {
  if (rule == Rule::patterns) return check_retry_pattern(text);
  return rule == Rule::inner_globs ? check_inner_glob(text) : check_no_nul(text);
}

/// One key of a record that a key of the command holds.
Objection put_member(core::Resources& out, std::string_view name, const Given& given) {
  std::vector<std::string_view> names;
  std::optional<Objection> said;
  for_each_key<core::Resources>([&](const auto& key) {
    names.push_back(key.name);
    if (key.name == name) said = put_value(given, key, out.*key.at);
  });
  if (!said) return unknown_key(name, names);
  return said->empty() ? *said : std::string(name) + ": " + *said;
}

/// Entry `number` of the key list of T, as functions without a type.
template <class T, std::size_t number>
struct Row {
  static constexpr auto key = std::get<number>(keys_in<T>.fields);
  using Value = typename decltype(key)::Value;
  static constexpr bool is_object =
      std::is_same_v<Value, std::vector<std::pair<std::string, std::string>>>;
  static constexpr bool is_list = std::is_same_v<Value, std::vector<std::string>>;
  static constexpr bool is_record = std::is_same_v<Value, core::Resources>;

  static Value& value(CommandDraft& draft) {
    return part(draft, static_cast<const T*>(nullptr)).*key.at;
  }
  static Objection put(CommandDraft& draft, const Given& given) {
    if constexpr (requires { put_value(given, key, value(draft)); })
      return put_value(given, key, value(draft));
    else if constexpr (is_list)
      return wrong_type(key.rule == Rule::patterns ? "a list of patterns" : "a list", given);
    else
      return wrong_type("names with values", given);
  }
  static Objection add_member(CommandDraft& draft, std::string_view name, const Given& given) {
    if constexpr (is_record) return put_member(value(draft), name, given);
    std::string text;
    Objection objection = put_text(given, text);
    if (objection.empty()) objection = check_env_name(name);
    if (objection.empty()) objection = check_no_nul(text);
    if constexpr (is_object) value(draft).emplace_back(name, std::move(text));
    return objection;
  }
  static Objection add_item(CommandDraft& draft, const Given& given) {
    std::string text;
    Objection objection = put_text(given, text);
    if (objection.empty()) objection = check_item(key.rule, text);
    if constexpr (is_list) value(draft).push_back(std::move(text));
    return objection;
  }
  static void add_to(std::vector<CommandKey>& rows) {
    rows.push_back({key.name, key.only, key.keep == Keep::required, &put,
                    is_object || is_record ? &add_member : nullptr, is_list ? &add_item : nullptr});
  }
};

template <class T, std::size_t... numbers>
void add_rows(std::vector<CommandKey>& rows, std::index_sequence<numbers...>) {
  const auto add = [&]<class Entry>() {
    // What few commands have stands in a record of its own.
    if constexpr (std::is_same_v<typename Entry::Value, std::shared_ptr<const CommandExtras>>)
      add_rows<CommandExtras>(
          rows,
          std::make_index_sequence<std::tuple_size_v<decltype(keys_in<CommandExtras>.fields)>>{});
    else
      Entry::add_to(rows);
  };
  (add.template operator()<Row<T, numbers>>(), ...);
}

const std::vector<CommandKey>& all_keys() {
  static const std::vector<CommandKey> rows = [] {
    std::vector<CommandKey> made;
    constexpr std::size_t size = std::tuple_size_v<decltype(keys_in<CommandSpec>.fields)>;
    add_rows<CommandSpec>(made, std::make_index_sequence<size>{});
    return made;
  }();
  return rows;
}

bool belongs(const CommandKey& key, Origin origin) {
  return key.only.empty() || origin == Origin::config;
}

std::uint32_t bit(const CommandKey& key) {
  return 1U << static_cast<unsigned>(&key - all_keys().data());
}

}  // namespace

const CommandKey* command_key(std::string_view name, Origin origin) {
  for (const CommandKey& key : all_keys()) {
    if (key.name == name) return belongs(key, origin) ? &key : nullptr;
  }
  return nullptr;
}

std::vector<std::string_view> command_keys(Origin origin) {
  std::vector<std::string_view> names;
  for (const CommandKey& key : all_keys()) {
    if (belongs(key, origin)) names.push_back(key.name);
  }
  return names;
}

bool CommandDraft::meet(const CommandKey& key) {
  if ((met_ & bit(key)) != 0) return false;
  met_ |= bit(key);
  return true;
}

bool CommandDraft::met(std::string_view name) const {
  const CommandKey* key = command_key(name, Origin::config);
  return key != nullptr && (met_ & bit(*key)) != 0;
}

std::vector<std::string_view> CommandDraft::missing() const {
  std::vector<std::string_view> names;
  for (const CommandKey& key : all_keys()) {
    if (key.required && (met_ & bit(key)) == 0) names.push_back(key.name);
  }
  return names;
}

CommandSpec CommandDraft::finish() {
  if (!met("must_be_effective"))
    spec_.must_be_effective = spec_.required && spec_.gate_type == GateType::test;
  if (extras_ != CommandExtras{})
    spec_.extras = std::make_shared<const CommandExtras>(std::move(extras_));
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
