// SPDX-License-Identifier: MIT
#include "format/sarif/sarif.h"

#include "format/json/fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace assay::format {

namespace {

/// A path as a URI: what is not plain is escaped.
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
  SarifWriter(const SarifRun& run, JsonWriter& json) : run_(run), json_(json) {}

  void put_run() {
    json_.begin_object();
    json_.key("tool");
    json_.begin_object();
    json_.key("driver");
    json_.begin_object();
    Fields(json_).text("name", run_.tool).text("version", run_.version);
    put_rules();
    json_.end_object();
    json_.end_object();
    json_.key("invocations");
    json_.begin_array();
    json_.begin_object();
    Fields(json_).flag("executionSuccessful", run_.succeeded);
    json_.end_object();
    json_.end_array();
    json_.key("results");
    json_.begin_array();
    for (const SarifFinding& finding : run_.findings) put_result(finding);
    json_.end_array();
    json_.end_object();
  }

 private:
  void put_text(std::string_view key, std::string_view text) {
    json_.key(key);
    json_.begin_object();
    Fields(json_).text("text", text);
    json_.end_object();
  }

  void put_rules() {
    std::map<std::string, std::string> rules;
    for (const SarifFinding& finding : run_.findings)
      rules.try_emplace(finding.rule, finding.about);
    json_.key("rules");
    json_.begin_array();
    for (const auto& [rule, about] : rules) {
      json_.begin_object();
      Fields(json_).text("id", rule);
      put_text("shortDescription", about);
      json_.end_object();
    }
    json_.end_array();
  }

  void put_result(const SarifFinding& finding) {
    json_.begin_object();
    Fields(json_)
        .text("ruleId", finding.rule)
        .text("level", finding.is_error ? "error" : "warning");
    put_text("message", finding.message);
    put_location(finding);
    if (!finding.fingerprint.empty()) {
      json_.key("partialFingerprints");
      json_.begin_object();
      Fields(json_).text(finding.fingerprint_name, finding.fingerprint);
      json_.end_object();
    }
    if (!finding.baseline.empty()) Fields(json_).text("baselineState", finding.baseline);
    json_.end_object();
  }

  void put_location(const SarifFinding& finding) {
    json_.key("locations");
    json_.begin_array();
    if (!finding.path.empty()) {
      json_.begin_object();
      json_.key("physicalLocation");
      json_.begin_object();
      json_.key("artifactLocation");
      json_.begin_object();
      Fields(json_).text("uri", uri(finding.path));
      json_.end_object();
      json_.key("region");
      json_.begin_object();
      Fields(json_).number("startLine", std::max<std::uint32_t>(finding.line, 1));
      json_.end_object();
      json_.end_object();
      json_.end_object();
    }
    json_.end_array();
  }

  const SarifRun& run_;
  JsonWriter& json_;
};

}  // namespace

std::string write_sarif(const SarifRun& run) {
  std::string out;
  JsonWriter json(out, JsonLayout::indented);
  json.begin_object();
  Fields(json)
      .text("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
      .text("version", "2.1.0");
  json.key("runs");
  json.begin_array();
  SarifWriter(run, json).put_run();
  json.end_array();
  json.end_object();
  out.push_back('\n');
  return out;
}

}  // namespace assay::format
