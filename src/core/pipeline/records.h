// SPDX-License-Identifier: MIT
// The words and fields of a pipeline run, as they are stored.
#pragma once

#include "base/record.h"
#include "core/ask/rows.h"
#include "core/evidence/artifact.h"
#include "core/pipeline/plan.h"

namespace assay::core::pipeline {

constexpr auto fields_of(Of<Beginning>) {
  return record<Beginning>(field("size", &Beginning::size, always),
                           field("digest", &Beginning::digest));
}

constexpr auto fields_of(Of<Artifact>) {
  using Found = Artifact;
  return record<Found>(field("path", &Found::path), field("contract", &Found::contract, required),
                       field("exists", &Found::exists), field("stamp", &Found::stamp),
                       flat(&Found::whole), field("problems", &Found::problems),
                       field("status", &Found::status), field("summary", &Found::summary),
                       field("review", &Found::review), field("plan", &Found::plan),
                       field("task", &Found::task), field("concerns", &Found::concerns),
                       field("changes", &Found::changes), field("task_type", &Found::task_type));
}

constexpr auto fields_of(Of<Outputs>) {
  return record<Outputs>(field("artifacts", &Outputs::artifacts), field("inputs", &Outputs::inputs),
                         field("missing", &Outputs::missing));
}

constexpr auto fields_of(Of<CheckRow>) {
  using Row = CheckRow;
  return record<Row>(field("task", &Row::task_id), field("phase", &Row::phase),
                     field("check", &Row::check_name), field("tool", &Row::tool),
                     field("command", &Row::command), field("exit_code", &Row::exit_code),
                     field("snippet", &Row::output_snippet), field("passed", &Row::passed),
                     field("verdict", &Row::verdict), field("severity", &Row::severity),
                     field("round", &Row::round, required));
}

constexpr auto fields_of(Of<TelemetryRow>) {
  using Row = TelemetryRow;
  return record<Row>(field("step", &Row::step), field("agent", &Row::agent),
                     field("instance", &Row::instance), field("started_at", &Row::started_at),
                     field("completed_at", &Row::completed_at), field("status", &Row::status),
                     field("dispatches", &Row::dispatch_count, required),
                     field("retries", &Row::retry_count, required), field("notes", &Row::notes));
}

/// The definition is read from its text again, and must have as many steps.
struct PlanBeside {
  std::size_t steps = 0;
};

constexpr auto fields_of(Of<Plan>) {
  return record<Plan>(
      field("slug", &Plan::slug), field("request", &Plan::request),
      field("source", &Plan::source, required), field("source_name", &Plan::source_name),
      beside("steps", &PlanBeside::steps, required), absent(&Plan::definition),
      field("feature_dir", &Plan::feature_dir), field("workspace", &Plan::workspace),
      field("work_dir", &Plan::work_dir), field("log_dir", &Plan::log_dir),
      field("approval", &Plan::approval, required),
      field("concurrency", &Plan::concurrency, required),
      field("on_exhausted", &Plan::on_exhausted, required),
      field("allow_dirty", &Plan::allow_dirty), field("from", &Plan::from),
      field("dirty", &Plan::dirty), field("hands", &Plan::hands), field("budgets", &Plan::budgets),
      field("verify", &Plan::gates), field("on_default_branch", &Plan::on_default_branch),
      field("weaker", &Plan::weaker), field("isolation", &Plan::isolation),
      field("environment", &Plan::environment),
      field("environment_digest", &Plan::environment_digest), field("supplies", &Plan::supplies),
      field("proof", &Plan::proof), field("unchanged", &Plan::unchanged),
      field("own_tests", &Plan::own_tests), field("notify", &Plan::notify),
      field("protected", &Plan::protected_globs),
      field("protected_changed", &Plan::protected_changed), field("tools", &Plan::tools),
      field("proofs", &Plan::proofs));
}

}  // namespace assay::core::pipeline
