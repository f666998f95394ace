// SPDX-License-Identifier: MIT
#include "api/run.h"

#include "base/id.h"
#include "shell/drive.h"

namespace assay::api {

namespace {

Result<core::Machine> fold(shell::Ledger& ledger, const std::string& run_id) {
  core::Machine machine;
  TRY(ledger.for_each_entry(run_id, [&](std::uint64_t, const shell::Entry& entry) -> Result<> {
    core::decide(machine, entry.event);
    return {};
  }));
  return machine;
}

Result<> open_ports(OpenRun& run, const RunNeeds& needs, const Place& place,
                    shell::Outside& outside) {
  run.running = TRY(outside.open_processes(
      {needs.run_id, place.log_dir(needs.run_id), needs.env, needs.pass_env}));
  run.trees = TRY(outside.open_trees(place.workspace, place.state_dir));
  run.inspector = TRY(outside.open_inspector(place.workspace));
  return {};
}

}  // namespace

Result<std::string> choose_run_id(const std::string& asked, shell::Outside& outside) {
  if (asked.empty()) return make_run_id(outside.clock().now(), outside.chance());
  if (is_valid_id(asked)) return asked;
  return Error{Fault::bad_input,
               "run id '" + asked + "' must match [A-Za-z0-9][A-Za-z0-9._-]{0,127}"};
}

shell::World OpenRun::world(shell::Outside& outside, shell::Audience& audience) const {
  return {outside.clock(),  *running.processes, *journal,       *trees,
          outside.reader(), audience,           inspector.get()};
}

Result<OpenRun> begin_run(std::unique_ptr<shell::Ledger> ledger, const RunNeeds& needs,
                          const Place& place, shell::Outside& outside) {
  OpenRun run;
  run.ledger = std::move(ledger);
  run.journal = TRY(run.ledger->begin({needs.run_id, needs.machine, place.workspace}));
  TRY(open_ports(run, needs, place, outside));
  return run;
}

Result<core::Machine> resume_run(RunNeeds needs, const Place& place, shell::Outside& outside,
                                 shell::Audience& audience) {
  OpenRun open;
  open.ledger = TRY(outside.open_ledger(place.state_dir, shell::LedgerMode::read_write));
  const shell::RunRow row = TRY(open.ledger->find_run(needs.run_id));
  if (row.machine != needs.machine) {
    return Error{Fault::bad_input, "run " + row.run_id + " is of the machine " + row.machine +
                                       ", not of " + needs.machine};
  }
  if (row.outcome) return fold(*open.ledger, row.run_id);  // its verdict stands
  needs.run_id = row.run_id;
  open.journal = TRY(open.ledger->take_over(row.run_id));
  TRY(open_ports(open, needs, place, outside));
  return shell::resume(open.world(outside, audience));
}

}  // namespace assay::api
