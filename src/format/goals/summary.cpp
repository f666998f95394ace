// SPDX-License-Identifier: MIT
#include "format/goals/summary.h"

#include "format/yaml/front_matter.h"

namespace assay::format {

namespace {

std::vector<std::string> list_of(const YamlNode& map, std::string_view key) {
  std::vector<std::string> texts;
  const YamlNode* found = find(map, key);
  if (found == nullptr) return texts;
  if (found->kind == YamlNode::Kind::scalar) texts.push_back(found->text);
  if (found->kind != YamlNode::Kind::list) return texts;
  for (const YamlNode& item : found->items) {
    if (item.kind == YamlNode::Kind::scalar) texts.push_back(item.text);
  }
  return texts;
}

}  // namespace

Result<TaskSummary> read_task_summary(std::string_view name, std::string_view text) {
  const YamlNode map = TRY(read_front_matter(name, text));
  TaskSummary summary;
  summary.task = scalar_of(map, "task");
  if (summary.task.empty()) {
    return Error{Fault::bad_input, std::string(name) + ": its front matter names no task"};
  }
  summary.title = scalar_of(map, "title");
  summary.provides = list_of(map, "provides");
  summary.affects = list_of(map, "affects");
  summary.key_files = list_of(map, "key-files");
  summary.convergence_met = scalar_of(map, "convergence-met");
  return summary;
}

}  // namespace assay::format
