// SPDX-License-Identifier: MIT
#include "api/verify.h"

#include "api/evidence.h"
#include "api/open_ledger.h"
#include "api/sealed.h"
#include "api/tests_before.h"
#include "api/verify_commit.h"
#include "api/workspace.h"
#include "core/verify/weaker.h"
#include "format/manifest.h"
#include "ledger/projections.h"

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
Reply<std::vector<std::string>> keep_only(Manifest& manifest,
                                          const std::vector<std::string>& only) {
  std::vector<std::string> left_out;
  if (only.empty()) return left_out;
  const std::set<std::string> wanted(only.begin(), only.end());
  std::set<std::string> unknown = wanted;
  for (const CommandSpec& spec : manifest.commands) unknown.erase(spec.id);
  if (!unknown.empty())
    return Problem{.code = Code::bad_value,
                   .field = "only",
                   .value = *unknown.begin(),
                   .what = "no command has this id (" + ids_of(manifest) + ")"};
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

/// How many commands may run at once, if nobody says: a cluster queues what it has no place for.
std::uint32_t places_of(const core::ExecutorSettings& executor, shell::Outside& outside) {
  const bool here = executor.kind == core::ExecutorKind::local;
  return here ? outside.cores() : static_cast<std::uint32_t>(executor.jobs);
}

/// What was obtained on the nodes of a partition says nothing about this machine.
Digest key_on_cluster(const Digest& key, const core::ExecutorSettings& executor) {
  return digest_of(key.hex() + " " + std::string(to_text(executor.kind)) + " " +
                   executor.partition + " " + std::string(to_text(executor.tree)));
}

/// Whether the lint reads what the commands start as well, as it is now.
enum class Lint : std::uint8_t { commands, and_what_they_start };

Reply<core::verify::Plan> make_plan(VerifyOrder& order, const Site& site, Lint lint) {
  core::verify::Plan plan;
  plan.workspace = site.place.workspace;
  plan.cwd = TRY(find_cwd(order.manifest.cwd, site.place, site.files()));
  plan.watches_tree = order.watches_tree;
  if (plan.watches_tree)
    add_dependencies(plan, order.manifest.commands, {order.env, order.pass_env}, site);
  if (order.environment_key != Digest{}) plan.environment_key = order.environment_key;
  if (order.executor.kind != core::ExecutorKind::local)
    plan.environment_key = key_on_cluster(plan.environment_key, order.executor);
  plan.left_out = TRY(keep_only(order.manifest, order.only));
  plan.manifest = std::move(order.manifest);
  plan.policy = order.policy;
  plan.trusted = order.trusted;
  plan.settings_digest = order.settings;
  plan.sealing = order.sealing;
  plan.protected_changed = order.protected_changed;
  plan.programs = order.programs;
  plan.guarded_by = order.guarded_by;
  plan.jobs = order.jobs > 0 ? order.jobs : places_of(order.executor, site.outside);
  add_lint(plan, site.outside.reader(), lint == Lint::and_what_they_start);
  plan.manifest_digest = core::verify::digest_of(plan.manifest);
  return plan;
}

/// With what earlier runs let expect, if there are any.
Reply<core::verify::Plan> make_expected_plan(VerifyOrder order, const Site& site, Lint lint) {
  core::verify::Plan plan = TRY(make_plan(order, site, lint));
  auto ledger = open_ledger(site.outside, site.place.state, shell::LedgerMode::read_only);
  if (ledger) TRY(add_expectations(plan, **ledger));
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

/// The plan of a run that has not ended, which is then called by its full name; null: there is
/// none.
std::shared_ptr<const core::verify::Plan> plan_to_go_on_with(RunNeeds& needs, const Site& site) {
  const auto ledger = open_ledger(site.outside, site.place.state, shell::LedgerMode::read_only);
  if (!ledger) return nullptr;
  const auto row = (*ledger)->find_run(needs.run_id);
  if (!row || row->machine != verify_machine || row->outcome) return nullptr;
  needs.run_id = row->run_id;
  const auto isolation = isolation_of(**ledger, row->run_id);
  if (!isolation) return nullptr;
  needs.isolation = *isolation;
  return plan_of(row->run_id, **ledger);
}

/// A run of this workspace, and what it was decided from.
struct Earlier {
  std::string run_id;
  std::shared_ptr<const core::verify::Plan> plan;  ///< null: there is none
};

/// Held against the last whole manifest of this workspace: who asks less is told so.
Earlier compare_with_last(core::verify::Plan& plan, ledger::Ledger& ledger) {
  constexpr std::size_t runs_looked_at = 50;
  const auto rows = ledger.runs(
      {.longest = runs_looked_at, .workspace = plan.workspace, .machine = verify_machine});
  if (!rows) return {};
  for (const ledger::RunRow& row : *rows) {
    auto before = plan_of(row.run_id, ledger);
    if (!before || !before->left_out.empty()) continue;
    plan.weaker = core::verify::weakenings(*before, plan);
    if (!plan.weaker.empty()) plan.compared_with = row.run_id;
    core::verify::TrustedGates& now = plan.trusted;
    const bool moved = now.any() && before->trusted.ref == now.ref &&
                       before->trusted.commit != now.commit && !now.name.empty();
    if (moved) now.before = before->trusted.commit;
    return {row.run_id, std::move(before)};
  }
  return {};
}

/// The file that says how far gates are kept away is one that agents can write.
void compare_isolation(core::verify::Plan& plan, const Earlier& last) {
  if (!last.plan) return;
  const auto before = core::kept_by(last.plan->isolation);
  const auto now = core::kept_by(plan.isolation);
  if (!before || !now || *now >= *before) return;
  plan.weaker.push_back("isolation " + plan.isolation + " instead of " + last.plan->isolation);
  plan.compared_with = last.run_id;
}

/// Reports that commands declare are written by them: no part of the tree either.
void add_reports(const core::verify::Plan& plan, std::vector<std::string>& written) {
  for (const CommandSpec& spec : plan.manifest.commands) {
    const bool plain = spec.extras && !spec.extras->report.empty() &&
                       spec.extras->report.find_first_of("*?") == std::string::npos;
    if (plain) written.push_back(plan.cwd + "/" + spec.extras->report);
  }
}

/// Completes a plan with where and how its commands will really run.
void add_record(core::verify::Plan& plan, const shell::ExecutorRecord& record,
                std::string log_dir) {
  plan.jobs = std::min(plan.jobs, std::max(1U, record.capacity));
  plan.log_dir = std::move(log_dir);
  plan.isolation = record.isolation;
  plan.environment = record.environment;
  plan.environment_digest = record.environment_digest;
}

/// What the tree is a copy of.
void add_commit(core::verify::Plan& plan, const VerifyOrder& order) {
  if (!order.commit) return;
  plan.commit = order.commit->id;
  plan.commit_tree = order.commit->tree;
  plan.submodules = order.commit->submodules;
  plan.supplies = order.supplies;
}

/// The manifest that was given takes the place of the one in the `verify:` section.
Reply<> take_manifest(LoadedConfig& loaded, const VerifyRequest& request, const Site& site) {
  core::verify::Manifest& manifest = loaded.config.verify.manifest;
  if (request.manifest) {
    const Given given = TRY(request.manifest());
    format::ManifestReading reading = format::read_manifest_json(given.name, given.text);
    if (!reading.problems.empty()) {
      Problems problems = problems_of(reading.problems);
      // What the text alone does not tell is told with the rest.
      const auto cwd = find_cwd(reading.manifest.cwd, site.place, site.files());
      if (!cwd) problems.push_back(problem_of(cwd.error()));
      return problems;
    }
    manifest = std::move(reading.manifest);
    return {};
  }
  if (!manifest.commands.empty()) return {};
  if (loaded.path.empty())
    return Problem{.code = Code::no_config,
                   .what = "nothing to verify: no assay.yaml in " + site.place.workspace};
  return Problem{.code = Code::no_commands, .what = loaded.path + ": no commands under verify:"};
}

Reply<VerifyOrder> read_order(const VerifyRequest& request, const Site& site) {
  LoadedConfig loaded = TRY(load_config(site));
  TRY(take_manifest(loaded, request, site));
  TRY(check_executor(loaded.config));
  format::VerifyConfig& config = loaded.config.verify;
  VerifyOrder order{.policy = config.policy,
                    .only = request.only,
                    .jobs = request.jobs,
                    .run_id = request.run_id,
                    .watches_tree = true,
                    .written = request.written,
                    .supplies = TRY(supplies_of(loaded.config, site)),
                    .isolation = loaded.config.isolation,
                    .executor = loaded.config.executor,
                    .trusted = loaded.config.trusted,
                    .settings = configured_digest(loaded.config, site)};
  order.manifest = std::move(config.manifest);
  order.env = std::move(config.env);
  order.pass_env = std::move(config.pass_env);
  order.policy.reuse = order.policy.reuse || request.reuse;
  return order;
}

}  // namespace

std::shared_ptr<const core::verify::Plan> with_record(
    const std::shared_ptr<const core::verify::Plan>& plan, const shell::ExecutorRecord& record,
    const std::string& log_dir) {
  if (!plan) return plan;
  core::verify::Plan completed = *plan;
  add_record(completed, record, log_dir);
  return std::make_shared<const core::verify::Plan>(std::move(completed));
}

Reply<std::shared_ptr<const core::verify::Plan>> plan_inside(core::verify::Manifest manifest,
                                                             const core::verify::Policy& policy,
                                                             const Site& site) {
  VerifyOrder order{.manifest = std::move(manifest), .policy = policy};
  return std::make_shared<const core::verify::Plan>(
      TRY(make_expected_plan(std::move(order), site, Lint::commands)));
}

Reply<std::shared_ptr<const core::verify::Plan>> plan_gates(const format::Config& config,
                                                            const Site& site) {
  if (config.verify.manifest.commands.empty()) return std::shared_ptr<const core::verify::Plan>();
  VerifyOrder order{.manifest = config.verify.manifest,
                    .policy = config.verify.policy,
                    .executor = config.executor,
                    .trusted = config.trusted};
  core::verify::Plan plan = TRY(make_expected_plan(std::move(order), site, Lint::commands));
  TRY(add_known_list(plan, site));
  return std::make_shared<const core::verify::Plan>(std::move(plan));
}

Reply<std::string> guarding_commit(const core::verify::Policy& policy,
                                   const core::verify::TrustedGates& trusted, const Site& site) {
  if (policy.protected_paths.empty()) return std::string();
  if (trusted.any()) return trusted.commit;
  const auto base = site.outside.base_of(site.place.workspace, policy.base);
  if (!base)
    return Problem{.code = Code::in_file,
                   .what = site.config_file() + ": verify.base: " + base.error().what};
  return base->commit.empty() ? site.outside.repository(site.place.workspace).head : base->commit;
}

Reply<core::verify::Plan> plan_gates_now(const Site& site) {
  VerifyOrder order = TRY(read_order({}, site));
  if (order.isolation.gates == core::GateIsolation::sealed)
    order.environment_key = sealed_key(order.env, order.pass_env, site);
  order.sealing.on = order.isolation.gates == core::GateIsolation::sealed;
  return make_plan(order, site, Lint::commands);
}

Reply<core::verify::Plan> plan_verify(const VerifyRequest& request, const Site& site) {
  if (!request.commit.empty()) TRY(named_commit(request.commit, "commit", site));
  VerifyOrder order = TRY(read_order(request, site));
  static_cast<void>(TRY(read_known_list(order.policy, order.trusted, site)));
  return make_expected_plan(std::move(order), site, Lint::and_what_they_start);
}

Reply<Run> verify(VerifyOrder order, const Site& site, shell::Audience& audience) {
  const std::string& asked = order.run_id.empty() ? order.manifest.run_id : order.run_id;
  RunNeeds needs{TRY(choose_run_id(asked, site.outside)),
                 verify_machine,
                 order.env,
                 order.pass_env,
                 {},
                 order.isolation};
  needs.executor = order.executor;
  if (order.supplies) needs.supplies = *order.supplies;
  core::verify::Plan plan = TRY(make_plan(order, site, Lint::commands));
  auto ledger = TRY(open_to_write(site));
  TRY(add_expectations(plan, *ledger));
  const Earlier last = compare_with_last(plan, *ledger);
  TRY(add_tests_before(plan, *ledger, site));
  plan.keeps_outcomes = true;
  if (plan.watches_tree) {
    add_reports(plan, order.written);
    Left left = left_in_workspace(order.written, *ledger, site);
    plan.by_products = std::move(left.by_products);
    plan.remade = std::move(left.code);
  }
  if (plan.watches_tree && plan.guarded_by.empty())
    plan.guarded_by = TRY(guarding_commit(plan.policy, plan.trusted, site));
  add_commit(plan, order);
  if (!plan.trusted.before.empty())
    plan.trusted.rewritten =
        !site.outside.continues(site.place.workspace, plan.trusted.commit, plan.trusted.before);
  plan.name_tests = order.name_tests;
  const OpenRun open = TRY(begin_run(std::move(ledger), needs, site));
  add_record(plan, open.running.record, site.place.state.logs(needs.run_id));
  compare_isolation(plan, last);
  return TRY(start_run(open, needs, std::make_shared<const core::verify::Plan>(std::move(plan)),
                       site, audience));
}

Reply<Run> run_verify(const VerifyRequest& request, const Site& site, shell::Audience& audience) {
  VerifyOrder order = TRY(read_order(request, site));
  if (!request.commit.empty()) order.commit = TRY(named_commit(request.commit, "commit", site));
  const bool sealed = request.sealed || order.isolation.gates == core::GateIsolation::sealed;
  if (sealed && order.executor.kind != core::ExecutorKind::local)
    return Problem{.code = Code::bad_input,
                   .what =
                       "sealed verification runs on this machine: its copy and its folders are "
                       "in the state directory (write `executor: {kind: local}`, or leave "
                       "`sealed` out)"};
  if (sealed) return verify_sealed(std::move(order), site, audience);
  if (!order.commit) return verify(std::move(order), site, audience);
  return verify_commit(std::move(order), site, audience);
}

Reply<Run> resume_verify(const std::string& name, const Site& site, shell::Audience& audience) {
  const LoadedConfig loaded = TRY(load_config(site));
  RunNeeds needs = needs_of(name, verify_machine, loaded.config);
  const auto plan = plan_to_go_on_with(needs, site);
  if (plan && plan->sealing.on)
    return Problem{.code = Code::bad_input,
                   .what = "run " + needs.run_id +
                           " was sealed, and nobody looked after its copy since: verify again"};
  if (!plan || plan->commit.empty()) return resume_run(std::move(needs), site, audience);
  return resume_verify_commit(needs, *plan, site, audience);
}

core::verify::Verdict verdict_of(const Run& run) {
  core::verify::Verdict verdict = core::verify::verdict_of(run.as<core::verify::State>());
  if (!run.outcome()) return verdict;
  verdict.outcome = *run.outcome();
  verdict.overall = verdict.outcome == core::Outcome::passed   ? core::verify::Status::pass
                    : verdict.outcome == core::Outcome::failed ? core::verify::Status::fail
                                                               : core::verify::Status::error;
  return verdict;
}

}  // namespace assay::api
