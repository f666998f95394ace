// SPDX-License-Identifier: MIT
#include "format/journal/put.h"
#include "format/manifest.h"

namespace assay::format::journal {

namespace {

using namespace core;

void put_policy(JsonWriter& out, const verify::Policy& policy) {
  if (policy == verify::Policy{}) return;
  const verify::Policy standard;
  out.key("policy");
  out.begin_object();
  put_unless(standard.default_timeout.count(), out, "default_timeout_ms",
             policy.default_timeout.count());
  put_flag(out, "stop_after_failed_stage", policy.stop_after_failed_stage);
  if (policy.flaky != standard.flaky) put(out, "flaky", word_for(flaky_words, policy.flaky));
  out.end_object();
}

void put_finding(JsonWriter& out, const LintFinding& finding) {
  out.begin_object();
  put(out, "rule", word_for(lint_words, finding.rule));
  put_unless<std::size_t>(0, out, "offset", finding.offset);
  put_text(out, "excerpt", finding.excerpt);
  put_text(out, "why", finding.why);
  out.end_object();
}

void put_lints(JsonWriter& out, const verify::Plan& plan) {
  if (plan.lint.empty()) return;
  out.key("lints");
  out.begin_array();
  for (const CommandLint& lint : plan.lints) {
    out.begin_object();
    put_flag(out, "contains_pipeline", lint.contains_pipeline);
    if (!lint.findings.empty()) {
      out.key("findings");
      out.begin_array();
      for (const LintFinding& finding : lint.findings) put_finding(out, finding);
      out.end_array();
    }
    out.end_object();
  }
  out.end_array();
  out.key("lint");  // command, entry, command, entry, ...
  out.begin_array();
  for (const auto& [unit, index] : plan.lint) {
    out.number(unit);
    out.number(index);
  }
  out.end_array();
}

}  // namespace

void put_plan(JsonWriter& out, const verify::Plan& plan) {
  out.key("verify");
  out.begin_object();
  out.key("manifest");
  write_stored_manifest(out, plan.manifest);
  put_policy(out, plan.policy);
  put_text(out, "workspace", plan.workspace);
  put_text(out, "cwd", plan.cwd);
  put_text(out, "log_dir", plan.log_dir);
  put_unless<std::uint32_t>(1, out, "jobs", plan.jobs);
  put_flag(out, "name_tests", plan.name_tests);
  put_lints(out, plan);
  if (!plan.expected_ms.empty()) {
    out.key("expected_ms");
    out.begin_array();
    for (const std::uint32_t ms : plan.expected_ms) out.number(ms);
    out.end_array();
  }
  put_texts(out, "environment", plan.environment);
  put_digest(out, "environment_digest", plan.environment_digest);
  put_text(out, "isolation", plan.isolation);
  put_texts(out, "left_out", plan.left_out);
  put_text(out, "compared_with", plan.compared_with);
  put_texts(out, "weaker", plan.weaker);
  put_digest(out, "manifest_digest", plan.manifest_digest);
  out.end_object();
}

}  // namespace assay::format::journal
