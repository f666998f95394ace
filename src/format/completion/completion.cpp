// SPDX-License-Identifier: MIT
#include "format/completion/completion.h"

#include "format/completion/carrier.h"
#include "format/completion/plan_rules.h"
#include "format/completion/schema.h"
#include "format/completion/values.h"
#include "format/runners/scan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace assay::format {

namespace {

using contract::Judged;

struct Named {
  ArtifactKind kind;
  std::string_view name;
  std::string_view path;  ///< a file, or a folder whose .yaml files are of this kind
};

constexpr std::array<Named, 11> kinds{{
    {ArtifactKind::research, "research", "research/"},
    {ArtifactKind::spec, "spec", "spec-output.yaml"},
    {ArtifactKind::design, "design", "design-output.yaml"},
    {ArtifactKind::plan, "plan", "plan-output.yaml"},
    {ArtifactKind::task, "task", "tasks/"},
    {ArtifactKind::implementation_report, "implementation-report", "implementation-reports/"},
    {ArtifactKind::verification_report, "verification-report", "verification-reports/"},
    {ArtifactKind::verdict, "verdict", "review-verdicts/"},
    {ArtifactKind::knowledge, "knowledge", "knowledge-output.yaml"},
    {ArtifactKind::pushback, "pushback", "pushback.yaml"},
    {ArtifactKind::other, "other", ""},
}};

void check_completion(const YamlNode& node, ArtifactKind kind, Judged judged) {
  const YamlNode* status = contract::find_key(node, "status");
  const auto allowed = contract::statuses_of(kind);
  const bool known = status != nullptr && (status->text == "DONE" || status->text == "ERROR" ||
                                           status->text == "NEEDS_REVISION");
  if (known && std::count(allowed.begin(), allowed.end(), status->text) == 0) {
    judged.problems.add(status->line, "completion.status",
                        fmt::format("{} is no status of a {}", status->text, to_text(kind)));
  }
  const bool judges = kind == ArtifactKind::verdict || kind == ArtifactKind::verification_report;
  const YamlNode* severity = contract::find_key(node, "severity");
  if (severity != nullptr && !judges && kind != ArtifactKind::other)
    judged.remarks.add(severity->line, "completion.severity",
                       "only reviewers and verifiers set it");
}

void check_version(const YamlNode& header, Judged judged) {
  const YamlNode* version = contract::find_key(header, "schema_version");
  if (version == nullptr || version->text == "1" || starts_with(version->text, "1.")) return;
  judged.remarks.add(version->line, "agent_output.schema_version",
                     quoted(version->text) + " is not version 1");
}

void check_review(const YamlNode& root, const core::agent::Review& review, Judged judged) {
  if (review.effective() == review.verdict) return;
  const YamlNode* verdict = contract::find_key(root, "verdict");
  judged.remarks.add(verdict == nullptr ? root.line : verdict->line, "verdict",
                     "is better than its own findings allow");
}

void take_parts(ArtifactReading& out, Judged judged) {
  if (const YamlNode* node = contract::find_key(out.root, "completion")) {
    out.completion = contract::completion_from(*node);
    check_completion(*node, out.kind, judged);
  }
  if (const YamlNode* node = contract::find_key(out.root, "agent_output")) {
    out.header = contract::header_from(*node);
    check_version(*node, judged);
  }
  if (out.kind == ArtifactKind::verdict) {
    out.review = contract::review_from(out.root);
    check_review(out.root, *out.review, judged);
  }
  if (out.kind == ArtifactKind::pushback) out.concerns = contract::concerns_from(out.root);
  if (const YamlNode* node = contract::find_key(out.root, "task");
      node != nullptr && out.kind == ArtifactKind::task) {
    out.task = contract::task_from(*node);
  }
  if (const YamlNode* node = contract::find_path(out.root, "agent_output.payload");
      node != nullptr && out.kind == ArtifactKind::plan) {
    out.plan = contract::plan_from(*node);
    contract::check_plan(*node, *out.plan, judged);
  }
  if (const YamlNode* node = contract::find_path(out.root, "agent_output.payload");
      node != nullptr && out.kind == ArtifactKind::implementation_report) {
    out.changes = contract::changes_from(*node);
    out.task_type = contract::task_type_from(*node);
  }
}

}  // namespace

std::string_view to_text(ArtifactKind kind) { return kinds[static_cast<std::size_t>(kind)].name; }

std::optional<ArtifactKind> artifact_kind(std::string_view path) {
  if (!ends_with(path, ".yaml")) return std::nullopt;
  for (const Named& one : kinds) {
    const bool folder = ends_with(one.path, "/") && starts_with(path, one.path) &&
                        !contains(path.substr(one.path.size()), "/");
    if (folder || (!one.path.empty() && path == one.path)) return one.kind;
  }
  return std::nullopt;
}

ArtifactReading read_artifact(ArtifactKind kind, std::string_view name, std::string_view text) {
  ProblemLog problems(name);
  ProblemLog remarks(name);
  contract::Carried carried = contract::find_yaml(text, contract::mark_of(kind));
  ArtifactReading out;
  out.kind = kind;
  out.carrier = carried.carrier;
  out.root = std::move(carried.root);
  for (const YamlFault& fault : carried.faults) problems.add(fault.line, "", fault.what);
  if (out.carrier != Carrier::none) {
    const Judged judged{problems, remarks};
    contract::hold_against(out.root, contract::schema_of(kind), "", judged);
    take_parts(out, judged);
  }
  out.problems = problems.by_line();
  out.remarks = remarks.by_line();
  return out;
}

}  // namespace assay::format
