// SPDX-License-Identifier: MIT
// The report of a phase as JSON and as SARIF.
#include "format/goals/result_records.h"
#include "format/goals/verification.h"
#include "format/json/fields.h"
#include "format/record/put.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace assay::format {

namespace {

using core::goals::Finding;
using core::goals::Gap;
using core::goals::Progress;
using core::goals::Status;
using core::goals::TaskResult;

GoalsTaskShown as_shown(const TaskResult& task) {
  GoalsTaskShown out{task.id, task.title, task.source, task.score, {}};
  for (const Finding& finding : task.findings) {
    const core::goals::CheckResult& result = finding.result;
    out.checks.push_back({.origin = finding.origin,
                          .type = finding.type,
                          .item = finding.item,
                          .status = result.status,
                          .actual = result.actual,
                          .path = result.path,
                          .line = result.path.empty() ? 0 : result.line});
  }
  return out;
}

GoalsProgressShown as_shown(const Progress& progress) {
  return {progress.since,      progress.closed, progress.dropped,
          progress.still_open, progress.fresh,  progress.regressed};
}

GoalsShown as_shown(const GoalsResult& result) {
  GoalsShown out;
  out.phase = result.report.phase;
  out.status = result.report.status;
  out.tasks_checked = result.report.tasks.size();
  out.tasks_passed = result.report.tasks_passed;
  out.gaps = result.report.gaps;
  for (const TaskResult& task : result.report.tasks) out.tasks.push_back(as_shown(task));
  out.round = result.round;
  if (result.progress) out.progress = as_shown(*result.progress);
  return out;
}

/// A path as a relative URI reference.
std::string uri(std::string_view path) {
  constexpr std::string_view plain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  std::string out;
  for (const char c : path) {
    if (plain.find(c) != std::string_view::npos) {
      out.push_back(c);
    } else {
      out += fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    }
  }
  return out;
}

class SarifWriter {
 public:
  SarifWriter(const GoalsResult& result, JsonWriter& json) : result_(result), json_(json) {
    for (const TaskResult& task : result.report.tasks) sources_[task.id] = task.source;
    if (!result.progress) return;
    for (const Gap& gap : result.progress->still_open) open_before_.insert(key(gap));
  }

  void put_rules() {
    std::set<std::string> types;
    for (const Gap& gap : result_.report.gaps) types.insert(gap.type);
    json_.key("rules");
    json_.begin_array();
    for (const std::string& type : types) {
      json_.begin_object();
      Fields(json_).text("id", "goals/" + type);
      json_.key("shortDescription");
      json_.begin_object();
      Fields(json_).text("text", "A goal of type " + type + " is not met");
      json_.end_object();
      json_.end_object();
    }
    json_.end_array();
  }

  void put_results() {
    json_.key("results");
    json_.begin_array();
    for (const Gap& gap : result_.report.gaps) put_result(gap);
    json_.end_array();
  }

 private:
  static std::string key(const Gap& gap) {
    return core::goals::fingerprint(gap.task, gap.type, gap.item);
  }

  void put_result(const Gap& gap) {
    json_.begin_object();
    Fields(json_)
        .text("ruleId", "goals/" + gap.type)
        .text("level", gap.unchecked || gap.type == "semantic" ? "warning" : "error");
    json_.key("message");
    json_.begin_object();
    Fields(json_).text("text", fmt::format("{}: {}. Expected: {}. Actual: {}", gap.task, gap.item,
                                           gap.expected, gap.actual));
    json_.end_object();
    put_location(gap);
    json_.key("partialFingerprints");
    json_.begin_object();
    Fields(json_).text("assayGap/v1", key(gap));
    json_.end_object();
    if (result_.progress) {
      Fields(json_).text("baselineState", open_before_.contains(key(gap)) ? "unchanged" : "new");
    }
    json_.end_object();
  }

  std::string place_of(const Gap& gap) const {
    if (!gap.path.empty()) return gap.path;
    const auto found = sources_.find(gap.task);
    return found == sources_.end() ? "" : found->second;
  }

  void put_location(const Gap& gap) {
    const std::string place = place_of(gap);
    json_.key("locations");
    json_.begin_array();
    if (!place.empty()) {
      json_.begin_object();
      json_.key("physicalLocation");
      json_.begin_object();
      json_.key("artifactLocation");
      json_.begin_object();
      Fields(json_).text("uri", uri(place));
      json_.end_object();
      json_.key("region");
      json_.begin_object();
      Fields(json_).number("startLine", std::max<std::uint32_t>(gap.line, 1));
      json_.end_object();
      json_.end_object();
      json_.end_object();
    }
    json_.end_array();
  }

  const GoalsResult& result_;
  JsonWriter& json_;
  std::map<std::string, std::string> sources_;  ///< file of each task
  std::set<std::string> open_before_;
};

}  // namespace

std::string write_goals_json(const GoalsResult& result) {
  std::string out;
  JsonWriter json(out, JsonLayout::indented);
  stored::put_value(json, as_shown(result));
  out.push_back('\n');
  return out;
}

std::string write_goals_sarif(const GoalsResult& result, std::string_view version) {
  std::string out;
  JsonWriter json(out, JsonLayout::indented);
  SarifWriter sarif(result, json);
  json.begin_object();
  Fields(json).text("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
  Fields(json).text("version", "2.1.0");
  json.key("runs");
  json.begin_array();
  json.begin_object();
  json.key("tool");
  json.begin_object();
  json.key("driver");
  json.begin_object();
  Fields(json).text("name", "assay goals").text("version", version);
  sarif.put_rules();
  json.end_object();
  json.end_object();
  json.key("invocations");
  json.begin_array();
  json.begin_object();
  Fields(json).flag("executionSuccessful", result.report.status != Status::error);
  json.end_object();
  json.end_array();
  sarif.put_results();
  json.end_object();
  json.end_array();
  json.end_object();
  out.push_back('\n');
  return out;
}

}  // namespace assay::format
