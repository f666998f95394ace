// SPDX-License-Identifier: MIT
// The words and fields of what a verify run is asked to do, as they are stored.
#pragma once

#include "base/record.h"
#include "core/evidence/records.h"
#include "core/verify/plan.h"
#include "core/verify/state.h"

namespace assay::core::verify {

constexpr auto words_of(Of<GateType>) {
  return words<GateType>({{GateType::test, "test"},
                          {GateType::typecheck, "typecheck"},
                          {GateType::lint, "lint"},
                          {GateType::build, "build"},
                          {GateType::format, "format"},
                          {GateType::custom, "custom"}});
}

constexpr auto words_of(Of<FlakyPolicy>) {
  return words<FlakyPolicy>({{FlakyPolicy::pass, "pass"}, {FlakyPolicy::fail, "fail"}});
}

constexpr auto words_of(Of<Status>) {
  return words<Status>({{Status::pass, "PASS"}, {Status::fail, "FAIL"}, {Status::error, "ERROR"}});
}

constexpr auto fields_of(Of<CommandExtras>) {
  return record<CommandExtras>(field("report", &CommandExtras::report),
                               field("env", &CommandExtras::env, Members{}),
                               field("retry_on", &CommandExtras::retry_on));
}

constexpr auto fields_of(Of<CommandSpec>) {
  using Spec = CommandSpec;
  return record<Spec>(
      field("id", &Spec::id, required), field("command", &Spec::command, required),
      field("stage", &Spec::stage), field("gate_type", &Spec::gate_type),
      field("parallel_safe", &Spec::parallel_safe),
      field("mutates_workspace", &Spec::mutates_workspace), field("required", &Spec::required),
      unless([](const Spec& spec) { return spec.required && spec.gate_type == GateType::test; },
             "must_be_effective", &Spec::must_be_effective),
      field("timeout", &Spec::timeout), field("allow_zero_tests", &Spec::allow_zero_tests),
      flat(&Spec::extras));
}

constexpr auto fields_of(Of<Manifest>) {
  return record<Manifest>(field("cwd", &Manifest::cwd), field("run_id", &Manifest::run_id),
                          field("flaky_retry_limit", &Manifest::flaky_retry_limit),
                          field("commands", &Manifest::commands, always));
}

constexpr auto fields_of(Of<Policy>) {
  return record<Policy>(field("default_timeout", &Policy::default_timeout),
                        field("stop_after_failed_stage", &Policy::stop_after_failed_stage),
                        field("flaky", &Policy::flaky),
                        field("may_change", &Policy::may_change));
}

constexpr auto fields_of(Of<Plan>) {
  return record<Plan>(
      field("manifest", &Plan::manifest, required), field("policy", &Plan::policy),
      field("workspace", &Plan::workspace), field("cwd", &Plan::cwd),
      field("log_dir", &Plan::log_dir), field("jobs", &Plan::jobs),
      field("name_tests", &Plan::name_tests), field("lints", &Plan::lints),
      field("lint", &Plan::lint, Pairs{}),  // command, entry, command, entry, ...
      field("expected_ms", &Plan::expected_ms), field("environment", &Plan::environment),
      field("environment_digest", &Plan::environment_digest), field("isolation", &Plan::isolation),
      field("watches_tree", &Plan::watches_tree), field("by_products", &Plan::by_products),
      field("left_out", &Plan::left_out), field("compared_with", &Plan::compared_with),
      field("weaker", &Plan::weaker), field("manifest_digest", &Plan::manifest_digest));
}

}  // namespace assay::core::verify
