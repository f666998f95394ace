// SPDX-License-Identifier: MIT
// `assay init`: finds the gates a project already has and writes them into a commented assay.yaml.
#include "api/init.h"

#include "face/cli/commands.h"
#include "face/cli/init_try.h"
#include "format/text/escape.h"

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

std::string init_told(const format::ProjectPlan& plan) {
  constexpr std::size_t told_lines_max = 12;
  std::string text;
  const auto add = [&](std::string_view word, const std::vector<std::string>& lines) {
    for (std::size_t i = 0; i < lines.size() && i < told_lines_max; ++i)
      text += fmt::format("{} {}\n", word, format::printable(lines[i]));
    if (lines.size() > told_lines_max)
      text += fmt::format("{} ... and {} more\n", word, lines.size() - told_lines_max);
  };
  std::vector<std::string> left;
  for (const format::LeftOut& one : plan.left_out)
    left.push_back(fmt::format("{} ({})", one.command, one.why));
  std::vector<std::string> weak;
  for (const format::Gate& gate : plan.gates) {
    if (!gate.counted)
      weak.push_back(fmt::format(
          "`{}` does not tell how many tests ran: only its exit status counts (a last line "
          "`N passed, N failed` would be counted)",
          gate.command));
    if (!gate.required)
      weak.push_back(fmt::format("`{}` is written with required: false", gate.command));
  }
  add("left out", left);
  add("first do", plan.setup);
  add("note:", weak);
  add("note:", plan.notes);
  return text;
}

nlohmann::json init_json(const format::ProjectPlan& plan, const std::string& path, bool written) {
  using nlohmann::json;
  json gates = json::array();
  for (const format::Gate& gate : plan.gates) {
    gates.push_back({{"id", gate.id},
                     {"command", format::printable(gate.command)},
                     {"gate_type", to_text(gate.gate_type)},
                     {"stage", gate.stage},
                     {"required", gate.required},
                     {"counted", gate.counted},
                     {"origin", to_text(gate.origin)},
                     {"source", format::printable(gate.source)},
                     {"tried", to_text(gate.standing)},
                     {"seen", format::printable(gate.seen)}});
  }
  json left = json::array();
  for (const format::LeftOut& one : plan.left_out)
    left.push_back(
        {{"command", format::printable(one.command)}, {"why", format::printable(one.why)}});
  const auto safe = [](const std::vector<std::string>& lines) {
    json out = json::array();
    for (const std::string& line : lines) out.push_back(format::printable(line));
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

void fail_empty(Session& session, const api::Site& site, const format::ProjectPlan& plan) {
  session.note(init_told(plan));
  session.fail(api::Problems{api::no_gates_found(site)});
}

/// The plan with what trying showed; nothing if somebody asked to stop.
std::optional<format::ProjectPlan> tried_plan(Session& session, const InitFlags& flags,
                                              const api::Site& site, format::ProjectPlan plan) {
  if (flags.no_try) return format::settle(std::move(plan), {});
  api::TryLimits limits;
  limits.total = std::chrono::seconds{flags.try_seconds};
  limits.each = std::min<Millis>(limits.each, limits.total);
  TryProgress progress(session);
  const api::Tried tried = api::try_gates(plan, limits, site, progress);
  if (tried.stopped) {
    session.exit_status = stopped_status;
    session.problem("assay: stopped; nothing was written\n");
    return std::nullopt;
  }
  format::ProjectPlan settled = format::settle(std::move(plan), tried.trials);
  if (tried.time_up)
    settled.notes.push_back(fmt::format(
        "not everything was tried within {} s (--try-seconds N gives it more)", flags.try_seconds));
  return settled;
}

void print_init_end(Session& session, const InitFlags& flags, const format::ProjectPlan& plan,
                    const std::string& path) {
  if (session.format == OutputFormat::json)
    return session.out(init_json(plan, path, !flags.print_only).dump(2) + "\n");
  if (flags.print_only) return session.out(format::to_assay_yaml(plan));
  std::string names;
  for (const format::Gate& gate : plan.gates) names += (names.empty() ? "" : ", ") + gate.id;
  session.tell(fmt::format("wrote {} with {} {}: {}\nnext: read it, then `assay verify`\n", path,
                           plan.gates.size(), plan.gates.size() == 1 ? "gate" : "gates", names));
}

void init(Session& session, const InitFlags& flags) {
  const auto site = session.site();
  if (!site) return session.fail(site.error());
  auto plan = api::survey(*site, flags.print_only ? api::Purpose::show : api::Purpose::write);
  if (!plan) return session.fail(plan.error());
  for (const std::string& each : plan->found)
    session.note("found " + format::printable(each) + "\n");
  if (plan->gates.empty()) return fail_empty(session, *site, *plan);
  const auto settled = tried_plan(session, flags, *site, plan.take());
  if (!settled) return;
  if (settled->gates.empty()) return fail_empty(session, *site, *settled);
  session.note(init_told(*settled));
  if (!flags.print_only) {
    if (const auto written = api::write_config(*settled, *site); !written)
      return session.fail(written.error());
  }
  print_init_end(session, flags, *settled, site->config_file());
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
