// SPDX-License-Identifier: MIT
#include "api/verify.h"

#include "api/open_ledger.h"
#include "api/run.h"
#include "core/machine.h"
#include "core/verify/weaker.h"
#include "ledger/projections.h"
#include "shell/drive.h"

#include <algorithm>
#include <set>

namespace assay::api {

namespace {

using core::verify::CommandSpec;
using core::verify::Manifest;

constexpr const char* verify_machine = "verify";

std::string ids_of(const Manifest& manifest) {
  constexpr std::size_t listed_max = 20;
  std::string text;
  for (std::size_t i = 0; i < manifest.commands.size() && i < listed_max; ++i)
    text += (i == 0 ? "" : ", ") + manifest.commands[i].id;
  if (manifest.commands.size() > listed_max) text += ", ...";
  return text;
}

/// Returns the ids that are left out.
Result<std::vector<std::string>> keep_only(Manifest& manifest,
                                           const std::vector<std::string>& only) {
  std::vector<std::string> left_out;
  if (only.empty()) return left_out;
  const std::set<std::string> wanted(only.begin(), only.end());
  std::set<std::string> unknown = wanted;
  for (const CommandSpec& spec : manifest.commands) unknown.erase(spec.id);
  if (!unknown.empty())
    return Error{Fault::bad_input, "--only " + *unknown.begin() + ": no command has this id (" +
                                       ids_of(manifest) + ")"};
  for (const CommandSpec& spec : manifest.commands) {
    if (!wanted.contains(spec.id)) left_out.push_back(spec.id);
  }
  std::erase_if(manifest.commands,
                [&](const CommandSpec& spec) { return !wanted.contains(spec.id); });
  return left_out;
}

Result<std::string> find_cwd(const std::string& written, const Place& place, shell::Files& files) {
  const std::string path = written.starts_with("/") ? written : place.workspace + "/" + written;
  if (!files.is_directory(path))
    return Error{Fault::bad_input, "cwd: " + path + " is not a directory"};
  return files.real_path(path);
}

void add_lint(core::verify::Plan& plan, shell::Reader& reader, bool foresee) {
  for (std::uint32_t unit = 0; unit < plan.manifest.commands.size(); ++unit) {
    const std::string& command = plan.manifest.commands[unit].command;
    core::CommandLint lint = foresee ? reader.foresee(command, plan.cwd) : reader.lint(command);
    if (lint.contains_pipeline || !lint.findings.empty())
      core::verify::add_lint(plan, unit, std::move(lint));
  }
}

/// Durations matter only where several commands compete for places.
Result<> add_expectations(core::verify::Plan& plan, ledger::Ledger& ledger) {
  const auto& commands = plan.manifest.commands;
  const auto competing = std::count_if(commands.begin(), commands.end(),
                                       [](const CommandSpec& spec) { return spec.parallel_safe; });
  if (competing < 2) return {};
  std::vector<Digest> keys;
  keys.reserve(commands.size());
  for (const CommandSpec& spec : commands)
    keys.push_back(ledger::command_key(spec.command, plan.cwd));
  plan.expected_ms = TRY(ledger.expected_ms(keys));
  return {};
}

Result<core::verify::Plan> make_plan(VerifyRequest& request, const Place& place,
                                     shell::Outside& outside) {
  core::verify::Plan plan;
  plan.left_out = TRY(keep_only(request.manifest, request.only));
  plan.manifest = std::move(request.manifest);
  plan.policy = request.policy;
  plan.workspace = place.workspace;
  plan.cwd = TRY(find_cwd(plan.manifest.cwd, place, outside.files()));
  plan.jobs = request.jobs > 0 ? request.jobs : outside.cores();
  add_lint(plan, outside.reader(), request.foresee);
  plan.manifest_digest = core::verify::digest_of(plan.manifest);
  return plan;
}

/// The plan a run was started with; every hash on the way to it is checked.
std::shared_ptr<const core::verify::Plan> plan_of(const std::string& run_id,
                                                  ledger::Ledger& ledger) {
  std::shared_ptr<const core::verify::Plan> plan;
  const auto seen =
      ledger.for_each_entry(run_id, [&](std::uint64_t, const shell::Entry& entry) -> Result<> {
        if (const auto* started = std::get_if<core::RunStarted>(&entry.event)) {
          const auto* found =
              std::get_if<std::shared_ptr<const core::verify::Plan>>(&started->plan);
          if (found != nullptr) plan = *found;
        }
        return Error{Fault::not_found, "the first entry is enough"};
      });
  static_cast<void>(seen);
  return plan;
}

/// Held against the last whole manifest of this workspace: who asks less is told so.
void compare_with_last(core::verify::Plan& plan, ledger::Ledger& ledger) {
  constexpr std::size_t runs_looked_at = 50;
  const auto rows = ledger.runs(runs_looked_at);
  if (!rows) return;
  for (const ledger::RunRow& row : *rows) {
    if (row.machine != verify_machine || row.workspace != plan.workspace) continue;
    const auto before = plan_of(row.run_id, ledger);
    if (!before || !before->left_out.empty()) continue;
    plan.weaker = core::verify::weakenings(*before, plan);
    if (!plan.weaker.empty()) plan.compared_with = row.run_id;
    return;
  }
}

core::verify::State take_state(core::Machine&& machine) {
  return std::move(std::get<core::verify::State>(machine.state));
}

}  // namespace

void add_record(core::verify::Plan& plan, const shell::ExecutorRecord& record,
                std::string log_dir) {
  plan.jobs = std::min(plan.jobs, std::max(1U, record.capacity));
  plan.log_dir = std::move(log_dir);
  plan.isolation = record.isolation;
  plan.environment = record.environment;
  plan.environment_digest = record.environment_digest;
}

Result<core::verify::Plan> plan_verify(VerifyRequest request, const Place& place,
                                       shell::Outside& outside) {
  core::verify::Plan plan = TRY(make_plan(request, place, outside));
  auto ledger = open_ledger(outside, place.state_dir, shell::LedgerMode::read_only);
  if (ledger) TRY(add_expectations(plan, **ledger));
  return plan;
}

Result<core::verify::State> run_verify(VerifyRequest request, const Place& place,
                                       shell::Outside& outside, shell::Audience& audience) {
  const std::string& asked = request.run_id.empty() ? request.manifest.run_id : request.run_id;
  const RunNeeds needs{TRY(choose_run_id(asked, outside)), verify_machine, request.env,
                       request.pass_env};
  core::verify::Plan plan = TRY(make_plan(request, place, outside));
  auto ledger = TRY(open_ledger(outside, place.state_dir, shell::LedgerMode::read_write));
  TRY(add_expectations(plan, *ledger));
  compare_with_last(plan, *ledger);
  OpenRun run = TRY(begin_run(std::move(ledger), needs, place, outside));
  add_record(plan, run.running.record, place.log_dir(needs.run_id));
  core::RunStarted first{outside.clock().now(), needs.run_id,
                         std::make_shared<const core::verify::Plan>(std::move(plan))};
  return take_state(TRY(shell::start(run.world(outside, audience), std::move(first))));
}

Result<core::verify::State> resume_verify(const ResumeRequest& request, const Place& place,
                                          shell::Outside& outside, shell::Audience& audience) {
  return take_state(TRY(resume_run({request.run_id, verify_machine, request.env, request.pass_env},
                                   place, outside, audience)));
}

}  // namespace assay::api
