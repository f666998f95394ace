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

/// With what its schema says beyond the type.
Member said(Member member, std::string_view schema) {
  member.schema = schema;
  return member;
}

const Shape& convergence() {
  static const Shape shape{
      Extras::refused,
      {said(needed("criteria", Type::list),
            R"("type":"array","minItems":1,"maxItems":10000,"items":{"anyOf":[)"
            R"({"type":"string","minLength":1,"maxLength":16384},@forms]})"),
       said(plain("verification"),
            R"("minLength":1,"description":"A shell command that must exit 0.")"),
       plain("definition_of_done")}};
  return shape;
}

const Shape& file() {
  static const Shape shape{
      Extras::refused,
      {said(needed("path"), path_schema),
       said(one_of("action", {"modify", "create", "delete"}), R"("default":"modify")"),
       plain("target"), plain("changes", Type::texts), plain("change"),
       one_of("conflict_risk", {"low", "medium", "high"})}};
  return shape;
}

const Shape& test() {
  static const Shape shape{
      Extras::refused,
      {said(plain("commands", Type::texts),
            R"("type":"array","items":{"type":"string","minLength":1})"),
       plain("unit", Type::texts), plain("integration", Type::texts),
       said(plain("coverage_target", Type::number), R"("minimum":0,"maximum":100)"),
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
      said(needed("id"), R"("pattern":"^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$")"),
      said(needed("title"), R"("minLength":1,"maxLength":16384)"),
      needed("description"),
      said(needed("depends_on", Type::texts),
           R"("default":[],"description":"Ids of tasks of the same phase; without cycles.")"),
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
      said(
          one_of("status", {"pending", "in_progress", "completed", "failed", "skipped", "blocked"}),
          R"("description":"A claim; nothing follows from it.")"),
      plain("executed_at", Type::anything),
      inner("result", Type::object, result()),
  };
}

}  // namespace

const std::vector<FormShape>& form_shapes() {
  constexpr auto closed = Extras::refused;
  constexpr std::string_view whole = R"("type":"integer","minimum":0,"maximum":1000000000)";
  const Member type = needed("type");
  const Member about =
      said(plain("description"), R"("description":"Shown instead of what the form amounts to.")");
  const Member path = said(needed("path"), path_schema);
  const Member pointer = said(needed("pointer"), R"("pattern":"^(/.*)?$")");
  const Member equals = plain("equals", Type::anything);
  const Member paths = said(
      plain("paths", Type::texts),
      R"("type":"array","items":{"type":"string","minLength":1,"maxLength":4096,)"
      R"("description":"Relative to the workspace; never out of it."},)"
      R"("description":"Files, folders and globs; !glob leaves out; none: the whole workspace.")");
  const Member pattern = said(
      needed("pattern"), R"("minLength":1,"maxLength":4096,"description":)"
                         R"("RE2; ^ and $ are the ends of lines. Must not match the empty text.")");
  static const std::vector<FormShape> all{
      {"file",
       {closed,
        {type, about, path, said(plain("non_empty", Type::boolean), R"("default":false)")}}},
      {"file_absent", {closed, {type, about, path}}},
      {"pattern",
       {closed,
        {type, about, pattern, paths,
         said(plain("min", Type::number),
              R"("type":"integer","minimum":0,"maximum":1000000000,"default":1)"),
         said(plain("max", Type::number), whole)}}},
      {"command",
       {closed,
        {type, about, said(needed("command"), R"("minLength":1)"),
         said(plain("expect_exit", Type::number),
              R"("type":"integer","minimum":0,"maximum":255,"default":0)"),
         said(plain("min_tests", Type::number), whole)}}},
      {"json", {closed, {type, about, path, pointer, equals}}},
      {"yaml", {closed, {type, about, path, pointer, equals}}},
      {"semantic", {closed, {type, about, said(needed("text"), R"("minLength":1)")}}},
  };
  return all;
}

const Shape& impl_task_shape() {
  static const Shape shape{Extras::kept, members()};
  return shape;
}

}  // namespace assay::format
