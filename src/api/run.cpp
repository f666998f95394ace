// SPDX-License-Identifier: MIT
#include "api/run.h"

#include "api/open_ledger.h"
#include "base/id.h"
#include "shell/drive.h"

namespace assay::api {

namespace {

Result<> open_ports(OpenRun& run, const RunNeeds& needs, const Place& place,
                    shell::Outside& outside, shell::TreeMemory memory) {
  run.running = TRY(outside.open_executor(
      {needs.run_id, place.log_dir(needs.run_id), needs.env, needs.pass_env, needs.agents}));
  run.trees = TRY(outside.open_trees(place.workspace, place.state_dir, memory));
  run.inspector = TRY(outside.open_inspector(place.workspace));
  return {};
}

/// Fault::bad_input: it is of another machine.
Result<ledger::RunRow> find(ledger::Ledger& ledger, const RunNeeds& needs) {
  const ledger::RunRow row = TRY(ledger.find_run(needs.run_id));
  if (row.machine == needs.machine) return row;
  return Error{Fault::bad_input, "run " + row.run_id + " is of the machine " + row.machine +
                                     ", not of " + needs.machine};
}

Result<> take_over(OpenRun& open, const RunNeeds& needs, const Place& place,
                   shell::Outside& outside, With with) {
  open.journal = TRY(open.ledger->take_over(needs.run_id));
  // Between the crash and now anybody can have changed files and what is remembered of them.
  TRY(open_ports(open, needs, place, outside, shell::TreeMemory::ignored));
  if (with == With::workshop)
    open.workshop = TRY(outside.open_workshop(place.workspace, place.state_dir));
  return {};
}

/// Ten tenths of a second more than what runs is given to end by itself.
constexpr int stop_tries = 150;

}  // namespace

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

Result<core::Machine> fold(ledger::Ledger& ledger, const std::string& run_id) {
  core::Machine machine;
  TRY(ledger.for_each_entry(run_id, [&](std::uint64_t, const shell::Entry& entry) -> Result<> {
    core::decide(machine, entry.event);
    return {};
  }));
  return machine;
}

Result<std::string> choose_run_id(const std::string& asked, shell::Outside& outside) {
  if (asked.empty()) return make_run_id(outside.clock().now(), outside.chance());
  if (is_valid_id(asked)) return asked;
  return Error{Fault::bad_input,
               "run id '" + asked + "' must match [A-Za-z0-9][A-Za-z0-9._-]{0,127}"};
}

shell::World OpenRun::world(shell::Outside& outside, shell::Audience& audience) const {
  return {outside.clock(), *running.executor, *journal,       *trees,         outside.reader(),
          audience,        inspector.get(),   workshop.get(), workshop.get(), approvals.get()};
}

Result<OpenRun> begin_run(std::unique_ptr<ledger::Ledger> ledger, const RunNeeds& needs,
                          const Place& place, shell::Outside& outside) {
  OpenRun run;
  run.ledger = std::move(ledger);
  run.journal = TRY(run.ledger->begin({needs.run_id, needs.machine, place.workspace}));
  // Where agents work, the first look may come after the first of them.
  const bool has_agents = needs.machine == "loop" || needs.machine == "pipeline";
  TRY(open_ports(run, needs, place, outside,
                 has_agents ? shell::TreeMemory::ignored : shell::TreeMemory::believed));
  return run;
}

Result<core::Machine> resume_run(RunNeeds needs, const Place& place, shell::Outside& outside,
                                 shell::Audience& audience, With with, shell::Person* person) {
  OpenRun open;
  open.ledger = TRY(open_ledger(outside, place.state_dir, shell::LedgerMode::read_write));
  const ledger::RunRow row = TRY(find(*open.ledger, needs));
  if (row.outcome) return fold(*open.ledger, row.run_id);  // its verdict stands
  needs.run_id = row.run_id;
  TRY(take_over(open, needs, place, outside, with));
  open.approvals = outside.open_approvals(place.state_dir, needs.run_id, person);
  return shell::resume(open.world(outside, audience));
}

Result<core::Machine> cancel_run(RunNeeds needs, const std::string& by, const Place& place,
                                 shell::Outside& outside, shell::Audience& audience) {
  OpenRun open;
  open.ledger = TRY(open_ledger(outside, place.state_dir, shell::LedgerMode::read_write));
  ledger::RunRow row = TRY(find(*open.ledger, needs));
  if (row.outcome) return fold(*open.ledger, row.run_id);
  needs.run_id = row.run_id;
  if (row.alive && row.coordinator > 0)
    TRY(outside.output_of({"/bin/kill", "-TERM", std::to_string(row.coordinator)}, "/"));
  for (int tries = 0; row.alive && tries < stop_tries; ++tries) {
    TRY(outside.output_of({"/bin/sleep", "0.1"}, "/"));
    row = TRY(find(*open.ledger, needs));
  }
  TRY(take_over(open, needs, place, outside, With::workshop));
  return shell::cancel(open.world(outside, audience), by);
}

}  // namespace assay::api
