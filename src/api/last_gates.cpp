// SPDX-License-Identifier: MIT
#include "api/last_gates.h"

#include "core/ask/event.h"
#include "core/loop/plan.h"
#include "core/pipeline/plan.h"
#include "core/verify/weaker.h"

namespace assay::api {

namespace {

constexpr std::size_t gates_looked_for = 50;

using Gates = std::shared_ptr<const core::verify::Plan>;

/// What a run was started with; null: it had no gates.
Gates gates_of(const core::RunStarted& started) {
  if (const auto* plan = std::get_if<std::shared_ptr<const core::loop::Plan>>(&started.plan))
    return (*plan)->gates;
  if (const auto* plan = std::get_if<std::shared_ptr<const core::pipeline::Plan>>(&started.plan))
    return (*plan)->gates;
  return nullptr;
}

Gates gates_of_run(const std::string& run_id, ledger::Ledger& ledger) {
  Gates gates;
  const auto seen =
      ledger.for_each_entry(run_id, [&](std::uint64_t, const shell::Entry& entry) -> Result<> {
        if (const auto* started = std::get_if<core::RunStarted>(&entry.event))
          gates = gates_of(*started);
        return Error{Fault::not_found, "the first entry is enough"};
      });
  static_cast<void>(seen);
  return gates;
}

}  // namespace

std::vector<std::string> weaker_gates(const core::verify::Plan* now, const std::string& workspace,
                                      ledger::Ledger& ledger) {
  const auto rows = ledger.runs({.longest = gates_looked_for, .workspace = workspace});
  if (!rows) return {};
  const core::verify::Plan none;
  for (const ledger::RunRow& row : *rows) {
    if (row.machine != "loop" && row.machine != "pipeline") continue;
    const Gates before = gates_of_run(row.run_id, ledger);
    if (!before) return {};
    return core::verify::weakenings(*before, now == nullptr ? none : *now);
  }
  return {};
}

}  // namespace assay::api
