// SPDX-License-Identifier: MIT
#include "format/completion/values.h"

#include "core/agent/records.h"

#include <charconv>

namespace assay::format::contract {

namespace {

using core::agent::CompletionStatus;
using core::agent::Risk;
using core::agent::Severity;
using core::agent::TaskSize;
using core::agent::Vote;
using Kind = YamlNode::Kind;

std::string text_at(const YamlNode& map, std::string_view path) {
  const YamlNode* node = find_path(map, path);
  return node != nullptr && node->kind == Kind::scalar ? node->text : "";
}

std::int64_t count_at(const YamlNode& map, std::string_view path) {
  const std::string text = text_at(map, path);
  std::int64_t value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  return read.ec == std::errc() && read.ptr == text.data() + text.size() ? value : 0;
}

std::vector<std::string> texts_at(const YamlNode& map, std::string_view path) {
  std::vector<std::string> out;
  const YamlNode* node = find_path(map, path);
  if (node == nullptr || node->kind != Kind::list) return out;
  for (const YamlNode& item : node->items) {
    // Newer files give criteria as {id, text, test_method}.
    out.push_back(item.kind == Kind::map ? text_at(item, "text") : item.text);
  }
  return out;
}

template <HasWords Enum>
std::optional<Enum> word_at(const YamlNode& map, std::string_view path) {
  return value_of<Enum>(text_at(map, path));
}

/// By its word, or by the circle of its colour.
std::optional<Risk> risk_at(const YamlNode& map, std::string_view path) {
  const std::string text = text_at(map, path);
  if (text == "\U0001F7E2") return Risk::green;
  if (text == "\U0001F7E1") return Risk::yellow;
  if (text == "\U0001F534") return Risk::red;
  return value_of<Risk>(text);
}

core::agent::PlannedTask planned_from(const YamlNode& node) {
  return {.id = text_at(node, "id"),
          .title = text_at(node, "title"),
          .size = word_at<TaskSize>(node, "size").value_or(TaskSize::large),
          .risk = risk_at(node, "risk").value_or(Risk::red),
          .depends_on = texts_at(node, "depends_on"),
          .agent = text_at(node, "agent")};
}

template <class Take>
void each_map(const YamlNode& map, std::string_view path, Take take) {
  const YamlNode* node = find_path(map, path);
  if (node == nullptr || node->kind != Kind::list) return;
  for (const YamlNode& item : node->items) {
    if (item.kind == Kind::map) take(item);
  }
}

}  // namespace

core::agent::Completion completion_from(const YamlNode& node) {
  core::agent::Completion out{
      .status = word_at<CompletionStatus>(node, "status").value_or(CompletionStatus::error),
      .summary = text_at(node, "summary"),
      .severity = word_at<Severity>(node, "severity"),
      .findings_count = count_at(node, "findings_count"),
      .risk_level = risk_at(node, "risk_level"),
      .output_paths = texts_at(node, "output_paths"),
      .evidence_summary = std::nullopt};
  if (const YamlNode* evidence = find_key(node, "evidence_summary")) {
    out.evidence_summary = {.total_checks = count_at(*evidence, "total_checks"),
                            .passed = count_at(*evidence, "passed"),
                            .failed = count_at(*evidence, "failed"),
                            .security_blockers = count_at(*evidence, "security_blockers")};
  }
  return out;
}

core::agent::OutputHeader header_from(const YamlNode& node) {
  return {.agent = text_at(node, "agent"),
          .instance = text_at(node, "instance"),
          .step = text_at(node, "step"),
          .started_at = text_at(node, "started_at"),
          .completed_at = text_at(node, "completed_at"),
          .schema_version = text_at(node, "schema_version")};
}

core::agent::Review review_from(const YamlNode& node) {
  return {.reviewer_model = text_at(node, "reviewer_model"),
          .review_focus = text_at(node, "review_focus"),
          .scope = text_at(node, "scope"),
          .verdict = word_at<Vote>(node, "verdict").value_or(Vote::blocker),
          .findings_count = {.blocker = count_at(node, "findings_count.blocker"),
                             .critical = count_at(node, "findings_count.critical"),
                             .major = count_at(node, "findings_count.major"),
                             .minor = count_at(node, "findings_count.minor")},
          .summary = text_at(node, "summary")};
}

core::agent::TaskPlan plan_from(const YamlNode& payload) {
  core::agent::TaskPlan plan;
  plan.overall_risk = risk_at(payload, "overall_risk_summary").value_or(Risk::red);
  each_map(payload, "waves", [&](const YamlNode& wave) {
    plan.waves.push_back({.id = text_at(wave, "id"),
                          .tasks = texts_at(wave, "tasks"),
                          .max_concurrent = count_at(wave, "max_concurrent")});
  });
  each_map(payload, "tasks",
           [&](const YamlNode& task) { plan.tasks.push_back(planned_from(task)); });
  return plan;
}

core::agent::TaskFile task_from(const YamlNode& node) {
  core::agent::TaskFile out{
      .task = planned_from(node),
      .description = text_at(node, "description"),
      .acceptance_criteria = texts_at(node, "acceptance_criteria"),
      .design_sections = texts_at(node, "relevant_context.design_sections"),
      .spec_requirements = texts_at(node, "relevant_context.spec_requirements"),
      .files_to_modify = {}};
  each_map(node, "relevant_context.files_to_modify", [&](const YamlNode& file) {
    out.files_to_modify.push_back(
        {.path = text_at(file, "path"), .risk = risk_at(file, "risk").value_or(Risk::red)});
  });
  return out;
}

std::vector<core::agent::Concern> concerns_from(const YamlNode& root) {
  std::vector<core::agent::Concern> out;
  each_map(root, "concerns", [&](const YamlNode& node) {
    out.push_back({.severity = word_at<Severity>(node, "severity").value_or(Severity::blocker),
                   .title = text_at(node, "title"),
                   .description = text_at(node, "description"),
                   .recommendation = text_at(node, "recommendation")});
  });
  return out;
}

std::vector<core::agent::ReportedChange> changes_from(const YamlNode& payload) {
  std::vector<core::agent::ReportedChange> changes;
  each_map(payload, "changes", [&](const YamlNode& item) {
    changes.push_back({text_at(item, "path"), text_at(item, "action")});
  });
  return changes;
}

std::string task_type_from(const YamlNode& payload) { return text_at(payload, "task_type"); }

}  // namespace assay::format::contract
