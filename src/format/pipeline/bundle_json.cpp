// SPDX-License-Identifier: MIT
// The evidence bundle for programs.
#include "format/json/fields.h"
#include "format/pipeline/bundle.h"

namespace assay::format {

namespace {

using core::pipeline::Bundle;
using core::pipeline::BundleApproval;
using core::pipeline::BundleCheck;
using core::pipeline::BundleFile;
using core::pipeline::BundleTask;
using core::pipeline::BundleVote;
using core::pipeline::TelemetryRow;

void put(JsonWriter& json, const BundleTask& task);

void put(JsonWriter& json, const BundleCheck& check) {
  json.begin_object();
  Fields(json)
      .text("name", check.name)
      .text("phase", check.phase)
      .flag("passed", check.passed)
      .text("command", check.command)
      .number("tests", check.tests);
  json.end_object();
}

void put(JsonWriter& json, const BundleVote& vote) {
  json.begin_object();
  Fields(json)
      .text("scope", vote.scope)
      .text("instance", vote.instance)
      .text("focus", vote.focus)
      .text("model", vote.model)
      .number("round", vote.round)
      .text("verdict", vote.verdict)
      .text("claimed", vote.claimed)
      .text("summary", vote.summary);
  json.end_object();
}

void put(JsonWriter& json, const BundleApproval& approval) {
  json.begin_object();
  Fields(json)
      .text("gate_id", approval.gate_id)
      .text("option", approval.option)
      .text("by", approval.by)
      .text("at", approval.at)
      .text("comment", approval.comment)
      .flag("auto_selected", approval.automatic);
  json.end_object();
}

void put(JsonWriter& json, const BundleFile& file) {
  json.begin_object();
  Fields(json).text("path", file.path).text("risk", file.risk);
  json.end_object();
}

void put(JsonWriter& json, const TelemetryRow& row) {
  json.begin_object();
  Fields(json)
      .text("step", row.step)
      .text("agent", row.agent)
      .text("instance", row.instance)
      .text("started_at", row.started_at)
      .text("completed_at", row.completed_at)
      .text("status", row.status)
      .number("dispatch_count", row.dispatch_count)
      .number("retry_count", row.retry_count)
      .text("notes", row.notes);
  json.end_object();
}

void put(JsonWriter& json, const core::pipeline::BundleCost& cost) {
  json.begin_object();
  Fields(json)
      .text("step", cost.step)
      .text("instance", cost.instance)
      .number("launches", cost.launches)
      .number("lost", cost.lost)
      .number("tokens", cost.tokens)
      .number("micro_usd", cost.micro_usd)
      .number("launches_without_cost", cost.untold);
  json.end_object();
}

void put(JsonWriter& json, const BundleTask& task);

template <class Item>
void put_all(JsonWriter& json, std::string_view key, const std::vector<Item>& items) {
  json.key(key);
  json.begin_array();
  for (const Item& item : items) put(json, item);
  json.end_array();
}

void put(JsonWriter& json, const BundleTask& task) {
  json.begin_object();
  Fields fields(json);
  fields.text("id", task.id)
      .text("title", task.title)
      .text("size", task.size)
      .text("risk", task.risk)
      .flag("verified", task.verified);
  put_all(json, "checks", task.checks);
  fields.list("regressions", task.regressions).list("files", task.files);
  json.end_object();
}

}  // namespace

void put_approvals(JsonWriter& json, const std::vector<BundleApproval>& approvals) {
  put_all(json, "approvals", approvals);
}

std::string write_bundle_json(const Bundle& bundle) {
  std::string out;
  JsonWriter json(out, JsonLayout::indented);
  json.begin_object();
  Fields fields(json);
  fields.text("run_id", bundle.run_id)
      .text("slug", bundle.slug)
      .text("definition", bundle.definition)
      .text("confidence", shown_word(bundle.confidence))
      .text("confidence_reason", bundle.confidence_why)
      .text("baseline", bundle.baseline)
      .text("tree", bundle.tree)
      .text("proof", bundle.proof)
      .text("tag", bundle.tag);
  put_all(json, "tasks", bundle.tasks);
  put_all(json, "votes", bundle.votes);
  put_approvals(json, bundle.approvals);
  fields.list("contradicted", bundle.contradicted);
  fields.list("protected_changed", bundle.protected_changed);
  put_all(json, "blast_radius", bundle.blast_radius);
  fields.list("known_issues", bundle.known_issues);
  put_all(json, "dispatches", bundle.dispatches);
  put_all(json, "costs", bundle.costs);
  json.key("rollback");
  json.begin_object();
  Fields(json)
      .text("before_commit", bundle.rollback_before)
      .text("after_commit", bundle.rollback_after);
  json.end_object();
  json.end_object();
  out += '\n';
  return out;
}

}  // namespace assay::format
