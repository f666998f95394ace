// SPDX-License-Identifier: MIT
#include "format/journal/fields.h"
#include "format/journal/parts.h"
#include "format/manifest.h"

namespace assay::format::journal {

namespace {

using core::CommandLint;
using core::LintFinding;
using core::verify::Policy;

Result<> read_policy(JsonReader& in, Policy& policy) {
  TRY(read_object(in, [&](std::string_view key) -> Result<> {
    if (key == "default_timeout_ms") return read(in, policy.default_timeout);
    if (key == "stop_after_failed_stage") return read(in, policy.stop_after_failed_stage);
    if (key == "flaky") return read(in, flaky_words, policy.flaky);
    return unknown_field(key);
  }));
  return {};
}

/// The object has begun, here and below.
Result<LintFinding> read_finding(JsonReader& in) {
  LintFinding finding;
  const std::vector<std::string> met = TRY(read_fields(in, [&](std::string_view key) -> Result<> {
    if (key == "rule") return read(in, lint_words, finding.rule);
    if (key == "offset") return read(in, finding.offset);
    if (key == "excerpt") return read(in, finding.excerpt);
    if (key == "why") return read(in, finding.why);
    return unknown_field(key);
  }));
  TRY(check_present(met, {"rule"}));
  return finding;
}

Result<> read_findings(JsonReader& in, std::vector<LintFinding>& findings) {
  return read_array(in, [&]() -> Result<> {
    if (in.token() != JsonToken::begin_object) return bad_body("expected an object");
    findings.push_back(TRY(read_finding(in)));
    return {};
  });
}

Result<CommandLint> read_command_lint(JsonReader& in) {
  CommandLint lint;
  TRY(read_fields(in, [&](std::string_view key) -> Result<> {
    if (key == "contains_pipeline") return read(in, lint.contains_pipeline);
    if (key == "findings") return read_findings(in, lint.findings);
    return unknown_field(key);
  }));
  return lint;
}

Result<> read_lints(JsonReader& in, core::verify::Plan& plan) {
  return read_array(in, [&]() -> Result<> {
    if (in.token() != JsonToken::begin_object) return bad_body("expected an object");
    plan.lints.push_back(TRY(read_command_lint(in)));
    return {};
  });
}

/// Command, entry, command, entry, ... Every entry must exist and the commands ascend, or looking
/// them up goes wrong.
Result<> read_lint(JsonReader& in, core::verify::Plan& plan) {
  std::vector<std::uint32_t> numbers;
  TRY(read(in, numbers));
  if (numbers.size() % 2 != 0) return bad_body("lint: a command without an entry");
  for (std::size_t i = 0; i < numbers.size(); i += 2) {
    const bool ascends = plan.lint.empty() || plan.lint.back().first < numbers[i];
    if (!ascends || numbers[i + 1] >= plan.lints.size())
      return bad_body("lint: an entry that does not exist");
    plan.lint.emplace_back(numbers[i], numbers[i + 1]);
  }
  return {};
}

Result<> read_manifest(JsonReader& in, core::verify::Plan& plan) {
  plan.manifest = TRY(read_stored_manifest(in));
  return {};
}

}  // namespace

Result<core::verify::Plan> read_plan(JsonReader& in) {
  core::verify::Plan plan;
  const std::vector<std::string> met = TRY(read_object(in, [&](std::string_view key) -> Result<> {
    if (key == "manifest") return read_manifest(in, plan);
    if (key == "policy") return read_policy(in, plan.policy);
    if (key == "workspace") return read(in, plan.workspace);
    if (key == "cwd") return read(in, plan.cwd);
    if (key == "log_dir") return read(in, plan.log_dir);
    if (key == "jobs") return read(in, plan.jobs);
    if (key == "name_tests") return read(in, plan.name_tests);
    if (key == "lints") return read_lints(in, plan);
    if (key == "lint") return read_lint(in, plan);
    if (key == "expected_ms") return read(in, plan.expected_ms);
    if (key == "environment") return read(in, plan.environment);
    if (key == "environment_digest") return read(in, plan.environment_digest);
    if (key == "isolation") return read(in, plan.isolation);
    if (key == "left_out") return read(in, plan.left_out);
    if (key == "compared_with") return read(in, plan.compared_with);
    if (key == "weaker") return read(in, plan.weaker);
    if (key == "manifest_digest") return read(in, plan.manifest_digest);
    return unknown_field(key);
  }));
  TRY(check_present(met, {"manifest"}));
  return plan;
}

}  // namespace assay::format::journal
