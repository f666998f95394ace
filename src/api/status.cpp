// SPDX-License-Identifier: MIT
#include "api/status.h"

#include "api/evidence.h"
#include "api/open_ledger.h"
#include "api/run.h"
#include "api/verify.h"
#include "core/verify/reuse.h"

#include <algorithm>
#include <set>

namespace assay::api {

namespace {

using core::verify::Testimony;

constexpr std::size_t runs_read_back = 20;

/// The newest ended run of verify that looked at this workspace.
struct Newest {
  std::string run_id;
  Instant at{};
  core::Tree tree;
  std::set<std::string> told;  ///< ids of commands it says something about
};

std::optional<Newest> read_newest(ledger::Ledger& ledger, const ledger::RunRow& row) {
  const auto machine = fold(ledger, row.run_id);
  const auto* state = machine ? std::get_if<core::verify::State>(&machine->state) : nullptr;
  if (state == nullptr || !state->plan->watches_tree || state->tree.now() == nullptr) return {};
  Newest newest{row.run_id, row.ended.value_or(row.started), *state->tree.now(), {}};
  for (std::uint32_t unit = 0; unit < state->commands.size(); ++unit) {
    if (core::verify::testimony_of(*state, unit) != Testimony::none)
      newest.told.insert(state->plan->manifest.commands[unit].id);
  }
  return newest;
}

Result<std::optional<Newest>> find_newest(ledger::Ledger& ledger, const std::string& workspace) {
  for (const ledger::RunRow& row : TRY(ledger.runs(runs_read_back))) {
    if (row.machine != "verify" || row.workspace != workspace || !row.outcome) continue;
    if (auto newest = read_newest(ledger, row)) return newest;
  }
  return std::optional<Newest>();
}

GateStatus gate_of(const core::verify::CommandSpec& spec, const ledger::Known& known,
                   const std::optional<Newest>& newest, Instant now) {
  GateStatus gate{.id = spec.id, .required = spec.required};
  if (known.can_be_used || known.testimony == Testimony::failed) {
    gate.state = known.can_be_used ? Freshness::fresh : Freshness::failed;
    gate.run_id = known.run_id;
    gate.age = now - known.at;
  } else if (newest && newest->told.contains(spec.id)) {
    gate.state = Freshness::stale;
    gate.run_id = newest->run_id;
    gate.age = now - newest->at;
  }
  return gate;
}

/// Over the required ones: one that says no decides; then one that is not known.
Freshness overall(const std::vector<GateStatus>& gates) {
  const auto any = [&](Freshness state) {
    return std::any_of(gates.begin(), gates.end(), [&](const GateStatus& gate) {
      return gate.required && gate.state == state;
    });
  };
  if (any(Freshness::failed)) return Freshness::failed;
  if (any(Freshness::stale)) return Freshness::stale;
  return any(Freshness::fresh) && !any(Freshness::none) ? Freshness::fresh : Freshness::none;
}

/// The run of the gate that decided.
std::string run_behind(const TreeStatus& status) {
  std::string newest;
  for (const GateStatus& gate : status.gates) {
    if (gate.required && gate.state == status.state) newest = std::max(newest, gate.run_id);
  }
  return newest;
}

/// What differs from the newest tree a run has looked at; nothing if that is not kept any more.
std::vector<std::string> changed_since(shell::Trees& trees, const Newest& newest,
                                       const std::vector<core::ByProduct>& left) {
  core::ObserveTree look{};
  look.since = newest.tree.digest;
  look.keep = true;
  auto sight = trees.observe(look);
  if (!sight) return {};
  std::erase_if(sight->changed, [&](const std::string& path) {
    return std::any_of(left.begin(), left.end(),
                       [&](const core::ByProduct& each) { return each.path == path; });
  });
  return std::move(sight->changed);
}

}  // namespace

Reply<TreeStatus> status(const Site& site) {
  const auto plan = std::make_shared<const core::verify::Plan>(TRY(plan_gates_now(site)));
  auto trees = TRY(
      site.outside.open_trees(site.place.workspace, site.place.state, shell::TreeMemory::believed));
  auto ledger = open_ledger(site.outside, site.place.state, shell::LedgerMode::read_only);
  if (!ledger && ledger.error().fault != Fault::not_found) return ledger.error();
  core::verify::State now;
  now.plan = plan;
  core::ObserveTree look{};
  look.named = true;
  if (ledger) look.without = left_in_workspace({}, **ledger, site);
  for (const core::verify::CommandSpec& spec : plan->manifest.commands) {
    if (spec.extras && !spec.extras->inputs.empty()) look.inputs.push_back(spec.extras->inputs);
  }
  const shell::TreeSight sight = TRY(trees->observe(look));
  now.tree.inputs = sight.inputs;
  const core::Tree tree{sight.tree, sight.digest.hex()};
  const std::vector<Digest> keys = core::verify::evidence_keys(now);
  std::vector<ledger::Known> known(keys.size());
  std::optional<Newest> newest;
  if (ledger) {
    known = TRY((*ledger)->recall(site.place.workspace, tree, keys));
    newest = TRY(find_newest(**ledger, site.place.workspace));
  }
  TreeStatus status{.tree = tree.id};
  for (std::size_t i = 0; i < keys.size(); ++i)
    status.gates.push_back(
        gate_of(plan->manifest.commands[i], known[i], newest, site.outside.clock().now()));
  status.state = overall(status.gates);
  status.run_id = run_behind(status);
  const bool moved = newest && newest->tree != tree;
  if (moved) status.changed = changed_since(*trees, *newest, look.without);
  return status;
}

}  // namespace assay::api
