// SPDX-License-Identifier: MIT
#include "format/tasks/check_json.h"

#include "format/json/fields.h"
#include "format/sarif/sarif.h"

namespace assay::format {

namespace {

void put_task(JsonWriter& json, std::size_t index, const core::loop::Task& task) {
  json.begin_object();
  Fields fields(json);
  fields.number("index", index);
  json.key("id");
  if (task.id.empty()) {
    json.null();
  } else {
    json.text(task.id);
  }
  fields.text("title", task.title)
      .flag("checked", task.checked)
      .text("phase", task.phase)
      .list("markers", task.markers)
      .number("line", task.line)
      .list("files", task.files)
      .text("verify", task.verify_text);
  json.end_object();
}

}  // namespace

std::string write_loop_check_json(std::string_view spec, const TasksReading& reading,
                                  const std::vector<TaskFinding>& findings) {
  std::string out;
  JsonWriter json(out, JsonLayout::indented);
  json.begin_object();
  Fields(json).text("spec", spec);
  json.key("tasks");
  json.begin_array();
  for (std::size_t i = 0; i < reading.tasks.size(); ++i) put_task(json, i, reading.tasks[i]);
  json.end_array();
  json.key("findings");
  json.begin_array();
  for (const TaskFinding& finding : findings) {
    json.begin_object();
    Fields(json)
        .number("line", finding.line)
        .text("rule", finding.rule)
        .text("severity", finding.is_error ? "error" : "warning")
        .text("message", finding.message)
        .text("hint", finding.hint);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return out + "\n";
}

std::string write_loop_check_sarif(std::string_view path, const std::vector<TaskFinding>& findings,
                                   std::string_view version) {
  SarifRun run{.tool = "assay loop check", .version = std::string(version)};
  for (const TaskFinding& finding : findings) {
    const std::string rule(finding.rule);
    run.findings.push_back({.rule = "tasks/" + rule,
                            .about = "Rule " + rule + " of task lists",
                            .is_error = finding.is_error,
                            .message = finding.hint.empty() ? std::string(finding.message)
                                                            : std::string(finding.message) + "; " +
                                                                  std::string(finding.hint),
                            .path = std::string(path),
                            .line = static_cast<std::uint32_t>(finding.line)});
  }
  return write_sarif(run);
}

}  // namespace assay::format
