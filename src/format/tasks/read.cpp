// SPDX-License-Identifier: MIT
#include "format/runners/scan.h"
#include "format/tasks/block.h"
#include "format/tasks/outline.h"
#include "format/tasks/tasks.h"
#include "format/yaml/front_matter.h"

#include <fmt/format.h>

namespace assay::format {

namespace {

using core::loop::Task;
using tasklist::Outline;

constexpr std::size_t size_max = std::size_t{8} << 20;
constexpr std::size_t tasks_max = 20'000;

std::string spec_of(std::string_view text, const Outline& outline) {
  if (const auto front = read_front_matter("tasks.md", text)) {
    const YamlNode* spec = find(*front, "spec");
    if (spec != nullptr && spec->kind == YamlNode::Kind::scalar && !spec->text.empty())
      return spec->text;
  }
  constexpr std::string_view label = "Tasks:";
  const std::string_view title = outline.title;
  return starts_with(title, label) ? std::string(trim(title.substr(label.size()))) : "";
}

}  // namespace

TasksReading read_tasks(std::string_view text, core::loop::Reading rules) {
  TasksReading reading;
  const auto refuse = [&](std::size_t line, std::string what) {
    reading.problems.push_back({fmt::format("tasks.md:{}", line), std::move(what)});
    return std::move(reading);
  };
  if (text.size() > size_max) return refuse(1, "over 8 MiB: split the spec");
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos)
    return refuse(line_of(text, nul), "has a NUL byte: this is no text");
  const Outline outline = tasklist::read_outline(text, rules);
  if (outline.tasks.size() > tasks_max) {
    return refuse(outline.tasks[tasks_max].line,
                  fmt::format("more than {} tasks: split the spec", tasks_max));
  }
  for (const tasklist::OutlineTask& place : outline.tasks) {
    Task task = tasklist::read_block(text.substr(place.begin, place.end - place.begin));
    task.line = place.line;
    task.phase = outline.phases[place.phase];
    reading.tasks.push_back(std::move(task));
  }
  reading.spec = spec_of(text, outline);
  return reading;
}

BlockReading read_task_block(std::string_view block) {
  BlockReading reading;
  const auto refuse = [&](std::string what) { reading.problems.push_back(std::move(what)); };
  const std::string text = tasklist::tidy_block(block, "\n");
  if (text.size() > size_max || text.find('\0') != text.npos) {
    refuse("the block is no text of a sensible size");
    return reading;
  }
  const Outline outline = tasklist::read_outline(text);
  if (outline.tasks.empty() || outline.tasks[0].begin != 0) {
    refuse("the block does not begin with a task line: - [ ] ID TITLE");
    return reading;
  }
  Task& task = reading.task;
  task = tasklist::read_block(std::string_view(text).substr(0, outline.tasks[0].end));
  task.line = 1;
  const std::string name = task.id.empty() ? "the task" : task.id;
  if (outline.tasks.size() > 1)
    refuse(fmt::format("the block holds {} tasks, not one", outline.tasks.size()));
  if (outline.tasks.size() == 1 && outline.tasks[0].end != text.size())
    refuse(fmt::format("something follows that does not belong to {}", name));
  if (outline.unclosed != 0) refuse("a code block or comment in it is never closed");
  if (outline.unclear != 0) refuse("it is not clear where a code block in it ends");
  if (task.id.empty()) refuse("its task has no id");
  if (task.checked) refuse(fmt::format("{} is already ticked", name));
  for (const auto& [has, field] : {std::pair{task.has_do, "Do"},
                                   {task.has_files, "Files"},
                                   {task.has_done_when, "Done when"},
                                   {task.has_verify, "Verify"},
                                   {task.has_commit, "Commit"}}) {
    if (!has) refuse(fmt::format("{} has no **{}**", name, field));
  }
  return reading;
}

}  // namespace assay::format
