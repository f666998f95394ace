// SPDX-License-Identifier: MIT
// The files of a pipeline as they were found, with what stood in them.
#include "format/journal/fields.h"
#include "format/journal/parts.h"
#include "format/journal/put.h"

namespace assay::format::journal {

namespace {

using namespace core::agent;
using core::pipeline::Artifact;
using core::pipeline::Contract;
using core::pipeline::Outputs;

constexpr Word<Contract> contract_words[] = {
    {Contract::text, "text"},
    {Contract::log, "log"},
    {Contract::completion, "completion"},
    {Contract::research, "research"},
    {Contract::spec, "spec"},
    {Contract::design, "design"},
    {Contract::plan, "plan"},
    {Contract::task, "task"},
    {Contract::implementation_report, "implementation_report"},
    {Contract::verification_report, "verification_report"},
    {Contract::verdict, "verdict"},
    {Contract::knowledge, "knowledge"},
    {Contract::pushback, "pushback"},
    {Contract::impl_task, "impl_task"}};

constexpr Word<CompletionStatus> status_words[] = {
    {CompletionStatus::done, "DONE"},
    {CompletionStatus::needs_revision, "NEEDS_REVISION"},
    {CompletionStatus::error, "ERROR"}};

constexpr Word<Severity> severity_words[] = {{Severity::minor, "Minor"},
                                             {Severity::major, "Major"},
                                             {Severity::critical, "Critical"},
                                             {Severity::blocker, "Blocker"}};

constexpr Word<Risk> risk_words[] = {
    {Risk::green, "green"}, {Risk::yellow, "yellow"}, {Risk::red, "red"}};

constexpr Word<TaskSize> size_words[] = {{TaskSize::standard, "Standard"},
                                         {TaskSize::large, "Large"}};

constexpr Word<Vote> vote_words[] = {{Vote::approve, "approve"},
                                     {Vote::needs_revision, "needs_revision"},
                                     {Vote::blocker, "blocker"}};

/// An array of objects; nothing if there are none.
template <class Item, class Put>
void put_list(JsonWriter& out, std::string_view key, const std::vector<Item>& items, Put put_item) {
  if (items.empty()) return;
  out.key(key);
  out.begin_array();
  for (const Item& item : items) {
    out.begin_object();
    put_item(item);
    out.end_object();
  }
  out.end_array();
}

/// `field(item, key)` reads one key of one item.
template <class Item, class Field>
Result<> read_list(JsonReader& in, std::vector<Item>& items,
                   std::initializer_list<std::string_view> wanted, Field field) {
  return read_array(in, [&]() -> Result<> {
    if (in.token() != JsonToken::begin_object) return bad_body("expected an object");
    Item& item = items.emplace_back();
    const auto met = TRY(read_fields(in, [&](std::string_view key) { return field(item, key); }));
    return check_present(met, wanted);
  });
}

void put_review(JsonWriter& out, const Review& review) {
  out.key("review");
  out.begin_object();
  put_text(out, "model", review.reviewer_model);
  put_text(out, "focus", review.review_focus);
  put_text(out, "scope", review.scope);
  put(out, "verdict", word_for(vote_words, review.verdict));
  put_unless(zero, out, "blocker", review.findings_count.blocker);
  put_unless(zero, out, "critical", review.findings_count.critical);
  put_unless(zero, out, "major", review.findings_count.major);
  put_unless(zero, out, "minor", review.findings_count.minor);
  put_text(out, "summary", review.summary);
  out.end_object();
}

Result<> read_review(JsonReader& in, std::optional<Review>& out) {
  Review& review = out.emplace();
  const auto met = TRY(read_object(in, [&](std::string_view key) -> Result<> {
    if (key == "model") return read(in, review.reviewer_model);
    if (key == "focus") return read(in, review.review_focus);
    if (key == "scope") return read(in, review.scope);
    if (key == "verdict") return read(in, vote_words, review.verdict);
    if (key == "blocker") return read(in, review.findings_count.blocker);
    if (key == "critical") return read(in, review.findings_count.critical);
    if (key == "major") return read(in, review.findings_count.major);
    if (key == "minor") return read(in, review.findings_count.minor);
    if (key == "summary") return read(in, review.summary);
    return unknown_field(key);
  }));
  return check_present(met, {"verdict"});
}

void put_planned(JsonWriter& out, const PlannedTask& task) {
  put_text(out, "id", task.id);
  put_text(out, "title", task.title);
  put(out, "size", word_for(size_words, task.size));
  put(out, "risk", word_for(risk_words, task.risk));
  put_texts(out, "depends_on", task.depends_on);
  put_text(out, "agent", task.agent);
}

Result<> read_planned_field(JsonReader& in, std::string_view key, PlannedTask& task) {
  if (key == "id") return read(in, task.id);
  if (key == "title") return read(in, task.title);
  if (key == "size") return read(in, size_words, task.size);
  if (key == "risk") return read(in, risk_words, task.risk);
  if (key == "depends_on") return read(in, task.depends_on);
  if (key == "agent") return read(in, task.agent);
  return unknown_field(key);
}

void put_task_plan(JsonWriter& out, const TaskPlan& plan) {
  out.key("plan");
  out.begin_object();
  put(out, "risk", word_for(risk_words, plan.overall_risk));
  put_list(out, "waves", plan.waves, [&](const TaskWave& wave) {
    put_text(out, "id", wave.id);
    put_texts(out, "tasks", wave.tasks);
    put(out, "max_concurrent", wave.max_concurrent);
  });
  put_list(out, "tasks", plan.tasks, [&](const PlannedTask& task) { put_planned(out, task); });
  out.end_object();
}

Result<> read_wave_field(JsonReader& in, std::string_view key, TaskWave& wave) {
  if (key == "id") return read(in, wave.id);
  if (key == "tasks") return read(in, wave.tasks);
  if (key == "max_concurrent") return read(in, wave.max_concurrent);
  return unknown_field(key);
}

Result<> read_task_plan(JsonReader& in, std::optional<TaskPlan>& out) {
  TaskPlan& plan = out.emplace();
  const auto met = TRY(read_object(in, [&](std::string_view key) -> Result<> {
    if (key == "risk") return read(in, risk_words, plan.overall_risk);
    if (key == "waves")
      return read_list(in, plan.waves, {"max_concurrent"}, [&](TaskWave& wave, auto field) {
        return read_wave_field(in, field, wave);
      });
    if (key == "tasks")
      return read_list(in, plan.tasks, {"size", "risk"}, [&](PlannedTask& task, auto field) {
        return read_planned_field(in, field, task);
      });
    return unknown_field(key);
  }));
  return check_present(met, {"risk"});
}

void put_task_file(JsonWriter& out, const TaskFile& file) {
  out.key("task");
  out.begin_object();
  put_planned(out, file.task);
  put_text(out, "description", file.description);
  put_texts(out, "acceptance_criteria", file.acceptance_criteria);
  put_texts(out, "design_sections", file.design_sections);
  put_texts(out, "spec_requirements", file.spec_requirements);
  put_list(out, "files", file.files_to_modify, [&](const FileToModify& each) {
    put_text(out, "path", each.path);
    put(out, "risk", word_for(risk_words, each.risk));
  });
  out.end_object();
}

Result<> read_file_field(JsonReader& in, std::string_view key, FileToModify& file) {
  if (key == "path") return read(in, file.path);
  if (key == "risk") return read(in, risk_words, file.risk);
  return unknown_field(key);
}

Result<> read_task_file(JsonReader& in, std::optional<TaskFile>& out) {
  TaskFile& file = out.emplace();
  const auto met = TRY(read_object(in, [&](std::string_view key) -> Result<> {
    if (key == "description") return read(in, file.description);
    if (key == "acceptance_criteria") return read(in, file.acceptance_criteria);
    if (key == "design_sections") return read(in, file.design_sections);
    if (key == "spec_requirements") return read(in, file.spec_requirements);
    if (key == "files")
      return read_list(in, file.files_to_modify, {"risk"}, [&](FileToModify& each, auto field) {
        return read_file_field(in, field, each);
      });
    return read_planned_field(in, key, file.task);
  }));
  return check_present(met, {"size", "risk"});
}

void put_concern(JsonWriter& out, const Concern& concern) {
  put(out, "severity", word_for(severity_words, concern.severity));
  put_text(out, "title", concern.title);
  put_text(out, "description", concern.description);
  put_text(out, "recommendation", concern.recommendation);
}

Result<> read_concern_field(JsonReader& in, std::string_view key, Concern& concern) {
  if (key == "severity") return read(in, severity_words, concern.severity);
  if (key == "title") return read(in, concern.title);
  if (key == "description") return read(in, concern.description);
  if (key == "recommendation") return read(in, concern.recommendation);
  return unknown_field(key);
}

void put_artifact(JsonWriter& out, const Artifact& artifact) {
  put_text(out, "path", artifact.path);
  put(out, "contract", word_for(contract_words, artifact.contract));
  put_flag(out, "exists", artifact.exists);
  put_text(out, "stamp", artifact.stamp);
  if (artifact.whole) {
    put(out, "size", static_cast<std::int64_t>(artifact.whole->size));
    put_text(out, "digest", artifact.whole->digest);
  }
  put_texts(out, "problems", artifact.problems);
  if (artifact.status) put(out, "status", word_for(status_words, *artifact.status));
  put_text(out, "summary", artifact.summary);
  if (artifact.review) put_review(out, *artifact.review);
  if (artifact.plan) put_task_plan(out, *artifact.plan);
  if (artifact.task) put_task_file(out, *artifact.task);
  put_list(out, "concerns", artifact.concerns,
           [&](const Concern& concern) { put_concern(out, concern); });
  put_list(out, "changes", artifact.changes, [&](const ReportedChange& change) {
    put_text(out, "path", change.path);
    put_text(out, "action", change.action);
  });
  put_text(out, "task_type", artifact.task_type);
}

Result<> read_change_field(JsonReader& in, std::string_view key, ReportedChange& change) {
  if (key == "path") return read(in, change.path);
  if (key == "action") return read(in, change.action);
  return unknown_field(key);
}

Result<> read_artifact_field(JsonReader& in, std::string_view key, Artifact& artifact) {
  if (key == "path") return read(in, artifact.path);
  if (key == "contract") return read(in, contract_words, artifact.contract);
  if (key == "exists") return read(in, artifact.exists);
  if (key == "stamp") return read(in, artifact.stamp);
  if (key == "size" || key == "digest") {
    if (!artifact.whole) artifact.whole.emplace();
    return key == "size" ? read(in, artifact.whole->size) : read(in, artifact.whole->digest);
  }
  if (key == "problems") return read(in, artifact.problems);
  if (key == "status") return read(in, status_words, artifact.status.emplace());
  if (key == "summary") return read(in, artifact.summary);
  if (key == "review") return read_review(in, artifact.review);
  if (key == "plan") return read_task_plan(in, artifact.plan);
  if (key == "task") return read_task_file(in, artifact.task);
  if (key == "concerns")
    return read_list(in, artifact.concerns, {"severity"}, [&](Concern& concern, auto field) {
      return read_concern_field(in, field, concern);
    });
  if (key == "changes")
    return read_list(in, artifact.changes, {}, [&](ReportedChange& change, auto field) {
      return read_change_field(in, field, change);
    });
  if (key == "task_type") return read(in, artifact.task_type);
  return unknown_field(key);
}

}  // namespace

void put_outputs(JsonWriter& out, const Outputs& outputs) {
  put_list(out, "artifacts", outputs.artifacts,
           [&](const Artifact& artifact) { put_artifact(out, artifact); });
  put_texts(out, "inputs", outputs.inputs);
  put_texts(out, "missing", outputs.missing);
}

Result<> read_outputs_field(JsonReader& in, std::string_view key, Outputs& outputs) {
  if (key == "artifacts")
    return read_list(in, outputs.artifacts, {"contract"}, [&](Artifact& artifact, auto field) {
      return read_artifact_field(in, field, artifact);
    });
  if (key == "inputs") return read(in, outputs.inputs);
  if (key == "missing") return read(in, outputs.missing);
  return unknown_field(key);
}

}  // namespace assay::format::journal
