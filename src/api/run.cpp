// SPDX-License-Identifier: MIT
#include "api/run.h"

#include "api/notify.h"
#include "api/open_ledger.h"
#include "api/phases.h"
#include "base/id.h"
#include "base/match.h"
#include "core/plans.h"
#include "shell/drive.h"

namespace assay::api {

namespace {

/// Which ports a machine uses beside those of every run.
bool works_on_repository(const std::string& machine) {
  return machine == "loop" || machine == "pipeline";
}
bool inspects(const std::string& machine) { return machine == "goals" || machine == "pipeline"; }
/// Sealed commands run in a copy; who only looks at the workspace leaves it to others otherwise.
bool copies_for_gates(const RunNeeds& needs) {
  return needs.machine == "goals" && needs.isolation.gates == core::GateIsolation::sealed;
}
bool asks_people(const std::string& machine) { return machine == "pipeline"; }
bool has_phases(const std::string& machine) { return machine == "pipeline"; }

Result<> open_ports(OpenRun& run, const RunNeeds& needs, const Site& site, shell::Person* person,
                    shell::TreeMemory memory) {
  const Place& place = site.place;
  shell::Outside& outside = site.outside;
  run.running = TRY(outside.open_executor(
      {needs.run_id, place.state.logs(needs.run_id), needs.env, needs.pass_env, needs.agents,
       needs.isolation, place.workspace, state_home(outside), user_config_dir(outside), place.state,
       needs.executor, needs.supplies, run.begun}));
  run.trees = TRY(outside.open_trees(place.workspace, place.state, memory));
  if (inspects(needs.machine)) run.inspector = TRY(outside.open_inspector(place.workspace));
  if (works_on_repository(needs.machine))
    run.workshop = TRY(outside.open_workshop(place.workspace, place.state));
  if (copies_for_gates(needs))
    run.workshop = TRY(outside.open_copies(place.workspace, place.state));
  if (needs.goals_config)
    run.phases = open_phases(site, needs.goals_config, run.running.record, needs.run_id);
  if (asks_people(needs.machine))
    run.approvals = outside.open_approvals(place.state, needs.run_id, person, needs.waits);
  run.waits = needs.waits;
  return {};
}

/// Fault::bad_input: it is of another machine.
Result<ledger::RunRow> find(ledger::Ledger& ledger, const RunNeeds& needs) {
  const ledger::RunRow row = TRY(ledger.find_run(needs.run_id));
  if (row.machine == needs.machine) return row;
  return Error{Fault::bad_input, "run " + row.run_id + " is of the machine " + row.machine +
                                     ", not of " + needs.machine};
}

Result<core::RunStarted> beginning_of(ledger::Ledger& ledger, const std::string& run_id) {
  std::optional<core::RunStarted> found;
  const auto read =
      ledger.for_each_entry(run_id, [&](std::uint64_t, const shell::Entry& entry) -> Result<> {
        if (const auto* started = std::get_if<core::RunStarted>(&entry.event)) found = *started;
        return Error{Fault::not_found, "the first entry is enough"};
      });
  if (found) return *found;
  return read ? Error{Fault::io, "run " + run_id + " has no beginning"} : read.error();
}

/// Between the crash and now anybody can have changed files and what is remembered of them.
Result<> open_again(OpenRun& open, RunNeeds& needs, const Site& site, shell::Person* person) {
  const core::RunStarted begun = TRY(beginning_of(*open.ledger, needs.run_id));
  needs.isolation = begun.isolation;
  needs.executor = begun.executor;
  open.begun = begun.at;
  return open_ports(open, needs, site, person, shell::TreeMemory::ignored);
}

/// A little more than a coordinator gives what it runs to end by itself.
constexpr Millis stop_patience{15'000};
constexpr Millis stop_look_every{100};
/// Longer than a coordinator that is not held up leaves a request unheard.
constexpr Millis hearing_patience{2'000};

/// A request that is written down is heard by whoever listens, a signal also by one that is held
/// up. Never both: the second request kills what runs at once.
Result<> ask_coordinator(ledger::Ledger& ledger, const ledger::RunRow& row, const std::string& by,
                         shell::Coordinators& coordinators) {
  const auto asked = ledger.ask_to_stop(row.run_id, by);
  if (!asked && asked.error().fault != Fault::bad_input) return asked.error();
  if (!asked || TRY(ledger.wait(row.run_id, row.events, hearing_patience))) return {};
  return row.coordinator > 0 ? coordinators.ask_to_stop(row.coordinator) : Result<>();
}

/// Its coordinator, if there is one, is asked to stop, and waited for as long as that may take.
Result<> stop_coordinator(ledger::Ledger& ledger, const RunNeeds& needs, ledger::RunRow row,
                          const std::string& by, const Site& site) {
  if (!row.alive) return {};
  TRY(ask_coordinator(ledger, row, by, site.outside.coordinators()));
  const auto watch = site.outside.open_watch({});
  for (Millis waited{0}; row.alive && waited < stop_patience; waited += stop_look_every) {
    watch->wait(stop_look_every);
    row = TRY(find(ledger, needs));
  }
  return {};
}

Run run_of(const RunNeeds& needs, core::Machine machine) {
  return {needs.run_id, needs.machine, std::move(machine)};
}

}  // namespace

Rest rest_of(const Run& run) {
  if (run.outcome()) return Rest::ended;
  if (run.alive) return Rest::running;
  const Rest otherwise = run.parked() ? Rest::waits : Rest::interrupted;
  return match(
      run.machine.state, [&](const auto&) { return otherwise; },
      [&](const core::loop::State& state) {
        if (!state.stopped_by.empty()) return Rest::stopped;
        return state.person.empty() ? otherwise : Rest::needs_person;
      },
      [&](const core::pipeline::State& state) {
        if (!state.stopped_by.empty()) return Rest::stopped;
        const bool waits = !state.waiting_for.empty() || !state.strangers.empty();
        return waits ? Rest::needs_person : otherwise;
      });
}

core::agent::Spent spent_by(const Run& run) {
  return match(
      run.machine.state, [](const auto& state) -> core::agent::Spent { return state.purse.spent; },
      [](std::monostate) { return core::agent::Spent{}; },
      [](const core::verify::State&) { return core::agent::Spent{}; });
}

RunNeeds needs_of(std::string run_id, std::string machine, const format::Config& config) {
  RunNeeds needs{std::move(run_id),      std::move(machine), config.verify.env,
                 config.verify.pass_env, config.agents,      config.isolation};
  needs.executor = config.executor;
  needs.supplies = config.workspace;
  if (has_phases(needs.machine))
    needs.goals_config = std::make_shared<const format::Config>(config);
  return needs;
}

void give_variables(RunNeeds& needs, const core::agent::Agent& agent) {
  const auto give = [&](const std::string& who, const std::vector<std::string>& argv,
                        const std::vector<std::pair<std::string, std::string>>& env) {
    if (env.empty()) return;
    core::AgentSpec& spec = needs.agents.emplace_back();
    spec.role = who;
    spec.command = argv;
    spec.env = env;
  };
  give(agent.role, agent.argv, agent.env);
  for (const core::agent::Spare& spare : agent.spares) give(spare.name, spare.argv, spare.env);
}

namespace {

/// How far what it starts was kept away when it began, and how far it is now.
struct KeptThenAndNow {
  std::string then;
  std::string now;
};

KeptThenAndNow words_of(const core::AnyPlan& plan, const shell::ExecutorRecord& now) {
  return match(
      plan,
      [&](const auto& both) {
        return KeptThenAndNow{both->isolation, shell::isolation_of_both(now)};
      },
      [&](const std::shared_ptr<const core::verify::Plan>& gates) {
        return KeptThenAndNow{gates->isolation, now.isolation};
      },
      [&](const std::shared_ptr<const core::agent::Plan>& agent) {
        return KeptThenAndNow{agent->isolation, now.agent_isolation};
      },
      [&](const std::shared_ptr<const core::goals::Plan>& goals) {
        return KeptThenAndNow{goals->commands ? goals->commands->isolation : "", now.isolation};
      });
}

/// Evidence of one run was obtained under one isolation, or a better one.
Result<> check_isolation(const core::RunStarted& started, const shell::ExecutorRecord& record) {
  const KeptThenAndNow words = words_of(started.plan, record);
  const auto before = core::kept_by(words.then);
  const auto now = core::kept_by(words.now);
  if (!before || !now || *now >= *before) return {};
  return Error{Fault::bad_input, "run " + started.run_id + " began with isolation " + words.then +
                                     ", and has " + words.now +
                                     " here: go on where it can be had, or begin another run"};
}

}  // namespace

Result<core::Isolation> isolation_of(ledger::Ledger& ledger, const std::string& run_id) {
  return TRY(beginning_of(ledger, run_id)).isolation;
}

Result<core::Machine> fold(ledger::Ledger& ledger, const std::string& run_id) {
  core::Machine machine;
  TRY(ledger.for_each_entry(run_id, [&](std::uint64_t, const shell::Entry& entry) -> Result<> {
    core::decide(machine, entry.event);
    return {};
  }));
  return machine;
}

Reply<std::string> choose_run_id(const std::string& asked, shell::Outside& outside) {
  if (asked.empty()) return make_run_id(outside.clock().now(), outside.chance());
  if (is_valid_id(asked)) return asked;
  return Error{Fault::bad_input,
               "run id '" + asked + "' must match [A-Za-z0-9][A-Za-z0-9._-]{0,127}"};
}

shell::World OpenRun::world(shell::Outside& outside, shell::Audience& audience) const {
  return {outside.clock(),  *running.executor, *journal,        *trees,
          outside.reader(), audience,          inspector.get(), workshop.get(),
          workshop.get(),   phases.get(),      approvals.get(), waits};
}

Result<std::unique_ptr<ledger::Ledger>> open_to_write(const Site& site) {
  return open_ledger(site.outside, site.place.state, shell::LedgerMode::read_write);
}

Result<OpenRun> begin_run(std::unique_ptr<ledger::Ledger> ledger, const RunNeeds& needs,
                          const Site& site, shell::Person* person) {
  OpenRun run;
  run.begun = site.outside.clock().now();
  run.ledger = std::move(ledger);
  run.journal = TRY(run.ledger->begin({needs.run_id, needs.machine, site.place.workspace}));
  // Where agents work, the first look may come after the first of them.
  TRY(open_ports(run, needs, site, person,
                 works_on_repository(needs.machine) ? shell::TreeMemory::ignored
                                                    : shell::TreeMemory::believed));
  return run;
}

Result<Run> start_run(const OpenRun& open, const RunNeeds& needs,
                      decltype(core::RunStarted::plan) plan, const Site& site,
                      shell::Audience& audience) {
  core::RunStarted first{open.begun, needs.run_id, std::move(plan)};
  first.isolation = needs.isolation;
  first.executor = needs.executor;
  Herald herald(audience, site);
  return run_of(needs, TRY(shell::start(open.world(site.outside, herald), std::move(first))));
}

Reply<Run> resume_run(RunNeeds needs, const Site& site, shell::Audience& audience,
                      shell::Person* person) {
  OpenRun open;
  open.ledger = TRY(open_to_write(site));
  const ledger::RunRow row = TRY(find(*open.ledger, needs));
  needs.run_id = row.run_id;
  if (row.outcome) return run_of(needs, TRY(fold(*open.ledger, row.run_id)));  // it stands
  open.journal = TRY(open.ledger->take_over(needs.run_id));
  if (needs.is_wanted && !needs.is_wanted(TRY(fold(*open.ledger, row.run_id))))
    return Error{Fault::conflict, "run " + row.run_id + " was gone on with by somebody else"};
  TRY(open_again(open, needs, site, person));
  const core::RunStarted begun = TRY(beginning_of(*open.ledger, row.run_id));
  TRY(check_isolation(begun, open.running.record));
  Herald herald(audience, site);
  return run_of(
      needs, TRY(shell::resume(open.world(site.outside, herald), core::decide, needs.not_before)));
}

Reply<> stop_run(const std::string& name, const std::string& by, const Site& site) {
  const auto ledger = TRY(open_to_write(site));
  const ledger::RunRow row = TRY(ledger->find_run(name));
  if (row.alive) TRY(ask_coordinator(*ledger, row, by, site.outside.coordinators()));
  return {};
}

Reply<Run> cancel_run(RunNeeds needs, const std::string& by, const Site& site,
                      shell::Audience& audience) {
  OpenRun open;
  open.ledger = TRY(open_to_write(site));
  ledger::RunRow row = TRY(find(*open.ledger, needs));
  needs.run_id = row.run_id;
  TRY(stop_coordinator(*open.ledger, needs, row, by, site));
  row = TRY(find(*open.ledger, needs));  // it may have come to its end meanwhile
  if (row.outcome) return run_of(needs, TRY(fold(*open.ledger, row.run_id)));
  open.journal = TRY(open.ledger->take_over(needs.run_id));
  TRY(open_again(open, needs, site, nullptr));
  return run_of(needs, TRY(shell::cancel(open.world(site.outside, audience), by)));
}

}  // namespace assay::api
