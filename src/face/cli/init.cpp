// SPDX-License-Identifier: MIT
// `assay init`: finds the gates a project already has and writes them into a commented assay.yaml.
#include "core/agent/roles.h"
#include "face/cli/commands.h"
#include "face/cli/init_try.h"
#include "format/project.h"
#include "format/text/escape.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace assay::cli {

namespace {

constexpr std::uint64_t file_bytes_max = 1U << 20;

/// The workspace as the detection sees it: names relative to its root.
class WorkspaceFiles final : public format::ProjectFiles {
 public:
  WorkspaceFiles(shell::Outside& outside, std::string root)
      : outside_(outside), files_(outside.files()), root_(std::move(root)) {}

  bool exists(const std::string& path) const override {
    return files_.is_regular(root_ + "/" + path) || files_.is_directory(root_ + "/" + path);
  }
  std::optional<std::string> read(const std::string& path) const override {
    auto text = files_.read(root_ + "/" + path, file_bytes_max);
    return text ? std::optional<std::string>(text.take()) : std::nullopt;
  }
  std::vector<std::string> list(const std::string& folder) const override {
    const std::string path = folder.empty() ? root_ : root_ + "/" + folder;
    std::vector<std::string> names = files_.list(path);
    for (std::string& name : names) {
      if (files_.is_directory(path + "/" + name)) name.push_back('/');
    }
    return names;
  }
  bool has_program(const std::string& name) const override {
    const std::string path = outside_.variable("PATH").value_or("/usr/bin:/bin");
    for (std::size_t at = 0; at <= path.size();) {
      const std::size_t colon = std::min(path.find(':', at), path.size());
      const std::string folder = path.substr(at, colon - at);
      if (folder.starts_with("/") && files_.is_executable(folder + "/" + name)) return true;
      at = colon + 1;
    }
    return false;
  }
  std::optional<std::string> rehearse_make(const std::string& folder,
                                           const std::string& target) const override {
    const auto plan =
        outside_.output_of({"make", "-n", "--no-print-directory", target}, root_ + "/" + folder);
    return plan ? std::optional<std::string>(*plan) : std::nullopt;
  }

 private:
  shell::Outside& outside_;
  shell::Files& files_;
  std::string root_;
};

struct InitFlags {
  bool print_only = false;
  bool no_try = false;
  std::uint32_t try_seconds = 55;
};

/// Agents that are installed, best known first.
std::vector<std::string> installed_agents(const WorkspaceFiles& files) {
  std::vector<std::string> names;
  for (const core::agent::Preset& preset : core::agent::presets()) {
    if (files.has_program(preset.argv.front())) names.emplace_back(preset.name);
  }
  return names;
}

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

void fail_empty(Session& session, const std::string& workspace, const format::ProjectPlan& plan) {
  session.note(init_told(plan));
  session.fail(
      Error{Fault::not_found,
            "no gates found in " + workspace +
                ": looked for CI files, documented commands, scripts and build files of the usual "
                "tools.\n"
                "Write assay.yaml by hand (`assay schema assay`, manual section 7), for example:\n"
                "version: 1\nverify:\n  commands:\n    - {id: test, command: ./run-tests, "
                "gate_type: test}"});
}

/// The plan with what trying showed; nothing if somebody asked to stop.
std::optional<format::ProjectPlan> tried_plan(Session& session, const InitFlags& flags,
                                              const api::Place& place, format::ProjectPlan plan) {
  if (flags.no_try) return format::settle(std::move(plan), {});
  TryLimits limits;
  limits.total = std::chrono::seconds{flags.try_seconds};
  limits.each = std::min<Millis>(limits.each, limits.total);
  const Tried tried = try_gates(session, place, plan, limits);
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

void init(Session& session, const InitFlags& flags) {
  const auto place = session.place();
  if (!place) return session.fail(place.error());
  const std::string path =
      session.config_path.empty() ? place->workspace + "/assay.yaml" : session.config_path;
  if (!flags.print_only && session.outside.files().is_regular(path)) {
    return session.fail(
        Error{Fault::conflict,
              path + " exists already; `assay init --print` shows what would be written"});
  }
  const WorkspaceFiles files(session.outside, place->workspace);
  format::ProjectPlan plan = format::detect_project(files);
  plan.agents = installed_agents(files);
  for (const std::string& each : plan.found)
    session.note("found " + format::printable(each) + "\n");
  if (plan.gates.empty()) return fail_empty(session, place->workspace, plan);
  const auto settled = tried_plan(session, flags, *place, std::move(plan));
  if (!settled) return;
  if (settled->gates.empty()) return fail_empty(session, place->workspace, *settled);
  session.note(init_told(*settled));
  const std::string yaml = format::to_assay_yaml(*settled);
  const bool json = session.format == OutputFormat::json;
  if (!flags.print_only) {
    if (const auto written = session.outside.files().create(path, yaml); !written)
      return session.fail(written.error());
  }
  if (json) return session.out(init_json(*settled, path, !flags.print_only).dump(2) + "\n");
  if (flags.print_only) return session.out(yaml);
  std::string names;
  for (const format::Gate& gate : settled->gates) names += (names.empty() ? "" : ", ") + gate.id;
  session.tell(fmt::format("wrote {} with {} {}: {}\nnext: read it, then `assay verify`\n", path,
                           settled->gates.size(), settled->gates.size() == 1 ? "gate" : "gates",
                           names));
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
