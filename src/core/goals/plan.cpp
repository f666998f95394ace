// SPDX-License-Identifier: MIT
#include "core/goals/plan.h"

#include "base/ensure.h"

#include <map>
#include <string_view>
#include <utility>

namespace assay::core::goals {

namespace {

using verify::CommandSpec;
using verify::CommandState;
using verify::GateType;
using verify::Reason;

CommandSpec spec_of(const Command& command, std::size_t number) {
  CommandSpec spec;
  spec.id = "command-" + std::to_string(number);
  spec.command = command.command;
  spec.gate_type = command.is_test ? GateType::test : GateType::custom;
  spec.required = true;
  spec.must_be_effective = command.is_test;
  return spec;
}

CheckResult could_not(std::string why) {
  return {CheckStatus::could_not_check, std::move(why), {}, 0};
}
CheckResult gap(std::string why) { return {CheckStatus::gap, std::move(why), {}, 0}; }

std::string detail_of(const CommandState& command) {
  return command.notes && !command.notes->detail.empty() ? ": " + command.notes->detail : "";
}

std::string first_line_of_failure(const CommandState& command) {
  if (!command.notes || command.notes->excerpt.empty()) return "";
  return ": " + command.notes->excerpt.front();
}

/// Relative to the workspace, without "./" and a slash at the end; nothing for a place outside of
/// it.
std::optional<std::string> within(const std::string& workspace, std::string path) {
  if (path.starts_with(workspace + "/")) path.erase(0, workspace.size() + 1);
  if (path == workspace) path.clear();
  if (path.starts_with("/") || path == ".." || path.starts_with("../")) return std::nullopt;
  while (path.starts_with("./")) path.erase(0, 2);
  while (path.ends_with("/")) path.pop_back();
  return path == "." ? "" : path;
}

/// A name as a glob that fits nothing else.
std::string as_glob(const std::string& name) {
  std::string glob;
  for (const char c : name) {
    if (std::string_view("*?[]\\!").find(c) != std::string_view::npos) glob.push_back('\\');
    glob.push_back(c);
  }
  return glob;
}

}  // namespace

std::vector<std::string> never_evidence(const Plan& plan) {
  std::vector<std::string> globs{".git/**", ".workflow/.team/**"};
  const auto folder = within(plan.workspace, plan.phase_dir);
  if (folder &&
      folder->empty()) {  // the phase is the workspace: only what speaks of the phase itself
    for (const char* own : {".task/**", "summary-*.md", "verification.md"}) globs.emplace_back(own);
  } else if (folder) {
    globs.push_back(as_glob(*folder) + "/**");
  }
  const auto report = within(plan.workspace, plan.report);
  if (report && !report->empty()) globs.push_back(as_glob(*report));
  return globs;
}

std::string report_inside(const Plan& plan) {
  const std::string path = plan.report.empty() ? plan.phase_dir + "/verification.md" : plan.report;
  return within(plan.workspace, path).value_or("");
}

CommandList commands_of(const std::vector<Check>& checks) {
  CommandList list;
  list.units.resize(checks.size());
  std::map<std::pair<std::string_view, bool>, std::uint32_t> known;
  for (std::size_t i = 0; i < checks.size(); ++i) {
    const auto* command = std::get_if<Command>(&checks[i].form);
    if (command == nullptr) continue;
    const auto next = static_cast<std::uint32_t>(known.size());
    const auto [place, is_new] =
        known.try_emplace({std::string_view(command->command), command->is_test}, next);
    if (is_new) list.manifest.commands.push_back(spec_of(*command, next + 1));
    list.units[i] = place->second;
  }
  return list;
}

CheckResult result_of(const Command& wanted, const CommandState& command,
                      const std::vector<Hollow>& hollow) {
  if (command.step != verify::Step::finished) return could_not("not run");
  if (command.reason == Reason::detached) return gap("not run" + detail_of(command));
  const bool ended = command.exit_code >= 0 && (command.status != verify::Status::error ||
                                                command.reason == Reason::ineffective);
  if (!ended) return could_not(std::string(to_text(command.reason)) + detail_of(command));
  const std::string exit = "exit " + std::to_string(command.exit_code);
  if (command.exit_code != wanted.expect_exit) return gap(exit + first_line_of_failure(command));
  for (const Hollow& one : hollow) {
    if (one.command == wanted.command) return gap(exit + ", which proves nothing: " + one.why);
  }
  if (command.masked)
    return gap(exit + ", which proves nothing: " + command.notes->ineffective_reason);
  if (wanted.is_test && !command.effective) {
    return gap(exit + ", which proves nothing: " +
               (command.notes ? command.notes->ineffective_reason : "no test ran"));
  }
  if (wanted.min_tests && command.tests_executed < static_cast<std::int64_t>(*wanted.min_tests))
    return gap(std::to_string(command.tests_executed) + " tests ran");
  const std::string tests = command.tests_executed >= 0
                                ? ", " + std::to_string(command.tests_executed) + " tests ran"
                                : "";
  return {CheckStatus::ok, exit + tests, {}, 0};
}

Digest digest_of(const std::vector<Check>& checks) {
  Hasher hasher;
  const auto add = [&](std::string_view text) {
    hasher.update(std::to_string(text.size())).update(":").update(text);
  };
  for (const Check& check : checks) {
    add(std::to_string(check.task) + "/" + std::to_string(check.item_index));
    add(check.type);
    add(check.item);
    add(check.expected);
    add(describe(check.form));
  }
  return hasher.finish();
}

}  // namespace assay::core::goals
