// SPDX-License-Identifier: MIT
#include "format/goals/impl_task.h"

#include "base/id.h"
#include "format/goals/criterion.h"
#include "format/goals/impl_shape.h"
#include "format/json/tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace assay::format {

namespace {

using core::goals::FileAction;
using core::goals::Task;
using Kind = JsonNode::Kind;

constexpr std::size_t task_nodes_max = 200'000;
constexpr std::size_t criteria_max = 10'000;
constexpr std::size_t longest_text = 16 * 1024;

std::string text_of(const JsonNode& node, std::string_view name) {
  const JsonNode* found = node.find(name);
  return found == nullptr ? "" : found->text;
}

std::vector<std::string> texts_of(const JsonNode& node, std::string_view name) {
  std::vector<std::string> texts;
  const JsonNode* found = node.find(name);
  if (found == nullptr) return texts;
  for (const JsonNode& item : found->items) texts.push_back(item.text);
  return texts;
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

/// Picks a task out of a tree that has the right shape.
class TaskReader {
 public:
  TaskReader(const JsonNode& root, ProblemLog& problems, core::Rules rules)
      : root_(root), problems_(problems), rules_(rules) {}

  Task read() {
    Task task;
    task.id = text_of(root_, "id");
    task.title = required_text("title");
    task.description = text_of(root_, "description");
    task.status = text_of(root_, "status");
    task.depends_on = texts_of(root_, "depends_on");
    if (!is_valid_id(task.id)) {
      object_to(*root_.find("id"), "/id",
                quoted(task.id) + " is not an id: letters, digits, '.', '_' and '-', at most 128");
    }
    read_files(task);
    read_tests(task);
    read_convergence(task);
    read_others(task);
    return task;
  }

 private:
  void object_to(const JsonNode& node, const std::string& pointer, std::string what) {
    problems_.add(node.offset, pointer, std::move(what));
  }

  std::string required_text(std::string_view name) {
    const JsonNode& node = *root_.find(name);
    const std::string pointer = fmt::format("/{}", name);
    if (is_blank(node.text)) object_to(node, pointer, "must not be empty");
    if (node.text.size() > longest_text) object_to(node, pointer, "is longer than 16 KiB");
    return node.text;
  }

  void read_files(Task& task) {
    const JsonNode* files = root_.find("files");
    if (files == nullptr) return;
    for (std::size_t i = 0; i < files->items.size(); ++i) {
      const JsonNode& file = files->items[i];
      const JsonNode& path = *file.find("path");
      std::string objection = path_objection(path.text);
      if (objection.empty() && path.text.front() == '!') objection = "must be a path, not a glob";
      if (!objection.empty()) object_to(path, fmt::format("/files/{}/path", i), objection);
      const std::string action = text_of(file, "action");
      task.files.push_back({path.text, action == "create"   ? FileAction::create
                                       : action == "delete" ? FileAction::remove
                                                            : FileAction::modify});
    }
  }

  void read_tests(Task& task) {
    const JsonNode* test = root_.find("test");
    if (test == nullptr) return;
    if (const JsonNode* target = test->find("coverage_target")) {
      double share = -1;
      const std::string& digits = target->text;
      std::from_chars(digits.data(), digits.data() + digits.size(), share);
      if (!(share >= 0 && share <= 100)) {
        object_to(*target, "/test/coverage_target", "must be from 0 to 100");
      }
    }
    const JsonNode* commands = test->find("commands");
    if (commands == nullptr) return;
    for (std::size_t i = 0; i < commands->items.size(); ++i) {
      task.test_commands.push_back(
          command(commands->items[i], fmt::format("/test/commands/{}", i)));
      const std::string& added = task.test_commands.back();
      if (rules_ >= core::Rules::v0_2 && runs_no_tests(added))
        task.commands_without_tests.push_back(added);
    }
  }

  std::string command(const JsonNode& node, const std::string& pointer) {
    if (is_blank(node.text)) object_to(node, pointer, "must not be empty");
    if (node.text.size() > longest_text) object_to(node, pointer, "is longer than 16 KiB");
    if (node.text.find('\0') != std::string::npos) object_to(node, pointer, "must not hold a NUL");
    return node.text;
  }

  void read_convergence(Task& task) {
    const JsonNode& convergence = *root_.find("convergence");
    task.definition_of_done = text_of(convergence, "definition_of_done");
    if (const JsonNode* found = convergence.find("verification")) {
      task.verification = command(*found, "/convergence/verification");
      task.verification_is_test =
          rules_ >= core::Rules::v0_2 && is_test_command(task.verification, rules_);
    }
    const JsonNode& criteria = *convergence.find("criteria");
    const std::string pointer = "/convergence/criteria";
    if (criteria.items.empty()) object_to(criteria, pointer, "must have at least one criterion");
    if (criteria.items.size() > criteria_max) {
      return object_to(criteria, pointer, fmt::format("has more than {} criteria", criteria_max));
    }
    CriterionContext context;
    context.rules = rules_;
    for (const core::goals::FileGoal& file : task.files) {
      if (file.action != FileAction::remove) context.files.push_back(file.path);
    }
    context.test_commands = task.test_commands;
    for (std::size_t i = 0; i < criteria.items.size(); ++i) {
      read_one(criteria.items[i], fmt::format("{}/{}", pointer, i), context, task);
    }
  }

  void read_one(const JsonNode& node, const std::string& pointer, const CriterionContext& context,
                Task& task) {
    if (node.kind == Kind::object) {
      if (auto criterion = read_criterion(node, pointer, problems_, rules_)) {
        task.criteria.push_back(std::move(*criterion));
      }
    } else if (node.kind != Kind::text) {
      object_to(node, pointer,
                fmt::format("must be a string or an object, not {}", kind_name(node.kind)));
    } else if (is_blank(node.text)) {
      object_to(node, pointer, "must not be empty");
    } else if (node.text.size() > longest_text) {
      object_to(node, pointer, "is longer than 16 KiB");
    } else {
      task.criteria.push_back(read_criterion(node.text, context));
    }
  }

  void read_others(Task& task) {
    const std::vector<Member>& known = impl_task_shape().members;
    for (std::size_t i = 0; i < root_.items.size(); ++i) {
      const std::string& name = root_.names[i];
      const bool is_known = std::any_of(known.begin(), known.end(),
                                        [&](const Member& member) { return member.name == name; });
      if (!is_known) task.others.emplace_back(name, to_json(root_.items[i]));
    }
  }

  const JsonNode& root_;
  ProblemLog& problems_;
  core::Rules rules_;
};

}  // namespace

ImplTaskReading read_impl_task(std::string_view name, std::string_view text, core::Rules rules) {
  ImplTaskReading reading;
  ProblemLog problems(name);
  if (text.size() > impl_task_bytes_max) {
    problems.add(0, "", fmt::format("larger than {} MiB", impl_task_bytes_max >> 20));
    reading.problems = problems.by_offset("");
    return reading;
  }
  const JsonTree tree = read_json_tree(text, task_nodes_max);
  if (tree.fault.empty()) {
    check_shape(tree.root, impl_task_shape(), "", problems);
  } else {
    problems.add(tree.offset, "", tree.fault);
  }
  if (problems.empty()) {
    reading.task = TaskReader(tree.root, problems, rules).read();
    reading.task.source = name;
  }
  reading.problems = problems.by_offset(text);
  return reading;
}

}  // namespace assay::format
