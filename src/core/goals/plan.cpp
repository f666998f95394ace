// SPDX-License-Identifier: MIT
#include "core/goals/plan.h"

#include <algorithm>

namespace assay::core::goals {

namespace {

using verify::CommandSpec;
using verify::CommandState;
using verify::GateType;
using verify::Reason;
using verify::Status;

bool runs(const CommandSpec& spec, const Command& command) {
  return spec.command == command.command && (spec.gate_type == GateType::test) == command.is_test;
}

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

}  // namespace

verify::Manifest manifest_of(const std::vector<Check>& checks) {
  verify::Manifest manifest;
  for (const Check& check : checks) {
    const auto* command = std::get_if<Command>(&check.form);
    if (command == nullptr || unit_of(manifest, check)) continue;
    manifest.commands.push_back(spec_of(*command, manifest.commands.size() + 1));
  }
  return manifest;
}

std::optional<std::uint32_t> unit_of(const verify::Manifest& manifest, const Check& check) {
  const auto* command = std::get_if<Command>(&check.form);
  if (command == nullptr) return std::nullopt;
  const auto found = std::find_if(manifest.commands.begin(), manifest.commands.end(),
                                  [&](const CommandSpec& spec) { return runs(spec, *command); });
  if (found == manifest.commands.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - manifest.commands.begin());
}

CheckResult result_of(const Command& wanted, const CommandSpec&, const CommandState& command) {
  if (command.step != verify::Step::finished) return could_not("not run");
  if (command.reason == Reason::detached) return gap("not run" + detail_of(command));
  const bool ended = command.exit_code >= 0 &&
                     (command.status != Status::error || command.reason == Reason::ineffective);
  if (!ended) return could_not(std::string(to_text(command.reason)) + detail_of(command));
  const std::string exit = "exit " + std::to_string(command.exit_code);
  if (command.exit_code != wanted.expect_exit) return gap(exit + first_line_of_failure(command));
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
