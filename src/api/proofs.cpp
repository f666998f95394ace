// SPDX-License-Identifier: MIT
#include "api/proofs.h"

#include "api/evidence.h"

namespace assay::api {

Digest digest_of_tools(const std::vector<core::verify::CommandSpec>& commands,
                       const RunNeeds& needs, const Site& site) {
  core::verify::Plan plan;
  plan.workspace = plan.cwd = site.place.workspace;
  add_dependencies(plan, commands, {needs.env, needs.pass_env}, site);
  Hasher hasher;
  hasher.update(plan.environment_key.hex());
  for (const core::verify::Tool& tool : plan.tools)
    hasher.update(tool.path + "\n" + tool.stamp + "\n");
  return hasher.finish();
}

std::vector<core::work::KnownProof> proofs_before(const core::Supplies* supplies,
                                                  const RunNeeds& needs, ledger::Ledger& ledger,
                                                  const Site& site) {
  const bool given =
      supplies != nullptr && !(supplies->include.empty() && supplies->listed.empty());
  if (given) return {};
  // What cannot be recalled is found out again.
  auto known = ledger.known_proofs(site.place.workspace, needs.machine);
  return known ? known.take() : std::vector<core::work::KnownProof>();
}

}  // namespace assay::api
