// SPDX-License-Identifier: MIT
#include "api/loop.h"

#include "api/foresight.h"
#include "api/last_gates.h"
#include "api/loop_plan.h"
#include "api/open_ledger.h"
#include "api/proofs.h"
#include "api/rehearsal.h"
#include "api/repository.h"
#include "api/sealed.h"
#include "api/tests_before.h"
#include "api/verify.h"
#include "base/text/escape.h"
#include "core/loop/carry.h"
#include "format/tasks/tasks.h"

#include <fmt/format.h>

#include <utility>

namespace assay::api {

namespace {

constexpr const char* loop_machine = "loop";
/// What a killed coordinator was about to start may hold its run for a moment longer.
constexpr Millis orphan_patience{5'000};
constexpr Millis orphan_look_every{100};

/// Which spec a run is about, from its first event alone.
Result<std::string> spec_of(ledger::Ledger& ledger, const std::string& run_id) {
  std::string spec;
  const Error enough{Fault::conflict, "enough"};
  const Result<> read =
      ledger.for_each_entry(run_id, [&](std::uint64_t, const shell::Entry& entry) -> Result<> {
        if (const auto* started = std::get_if<core::RunStarted>(&entry.event)) {
          const auto* plan = std::get_if<std::shared_ptr<const core::loop::Plan>>(&started->plan);
          if (plan != nullptr) spec = (*plan)->spec_dir;
        }
        return enough;
      });
  if (!read && read.error().what != enough.what) return read.error();
  return spec;
}

/// The newest run of the spec, and whether what holds it is only a remainder.
struct Found {
  std::optional<Run> run;
  bool is_orphan = false;  ///< held, although its coordinator is no more
};

Result<Found> look_for(const std::string& spec_dir, const Site& site) {
  auto ledger = open_ledger(site.outside, site.place.state, shell::LedgerMode::read_only);
  if (!ledger && ledger.error().fault == Fault::not_found) return Found{};
  if (!ledger) return ledger.error();
  for (const ledger::RunRow& row : TRY((*ledger)->runs({.longest = runs_looked_at,
                                   .workspace = site.place.workspace,
                                   .machine = loop_machine}))) {
    if (TRY(spec_of(**ledger, row.run_id)) != spec_dir) continue;
    auto folded = TRY(fold(**ledger, row.run_id));
    Run found{row.run_id, row.machine, std::move(folded), row.alive};
    return Found{std::move(found), row.orphaned};
  }
  return Found{};
}

/// The newest run of this spec; none if there was none. `spec_dir` is relative to the workspace.
Result<std::optional<Run>> find_loop(const std::string& spec_dir, const Site& site) {
  Found found = TRY(look_for(spec_dir, site));
  if (!found.is_orphan) return std::move(found.run);
  const auto watch = site.outside.open_watch({});
  for (Millis waited{0}; found.is_orphan && waited < orphan_patience; waited += orphan_look_every) {
    watch->wait(orphan_look_every);
    found = TRY(look_for(spec_dir, site));
  }
  return std::move(found.run);
}

enum class Way : std::uint8_t { start, go_on };

/// Goes on with what was interrupted, unless its user has changed the list since.
Reply<Way> choose_way(const Spec& spec, const std::optional<Run>& last, const Site& site,
                      const OnNote& tell) {
  if (!last || last->outcome()) return Way::start;
  if (last->alive)
    return Problem{.code = Code::run_at_work,
                   .field = "spec_dir",
                   .value = spec.relative,
                   .what = fmt::format("run {} is at work on this spec", last->run_id)};
  const auto& state = last->as<core::loop::State>();
  const format::TasksDifference seen = format::compare_tasks(core::loop::list_of(state), spec.text);
  if (seen.tampering.empty()) return Way::go_on;
  if (!core::loop::is_list_in_doubt(state)) {
    tell({Note::Kind::note,
          fmt::format("tasks.md was changed ({}): a new run starts with what is verified",
                      printable(seen.tampering.front()))});
    return Way::start;
  }
  const std::string kept = site.place.state.run(last->run_id) + "/tasks.md.changed";
  const auto written = site.files().replace(kept, spec.text);
  tell({Note::Kind::note,
        fmt::format("tasks.md is not as run {} left it when it was interrupted: it is restored{}",
                    last->run_id, written ? "; what was found is kept in " + kept : "")});
  return Way::go_on;
}

Reply<> check_spec_repository(const Spec& spec, const LoopRequest& request, const Site& site,
                              const OnNote& tell) {
  const shell::RepositoryFacts git = TRY(check_repository(site));
  TRY(check_clean(git, spec.relative + "/", request.allow_dirty));
  if (is_on_default_branch(git))
    tell(
        {Note::Kind::warning,
         fmt::format("working on the default branch {}; `git switch -c {}` makes one for this spec",
                     git.branch, spec.name)});
  return {};
}

/// Everything that can be known before an agent is paid.
Reply<LoopDraft> checked_draft(const LoopRequest& request, const Spec& spec,
                               const std::optional<Run>& last, const format::Config& config,
                               const Site& site, const OnNote& tell) {
  TRY(check_state(site, spec, tell));
  TRY(check_list(spec, config, request.until));
  TRY(check_spec_repository(spec, request, site, tell));
  return draft_loop(request, spec, last, config, site);
}

/// Commands that decide about tasks, beside the gates.
std::vector<std::string> commands_of_tasks(const core::loop::Plan& plan) {
  std::vector<std::string> commands;
  for (const core::loop::Task& task : plan.tasks) {
    for (const core::loop::TaskCommand& command : task.commands)
      commands.push_back(command.command);
  }
  return commands;
}

/// What gates and tasks run.
std::vector<core::verify::CommandSpec> commands_of(const core::loop::Plan& plan) {
  std::vector<core::verify::CommandSpec> commands;
  if (plan.gates) commands = plan.gates->manifest.commands;
  for (std::string& each : commands_of_tasks(plan))
    commands.emplace_back().command = std::move(each);
  return commands;
}

Reply<Run> start_loop(LoopDraft draft, const format::Config& config, RunNeeds needs,
                      const Site& site, shell::Audience& audience) {
  for (const core::agent::Agent& agent : draft.agents) give_variables(needs, agent);
  core::loop::Plan& plan = draft.plan;
  plan.log_dir = site.place.state.logs(needs.run_id);
  plan.work_dir = site.place.state.work(needs.run_id);
  plan.gates =
      TRY(seal_gates(plan.gates, config, commands_of_tasks(plan), plan.work_dir + "/sealed", site));
  auto ledger = TRY(open_to_write(site));
  plan.weaker = weaker_gates(plan.gates.get(), site.place.workspace, *ledger);
  plan.gates = TRY(with_tests_before(plan.gates, *ledger, site));
  if (plan.settings.proof != core::work::ProofDemand::off) {
    plan.tools = digest_of_tools(commands_of(plan), needs, site);
    plan.proofs = proofs_before(plan.supplies.get(), needs, *ledger, site);
  }
  const OpenRun open = TRY(begin_run(std::move(ledger), needs, site));
  plan.isolation = shell::isolation_of_both(open.running.record);
  plan.environment = open.running.record.environment;
  plan.environment_digest = open.running.record.environment_digest;
  plan.gates = with_record(plan.gates, open.running.record, plan.log_dir);
  return TRY(start_run(open, needs, std::make_shared<const core::loop::Plan>(std::move(plan)), site,
                       audience));
}

}  // namespace

Reply<Run> run_loop(const LoopRequest& request, const Site& site, shell::Audience& audience,
                    const OnNote& tell) {
  const Spec spec = TRY(find_spec(site, request.spec_dir));
  const LoadedConfig loaded = TRY(load_config(site));
  const format::Config& config = loaded.config;
  const std::optional<Run> last = TRY(find_loop(spec.relative, site));
  if (TRY(choose_way(spec, last, site, tell)) == Way::go_on) {
    tell({Note::Kind::plain, "going on with run " + last->run_id});
    RunNeeds needs = needs_of(last->run_id, loop_machine, config);
    needs.waits = request.waits;
    return resume_run(std::move(needs), site, audience);
  }
  LoopDraft draft = TRY(checked_draft(request, spec, last, config, site, tell));
  if (last && !last->outcome())
    TRY(cancel_run({last->run_id, loop_machine, {}, {}}, "a change of tasks.md", site, audience));
  RunNeeds needs{TRY(choose_run_id(request.run_id, site.outside)),
                 loop_machine,
                 config.verify.env,
                 config.verify.pass_env,
                 {},
                 config.isolation};
  needs.executor = config.executor;
  needs.supplies = config.workspace;
  needs.waits = request.waits;
  return start_loop(std::move(draft), config, std::move(needs), site, audience);
}

Reply<Run> wake_loop(const std::string& spec_dir, RunNeeds needs, const Site& site,
                     shell::Audience& audience) {
  const Spec spec = TRY(find_spec(site, spec_dir));
  const std::optional<Run> last = TRY(find_loop(spec.relative, site));
  const OnNote nobody = [](const Note&) {};
  const bool same = last && last->run_id == needs.run_id;
  if (!same || TRY(choose_way(spec, last, site, nobody)) != Way::go_on)
    return Error{Fault::conflict, "run " + needs.run_id + " is not what " + spec.relative +
                                      " would be gone on with: tasks.md was changed, or there is "
                                      "a newer run"};
  return resume_run(std::move(needs), site, audience);
}

Reply<LoopRehearsal> rehearse_loop(const LoopRequest& request, const Site& site,
                                   const OnNote& tell) {
  const Spec spec = TRY(find_spec(site, request.spec_dir));
  const LoadedConfig loaded = TRY(load_config(site));
  const std::optional<Run> last = TRY(find_loop(spec.relative, site));
  LoopDraft draft = TRY(checked_draft(request, spec, last, loaded.config, site, tell));
  LoopRehearsal rehearsal;
  draft.plan.settings.proof = core::work::ProofDemand::off;  // what it would need is not there yet
  rehearsal.launches = rehearse(std::make_shared<const core::loop::Plan>(std::move(draft.plan)));
  std::vector<std::string> commands;
  for (core::Launch& launch : rehearsal.launches) {
    launch = site.outside.reader().fill_prompt(launch);
    if (!launch.agent) commands.push_back(launch.command);
  }
  tell_losses(site, commands, site.place.workspace,
              [&](const Note& note) { rehearsal.warnings.push_back(note); });
  return rehearsal;
}

Reply<LoopStatus> loop_status(const std::string& spec_dir, const Site& site) {
  Spec spec = TRY(find_spec(site, spec_dir));
  std::optional<Run> run = TRY(find_loop(spec.relative, site));
  return LoopStatus{std::move(spec), std::move(run)};
}

Reply<Run> cancel_loop(const std::string& spec_dir, const std::string& by, const Site& site,
                       shell::Audience& audience) {
  const LoopStatus found = TRY(loop_status(spec_dir, site));
  if (!found.run || found.run->outcome())
    return Error{Fault::bad_input, "there is no run of " + found.spec.relative + " to cancel"};
  return cancel_run({found.run->run_id, loop_machine, {}, {}}, by, site, audience);
}

}  // namespace assay::api
