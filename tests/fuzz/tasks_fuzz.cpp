// SPDX-License-Identifier: MIT
// No bytes may crash the reader of task lists, and editing changes what it says and nothing else.
#include "base/ensure.h"
#include "format/tasks/lint.h"
#include "format/tasks/saying.h"
#include "format/tasks/tasks.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace {

using namespace assay;
using core::loop::TaskKey;
using core::loop::TaskList;

void check_ticks(TaskList list, const std::string& text, TaskKey key) {
  const auto before = list.ticked;
  const auto at = std::lower_bound(list.ticked.begin(), list.ticked.end(), key);
  if (at != list.ticked.end() && *at == key) {
    list.ticked.erase(at);
  } else {
    list.ticked.insert(at, key);
  }
  const std::string changed = format::write_tasks(list);
  ENSURE(changed.size() == text.size() && changed != text);
  list.ticked = before;
  ENSURE(format::write_tasks(list) == text);
}

void check_insertion(TaskList list, std::size_t count, TaskKey key, std::string_view text) {
  const format::BlockReading block = format::read_task_block(text);
  list.insertions.push_back(
      {key, text.size() % 2 == 0,
       block.problems.empty() ? block.task.block : "- [ ] 77.7 New\n  - **Verify**: `make`\n"});
  ENSURE(format::tasks_of(list).size() == count + 1);
  ENSURE(format::read_tasks(format::write_tasks(list)).tasks.size() == count + 1);
  ENSURE(format::compare_tasks(list, format::write_tasks(list)).tampering.empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(bytes), size);
  const format::TasksReading reading = format::read_tasks(text);
  const auto findings = format::lint_tasks(reading, text, {size % 2 == 0});
  for (const auto& finding : findings) ENSURE(finding.line > 0 && !finding.hint.empty());
  static_cast<void>(format::read_saying(text, text.substr(size / 2)));
  if (!reading.problems.empty()) return 0;

  TaskList list{std::make_shared<const std::string>(text), {}, {}};
  for (std::size_t i = 0; i < reading.tasks.size(); ++i) {
    ENSURE(text.find(reading.tasks[i].block) != std::string::npos);
    if (reading.tasks[i].checked) list.ticked.push_back(static_cast<TaskKey>(i));
  }
  ENSURE(format::write_tasks(list) == text);
  const format::TasksDifference same = format::compare_tasks(list, text);
  ENSURE(same.tampering.empty() && same.ticked.empty());
  if (reading.tasks.empty()) return 0;
  const auto key = static_cast<TaskKey>(size % reading.tasks.size());
  check_ticks(list, text, key);
  // Behind an open fence or comment nobody can say what an inserted line is.
  const bool open = std::any_of(findings.begin(), findings.end(), [](const auto& finding) {
    return finding.rule == "unclosed-block";
  });
  if (!open) check_insertion(list, reading.tasks.size(), key, reading.tasks[key].block);
  return 0;
}
