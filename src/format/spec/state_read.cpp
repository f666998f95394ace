// SPDX-License-Identifier: MIT
#include "format/json/tree.h"
#include "format/problem.h"
#include "format/spec/members.h"
#include "format/spec/nodes.h"
#include "format/spec/state.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <set>

namespace assay::format {

namespace {

using core::loop::StateFields;
using nodes::nodes_max;
using Kind = JsonNode::Kind;

/// Reads one field after the other; what comes after the first problem does not matter.
class StateReader {
 public:
  explicit StateReader(std::string_view text) : text_(text), found_(find_members(text)) {}

  StateReading read() {
    StateFields fields;
    if (!found_.fault.empty()) blame(found_.fault);
    refuse_repeated();
    read_place(fields);
    read_limits(fields);
    read_fixes(fields);
    read_modifications(fields);
    read_group(fields);
    read_results(fields);
    if (!problem_.empty()) return {std::nullopt, problem_};
    return {std::move(fields), ""};
  }

 private:
  void blame(std::string why) {
    if (problem_.empty()) problem_ = std::move(why);
  }

  void refuse_repeated() {
    std::set<std::string_view> seen;
    for (const JsonMember& member : found_.members) {
      if (!seen.insert(member.name).second) {
        blame(fmt::format("key {} is there twice", quoted(member.name)));
      }
    }
  }

  void read_place(StateFields& fields) {
    text("name", fields.name);
    text("basePath", fields.base_path);
    number("taskIndex", fields.task_index, 0);
    number("totalTasks", fields.total_tasks, 0);
    number("taskIteration", fields.task_iteration, 1);
    number("globalIteration", fields.global_iteration, 1);
    if (const auto node = value("recoveryMode", Kind::boolean)) fields.recovery_mode = node->truth;
  }

  void read_limits(StateFields& fields) {
    number("maxTaskIterations", fields.max_task_iterations, 0);
    number("maxGlobalIterations", fields.max_global_iterations, 0);
    number("maxFixTasksPerOriginal", fields.max_fix_tasks_per_original, 0);
    number("maxFixTaskDepth", fields.max_fix_task_depth, 0);
    number("maxModificationsPerTask", fields.max_modifications_per_task, 0);
    number("maxModificationDepth", fields.max_modification_depth, 0);
  }

  void read_fixes(StateFields& fields) {
    const auto map = value("fixTaskMap", Kind::object);
    for (std::size_t i = 0; map && i < map->items.size(); ++i) {
      const std::string where = "fixTaskMap." + map->names[i];
      const JsonNode& item = map->items[i];
      if (!is_kind(item, Kind::object, where)) return;
      StateFields::Fixes& fixes = fields.fix_task_map[map->names[i]];
      number_of(item.find("attempts"), where + ".attempts", fixes.attempts, 0);
      text_of(item.find("lastError"), where + ".lastError", fixes.last_error);
      texts_of(item.find("fixTaskIds"), where + ".fixTaskIds", fixes.ids);
    }
  }

  void read_modifications(StateFields& fields) {
    const auto map = value("modificationMap", Kind::object);
    for (std::size_t i = 0; map && i < map->items.size(); ++i) {
      const std::string where = "modificationMap." + map->names[i];
      const JsonNode& item = map->items[i];
      if (!is_kind(item, Kind::object, where)) return;
      std::uint32_t count = 0;
      number_of(item.find("count"), where + ".count", count, 0);
      auto& all = fields.modification_map[map->names[i]];
      const JsonNode* list = item.find("modifications");
      if (list == nullptr || !is_kind(*list, Kind::list, where + ".modifications")) continue;
      for (const JsonNode& one : list->items) all.push_back(modification(one, where));
    }
  }

  StateFields::Modification modification(const JsonNode& node, const std::string& where) {
    StateFields::Modification out;
    if (!is_kind(node, Kind::object, where + ".modifications")) return out;
    text_of(node.find("id"), where + ".id", out.id);
    text_of(node.find("type"), where + ".type", out.type);
    text_of(node.find("reason"), where + ".reason", out.reason);
    return out;
  }

  void read_group(StateFields& fields) {
    const auto node = value_or_null("parallelGroup", Kind::object);
    if (!node) return;
    StateFields::Group group;
    number_of(node->find("startIndex"), "parallelGroup.startIndex", group.start, 0);
    number_of(node->find("endIndex"), "parallelGroup.endIndex", group.end, 0);
    if (const JsonNode* flag = node->find("isParallel")) {
      is_kind(*flag, Kind::boolean, "parallelGroup.isParallel");
      group.is_parallel = flag->truth;
    }
    if (const JsonNode* list = node->find("taskIndices")) {
      is_kind(*list, Kind::list, "parallelGroup.taskIndices");
    }
    fields.parallel_group = group;
  }

