// SPDX-License-Identifier: MIT
#include "format/json/tree.h"
#include "format/json/writer.h"
#include "format/spec/members.h"
#include "format/spec/nodes.h"
#include "format/spec/state.h"
#include "format/spec/words.h"

#include <algorithm>
#include <set>

namespace assay::format {

namespace {

using core::loop::StateFields;
using nodes::flag;
using nodes::nodes_max;
using nodes::number;
using nodes::text;
using Kind = JsonNode::Kind;

constexpr std::uint32_t group_max = 10'000;

JsonNode list() { return nodes::node_of(Kind::list); }
JsonNode object() { return nodes::node_of(Kind::object); }

void put(JsonNode& into, std::string_view name, JsonNode value) {
  into.names.push_back(as_unicode(name));
  into.items.push_back(std::move(value));
}

JsonNode fix_task_map(const StateFields& fields) {
  JsonNode map = object();
  for (const auto& [id, fixes] : fields.fix_task_map) {
    JsonNode ids = list();
    for (const std::string& fix : fixes.ids) ids.items.push_back(text(fix));
    JsonNode entry = object();
    put(entry, "attempts", number(fixes.attempts));
    put(entry, "fixTaskIds", std::move(ids));
    put(entry, "lastError", text(fixes.last_error));
    put(map, id, std::move(entry));
  }
  return map;
}

JsonNode modification_map(const StateFields& fields) {
  JsonNode map = object();
  for (const auto& [id, all] : fields.modification_map) {
    JsonNode made = list();
    for (const StateFields::Modification& one : all) {
      JsonNode item = object();
      put(item, "id", text(one.id));
      put(item, "type", text(one.type));
      put(item, "reason", text(one.reason));
      made.items.push_back(std::move(item));
    }
    JsonNode entry = object();
    put(entry, "count", number(static_cast<std::int64_t>(all.size())));
    put(entry, "modifications", std::move(made));
    put(map, id, std::move(entry));
  }
  return map;
}

JsonNode parallel_group(const StateFields::Group& group) {
  JsonNode indices = list();
  for (std::uint32_t i = group.start; i <= group.end && i - group.start < group_max; ++i) {
    indices.items.push_back(number(i));
  }
  JsonNode node = object();
  put(node, "startIndex", number(group.start));
  put(node, "endIndex", number(group.end));
  put(node, "taskIndices", std::move(indices));
  put(node, "isParallel", flag(group.is_parallel));
  return node;
}

JsonNode task_results(const StateFields& fields) {
  JsonNode map = object();
  for (const auto& [index, result] : fields.task_results) {
    JsonNode entry = object();
    put(entry, "status", text(result.status));
    if (!result.error.empty()) put(entry, "error", text(result.error));
    put(map, std::to_string(index), std::move(entry));
  }
  return map;
}

/// How a field of the file comes to its value.
struct Wanted {
  enum class Mode : std::uint8_t { set, if_absent, removed };
  /// What of the old value stays beside the new one: unknown members of it, or of its entries.
  enum class Keep : std::uint8_t { nothing, members, members_of_entries };

  std::string name;
  JsonNode value;
  Mode mode = Mode::set;
  Keep keep = Keep::nothing;
};

std::vector<Wanted> wanted_of(const StateFields& fields) {
  using Mode = Wanted::Mode;
  using Keep = Wanted::Keep;
  std::vector<Wanted> all;
  const auto set = [&](std::string_view name, JsonNode value, Mode mode = Mode::set,
                       Keep keep = Keep::nothing) {
    all.push_back({std::string(name), std::move(value), mode, keep});
  };
  set("source", text("spec"), Mode::if_absent);
  set("name", text(fields.name), Mode::if_absent);
  set("basePath", text(fields.base_path), Mode::if_absent);
  set("phase", text("execution"));
  set("taskIndex", number(fields.task_index));
  set("totalTasks", number(fields.total_tasks));
  set("taskIteration", number(fields.task_iteration));
  set("maxTaskIterations", number(fields.max_task_iterations));
  set("globalIteration", number(fields.global_iteration));
  set("maxGlobalIterations", number(fields.max_global_iterations));
  set("recoveryMode", flag(fields.recovery_mode));
  set("maxFixTasksPerOriginal", number(fields.max_fix_tasks_per_original));
  set("maxFixTaskDepth", number(fields.max_fix_task_depth));
  set("fixTaskMap", fix_task_map(fields), Mode::set, Keep::members_of_entries);
  set("modificationMap", modification_map(fields), Mode::set, Keep::members_of_entries);
  set("maxModificationsPerTask", number(fields.max_modifications_per_task));
  set("maxModificationDepth", number(fields.max_modification_depth));
  const bool grouped = fields.parallel_group.has_value();
  set("parallelGroup", grouped ? parallel_group(*fields.parallel_group) : JsonNode(),
      grouped ? Mode::set : Mode::removed, Keep::members);
  set("taskResults", task_results(fields), grouped ? Mode::set : Mode::removed,
      Keep::members_of_entries);
  set("awaitingApproval", flag(false));
  return all;
}

/// `fresh`, and behind it what only `old` has.
void keep_members(JsonNode& fresh, const JsonNode& old) {
  if (fresh.kind != Kind::object || old.kind != Kind::object) return;
  const std::set<std::string> known(fresh.names.begin(), fresh.names.end());
  for (std::size_t i = 0; i < old.items.size(); ++i) {
    if (known.count(old.names[i]) > 0) continue;
    fresh.names.push_back(old.names[i]);
    fresh.items.push_back(old.items[i]);
  }
}

void keep_of(JsonNode& fresh, const JsonNode& old, Wanted::Keep keep) {
  if (keep == Wanted::Keep::members) keep_members(fresh, old);
  if (keep != Wanted::Keep::members_of_entries) return;
  for (std::size_t i = 0; i < fresh.items.size(); ++i) {
    if (const JsonNode* entry = old.find(fresh.names[i])) keep_members(fresh.items[i], *entry);
  }
}

/// Writes the new text from front to end, taking over the white space of the old one.
class Merge {
 public:
  Merge(std::string_view old, const StateFields& fields)
      : old_(old), found_(find_members(old)), wanted_(wanted_of(fields)) {
    if (!found_.fault.empty()) {
      old_ = "{\n}\n";
      found_ = find_members(old_);
    }
    lead_ = found_.members.empty()
                ? "\n  "
                : std::string(old_.substr(found_.open, found_.members.front().begin - found_.open));
    is_indented_ = lead_.find('\n') != std::string::npos;
  }

