// SPDX-License-Identifier: MIT
#include "format/goals/impl_shape.h"

namespace assay::format {

namespace {

using Type = Member::Type;
using Extras = Shape::Extras;
using member::needed;
using member::plain;
using Words = std::vector<std::string_view>;

Member one_of(std::string_view name, Words words) {
  return {name, Type::words, {}, std::move(words), nullptr};
}
Member inner(std::string_view name, Type type, const Shape& shape) {
  return {name, type, {}, {}, &shape};
}

const Shape& convergence() {
  static const Shape shape{
      Extras::refused,
      {needed("criteria", Type::list), plain("verification"), plain("definition_of_done")}};
  return shape;
}

const Shape& file() {
  static const Shape shape{Extras::refused,
                           {needed("path"), one_of("action", {"modify", "create", "delete"}),
                            plain("target"), plain("changes", Type::texts), plain("change"),
                            one_of("conflict_risk", {"low", "medium", "high"})}};
  return shape;
}

const Shape& test() {
  static const Shape shape{
      Extras::refused,
      {plain("commands", Type::texts), plain("unit", Type::texts),
       plain("integration", Type::texts), plain("coverage_target", Type::number),
       plain("manual_checks", Type::texts), plain("success_metrics", Type::texts),
       plain("reusable_tools", Type::texts)}};
  return shape;
}

const Shape& step() {
  static const Shape cycle{Extras::kept, {plain("max_iterations", Type::number)}};
  static const Shape shape{
      Extras::kept,
      {plain("step", Type::anything), plain("description"),
       one_of("tdd_phase", {"red", "green", "refactor"}), plain("actions", Type::list),
       inner("test_fix_cycle", Type::object, cycle)}};
  return shape;
}

const Shape& risk() {
  const Words grades{"Low", "Medium", "High"};
  static const Shape shape{Extras::kept,
                           {plain("description"), one_of("probability", grades),
                            one_of("impact", grades), plain("mitigation"), plain("fallback")}};
  return shape;
}

const Shape& meta() {
  static const Shape execution{
      Extras::kept,
      {one_of("method", {"agent", "cli"}), one_of("cli_tool", {"codex", "gemini", "qwen", "auto"}),
       plain("enable_resume", Type::boolean)}};
  static const Shape shape{
      Extras::kept,
      {plain("agent"), plain("module"), inner("execution_config", Type::object, execution)}};
  return shape;
}

const Shape& cli_execution() {
  static const Shape shape{
      Extras::kept,
      {plain("id"), one_of("strategy", {"new", "resume", "fork", "merge_fork"}),
       plain("resume_from", Type::anything), plain("merge_from", Type::texts)}};
  return shape;
}

const Shape& pre_analysis() {
  static const Shape shape{Extras::kept,
                           {plain("step", Type::anything), plain("action"),
                            plain("commands", Type::texts), plain("command"), plain("output_to"),
                            one_of("on_error", {"fail", "skip_optional", "continue"})}};
  return shape;
}

const Shape& commit() {
  static const Shape shape{Extras::kept,
                           {one_of("type", {"feat", "fix", "refactor", "test", "docs", "chore"}),
                            plain("scope"), plain("message_template")}};
  return shape;
}

const Shape& result() {
  static const Shape shape{
      Extras::kept,
      {plain("success", Type::boolean), plain("files_modified", Type::texts), plain("summary"),
       plain("error", Type::anything), plain("convergence_verified", Type::booleans),
       plain("commit_hash", Type::anything)}};
  return shape;
}

const Shape& open_object() {
  static const Shape shape{Extras::kept, {}};
  return shape;
}

std::vector<Member> members() {
  return {
      needed("id"),
      needed("title"),
      needed("description"),
      needed("depends_on", Type::texts),
      {"convergence", Type::object, Member::Need::required, {}, &convergence()},
      one_of("type", {"infrastructure", "feature", "enhancement", "fix", "refactor", "testing",
                      "docs", "chore"}),
      one_of("priority", {"critical", "high", "medium", "low"}),
      one_of("effort", {"small", "medium", "large"}),
      one_of("action", {"Create", "Update", "Implement", "Refactor", "Add", "Delete", "Configure",
                        "Test", "Fix"}),
      plain("scope", Type::text_or_texts),
      plain("excludes", Type::texts),
      plain("focus_paths", Type::texts),
      plain("parallel_group", Type::number),
      inner("files", Type::objects, file()),
      inner("implementation", Type::texts_or_objects, step()),
      inner("test", Type::object, test()),
      plain("regression", Type::list),
      inner("reference", Type::object, open_object()),
      inner("rationale", Type::object, open_object()),
      inner("risks", Type::objects, risk()),
      inner("code_skeleton", Type::object, open_object()),
      inner("meta", Type::object, meta()),
      inner("cli_execution", Type::object, cli_execution()),
      inner("pre_analysis", Type::objects, pre_analysis()),
      inner("source", Type::object, open_object()),
      plain("context_package_path"),
      plain("evidence", Type::list),
      plain("inputs", Type::list),
      plain("outputs", Type::list),
      plain("artifacts", Type::list),
      inner("inherited", Type::object, open_object()),
      inner("commit", Type::object, commit()),
      one_of("status", {"pending", "in_progress", "completed", "failed", "skipped", "blocked"}),
      plain("executed_at", Type::anything),
      inner("result", Type::object, result()),
  };
}

}  // namespace

const Shape& impl_task_shape() {
  static const Shape shape{Extras::kept, members()};
  return shape;
}

}  // namespace assay::format