  void read_results(StateFields& fields) {
    const auto map = value_or_null("taskResults", Kind::object);
    for (std::size_t i = 0; map && i < map->items.size(); ++i) {
      const std::string& name = map->names[i];
      const std::string where = "taskResults." + name;
      std::uint32_t index = 0;
      const auto [last, bad] = std::from_chars(name.data(), name.data() + name.size(), index);
      if (bad != std::errc{} || std::to_string(index) != name) {
        return blame(fmt::format("taskResults: {} is no index of a task", quoted(name)));
      }
      if (!is_kind(map->items[i], Kind::object, where)) return;
      StateFields::MemberResult& result = fields.task_results[index];
      text_of(map->items[i].find("status"), where + ".status", result.status);
      text_of(map->items[i].find("error"), where + ".error", result.error);
    }
  }

  std::optional<JsonNode> any_value(const char* name) {
    const JsonMember* member = found_.find(name);
    if (member == nullptr || !problem_.empty()) return std::nullopt;
    JsonTree tree = read_json_tree(member->value_in(text_), nodes_max);
    if (tree.fault.empty()) return std::move(tree.root);
    blame(fmt::format("{}: {}", name, tree.fault));
    return std::nullopt;
  }

  std::optional<JsonNode> value(const char* name, Kind kind) {
    auto node = any_value(name);
    if (node && !is_kind(*node, kind, name)) return std::nullopt;
    return node;
  }

  /// Fields that come and go are also emptied by setting them to null.
  std::optional<JsonNode> value_or_null(const char* name, Kind kind) {
    auto node = any_value(name);
    if (!node || node->kind == Kind::null || !is_kind(*node, kind, name)) return std::nullopt;
    return node;
  }

  bool is_kind(const JsonNode& node, Kind kind, const std::string& where) {
    if (node.kind == kind) return true;
    blame(fmt::format("{}: expected {}, found {}", quoted(where), kind_name(kind),
                      kind_name(node.kind)));
    return false;
  }

  void text(const char* name, std::string& into) {
    if (auto node = value(name, Kind::text)) into = std::move(node->text);
  }
  template <class Integer>
  void number(const char* name, Integer& into, std::int64_t least) {
    if (const auto node = value(name, Kind::integer)) number_of(&*node, name, into, least);
  }

  template <class Integer>
  void number_of(const JsonNode* node, const std::string& where, Integer& into,
                 std::int64_t least) {
    if (node == nullptr || !is_kind(*node, Kind::integer, where)) return;
    const char* end = node->text.data() + node->text.size();
    const auto [last, bad] = std::from_chars(node->text.data(), end, into);
    const bool fits = bad == std::errc{} && last == end && std::int64_t{into} >= least;
    if (!fits) {
      blame(fmt::format("{}: {} is not between {} and {}", quoted(where), quoted(node->text), least,
                        std::numeric_limits<Integer>::max()));
    }
  }

  void text_of(const JsonNode* node, const std::string& where, std::string& into) {
    if (node == nullptr || node->kind == Kind::null) return;
    if (is_kind(*node, Kind::text, where)) into = node->text;
  }

  void texts_of(const JsonNode* node, const std::string& where, std::vector<std::string>& into) {
    if (node == nullptr || !is_kind(*node, Kind::list, where)) return;
    for (const JsonNode& item : node->items) text_of(&item, where, into.emplace_back());
  }

  std::string_view text_;
  JsonMembers found_;
  std::string problem_;
};

}  // namespace

StateReading read_spec_state(std::string_view json) { return StateReader(json).read(); }

StateStanding read_spec_standing(std::string_view json) {
  StateStanding standing;
  const JsonMembers found = find_members(json);
  if (!found.fault.empty()) return standing;
  if (const JsonMember* phase = found.find("phase")) {
    const JsonTree tree = read_json_tree(phase->value_in(json), 1);
    const bool is_word = tree.fault.empty() && tree.root.kind == Kind::text;
    if (is_word && !tree.root.text.empty()) standing.phase = tree.root.text;
  }
  const JsonMember* awaits = found.find("awaitingApproval");
  standing.awaits_approval = awaits != nullptr && awaits->value_in(json) == "true";
  return standing;
}

}  // namespace assay::format
