// SPDX-License-Identifier: MIT
// `assay doctor`: what is missing here, and how to get it.
#include "api/doctor.h"

#include "face/cli/commands.h"
#include "format/doctor.h"
#include "format/json/fields.h"
#include "format/text/escape.h"

#include <fmt/format.h>

namespace assay::cli {

namespace {

std::string_view health_text(api::Health health) {
  switch (health) {
    case api::Health::good: return "ok";
    case api::Health::missing: return "missing";
    case api::Health::broken: return "broken";
  }
  return "";
}

std::string version_of(const api::Finding& finding) {
  const auto version = format::read_version(finding.name, finding.answer);
  return version ? version->version : "";
}

/// The configuration, as one more thing that can be ill.
api::Finding examine_config(Session& session, const api::Place& place) {
  const std::string path =
      session.config_path.empty() ? place.workspace + "/assay.yaml" : session.config_path;
  api::Finding finding{"configuration", api::Health::good, true, path, "", ""};
  const auto text = session.outside.files().read(path, 4U << 20);
  if (!text) {
    const bool absent = text.error().fault == Fault::not_found;
    finding.needed = !absent;
    finding.health = absent ? api::Health::missing : api::Health::broken;
    finding.what = text.error().what;
    finding.remedy = "assay init";
    return finding;
  }
  const format::ConfigReading reading = format::read_config("assay.yaml", *text);
  if (reading.problems.empty()) return finding;
  finding.health = api::Health::broken;
  finding.what = reading.problems.front().where + ": " + reading.problems.front().what;
  finding.remedy = "correct it; `assay schema assay` is its schema";
  return finding;
}

std::string findings_json(const std::vector<api::Finding>& findings) {
  std::string out;
  format::JsonWriter json(out, format::JsonLayout::indented);
  json.begin_array();
  for (const api::Finding& each : findings) {
    json.begin_object();
    format::Fields(json)
        .text("name", each.name)
        .text("health", health_text(each.health))
        .flag("needed", each.needed)
        .text("version", version_of(each))
        .text("what", each.what)
        .text("remedy", each.remedy);
    json.end_object();
  }
  json.end_array();
  return out + "\n";
}

std::string line(const api::Finding& each, bool color) {
  const std::string_view tint = each.health == api::Health::good ? "32" : each.needed ? "31" : "33";
  const std::string_view word = health_text(each.health);
  std::string text = fmt::format("{}{} {:<14} {:<10} {}\n", paint(word, tint, color),
                                 std::string(8 - std::min<std::size_t>(word.size(), 8), ' '),
                                 each.name, version_of(each), format::printable(each.what));
  if (!each.remedy.empty()) text += fmt::format("         -> {}\n", each.remedy);
  return text;
}

void doctor(Session& session) {
  const auto place = session.place();
  std::vector<api::Finding> findings = api::examine(place, session.outside);
  if (place) findings.push_back(examine_config(session, *place));
  for (const api::Finding& each : findings) {
    if (each.needed && each.health != api::Health::good) session.exit_status = 1;
  }
  if (session.format == OutputFormat::json) return session.out(findings_json(findings));
  for (const api::Finding& each : findings) session.out(line(each, session.screen.color_out));
}

}  // namespace

void add_doctor(CLI::App& root, Session& session) {
  CLI::App* command =
      root.add_subcommand("doctor", "Tell what is missing on this machine, and how to get it");
  command->callback([&session] { doctor(session); });
}

}  // namespace assay::cli
