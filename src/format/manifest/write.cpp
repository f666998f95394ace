// SPDX-License-Identifier: MIT
// The stored form of a manifest, as the journal keeps it.
#include "format/json/writer.h"
#include "format/manifest.h"

namespace assay::format {

namespace {

using core::verify::CommandExtras;
using core::verify::CommandSpec;
using core::verify::GateType;
using core::verify::Manifest;

void write_flag(JsonWriter& out, std::string_view name, bool value, bool standard) {
  if (value == standard) return;
  out.key(name);
  out.boolean(value);
}

void write_extras(JsonWriter& out, const CommandExtras& extras) {
  if (!extras.report.empty()) {
    out.key("report");
    out.text(extras.report);
  }
  if (!extras.env.empty()) {
    out.key("env");
    out.begin_object();
    for (const auto& [name, value] : extras.env) {
      out.any_key(name);
      out.text(value);
    }
    out.end_object();
  }
  if (!extras.retry_on.empty()) {
    out.key("retry_on");
    out.begin_array();
    for (const std::string& pattern : extras.retry_on) out.text(pattern);
    out.end_array();
  }
}

void write_command(JsonWriter& out, const CommandSpec& spec) {
  out.begin_object();
  out.key("id");
  out.text(spec.id);
  out.key("command");
  out.text(spec.command);
  if (spec.stage != 0) {
    out.key("stage");
    out.number(spec.stage);
  }
  if (spec.gate_type != GateType::custom) {
    out.key("gate_type");
    out.text(core::verify::to_text(spec.gate_type));
  }
  write_flag(out, "parallel_safe", spec.parallel_safe, false);
  write_flag(out, "mutates_workspace", spec.mutates_workspace, false);
  write_flag(out, "required", spec.required, true);
  write_flag(out, "must_be_effective", spec.must_be_effective,
             spec.required && spec.gate_type == GateType::test);
  if (spec.timeout != Millis{0}) {
    out.key("timeout_ms");
    out.number(spec.timeout.count());
  }
  write_flag(out, "allow_zero_tests", spec.allow_zero_tests, false);
  if (spec.extras) write_extras(out, *spec.extras);
  out.end_object();
}

}  // namespace

void write_stored_manifest(JsonWriter& out, const Manifest& manifest) {
  out.begin_object();
  if (manifest.cwd != Manifest{}.cwd) {
    out.key("cwd");
    out.text(manifest.cwd);
  }
  if (!manifest.run_id.empty()) {
    out.key("run_id");
    out.text(manifest.run_id);
  }
  if (manifest.flaky_retry_limit != Manifest{}.flaky_retry_limit) {
    out.key("flaky_retry_limit");
    out.number(manifest.flaky_retry_limit);
  }
  out.key("commands");
  out.begin_array();
  for (const CommandSpec& spec : manifest.commands) write_command(out, spec);
  out.end_array();
  out.end_object();
}

}  // namespace assay::format
