// SPDX-License-Identifier: MIT
// `assay init`: finds the gates a project already has and writes them into a commented assay.yaml.
#include "api/init.h"

#include "base/text/escape.h"
#include "base/text/join.h"
#include "face/cli/commands.h"
#include "face/cli/init_try.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace assay::cli {

namespace {

struct InitFlags {
  bool print_only = false;
  bool no_try = false;
  std::uint32_t try_seconds = 55;
};

nlohmann::json init_json(const format::ProjectPlan& plan, const std::string& path, bool written) {
  using nlohmann::json;
  json gates = json::array();
  for (const format::Gate& gate : plan.gates) {
    gates.push_back({{"id", gate.id},
                     {"command", printable(gate.command)},
                     {"gate_type", to_text(gate.gate_type)},
                     {"stage", gate.stage},
                     {"required", gate.required},
                     {"counted", gate.counted},
                     {"origin", to_text(gate.origin)},
                     {"source", printable(gate.source)},
                     {"tried", to_text(gate.standing)},
                     {"seen", printable(gate.seen)}});
  }
  json left = json::array();
  for (const format::LeftOut& one : plan.left_out)
    left.push_back({{"command", printable(one.command)}, {"why", printable(one.why)}});
  const auto safe = [](const std::vector<std::string>& lines) {
    json out = json::array();
    for (const std::string& line : lines) out.push_back(printable(line));
    return out;
  };
  return {{"path", path},
          {"written", written},
          {"found", safe(plan.found)},
          {"gates", gates},
          {"left_out", left},
          {"setup", safe(plan.setup)},
          {"notes", safe(plan.notes)},
          {"agents", plan.agents}};
}

void print_init_end(Session& session, const InitFlags& flags, const format::ProjectPlan& plan,
                    const std::string& path) {
  if (session.format == OutputFormat::json)
    return session.out(init_json(plan, path, !flags.print_only).dump(2) + "\n");
  if (flags.print_only) return session.out(format::to_assay_yaml(plan));
  std::string names;
  for (const format::Gate& gate : plan.gates) append_part(names, ", ", gate.id);
  session.tell(fmt::format("wrote {} with {} {}: {}\nnext: read it, then `assay verify`\n", path,
                           plan.gates.size(), plan.gates.size() == 1 ? "gate" : "gates", names));
}

void init(Session& session, const InitFlags& flags) {
  const auto site = session.site();
  if (!site) return session.fail(site.error());
  const Millis time = std::chrono::seconds{flags.try_seconds};
  api::InitRequest request{
      .write = !flags.print_only,
      .limits = api::TryLimits{.total = time, .each = std::min(api::TryLimits{}.each, time)},
      .too_short =
          fmt::format("not everything was tried within {} s (--try-seconds N gives it more)",
                      flags.try_seconds)};
  if (flags.no_try) request.limits.reset();
  TryProgress progress(session);
  const auto made = api::init(request, *site, progress);
  if (!made) return session.fail(made.error());
  print_init_end(session, flags, made->plan, made->path);
}

}  // namespace

void add_init(CLI::App& root, Session& session) {
  auto flags = std::make_shared<InitFlags>();
  CLI::App* command =
      root.add_subcommand("init", "Find the project's own gates, try them and write assay.yaml");
  command->add_flag("--print", flags->print_only, "Print it instead of writing it");
  command->add_flag("--no-try", flags->no_try, "Run nothing: write what the files say");
  command->add_option("--try-seconds", flags->try_seconds, "Time for trying. Default: 55")
      ->type_name("N")
      ->check(CLI::Range(1, 86400));
  command->footer(
      "Looks at CI files, documented commands, scripts and build files, tries what it finds in the "
      "workspace\n"
      "(never what publishes, installs or rewrites sources), and writes as required what "
      "passes.\n\n"
      "Examples:\n"
      "  assay init                try and write assay.yaml\n"
      "  assay init --no-try       run nothing\n"
      "  assay init --print        show it, write nothing");
  command->callback([flags, &session] { init(session, *flags); });
}

}  // namespace assay::cli