  std::string text() {
    out_ = old_.substr(0, found_.open);
    for (std::size_t i = 0; i < found_.members.size(); ++i) take_over(i);
    for (const Wanted& wanted : wanted_) {
      if (wanted.mode != Wanted::Mode::removed && found_.find(wanted.name) == nullptr) add(wanted);
    }
    if (found_.members.empty()) {
      const std::size_t close = old_.find('}', found_.open);
      return out_ + "\n" + std::string(old_.substr(close));
    }
    return out_ + std::string(old_.substr(found_.members.back().end));
  }

 private:
  void take_over(std::size_t i) {
    const JsonMember& member = found_.members[i];
    if (found_.find(member.name) != &member) return;  // said again further on, and that counts
    const auto is_it = [&](const Wanted& wanted) { return wanted.name == member.name; };
    const auto wanted = std::find_if(wanted_.begin(), wanted_.end(), is_it);
    if (wanted != wanted_.end() && wanted->mode == Wanted::Mode::removed) return;
    if (is_first_) {
      out_ += lead_;
    } else {
      const std::size_t from = found_.members[i - 1].end;
      out_ += old_.substr(from, member.begin - from);
    }
    is_first_ = false;
    out_ += old_.substr(member.begin, member.value - member.begin);
    out_ += wanted == wanted_.end() ? std::string(member.value_in(old_)) : value(*wanted, member);
  }

  std::string value(const Wanted& wanted, const JsonMember& member) const {
    const std::string_view before = member.value_in(old_);
    const JsonTree old = read_json_tree(before, nodes_max);
    if (!old.fault.empty()) return written(wanted.value);
    const bool says_something = old.root.kind == Kind::text && !old.root.text.empty();
    if (wanted.mode == Wanted::Mode::if_absent && says_something) return std::string(before);
    JsonNode fresh = wanted.value;
    keep_of(fresh, old.root, wanted.keep);
    return same_value(old.root, fresh) ? std::string(before) : written(fresh);
  }

  void add(const Wanted& wanted) {
    if (!is_first_) out_ += ",";
    out_ += lead_ + "\"" + wanted.name + (is_spaced() ? "\": " : "\":") + written(wanted.value);
    is_first_ = false;
  }

  bool is_spaced() const { return is_indented_ || old_[found_.members.front().value - 1] == ' '; }

  std::string written(const JsonNode& node) const {
    std::string plain;
    JsonWriter json(plain, is_indented_ ? JsonLayout::indented : JsonLayout::compact);
    write_json_tree(json, node);
    if (!is_indented_) return plain;
    std::size_t from = lead_.rfind('\n');
    if (from > 0 && lead_[from - 1] == '\r') --from;
    const std::string line_start = lead_.substr(from);
    std::string out;
    for (const char c : plain) {
      if (c == '\n') {
        out += line_start;
      } else {
        out.push_back(c);
      }
    }
    return out;
  }

  std::string_view old_;
  JsonMembers found_;
  std::vector<Wanted> wanted_;
  std::string lead_;  // the white space before a member
  bool is_indented_ = true;
  bool is_first_ = true;
  std::string out_;
};

}  // namespace

std::string merge_spec_state(std::string_view old, const StateFields& fields) {
  return Merge(old, fields).text();
}

}  // namespace assay::format
