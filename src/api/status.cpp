// SPDX-License-Identifier: MIT
#include "api/status.h"

#include "api/evidence.h"
#include "api/open_ledger.h"
#include "api/verify.h"
#include "core/verify/reuse.h"
#include "core/verify/watch.h"

#include <algorithm>
#include <optional>

namespace assay::api {

namespace {

using core::verify::Testimony;

/// What the newest run says about a command of that id; none: it had no such command.
std::optional<std::uint32_t> unit_in(const core::verify::State& state, const std::string& id) {
  const auto& commands = state.plan->manifest.commands;
  const auto found = std::find_if(commands.begin(), commands.end(),
                                  [&](const auto& spec) { return spec.id == id; });
  if (found == commands.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - commands.begin());
}

/// What is known of a gate that has no result that counts.
void add_stale(GateStatus& gate, const ledger::Told& newest, const core::verify::State& now,
               std::uint32_t unit, Instant at) {
  const std::optional<std::uint32_t> then = unit_in(newest.state, gate.id);
  if (!then) return;
  const bool told = core::verify::testimony_of(newest.state, *then) != Testimony::none;
  if (told) {
    gate.state = Freshness::stale;
    gate.run_id = newest.run_id;
    gate.age = at - newest.at;
    gate.why = core::verify::what_differs(newest.state, *then, now, unit);
  } else {
    gate.why = core::verify::why_not_again(newest.state, *then);
  }
  if (newest.resumed && gate.why.empty())
    gate.why = "the run was taken over by another coordinator";
}

GateStatus gate_of(const ledger::Known& known, const ledger::Told* newest,
                   const core::verify::State& now, std::uint32_t unit, Instant at) {
  const core::verify::CommandSpec& spec = now.plan->manifest.commands[unit];
  GateStatus gate{.id = spec.id, .required = spec.required};
  if (known.can_be_used || known.testimony == Testimony::failed) {
    gate.state = known.can_be_used ? Freshness::fresh : Freshness::failed;
    gate.run_id = known.run_id;
    gate.age = at - known.at;
  } else if (newest != nullptr) {
    add_stale(gate, *newest, now, unit, at);
  }
  const bool passed = gate.state != Freshness::fresh && known.testimony == Testimony::passed;
  if (passed && gate.why.empty()) gate.why = "it has failed on this tree as well";
  return gate;
}

/// What a sealed run of the same gates says about the tree it judged.
GateStatus sealed_gate_of(const ledger::Told* run, const core::verify::State& now,
                          std::uint32_t unit, Instant at) {
  const core::verify::CommandSpec& spec = now.plan->manifest.commands[unit];
  GateStatus gate{.id = spec.id, .required = spec.required};
  if (run == nullptr) {
    gate.why = "no sealed run has judged this tree";
    return gate;
  }
  const std::optional<std::uint32_t> then = unit_in(run->state, spec.id);
  const core::verify::Plan& plan = *run->state.plan;
  const bool same = then && plan.manifest.commands[*then] == spec &&
                    plan.settings_digest == now.plan->settings_digest;
  if (then) {
    gate.run_id = run->run_id;
    gate.age = at - run->at;
    gate.state = Freshness::stale;
  }
  if (!same || !plan.sealing.problem.empty()) {
    gate.why = !then  ? "the sealed run had no such gate"
               : same ? "the run was not sealed: " + plan.sealing.problem
                      : "the gates, or how they are run, are others now";
    return gate;
  }
  switch (core::verify::testimony_of(run->state, *then)) {
    case Testimony::passed: gate.state = Freshness::fresh; break;
    case Testimony::failed: gate.state = Freshness::failed; break;
    case Testimony::none: gate.why = core::verify::why_not_again(run->state, *then); break;
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
std::vector<std::string> changed_since(shell::Trees& trees, const core::Tree& newest,
                                       const std::vector<core::ByProduct>& left) {
  core::ObserveTree look{};
  look.since = newest.digest;
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
  look.inputs = core::verify::declared_inputs(*plan);
  if (ledger) look.without = left_in_workspace({}, **ledger, site).by_products;
  const shell::TreeSight sight = TRY(trees->observe(look));
  now.tree.inputs = sight.inputs;
  now.tree.linked = sight.linked;
  const core::Tree tree{sight.tree, sight.digest.hex()};
  const std::vector<Digest> keys = core::verify::evidence_keys(now);
  ledger::Recollection found;
  if (ledger) found = TRY((*ledger)->recollect(site.place.workspace, tree, keys));
  found.known.resize(keys.size());
  TreeStatus status{.tree = tree.id, .digest = tree.digest};
  const Instant at = site.outside.clock().now();
  std::shared_ptr<const ledger::Told> sealed;
  if (plan->sealing.on && ledger) sealed = TRY((*ledger)->recollect_sealed(tree.id));
  for (std::uint32_t unit = 0; unit < keys.size(); ++unit)
    status.gates.push_back(plan->sealing.on
                               ? sealed_gate_of(sealed.get(), now, unit, at)
                               : gate_of(found.known[unit], found.newest.get(), now, unit, at));
  status.is_sealed = plan->sealing.on;
  status.state = overall(status.gates);
  status.run_id = run_behind(status);
  if (status.is_sealed) status.same_tree = sealed != nullptr;
  if (status.is_sealed || found.newest == nullptr) return status;
  const core::Tree& newest = *found.newest->state.tree.now();
  status.same_tree = newest == tree;
  if (!status.same_tree) status.changed = changed_since(*trees, newest, look.without);
  return status;
}

}  // namespace assay::api
