// SPDX-License-Identifier: MIT
#include "core/goals/check.h"

#include <algorithm>
#include <array>

namespace assay::core::goals {

namespace {

/// Files whose whole meaning is that they are there.
bool may_be_empty(std::string_view path) {
  constexpr std::array<std::string_view, 4> markers{"__init__.py", ".gitkeep", ".keep", "py.typed"};
  const std::string_view name = path.substr(path.find_last_of('/') + 1);
  return std::find(markers.begin(), markers.end(), name) != markers.end();
}

Form form_of(const FileGoal& file) {
  switch (file.action) {
    case FileAction::remove: return FileAbsent{file.path};
    case FileAction::create: return FileExists{file.path, !may_be_empty(file.path), true};
    case FileAction::modify: return FileExists{file.path, false, false};
  }
  return FileExists{file.path, true, true};
}

bool runs_no_tests(const Task& task, const std::string& command) {
  const auto& others = task.commands_without_tests;
  return std::find(others.begin(), others.end(), command) != others.end();
}

std::string_view verb(FileAction action) {
  switch (action) {
    case FileAction::remove: return "delete ";
    case FileAction::create: return "create ";
    case FileAction::modify: return "modify ";
  }
  return "";
}

class Collector {
 public:
  explicit Collector(std::vector<Check>& checks) : checks_(checks) {}

  void add(const Task& task, std::uint32_t index) {
    task_ = index;
    std::uint32_t item = 0;
    for (const FileGoal& file : task.files) {
      put(Origin::file, item++, std::string(verb(file.action)) + file.path, form_of(file));
    }
    item = 0;
    for (const Criterion& criterion : task.criteria) {
      for (const Form& form : criterion.forms) put(Origin::criterion, item, criterion.text, form);
      ++item;
    }
    if (!task.verification.empty()) {
      put(Origin::verification, 0, task.verification,
          Command{task.verification, 0, task.verification_is_test, {}});
    }
    item = 0;
    for (const std::string& command : task.test_commands) {
      put(Origin::test, item++, command, Command{command, 0, !runs_no_tests(task, command), {}});
    }
  }

 private:
  void put(Origin origin, std::uint32_t item_index, std::string item, Form form) {
    std::string type(origin == Origin::verification ? "verification_command"
                     : origin == Origin::test       ? "test_command"
                                                    : type_word(form));
    std::string expected = describe(form);
    checks_.push_back({task_, origin, item_index, std::move(type), std::move(item),
                       std::move(expected), std::move(form)});
  }

  std::vector<Check>& checks_;
  std::uint32_t task_ = 0;
};

}  // namespace

std::vector<Check> checks_of(std::span<const Task> tasks) {
  std::vector<Check> checks;
  Collector collector(checks);
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    collector.add(tasks[i], static_cast<std::uint32_t>(i));
  }
  return checks;
}

CheckResult unchecked(const Check& check) {
  if (std::holds_alternative<Semantic>(check.form)) {
    return {CheckStatus::gap, "not verified", "", 0};
  }
  const bool is_command = std::holds_alternative<Command>(check.form);
  return {CheckStatus::could_not_check, is_command ? "not run" : "not looked at", "", 0};
}

}  // namespace assay::core::goals
