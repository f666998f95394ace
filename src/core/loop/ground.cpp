// SPDX-License-Identifier: MIT
// The workspace while the gates run in it at the end, and while the members of a group work in
// worktrees of their own: nobody of this run may change it then. What changes all the same may be a
// person's, and is charged to nobody: the run waits until somebody has decided.
#include "core/loop/pull.h"
#include "core/loop/turn.h"
#include "core/verify/verdict.h"

#include <algorithm>

namespace assay::core::loop {

namespace {

bool may_write(const verify::Manifest& gates) {
  return std::any_of(gates.commands.begin(), gates.commands.end(),
                     [](const verify::CommandSpec& spec) { return spec.mutates_workspace; });
}

}  // namespace

void Turn::look_at_ground(Step step) {
  s_.step = step;
  s_.key = new_key();
  const bool again = step == Step::inspecting_gates || step == Step::inspecting_group ||
                     step == Step::inspecting_baseline;
  InspectWork look{.key = s_.key,
                   .name = again ? "workspace-after" : "workspace",
                   .directory = s_.plan->workspace,
                   .spec_dir = s_.plan->spec_dir,
                   .named = true};
  if (again) {
    look.since = s_.ground.tree;
    look.since_head = s_.ground.head;
    look.since_repository = s_.ground.repository;
  }
  ask(std::move(look), &Turn::ground_seen);
}

void Turn::ground_seen(const WorkInspected& e) {
  const WorkSight& sight = e.sight;
  if (!sight.problem.empty()) return end(Outcome::error, sight.problem);
  const bool before = s_.step == Step::looking_gates || s_.step == Step::looking_group ||
                      s_.step == Step::looking_baseline;
  const bool of_gates = s_.step == Step::looking_gates || s_.step == Step::inspecting_gates;
  if (before) s_.ground = sight;
  if (s_.step == Step::looking_baseline) return run_baseline();
  if (s_.step == Step::inspecting_baseline) return adopt();
  if (s_.step == Step::looking_gates) return run_gates();
  if (s_.step == Step::looking_group) {
    s_.step = Step::working;
    return advance();
  }
  Moved moved = moved_between(*s_.plan, nullptr, s_.ground, sight);
  // Files of gates that are said to write are theirs; the repository is not.
  if (of_gates && may_write(s_.plan->gates->manifest)) moved.others.clear();
  // While a group works nothing runs here that could leave anything behind.
  if (!of_gates) {
    moved.others.insert(moved.others.end(), moved.by_products.begin(), moved.by_products.end());
    moved.own.clear();  // its members are asked about the repository themselves
    if (sight.head != s_.ground.head && moved.others.empty())
      moved.others.push_back("commit " + sight.head.substr(0, 12));
  }
  moved.own.insert(moved.own.end(), moved.others.begin(), moved.others.end());
  if (!moved.own.empty()) return ground_moved(sight, std::move(moved.own));
  return of_gates ? Pull(*this).start() : merge_next();
}

/// Somebody who was asked and went on has decided about what is committed or gone by now.
void Turn::ground_moved(const WorkSight& sight, std::vector<std::string> paths) {
  const bool of_gates = s_.step == Step::inspecting_gates;
  const bool decided =
      !s_.waits_on.empty() && std::none_of(paths.begin(), paths.end(), [&](const auto& path) {
        return std::find(sight.dirty.begin(), sight.dirty.end(), path) != sight.dirty.end() ||
               std::find(s_.waits_on.begin(), s_.waits_on.end(), path) == s_.waits_on.end();
      });
  if (!of_gates && decided) {
    s_.remarks.push_back(listed_files(paths) +
                         ": changed while a group was at work, a person let it stand");
    s_.waits_on.clear();
    return merge_next();
  }
  s_.person = std::string("changed in the workspace while ") +
              (of_gates ? "the gates ran at the end, so nobody knows what they were about: "
                        : "a group was at work elsewhere, by nobody this run knows: ") +
              listed_files(paths) +
              "\ncommit or stash what is yours, discard what is not; then the same command line "
              "goes on";
  s_.waits_on = std::move(paths);
  // The gates have to be run again, on what is there then.
  if (of_gates) s_.step = Step::gates;
  park();
}

}  // namespace assay::core::loop
